import { expect, test } from 'vitest'
import { loadLocalProduct, localModelDuties } from './suites/local-models.ts'

test('the duties around a model on one’s own machine are done', async () => {
  expect(await localModelDuties(await loadLocalProduct())).toEqual([])
})
