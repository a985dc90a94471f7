import type { ApprovalStore } from '../../journal/approvals.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { Bindings } from '../bindings.ts'
import type { Question, Settlement } from '../questions/question.ts'
import type { WhoMayAnswer } from '../who-may-answer.ts'

export interface QueueOptions extends Bindings {
  readonly store: ApprovalStore
  /** Where answers that were not taken are put on record. */
  readonly audit?: Pick<AuditLogger, 'note'>
  /** Whose answer counts. Left out: whoever is let near the queue. */
  readonly whoMayAnswer?: Pick<WhoMayAnswer, 'check'>
  /** Pending questions of one session. Default 5. */
  readonly mostPerSession?: () => number | undefined
  /** Pending questions altogether. Default 20,000. */
  readonly most?: number
  /** Settled questions that are kept. Default 1,000. */
  readonly keepSettled?: number
}

/** Somebody who waits for the end of a question. */
export interface Waiter {
  readonly resolve: (settlement: Settlement | Promise<Settlement>) => void
  readonly reject: (error: Error) => void
}

/** A question that is open here, or whose end nobody has been given. */
export interface Entry {
  question: Question
  /** On the monotonic clock. */
  readonly deadline: number
  readonly waiters: Waiter[]
  /** Resolves when the row is durable. */
  stored: Promise<void>
  settlement?: Settlement
  /** A write about it failed: how the row is has to be read. */
  doubtful?: true
  /** It counts against the limits. */
  waits: boolean
  /** Another daemon asked it, under its own rules: it looks at them when it takes the answer. */
  elsewhere?: true
}
