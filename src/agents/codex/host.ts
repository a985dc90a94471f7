import type { Ending, Host, Reading } from '../conformance.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import { inner, objectIn } from '../host-json.ts'

const common = {
  session_id: 'session-1',
  turn_id: 'turn-1',
  transcript_path: null,
  cwd: '/home/dev/project',
  model: 'm',
  permission_mode: 'default',
}

/** Codex 0.166.0. Every failure is open; the output schema is strict; only deny with a reason and allow do anything. */
export const codexHost: Host = {
  name: 'codex',
  modeField: 'permission_mode',
  beforeTool: (call) => ({
    session_id: call.session,
    turn_id: 'turn-1',
    transcript_path: null,
    cwd: call.cwd,
    hook_event_name: 'PreToolUse',
    model: 'm',
    permission_mode: 'bypassPermissions',
    tool_name: call.tool,
    tool_input: { command: call.input['command']! },
    tool_use_id: 'call_0',
  }),
  notices: [
    {
      payload: { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'fix it' },
      is: 'user-prompt',
      text: 'fix it',
    },
    {
      payload: { ...common, hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: {}, tool_response: 'done' },
      is: 'tool-result',
      text: 'done',
    },
    {
      payload: {
        ...common,
        hook_event_name: 'UserPromptSubmit',
        prompt: 'do that',
        agent_id: 'a',
        agent_type: 'default',
      },
      is: 'delivered',
      text: 'do that',
    },
    {
      payload: { ...common, hook_event_name: 'SubagentStart', agent_id: 'a', agent_type: 'worker' },
      is: 'subagent-started',
    },
    { payload: { ...common, hook_event_name: 'SessionStart', source: 'startup' }, is: 'session-started' },
    { payload: { ...common, hook_event_name: 'Stop' }, is: 'irrelevant' },
  ],
  reads: readCodex,
  runs: (ending, payload) => {
    if (readCodex(ending) !== 'allow' || ending.how !== 'ended') return undefined
    const output = inner(objectIn(ending.stdout, 'chokes on a BOM'), 'hookSpecificOutput')
    return (inner(output, 'updatedInput') ?? inner(payload, 'tool_input')) as JsonObject | undefined
  },
}

function readCodex(ending: Ending): Reading {
  if (ending.how !== 'ended') return 'no-opinion'
  if (ending.exit === 2) return ending.stderr.trim() === '' ? 'no-opinion' : 'deny'
  if (ending.exit !== 0) return 'no-opinion'
  const value = objectIn(ending.stdout, 'chokes on a BOM')
  const output = inner(value, 'hookSpecificOutput')
  if (value === undefined || output === undefined) return 'no-opinion'
  if (Object.keys(value).some((key) => key !== 'hookSpecificOutput' && key !== 'systemMessage')) return 'no-opinion'
  const known = ['hookEventName', 'permissionDecision', 'permissionDecisionReason', 'updatedInput', 'additionalContext']
  if (Object.keys(output).some((key) => !known.includes(key))) return 'no-opinion'
  const reason = output['permissionDecisionReason']
  if (output['hookEventName'] !== 'PreToolUse') return 'no-opinion'
  if (output['permissionDecision'] === 'deny')
    return typeof reason === 'string' && reason.trim() !== '' ? 'deny' : 'no-opinion'
  return output['permissionDecision'] === 'allow' ? 'allow' : 'no-opinion'
}
