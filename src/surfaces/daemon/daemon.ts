import { getRequestListener } from '@hono/node-server'
import { OpenAPIHono } from '@hono/zod-openapi'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toToolCall } from '../../call/read-call.ts'
import { realWorld } from '../../call/world.node.ts'
import type { World } from '../../call/world.ts'
import { type Gate, judge } from '../../gate.ts'
import { ApprovalQueue } from '../../humans/approval-queue.ts'
import type { Bindings as QuestionBindings } from '../../humans/bindings.ts'
import { LeftQuestions } from '../../humans/left-questions.ts'
import type { Pace } from '../../humans/channels/chat-service.ts'
import { AuditLogger } from '../../journal/audit-logger.ts'
import { forgetful, type Journal, JournalFailure } from '../../journal/journal.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import type { SqliteJournal } from '../../journal/stores/sqlite.ts'
import { SqliteApprovals } from '../../journal/stores/sqlite-approvals.ts'
import { SqliteSessions } from '../../journal/stores/sqlite-sessions.ts'
import type { StateVerification } from '../../journal/stores/verify-state.ts'
import { Witnesses } from '../../journal/stores/witnesses.ts'
import { newSession } from '../../session.ts'
import { LIMITS } from '../../classifier/deadlines.ts'
import { composeGate } from '../compose.ts'
import { gateIdentity } from '../gate-identity.ts'
import type { Environment } from '../compose-reviewer.ts'
import { costDirectory } from '../cost-files.ts'
import { version } from '../cli/version.ts'
import { journalFor, journalPaths } from '../journal-places.ts'
import { gatePlaces } from '../gate-places.ts'
import { loadHookKey, UnsoundKey } from '../hook/proof.ts'
import { Transcripts } from '../hook/transcript.ts'
import type { AnswerHook, App, Bindings, Parts, RouteGroup } from './app.ts'
import { approvalEvent, Approvals, digestNow, noRoomInChat } from './approvals.ts'
import { AuditReader } from './audit-reader.ts'
import { CannotStart } from './cannot-start.ts'
import { Channels } from './channels.ts'
import { ConsoleLogins } from './console-logins.ts'
import type { Entrance } from './door.ts'
import { Events } from './events.ts'
import { answerInDialect } from './hook-routes.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { DEADLINE, Judging } from './judging.ts'
import { openDoor, type Patience, portEntrance, type Serve, SOCKET_ENTRANCE, type Taken } from './listen.ts'
import type { Log } from './log.ts'
import { Metrics } from './metrics.ts'
import { Notices } from './notices.ts'
import { OpenSessions } from './open-sessions.ts'
import { SessionHost } from '../session-host.ts'
import { changeSentence, Policies, type PolicyChange } from '../policies.ts'
import { loadPage, pageDirectory } from './page.ts'
import { refuseForeignState } from './own-process.ts'
import { Reviews } from './reviews.ts'
import { ROUTE_GROUPS } from './route-groups.ts'
import { type Route, ROUTES } from './routes.ts'
import { daemonPaths, type DaemonPaths, prepareDirectory, reclaimSocket } from './state.ts'
import { loadTokens } from './tokens.ts'

export interface DaemonOptions {
  readonly stateDirectory: string
  /** 0: any free one. Undefined: none, only the socket. */
  readonly port?: number
  readonly log: Log
  readonly settings?: string
  readonly home?: string
  readonly managedDirectory?: string
  readonly answerHook?: AnswerHook
  readonly patience?: Patience
  /** How long those under way may still take when the daemon is stopped. */
  readonly drainMs?: number
  /** More calls than this under way are refused at once. */
  readonly mostUnderWay?: number
  /** How long starting waits for the whole log to be verified; a longer log is read on in the background. */
  readonly verifyMs?: number
  /** An allow that comes later than this is not given. */
  readonly deadlineMs?: number
  /** A record that is not durable after this is refused. */
  readonly journalDeadlineMs?: number
  /** Where keys and the model's name are looked for. Left out: no model is asked. */
  readonly environment?: Environment
  /** Times between tries to reach a chat service. */
  readonly channelPace?: Pace
  readonly world?: World
  /** Instead of the one in the state directory: how records are made durable. */
  readonly journal?: (real: Journal) => Journal
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
  /** A new one-time link to the console; undefined when there is no port. */
  consoleLink(): string | undefined
  /** Takes nothing new, lets those under way end, denies the rest, writes everything down. Never rejects. */
  stop(): Promise<void>
}

