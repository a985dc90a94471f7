import type { IncomingMessage } from 'node:http'
import type { Person } from '../../policy/people.ts'
import type { ConsoleLogins, ConsoleSession } from './console-logins.ts'
import { type Caller, findRoute, type Route } from './routes.ts'
import type { Tokens } from './tokens.ts'

/** Where requests come in, and by which names it may be called there. */
export interface Entrance {
  /** `public`: other machines reach it. Only users' own tokens and logins count there, never those of this machine. */
  readonly kind: 'socket' | 'port' | 'public'
  /** Exactly what may stand in `Host`. Anything else is a page that made its own name lead here. */
  readonly hosts: ReadonlySet<string>
  /** Exactly what may stand in `Origin`, when a browser sends one. */
  readonly origins: ReadonlySet<string>
}

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** A request that may go on to its route: who sends it, and to where. */
export interface Admitted {
  readonly role: Caller | 'stranger'
  readonly route: Route
  /** The user whose token or login it is; absent for the machine's own. */
  readonly user?: Person
  /** The console's login by which it came; absent when it came by a token. */
  readonly session?: ConsoleSession
}

/** What opens the door. */
export interface Keys {
  readonly tokens: Tokens
  readonly logins: ConsoleLogins
  readonly users: Users
}

/** Users as the door sees them, asked anew for every request: what was taken away is away. Both throw nothing. */
export interface Users {
  byToken(token: string): Person | undefined
  /** Undefined: no such user, or disabled. */
  byId(id: string): Person | undefined
  /** Where other daemons change users, too: to be awaited before every request. Never rejects. */
  refresh?(): Promise<void>
}

const MOST_HEADERS = 64
const LONGEST_TARGET = 4096
/** A call of the gate's greatest size, and room for what stands around it. */
export const MOST_BODY_BYTES = 1024 * 1024 + 16 * 1024

type Check = (request: IncomingMessage, entrance: Entrance) => Refusal | undefined

/** What holds for every request, before anybody looks at who sends it. */
const CHECKS: readonly Check[] = [headers, host, origin, fetchMetadata, upgrade, method, target]

/** What holds where another site may send a browser: it goes there, and reads nothing. */
const ARRIVAL_CHECKS: readonly Check[] = [headers, host, origin, arrivalFetchMetadata, upgrade, method, target]

/** What holds for the files of the page, which anybody on this machine may have. */
const PAGE_CHECKS: readonly Check[] = [headers, host, origin, pageFetchMetadata, upgrade, bodyOf]

/** Decides whether a request may go on. Looks only at its head: no byte of a body is read for a stranger. */
export function admit(
  request: IncomingMessage,
  entrance: Entrance,
  keys: Keys,
  table: readonly Route[],
): Admitted | Refusal {
  const found = findRoute(table, request.method ?? '', pathOf(request))
  const arrives = found.kind === 'route' && found.route.arrival === true
  for (const check of arrives ? ARRIVAL_CHECKS : CHECKS) {
    const refusal = check(request, entrance)
    if (refusal) return refusal
  }
  const forStrangers = found.kind === 'route' && found.route.roles.includes('stranger')
  const tokenless = sent(request, 'authorization').length === 0
  const who =
    arrives && tokenless
      ? arriving(entrance)
      : found.kind === 'route' && found.route.probe === true && tokenless
        ? NOBODY
        : forStrangers
          ? stranger(request, entrance, keys)
          : known(request, entrance, keys)
  if ('status' in who) return who
  const { role } = who
  if (found.kind === 'unknown') return refuse(404, 'daemon.no-route', 'there is no such route')
  if (found.kind === 'wrong method') return refuse(405, 'daemon.method', 'this route takes another method')
  if (!found.route.roles.includes(role)) return refuse(403, 'daemon.role', notFor(who, found.route))
  if (who.session !== undefined && found.route.tokenOnly)
    return refuse(403, 'console.token-only', 'this needs the operator token: use the command line')
  return body(request, found.route.mostBytes) ?? { ...who, route: found.route }
}

/** Decides whether a file of the page may be sent. Only the port has a page: no browser reaches the socket. */
export function admitToPage(request: IncomingMessage, entrance: Entrance): Refusal | undefined {
  for (const check of PAGE_CHECKS) {
    const refusal = check(request, entrance)
    if (refusal) return refusal
  }
  return undefined
}

type Who = Omit<Admitted, 'route'>

/** A token in the header, or else the console's cookie: never both looked at, never one in place of a wrong other. */
function known(request: IncomingMessage, entrance: Entrance, keys: Keys): Who | Refusal {
  if (sent(request, 'authorization').length === 0 && sent(request, 'cookie').length > 0) {
    const cookie = cookieOf(request)
    const session = cookie === undefined ? undefined : keys.logins.find(cookie)
    if (cookie !== undefined && session !== undefined && !(session.user === undefined && entrance.kind === 'public')) {
      const who = session.user === undefined ? MACHINE : holder(keys.users.byId(session.user))
      if (who !== undefined) return fromThePage(request, entrance, keys.logins, cookie) ?? { ...who, session }
    }
  }
  return (
    bearer(request, entrance, keys) ??
    refuse(401, 'daemon.token', 'send the token of this daemon, or your own, as `Authorization: Bearer …`')
  )
}

