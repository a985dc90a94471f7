import { ownCommand } from '../../call/own-command.ts'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { visible } from '../../call/visible.ts'
import { newConsoleLink } from './console.ts'
import { AlreadyRunning, CannotStart } from '../daemon/cannot-start.ts'
import { type Daemon, type DaemonOptions, startDaemon } from '../daemon/daemon.ts'
import { LOG_FORMATS, type LogFormat, logTo } from '../daemon/log.ts'
import { refuseForeignProgram, refuseInjectedCode, shutDebuggerOut } from '../daemon/own-process.ts'
import { gatePlaces } from '../gate-places.ts'
import { DEFAULT_PORT } from '../gate-identity.ts'
import { nameOf } from '../../journal/stores/database-place.ts'
import { databaseFrom } from '../database.ts'
import { stateDirectory } from '../state-directory.ts'
import { UsageError } from './usage-error.ts'
import { accountState } from '../system/places.ts'
import { inSystem, judgedAccount, serveSystem } from '../system/serve-system.ts'

interface Options {
  readonly state?: string
  readonly port: number | false
  readonly settings?: string
  readonly database?: string
  readonly databaseFile?: string
  readonly teamKey?: string
  readonly logFormat?: LogFormat
  readonly drainGrace: number
  readonly drainTimeout: number
  readonly listen?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly tlsClientCa?: string
  readonly publicName?: readonly string[]
  readonly system?: true
  readonly account?: number
  readonly root: string
}

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the daemon that judges the calls of every agent on this machine')
    .option('--state <directory>', 'where tokens, socket and journal are (default: ~/.portcullis/state)')
    .option('--port <number>', 'on 127.0.0.1; another one when it is taken', readPort, DEFAULT_PORT)
    .option('--no-port', 'listen on the socket only')
    .option('--listen <address:port>', 'also for other machines; needs TLS and tokens unless it is loopback')
    .option('--tls-cert <file>', 'with --listen: the certificate, with its chain')
    .option('--tls-key <file>', 'with --listen: its key')
    .option('--tls-client-ca <file>', 'with --listen: only clients with a certificate from this authority')
    .option('--public-name <name...>', 'with --listen: the names it is called by (default: those in the certificate)')
    .option('--settings <file-or-json>', "settings to use besides the user's and the projects'")
    .option('--database <address>', 'postgres://…: shared with other daemons; rather in PORTCULLIS_DATABASE or a file')
    .option('--database-file <file>', 'a file with the address of the database, for its owner only')
    .option('--team-key <file>', 'the key that all daemons of one database share')
    .addOption(
      new Option(
        '--log-format <format>',
        'how it writes its log (default: as `logs` in the settings says, else text)',
      ).choices(LOG_FORMATS),
    )
    .option('--drain-grace <seconds>', 'told to stop: not ready for so long, and still judging', readSeconds, 0)
    .option(
      '--drain-timeout <seconds>',
      'then calls under way may take this long before they are denied',
      readSeconds,
      5,
    )
    .option('--system', 'run the gate that `install --system` set up, for every account of this machine')
    .addOption(new Option('--account <uid>', 'started by --system').argParser(readUid).hideHelp())
    .option('--root <directory>', 'with --system: where /etc, /run and /var of it are', '/')
    .action((options: Options) => (options.system ? serveSystem(options.root) : serve(options)))
}

function readUid(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('the number of an account is needed')
  return Number(text)
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('a port number is needed')
  return port
}

function readSeconds(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('a number of seconds is needed')
  return Number(text)
}

