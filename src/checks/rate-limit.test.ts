import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type RateLedger, RateLimiter, type RateLimit } from './rate-limit.ts'

function limiter(
  burst: number,
  perSecond: number,
): { take: (key?: string) => boolean; clock: { now: number }; raw: RateLimiter } {
  const clock = { now: 0 }
  const raw = new RateLimiter(() => clock.now, { burst, perSecond })
  return { raw, clock, take: (key = 'a') => raw.take(key).admitted }
}

describe('a token bucket', () => {
  it('admits a burst and then refuses', () => {
    const { take } = limiter(3, 1)
    expect([take(), take(), take(), take()]).toEqual([true, true, true, false])
  })
  it('gives back at its rate, never more than the burst', () => {
    const { take, clock } = limiter(2, 2)
    take()
    take()
    clock.now = 499
    expect(take()).toBe(false)
    clock.now = 500
    expect(take()).toBe(true)
    clock.now = 1_000_000
    expect([take(), take(), take()]).toEqual([true, true, false])
  })
  it('says when to come again', () => {
    const { raw, take } = limiter(1, 4)
    take()
    expect(raw.take('a')).toEqual({ admitted: false, retryAfterMillis: 250 })
  })
  it('keeps keys apart', () => {
    const { take } = limiter(1, 1)
    expect([take('a'), take('b'), take('a')]).toEqual([true, true, false])
  })
  it('is not fooled by a clock that stands still or goes back', () => {
    const { take, clock } = limiter(1, 1)
    clock.now = 10_000
    expect([take(), take()]).toEqual([true, false])
    clock.now = 0
    expect(take()).toBe(false)
  })
  it('forgets the fullest first when there are too many keys', () => {
    const { take } = limiter(2, 0.001)
    take('spent')
    take('spent')
    for (let index = 0; index < 10_001; index++) take(`other ${index}`)
    expect(take('spent')).toBe(false)
  })
  test.each([
    [0, 1],
    [1, 0],
    [Number.NaN, 1],
    [1, Infinity],
    [-1, 1],
  ])('refuses to be made with burst %j and rate %j', (burst, perSecond) => {
    expect(() => limiter(burst, perSecond)).toThrow(RangeError)
  })
})

describe('with a ledger', () => {
  /** What a store does, without one: taken from the bucket when the commit comes, and never given back. */
  class Ledger implements RateLedger {
    taken = 0
    #owed = 0
    left(_key: string, limit: RateLimit): number | undefined {
      return limit.burst - this.taken - this.#owed
    }
    owe(_key: string, _limit: RateLimit, taken: number): void {
      this.#owed += taken
    }
    ahead(limit: RateLimit): number {
      return Math.floor(limit.burst / 20)
    }
    commit(): void {
      this.taken += this.#owed
      this.#owed = 0
    }
  }
  const step = fc.oneof(
    fc.record({ does: fc.constant('calls' as const), many: fc.integer({ min: 1, max: 30 }) }),
    fc.constantFrom({ does: 'crash' as const }, { does: 'restart' as const }),
  )

  test('whatever is started, stopped and killed, nobody is let in more often than the limit says', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 200 }), (steps, burst) => {
        const limit = { burst, perSecond: 0.000_001 }
        const ledger = new Ledger()
        let running = new RateLimiter(() => 0, limit, ledger)
        let admitted = 0
        for (const each of steps) {
          if (each.does === 'calls')
            for (let call = 0; call < each.many; call++) {
              if (running.take('a').admitted) admitted++
              // The record of the call, and with it what was taken.
              ledger.commit()
            }
          else {
            if (each.does === 'restart') running.close()
            ledger.commit()
            running = new RateLimiter(() => 0, limit, ledger)
          }
        }
        expect(admitted).toBeLessThanOrEqual(burst)
        expect(ledger.taken).toBeGreaterThanOrEqual(admitted)
      }),
    ))
})
