import type { PrunePlan } from '../../journal/prune.ts'
import { timeText } from '../../journal/records.ts'
import type { StateVerification } from '../../journal/stores/verify-state.ts'
import type { Log } from './log.ts'

const DAY = 86_400_000
/** So many records go at once: calls that come meanwhile hardly wait. */
const AT_ONCE = 2_000

export interface RetentionOptions {
  /** As the settings say now. Undefined: everything is kept. */
  readonly days: () => number | undefined
  /** Proves the whole log. What is not sound is evidence, and stays. */
  readonly verify: () => Promise<Pick<StateVerification, 'findings' | 'damage'>>
  /** Removes the oldest ones before a time, with the signed anchor; at most so many at once. */
  readonly prune: (before: number, most: number) => Promise<PrunePlan | undefined>
  readonly log: Log
  readonly now: () => number
}

/** Removes what the settings no longer want kept: at the start, once a day, and when the settings change. */
export class Retention {
  readonly #options: RetentionOptions
  #days: number | undefined
  #last = Number.NEGATIVE_INFINITY
  #busy = false

  constructor(options: RetentionOptions) {
    this.#options = options
  }

  /** To be called now and then. Resolves when what was due is done. Never rejects. */
  async look(): Promise<void> {
    const { days, now, log } = this.#options
    const wanted = days()
    if (this.#busy || (wanted === this.#days && now() - this.#last < DAY)) return
    this.#days = wanted
    this.#last = now()
    if (wanted === undefined) return
    this.#busy = true
    try {
      await this.#remove(now() - wanted * DAY)
    } catch (error) {
      log('error', `old records could not be removed: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      this.#busy = false
    }
  }

  async #remove(before: number): Promise<void> {
    const { verify, prune, log } = this.#options
    const { findings, damage } = await verify()
    if (findings.length > 0 || damage.length > 0) {
      log('error', 'the log is not sound, so no old record is removed from it')
      return
    }
    let removed = 0
    for (let plan = await prune(before, AT_ONCE); plan !== undefined; plan = await prune(before, AT_ONCE)) {
      removed += plan.records
      if (plan.records < AT_ONCE) break
    }
    if (removed > 0) log('info', `${removed} records from before ${timeText(before)} were removed, as the settings say`)
  }
}
