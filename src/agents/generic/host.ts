import type { Host } from '../conformance.ts'
import { objectIn } from '../host-json.ts'

/** A host that follows the documented JSON: it runs a tool only on exit 0 and exactly `allow`. */
export const genericHost: Host = {
  name: 'generic',
  modeField: 'mode',
  beforeTool: (call) => ({ event: 'tool-call', ...call, id: 'call-1' }),
  notices: [
    { payload: { event: 'user-prompt', session: 's', text: 'fix it' }, is: 'user-prompt', text: 'fix it' },
    { payload: { event: 'question-answered', session: 's', text: 'yes' }, is: 'question-answered', text: 'yes' },
    { payload: { event: 'tool-result', session: 's', tool: 'Bash', result: 'done' }, is: 'tool-result', text: 'done' },
    {
      payload: { event: 'subagent-started', session: 's', subagent: { id: 'a', type: 'worker' } },
      is: 'subagent-started',
    },
    { payload: { event: 'session-ended', session: 's' }, is: 'session-ended' },
  ],
  reads: (ending, payload) => {
    if (payload['event'] !== 'tool-call') return 'no-opinion'
    if (ending.how !== 'ended' || ending.exit !== 0) return 'deny'
    const said = objectIn(ending.stdout, 'chokes on a BOM')?.['decision']
    return said === 'allow' || said === 'ask' ? said : 'deny'
  },
}
