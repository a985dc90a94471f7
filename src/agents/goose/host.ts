import type { Ending, Host, Reading } from '../conformance.ts'
import { objectIn } from '../host-json.ts'

const common = { session_id: 'session-1', matcher_context: null }

/** goose 1.50.0, with `on_failure: "block"` or without. */
export function gooseHost(onFailure: 'block' | 'allow' = 'block'): Host {
  return {
    name: 'goose',
    beforeTool: (call) => ({
      event: 'PreToolUse',
      session_id: call.session,
      matcher_context: call.tool,
      tool_call_id: 'call_0',
      tool_name: call.tool,
      tool_input: call.input,
      working_dir: call.cwd,
    }),
    optional: ['matcher_context'],
    notices: [
      {
        payload: { ...common, event: 'UserPromptSubmit', matcher_context: 'fix it', message: 'fix it' },
        is: 'user-prompt',
        text: 'fix it',
      },
      { payload: { ...common, event: 'SessionStart' }, is: 'session-started' },
      { payload: { ...common, event: 'SessionEnd' }, is: 'session-ended' },
      { payload: { ...common, event: 'PostToolUse', tool_name: 'shell', tool_input: {} }, is: 'irrelevant' },
      { payload: { ...common, event: 'PreToolUseResult', decision: 'allow' }, is: 'irrelevant' },
    ],
    reads: (ending, payload) => (payload['event'] === 'PreToolUse' ? readGoose(ending, onFailure) : 'no-opinion'),
  }
}

function readGoose(ending: Ending, onFailure: 'block' | 'allow'): Reading {
  const undecided = onFailure === 'block' ? 'deny' : 'no-opinion'
  if (ending.how !== 'ended') return undecided
  const said = objectIn(ending.stdout, 'chokes on a BOM')?.['decision']
  if (ending.exit === 2 || said === 'block') return 'deny'
  return ending.exit === 0 && (ending.stdout === '' || said === 'allow') ? 'allow' : undecided
}
