import type { ToolCall } from '../call/tool-call.ts'
import type { Mode } from '../session.ts'
import type { Verdict } from '../verdict.ts'

/** Where verdicts are remembered. The gate waits for `remember` before an allow leaves. */
export interface Journal {
  /**
   * Resolves when the record is durable. Rejects with a `JournalFailure` when it is not known to be durable within the
   * journal's own deadline; the gate then refuses the call.
   */
  remember(record: DecisionRecord): Promise<void>
}

export interface DecisionRecord {
  readonly call: ToolCall
  readonly verdict: Verdict
  readonly mode: Mode
  readonly policyDigest: string
  /** The person or service account the agent works for, when known. */
  readonly user?: string
  /** Who answered, when a person was asked: a name as their channel gave it. */
  readonly approver?: string
  /** What the reviewing models were asked and what it cost, one entry per request. */
  readonly usage?: readonly ReviewUsage[]
}

export interface ReviewUsage {
  readonly model: string
  /** `fast`, `thinking`, `guardian`, … */
  readonly stage: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens?: number
  readonly micros?: number
}

/**
 * Why a record is not known to be durable. `locked`: another process holds the file; `full`: no room; `read-only`: no
 * right to write; `missing`: the file is gone; `replaced`: it is not the file whose records are remembered, or lost some
 * of them; `newer`: written by a later version; `deadline`: no answer in time; `failed`: everything else.
 */
export const JOURNAL_CODES = [
  'journal.locked',
  'journal.full',
  'journal.read-only',
  'journal.missing',
  'journal.replaced',
  'journal.newer',
  'journal.deadline',
  'journal.failed',
] as const

export type JournalCode = (typeof JOURNAL_CODES)[number]

/** A record could not be made durable. */
export class JournalFailure extends Error {
  override readonly name = 'JournalFailure'
  readonly code: JournalCode
  constructor(code: JournalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** For dry runs only: `check`, `explain`, the tour. Nothing is remembered, so nothing may run on its word. */
export const forgetful: Journal = { remember: () => Promise.resolve() }
