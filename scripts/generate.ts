import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedFiles } from './generated-files.ts'

/** Writes the reference pages that come from code; with --check only says whether they are up to date. */
const root = join(import.meta.dirname, '..')
const checking = process.argv.includes('--check')
let stale = 0
for (const [file, text] of await generatedFiles()) {
  const path = join(root, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  stale++
  if (checking) process.stderr.write(`${file} is out of date: run \`npm run generate\`\n`)
  else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    process.stdout.write(`wrote ${file}\n`)
  }
}
process.exitCode = checking && stale > 0 ? 1 : 0
