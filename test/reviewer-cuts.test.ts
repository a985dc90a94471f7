import { expect, test } from 'vitest'
import { loadReviewerProduct } from './reviewer-product.ts'
import { reviewerCuts } from './suites/reviewer-cuts.ts'

const both = ['streamed', 'whole'] as const

test('a valid answer that is cut, reset or stalled at any byte allows nothing', { timeout: 900_000 }, async () => {
  const product = await loadReviewerProduct()
  let points = 0
  const count = (some: number): void => void (points += some)
  const ways = ['cut', 'reset', 'stall'] as const
  const failures = [
    ...(await reviewerCuts(product, { formats: ['messages'], transfers: both, ways, step: 1 }, count)),
    ...(await reviewerCuts(product, { formats: ['chat'], transfers: both, ways: ['cut'], step: 1 }, count)),
    // The same transport as above: a sample shows that it is.
    ...(await reviewerCuts(product, { formats: ['chat'], transfers: both, ways: ['reset', 'stall'], step: 7 }, count)),
  ]
  expect(failures).toEqual([])
  expect(points).toBeGreaterThan(9_000)
})
