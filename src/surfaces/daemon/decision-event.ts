import { explainAction } from '../../call/action-words.ts'
import type { Action } from '../../call/action.ts'
import type { JsonObject, ToolCall } from '../../call/tool-call.ts'
import type { Verdict } from '../../verdict.ts'
import { oneLine, summaryOf } from './one-line.ts'

/** A verdict as whoever watches is told it: one line each, without secrets. */
export function decisionEvent(call: ToolCall, verdict: Verdict, user: string | undefined): JsonObject {
  const cost = verdict.usage?.reduce((sum, { price }) => sum + (price ?? 0), 0)
  const [first] = verdict.because
  return {
    call: call.id,
    session: call.session,
    agent: call.agent,
    ...(call.subagent === undefined ? {} : { subagent: { id: call.subagent.id, type: call.subagent.type } }),
    tool: call.tool,
    decision: verdict.decision,
    code: first?.code ?? '',
    sentence: oneLine(first?.sentence ?? ''),
    layer: verdict.layer,
    deed: oneLine(deedOf(verdict.actions)),
    summary: oneLine(summaryOf(call)),
    micros: Math.round(verdict.trace.reduce((sum, step) => sum + step.micros, 0)),
    ...(user === undefined ? {} : { user }),
    ...(verdict.approver === undefined ? {} : { approver: oneLine(verdict.approver) }),
    ...(cost === undefined ? {} : { cost }),
    ...(verdict.stopAgent === true ? { stopAgent: true } : {}),
    fingerprint: call.fingerprint,
    cwd: oneLine(call.cwd),
  }
}

/** Starting a program says least of what a call does. */
function deedOf(actions: readonly Action[]): string {
  const action = actions.find(({ does }) => does !== 'run-program') ?? actions[0]
  return action === undefined ? '' : explainAction(action)
}
