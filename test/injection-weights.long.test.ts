import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { weightsFile } from '../scripts/injection-model/weights-file.ts'

test('training again gives the weights in the tree, byte for byte', { timeout: 300_000 }, () => {
  const path = join(import.meta.dirname, '../src/results/reading/weights.ts')
  expect(weightsFile() === readFileSync(path, 'utf8')).toBe(true)
})
