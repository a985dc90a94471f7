import { ownCommand } from '../../call/own-command.ts'
import { InvalidArgumentError, type Command } from 'commander'
import { join } from 'node:path'
import { visible } from '../../call/visible.ts'
import { newConsoleLink } from './console.ts'
import { AlreadyRunning, CannotStart } from '../daemon/cannot-start.ts'
import { type Daemon, type DaemonOptions, startDaemon } from '../daemon/daemon.ts'
import { logTo } from '../daemon/log.ts'
import { refuseForeignProgram, refuseInjectedCode, shutDebuggerOut } from '../daemon/own-process.ts'
import { gatePlaces } from '../gate-places.ts'
import { DEFAULT_PORT } from '../gate-identity.ts'
import { nameOf } from '../../journal/stores/database-place.ts'
import { databaseFrom } from '../database.ts'
import { stateDirectory } from '../state-directory.ts'

interface Options {
  readonly state?: string
  readonly port: number | false
  readonly settings?: string
  readonly database?: string
  readonly databaseFile?: string
  readonly teamKey?: string
}

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the daemon that judges the calls of every agent on this machine')
    .option('--state <directory>', 'where tokens, socket and journal are (default: ~/.portcullis/state)')
    .option('--port <number>', 'on 127.0.0.1; another one when it is taken', readPort, DEFAULT_PORT)
    .option('--no-port', 'listen on the socket only')
    .option('--settings <file-or-json>', "settings to use besides the user's and the projects'")
    .option('--database <address>', 'postgres://…: shared with other daemons; rather in PORTCULLIS_DATABASE or a file')
    .option('--database-file <file>', 'a file with the address of the database, for its owner only')
    .option('--team-key <file>', 'the key that all daemons of one database share')
    .action((options: Options) => serve(options))
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('a port number is needed')
  return port
}

/** Runs until it is told to stop. A second signal does not wait. */
async function serve(options: Options): Promise<void> {
  // Whatever is made from here on is for its owner alone.
  process.umask(0o077)
  const log = logTo(process.stderr)
  refuseInjectedCode()
  shutDebuggerOut()
  const { own } = gatePlaces()
  const program = [process.execPath, process.argv[1] ?? '', import.meta.filename, own, join(own, 'settings.json')]
  refuseForeignProgram(program, (message) => log('warn', message))
  const state = stateDirectory(options.state)
  const database = databaseFrom(state, options, process.env)
  const daemon = await start({
    stateDirectory: state,
    ...(database === undefined ? {} : { database }),
    log,
    environment: process.env,
    containment: 'tried',
    ...(options.port === false ? {} : { port: options.port }),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  }).catch(async (error: unknown) => {
    if (error instanceof AlreadyRunning) await showRunning(state)
    throw error
  })
  const { paths, port } = daemon
  const link = daemon.consoleLink()
  process.stdout.write(
    [
      `listening   ${port === undefined ? '' : `http://127.0.0.1:${port} and `}${visible(paths.socket)}`,
      `state       ${visible(paths.directory)} (tokens, journal; only you can read it)`,
      ...(database === undefined ? [] : [`database    ${visible(nameOf(database.url))}, shared with other daemons`]),
      ...(link === undefined ? [] : [`console     ${link} (works once, for ten minutes)`]),
      `next        \`${ownCommand('init')}\` puts it in front of your agents; Ctrl-C stops it`,
      '',
    ].join('\n'),
  )
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name))
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
  log('info', `${signal}: stopping`)
  await daemon.stop()
  log('info', 'stopped')
  process.exit(0)
}

/** Whoever starts a second daemon wants the one that runs: where its console is. */
async function showRunning(state: string): Promise<void> {
  const link = await newConsoleLink(state).catch(() => undefined)
  if (link === undefined) return
  process.stdout.write(`running     already\nconsole     ${link} (works once, for ten minutes)\n`)
}

async function start(options: DaemonOptions): Promise<Daemon> {
  try {
    return await startDaemon(options)
  } catch (error) {
    if (!isTaken(error) || options.port === undefined) throw error
    options.log('warn', `port ${options.port} is taken: using another one`)
    return startDaemon({ ...options, port: 0 })
  }
}

function isTaken(error: unknown): boolean {
  return !(error instanceof CannotStart) && error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
