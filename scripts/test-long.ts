import { spawnSync } from 'node:child_process'
import { type Part, runParts } from './run-parts.ts'

/**
 * `npm run test:long [name…]`: what is too long for `npm test`, one after the other so that each has the machine to
 * itself. At most 45 minutes in all.
 */
const NODE = process.execPath

const PARTS: readonly Part[] = [
  { name: 'fuzz', command: [NODE, 'scripts/fuzz.ts', '60000', seed(), '9', '400000'], minutes: 12 },
  { name: 'chaos', command: [NODE, 'scripts/chaos.ts', '150'], minutes: 14 },
  {
    name: 'agents',
    command: [NODE, 'scripts/test-agents.ts', 'claude-code', 'codex', '--no-docs'],
    minutes: 16,
    missing: () => (registryAnswers() ? undefined : 'the registry does not answer, so no client can be installed'),
  },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  process.stderr.write(`no such part: ${unknown.join(', ')}; there are ${PARTS.map(({ name }) => name).join(', ')}\n`)
  process.exit(64)
}
const parts = PARTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const ends = await runParts(parts, (text) => process.stdout.write(text))
process.exitCode = ends.some(({ how }) => how === 'failed') ? 1 : 0

/** Another one each day; printed by the fuzzer, so that a finding can be run again. */
function seed(): string {
  return String(Math.floor(Date.now() / 86_400_000))
}

function registryAnswers(): boolean {
  return spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'], { stdio: 'ignore' }).status === 0
}
