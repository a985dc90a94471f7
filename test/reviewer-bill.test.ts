import { expect, test } from 'vitest'
import { billSession } from '../bench/reviewer.ts'

test('a session of sixty reviews reads nearly everything from the cache', async () => {
  const { readShare, prefixHits, toIdeal } = await billSession(60)
  expect(readShare).toBeGreaterThanOrEqual(0.9)
  expect(prefixHits[1]).toBeGreaterThan(5)
  expect(prefixHits[0]).toBe(prefixHits[1])
  expect(toIdeal).toBeLessThanOrEqual(1.15)
})
