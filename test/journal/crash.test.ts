import { expect, it } from 'vitest'
import { crash, warmUp } from './crash.ts'

it('loses no acknowledged record in 12 kills, and the chain verifies after each', { timeout: 900_000 }, async () => {
  warmUp()
  const report = await crash(12)
  expect(report.fewest, 'a round with fewer acknowledgements proves nothing').toBeGreaterThanOrEqual(5)
  expect(report.lost).toEqual([])
  expect(report.findings).toEqual([])
})
