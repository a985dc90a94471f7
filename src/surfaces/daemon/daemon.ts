import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { World } from '../../call/world.ts'
import type { Pace } from '../../humans/channels/chat-service.ts'
import { AuditLogger } from '../../journal/audit-logger.ts'
import type { Journal } from '../../journal/journal.ts'
import { Witnesses } from '../../journal/stores/witnesses.ts'
import { LIMITS } from '../../classifier/deadlines.ts'
import { GUARDIAN_TIMEOUT_MS } from '../../classifier/guardian.ts'
import { composeGate } from '../compose.ts'
import { containingIn } from '../containing.ts'
import { oncePerTurn } from '../event-loop-turn.ts'
import { gateIdentity } from '../gate-identity.ts'
import type { Environment } from '../compose-reviewer.ts'
import type { SourceLimits } from '../bundles/source.ts'
import { bundleStatusIn, followBundles } from './bundle-following.ts'
import { costDirectory } from '../cost-files.ts'
import type { Database } from '../database.ts'
import { version } from '../cli/version.ts'
import { storedPeople } from '../kept-admission.ts'
import { openStore } from '../open-store.ts'
import { gatePlaces } from '../gate-places.ts'
import { loadHookKey, UnsoundKey } from '../hook/proof.ts'
import type { AnswerHook, Parts, RouteGroup } from './app.ts'
import { AuditReader } from './audit-reader.ts'
import { CannotStart } from './cannot-start.ts'
import { ContainedRuns } from './contained-runs.ts'
import { ConsoleLogins } from './console-logins.ts'
import type { Entrance } from './door.ts'
import { doorUsers } from './door-users.ts'
import { Events } from './events.ts'
import { addGauges } from './gauges.ts'
import { answerInDialect } from './hook-routes.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { Follower, type FollowerOptions, refuseFollower } from '../team/follower.ts'
import { Retention } from './retention.ts'
import { DEADLINE, Judging, type JudgingOptions } from './judging.ts'
import { openDoor, type Patience, portEntrance, SOCKET_ENTRANCE } from './listen.ts'
import { logEvents } from './event-log.ts'
import { listenPublicly, type PublicListen } from './listen-publicly.ts'
import type { Log, LogFormat } from './log.ts'
import { Metrics } from './metrics.ts'
import { observing } from './observing.ts'
import { OpenSessions } from './open-sessions.ts'
import { SessionHost } from '../session-host.ts'
import { signOnWith } from './sso-settings.ts'
import { Readiness } from './readiness.ts'
import { homesOf, type JudgedAccount, transcriptsOf, worldOf } from '../system/judged-account.ts'
import { changeSentence, Policies, type PolicyChange } from '../policies.ts'
import { loadPage, pageDirectory } from './page.ts'
import { reachPeople } from './people.ts'
import { refuseForeignState } from './own-process.ts'
import { Reviews } from './reviews.ts'
import { soundJournal, soundLog, VERIFY_PATIENCE } from './sound-journal.ts'
import { ROUTE_GROUPS } from './route-groups.ts'
import { type Route, ROUTES } from './routes.ts'
import { closeServers, listening, serveWith } from './serving.ts'
import { daemonPaths, type DaemonPaths, prepareDirectory, reclaimSocket } from './state.ts'
import { loadTokens } from './tokens.ts'
import { troubleLog } from './trouble-log.ts'
import { warmUp } from './warm-up.ts'

export interface DaemonOptions {
  readonly stateDirectory: string
  /** 0: any free one. Undefined: none, only the socket. */
  readonly port?: number
  /** Besides the port: where other machines reach it. */
  readonly listen?: PublicListen
  readonly log: Log
  /** How the settings want the log written, and whenever they change their mind. */
  readonly onLogFormat?: (format: LogFormat) => void
  /** Whether each decision and question is a line of the log, too. */
  readonly logsEvents?: () => boolean
  readonly settings?: string
  readonly home?: string
  readonly managedDirectory?: string
  /** The account whose agents are judged, when it is not the one that runs the daemon. */
  readonly judged?: JudgedAccount
  readonly answerHook?: AnswerHook
  readonly patience?: Patience
  /** How long those under way may still take when the daemon is stopped. */
  readonly drainMs?: number
  /** With more calls than this under way others wait for room. */
  readonly mostUnderWay?: number
  /** How many wait for it, and how many of one session: more are refused at once. */
  readonly waitingLine?: JudgingOptions['line']
  /** How long starting waits for the whole log to be verified; a longer log is read on in the background. */
  readonly verifyMs?: number
  /** An allow that comes later than this is not given. */
  readonly deadlineMs?: number
  /** A record that is not durable after this is refused. */
  readonly journalDeadlineMs?: number
  /** PostgreSQL, together with other daemons. Left out: SQLite in the state directory. */
  readonly database?: Database
  /** Where keys and the model's name are looked for. Left out: no model is asked. */
  readonly environment?: Environment
  /** Leftovers of contained runs are cleared up, and a canary shows whether walls can be built. Left out: as remembered. */
  readonly containment?: 'tried'
  /** How the team's gate is asked, where this machine joined one. */
  readonly team?: Pick<FollowerOptions, 'pace' | 'consultMs'>
  /** Times between tries to reach a chat service. */
  readonly channelPace?: Pace
  /** Times between tries to reach a target of the log. */
  readonly siemPace?: { readonly first: number; readonly longest: number }
  readonly world?: World
  /** Instead of the one in the state directory: how records are made durable. */
  readonly journal?: (real: Journal) => Journal
  /** How much and how long is read from the source of the policy bundle. */
  readonly bundleLimits?: SourceLimits
  /** Instead of `policyBundle.pollSeconds`. */
  readonly bundlePollMs?: number
  readonly groups?: readonly RouteGroup[]
  readonly table?: readonly Route[]
  /** Where the built page of the console is. */
  readonly page?: string
  /** The clock by which logins to the console run out. */
  readonly consoleClock?: () => number
}

