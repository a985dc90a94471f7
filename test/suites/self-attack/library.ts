import { createInterface } from 'node:readline'
import type * as JournalModule from '../../../src/journal/journal.ts'
import type * as SessionModule from '../../../src/session.ts'
import type * as OpenGateModule from '../../../src/surfaces/sdk/open-gate.ts'
import { loaderFor, SOURCES } from '../../product.ts'
import type { Judged, Sitting } from './judge.ts'

/**
 * The library in a process of its own, because whose home it is comes from the process: one sitting per line in, what
 * was decided about each of its calls out. The first argument is where the sources are.
 */
const load = loaderFor(process.argv[2] ?? SOURCES)
const { openGate } = await load<typeof OpenGateModule>('surfaces/sdk/open-gate.ts')
const { newSession } = await load<typeof SessionModule>('session.ts')
/** The log is the hook's part of the suite: it has a daemon that keeps one. */
const { forgetful: journal } = await load<typeof JournalModule>('journal/journal.ts')

type Open = Awaited<ReturnType<typeof openGate>>
const gates = new Map<string, Open>()

/** One gate for all that differ in their session only: opening one takes longer than judging. */
async function gateFor({ cwd, mode, settings, state }: Sitting): Promise<Open> {
  const key = JSON.stringify([cwd, mode, settings, state])
  const known = gates.get(key)
  if (known) return known
  const rules = settings === undefined ? {} : { settings: JSON.stringify(settings) }
  const gate = await openGate({ cwd, mode, agent: 'claude-code', state, journal, interactive: true, ...rules })
  gates.set(key, gate)
  return gate
}

async function sit(sitting: Sitting): Promise<Judged> {
  const { id, mode, calls, subagent } = sitting
  const gate = await gateFor(sitting)
  Object.assign(gate.session, newSession(id, { mode, interactive: true }))
  const judge = subagent ? gate.subagent(subagent.agent_id, subagent.agent_type).judge : gate.judge
  const verdicts = []
  for (const { tool, input } of calls) {
    const { decision, because } = await judge(tool, input)
    verdicts.push({ decision, because: because.map(({ code, sentence }) => `${code}: ${sentence}`).join(' | ') })
  }
  return { id, verdicts }
}

for await (const line of createInterface({ input: process.stdin })) {
  const sitting = JSON.parse(line) as Sitting
  const judged = await sit(sitting).catch((error: unknown): Judged => ({ id: sitting.id, failed: String(error) }))
  process.stdout.write(`${JSON.stringify(judged)}\n`)
}
for (const gate of gates.values()) await gate.close()
