import { expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { boundedReading, MODEL_ROWS, readByModel } from './suites/incoming-model.ts'

test('a model reads what the scanner is in doubt about: it can raise, and clears nothing', async () => {
  expect(MODEL_ROWS.length).toBeGreaterThan(35)
  expect(await readByModel(await loadProduct())).toEqual([])
})

test('what goes to the model is bounded in size, time and money, holds no secret and cannot end its frame', async () =>
  expect(await boundedReading(await loadProduct())).toEqual([]))
