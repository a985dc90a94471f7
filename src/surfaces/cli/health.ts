import type { Command } from 'commander'
import { stateDirectory } from '../state-directory.ts'
import { askDaemon, messageOf } from './ask-daemon.ts'

interface Options {
  readonly state?: string
  readonly live?: boolean
  readonly json?: boolean
}

/** For probes that run a command: exit code 0 is yes. */
export function addHealth(program: Command): void {
  program
    .command('health')
    .description('whether the daemon is ready for calls; exit code 1 when it is not')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .option('--live', 'only whether it answers')
    .option('--json', 'as JSON')
    .action((options: Options) => health(options))
}

async function health(options: Options): Promise<void> {
  const state = stateDirectory(options.state)
  const answer = await askDaemon(state, 'GET', options.live === true ? '/livez' : '/readyz')
  if (answer.status !== 200) process.exitCode = 1
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(answer.value, undefined, 2)}\n`)
    return
  }
  const { status, checks } = answer.value as { status?: string; checks?: Readonly<Record<string, string>> }
  const lines = Object.entries(checks ?? {}).map(([name, found]) => `${name.padEnd(12)}${found}`)
  process.stdout.write([status ?? messageOf(answer), ...lines, ''].join('\n'))
}
