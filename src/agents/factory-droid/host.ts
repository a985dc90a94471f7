import type { Ending, Host, Reading } from '../conformance.ts'
import { inner, objectIn } from '../host-json.ts'

const common = {
  session_id: 'session-1',
  transcript_path: '/home/dev/.factory/sessions/-home-dev-project/s.jsonl',
  cwd: '/home/dev/project',
  permission_mode: 'auto-low',
}

/** Factory Droid 0.225.1, `droid exec`: an `ask` runs. */
export const factoryDroidHost: Host = {
  name: 'factory-droid',
  modeField: 'permission_mode',
  beforeTool: (call) => ({
    ...common,
    session_id: call.session,
    cwd: call.cwd,
    hook_event_name: 'PreToolUse',
    tool_name: call.tool,
    tool_input: call.input,
  }),
  notices: [
    {
      payload: { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'fix it' },
      is: 'user-prompt',
      text: 'fix it',
    },
    {
      payload: {
        ...common,
        hook_event_name: 'PostToolUse',
        tool_name: 'Execute',
        tool_input: {},
        tool_response: 'done',
      },
      is: 'tool-result',
      text: 'done',
    },
    { payload: { ...common, hook_event_name: 'SessionStart', source: 'startup' }, is: 'session-started' },
    { payload: { ...common, hook_event_name: 'SessionEnd', reason: 'other' }, is: 'session-ended' },
    { payload: { ...common, hook_event_name: 'Stop', stop_hook_active: false }, is: 'irrelevant' },
  ],
  reads: readDroid,
}

function readDroid(ending: Ending): Reading {
  if (ending.how !== 'ended') return 'no-opinion'
  if (ending.exit === 2) return 'deny'
  if (ending.exit !== 0) return 'no-opinion'
  const said = inner(objectIn(ending.stdout, 'chokes on a BOM'), 'hookSpecificOutput')?.['permissionDecision']
  if (said === 'deny') return 'deny'
  return said === 'allow' ? 'allow' : 'no-opinion'
}
