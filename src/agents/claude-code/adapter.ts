import type { Agent } from '../agent.ts'
import { answerWithQuestions } from '../claude-answers.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from '../claude-shape.ts'
import { readingEvent } from '../fields.ts'
import { isVsCode, readVsCode } from '../vscode/adapter.ts'

/**
 * Claude Code. Without `hookEventName` the whole object is ignored; an `ask` is shown to the user and is a denial where
 * there is none; exit 2 cannot be overridden by JSON.
 */
export const claudeCode: Agent = {
  name: 'claude-code',
  title: 'Claude Code',
  readEvent: (payload) =>
    readingEvent(payload, (fields) =>
      isVsCode(fields) ? readVsCode('claude-code', fields) : readClaudeShape('claude-code', fields),
    ),
  subagents: 'named',
  // In that mode its own prompts are answered with yes, and so is our `ask`.
  caller: ({ clientMode }) => ({ ask: clientMode === 'bypassPermissions' ? 'runs' : 'shown', canRewrite: false }),
  acknowledge: acknowledgeInClaudeShape,
  answer: (verdict, event) => answerWithQuestions(verdict, event),
}
