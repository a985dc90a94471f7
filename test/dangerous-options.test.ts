import { beforeAll, describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { ALLOWED_AT_MOST, dangerousOptions, type Measured, measure } from './suites/options.ts'

let product: Product
let dangerous: readonly Measured[]
let ordinary: readonly Measured[]
beforeAll(async () => {
  product = await loadProduct()
  dangerous = await measure(product, 'dangerous-options')
  ordinary = await measure(product, 'ordinary-options')
}, 120_000)

const rowsOf = (measured: readonly Measured[]): number => measured.reduce((sum, { rows }) => sum + rows, 0)

describe('dangerous options and variables', () => {
  test('the lists are long enough, and every file of the dangerous one has its number', () => {
    expect(rowsOf(dangerous)).toBeGreaterThanOrEqual(650)
    expect(rowsOf(ordinary)).toBeGreaterThanOrEqual(650)
    expect(dangerous.map(({ file }) => file)).toEqual(Object.keys(ALLOWED_AT_MOST).toSorted())
  })

  test('no file has more rows allowed than is written down', async () => {
    expect(await dangerousOptions(product)).toEqual([])
  }, 120_000)

  test('at most one ordinary row is interrupted', () => {
    expect(ordinary.flatMap(({ interrupted }) => interrupted).length).toBeLessThanOrEqual(1)
  })
})
