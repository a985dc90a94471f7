import { createInterface } from 'node:readline'
import type * as OpenGateModule from '../../../src/surfaces/sdk/open-gate.ts'
import { loaderFor, SOURCES } from '../../product.ts'
import type { Judged, Sitting } from './judge.ts'

/**
 * The library in a process of its own, because whose home it is comes from the process: one sitting per line in, what
 * was decided about each of its calls out. The first argument is where the sources are.
 */
const { openGate } = await loaderFor(process.argv[2] ?? SOURCES)<typeof OpenGateModule>('surfaces/sdk/open-gate.ts')

for await (const line of createInterface({ input: process.stdin })) {
  const sitting = JSON.parse(line) as Sitting
  const judged = await sit(sitting).catch((error: unknown): Judged => ({ id: sitting.id, failed: String(error) }))
  process.stdout.write(`${JSON.stringify(judged)}\n`)
}

async function sit({ id, cwd, mode, settings, state, calls, subagent }: Sitting): Promise<Judged> {
  const gate = await openGate({
    cwd,
    mode,
    state,
    interactive: true,
    ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
  })
  try {
    const judge = subagent ? gate.subagent(subagent.agent_id, subagent.agent_type).judge : gate.judge
    const verdicts = []
    for (const { tool, input } of calls) {
      const { decision, because } = await judge(tool, input)
      verdicts.push({ decision, because: because.map(({ code, sentence }) => `${code}: ${sentence}`).join(' | ') })
    }
    return { id, verdicts }
  } finally {
    await gate.close()
  }
}
