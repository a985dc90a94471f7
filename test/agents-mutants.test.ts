import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MUTANTS } from './agents/mutants.ts'
import { SOURCES } from './product.ts'

test('there are enough mutants, of every part', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(25)
  expect(new Set(MUTANTS.map(({ bug }) => bug)).size).toBe(MUTANTS.length)
})

// Playing them takes minutes (`npm run test:agents -- --mutants`); that none has rotted is seen at once.
test.each(MUTANTS)('$bug: can still be made', ({ changes }) => {
  for (const { file, find } of changes) expect(readFileSync(join(SOURCES, file), 'utf8').split(find)).toHaveLength(2)
})
