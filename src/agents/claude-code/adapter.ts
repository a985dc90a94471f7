import type { JsonObject } from '../../call/tool-call.ts'
import type { Agent, AgentEvent } from '../agent.ts'
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
      isVsCode(fields) ? readVsCode('claude-code', fields) : rewriting(fields, readClaudeShape('claude-code', fields)),
    ),
  subagents: 'named',
  // In that mode its own prompts are answered with yes, and so is our `ask`.
  caller: ({ clientMode, rewrites }) => ({
    ask: clientMode === 'bypassPermissions' ? 'runs' : 'shown',
    canRewrite: rewrites === true,
  }),
  acknowledge: acknowledgeInClaudeShape,
  answer: (verdict, event) => answerWithQuestions(verdict, event),
}

/** Fields of its own events. Other clients run this hook, too, and of them it is not known what they do with an input. */
const OWN: readonly string[] = ['transcript_path', 'permission_mode', 'tool_use_id']
const OTHERS = /cursor|conversation_id|workspace_roots|generation_id|turn_id/

function rewriting(fields: JsonObject, event: AgentEvent): AgentEvent {
  if (event.kind !== 'tool-call' || event.moment !== 'before-tool') return event
  const own =
    OWN.every((name) => typeof fields[name] === 'string') && !Object.keys(fields).some((name) => OTHERS.test(name))
  return own ? { ...event, rewrites: true } : event
}
