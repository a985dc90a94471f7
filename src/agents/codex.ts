import type { Agent } from './agent.ts'
import { allowed, denied, reasonForUnaskable, reasonOf } from './answers.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from './claude-shape.ts'
import { answerPermissionRequest, decision } from './claude-code.ts'
import { readingEvent } from './fields.ts'

/**
 * Codex. Its output schema is strict: one unknown field, a missing reason, `ask` or `continue` make the whole answer
 * invalid, and an invalid answer lets the call run. Text typed into a running program passes no hook.
 */
export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  readEvent: (payload) => readingEvent(payload, (fields) => readClaudeShape('codex', fields)),
  canAsk: (event) => (event.moment === 'permission-request' ? 'yes' : 'no'),
  subagents: 'named',
  unseenInput: 'write_stdin',
  acknowledge: acknowledgeInClaudeShape,
  answer: (verdict, event) => {
    if (event.moment === 'permission-request') return answerPermissionRequest(verdict.decision, reasonOf(verdict))
    switch (verdict.decision) {
      case 'allow':
        return allowed(decision('allow', reasonOf(verdict)))
      case 'ask': {
        const reason = reasonForUnaskable(verdict, 'Codex')
        return denied(decision('deny', reason), reason)
      }
      case 'deny':
        return denied(decision('deny', reasonOf(verdict)), reasonOf(verdict))
    }
  },
}
