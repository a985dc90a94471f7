import { ownCommand } from '../../call/own-command.ts'
import type { Head } from '../chain.ts'
import { JournalFailure } from '../journal.ts'
import type { Sealed } from './sqlite-seals.ts'
import type { KnownOutside } from './sqlite-writer.ts'

export interface Comparison {
  readonly sealed: Pick<Sealed, 'seal'>
  /** The last record of the writer in the file. */
  readonly last: Head
  readonly outside: KnownOutside
  /** The same, read after the file was: what the file says was signed must be there by then. Left out: nobody else writes. */
  readonly after?: KnownOutside
  /** What this process has itself seen in the file. */
  readonly known: Head | undefined
  readonly commits: number
  readonly hashAt: (seq: number) => string | undefined
  readonly prunedTo: number
  /** Other writers that nobody named. */
  readonly foreign: readonly string[]
  readonly path: string
}

/**
 * Refuses a file that is behind what is known from outside it, or that contradicts it. Each way has a code of its own;
 * `portcullis log verify` says the same of a file that nobody has open.
 */
export function compareHead(comparison: Comparison): void {
  const { sealed, last, outside, known, commits, foreign, path } = comparison
  const { seal } = sealed
  const { signed, anchor } = comparison.after ?? outside
  if (anchor.state === 'not genuine')
    throw new JournalFailure('journal.anchor', `the anchor is not genuine: ${anchor.because}; ${accept()}`)
  if (foreign.length > 0)
    throw new JournalFailure(
      'journal.foreign',
      `records of an unknown writer (${foreign.map((writer) => writer.slice(0, 8)).join(', ')}): ${path}`,
    )
  if (seal === undefined) {
    if (commits > 0) throw rolledBack(`its seal is gone, and ${commits} commits were sealed`, path)
    if (last.seq > 0 && signed === undefined) throw noCheckpoints(path)
  } else {
    if (seal.commits < commits)
      throw rolledBack(`it has ${seal.commits} commits, and ${commits} were seen before`, path)
    if (seal.seq !== last.seq || seal.hash !== last.hash)
      throw new JournalFailure(
        'journal.forged',
        `the last record is number ${last.seq}, and number ${seal.seq} is the last that was sealed: ${path}`,
      )
    const checkpointed = signed?.commits ?? 0
    if (signed === undefined || checkpointed < seal.signed) throw noCheckpoints(path)
    if (anchor.state === 'missing' && seal.signed > 0)
      throw new JournalFailure('journal.anchor', `the anchor is gone; ${accept()}`)
    if (anchor.state === 'genuine') {
      if (anchor.anchor.commits < seal.signed)
        throw new JournalFailure('journal.anchor', `the anchor is older than the journal says; ${accept()}`)
      if (anchor.anchor.commits > checkpointed) throw noCheckpoints(path)
    }
  }
  const before = outside.anchor.state === 'genuine' ? outside.anchor.anchor : undefined
  const heads = [known, outside.signed, before]
  for (const head of heads) {
    if (head === undefined || head.seq === 0) continue
    const hash = head.seq === last.seq ? last.hash : comparison.hashAt(head.seq)
    if (hash === head.hash || (hash === undefined && head.seq <= comparison.prunedTo)) continue
    throw new JournalFailure('journal.replaced', `record ${head.seq} is not in the journal as it was written: ${path}`)
  }
}

const accept = (): string =>
  `look at \`${ownCommand('log verify')}\`, and if you know why, run \`${ownCommand('log accept')}\``

function rolledBack(because: string, path: string): JournalFailure {
  return new JournalFailure('journal.rolled-back', `the journal went back: ${because}: ${path}; ${accept()}`)
}

function noCheckpoints(path: string): JournalFailure {
  return new JournalFailure(
    'journal.checkpoints',
    `checkpoints that were signed are gone, so whether records are missing cannot be told: ${path}; ${accept()}`,
  )
}
