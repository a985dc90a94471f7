import { backOff, type Pace, pause, type Trouble } from './chat-service.ts'

/** Something to be said. Undefined from `run` or not: it is over when it resolves. */
export interface Errand {
  /** Asked right before each try: what has become pointless is not done. */
  readonly isWanted?: () => boolean
  readonly run: () => Promise<void>
  /** Words that may be lost rather than hold up what comes after them. */
  readonly mostTries?: number
}

export interface OutboxOptions {
  readonly pace: Pace
  readonly troubleOf: (error: unknown) => Trouble
  /** For the person who runs the daemon. Undefined: what was wrong is over. */
  readonly onTrouble: (message: string | undefined) => void
}

/** Beyond this nobody reads any more, and the memory is not for hoarding. */
const MOST_WAITING = 1000

/**
 * What has to be said, one thing after the other. A failure that passes is waited out, as long as the service asks for;
 * everything behind it waits too, so that nothing overtakes.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #waiting: Errand[] = []
  readonly #stopping = new AbortController()
  #working: Promise<void> | undefined
  #isOpen = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** False: there is no room. */
  add(errand: Errand): boolean {
    if (this.#stopping.signal.aborted || this.#waiting.length >= MOST_WAITING) return false
    this.#waiting.push(errand)
    if (this.#isOpen) this.#work()
    return true
  }

  /** Nothing is sent before. */
  open(): void {
    this.#isOpen = true
    this.#work()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#working
  }

  #work(): void {
    if (this.#working !== undefined || this.#waiting.length === 0) return
    this.#working = this.#workOff().finally(() => {
      this.#working = undefined
      if (!this.#stopping.signal.aborted) this.#work()
    })
  }

  async #workOff(): Promise<void> {
    const { signal } = this.#stopping
    for (let errand = this.#waiting[0]; errand !== undefined && !signal.aborted; errand = this.#waiting[0]) {
      await this.#see(errand, signal)
      if (!signal.aborted) this.#waiting.shift()
    }
  }

  async #see({ run, isWanted, mostTries }: Errand, signal: AbortSignal): Promise<void> {
    const { pace, troubleOf, onTrouble } = this.#options
    for (let failures = 0; !signal.aborted; failures++) {
      if (isWanted?.() === false) return
      try {
        await run()
        if (failures > 0) onTrouble(undefined)
        return
      } catch (error) {
        const trouble = troubleOf(error)
        if (trouble.try === 'done') return
        onTrouble(trouble.message)
        if (trouble.try === 'never' || failures + 1 >= (mostTries ?? Number.POSITIVE_INFINITY)) return
        await pause(trouble.afterMs ?? backOff(pace, failures), signal)
      }
    }
  }
}
