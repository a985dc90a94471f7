import { expect, test } from 'vitest'
import { loadReviewerProduct } from './reviewer-product.ts'
import { reviewerCuts } from './suites/reviewer-cuts.ts'

const formats = ['messages', 'chat'] as const
const transfers = ['streamed', 'whole'] as const

// Every byte of every answer: reviewer-cuts.long.test.ts.
test(
  'a valid answer that is cut, reset or stalled at any of many bytes allows nothing',
  { timeout: 900_000 },
  async () => {
    const product = await loadReviewerProduct()
    let points = 0
    const count = (some: number): void => void (points += some)
    const failures = [
      ...(await reviewerCuts(product, { formats, transfers, ways: ['cut'], step: 7 }, count)),
      ...(await reviewerCuts(product, { formats, transfers, ways: ['reset', 'stall'], step: 23 }, count)),
      // Where an answer is nearly whole it is nearest to an allow.
      ...(await reviewerCuts(
        product,
        { formats, transfers, ways: ['cut', 'reset', 'stall'], step: 1, last: 12 },
        count,
      )),
    ]
    expect(failures).toEqual([])
    expect(points).toBeGreaterThan(900)
  },
)
