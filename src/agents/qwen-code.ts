import { PLAIN_CALLER } from '../call/caller.ts'
import type { Agent } from './agent.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from './claude-shape.ts'
import { answerWithQuestions } from './claude-code.ts'
import { readingEvent } from './fields.ts'

/** Qwen Code. Claude's shape with Gemini's tool names; `ask` is a denial where there is nobody. */
export const qwenCode: Agent = {
  name: 'qwen-code',
  title: 'Qwen Code',
  readEvent: (payload) =>
    readingEvent(payload, (fields) => readClaudeShape('qwen-code', fields, ['tool_use_id', 'tool_call_id'])),
  subagents: 'named',
  caller: () => PLAIN_CALLER,
  acknowledge: acknowledgeInClaudeShape,
  answer: answerWithQuestions,
}
