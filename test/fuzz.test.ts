import { expect, test } from 'vitest'
import { fuzzCommands } from './fuzzing.ts'
import { loadProduct } from './product.ts'

test('20,000 generated and mutated commands: no crash, no hang, nothing loosened', { timeout: 900_000 }, async () => {
  const result = await fuzzCommands(await loadProduct(), { cases: 20_000, seed: 20_261 })
  expect(result.failures).toEqual([])
  expect(result.cases).toBe(20_000)
})
