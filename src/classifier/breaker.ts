/** After so many failures within a while nobody is asked for a while; then one probe finds out. */
export const BREAKER = { failures: 5, within: 60_000, rest: 30_000 } as const

/** So many failures, within so many milliseconds, rest for so long. */
export interface BreakerLimits {
  readonly failures: number
  readonly within: number
  readonly rest: number
}

export type Admission = 'go' | 'probe' | 'rest'

/** A circuit breaker. It knows no clock: every question brings the time, in milliseconds that never run backwards. */
export class Breaker {
  readonly #limits: BreakerLimits
  readonly #failures: number[] = []
  #restUntil: number | undefined
  #probing = false

  constructor(limits: BreakerLimits = BREAKER) {
    this.#limits = limits
  }

  /** May somebody be asked now? A probe must be ended with `succeeded`, `failed` or `gaveUp`. */
  admit(now: number): Admission {
    if (this.#restUntil === undefined) return 'go'
    if (now < this.#restUntil || this.#probing) return 'rest'
    this.#probing = true
    return 'probe'
  }

  succeeded(): void {
    this.#failures.length = 0
    this.#restUntil = undefined
    this.#probing = false
  }

  failed(now: number, admission: Admission): void {
    if (admission === 'probe') {
      this.#probing = false
      this.#restUntil = now + this.#limits.rest
      return
    }
    this.#failures.push(now)
    while (this.#failures[0] !== undefined && this.#failures[0] <= now - this.#limits.within) this.#failures.shift()
    if (this.#failures.length >= this.#limits.failures) {
      this.#failures.length = 0
      this.#restUntil = now + this.#limits.rest
    }
  }

  /** It ended without telling anything about the service: an abort, a refusal. */
  gaveUp(admission: Admission): void {
    if (admission === 'probe') this.#probing = false
  }
}
