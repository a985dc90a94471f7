/** When the same call again and again is a runaway loop. */
export interface LoopLimit {
  /** How often the same call may come while nothing else happens. */
  readonly same: number
  /** After so many seconds it may come once more. */
  readonly everySeconds: number
}

/**
 * Polling with a pause of 15 seconds never meets it, and sixty times without anything new in between is nobody's test run:
 * the reasons for the figures stand in docs/teams.md.
 */
export const DEFAULT_LOOP: LoopLimit = { same: 60, everySeconds: 15 }

/** A loop of up to so many different calls is seen as one. */
const LONGEST_LOOP = 4

/** Some of the latest different calls of one agent, and how often each may still come. Plain data: it can be stored. */
export interface Round {
  readonly what: string
  tokens: number
  at: number
}

/** Where what was seen outlives the process. */
export interface LoopLedger {
  load(key: string): readonly Round[]
  /** To be written with the next commit. */
  keep(key: string, rounds: readonly Round[]): void
  /** From how many repetitions on it is worth writing: fewer are forgotten by a restart. */
  readonly worth: number
}

/** More agents than this are not watched at once; the longest silent are forgotten. */
const MOST_WATCHED = 10_000

/**
 * Notices that the same few calls come again and again. A call that is not among the last four different ones is
 * something new: it ends every loop. So an edit between two test runs does, and so does whatever the user asks for next.
 */
export class LoopWatch {
  readonly #now: () => number
  readonly #ledger: LoopLedger | undefined
  readonly #watched = new Map<string, Round[]>()

  /** `now` counts milliseconds since 1970. */
  constructor(now: () => number, ledger?: LoopLedger) {
    this.#now = now
    this.#ledger = ledger
  }

  /** True: this call is one of a loop. `key`: who calls; `what`: exactly what would run. */
  sees(key: string, what: string, limit: LoopLimit): boolean {
    const now = this.#now()
    const rounds = this.#watched.get(key) ?? (this.#ledger?.load(key) ?? []).map((round) => ({ ...round }))
    this.#watched.delete(key)
    const known = rounds.find((round) => round.what === what)
    if (known === undefined) {
      // Something new: whatever went round before has come to an end.
      const kept = rounds.slice(1 - LONGEST_LOOP).map((round) => ({ ...round, tokens: limit.same - 1 }))
      const next = [...kept, { what, tokens: limit.same - 1, at: now }]
      this.#watched.set(key, next)
      if (this.#ledger !== undefined && this.#ledger.worth <= 1) this.#ledger.keep(key, next)
      this.#forgetOldest()
      return false
    }
    rounds.push(...rounds.splice(rounds.indexOf(known), 1))
    this.#watched.set(key, rounds)
    const back = Math.max(0, now - known.at) / (limit.everySeconds * 1_000)
    known.tokens = Math.min(limit.same, known.tokens + back)
    known.at = now
    const loops = known.tokens < 1
    if (!loops) known.tokens -= 1
    if (this.#ledger !== undefined && limit.same - known.tokens >= this.#ledger.worth) this.#ledger.keep(key, rounds)
    return loops
  }

  #forgetOldest(): void {
    const [oldest] = this.#watched.keys()
    if (this.#watched.size > MOST_WATCHED && oldest !== undefined) this.#watched.delete(oldest)
  }
}
