import type { Ending, Host, Reading } from '../conformance.ts'
import { objectIn } from '../host-json.ts'

const common = {
  clineVersion: '',
  timestamp: '2026-11-15T10:00:00.000Z',
  taskId: 'conv_1',
  sessionContext: { rootSessionId: 'session-1' },
  workspaceRoots: ['/home/dev/project'],
  userId: 'dev',
  agent_id: 'agent_1',
  parent_agent_id: null,
}

/** Cline CLI 3.0.65 with a hook file: it reads stdout and nothing else. Our plugin is stricter. */
export const clineHost: Host = {
  name: 'cline',
  beforeTool: (call) => ({
    ...common,
    sessionContext: { rootSessionId: call.session },
    workspaceRoots: [call.cwd],
    hookName: 'tool_call',
    iteration: 1,
    tool_call: { id: 'call_0', name: call.tool, input: call.input },
    preToolUse: { toolName: call.tool, parameters: { command: String(call.input['command']) } },
  }),
  optional: [
    'clineVersion',
    'taskId',
    'sessionContext',
    'userId',
    'agent_id',
    'parent_agent_id',
    'iteration',
    'preToolUse',
  ],
  readsOnly: 'stdout',
  notices: [
    {
      payload: { ...common, hookName: 'prompt_submit', userPromptSubmit: { prompt: 'fix it', attachments: [] } },
      is: 'user-prompt',
      text: 'fix it',
    },
    {
      payload: {
        ...common,
        hookName: 'prompt_submit',
        parent_agent_id: 'agent_0',
        userPromptSubmit: { prompt: 'fix it', attachments: [] },
      },
      is: 'delivered',
      text: 'fix it',
    },
    {
      payload: {
        ...common,
        hookName: 'tool_result',
        tool_result: { id: 'call_0', name: 'run_commands', input: {}, output: [{ result: 'done' }] },
      },
      is: 'tool-result',
      text: 'done',
    },
    { payload: { ...common, hookName: 'agent_start', taskStart: { taskMetadata: {} } }, is: 'session-started' },
    { payload: { ...common, hookName: 'agent_end' }, is: 'irrelevant' },
  ],
  reads: readCline,
}

function readCline(ending: Ending): Reading {
  if (ending.how !== 'ended') return 'no-opinion'
  const said = objectIn(ending.stdout, 'chokes on a BOM')?.['cancel']
  if (said === true) return 'deny'
  return said === false ? 'allow' : 'no-opinion'
}
