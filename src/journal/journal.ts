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
}

/** Why a record could not be made durable, with its own code: `journal.locked`, `journal.full`, … */
export class JournalFailure extends Error {
  override readonly name = 'JournalFailure'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** For dry runs only: `check`, `explain`, the tour. Nothing is remembered, so nothing may run on its word. */
export const forgetful: Journal = { remember: () => Promise.resolve() }
