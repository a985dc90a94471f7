import type { JsonObject } from '../../call/tool-call.ts'
import type { Ending, Host, HostCall, Reading } from '../conformance.ts'
import { objectIn } from '../host-json.ts'

const common = {
  conversation_id: 'session-1',
  generation_id: 'g',
  workspace_roots: ['/home/dev/project'],
  cursor_version: '3.6.0',
}

/** Cursor, from its documentation (it was not run). With `failClosed` every failure closes. */
export function cursorHost(event: 'preToolUse' | 'beforeShellExecution'): Host {
  return {
    name: 'cursor',
    beforeTool: (call) => (event === 'preToolUse' ? preToolUse(call) : beforeShell(call)),
    optional: ['cwd'],
    modelField: 'model',
    afterTool: (call) => (event === 'preToolUse' ? postToolUse(call) : afterShell(call)),
    notices: [
      {
        payload: { ...common, hook_event_name: 'beforeSubmitPrompt', prompt: 'fix it', attachments: [] },
        is: 'user-prompt',
        text: 'fix it',
      },
      {
        payload: { ...common, hook_event_name: 'afterShellExecution', command: 'ls', output: 'done' },
        is: 'tool-result',
        text: 'done',
      },
      { payload: { ...common, hook_event_name: 'subagentStart', subagent_type: 'worker' }, is: 'subagent-started' },
      { payload: { ...common, hook_event_name: 'stop', status: 'completed' }, is: 'irrelevant' },
    ],
    reads: (ending, payload) => readCursor(ending, payload),
  }
}

function preToolUse(call: HostCall): JsonObject {
  return {
    conversation_id: call.session,
    generation_id: 'g',
    workspace_roots: [call.cwd],
    hook_event_name: 'preToolUse',
    tool_name: call.tool,
    tool_input: call.input,
    cwd: call.cwd,
  }
}

function beforeShell(call: HostCall): JsonObject {
  return {
    conversation_id: call.session,
    generation_id: 'g',
    workspace_roots: [call.cwd],
    hook_event_name: 'beforeShellExecution',
    command: call.input['command']!,
    cwd: call.cwd,
  }
}

function postToolUse(call: HostCall): JsonObject {
  return { ...preToolUse(call), hook_event_name: 'postToolUse', tool_output: 'done' }
}

/** It says no directory. */
function afterShell(call: HostCall): JsonObject {
  const { cwd: _cwd, ...rest } = beforeShell(call)
  return { ...rest, hook_event_name: 'afterShellExecution', output: 'done', duration: 12 }
}

function readCursor(ending: Ending, payload: JsonObject): Reading {
  if (ending.how !== 'ended' || ending.exit !== 0) return 'deny'
  const said = objectIn(ending.stdout, 'skips a BOM')?.['permission']
  if (said === 'allow' || said === 'deny') return said
  const gates = /^(?:preToolUse|before(?:Shell|MCP)Execution|beforeReadFile)$/.test(String(payload['hook_event_name']))
  if (said === 'ask') return /^before(?:Shell|MCP)/.test(String(payload['hook_event_name'])) ? 'ask' : 'no-opinion'
  return gates ? 'deny' : 'no-opinion'
}
