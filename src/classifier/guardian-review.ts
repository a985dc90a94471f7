import type { Subject } from '../checks/subject.ts'
import type { Reason, Ruling } from '../verdict.ts'
import type { GuardianAgent } from './guardian.ts'

/**
 * The guardian's word on a call that a person would decide, in the modes other than auto. It can only take away: what
 * it blocks is denied; whatever else it says, or fails to say, the person is told along with the question.
 */
export async function guardianReview(
  guardian: GuardianAgent,
  subject: Subject,
  question: Ruling,
  signal?: AbortSignal,
): Promise<Ruling> {
  if (guardian.mode === 'off' || question.says !== 'ask') return question
  const result = await guardian.reviewDeeds(subject, subject.policy.digest, signal)
  if (result.reviewed !== true) return question
  const reason: Reason =
    result.failure === undefined
      ? {
          code: result.allowed ? 'guardian.risk' : 'guardian.blocked',
          sentence: `the guardian calls the risk ${result.riskLevel}: \`${quotable(result.reason)}\``,
          ...(result.allowed ? {} : { clearedBy: 'an allow rule, or another mode of the guardian' }),
        }
      : {
          code: 'guardian.unavailable',
          sentence: `the guardian could not assess this call: \`${quotable(result.failure)}\``,
          clearedBy: 'a guardian that can be reached, or another mode of it',
        }
  const ruling: Ruling = result.allowed
    ? { ...question, because: [...question.because, reason] }
    : { says: 'deny', because: [reason] }
  return result.usage === undefined ? ruling : { ...ruling, usage: [result.usage] }
}

function quotable(text: string): string {
  return text.replaceAll('`', "'")
}
