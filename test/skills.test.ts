import { expect, test } from 'vitest'
import { loadProduct } from './product.ts'
import { skills } from './suites/skills.ts'

test('a skill or command is judged by what loading it runs', async () => {
  expect(await skills(await loadProduct())).toEqual([])
})
