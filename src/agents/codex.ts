import { toolNamed } from '../call/tools/index.ts'
import type { Agent } from './agent.ts'
import { allowed, denied, reasonForUnaskable, reasonOf } from './answers.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from './claude-shape.ts'
import { answerPermissionRequest, decision } from './claude-code.ts'
import { readingEvent } from './fields.ts'

/** Tools that start a program into which something could be typed later. */
const STARTS_PROGRAMS: ReadonlySet<string> = new Set(['Bash', 'Monitor', 'PowerShell', 'REPL'])

/**
 * Codex. Its output schema is strict: one unknown field, a missing reason, `ask` or `continue` make the whole answer
 * invalid, and an invalid answer lets the call run. Text typed into a running program passes no hook.
 */
export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  readEvent: (payload) => readingEvent(payload, (fields) => readClaudeShape('codex', fields)),
  caller: ({ moment, call }) => ({
    ask: moment === 'permission-request' ? 'shown' : 'refused',
    canRewrite: false,
    ...(STARTS_PROGRAMS.has(toolNamed(call.tool)?.name ?? '') ? { unseenInput: { tool: 'write_stdin', shutOut: () => undefined } } : {}),
  }),
  subagents: 'named',
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
