import type { ApprovalStore } from '../../journal/approvals.ts'

/** What a queue does about questions that other daemons ask or answer. */
export interface Knowing {
  /** Ids of what waits here. */
  pending(): readonly string[]
  isKnown(id: string): boolean
  /** Takes over a question that waits in the store. */
  adopt(id: string): Promise<unknown>
  /** Somebody may have settled it. */
  readAgain(id: string): Promise<void>
}

const LOOK_EVERY = 5_000
/** So many questions are looked at again in one go, in case a notification was lost. */
const MOST_LOOKED_AT = 2_000

/** Follows what other daemons do to questions in the same store: by notifications, and by looking where one was lost. */
export class QuestionsElsewhere {
  readonly #store: NonNullable<ApprovalStore['elsewhere']>
  readonly #queue: Knowing
  #stop: (() => void) | undefined
  #lookedAt = 0

  constructor(store: NonNullable<ApprovalStore['elsewhere']>, queue: Knowing) {
    this.#store = store
    this.#queue = queue
  }

  start(): void {
    if (this.#stop !== undefined) return
    const hear = (id: string | undefined): void => void this.#hear(id).catch(() => undefined)
    const deaf = this.#store.listen(hear)
    const look = setInterval(() => hear(undefined), LOOK_EVERY).unref()
    this.#stop = () => {
      deaf()
      clearInterval(look)
    }
  }

  stop(): void {
    this.#stop?.()
    this.#stop = () => undefined
  }

  /** A part of what waits here, every time another one. */
  async look(): Promise<void> {
    const ids = this.#queue.pending()
    if (ids.length === 0) return
    const from = this.#lookedAt < ids.length ? this.#lookedAt : 0
    this.#lookedAt = from + MOST_LOOKED_AT
    for (const id of await this.#store.settled(ids.slice(from, this.#lookedAt))) await this.#queue.readAgain(id)
  }

  /** Undefined: some of it may have been missed. */
  async #hear(id: string | undefined): Promise<void> {
    if (id === undefined) {
      for (const one of await this.#store.pending()) if (!this.#queue.isKnown(one)) await this.#queue.adopt(one)
      await this.look()
    } else if (this.#queue.isKnown(id)) await this.#queue.readAgain(id)
    else await this.#queue.adopt(id)
  }
}
