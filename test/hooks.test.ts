import { expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { agents } from './suites/agents.ts'
import { hooks } from './suites/hooks.ts'

test('every adapter speaks its client’s dialect', async () => expect(await agents(await loadProduct())).toEqual([]))
test('every hook event is answered, and what breaks blocks', async () =>
  expect(await hooks(await loadProduct())).toEqual([]))
