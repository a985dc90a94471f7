import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as DaemonModule from '../../src/surfaces/daemon/daemon.ts'
import type { Daemon, DaemonOptions } from '../../src/surfaces/daemon/daemon.ts'
import type * as EntranceModule from '../../src/surfaces/daemon/public-entrance.ts'
import type * as GroupsModule from '../../src/surfaces/daemon/route-groups.ts'
import type * as RoutesModule from '../../src/surfaces/daemon/routes.ts'
import { type Answer, requestText, sendRaw, type Where } from '../../src/surfaces/selftest/raw-request.ts'
import { loaderFor, SOURCES } from '../product.ts'
import { unhurried } from '../until.ts'

/** The daemon as a suite sees it: the real sources, or a copy of them with a bug put back. */
export interface DaemonProduct {
  readonly daemon: typeof DaemonModule
  readonly routes: typeof RoutesModule
  readonly groups: typeof GroupsModule
  readonly entrance: typeof EntranceModule
}

export async function loadDaemon(root: string = SOURCES): Promise<DaemonProduct> {
  const load = loaderFor(root)
  return {
    daemon: await load('surfaces/daemon/daemon.ts'),
    routes: await load('surfaces/daemon/routes.ts'),
    groups: await load('surfaces/daemon/route-groups.ts'),
    entrance: await load('surfaces/daemon/public-entrance.ts'),
  }
}

export { type Answer, requestText, sendRaw, type Where }

export interface Running {
  readonly daemon: Daemon
  readonly agent: string
  readonly operator: string
  readonly channel: string
  readonly project: string
  readonly directory: string
  readonly logged: string[]
  readonly socket: Where
  readonly port: Where
  call(command: string, session?: string): object
  /** With a token of the right kind unless told otherwise. Status 0: no answer came. */
  post(path: string, body: object, token?: string): Promise<Answer>
  get(path: string, token?: string): Promise<Answer>
  /** Stops it and removes everything. */
  end(): Promise<void>
}

/** A place for one daemon: state, home and project, all new. */
export function freshPlace(): { directory: string; state: string; home: string; project: string } {
  const directory = mkdtempSync(join(tmpdir(), 'pc-'))
  const place = {
    directory,
    state: join(directory, 'state'),
    home: join(directory, 'home'),
    project: join(directory, 'project'),
  }
  mkdirSync(join(place.home, '.portcullis'), { recursive: true })
  mkdirSync(join(place.project, '.git'), { recursive: true })
  return place
}

/** Nothing that is not slow on purpose may meet a limit of the daemon: where a limit is under test the test sets it. */
export const UNLIMITED = {
  deadlineMs: 300_000,
  journalDeadlineMs: 300_000,
  verifyMs: 300_000,
  patience: { headers: 300_000, request: 300_000, idle: 300_000 },
} as const

export async function run(product: DaemonProduct, options: Partial<DaemonOptions> = {}): Promise<Running> {
  const place = freshPlace()
  const logged: string[] = []
  const daemon = await product.daemon.startDaemon({
    stateDirectory: place.state,
    port: 0,
    home: place.home,
    managedDirectory: '/nonexistent',
    log: (level, sentence) => logged.push(`${level} ${sentence}`),
    ...UNLIMITED,
    drainMs: unhurried(5_000),
    ...options,
  })
  const token = (file: string): string => readFileSync(file, 'utf8').trim()
  const agent = token(daemon.paths.agentToken)
  const operator = token(daemon.paths.operatorToken)
  const channel = token(daemon.paths.channelToken)
  const port = { port: daemon.port! }
  const send = async (method: string, path: string, body: string | undefined, bearer: string): Promise<Answer> => {
    const headers: [string, string][] = [
      ['Host', `127.0.0.1:${daemon.port}`],
      ['Connection', 'close'],
      ['Authorization', `Bearer ${bearer}`],
    ]
    if (body !== undefined)
      headers.push(['Content-Type', 'application/json'], ['Content-Length', String(Buffer.byteLength(body))])
    // Copies of the product are made while some wait.
    const answer = await sendRaw(port, requestText(method, path, headers, body), 30_000)
    if (typeof answer === 'string') return { status: 0, headers: new Map(), body: `{"answer":"${answer}"}` }
    return { ...answer, body: unchunked(answer) }
  }
  return {
    daemon,
    agent,
    operator,
    channel,
    project: place.project,
    directory: place.directory,
    logged,
    socket: { path: daemon.paths.socket },
    port,
    call: (command, session = 's') => ({ tool: 'Bash', input: { command }, cwd: place.project, session }),
    post: (path, body, bearer = path === '/v1/judge' ? agent : operator) =>
      send('POST', path, JSON.stringify(body), bearer),
    get: (path, bearer = operator) => send('GET', path, undefined, bearer),
    end: async () => {
      await daemon.stop()
      rmSync(place.directory, { recursive: true, force: true })
    },
  }
}

function unchunked(answer: Answer): string {
  if (answer.headers.get('transfer-encoding') !== 'chunked') return answer.body
  let rest = answer.body
  let text = ''
  for (;;) {
    const end = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, end), 16)
    if (!(size > 0)) return text
    text += rest.slice(end + 2, end + 2 + size)
    rest = rest.slice(end + 4 + size)
  }
}
