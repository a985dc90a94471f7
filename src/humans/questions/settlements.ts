import { isApproval } from './choice.ts'
import type { AnswerRefusal, Settlement } from './question.ts'

export const UNKNOWN: AnswerRefusal = { code: 'approval.unknown', message: 'there is no such question' }

/** Compared with every way to say yes. */
export function allows(settlement: Settlement): boolean {
  return settlement.how === 'answered' && isApproval(settlement.choice)
}

export function takenByAnother(at: number): Settlement {
  return { how: 'withdrawn', because: 'the approval was given to another caller', at }
}

export function alreadySettled(settlement: Settlement): AnswerRefusal {
  switch (settlement.how) {
    case 'answered':
      return { code: 'approval.settled', message: `${settlement.by} has answered already`, settlement }
    case 'expired':
      return { code: 'approval.settled', message: 'the time to answer is over', settlement }
    case 'withdrawn':
      return { code: 'approval.settled', message: `it was withdrawn: ${settlement.because}`, settlement }
  }
}
