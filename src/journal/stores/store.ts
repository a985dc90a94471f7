import type { ApprovalStore } from '../approvals.ts'
import type { DraftSink } from '../audit-logger.ts'
import type { ChainEnds } from '../chain-reader.ts'
import type { Journal, JournalFailure } from '../journal.ts'
import type { ForeignChains } from '../machines.ts'
import type { PrunePlan } from '../prune.ts'
import type { LogFilter } from '../query.ts'
import type { StoredRecord } from '../records.ts'
import type { SessionStore } from '../sessions.ts'
import type { FlagStore, TicketStore } from '../tickets.ts'
import type { UserStore } from '../users.ts'
import type { StatePaths } from './checkpoint-file.ts'
import type { DatabasePlace } from './database-place.ts'

/** Everything that one daemon keeps: SQLite in its own directory, or PostgreSQL together with other daemons. */
export interface Store<Limits> {
  readonly kind: 'sqlite' | 'postgres'
  readonly journal: StoreJournal
  readonly sessions: SessionStore
  readonly approvals: ApprovalStore
  readonly users: UserStore
  readonly limits: Limits
  /** Logs of machines that joined this gate. */
  readonly machines: ForeignChains
  /** Tickets of contained runs. */
  readonly tickets: TicketStore
  /** The last good flags. */
  readonly flags: FlagStore
  /** Where the log is, for whoever reads it in a thread of its own. */
  readonly log: LogPlace
  /** Removes the oldest records of its own chain, at most so many at once. Undefined: none is old enough. */
  prune(before: number, most: number): Promise<PrunePlan | undefined>
  /** Writes what is left to write and lets go of everything. To be called when nothing is judged any more. */
  close(): Promise<void>
}

export interface StoreJournal extends Journal, DraftSink {
  /** Rejects with the reason when the store cannot be written now. */
  check(): Promise<void>
  /** From now on nothing is allowed on the strength of this journal. */
  refuse(failure: JournalFailure): void
  /** Denies that are not written yet, and those that had to be given up. */
  readonly backlog: { readonly kept: number; readonly lost: number }
  /** Whose chain is written. To be asked for after `check`. */
  readonly writer: string
}

/** Plain data: it is handed to threads. */
export interface LogPlace {
  /** Key, checkpoints and anchor; for SQLite, the database too. */
  readonly paths: StatePaths
  /** Left out: the SQLite file. */
  readonly postgres?: DatabasePlace
}

export interface LogStats {
  readonly records: number
  readonly first: number | undefined
  readonly last: number | undefined
  readonly by: Readonly<
    Record<'decision' | 'event' | 'agent' | 'tool' | 'code', readonly (readonly [string, number])[]>
  >
}

/** Reads a log; it is never changed. */
export interface LogReader {
  /** Every record that fits, one at a time, in order of arrival. */
  records(filter?: LogFilter): Iterable<StoredRecord> | AsyncIterable<StoredRecord>
  /** The latest that fit, oldest first. */
  latest(filter: LogFilter, count: number): Promise<readonly StoredRecord[]>
  /** Behind which position the latest `count` records that fit begin; undefined: there are not that many. */
  positionOfLatest(filter: LogFilter, count: number): Promise<number | undefined>
  /** By `id` as it is shown, or by sequence number alone when only one chain has it. */
  find(id: string): Promise<readonly StoredRecord[]>
  stats(filter: LogFilter): Promise<LogStats>
  /** Every chain, or the one of this writer. */
  chains(writer?: string): Promise<readonly ChainEnds[]>
  /** The records of a chain after a number, in order: no more than `most`, and no more than fit into a few megabytes. */
  after(writer: string, seq: number, most: number): Promise<readonly StoredRecord[]>
  close(): void | Promise<void>
}
