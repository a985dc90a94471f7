import type { ToolCall } from '../call/tool-call.ts'
import type { Mode } from '../session.ts'
import type { Decision, Verdict } from '../verdict.ts'

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
  /** Left out: the call was refused before its session was looked at. */
  readonly mode?: Mode | undefined
  readonly policyDigest: string
  /** The person or service account the agent works for, when known. */
  readonly user?: string | undefined
  /** Who answered, when a person was asked: a name as their channel gave it. */
  readonly approver?: string
  /** The client was only watched: it was told nothing of the verdict. Left out: it was told the verdict. */
  readonly told?: 'nothing'
  /** The record before this one says that; it never left, and this is what the caller was told instead. */
  readonly withdraws?: Decision
}

/** Why a record is not known to be durable: every code with its meaning. */
export const JOURNAL_CODES = {
  'journal.locked': 'Another process holds the journal.',
  'journal.full': 'There is no room for the journal.',
  'journal.read-only': 'The journal may not be written.',
  'journal.unreachable': 'The database of the journal cannot be reached.',
  'journal.missing': 'The file of the journal is gone.',
  'journal.replaced': 'The file is not the one whose records are remembered, or has lost some of them.',
  'journal.forged': 'A record or a row of the journal was not written by this gate.',
  'journal.rolled-back': 'The journal is behind a head that was signed before.',
  'journal.layout': 'The tables of the journal were changed, or something was added to them.',
  'journal.foreign': 'Somebody else has written to the journal.',
  'journal.key': 'The signing key of the journal is gone, or is another one.',
  'journal.checkpoints': 'The checkpoints of the journal are gone, or some of them.',
  'journal.anchor': 'The anchor, which is kept apart from the journal, is gone or not genuine.',
  'journal.newer': 'The journal was written by a later version of the program.',
  'journal.deadline': 'The record was not known to be durable in time.',
  'journal.failed': 'The record could not be written.',
} as const satisfies Readonly<Record<string, string>>

export type JournalCode = keyof typeof JOURNAL_CODES

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