export interface Daemon {
  readonly paths: DaemonPaths
  readonly port: number | undefined
  /** Where other machines reach it. */
  readonly listen: { readonly url: string; readonly port: number } | undefined
  /** A new one-time link to the console; undefined when there is no port. */
  consoleLink(): string | undefined
  /** Not ready from now on; what comes is still judged. */
  drain(): void
  /** Takes nothing new, lets those under way end, denies the rest, writes everything down. Never rejects. */
  stop(): Promise<void>
}

/** What must be the daemon's own before it starts. Tokens and the lock are looked at where they are taken. */
const OWN_FILES: readonly string[] =
  'hook.key journal.db journal.db-wal journal.db-shm journal.key checkpoints.jsonl'.split(' ')

const DRAIN = 5000
const LOOK_AROUND_EVERY = 1000
const TRY_WALLS_AFTER = 3000

/** Starts a daemon. Throws `CannotStart`; then nothing is left behind. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const paths = daemonPaths(options.stateDirectory)
  prepareDirectory(paths)
  if (options.database !== undefined) refuseFollower(paths.directory)
  refuseForeignState(paths.directory, OWN_FILES)
  const lock = takeInstanceLock(paths.lock)
  const undo: (() => unknown)[] = [() => lock.release()]
  try {
    return await assemble(options, paths, undo)
  } catch (error) {
    for (const step of undo.reverse()) await step()
    throw error
  }
}

async function assemble(options: DaemonOptions, paths: DaemonPaths, undo: (() => unknown)[]): Promise<Daemon> {
  const { log } = options
  const startedAt = performance.now()
  await reclaimSocket(paths.socket)
  const tokens = loadTokens(paths)
  const hookKey = keyOfHooks(paths.directory)
  const metrics = new Metrics()
  const witnesses = new Witnesses((message) => log('error', message))
  const stored = await openStore(paths.directory, options, (checkpoint) => {
    metrics.signed(checkpoint.at)
    witnesses.tell(checkpoint)
  })
  const { journal, users, sessions: store, approvals: questions } = stored
  undo.push(() => stored.close())
  const usable = await soundJournal(() => journal.check(), log)

  const events = new Events()
  events.overhear((event) => metrics.hear(event))
  const logEvent = logEvents(log)
  events.overhear((event) => void (options.logsEvents?.() === true && logEvent(event)))
  const trouble = troubleLog(log)
  const world =
    options.world ??
    worldOf(
      options.judged,
      oncePerTurn(
        gateIdentity({
          state: paths.directory,
          daemon: true,
          ...(options.home === undefined ? {} : { home: options.home }),
          ...(options.managedDirectory === undefined ? {} : { managedDirectory: options.managedDirectory }),
          ...(options.judged === undefined ? {} : { system: options.judged.places }),
        }),
      ),
    )
  let withdrawOutdated = (): void => undefined
  const policies = new Policies({
    world,
    state: paths.directory,
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...homesOf(options),
    ...(options.managedDirectory === undefined ? {} : { managedDirectory: options.managedDirectory }),
    onChange: (change) => {
      tellPolicy(change, log, events)
      // Not now: whoever looked is in the middle of something.
      setImmediate(() => withdrawOutdated())
    },
  })
  const audit = new AuditReader(stored.log)
  undo.push(() => audit.close())
  witnesses.use(policies.policyFor(options.home ?? homedir()).journal?.witness ?? [])
  const verifyLog = async () => audit.verify(await witnesses.ask(journal.writer))
  await soundLog(verifyLog, journal, log, { usable, patience: options.verifyMs ?? VERIFY_PATIENCE })
  const recorder = new AuditLogger(journal)
  const reviews = new Reviews(join(paths.directory, 'reviews'))
  const follower = new Follower({
    state: paths.directory,
    paths: stored.log.paths,
    log,
    joins: options.database === undefined,
    ...options.team,
  })
  undo.push(() => follower.stop())
  const gate = await composeGate({
    team: follower,
    world,
    policies,
    users: storedPeople(users),
    limits: stored.limits,
    keptFlags: stored.flags,
    // The call does not wait for it.
    onExchange: (exchange) => void setImmediate(() => reviews.keep(exchange)),
    journal: metrics.timed(options.journal?.(journal) ?? journal),
    audit: recorder,
    // What runs behind walls runs as the judged account, and its tickets are made for one account alone.
    ...(options.judged !== undefined
      ? {}
      : {
          walls: containingIn({
            state: paths.directory,
            tickets: stored.tickets,
            environment: options.environment ?? {},
            ...(options.home === undefined ? {} : { home: options.home }),
          }),
        }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.home === undefined ? {} : { home: options.home }),
  })
  await warmUp(gate)
  const sessions = new OpenSessions({ store, onTrouble: trouble })
  const home = options.home ?? homedir()
  const people = await reachPeople({
    gate,
    world,
    policies,
    sessions,
    store,
    questions,
    recorder,
    events,
    stateDirectory: paths.directory,
    home,
    environment: options.environment ?? {},
    log,
    team: follower,
    ...(options.channelPace === undefined ? {} : { pace: options.channelPace }),
    undo,
  })
  const { approvals, channels, queue } = people
  withdrawOutdated = () => void approvals.withdrawOutdated((cwd) => policies.policyFor(cwd)).catch(trouble)
  const host = new SessionHost({
    gate: () => gate,
    sessions,
    grants: store,
    transcripts: transcriptsOf(options.judged, home),
    audit: recorder,
    onStricterMode: ({ id, mode }) => {
      log('info', `the settings became stricter: session ${id} is in mode ${mode} now`)
      events.tell('session', { session: id, what: 'mode', mode })
    },
    onTrouble: trouble,
  })
  const observed = observing({
    metrics,
    events,
    witnesses,
    chains: audit.chains,
    stateDirectory: paths.directory,
    environment: options.environment ?? {},
    version,
    log,
    ...(options.siemPace === undefined ? {} : { siemPace: options.siemPace }),
  })
  undo.push(() => observed.stop())
  const judging = new Judging({
    gate,
    host,
    sessions,
    events,
    metrics,
    tracer: observed.tracer,
    onTrouble: trouble,
    approvals,
    ...(options.mostUnderWay === undefined ? {} : { most: options.mostUnderWay }),
    ...(options.waitingLine === undefined ? {} : { line: options.waitingLine }),
    deadlineMs: () =>
      options.deadlineMs ?? DEADLINE + (gate.reviewer ? LIMITS.whole : 0) + (gate.guardian ? GUARDIAN_TIMEOUT_MS : 0),
  })
  const contained = new ContainedRuns({
    gate,
    host,
    audit: recorder,
    state: paths.directory,
    home,
    queue,
    events,
    policies,
    log,
    tickets: stored.tickets,
    hookKey,
    grant: (grant) => host.grant(grant),
  })
  const logins = new ConsoleLogins(options.consoleClock === undefined ? {} : { now: options.consoleClock })
  let port: number | undefined
  const consoleLink = (user?: string): string | undefined =>
    port === undefined ? undefined : `http://127.0.0.1:${port}/#login=${logins.newCode(user)}`
  const readiness = new Readiness([
    { name: 'journal', look: () => journal.check().then(() => undefined) },
    {
      name: 'policy',
      look: () => {
        policies.lookAround()
        return policies.problems().length === 0 ? undefined : 'broken settings'
      },
    },
    { name: 'capacity', look: () => (judging.full ? 'so many calls are under way that others wait' : undefined) },
  ])
  const parts: Parts = {
    version,
    stateDirectory: paths.directory,
    gate,
    home,
    judging,
    sessions,
    approvals,
    contained,
    channels,
    siem: observed.siem,
    policies,
    events,
    metrics,
    audit,
    verifyLog,
    recorder,
    answerHook: options.answerHook ?? answerInDialect,
    hookKey,
    logins,
    signOn: signOnWith({
      policy: () => policies.policyFor(home),
      environment: options.environment ?? {},
      users,
      recorder,
    }),
    onTrouble: trouble,
    readiness,
    consoleLink,
    users,
    machines: stored.machines,
    log: stored.log,
    follower,
    reviews,
    checkJournal: () => journal.check(),
    backlog: () => journal.backlog,
    costDirectory: costDirectory(options.home ?? homedir()),
    bundleStatus: bundleStatusIn(paths.directory, home, policies),
    startedAt,
  }
  addGauges(parts)

  let stopping = false
  const door = {
    keys: { tokens, logins, users: doorUsers(users, trouble) },
    page: loadPage(options.page ?? pageDirectory()),
    table: options.table ?? ROUTES,
    ...(options.patience === undefined ? {} : { patience: options.patience }),
    onRefused: ({ code }: { code: string }) => metrics.count('refusals', code),
    closed: () => (stopping ? { status: 503, code: 'gate.stopping', message: 'the daemon is stopping' } : undefined),
  }
  const serve = serveWith(parts, options.groups ?? ROUTE_GROUPS, trouble)
  const servers: (Server | HttpsServer)[] = [openDoor(() => SOCKET_ENTRANCE, door, serve)]
  await listening(servers[0]!, { path: paths.socket })
  undo.push(() => closeServers(servers))
  chmodSync(paths.socket, 0o600)
  if (options.port !== undefined) {
    let entrance: Entrance | undefined
    const server: Server = openDoor(() => (entrance ??= portEntrance(server)), door, serve)
    servers.push(server)
    await listening(server, { host: '127.0.0.1', port: options.port })
    port = (server.address() as AddressInfo).port
  }
  const entered = options.listen && (await listenPublicly(options.listen, { door, serve, users, log }))
  if (entered !== undefined) servers.push(entered.server)
  const address = { socket: paths.socket, pid: process.pid, version, ...(port === undefined ? {} : { port }) }
  writeFileSync(paths.address, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  const retention = new Retention({
    days: () => {
      const { journal: kept, problems } = policies.policyFor(home)
      return problems.length > 0 ? undefined : kept?.retentionDays
    },
    verify: verifyLog,
    prune: async (before, most) => (follower.holdsBefore(before) ? undefined : stored.prune(before, most)),
    log,
    now: Date.now,
  })
  const bundles = followBundles({ ...options, paths, home, policies, recorder, events })
  undo.push(() => bundles.stop())
  const followSettings = (): void => {
    bundles.tick()
    const policy = policies.policyFor(home)
    if (policy.problems.length === 0) {
      witnesses.use(policy.journal?.witness ?? [])
      observed.use(policy)
      options.onLogFormat?.(policy.logs?.format ?? 'text')
    }
    people.followSettings()
  }
  const around = setInterval(() => {
    policies.lookAround()
    followSettings()
    void users.refresh?.()
    void retention.look()
    logins.sweep()
    entered?.followFiles()
    follower.look()
  }, LOOK_AROUND_EVERY)
  around.unref()
  followSettings()
  void retention.look()
  // A moment later: who waits for the first answer does not wait for a canary.
  const trial = options.containment === 'tried' ? setTimeout(() => void contained.begin(), TRY_WALLS_AFTER) : undefined
  trial?.unref()
  events.tell('daemon', { what: 'started', version })

  const stop = async (): Promise<void> => {
    stopping = true
    readiness.drain(true)
    clearInterval(around)
    clearTimeout(trial)
    await bundles.stop()
    events.tell('daemon', { what: 'stopping' })
    const closed = closeServers(servers)
    const silent = channels.stop()
    await follower.stop()
    await drained(judging, options.drainMs ?? DRAIN)
    await judging.cut()
    await observed.stop()
    audit.close()
    // A moment for the last answers to leave; then whoever still holds on is let go.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200))])
    for (const server of servers) server.closeAllConnections()
    await closed
    await silent
    queue.close()
    sessions.close()
    await sessions.flush()
    await stored.close().catch(trouble)
    rmSync(paths.address, { force: true })
    undo[0]!()
  }
  let stopped: Promise<void> | undefined
  const drain = (): void => readiness.drain(true)
  return { paths, port, listen: entered, consoleLink, drain, stop: () => (stopped ??= stop()) }
}

function keyOfHooks(state: string): Uint8Array {
  try {
    return loadHookKey(gatePlaces(state).hookKey)
  } catch (error) {
    throw error instanceof UnsoundKey ? new CannotStart(error.message, { cause: error }) : error
  }
}

function tellPolicy(change: PolicyChange, log: Log, events: Events): void {
  log(change.problems.length === 0 ? 'info' : 'error', changeSentence(change))
  events.tell('policy', {
    workspace: change.workspace,
    digest: change.digest,
    inForce: change.inForce,
    problems: change.problems.map((problem) => ({ ...problem })),
  })
}

async function drained(judging: Judging, most: number): Promise<void> {
  const until = performance.now() + most
  while (judging.underWay > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
}
