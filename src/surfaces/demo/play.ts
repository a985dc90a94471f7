import { readCallValue } from '../../call/read-call.ts'
import type { ToolCall } from '../../call/tool-call.ts'
import { frozenWorld } from '../../call/world.frozen.ts'
import { type Gate, judge } from '../../gate.ts'
import { newSession } from '../../session.ts'
import type { Verdict } from '../../verdict.ts'
import { composeGate } from '../compose.ts'
import { DEMO_FILES, DEMO_PROJECT, DEMO_SESSION } from './demo-session.ts'

export interface DemoCall {
  readonly call: ToolCall
  readonly verdict: Verdict
  readonly why: string
}

/** The real gate over a machine that is only a table: it records nothing, asks nobody, and sees nothing of yours. */
export function demoGate(): Promise<Gate> {
  return composeGate({
    world: frozenWorld({ files: DEMO_FILES }),
    home: '/home/dev',
    managedDirectory: '/nonexistent',
    userSettings: '{}',
    settings: '{}',
  })
}

/** Judges the recorded session, one call after the other. */
export async function* playDemo(gate: Gate): AsyncGenerator<DemoCall> {
  const session = newSession('demo', { interactive: true })
  for (const [index, step] of DEMO_SESSION.entries()) {
    if ('says' in step) {
      session.turns.push({ kind: 'user', text: step.says })
      continue
    }
    const { agent, tool, input, why } = step
    const read = readCallValue({ tool, input }, { id: `demo-${index}`, cwd: DEMO_PROJECT, session: 'demo', agent })
    if ('unreadable' in read) throw new Error(`the demo holds a call that cannot be read: ${read.unreadable.sentence}`)
    // The limits on denials would end a session that is made of them.
    session.denials.consecutive = 0
    session.denials.total = 0
    yield { call: read.ok, verdict: await judge(gate, read.ok, session), why }
  }
}
