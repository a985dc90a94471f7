import { spawnSync } from 'node:child_process'

/** Everything a change must pass, in the order that finds mistakes soonest. */
const STEPS: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of what uses LangChain', command: ['tsc', '--noEmit', '-p', 'tsconfig.langchain.json'] },
  { name: 'types of the console', command: ['tsc', '--noEmit', '-p', 'src/surfaces/console'] },
  { name: 'generated files', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'tests and boundaries', command: ['vitest', 'run'] },
]

for (const { name, command } of STEPS) {
  process.stdout.write(`== ${name}\n`)
  const [program, ...args] = command
  const { status } = spawnSync(program!, args, { stdio: 'inherit' })
  if (status !== 0) {
    process.stderr.write(`check failed: ${name} (${command.join(' ')})\n`)
    process.exit(1)
  }
}
