export interface LineLimits {
  /** So many wait at the same time. */
  readonly most: number
  /** So many of them from one session: whoever floods the gate waits behind nobody but itself. */
  readonly mostOfOne: number
}

interface Entry {
  readonly session: string
  readonly go: (outcome: Outcome) => void
  readonly timer: NodeJS.Timeout
}

/** `no room`: not in time, or too many wait already. `closed`: nobody is served any more. */
export type Outcome = 'room' | 'no room' | 'closed'

/** Calls that wait until another one has ended, the oldest first. Each is told once how its waiting ended. */
export class WaitingLine {
  readonly #limits: LineLimits
  readonly #entries = new Set<Entry>()
  readonly #ofSession = new Map<string, number>()

  constructor(limits: LineLimits) {
    this.#limits = limits
  }

  get length(): number {
    return this.#entries.size
  }

  /** `gone`: nobody waits for the answer any more, so that the place is somebody else's. */
  join(session: string, milliseconds: number, gone: AbortSignal | undefined, go: (outcome: Outcome) => void): void {
    const mine = this.#ofSession.get(session) ?? 0
    if (this.#entries.size >= this.#limits.most || mine >= this.#limits.mostOfOne || milliseconds <= 0)
      return go('no room')
    const entry: Entry = { session, go, timer: setTimeout(() => this.#leave(entry, 'no room'), milliseconds) }
    this.#entries.add(entry)
    this.#ofSession.set(session, mine + 1)
    gone?.addEventListener('abort', () => this.#leave(entry, 'no room'), { once: true })
  }

  /** There is room for one. False: nobody waits. */
  next(): boolean {
    const [first] = this.#entries
    if (first === undefined) return false
    this.#leave(first, 'room')
    return true
  }

  close(): void {
    for (const entry of this.#entries) this.#leave(entry, 'closed')
  }

  #leave(entry: Entry, outcome: Outcome): void {
    if (!this.#entries.delete(entry)) return
    clearTimeout(entry.timer)
    const left = (this.#ofSession.get(entry.session) ?? 1) - 1
    if (left === 0) this.#ofSession.delete(entry.session)
    else this.#ofSession.set(entry.session, left)
    entry.go(outcome)
  }
}
