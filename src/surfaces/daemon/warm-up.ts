import { toToolCall } from '../../call/read-call.ts'
import { type Gate, judge } from '../../gate.ts'
import { forgetful } from '../../journal/journal.ts'
import { newSession } from '../../session.ts'

/** The first call of the first agent should not pay for what is made on first use. Nothing is recorded of it. */
export async function warmUp(gate: Gate): Promise<void> {
  const call = toToolCall({ tool: 'Bash', input: { command: 'git status | head' }, cwd: '/' }, NOBODY)
  if ('ok' in call) await judge({ ...gate, journal: forgetful }, call.ok, newSession(NOBODY.session))
}

const NOBODY = { session: 'warm-up', agent: 'portcullis', cwd: '/' }
