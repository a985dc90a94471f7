import { spawnSync } from 'node:child_process'
import { beforeAll, expect, it } from 'vitest'
import { CHILD, crash } from './crash.ts'
import { freshDirectory } from './samples.ts'

// Only a child that ends by itself leaves its compiled code to the next ones.
beforeAll(() => void spawnSync(process.execPath, [CHILD, 'count', freshDirectory(), '1', 'FULL']))

it('loses no acknowledged record in 50 kills, and the chain verifies after each', { timeout: 900_000 }, async () => {
  const report = await crash(50)
  expect(report.fewest, 'a round with fewer acknowledgements proves nothing').toBeGreaterThanOrEqual(5)
  expect(report.lost).toEqual([])
  expect(report.findings).toEqual([])
})
