const FREE_TRIES = 10
const FORGET_TRIES_AFTER = 60_000
const DELAY = 1000
const MOST_HELD = 100

/** Guessing is hopeless against 256 bits; it should also be slow and cheap. Right answers are never delayed. */
export class SlowAnswers {
  #tries = 0
  #since = 0
  #held = 0

  /** Says no: the first few times at once, then after a while; `drop` when too many wait for theirs already. */
  hold(say: () => void, drop: () => void): void {
    const now = performance.now()
    if (now - this.#since > FORGET_TRIES_AFTER) {
      this.#since = now
      this.#tries = 0
    }
    if (++this.#tries <= FREE_TRIES) {
      say()
      return
    }
    if (this.#held >= MOST_HELD) {
      drop()
      return
    }
    this.#held++
    setTimeout(() => {
      this.#held--
      say()
    }, DELAY)
  }
}
