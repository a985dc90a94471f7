import type { Ending, Host, Reading } from '../conformance.ts'
import { inner, objectIn } from '../host-json.ts'

const common = {
  session_id: 'session-1',
  transcript_path: '/home/dev/.qwen/s.jsonl',
  cwd: '/home/dev/project',
  timestamp: '2026-11-15T10:00:00.000Z',
  permission_mode: 'default',
}

/** Qwen Code 0.24.4. Exit 2 needs a reason on stderr; `ask` is a denial where there is nobody. */
export const qwenCodeHost: Host = {
  name: 'qwen-code',
  modeField: 'permission_mode',
  beforeTool: (call) => ({
    session_id: call.session,
    transcript_path: '/home/dev/.qwen/s.jsonl',
    cwd: call.cwd,
    hook_event_name: 'PreToolUse',
    timestamp: '2026-11-15T10:00:00.000Z',
    permission_mode: 'yolo',
    prompt_id: 'p',
    tool_name: call.tool,
    tool_input: call.input,
    tool_use_id: 'toolu_1',
    tool_call_id: 'call_0',
  }),
  modelField: 'model',
  afterTool: (call) => ({
    ...common,
    session_id: call.session,
    cwd: call.cwd,
    hook_event_name: 'PostToolUse',
    tool_name: call.tool,
    tool_input: call.input,
    tool_response: { output: 'done' },
    tool_use_id: 'toolu_1',
    tool_call_id: 'call_0',
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
        tool_name: 'run_shell_command',
        tool_input: {},
        tool_response: { output: 'done' },
      },
      is: 'tool-result',
      text: 'done',
    },
    { payload: { ...common, hook_event_name: 'SessionStart', source: 'startup' }, is: 'session-started' },
    { payload: { ...common, hook_event_name: 'Notification' }, is: 'irrelevant' },
  ],
  reads: readQwen,
}

function readQwen(ending: Ending): Reading {
  if (ending.how !== 'ended') return 'no-opinion'
  const value = objectIn(ending.stdout, 'skips a BOM')
  const said = inner(value, 'hookSpecificOutput')?.['permissionDecision'] ?? value?.['decision']
  if (ending.exit === 2) return ending.stderr.trim() === '' && said !== 'deny' ? 'no-opinion' : 'deny'
  if (said === 'deny' || said === 'block' || value?.['continue'] === false) return 'deny'
  if (ending.exit !== 0) return 'no-opinion'
  return said === 'allow' || said === 'ask' ? said : 'no-opinion'
}
