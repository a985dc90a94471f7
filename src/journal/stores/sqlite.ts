import type { DraftSink } from '../audit-logger.ts'
import type { DecisionRecord, Journal } from '../journal.ts'
import { JournalFailure } from '../journal.ts'
import type { Draft } from '../records.ts'
import { draftDecision } from '../records.ts'
import { messageOf, statePaths } from './checkpoint-file.ts'
import type { Committer } from './committer.ts'
import { commitHere, commitInThread } from './committer.ts'
import type { OpenConnection, Pragmas } from './sqlite-connection.ts'
import { failureOf } from './sqlite-failures.ts'
import type { Job, Statement } from './sqlite-writer.ts'

export interface SqliteJournalOptions {
  /** Holds the signing key and the checkpoints, and the database unless `database` says otherwise. */
  readonly stateDirectory: string
  readonly database?: string
  /** After this long a write that is not known to be durable is refused. */
  readonly deadlineMs?: number
  /** How long the first record of a group waits for company when the writer is idle; at most 3. */
  readonly windowMs?: number
  /** A group is closed at this many jobs. */
  readonly groupLimit?: number
  /** `own`: a thread for the file, for programs that go on. `caller`: none, for programs that write once and end. */
  readonly thread?: 'own' | 'caller'
  readonly synchronous?: Pragmas['synchronous']
  readonly maxPages?: number
  /** With `thread: 'caller'`: how the file is opened. */
  readonly open?: OpenConnection
  readonly now?: () => number
}

/** The journal in one SQLite file, which is opened when the first record comes. */
export function openSqliteJournal(options: SqliteJournalOptions): SqliteJournal {
  return new SqliteJournal(options)
}

interface Waiting {
  readonly job: Job
  readonly expires: number
  readonly resolve: (changes: number) => void
  readonly reject: (failure: JournalFailure) => void
  /** Kept and written later when it fails: only records of what did not happen. */
  readonly keep: boolean
  settled: boolean
}

const WIDEST_WINDOW = 3
/** More than this waiting means that the store cannot follow: new ones are refused at once. */
const MOST_WAITING = 50_000
const MOST_KEPT = 10_000
const RETRY_KEPT_AFTER = 1000

/**
 * Group commit: while one group is being made durable the next one gathers, so that many callers share one sync. Every
 * write ends within its deadline, durable or refused with a code. A record that fails is refused, and if it is the
 * record of a deny it is also kept and written when the store is back; the record of an allow never is, because the
 * refused call did not run.
 */
export class SqliteJournal implements Journal, DraftSink {
  readonly #committer: Committer
  readonly #deadline: number
  readonly #window: number
  readonly #limit: number
  readonly #now: () => number
  readonly #path: string
  #queue: Waiting[] = []
  #flight: readonly Waiting[] = []
  #gathering = false
  #busy = false
  #sweeper: NodeJS.Timeout | undefined
  #kept: Job[] = []
  #lost = 0
  #retry: NodeJS.Timeout | undefined
  #closing = false

