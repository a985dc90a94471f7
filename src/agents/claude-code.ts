import type { JsonObject } from '../call/tool-call.ts'
import type { Agent, HookAnswer, Judged, ToolCallEvent } from './agent.ts'
import { allowed, denied, reasonOf, SILENT } from './answers.ts'
import { acknowledgeInClaudeShape, readClaudeShape } from './claude-shape.ts'
import { readingEvent } from './fields.ts'

/** For those that put an `ask` to their user. `stopping`: what becomes of a session whose agent is to stop. */
export function answerWithQuestions(
  verdict: Judged,
  event: ToolCallEvent,
  stopping: 'the session ends' | 'the session goes on' = 'the session ends',
): HookAnswer {
  const reason = reasonOf(verdict)
  if (event.moment === 'permission-request') return answerPermissionRequest(verdict.decision, reason)
  switch (verdict.decision) {
    case 'allow':
    case 'ask':
      return allowed(decision(verdict.decision, reason))
    case 'deny':
      return denied(
        {
          ...decision('deny', reason),
          ...(verdict.stopAgent && stopping === 'the session ends' ? { continue: false, stopReason: reason } : {}),
        },
        reason,
      )
  }
}

/**
 * Claude Code. Without `hookEventName` the whole object is ignored; an `ask` is shown to the user and is a denial where
 * there is none; exit 2 cannot be overridden by JSON.
 */
export const claudeCode: Agent = {
  name: 'claude-code',
  title: 'Claude Code',
  readEvent: (payload) => readingEvent(payload, (fields) => readClaudeShape('claude-code', fields)),
  subagents: 'named',
  // In that mode its own prompts are answered with yes, and so is our `ask`.
  caller: ({ clientMode }) => ({ ask: clientMode === 'bypassPermissions' ? 'runs' : 'shown', canRewrite: false }),
  acknowledge: acknowledgeInClaudeShape,
  answer: (verdict, event) => answerWithQuestions(verdict, event),
}

/** The answer that Claude Code, Codex and Qwen Code share. */
export function decision(
  permissionDecision: 'allow' | 'ask' | 'deny',
  permissionDecisionReason: string,
  updatedInput?: JsonObject,
): JsonObject {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason,
      ...(updatedInput === undefined ? {} : { updatedInput }),
    },
  }
}

/** Exit 2 means nothing here: the JSON decides, and silence leaves the question to the agent's own prompt. */
export function answerPermissionRequest(says: 'allow' | 'ask' | 'deny', reason: string): ReturnType<typeof allowed> {
  if (says === 'ask') return SILENT
  return allowed({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: says === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message: reason },
    },
  })
}
