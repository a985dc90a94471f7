export interface RateLimit {
  /** How many calls may come at once. */
  readonly burst: number
  /** How many come back each second. */
  readonly perSecond: number
}

export type RateAnswer =
  | { readonly admitted: true; readonly left: number }
  | { readonly admitted: false; readonly retryAfterMillis: number }

/** For one session. More than an agent with a dozen busy sub-agents; less than a loop that has lost its way. */
export const DEFAULT_RATE: RateLimit = { burst: 1_000, perSecond: 50 }

/** More keys than this are not remembered; the fullest buckets are forgotten first, so that forgetting gains little. */
const MOST_KEYS = 10_000

interface Bucket {
  tokens: number
  at: number
}

/** A token bucket for each key (session, user, channel). The clock is given; it may stand still or go back. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(now: () => number, limit: RateLimit = DEFAULT_RATE) {
    if (!(limit.burst >= 1) || !(limit.perSecond > 0) || !Number.isFinite(limit.burst + limit.perSecond))
      throw new RangeError('a rate limit needs a burst of at least 1 and a rate above 0')
    this.#limit = limit
    this.#now = now
  }

  take(key: string): RateAnswer {
    const now = this.#now()
    const bucket = this.#buckets.get(key) ?? { tokens: this.#limit.burst, at: now }
    this.#refill(bucket, now)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > MOST_KEYS) this.#forget(key, now)
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1
      return { admitted: true, left: Math.floor(bucket.tokens) }
    }
    return { admitted: false, retryAfterMillis: Math.ceil(((1 - bucket.tokens) / this.#limit.perSecond) * 1_000) }
  }

  #refill(bucket: Bucket, now: number): void {
    const elapsed = Math.max(0, now - bucket.at)
    bucket.tokens = Math.min(this.#limit.burst, bucket.tokens + (elapsed / 1_000) * this.#limit.perSecond)
    bucket.at = now
  }

  #forget(keep: string, now: number): void {
    for (const bucket of this.#buckets.values()) this.#refill(bucket, now)
    const fullest = [...this.#buckets]
      .filter(([key]) => key !== keep)
      .sort(([, one], [, other]) => other.tokens - one.tokens)
    for (const [key] of fullest.slice(0, MOST_KEYS / 10)) this.#buckets.delete(key)
  }
}
