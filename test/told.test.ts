import { expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { told } from './suites/told.ts'

test('the last record of a call is what its caller was told', async () =>
  expect(await told(await loadProduct())).toEqual([]))
