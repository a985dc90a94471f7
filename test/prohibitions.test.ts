import { describe, expect, test } from 'vitest'
import { loadReviewerProduct } from './reviewer-product.ts'
import { ALL_LIMITS, orderOfWords, ordinaryWords, prohibitions } from './suites/prohibitions/prohibitions.ts'

describe('prohibitions in words', () => {
  test('there are enough of them', () => expect(ALL_LIMITS.length).toBeGreaterThanOrEqual(60))

  test(
    'whatever they forbid is decided by the model or a person, and reads stay free',
    { timeout: 300_000 },
    async () => {
      expect(await prohibitions(await loadReviewerProduct())).toEqual([])
    },
  )

  test('ordinary words change nothing', { timeout: 120_000 }, async () => {
    expect(await ordinaryWords(await loadReviewerProduct())).toEqual([])
  })

  test('they come before rules made earlier, and after modes without questions', async () => {
    expect(await orderOfWords(await loadReviewerProduct())).toEqual([])
  })
})