/** What must be the daemon's own before it starts. Tokens and the lock are looked at where they are taken. */
const OWN_FILES: readonly string[] =
  'hook.key journal.db journal.db-wal journal.db-shm journal.key checkpoints.jsonl'.split(' ')

const DRAIN = 5000
const LOOK_AROUND_EVERY = 1000

/** Starts a daemon. Throws `CannotStart`; then nothing is left behind. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const paths = daemonPaths(options.stateDirectory)
  prepareDirectory(paths)
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
  const witnesses = new Witnesses((message) => log('error', message))
  const journal = openSqliteJournal({
    ...journalFor(paths.directory, options.home),
    onSigned: (checkpoint) => witnesses.tell(checkpoint),
    ...(options.journalDeadlineMs === undefined ? {} : { deadlineMs: options.journalDeadlineMs }),
  })
  undo.push(() => journal.close())
  const usable = await soundJournal(() => journal.check(), log)

  const events = new Events()
  const metrics = new Metrics()
  const trouble = troubleLog(log)
  const world =
    options.world ??
    realWorld(
      gateIdentity({
        state: paths.directory,
        daemon: true,
        ...(options.home === undefined ? {} : { home: options.home }),
        ...(options.managedDirectory === undefined ? {} : { managedDirectory: options.managedDirectory }),
      }),
    )
  let approvals: Approvals | undefined
  const policies = new Policies({
    world,
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...(options.home === undefined ? {} : { home: options.home }),
    ...(options.managedDirectory === undefined ? {} : { managedDirectory: options.managedDirectory }),
    onChange: (change) => {
      tellPolicy(change, log, events)
      // Not now: whoever looked is in the middle of something.
      setImmediate(() => void approvals?.withdrawOutdated((cwd) => policies.policyFor(cwd)).catch(trouble))
    },
  })
  const audit = new AuditReader(journalPaths(paths.directory, options.home))
  undo.push(() => audit.close())
  witnesses.use(policies.policyFor(options.home ?? homedir()).journal?.witness ?? [])
  const verifyLog = async () => audit.verify(await witnesses.ask(journal.keys.writer))
  await soundLog(verifyLog, journal, log, { usable, patience: options.verifyMs ?? VERIFY_PATIENCE })
  const recorder = new AuditLogger(journal)
  const reviews = new Reviews(join(paths.directory, 'reviews'))
  const gate = await composeGate({
    world,
    policies,
    // The call does not wait for it.
    onExchange: (exchange) => void setImmediate(() => reviews.keep(exchange)),
    journal: options.journal?.(journal) ?? journal,
    audit: recorder,
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.home === undefined ? {} : { home: options.home }),
  })
  await warmUp(gate)
  const store = new SqliteSessions(journal, statePaths(paths.directory).database)
  undo.push(() => store.close())
  const sessions = new OpenSessions({ store, onTrouble: trouble })
  const home = options.home ?? homedir()
  const questions = new SqliteApprovals(journal, statePaths(paths.directory).database)
  undo.push(() => questions.close())
  const bindings: QuestionBindings = {
    now: Date.now,
    monotonic: () => performance.now(),
    policyDigest: (question) => digestNow(question, policies.policyNow(question.cwd)),
    sessionOpen: (question) => sessions.isOpen(question.session),
  }
  const left = new LeftQuestions({ ...bindings, store: questions, audit: recorder })
  const queue = new ApprovalQueue({
    ...bindings,
    store: questions,
    audit: recorder,
    mostPerSession: () => policies.policyFor(home).approvals?.mostPerSession,
  })
  undo.push(() => queue.close())
  await loadQuestions(queue, log)
  queue.listen((event) => events.tell('approval', approvalEvent(event)))
  const environment = options.environment ?? {}
  const channels = new Channels({
    queue,
    audit: recorder,
    environment,
    stateDirectory: paths.directory,
    log,
    ...(options.channelPace === undefined ? {} : { pace: options.channelPace }),
  })
  undo.push(() => channels.stop())
  const notices = new Notices({ environment, terminal: process.stderr, log })
  events.overhear((event) => notices.hear(event))
  const usePeople = (): void => {
    const policy = policies.policyFor(home)
    // Settings that cannot be read do not name nobody: people still hear that they are broken.
    if (policy.problems.length > 0) return
    witnesses.use(policy.journal?.witness ?? [])
    channels.use(policy.channels)
    notices.use(policy.notify)
  }
  const isSomebodyThere = (): boolean => events.listeners > 0 || channels.hasAny
  approvals = new Approvals({
    queue,
    left,
    store,
    home,
    log,
    isSomebodyThere,
    noRoom: () => {
      if (events.listeners > 0 || !channels.hasAny) return undefined
      return noRoomInChat(queue.pending().length, policies.policyFor(home).approvals?.mostPerChannel)
    },
    onSaved: () => policies.lookAround(),
  })
  const host = new SessionHost({
    gate: () => gate,
    sessions,
    grants: store,
    transcripts: new Transcripts(options.home ?? homedir()),
    audit: recorder,
    onStricterMode: ({ id, mode }) => {
      log('info', `the settings became stricter: session ${id} is in mode ${mode} now`)
      events.tell('session', { session: id, what: 'mode', mode })
    },
    onTrouble: trouble,
  })
  const judging = new Judging({
    gate,
    host,
    sessions,
    events,
    metrics,
    onTrouble: trouble,
    approvals,
    ...(options.mostUnderWay === undefined ? {} : { most: options.mostUnderWay }),
    deadlineMs: () => options.deadlineMs ?? (gate.reviewer ? LIMITS.whole + DEADLINE : DEADLINE),
  })
  const logins = new ConsoleLogins(options.consoleClock === undefined ? {} : { now: options.consoleClock })
  let port: number | undefined
  const consoleLink = (): string | undefined =>
    port === undefined ? undefined : `http://127.0.0.1:${port}/#login=${logins.newCode()}`
  const parts: Parts = {
    version,
    stateDirectory: paths.directory,
    gate,
    home,
    judging,
    sessions,
    approvals,
    channels,
    policies,
    events,
    metrics,
    audit,
    verifyLog,
    recorder,
    answerHook: options.answerHook ?? answerInDialect,
    hookKey,
    logins,
    consoleLink,
    reviews,
    checkJournal: () => journal.check(),
    backlog: () => journal.backlog,
    costDirectory: costDirectory(options.home ?? homedir()),
    startedAt,
  }
  addGauges(parts)

  let stopping = false
  const door = {
    keys: { tokens, logins },
    page: loadPage(options.page ?? pageDirectory()),
    table: options.table ?? ROUTES,
    ...(options.patience === undefined ? {} : { patience: options.patience }),
    onRefused: ({ code }: { code: string }) => metrics.count('refusals', code),
    closed: () => (stopping ? { status: 503, code: 'gate.stopping', message: 'the daemon is stopping' } : undefined),
  }
  const serve = serveWith(parts, options.groups ?? ROUTE_GROUPS, trouble)
  const servers = [openDoor(() => SOCKET_ENTRANCE, door, serve)]
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
  const address = { socket: paths.socket, pid: process.pid, version, ...(port === undefined ? {} : { port }) }
  writeFileSync(paths.address, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  const around = setInterval(() => {
    policies.lookAround()
    usePeople()
    logins.sweep()
  }, LOOK_AROUND_EVERY)
  around.unref()
  usePeople()
  events.tell('daemon', { what: 'started', version })

  const stop = async (): Promise<void> => {
    stopping = true
    clearInterval(around)
    events.tell('daemon', { what: 'stopping' })
    const closed = closeServers(servers)
    const silent = channels.stop()
    await drained(judging, options.drainMs ?? DRAIN)
    await judging.cut()
    audit.close()
    // A moment for the last answers to leave; then whoever still holds on is let go.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200))])
    for (const server of servers) server.closeAllConnections()
    await closed
    await silent
    queue.close()
    sessions.close()
    await sessions.flush()
    questions.close()
    store.close()
    await journal.close().catch(trouble)
    rmSync(paths.address, { force: true })
    undo[0]!()
  }
  let stopped: Promise<void> | undefined
  return { paths, port, consoleLink, stop: () => (stopped ??= stop()) }
}

function keyOfHooks(state: string): Uint8Array {
  try {
    return loadHookKey(gatePlaces(state).hookKey)
  } catch (error) {
    throw error instanceof UnsoundKey ? new CannotStart(error.message, { cause: error }) : error
  }
}

/** What passes by itself may be waited for; a log that is not the one we knew may not. */
function passes(error: JournalFailure): boolean {
  return ['journal.locked', 'journal.full', 'journal.deadline'].includes(error.code)
}