  constructor(options: SqliteJournalOptions) {
    const paths = statePaths(options.stateDirectory, options.database)
    this.#path = paths.database
    this.#deadline = options.deadlineMs ?? 2000
    this.#window = Math.min(options.windowMs ?? 0, WIDEST_WINDOW)
    this.#limit = options.groupLimit ?? 512
    this.#now = options.now ?? Date.now
    const keeping = {
      paths,
      synchronous: options.synchronous ?? 'FULL',
      ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
    } as const
    this.#committer =
      options.thread === 'caller'
        ? commitHere({ ...keeping, ...(options.open === undefined ? {} : { open: options.open }) }, this.#now)
        : commitInThread(keeping)
  }

  async remember(record: DecisionRecord): Promise<void> {
    let draft: Draft
    try {
      draft = draftDecision(record, this.#now())
    } catch (error) {
      throw new JournalFailure('journal.failed', `the call cannot be written down: ${messageOf(error)}`)
    }
    await this.append(draft)
  }

  /** Resolves when the record is durable. */
  async append(draft: Draft): Promise<void> {
    await this.#submit({ does: 'append', draft }, draft.decision !== 'allow' && draft.decision !== 'ask')
  }

  /** Runs statements in the next group; resolves with the number of rows changed when they are durable. */
  run(statements: readonly Statement[]): Promise<number> {
    return this.#submit({ does: 'run', statements }, false)
  }

  /** Rejects with the reason when the store cannot be written now. */
  async check(): Promise<void> {
    await this.run([])
  }

  /** Denies that are not written yet, and those that had to be given up. */
  get backlog(): { readonly kept: number; readonly lost: number } {
    return { kept: this.#kept.length, lost: this.#lost }
  }

  /** Writes what waits, signs a last checkpoint and lets go of the file. */
  async close(): Promise<void> {
    this.#closing = true
    clearTimeout(this.#retry)
    while (this.#queue.length > 0 || this.#busy) await new Promise((resolve) => setTimeout(resolve, 1))
    if (this.#kept.length > 0) await this.#send()
    clearTimeout(this.#sweeper)
    await this.#committer.close()
  }

  #submit(job: Job, keep: boolean): Promise<number> {
    if (this.#closing) return Promise.reject(new JournalFailure('journal.failed', 'the journal is closed'))
    if (this.#queue.length >= MOST_WAITING) {
      if (keep) this.#keep(job)
      return Promise.reject(
        new JournalFailure('journal.deadline', `${MOST_WAITING} records already wait: ${this.#path}`),
      )
    }
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#queue.push({ job, expires: performance.now() + this.#deadline, resolve, reject, keep, settled: false })
    this.#sweep()
    this.#gather()
    return promise
  }

  #gather(): void {
    if (this.#gathering || this.#busy) return
    this.#gathering = true
    const send = (): void => {
      this.#gathering = false
      void this.#send()
    }
    if (this.#window > 0 && this.#queue.length < this.#limit) setTimeout(send, this.#window)
    else setImmediate(send)
  }

  /** One group at a time; the next one leaves as soon as this one has ended. */
  async #send(): Promise<void> {
    if (this.#busy) return
    const group = this.#queue.splice(0, this.#limit).filter((waiting) => !waiting.settled)
    const late = this.#kept.splice(0, this.#limit)
    if (group.length + late.length === 0) return
    this.#busy = true
    this.#flight = group
    // Enough of the time that is left to be told about a lock, and still answer before the deadline.
    const expires = group[0]?.expires ?? performance.now() + this.#deadline
    const lockWait = Math.max(1, (expires - performance.now()) * 0.75)
    try {
      const { changes } = await this.#committer.commit([...group.map((waiting) => waiting.job), ...late], lockWait)
      for (const [index, waiting] of group.entries()) {
        if (!waiting.settled) waiting.resolve(changes[index] ?? 0)
        waiting.settled = true
      }
    } catch (error) {
      this.#kept.unshift(...late)
      const failure = failureOf(error, this.#path)
      for (const waiting of group) this.#fail(waiting, failure)
      if (this.#kept.length > 0) this.#retryKept()
    }
    this.#busy = false
    this.#flight = []
    if (this.#queue.length > 0) this.#gather()
  }

  #fail(waiting: Waiting, failure: JournalFailure): void {
    if (waiting.settled) return
    waiting.settled = true
    if (waiting.keep) this.#keep(waiting.job)
    waiting.reject(failure)
  }

  /** One timer for the oldest: deadlines are all equally long, so they end in the order they began. */
  #sweep(): void {
    if (this.#sweeper !== undefined) return
    const oldest = this.#flight.find((waiting) => !waiting.settled) ?? this.#queue.find((waiting) => !waiting.settled)
    if (oldest === undefined) return
    this.#sweeper = setTimeout(
      () => {
        this.#sweeper = undefined
        const now = performance.now()
        const failure = new JournalFailure('journal.deadline', `not durable within ${this.#deadline} ms: ${this.#path}`)
        for (const waiting of this.#flight) if (waiting.expires <= now) this.#fail(waiting, failure)
        for (const waiting of this.#queue) if (waiting.expires <= now) this.#fail(waiting, failure)
        this.#queue = this.#queue.filter((waiting) => !waiting.settled)
        this.#sweep()
      },
      Math.max(1, oldest.expires - performance.now()),
    )
  }

  #keep(job: Job): void {
    if (this.#kept.length >= MOST_KEPT) {
      this.#lost++
      return
    }
    this.#kept.push(job)
    this.#retryKept()
  }

  #retryKept(): void {
    if (this.#closing) return
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined
      void this.#send()
    }, RETRY_KEPT_AFTER).unref()
  }
}
