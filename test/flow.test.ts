import { expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { flow } from './suites/flow.ts'

test('the seven steps, the modes, the fast paths and the denial limits hold', async () => {
  expect(await flow(await loadProduct())).toEqual([])
})
