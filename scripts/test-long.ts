import { spawnSync } from 'node:child_process'
import { type Part, runParts } from './run-parts.ts'

/**
 * `npm run test:long [name…]`: what is too long for `npm test`, one after the other so that each has the machine to
 * itself.
 */
const NODE = process.execPath

const PARTS: readonly Part[] = [
  { name: 'slow', command: ['npx', 'vitest', 'run', '--mode', 'slow'], minutes: 50 },
  { name: 'walls', command: ['npx', 'vitest', 'run', '--mode', 'walls'], minutes: 30 },
  { name: 'fuzz', command: [NODE, 'scripts/fuzz.ts', '60000', seed(), '8', '400000'], minutes: 10 },
  { name: 'chaos', command: [NODE, 'scripts/chaos.ts', '100'], minutes: 10 },
  { name: 'chaos-postgres', command: [NODE, 'scripts/chaos-postgres.ts'], minutes: 15 },
  { name: 'agents', command: [NODE, 'scripts/test-agents.ts', '--quick', '--no-docs'], minutes: 8, missing: noClients },
  {
    name: 'mutants',
    command: [NODE, 'scripts/test-agents.ts', '--mutants', '--no-docs'],
    minutes: 16,
    missing: noClients,
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

function noClients(): string | undefined {
  const ping = ['ping', '--fetch-retries=0', '--fetch-timeout=10000']
  if (spawnSync('npm', ping, { stdio: 'ignore' }).status === 0) return undefined
  return 'the registry does not answer, so no client can be installed'
}
