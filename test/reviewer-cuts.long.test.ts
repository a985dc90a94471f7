import { expect, test } from 'vitest'
import { loadReviewerProduct } from './reviewer-product.ts'
import { reviewerCuts } from './suites/reviewer-cuts.ts'

test('a valid answer that is cut, reset or stalled at any byte allows nothing', { timeout: 900_000 }, async () => {
  let points = 0
  const failures = await reviewerCuts(await loadReviewerProduct(), undefined, (some) => void (points += some))
  expect(failures).toEqual([])
  expect(points).toBeGreaterThan(9_000)
})
