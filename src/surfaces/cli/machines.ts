import type { Command } from 'commander'
import { visible } from '../../call/visible.ts'
import { idOf, timeText } from '../../journal/records.ts'
import type { DeliveredRecord, ForeignReader } from '../../journal/machines.ts'
import { openMachines } from '../../journal/stores/open-log.ts'
import type { LogPlace } from '../../journal/stores/store.ts'
import { NO_USERS } from '../../journal/users.ts'
import { machinesView, type MachineView, verifyMachines } from '../daemon/machines-view.ts'
import { logPlace } from '../database.ts'
import { stateDirectory } from '../state-directory.ts'
import { askDaemon, messageOf } from './ask-daemon.ts'
import { table } from './table.ts'
import { UsageError } from './usage-error.ts'

interface Options {
  readonly state?: string
  readonly json?: boolean
}

/** For the team's gate: what machines that joined it delivered. */
export function addMachines(program: Command): void {
  const machines = program
    .command('machines')
    .description('machines that joined this gate, and the logs they deliver')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .option('--json', 'as JSON')
    .action((options: Options) => list(options))
  const globals = (command: Command): Options => command.optsWithGlobals<Options>()
  machines
    .command('log')
    .description("records of one machine's log, oldest first")
    .argument('<machine>', 'the id of its token, its user where that has one machine, or the start of its key')
    .option('--latest <count>', 'only so many', '50')
    .action((machine: string, own: { latest: string }, command: Command) => log(globals(command), machine, own.latest))
  machines
    .command('verify')
    .description('read every delivered log again; exit 1 when one is not what its machine signed')
    .action((_options: object, command: Command) => verify(globals(command)))
  machines
    .command('accept')
    .description('accept another key for a token: the machine was set up anew')
    .argument('<token>', 'the id of the token')
    .action((token: string, _options: object, command: Command) => accept(globals(command), token))
}

async function withMachines<T>(
  options: Options,
  act: (machines: ForeignReader, log: LogPlace) => Promise<T>,
): Promise<T> {
  const place = logPlace(stateDirectory(options.state))
  const machines = await openMachines(place)
  try {
    return await act(machines, place)
  } finally {
    await machines.close()
  }
}

async function list(options: Options): Promise<void> {
  await withMachines(options, async (machines) => {
    const view = await machinesView(machines, NO_USERS)
    if (options.json === true) {
      process.stdout.write(`${JSON.stringify({ machines: view }, undefined, 2)}\n`)
      return
    }
    if (view.length === 0) {
      process.stdout.write('no machine delivers its log here: see docs/remote-agents.md\n')
      return
    }
    const rows = view.map(({ user, token, writer, from, last, at, held }) => [
      visible(user),
      token,
      writer.slice(0, 8),
      String(last - from),
      at === undefined ? '-' : timeText(at),
      held === undefined ? '' : `another key waits: machines accept ${token}`,
    ])
    process.stdout.write(table(['user', 'token', 'key', 'records', 'latest', ''], rows))
  })
}

function find(view: readonly MachineView[], named: string): MachineView {
  const found = view.filter(
    ({ token, user, writer }) => token === named || user === named || (named.length >= 4 && writer.startsWith(named)),
  )
  const [only, ...more] = found
  if (only === undefined) throw new UsageError(`no machine is known as \`${named}\`: see \`portcullis machines\``)
  if (more.length > 0) throw new UsageError(`\`${named}\` has several machines: name one by the id of its token`)
  return only
}

async function log(options: Options, named: string, latest: string): Promise<void> {
  const count = Number(latest)
  if (!Number.isInteger(count) || count < 1 || count > 100_000) throw new UsageError('--latest takes a number')
  await withMachines(options, async (machines) => {
    const { writer, last } = find(await machinesView(machines, NO_USERS), named)
    const records = await recordsAfter(machines, writer, Math.max(0, last - count), count)
    if (options.json === true) {
      for (const record of records) process.stdout.write(`${JSON.stringify(record)}\n`)
      return
    }
    const rows = records.map((record) => [
      idOf(record),
      timeText(record.at),
      visible(record.decision || record.event),
      visible(record.agent),
      visible(record.tool),
      visible(record.code),
    ])
    process.stdout.write(table(['record', 'time', 'decision', 'agent', 'tool', 'code'], rows))
  })
}

async function recordsAfter(
  machines: ForeignReader,
  writer: string,
  after: number,
  most: number,
): Promise<readonly DeliveredRecord[]> {
  const records: DeliveredRecord[] = []
  while (records.length < most) {
    const page = await machines.records(writer, records.at(-1)?.seq ?? after, most - records.length)
    if (page.length === 0) break
    records.push(...page)
  }
  return records
}

async function verify(options: Options): Promise<void> {
  const checks = await withMachines(options, verifyMachines)
  if (options.json === true) process.stdout.write(`${JSON.stringify({ checks }, undefined, 2)}\n`)
  else
    for (const { writer, records, problem } of checks)
      process.stdout.write(
        problem === undefined
          ? `${writer.slice(0, 8)}    ${records} records, each as its machine signed it\n`
          : `${writer.slice(0, 8)}    NOT as it was delivered: ${visible(problem)}\n`,
      )
  if (checks.length === 0 && options.json !== true) process.stdout.write('no machine delivers its log here\n')
  if (checks.some(({ problem }) => problem !== undefined)) process.exitCode = 1
}

async function accept(options: Options, token: string): Promise<void> {
  const answer = await askDaemon(stateDirectory(options.state), 'POST', '/v1/machines/accept', { token })
  if (answer.status !== 200) throw new Error(messageOf(answer))
  process.stdout.write(`the token ${visible(token)} delivers for the new key now\n`)
}