const MACHINE: Who = { role: 'operator' }
const MACHINE_ROLES: ReadonlySet<string> = new Set(['operator', 'channel', 'metrics', 'stranger'])
const NOBODY: Who = { role: 'stranger' }

function holder(user: Person | undefined): Who | undefined {
  return user === undefined || user.disabled ? undefined : { role: user.role, user }
}

function notFor({ role, user }: Who, { roles }: Route): string {
  if (user === undefined) return `the ${role} token may not use this route: it needs the operator token`
  const may = roles.filter((each) => !MACHINE_ROLES.has(each))
  return `${user.id} is ${role} and may not use this route${may.length === 0 ? '' : `: ${may.join(', ')} may`}`
}

/** Where no token is needed: a cookie counts for nothing there, a wrong token is still wrong. */
function stranger(request: IncomingMessage, entrance: Entrance, keys: Keys): Who | Refusal {
  if (sent(request, 'authorization').length === 0)
    return isSameOrigin(request, entrance)
      ? { role: 'stranger' }
      : refuse(403, 'console.origin', 'only the page of the console may do this')
  return bearer(request, entrance, keys) ?? refuse(401, 'daemon.token', 'this is not the token of this daemon')
}

/** A browser that another site sent: only the port has browsers. */
function arriving(entrance: Entrance): Who | Refusal {
  return entrance.kind === 'port' ? { role: 'stranger' } : refuse(403, 'console.origin', 'only a browser may come here')
}

/**
 * Browsers send a cookie to every port of a host, and along with what other sites make them send. It counts only with
 * proof that our own page sends it; a change also needs the value that only our page was told.
 */
function fromThePage(
  request: IncomingMessage,
  entrance: Entrance,
  logins: ConsoleLogins,
  cookie: string,
): Refusal | undefined {
  if (!isSameOrigin(request, entrance))
    return refuse(403, 'console.origin', 'only the page of the console may use its login')
  if (request.method !== 'GET') {
    const [csrf, ...more] = sent(request, CSRF_HEADER)
    if (csrf === undefined || more.length > 0 || !logins.isCsrf(cookie, csrf))
      return refuse(403, 'console.csrf', `a change needs \`${CSRF_HEADER}\` as it was told at the login`)
  }
  if (!QUIET.has(pathOf(request))) logins.use(cookie)
  return undefined
}

const CSRF_HEADER = 'x-portcullis-csrf'
/** What the page asks by itself, without anybody doing anything: it keeps no login alive. */
const QUIET: ReadonlySet<string> = new Set(['/v1/console/me', '/v1/events'])

export const COOKIE_NAME = 'portcullis'

/** The value of the console's cookie; undefined unless it is there exactly once. */
export function cookieOf(request: IncomingMessage): string | undefined {
  return namedCookie(request, COOKIE_NAME)
}

export function namedCookie(request: IncomingMessage, name: string): string | undefined {
  const own = sent(request, 'cookie')
    .flatMap((line) => line.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
  const value = own.length === 1 ? own[0]!.slice(name.length + 1) : ''
  return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
}

/** Proven by what a browser says by itself: one of the two headers must be there, and neither may say otherwise. */
function isSameOrigin(request: IncomingMessage, entrance: Entrance): boolean {
  if (entrance.kind === 'socket') return false
  const sites = sent(request, 'sec-fetch-site')
  const origins = sent(request, 'origin')
  const own = `//${request.headers.host}`
  return (
    sites.length + origins.length > 0 &&
    sites.length <= 1 &&
    sites.every((site) => site === 'same-origin') &&
    origins.every((value) => entrance.origins.has(value) && value.endsWith(own))
  )
}

export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0]!
}

export function isRefusal(outcome: Admitted | Refusal): outcome is Refusal {
  return 'status' in outcome
}

function refuse(status: number, code: string, message: string): Refusal {
  return { status, code, message }
}

/** Every value a header was sent with. Node joins or drops doubles; an attacker counts on one of the two. */
function sent(request: IncomingMessage, name: string): readonly string[] {
  const values: string[] = []
  const raw = request.rawHeaders
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]!.toLowerCase() === name) values.push(raw[index + 1]!)
  return values
}

function headers(request: IncomingMessage): Refusal | undefined {
  if (request.rawHeaders.length > MOST_HEADERS * 2) return refuse(431, 'daemon.headers', 'too many headers')
  return undefined
}

function host(request: IncomingMessage, entrance: Entrance): Refusal | undefined {
  const [only, ...more] = sent(request, 'host')
  if (only !== undefined && more.length === 0 && entrance.hosts.has(only)) return undefined
  return refuse(421, 'daemon.host', 'this daemon answers only to its own address')
}

