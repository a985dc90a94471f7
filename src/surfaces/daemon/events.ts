import type { JsonObject } from '../../call/tool-call.ts'

export type EventKind = 'decision' | 'contained' | 'approval' | 'policy' | 'session' | 'daemon'

/** Something that happened. `id` counts up from the start of this daemon. */
export interface DaemonEvent {
  readonly id: number
  readonly kind: EventKind
  /** Milliseconds since 1970. */
  readonly at: number
  readonly data: JsonObject
}

export type Listener = (event: DaemonEvent) => void

const MOST_KEPT = 1000
export const MOST_LISTENERS = 1000

/** What happens, for whoever listens, and the latest of it for whoever comes back. */
export class Events {
  readonly #listeners = new Set<Listener>()
  readonly #parts = new Set<Listener>()
  readonly #now: () => number
  #kept: DaemonEvent[] = []
  #next = 1

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  get listeners(): number {
    return this.#listeners.size
  }

  tell(kind: EventKind, data: JsonObject): void {
    const event = { id: this.#next++, kind, at: this.#now(), data }
    this.#kept.push(event)
    // Halved now and then instead of shifted each time.
    if (this.#kept.length > MOST_KEPT * 2) this.#kept = this.#kept.slice(-MOST_KEPT)
    for (const listener of this.#listeners) listener(event)
    for (const listener of this.#parts) listener(event)
  }

  /** For a part of the daemon itself: nobody who could see a question. */
  overhear(listener: Listener): void {
    this.#parts.add(listener)
  }

  /** What is still kept of the events after `id`. */
  since(id: number): readonly DaemonEvent[] {
    return this.#kept.filter((event) => event.id > id)
  }

  /** Undefined when too many listen already. Call what is returned to stop. */
  listen(listener: Listener): (() => void) | undefined {
    if (this.#listeners.size >= MOST_LISTENERS) return undefined
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
