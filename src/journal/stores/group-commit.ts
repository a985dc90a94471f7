import { JournalFailure } from '../journal.ts'
import type { DraftSink } from '../audit-logger.ts'
import type { DecisionRecord, Journal } from '../journal.ts'
import type { Draft } from '../records.ts'
import { draftDecision } from '../records.ts'
import type { SealKeys } from '../seal.ts'
import { messageOf } from './checkpoint-file.ts'

/**
 * What one caller wants done: a record at the end of the chain, statements of its own, or statements and the record of
 * what they did, which is written only when they changed a row: of those who compete for a row, only the winner tells.
 */
export type GroupJob<Step> =
  | { readonly does: 'append'; readonly draft: Draft }
  | { readonly does: 'run'; readonly statements: readonly Step[] }
  | { readonly does: 'change'; readonly statements: readonly Step[]; readonly draft: Draft }

/** Makes groups of jobs durable, one group at a time. */
export interface GroupCommitter<Step> {
  /** `changes`: rows changed by each job; `refused`: its statements break a rule of the tables, and only they were undone. */
  commit(
    jobs: readonly GroupJob<Step>[],
    lockWait: number,
  ): Promise<{ readonly changes: readonly (number | 'refused')[] }>
  close(): Promise<void>
}

export interface GroupOptions<Step> {
  readonly committer: GroupCommitter<Step>
  /** What is written to, as messages name it. */
  readonly name: string
  /** What went wrong, as one of the journal's codes. */
  readonly failureOf: (error: unknown, name: string) => JournalFailure
  /** After this long a write that is not known to be durable is refused. */
  readonly deadlineMs?: number
  /** How long the first record of a group waits for company when the writer is idle; at most 3. */
  readonly windowMs?: number
  /** A group is closed at this many jobs. */
  readonly groupLimit?: number
  readonly now?: () => number
}

/** What is written along with the next commit, whatever that is for: nobody waits for it, and it costs no sync of its own. */
export interface Passenger<Step> {
  /** What there is to write now; asked when a commit is about to begin. */
  board(): readonly Step[]
  /** What was handed out last is not known to be durable. */
  stranded(): void
  /** It is. */
  arrived(): void
}

interface Waiting<Step> {
  readonly job: GroupJob<Step>
  readonly expires: number
  readonly resolve: (changes: number) => void
  readonly reject: (failure: JournalFailure) => void
  /** Kept and written later when it fails: only records of what did not happen. */
  readonly keep: boolean
  settled: boolean
}

const STATEMENT_REFUSED = 'the statement breaks a rule of the tables and was undone'
const WIDEST_WINDOW = 3
/** More than this waiting means that the store cannot follow: new ones are refused at once. */
const MOST_WAITING = { jobs: 50_000, characters: 256_000_000 } as const
const MOST_KEPT = { jobs: 10_000, characters: 64_000_000 } as const
/** A group is closed when it has grown this large: one huge call must not delay hundreds of others. */
const LARGEST_GROUP = 8_000_000
const RETRY_KEPT_AFTER = 1000

/**
 * Group commit: while one group is being made durable the next one gathers, so that many callers share one sync. Every
 * write ends within its deadline, durable or refused with a code. A record that fails is refused, and if it is the
 * record of a deny it is also kept and written when the store is back; the record of an allow never is, because the
 * refused call did not run.
 */
export abstract class GroupCommit<Step> implements Journal, DraftSink {
  readonly #committer: GroupCommitter<Step>
  readonly #failureOf: GroupOptions<Step>['failureOf']
  readonly #deadline: number
  readonly #window: number
  readonly #limit: number
  readonly #now: () => number
  readonly #name: string
  #queue: Waiting<Step>[] = []
  #queued = 0
  #flight: readonly Waiting<Step>[] = []
  #gathering = false
  #busy = false
  #sweeper: NodeJS.Timeout | undefined
  #kept: GroupJob<Step>[] = []
  #keptSize = 0
  #lost = 0
  #retry: NodeJS.Timeout | undefined
  #closing = false
  #refusing: JournalFailure | undefined
  #passenger: Passenger<Step> | undefined

