import { CANNOT_ASK, PLAIN_CALLER } from '../../call/caller.ts'
import { toolNamed } from '../../call/tools/index.ts'
import type { Agent } from '../agent.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from '../claude-shape.ts'
import { answerWithQuestions } from '../claude-answers.ts'
import { readingEvent } from '../fields.ts'

/** Qwen Code. Claude's shape with Gemini's tool names; `ask` is a denial where there is nobody. */
export const qwenCode: Agent = {
  name: 'qwen-code',
  title: 'Qwen Code',
  readEvent: (payload) =>
    readingEvent(payload, (fields) => readClaudeShape('qwen-code', fields, ['tool_use_id', 'tool_call_id'])),
  subagents: 'named',
  // A tool that asks the user by itself needs no question of ours before it.
  caller: ({ call }) => (toolNamed(call.tool)?.asksByItself === true ? CANNOT_ASK : PLAIN_CALLER),
  acknowledge: acknowledgeInClaudeShape,
  // `continue: false` would end its session without a word; the reason itself says to stop.
  answer: (verdict, event) => answerWithQuestions(verdict, event, 'the session goes on'),
}