/** Questions that were open when the last daemon stopped. While the journal cannot be used, nobody can be asked anyway. */
async function loadQuestions(queue: ApprovalQueue, log: Log): Promise<void> {
  try {
    await queue.load()
  } catch (error) {
    if (!(error instanceof JournalFailure) || !passes(error)) throw error
    log('error', `open questions cannot be read yet (${error.code}): ${error.message}`)
    setTimeout(() => void loadQuestions(queue, log).catch(() => undefined), LOOK_AROUND_EVERY).unref()
  }
}

/** `later`: nothing is wrong with it, but it cannot be used yet. */
type Usable = 'now' | 'later'

async function soundJournal(check: () => Promise<void>, log: Log): Promise<Usable> {
  try {
    await check()
    return 'now'
  } catch (error) {
    if (!(error instanceof JournalFailure)) throw error
    if (!passes(error))
      throw new CannotStart(`the journal cannot be used (${error.code}): ${error.message}`, { cause: error })
    log('error', `nothing is allowed until the journal can be written (${error.code}): ${error.message}`)
    return 'later'
  }
}

/** Milliseconds. A long log is read to its end in the background. */
const VERIFY_PATIENCE = 5000

/**
 * The whole log, before anything is added to it. What is found keeps the daemon from starting; what is found later, in a
 * log that takes longer to read or that cannot be read yet, ends all allowing.
 */
