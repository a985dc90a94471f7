import type { JsonObject } from '../../call/tool-call.ts'
import type { AuditEvent } from '../../journal/audit-logger.ts'
import { type Draft, draftEvent } from '../../journal/records.ts'
import type { Answer, AnswerRefusal, Question, Settlement } from '../questions/question.ts'

/** How a question ended, as an event of the audit log. */
export function draftSettlement(question: Question, settlement: Settlement): Draft {
  return draftEvent({ ...about(question), ...ended(question, settlement) }, settlement.at)
}

/** A question that was found and could not be read. */
export function draftUnreadable(id: string, at: number): Draft {
  const details = { question: id.slice(0, 64), because: 'the question could not be read back' }
  return draftEvent({ type: 'permission_denied', severity: 'warn', code: 'approval.withdrawn', details }, at)
}

type Ending = Pick<AuditEvent, 'type' | 'severity' | 'code' | 'user' | 'details'>

function ended(question: Question, settlement: Settlement): Ending {
  const details = detailsOf(question)
  switch (settlement.how) {
    case 'answered': {
      const { choice, by, channel } = settlement
      const told = { ...details, approver: by, channel, choice: { ...choice } }
      return choice.says === 'deny'
        ? { type: 'permission_denied', severity: 'warn', code: 'approval.denied', user: by, details: told }
        : { type: 'permission_granted', severity: 'info', code: 'approval.granted', user: by, details: told }
    }
    case 'expired':
      return { type: 'permission_timeout', severity: 'warn', code: 'approval.timeout', details }
    case 'withdrawn': {
      const told = { ...details, because: settlement.because }
      return { type: 'permission_denied', severity: 'info', code: 'approval.withdrawn', details: told }
    }
  }
}

/** An answer that was not taken. */
export function refusalEvent(
  id: string,
  question: Question | undefined,
  answer: Answer,
  refusal: AnswerRefusal,
): AuditEvent {
  // The first of two people said yes: nothing was denied by that.
  const first = refusal.code === 'approval.needs-second'
  return {
    type: first ? 'permission_granted' : 'permission_denied',
    severity: first ? 'info' : 'warn',
    code: refusal.code,
    user: answer.by,
    ...(question === undefined ? {} : about(question)),
    details: {
      ...(question === undefined ? { question: id.slice(0, 64) } : detailsOf(question)),
      approver: answer.by,
      channel: answer.channel,
      choice: { ...answer.choice },
      because: refusal.message,
    },
  }
}

function about(question: Question): Pick<AuditEvent, 'session' | 'agent' | 'tool' | 'fingerprint'> {
  const { session, agent, tool, fingerprint } = question
  return { session, agent, tool, fingerprint }
}

function detailsOf(question: Question): JsonObject {
  const { id, call, shown, policyDigest } = question
  return { question: id, call, shown, policy: policyDigest }
}
