import { expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { failClosed } from './suites/fail-closed.ts'

test('whatever breaks, the call is refused with the code of what broke', async () => {
  expect(await failClosed(await loadProduct())).toEqual([])
})