/** Runs until it is told to stop. A second signal does not wait. */
async function serve(options: Options): Promise<void> {
  // Whatever is made from here on is for its owner alone.
  process.umask(0o077)
  // Whatever is said before the settings are read is said as they will want it only if the option says so.
  let logFormat: LogFormat = options.logFormat ?? 'text'
  const log = logTo(process.stderr, undefined, () => logFormat)
  refuseInjectedCode()
  shutDebuggerOut()
  const { own } = gatePlaces()
  const program = [process.execPath, process.argv[1] ?? '', import.meta.filename, own, join(own, 'settings.json')]
  refuseForeignProgram(program, (message) => log('warn', message))
  const judged = options.account === undefined ? undefined : judgedAccount(options.account, options.root)
  const state = judged === undefined ? stateDirectory(options.state) : accountState(judged.places, options.account!)
  const database = judged === undefined ? databaseFrom(state, options, process.env) : undefined
  const daemon = await start({
    stateDirectory: state,
    ...(database === undefined ? {} : { database }),
    log,
    onLogFormat: (format) => (logFormat = options.logFormat ?? format),
    logsEvents: () => logFormat === 'json',
    environment: process.env,
    ...(judged === undefined ? { containment: 'tried' } : inSystem(judged)),
    drainMs: options.drainTimeout * 1000,
    ...(options.port === false ? {} : { port: options.port }),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...listenOf(options),
  }).catch(async (error: unknown) => {
    if (error instanceof AlreadyRunning) await showRunning(state)
    throw error
  })
  if (logFormat === 'json') log('info', whereOf(daemon), { event: 'daemon.listening' })
  else process.stdout.write(banner(daemon, database))
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name))
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
  if (options.drainGrace > 0) {
    log('info', `${signal}: not ready from now on; stopping in ${options.drainGrace} seconds`)
    daemon.drain()
    await sleep(options.drainGrace * 1000)
  }
  log('info', `${signal}: stopping`, { event: 'daemon.signal' })
  await daemon.stop()
  log('info', 'stopped', { event: 'daemon.stopped' })
  process.exit(0)
}

function whereOf({ paths, port }: Daemon): string {
  return `listening on ${port === undefined ? '' : `http://127.0.0.1:${port} and `}${paths.socket}`
}

/** For a person at a terminal. A log that is collected gets no link to the console: it would let its readers in. */
function banner(daemon: Daemon, database: ReturnType<typeof databaseFrom>): string {
  const { paths, port } = daemon
  const link = daemon.consoleLink()
  return [
    `listening   ${port === undefined ? '' : `http://127.0.0.1:${port} and `}${visible(paths.socket)}`,
    ...(daemon.listen === undefined ? [] : [`team        ${visible(daemon.listen.url)} (for other machines)`]),
    `state       ${visible(paths.directory)} (tokens, journal; only you can read it)`,
    ...(database === undefined ? [] : [`database    ${visible(nameOf(database.url))}, shared with other daemons`]),
    ...(link === undefined ? [] : [`console     ${link} (works once, for ten minutes)`]),
    `next        \`${ownCommand('init')}\` puts it in front of your agents; Ctrl-C stops it`,
    '',
  ].join('\n')
}

function listenOf(options: Options): Pick<DaemonOptions, 'listen'> {
  const { listen, tlsCert, tlsKey, tlsClientCa, publicName } = options
  if (listen === undefined) {
    if (tlsCert !== undefined || tlsKey !== undefined || tlsClientCa !== undefined || publicName !== undefined)
      throw new UsageError('--tls-cert, --tls-key, --tls-client-ca and --public-name need --listen')
    return {}
  }
  if ((tlsCert === undefined) !== (tlsKey === undefined) || (tlsClientCa !== undefined && tlsCert === undefined))
    throw new UsageError('--tls-cert and --tls-key are needed together')
  return {
    listen: {
      address: listen,
      ...(tlsCert === undefined || tlsKey === undefined
        ? {}
        : {
            tls: {
              certificate: resolve(tlsCert),
              key: resolve(tlsKey),
              ...(tlsClientCa === undefined ? {} : { clientCa: resolve(tlsClientCa) }),
            },
          }),
      ...(publicName === undefined ? {} : { names: publicName }),
    },
  }
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
