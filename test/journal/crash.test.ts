import { expect, it } from 'vitest'
import { crash } from './crash.ts'

it('loses no acknowledged record in 50 kills, and the chain verifies after each', { timeout: 240_000 }, async () => {
  const report = await crash(50)
  expect(report.fewest, 'a round with fewer acknowledgements proves nothing').toBeGreaterThanOrEqual(5)
  expect(report.lost).toEqual([])
  expect(report.findings).toEqual([])
})
