import type { Agent } from './agent.ts'
import { allowed, denied, reasonOf } from './answers.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from './claude-shape.ts'
import { answerPermissionRequest, decision } from './claude-code.ts'
import { readingEvent } from './fields.ts'

/** Qwen Code. Claude's shape with Gemini's tool names; `ask` is a denial where there is nobody. */
export const qwenCode: Agent = {
  name: 'qwen-code',
  title: 'Qwen Code',
  readEvent: (payload) =>
    readingEvent(payload, (fields) => readClaudeShape('qwen-code', fields, ['tool_use_id', 'tool_call_id'])),
  subagents: 'named',
  canAsk: () => 'yes',
  acknowledge: acknowledgeInClaudeShape,
  answer: (verdict, event) => {
    const reason = reasonOf(verdict)
    if (event.moment === 'permission-request') return answerPermissionRequest(verdict.decision, reason)
    switch (verdict.decision) {
      case 'allow':
      case 'ask':
        return allowed(decision(verdict.decision, reason))
      case 'deny':
        return denied(
          { ...decision('deny', reason), ...(verdict.stopAgent ? { continue: false, stopReason: reason } : {}) },
          reason,
        )
    }
  },
}
