import { describe, expect, it, test } from 'vitest'
import { RateLimiter } from './rate-limit.ts'

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
