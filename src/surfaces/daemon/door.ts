import type { IncomingMessage } from 'node:http'
import { findRoute, type Route } from './routes.ts'
import type { Role, Tokens } from './tokens.ts'

/** Where requests come in, and by which names it may be called there. */
export interface Entrance {
  readonly kind: 'socket' | 'port'
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
  readonly role: Role
  readonly route: Route
}

const MOST_HEADERS = 64
const LONGEST_TARGET = 4096
/** A call of the gate's greatest size, and room for what stands around it. */
export const MOST_BODY_BYTES = 1024 * 1024 + 16 * 1024

type Check = (request: IncomingMessage, entrance: Entrance) => Refusal | undefined

/** What holds for every request, before anybody looks at who sends it. */
const CHECKS: readonly Check[] = [headers, host, origin, fetchMetadata, upgrade, method, target]

/** Decides whether a request may go on. Looks only at its head: no byte of a body is read for a stranger. */
export function admit(
  request: IncomingMessage,
  entrance: Entrance,
  tokens: Tokens,
  table: readonly Route[],
): Admitted | Refusal {
  for (const check of CHECKS) {
    const refusal = check(request, entrance)
    if (refusal) return refusal
  }
  const role = bearer(request, tokens)
  if (role === undefined)
    return refuse(401, 'daemon.token', 'send the token of this daemon as `Authorization: Bearer …`')
  const found = findRoute(table, request.method ?? '', pathOf(request))
  if (found.kind === 'unknown') return refuse(404, 'daemon.no-route', 'there is no such route')
  if (found.kind === 'wrong method') return refuse(405, 'daemon.method', 'this route takes another method')
  if (!found.route.roles.includes(role))
    return refuse(403, 'daemon.role', `the ${role} token may not use this route: it needs the operator token`)
  return body(request) ?? { role, route: found.route }
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

/** What a browser says about a request by itself, and a page cannot change. */
const FETCH_METADATA: readonly (readonly [header: string, fine: readonly string[]])[] = [
  ['sec-fetch-site', ['same-origin', 'none']],
  ['sec-fetch-mode', ['cors', 'same-origin', 'navigate']],
  ['sec-fetch-dest', ['empty', 'document']],
]

function fetchMetadata(request: IncomingMessage): Refusal | undefined {
  for (const [header, fine] of FETCH_METADATA)
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

function bearer(request: IncomingMessage, tokens: Tokens): Role | undefined {
  const [only, ...more] = sent(request, 'authorization')
  if (only === undefined || more.length > 0) return undefined
  const token = /^Bearer ([A-Za-z0-9_-]{1,128})$/.exec(only)?.[1]
  return token === undefined ? undefined : tokens.roleOf(token)
}

/** What forms and scripts of other sites can send without asking first is refused by its type. */
const JSON_TYPE = /^application\/json(?:;\s*charset="?utf-8"?)?$/i

function body(request: IncomingMessage): Refusal | undefined {
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
  if (length !== undefined && Number(length) > MOST_BODY_BYTES) return TOO_LARGE
  return undefined
}

export const TOO_LARGE: Refusal = refuse(413, 'daemon.too-large', `a body has at most ${MOST_BODY_BYTES} bytes`)