  constructor(options: GroupOptions<Step>) {
    this.#committer = options.committer
    this.#failureOf = options.failureOf
    this.#name = options.name
    this.#deadline = options.deadlineMs ?? 2000
    this.#window = Math.min(options.windowMs ?? 0, WIDEST_WINDOW)
    this.#limit = options.groupLimit ?? 512
    this.#now = options.now ?? Date.now
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
  async append(draft: Draft, when?: 'now or never'): Promise<void> {
    const keep = when === undefined && draft.decision !== 'allow' && draft.decision !== 'ask'
    await this.#submit({ does: 'append', draft }, keep)
  }

  /** Runs statements in the next group; resolves with the number of rows changed when they are durable. */
  run(statements: readonly Step[]): Promise<number> {
    return this.#submit({ does: 'run', statements }, false)
  }

  /**
   * Runs statements and, if they changed a row, appends the record of it, all in one transaction. Resolves with the
   * number of rows changed when that is durable. When it rejects, the row must be read again to know how it is.
   */
  change(statements: readonly Step[], draft: Draft): Promise<number> {
    return this.#submit({ does: 'change', statements, draft }, false)
  }

  carry(passenger: Passenger<Step>): void {
    this.#passenger = passenger
  }

  /** Rejects with the reason when the store cannot be written now. */
  async check(): Promise<void> {
    await this.run([])
  }

  /** The keys under which rows are sealed. To be asked for after `check`. */
  abstract get keys(): SealKeys

  /** Denies that are not written yet, and those that had to be given up. */
  get backlog(): { readonly kept: number; readonly lost: number } {
    return { kept: this.#kept.length, lost: this.#lost }
  }

  /** Writes what waits, signs a last checkpoint and lets go of the file. A store that hangs is given up after a while. */
  async close(): Promise<void> {
    this.#closing = true
    clearTimeout(this.#retry)
    const patience = performance.now() + this.#deadline * 2
    while ((this.#queue.length > 0 || this.#busy) && performance.now() < patience) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    if (this.#kept.length > 0) await this.#send()
    clearTimeout(this.#sweeper)
    await this.#committer.close()
  }

  /** Something is wrong with what was written before: from now on nothing is allowed on the strength of this journal. */
  refuse(failure: JournalFailure): void {
    this.#refusing = failure
  }

  /** Hears of jobs that were refused without ever having been handed to the committer: nothing of them is written. */
  protected neverTried(_job: GroupJob<Step>): void {}

  #submit(job: GroupJob<Step>, keep: boolean): Promise<number> {
    const failure = this.#notTaken()
    if (failure !== undefined) {
      if (keep && failure.code === 'journal.deadline') this.#keep(job)
      this.neverTried(job)
      return Promise.reject(failure)
    }
    this.#queued += sizeOf(job)
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#queue.push({ job, expires: performance.now() + this.#deadline, resolve, reject, keep, settled: false })
    this.#sweep()
    this.#gather()
    return promise
  }

  #notTaken(): JournalFailure | undefined {
    if (this.#refusing !== undefined) return this.#refusing
    if (this.#closing) return new JournalFailure('journal.failed', 'the journal is closed')
    if (this.#queue.length < MOST_WAITING.jobs && this.#queued < MOST_WAITING.characters) return undefined
    return new JournalFailure('journal.deadline', `too many records already wait: ${this.#name}`)
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
    const group = this.#takeGroup()
    const late = this.#kept.splice(0, this.#limit)
    for (const job of late) this.#keptSize -= sizeOf(job)
    if (group.length + late.length === 0) return
    this.#busy = true
    this.#flight = group
    // Enough of the time that is left to be told about a lock, and still answer before the deadline.
    const expires = group[0]?.expires ?? performance.now() + this.#deadline
    const lockWait = Math.max(1, (expires - performance.now()) * 0.75)
    const boards = this.#passenger?.board() ?? []
    const along: GroupJob<Step> = { does: 'run', statements: boards }
    try {
      const { changes } = await this.#committer.commit(
        [...group.map((waiting) => waiting.job), ...late, ...(boards.length === 0 ? [] : [along])],
        lockWait,
      )
      if (boards.length > 0) this.#passenger?.arrived()
      for (const [index, waiting] of group.entries()) {
        const changed = changes[index]
        if (typeof changed !== 'number') this.#fail(waiting, new JournalFailure('journal.failed', STATEMENT_REFUSED))
        else if (!waiting.settled) waiting.resolve(changed)
        // Refused at its deadline and kept, but written after all: once is enough.
        else if (waiting.keep) this.#unkeep(waiting.job)
        waiting.settled = true
      }
    } catch (error) {
      if (boards.length > 0) this.#passenger?.stranded()
      for (const job of late.reverse()) this.#keep(job, 'first')
      const failure = this.#failureOf(error, this.#name)
      for (const waiting of group) this.#fail(waiting, failure)
      if (this.#kept.length > 0) this.#retryKept()
    }
    this.#busy = false
    this.#flight = []
    // A program with nothing more to write may end: the timer of a deadline that was kept must not hold it.
    clearTimeout(this.#sweeper)
    this.#sweeper = undefined
    this.#sweep()
    if (this.#queue.length > 0) this.#gather()
  }

  #takeGroup(): readonly Waiting<Step>[] {
    let size = 0
    let count = 0
    while (count < Math.min(this.#queue.length, this.#limit) && size < LARGEST_GROUP) {
      size += sizeOf(this.#queue[count++]!.job)
    }
    this.#queued -= size
    return this.#queue.splice(0, count).filter((waiting) => !waiting.settled)
  }

  #fail(waiting: Waiting<Step>, failure: JournalFailure): void {
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
        const failure = new JournalFailure('journal.deadline', `not durable within ${this.#deadline} ms: ${this.#name}`)
        for (const waiting of this.#flight) if (waiting.expires <= now) this.#fail(waiting, failure)
        for (const waiting of this.#queue)
          if (waiting.expires <= now && !waiting.settled) {
            this.#fail(waiting, failure)
            this.neverTried(waiting.job)
          }
        this.#queue = this.#queue.filter((waiting) => !waiting.settled)
        this.#queued = this.#queue.reduce((sum, waiting) => sum + sizeOf(waiting.job), 0)
        this.#sweep()
      },
      Math.max(1, oldest.expires - performance.now()),
    )
  }

  #keep(job: GroupJob<Step>, where: 'first' | 'last' = 'last'): void {
    if (this.#kept.length >= MOST_KEPT.jobs || this.#keptSize >= MOST_KEPT.characters) {
      this.#lost++
      return
    }
    if (where === 'first') this.#kept.unshift(job)
    else this.#kept.push(job)
    this.#keptSize += sizeOf(job)
    this.#retryKept()
  }

  #unkeep(job: GroupJob<Step>): void {
    const place = this.#kept.indexOf(job)
    if (place < 0) return
    this.#kept.splice(place, 1)
    this.#keptSize -= sizeOf(job)
  }

  #retryKept(): void {
    if (this.#closing) return
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined
      void this.#send()
    }, RETRY_KEPT_AFTER).unref()
  }
}

/** What a job holds in memory, roughly. */
function sizeOf(job: GroupJob<unknown>): number {
  switch (job.does) {
    case 'append':
      return job.draft.body.length + 500
    case 'run':
      return 500 * job.statements.length
    case 'change':
      return job.draft.body.length + 500 + 500 * job.statements.length
  }
}
