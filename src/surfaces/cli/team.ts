import type { Command } from 'commander'
import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import { journalPaths } from '../journal-places.ts'
import { stateDirectory } from '../state-directory.ts'
import { Delivery } from '../team/delivery.ts'
import { readTeam, type TeamFile } from '../team/team-file.ts'
import { TeamLine } from '../team/team-line.ts'
import { logTo } from '../daemon/log.ts'
import { UsageError } from './usage-error.ts'

interface Options {
  readonly state?: string
  readonly json?: boolean
}

export function addTeam(program: Command): void {
  const team = program
    .command('team')
    .description("how this machine stands to its team's gate; exit 1 when it is not reached")
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .option('--json', 'as JSON')
    .action((options: Options) => status(options))
  team
    .command('deliver')
    .description("deliver this machine's log now, and say what is left; exit 1 when something is")
    .option('--within <seconds>', 'how long to try again while the gate is away', '60')
    .action((own: { within: string }, command: Command) =>
      deliver(command.optsWithGlobals<Options>(), readSeconds(own.within)),
    )
}

async function status(options: Options): Promise<void> {
  const state = stateDirectory(options.state)
  const team = readTeam(state)
  if (team === undefined) {
    process.stdout.write(
      options.json === true
        ? `${JSON.stringify({ joined: false })}\n`
        : `this machine belongs to no team: \`${ownCommand('join')}\` lets it join one\n`,
    )
    return
  }
  await withDelivery(state, team, async (line, delivery) => {
    // Delivering is asking: it proves address, certificate, token and key, and says what the gate has.
    const problem = await delivery.deliverAll()
    const { delivered, last } = delivery.status
    if (options.json === true)
      process.stdout.write(
        `${JSON.stringify({ joined: true, url: team.url, gate: line.state, delivered, last, problem }, undefined, 2)}\n`,
      )
    else
      process.stdout.write(
        [
          `gate        ${visible(team.url)}: ${line.state === 'here' ? 'there' : `${line.state}: ${visible(line.because)}`}`,
          `log         ${delivered === undefined ? 'not asked' : `${delivered} of ${last} records are there`}`,
          ...(problem === undefined ? [] : [`problem     ${visible(problem)}`]),
          '',
        ].join('\n'),
      )
    if (problem !== undefined) process.exitCode = 1
  })
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= 3_600) return seconds
  throw new UsageError('--within takes a whole number of seconds, at most 3600')
}

const TRY_AGAIN_AFTER = 1_000

async function deliver(options: Options, within: number): Promise<void> {
  const state = stateDirectory(options.state)
  const team = readTeam(state)
  if (team === undefined) throw new Error(`this machine belongs to no team: \`${ownCommand('join')}\` lets it join one`)
  await withDelivery(state, team, async (line, delivery) => {
    const until = performance.now() + within * 1_000
    let problem = await delivery.deliverAll()
    while (problem !== undefined && line.state === 'away' && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER))
      problem = await delivery.deliverAll()
    }
    const { delivered = team.from.seq, last } = delivery.status
    if (options.json === true) process.stdout.write(`${JSON.stringify({ delivered, last, problem })}\n`)
    else if (problem === undefined)
      process.stdout.write(`delivered: the team's gate has record ${last}, the last one\n`)
    else process.stdout.write(`not delivered: ${last - delivered} records wait here: ${visible(problem)}\n`)
    if (problem !== undefined) process.exitCode = 1
  })
}

async function withDelivery(
  state: string,
  team: TeamFile,
  act: (line: TeamLine, delivery: Delivery) => Promise<void>,
): Promise<void> {
  const line = new TeamLine(team)
  const log = logTo(process.stderr)
  const delivery = new Delivery({ line, paths: journalPaths(state), from: team.from, log })
  try {
    await act(line, delivery)
  } finally {
    await delivery.stop()
    line.close()
  }
}
