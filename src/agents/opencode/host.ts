import type { Host } from '../conformance.ts'
import { objectIn } from '../host-json.ts'

const common = { sessionID: 'session-1', cwd: '/home/dev/project' }

/** OpenCode 1.18.33 behind our plugin, which throws whatever is not a clear allow. */
export const opencodeHost: Host = {
  name: 'opencode',
  beforeTool: (call) => ({
    event: 'tool.execute.before',
    tool: call.tool,
    sessionID: call.session,
    callID: 'call_0',
    args: call.input,
    cwd: call.cwd,
  }),
  notices: [
    { payload: { ...common, event: 'chat.message', text: 'fix it' }, is: 'user-prompt', text: 'fix it' },
    {
      payload: { ...common, event: 'tool.execute.after', tool: 'bash', output: 'done' },
      is: 'tool-result',
      text: 'done',
    },
    { payload: { ...common, event: 'session.created', parentID: 'parent' }, is: 'subagent-started' },
    { payload: { ...common, event: 'session.created' }, is: 'session-started' },
  ],
  reads: (ending, payload) => {
    if (payload['event'] !== 'tool.execute.before') return 'no-opinion'
    if (ending.how !== 'ended' || ending.exit !== 0) return 'deny'
    return objectIn(ending.stdout, 'chokes on a BOM')?.['decision'] === 'allow' ? 'allow' : 'deny'
  },
}
