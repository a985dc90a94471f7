import type { Command } from 'commander'
import { stateDirectory } from '../state-directory.ts'
import { askDaemon, messageOf } from './ask-daemon.ts'

export function addConsole(program: Command): void {
  program
    .command('console')
    .description('print a new one-time link to the console of the running daemon')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .action(async (options: { readonly state?: string }) => {
      const link = await newConsoleLink(stateDirectory(options.state))
      process.stdout.write(`${link}\nIt works once, for ten minutes. Whoever opens it can answer for you.\n`)
    })
}

/** Asks the daemon that runs there. */
export async function newConsoleLink(state: string): Promise<string> {
  const answer = await askDaemon(state, 'POST', '/v1/console/link')
  const { value } = answer
  if (answer.status !== 200 || typeof value !== 'object' || value === null || !('url' in value))
    throw new Error(messageOf(answer))
  return String(value.url)
}