function origin(request: IncomingMessage, entrance: Entrance): Refusal | undefined {
  const values = sent(request, 'origin')
  if (values.every((value) => entrance.origins.has(value)) && values.length <= 1) return undefined
  return refuse(403, 'daemon.origin', 'this daemon answers no other site')
}

type FetchMetadata = readonly (readonly [header: string, fine: readonly string[]])[]

/** What a browser says about a request by itself, and a page cannot change. */
const FETCH_METADATA: FetchMetadata = [
  ['sec-fetch-site', ['same-origin', 'none']],
  ['sec-fetch-mode', ['cors', 'same-origin', 'navigate']],
  ['sec-fetch-dest', ['empty', 'document']],
]

/** The parts of a page, asked for by the page itself or by somebody who goes to it. */
const PAGE_FETCH_METADATA: FetchMetadata = [
  ['sec-fetch-site', ['same-origin', 'none']],
  ['sec-fetch-mode', ['cors', 'no-cors', 'same-origin', 'navigate']],
  ['sec-fetch-dest', ['empty', 'document', 'script', 'style', 'image', 'font', 'manifest']],
]

/** Somebody who goes from one page to another, in a tab of their own: no frame, no script, no picture. */
const ARRIVAL_FETCH_METADATA: FetchMetadata = [
  ['sec-fetch-site', ['cross-site', 'same-site', 'same-origin', 'none']],
  ['sec-fetch-mode', ['navigate']],
  ['sec-fetch-dest', ['document']],
]

function arrivalFetchMetadata(request: IncomingMessage): Refusal | undefined {
  return saysFine(request, ARRIVAL_FETCH_METADATA)
}

function fetchMetadata(request: IncomingMessage): Refusal | undefined {
  return saysFine(request, FETCH_METADATA)
}

function pageFetchMetadata(request: IncomingMessage): Refusal | undefined {
  return saysFine(request, PAGE_FETCH_METADATA)
}

function saysFine(request: IncomingMessage, table: FetchMetadata): Refusal | undefined {
  for (const [header, fine] of table)
    if (!sent(request, header).every((value) => fine.includes(value)))
      return refuse(403, 'daemon.fetch-metadata', `refused for \`${header}\``)
  return undefined
}

function upgrade(request: IncomingMessage): Refusal | undefined {
  if (sent(request, 'upgrade').length === 0) return undefined
  return refuse(403, 'daemon.upgrade', 'no other protocol is spoken here')
}

function method(request: IncomingMessage): Refusal | undefined {
  if (request.method === 'GET' || request.method === 'POST') return undefined
  return refuse(405, 'daemon.method', 'only GET and POST are known')
}

/** Plain paths only: two readers of an escaped or dotted path may see two routes. */
function target(request: IncomingMessage): Refusal | undefined {
  const url = request.url ?? ''
  if (url.length > LONGEST_TARGET) return refuse(414, 'daemon.target', 'the address is too long')
  if (!url.startsWith('/')) return refuse(421, 'daemon.target', 'this is no proxy')
  const path = pathOf(request)
  if (!/^(?:\/[A-Za-z0-9_.-]+)+$/.test(path) || /\/\.{1,2}(?:\/|$)/.test(path))
    return refuse(404, 'daemon.no-route', 'there is no such route')
  return undefined
}

function bearer(request: IncomingMessage, entrance: Entrance, keys: Keys): Who | undefined {
  const [only, ...more] = sent(request, 'authorization')
  if (only === undefined || more.length > 0) return undefined
  const token = /^Bearer ([A-Za-z0-9_-]{1,128})$/.exec(only)?.[1]
  if (token === undefined) return undefined
  // A token of this machine that was copied elsewhere opens nothing from elsewhere.
  const role = entrance.kind === 'public' ? undefined : keys.tokens.roleOf(token)
  return role === undefined ? holder(keys.users.byToken(token)) : { role }
}

/** What forms and scripts of other sites can send without asking first is refused by its type. */
const JSON_TYPE = /^application\/json(?:;\s*charset="?utf-8"?)?$/i

function bodyOf(request: IncomingMessage): Refusal | undefined {
  return body(request)
}

function body(request: IncomingMessage, mostBytes: number = MOST_BODY_BYTES): Refusal | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (request.method === 'GET') {
    if (coding === undefined && (length === undefined || length === '0')) return undefined
    return refuse(400, 'daemon.body', 'a GET has no body')
  }
  const types = sent(request, 'content-type')
  if (types.length !== 1 || !JSON_TYPE.test(types[0]!))
    return refuse(415, 'daemon.content-type', 'only application/json is read')
  if (sent(request, 'content-encoding').length > 0)
    return refuse(415, 'daemon.content-type', 'a compressed body is not read')
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return refuse(501, 'daemon.body', 'this transfer coding is not known')
  if (length !== undefined && Number(length) > mostBytes) return tooLarge(mostBytes)
  return undefined
}

export function tooLarge(mostBytes: number): Refusal {
  return refuse(413, 'daemon.too-large', `a body has at most ${mostBytes} bytes here`)
}
