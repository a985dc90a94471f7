import { beforeAll, describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { CASES, judgeCase, wrongWith } from './suites/corpus.ts'

let product: Product
beforeAll(async () => {
  product = await loadProduct()
})

describe('the corpus', () => {
  test('holds at least 800 cases, about half of them everyday ones, each with an id of its own and a why', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(800)
    expect(new Set(CASES.map((one) => one.id)).size).toBe(CASES.length)
    const everyday = CASES.filter((one) => one.expect.decision === 'allow').length
    expect(everyday / CASES.length).toBeGreaterThan(0.4)
    expect(CASES.every((one) => one.why.length > 3)).toBe(true)
  })

  test.each(CASES)('$id: $why', async (one) => {
    expect(wrongWith(one, await judgeCase(product, one))).toBeUndefined()
  })
})
