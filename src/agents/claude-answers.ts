import type { JsonObject } from '../call/tool-call.ts'
import type { HookAnswer, Judged, ToolCallEvent } from './agent.ts'
import { allowed, denied, insteadOf, reasonOf, runsAsItIs, SILENT } from './answers.ts'

/** For those that put an `ask` to their user. `stopping`: what becomes of a session whose agent is to stop. */
export function answerWithQuestions(
  verdict: Judged,
  event: ToolCallEvent,
  stopping: 'the session ends' | 'the session goes on' = 'the session ends',
): HookAnswer {
  const reason = reasonOf(verdict)
  if (event.moment === 'permission-request') return answerPermissionRequest(verdict, event)
  const instead = event.rewrites === true ? insteadOf(verdict) : undefined
  if (instead !== undefined) return allowed(decision('allow', reason, instead))
  switch (verdict.decision) {
    case 'allow':
    case 'ask':
      return allowed(decision(verdict.decision, reason))
    case 'contain':
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
export function answerPermissionRequest(verdict: Judged, event: ToolCallEvent): ReturnType<typeof allowed> {
  if (verdict.decision === 'ask') return SILENT
  return allowed({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: runsAsItIs(verdict, event) ? { behavior: 'allow' } : { behavior: 'deny', message: reasonOf(verdict) },
    },
  })
}
