import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { weightsFile } from './injection-model/weights-file.ts'

/**
 * `node scripts/train-injections.ts [--check]`: learns the weights by which text is read for orders to an assistant, or says
 * whether those in the tree are the ones that the texts give.
 */
const path = join(import.meta.dirname, '../src/results/reading/weights.ts')
const text = weightsFile()
if (process.argv.includes('--check')) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    process.stderr.write('the weights are not those of the texts: run `node scripts/train-injections.ts`\n')
    process.exitCode = 1
  }
} else {
  writeFileSync(path, text)
  process.stdout.write(`wrote ${path}\n`)
}
