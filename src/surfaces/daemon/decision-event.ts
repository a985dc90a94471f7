import { explainAction } from '../../call/action-words.ts'
import type { Action } from '../../call/action.ts'
import type { JsonObject, ToolCall } from '../../call/tool-call.ts'
import { visible } from '../../call/visible.ts'
import { redact } from '../../journal/redact.ts'
import type { Verdict } from '../../verdict.ts'

const LONGEST = 200

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

/** What a call is about: its command, its path, its address, else its whole input. */
export function summaryOf(call: Pick<ToolCall, 'input'>): string {
  for (const key of ['command', 'cmd', 'file_path', 'path', 'notebook_path', 'url', 'query', 'pattern']) {
    const value = Object.hasOwn(call.input, key) ? call.input[key] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return JSON.stringify(call.input)
}

/** Starting a program says least of what a call does. */
function deedOf(actions: readonly Action[]): string {
  const action = actions.find(({ does }) => does !== 'run-program') ?? actions[0]
  return action === undefined ? '' : explainAction(action)
}

/** Masked before it is cut to what is shown: half a secret is one, too. */
export function oneLine(text: string): string {
  const line = visible(redact(text.slice(0, LONGEST * 10)))
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}
