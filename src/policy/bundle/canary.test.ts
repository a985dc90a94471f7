import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { canaryPlace, shareOf } from './canary.ts'

const hosts = Array.from({ length: 4000 }, (_, index) => `host-${index}`)
const share = (percent: number, salt: string): ReadonlySet<string> =>
  new Set(hosts.filter((host) => shareOf({ canary: { percent, salt } }, host).in))

describe('the share of a canary', () => {
  test.each([
    [0, 0, 0],
    [10, 320, 480],
    [50, 1850, 2150],
    [100, 4000, 4000],
  ])('%s %% takes between %s and %s of 4000 hosts', (percent, least, most) => {
    const { size } = share(percent, 'eight')
    expect(size).toBeGreaterThanOrEqual(least)
    expect(size).toBeLessThanOrEqual(most)
  })

  it('only grows: who is in at 10 % is in at 50 %', () => {
    const half = share(50, 'eight')
    for (const host of share(10, 'eight')) expect(half.has(host)).toBe(true)
    const percents = fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 100)
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), percents, percents, (host, salt, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const inAt = (percent: number): boolean => shareOf({ canary: { percent, salt } }, host).in
        expect(inAt(less) && !inAt(more)).toBe(false)
      }),
    )
  })

  it('is another one under another salt, so that it is not always the same hosts who go first', () => {
    const [one, other] = [share(10, 'eight'), share(10, 'nine')]
    expect([...one].filter((host) => other.has(host)).length).toBeLessThan(one.size / 2)
  })

  it('does not depend on anything but salt and host, and is everybody without a canary', () => {
    expect(canaryPlace('eight', 'host-1')).toBe(canaryPlace('eight', 'host-1'))
    expect(shareOf({}, 'host-1').in).toBe(true)
  })
})