async function soundLog(
  verify: () => Promise<StateVerification>,
  journal: SqliteJournal,
  log: Log,
  { usable, patience }: { readonly usable: Usable; readonly patience: number },
): Promise<void> {
  const found = verify().then(
    (result) => ({ finding: findingOf(result), unread: undefined }),
    (error: unknown) => ({ finding: undefined, unread: error instanceof Error ? error.message : String(error) }),
  )
  const done = new AbortController()
  const late = sleep(patience, 'late' as const, { signal: done.signal }).catch(() => 'late' as const)
  const first = await Promise.race([found, late])
  done.abort()
  if (first === 'late') log('info', 'the log is long: it is being verified while the daemon runs')
  else if (first.finding !== undefined || (first.unread !== undefined && usable === 'now'))
    throw new CannotStart(
      `the log is not sound: ${first.finding ?? first.unread}; see \`portcullis log verify\`, then \`portcullis log accept\``,
    )
  else if (first.unread === undefined) return
  void found.then(({ finding, unread }) => {
    if (unread !== undefined) {
      const again = (): void =>
        void soundLog(verify, journal, log, { usable: 'later', patience }).catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          log('error', `THE LOG IS NOT SOUND, so nothing is allowed: ${message}`)
          journal.refuse(new JournalFailure('journal.forged', message))
        })
      setTimeout(again, LOOK_AROUND_EVERY).unref()
    } else if (finding === undefined) log('info', 'the whole log was verified')
    else {
      log('error', `THE LOG IS NOT SOUND, so nothing is allowed: ${finding}`)
      journal.refuse(new JournalFailure('journal.forged', `the log is not sound: ${finding}`))
    }
  })
}

