import type { Draft } from './records.ts'

export const APPROVAL_STATES = ['pending', 'answered', 'expired', 'withdrawn'] as const

export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** A question to a person as it is kept. Both texts are JSON without secrets; times are milliseconds since 1970. */
export interface Approval {
  readonly id: string
  /** The same call asked again has the same key. */
  readonly key: string
  readonly session: string
  readonly question: string
  readonly asked: number
  readonly expires: number
  readonly state: ApprovalState
  /** '' while pending. */
  readonly settlement: string
  readonly settled: number
  /** Whoever asked has been given the settlement. */
  readonly delivered: boolean
}

export interface ApprovalEnd {
  readonly state: Exclude<ApprovalState, 'pending'>
  readonly settlement: string
  readonly at: number
}

/** One of two people has approved exactly what was shown to them. */
export interface FirstYes {
  readonly question: string
  readonly session: string
  /** The hash of what was shown. */
  readonly shown: string
  readonly by: string
  readonly at: number
  /** Whose yes counts no more. */
  readonly instead?: string
}

/** Under which name the first answers of a session's questions are sealed, and what they are bound to. */
export function holderOfYes({ session }: Pick<FirstYes, 'session'>): string {
  return `first answers of ${session}`
}

export function boundYes({ question, shown }: Pick<FirstYes, 'question' | 'shown'>): string {
  return `${question} ${shown}`
}

/**
 * Questions that outlive the process. Every write is durable when it resolves and rejects with a `JournalFailure`; after
 * that the row must be read to know how it is.
 */
export interface ApprovalStore {
  /** False when the id is taken. */
  add(approval: Pick<Approval, 'id' | 'key' | 'session' | 'question' | 'asked' | 'expires'>): Promise<boolean>
  /** True for exactly one caller of all that ever try, and only then is the record written, in the same transaction. */
  settle(id: string, end: ApprovalEnd, record: Draft): Promise<boolean>
  /**
   * Whose yes came first: `by` itself where there was none, or where it takes the place of `instead`. Durable when it
   * resolves; of two who are first at the same time, one is, whatever process they came to.
   */
  firstYes(yes: FirstYes): Promise<string>
  /** True for exactly one caller: whoever is given the settlement. */
  deliver(id: string): Promise<boolean>
  read(id: string): Promise<Approval | undefined>
  /** Pending ones and settled ones that nobody has been given yet and that have not expired; oldest first. */
  open(now: number): Promise<readonly Approval[]>
  /** The latest settled ones, newest first. */
  latest(most: number): Promise<readonly Approval[]>
  /** Settled questions of a session are given to nobody any more. */
  closeSession(session: string): Promise<void>
  /** Forgets all but the latest `keep` settled ones; never one that waits to be given. */
  prune(keep: number, now: number): Promise<void>
  /** Where other daemons ask and answer in the same store. Left out: nobody else does. */
  readonly elsewhere?: {
    /** Which of these other daemons asked. */
    others(ids: readonly string[]): Promise<readonly string[]>
    /** All that are pending, whoever asked. */
    pending(): Promise<readonly string[]>
    /** Which of these are no longer pending. */
    settled(ids: readonly string[]): Promise<readonly string[]>
    /** An open question with this key, whoever asked it. */
    pendingUnder(key: string, now: number): Promise<Approval | undefined>
    /** Hears which question was asked or settled; undefined: some may have been missed. A notification may be lost. */
    listen(hear: (id: string | undefined) => void): () => void
  }
}

/** What cannot be read is over, and gives nothing. */
export function stateFromStore(text: string): ApprovalState {
  return APPROVAL_STATES.find((state) => state === text) ?? 'withdrawn'
}

/** For programs without a journal: questions end with the process. */
export class MemoryApprovals implements ApprovalStore {
  readonly #rows = new Map<string, Approval>()
  readonly #yes = new Map<string, string>()
  readonly #record: (draft: Draft) => Promise<void>

  /** `record` makes the record of a settlement durable, where there is a place for it. */
  constructor(record: (draft: Draft) => Promise<void> = () => Promise.resolve()) {
    this.#record = record
  }

  async add(approval: Parameters<ApprovalStore['add']>[0]): Promise<boolean> {
    if (this.#rows.has(approval.id)) return false
    this.#rows.set(approval.id, { ...approval, state: 'pending', settlement: '', settled: 0, delivered: false })
    return true
  }

  async settle(id: string, end: ApprovalEnd, record: Draft): Promise<boolean> {
    const row = this.#rows.get(id)
    if (row?.state !== 'pending') return false
    this.#rows.set(id, { ...row, state: end.state, settlement: end.settlement, settled: end.at })
    try {
      await this.#record(record)
    } catch (error) {
      // An answer that is not on record is none.
      this.#rows.set(id, { ...row, state: 'withdrawn', settlement: '', settled: end.at })
      throw error
    }
    return true
  }

  async firstYes(yes: FirstYes): Promise<string> {
    const bound = boundYes(yes)
    const first = this.#yes.get(bound)
    if (first !== undefined && first !== yes.instead) return first
    this.#yes.set(bound, yes.by)
    return yes.by
  }

  async deliver(id: string): Promise<boolean> {
    const row = this.#rows.get(id)
    if (row === undefined || row.state === 'pending' || row.delivered) return false
    this.#rows.set(id, { ...row, delivered: true })
    return true
  }

  async read(id: string): Promise<Approval | undefined> {
    return this.#rows.get(id)
  }

  async open(now: number): Promise<readonly Approval[]> {
    return [...this.#rows.values()].filter((row) => row.state === 'pending' || (!row.delivered && row.expires > now))
  }

  async latest(most: number): Promise<readonly Approval[]> {
    return this.#ended().slice(0, most)
  }

  async closeSession(session: string): Promise<void> {
    for (const row of this.#ended()) {
      if (row.session === session) this.#rows.set(row.id, { ...row, delivered: true })
    }
  }

  async prune(keep: number, now: number): Promise<void> {
    for (const row of this.#ended().slice(keep)) {
      if (row.delivered || row.expires <= now) this.#rows.delete(row.id)
    }
    const left = new Set([...this.#rows.values()].filter(({ state }) => state === 'pending').map(({ id }) => id))
    for (const bound of this.#yes.keys()) if (!left.has(bound.split(' ')[0]!)) this.#yes.delete(bound)
  }

  #ended(): readonly Approval[] {
    return [...this.#rows.values()]
      .filter((row) => row.state !== 'pending')
      .toSorted((one, other) => other.settled - one.settled)
  }
}
