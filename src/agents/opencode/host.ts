import type { JsonObject } from '../../call/tool-call.ts'
import type { Host } from '../conformance.ts'
import { inner, objectIn } from '../host-json.ts'

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
    rewrites: true,
  }),
  modelField: 'model',
  afterTool: (call) => ({
    event: 'tool.execute.after',
    tool: call.tool,
    sessionID: call.session,
    callID: 'call_0',
    output: 'done',
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
    return answerIn(ending.stdout) === undefined ? 'deny' : 'allow'
  },
  runs: (ending, payload) => {
    const answer = ending.how === 'ended' && ending.exit === 0 ? answerIn(ending.stdout) : undefined
    return answer && ((inner(answer, 'args') ?? inner(payload, 'args')) as JsonObject | undefined)
  },
}

/** What our plugin lets go on: an allow, or a `contain` with what is to run. */
function answerIn(stdout: string): Record<string, unknown> | undefined {
  const answer = objectIn(stdout, 'chokes on a BOM')
  if (answer?.['decision'] === 'contain')
    return typeof inner(answer, 'args')?.['command'] === 'string' ? answer : undefined
  return answer?.['decision'] === 'allow' ? { decision: 'allow' } : undefined
}