function findingOf({ findings, damage }: StateVerification): string | undefined {
  return findings[0]?.sentence ?? damage[0]
}

/** The first call of the first agent should not pay for what is made on first use. Nothing is recorded of it. */
async function warmUp(gate: Gate): Promise<void> {
  const call = toToolCall({ tool: 'Bash', input: { command: 'git status | head' }, cwd: '/' }, NOBODY)
  if ('ok' in call) await judge({ ...gate, journal: forgetful }, call.ok, newSession(NOBODY.session))
}

const NOBODY = { session: 'warm-up', agent: 'portcullis', cwd: '/' }

function serveWith(parts: Parts, groups: readonly RouteGroup[], trouble: (error: unknown) => void): Serve {
  const app: App = new OpenAPIHono<{ Bindings: Bindings }>()
  for (const add of groups) add(app, parts)
  app.notFound(() =>
    Response.json({ error: { code: 'daemon.no-route', message: 'there is no such route' } }, { status: 404 }),
  )
  app.onError((error) => {
    trouble(error)
    const code = error instanceof JournalFailure ? error.code : 'daemon.crashed'
    return Response.json({ error: { code, message: 'the daemon failed on this request' } }, { status: 503 })
  })
  const taken = new WeakMap<object, Taken>()
  const listener = getRequestListener((request, env) => {
    const { incoming, outgoing } = env as Bindings
    return app.fetch(request, { incoming, outgoing, taken: taken.get(incoming)! })
  })
  return (incoming, outgoing, admitted) => {
    taken.set(incoming, admitted)
    parts.metrics.count('answers', `${admitted.route.method} ${admitted.route.path}`)
    void listener(incoming, outgoing)
  }
}

function addGauges(parts: Parts): void {
  const { metrics } = parts
  metrics.addGauge({ name: 'under_way', help: 'Calls being judged.', value: () => parts.judging.underWay })
  metrics.addGauge({ name: 'waiting', help: 'Calls that wait for a person.', value: () => parts.approvals.waiting })
  metrics.addGauge({ name: 'sessions_open', help: 'Sessions in memory.', value: () => parts.sessions.size })
  metrics.addGauge({ name: 'event_listeners', help: 'Open event streams.', value: () => parts.events.listeners })
  metrics.addGauge({ name: 'journal_kept', help: 'Denies not yet written.', value: () => parts.backlog().kept })
  metrics.addGauge({ name: 'journal_lost', help: 'Denies given up.', value: () => parts.backlog().lost })
  metrics.addGauge({
    name: 'policy_broken',
    help: 'Workspaces whose settings cannot be read.',
    value: () => parts.policies.problems().length,
  })
  metrics.addGauge({ name: 'resident_bytes', help: 'Memory in use.', value: () => process.memoryUsage.rss() })
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

/** The same trouble again and again is one line, with a count, every ten seconds. */
function troubleLog(log: Log): (error: unknown) => void {
  let last = ''
  let since = Number.NEGATIVE_INFINITY
  let more = 0
  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    const now = performance.now()
    if (message === last && now - since < 10_000) {
      more++
      return
    }
    log('error', more > 0 ? `${message} (and ${more} times the one before)` : message)
    last = message
    since = now
    more = 0
  }
}

function listening(server: Server, where: { path: string } | { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.off('error', reject)
      // Too many open files: the connection is lost, the daemon is not.
      server.on('error', () => undefined)
      resolve()
    })
  })
}

async function closeServers(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeIdleConnections()
        }),
    ),
  )
}

async function drained(judging: Judging, most: number): Promise<void> {
  const until = performance.now() + most
  while (judging.underWay > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
}
