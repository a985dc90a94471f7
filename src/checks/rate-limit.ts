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

/** For all sessions of one agent, and of one user: more than a machine judges in a second. */
export const DEFAULT_SHARED_RATE: RateLimit = { burst: 20_000, perSecond: 2_000 }

/** More keys than this are not remembered; the fullest buckets are forgotten first, so that forgetting gains little. */
const MOST_KEYS = 10_000

/** Where buckets outlive the process, and are shared with others. Never waits for a disk. */
export interface RateLedger {
  /** What is left of a bucket by the store's account, now; undefined: it is full. Throws where that cannot be told. */
  left(key: string, limit: RateLimit): number | undefined
  /** So many were taken: to be written with the next commit. Fewer than none: given back. */
  owe(key: string, limit: RateLimit, taken: number): void
  /** How many may be taken from the store ahead of use. A crash loses them: the limit gets stricter by that, never wider. */
  ahead(limit: RateLimit): number
}

interface Bucket {
  tokens: number
  at: number
  /** Taken from the store and not used yet; part of `tokens`. */
  paid: number
  limit: RateLimit
}

/** A token bucket for each key (session, user, channel). The clock is given; it may stand still or go back. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #now: () => number
  readonly #ledger: RateLedger | undefined
  readonly #buckets = new Map<string, Bucket>()

  constructor(now: () => number, limit: RateLimit = DEFAULT_RATE, ledger?: RateLedger) {
    if (!(limit.burst >= 1) || !(limit.perSecond > 0) || !Number.isFinite(limit.burst + limit.perSecond))
      throw new RangeError('a rate limit needs a burst of at least 1 and a rate above 0')
    this.#limit = limit
    this.#now = now
    this.#ledger = ledger
  }

  take(key: string, limit: RateLimit = this.#limit): RateAnswer {
    const now = this.#now()
    const bucket = this.#bucket(key, limit, now)
    refill(bucket, now)
    if (bucket.tokens < 1)
      return { admitted: false, retryAfterMillis: Math.ceil(((1 - bucket.tokens) / limit.perSecond) * 1_000) }
    bucket.tokens -= 1
    if (bucket.paid >= 1) bucket.paid -= 1
    else if (this.#ledger !== undefined) {
      const ahead = Math.floor(Math.min(this.#ledger.ahead(limit), bucket.tokens))
      this.#ledger.owe(key, limit, 1 + ahead)
      bucket.paid = ahead
    }
    return { admitted: true, left: Math.floor(bucket.tokens) }
  }

  /** The store's account again, for keys that other processes take from, too. To be called off the path of a call. */
  reread(): void {
    if (this.#ledger === undefined) return
    const now = this.#now()
    for (const [key, bucket] of this.#buckets) {
      const left = this.#ledger.left(key, bucket.limit)
      refill(bucket, now)
      // Never more than is known here: what was taken here may not have reached the store yet.
      if (left !== undefined) bucket.tokens = Math.min(bucket.tokens, left + bucket.paid)
    }
  }

  /** Gives back what was taken ahead. */
  close(): void {
    for (const [key, bucket] of this.#buckets) if (bucket.paid > 0) this.#ledger?.owe(key, bucket.limit, -bucket.paid)
    this.#buckets.clear()
  }

  #bucket(key: string, limit: RateLimit, now: number): Bucket {
    const known = this.#buckets.get(key)
    if (known !== undefined) {
      if (known.limit.burst !== limit.burst || known.limit.perSecond !== limit.perSecond) {
        // Another limit: what was used under the old one stays used.
        known.tokens = Math.min(limit.burst, Math.max(0, known.tokens + limit.burst - known.limit.burst))
        known.limit = limit
      }
      return known
    }
    const tokens = Math.min(limit.burst, this.#ledger?.left(key, limit) ?? limit.burst)
    const made: Bucket = { tokens, at: now, paid: 0, limit }
    this.#buckets.set(key, made)
    if (this.#buckets.size > MOST_KEYS) this.#forget(key, now)
    return made
  }

  #forget(keep: string, now: number): void {
    for (const bucket of this.#buckets.values()) refill(bucket, now)
    const fullest = [...this.#buckets]
      .filter(([key]) => key !== keep)
      .sort(([, one], [, other]) => other.tokens / other.limit.burst - one.tokens / one.limit.burst)
    for (const [key, bucket] of fullest.slice(0, MOST_KEYS / 10)) {
      if (bucket.paid > 0) this.#ledger?.owe(key, bucket.limit, -bucket.paid)
      this.#buckets.delete(key)
    }
  }
}

function refill(bucket: Bucket, now: number): void {
  const elapsed = Math.max(0, now - bucket.at)
  bucket.tokens = Math.min(bucket.limit.burst, bucket.tokens + (elapsed / 1_000) * bucket.limit.perSecond)
  bucket.at = now
}
