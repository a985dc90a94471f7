import { CANNOT_ASK, PLAIN_CALLER } from '../../call/caller.ts'
import { toolNamed } from '../../call/tools/index.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Agent, AgentEvent, AgentName } from '../agent.ts'
import { answerWithQuestions } from '../claude-answers.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from '../claude-shape.ts'
import { readingEvent, unreadable } from '../fields.ts'

/**
 * VS Code's own agent. Claude's shape with `sessionId` and `hookEventName`. It also runs the hooks of Claude Code and
 * Copilot CLI that it finds at home; their adapters read its payloads with `readVsCode`.
 */
export const vscode: Agent = {
  name: 'vscode',
  title: 'VS Code',
  readEvent: (payload) => readingEvent(payload, (fields) => readVsCode('vscode', fields)),
  subagents: 'unnamed',
  caller: ({ call }) => (toolNamed(call.tool)?.asksByItself === true ? CANNOT_ASK : PLAIN_CALLER),
  acknowledge: acknowledgeInClaudeShape,
  // `continue: false` would end the whole session; the reason itself says to stop.
  answer: (verdict, event) => answerWithQuestions(verdict, event, 'the session goes on'),
}

/** Whether a payload is VS Code's, whoever's hook it calls. */
export function isVsCode(fields: JsonObject): boolean {
  return Object.hasOwn(fields, 'hookEventName')
}

export function readVsCode(agent: AgentName, fields: JsonObject): AgentEvent {
  const { sessionId, hookEventName, ...rest } = fields
  if (Object.hasOwn(rest, 'session_id') || Object.hasOwn(rest, 'hook_event_name'))
    return unreadable('The hook names its session or its event in two ways.')
  return readClaudeShape(agent, {
    ...rest,
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(hookEventName === undefined ? {} : { hook_event_name: hookEventName }),
  })
}
