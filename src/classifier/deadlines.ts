/** How long anything may take, in milliseconds, and how much is read. */
export interface Limits {
  /** Until the connection stands, TLS included. */
  readonly connect: number
  /** From then to the first byte of the answer. */
  readonly firstByte: number
  /** The longest silence within an answer. */
  readonly idle: number
  /** All attempts of stage 1 together, and of stage 2. */
  readonly stage1: number
  readonly stage2: number
  /** The whole review. */
  readonly whole: number
  /** Bytes of an answer that are read at most; a stream may wrap them in 32 times as many. */
  readonly bodyBytes: number
  /** Further attempts after a failure that may pass, within all of the above. */
  readonly retries: number
  /** Before the first retry; doubled for the next; each time multiplied by a chance between a half and one. */
  readonly backoff: number
}

export const LIMITS: Limits = {
  connect: 3_000,
  firstByte: 10_000,
  idle: 5_000,
  stage1: 15_000,
  stage2: 45_000,
  whole: 60_000,
  bodyBytes: 64 * 1024,
  retries: 2,
  backoff: 400,
}

/**
 * A timer that can be set again. It keeps the process alive: one that does not would let a hook exit in the middle of
 * a question, with nothing said. Infinity never rings.
 */
export class Alarm {
  readonly #ring: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(ring: () => void) {
    this.#ring = ring
  }

  set(milliseconds: number): void {
    this.clear()
    if (milliseconds !== Infinity) this.#timer = setTimeout(this.#ring, Math.max(0, milliseconds))
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

export type Ended<Value> =
  | { readonly ended: 'done'; readonly value: Value }
  | { readonly ended: 'late' }
  | { readonly ended: 'aborted' }

/**
 * Runs something that is given a signal and so much time. Ends when it does, when the time is over or when the outer
 * signal aborts, whichever comes first; what the work says after that is heard by nobody. Never rejects on its own.
 */
export async function within<Value>(
  milliseconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Ended<Value>> {
  if (outer.aborted) return { ended: 'aborted' }
  if (milliseconds <= 0) return { ended: 'late' }
  const inner = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<Ended<Value>>()
  const alarm = new Alarm(() => resolve({ ended: 'late' }))
  const onAbort = (): void => resolve({ ended: 'aborted' })
  outer.addEventListener('abort', onAbort, { once: true })
  alarm.set(milliseconds)
  try {
    work(inner.signal).then((value) => resolve({ ended: 'done', value }), reject)
    return await promise
  } finally {
    alarm.clear()
    outer.removeEventListener('abort', onAbort)
    inner.abort()
  }
}

/** Waits, or less when the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await within(milliseconds, signal, () => new Promise<never>(() => undefined))
}
