import type { Host } from '../conformance.ts'

const common = {
  cwd: '/home/dev/project',
  trajectory_id: 'session-1',
  execution_id: 'e',
  timestamp: '2026-11-15T10:00:00.000Z',
  model_name: 'm',
}

/** Windsurf, from its documentation (it was not run). Exit 2 blocks, every other end lets the action go on. */
export const windsurfHost: Host = {
  name: 'windsurf',
  beforeTool: (call) => ({
    cwd: call.cwd,
    agent_action_name: 'pre_run_command',
    trajectory_id: call.session,
    execution_id: 'e',
    timestamp: '2026-11-15T10:00:00.000Z',
    model_name: 'm',
    tool_info: { command_line: call.input['command']!, cwd: call.cwd },
  }),
  optional: ['execution_id', 'model_name'],
  notices: [
    {
      payload: { ...common, agent_action_name: 'pre_user_prompt', tool_info: { user_prompt: 'fix it' } },
      is: 'user-prompt',
      text: 'fix it',
    },
    {
      payload: {
        ...common,
        agent_action_name: 'post_mcp_tool_use',
        tool_info: { mcp_server_name: 'notes', mcp_tool_name: 'get', mcp_tool_arguments: {}, mcp_result: 'done' },
      },
      is: 'tool-result',
      text: 'done',
    },
    {
      payload: { ...common, agent_action_name: 'post_cascade_response', tool_info: { response: 'x' } },
      is: 'irrelevant',
    },
  ],
  reads: (ending, payload) => {
    if (!String(payload['agent_action_name']).startsWith('pre_')) return 'no-opinion'
    if (ending.how !== 'ended') return 'no-opinion'
    if (ending.exit === 2) return 'deny'
    return ending.exit === 0 ? 'allow' : 'no-opinion'
  },
}
