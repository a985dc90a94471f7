import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer, type ServerOptions as TlsOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  type Admitted,
  admit,
  admitToPage,
  type Entrance,
  isRefusal,
  type Keys,
  MOST_BODY_BYTES,
  pathOf,
  type Refusal,
  tooLarge,
} from './door.ts'
import { type Page, sendPageFile } from './page.ts'
import type { Route } from './routes.ts'
import { SlowAnswers } from './slow-answers.ts'

/** How long clients may take, in milliseconds. */
export interface Patience {
  readonly headers: number
  readonly request: number
  readonly idle: number
}

const PATIENCE: Patience = { headers: 5_000, request: 10_000, idle: 30_000 }

export interface DoorOptions {
  readonly keys: Keys
  /** The page of the console, for the port. */
  readonly page: Page
  readonly table: readonly Route[]
  readonly patience?: Patience
  /** Told about every refusal, without anything the client sent. */
  readonly onRefused: (refusal: Refusal) => void
  /** Undefined while requests are taken; afterwards what to say instead. */
  readonly closed: () => Refusal | undefined
}

/** What a route gets to see of a request. */
export interface Taken extends Admitted {
  readonly body: Uint8Array
  /** When the head of the request was read, on the clock that never jumps. */
  readonly arrived: number
  readonly entrance: Entrance['kind']
}

export type Serve = (request: IncomingMessage, response: ServerResponse, taken: Taken) => void

/** On every answer: nothing is for another site, and what is no file of the console's page is no page. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** One way in: checks at the door, reads the body, hands over what may go on. */
export function openDoor(entrance: () => Entrance, options: DoorOptions, serve: Serve, tls: TlsOptions): TlsServer
export function openDoor(entrance: () => Entrance, options: DoorOptions, serve: Serve): Server
export function openDoor(
  entrance: () => Entrance,
  options: DoorOptions,
  serve: Serve,
  tls?: TlsOptions,
): Server | TlsServer {
  const patience = options.patience ?? PATIENCE
  const slow = new SlowAnswers()
  const { users } = options.keys
  const admitted: RequestListener = (request, response) => {
    const arrived = performance.now()
    for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value)
    const say = (refusal: Refusal): void => {
      options.onRefused(refusal)
      answer(request, response, refusal)
    }
    const way = entrance()
    const file = way.kind !== 'socket' && request.method === 'GET' ? options.page.files.get(pathOf(request)) : undefined
    if (file !== undefined) {
      const refusal = admitToPage(request, way)
      if (refusal) say(refusal)
      else sendPageFile(request, response, file)
      return
    }
    const outcome = admit(request, way, options.keys, options.table)
    if (isRefusal(outcome)) {
      if (outcome.status === 401)
        slow.hold(
          () => say(outcome),
          () => request.socket.destroy(),
        )
      else say(outcome)
      return
    }
    // A stream ends with its login: it is not to go on for somebody who has left.
    const forget = outcome.session?.whenEnded(() => response.headersSent && response.destroy())
    if (forget) response.once('close', forget)
    const closed = options.closed()
    if (closed) {
      say(closed)
      return
    }
    if (request.method === 'GET') {
      serve(request, response, { ...outcome, body: NOTHING, arrived, entrance: way.kind })
      return
    }
    if (request.headers.expect !== undefined) response.writeContinue()
    const most = outcome.route.mostBytes ?? MOST_BODY_BYTES
    readBody(request, most, (body) => {
      if (body === 'too large') say(tooLarge(most))
      else serve(request, response, { ...outcome, body, arrived, entrance: way.kind })
    })
  }
  // A token that was revoked on another daemon is refused here by the next request.
  const listener: RequestListener =
    users.refresh === undefined
      ? admitted
      : (request, response) => void users.refresh!().finally(() => admitted(request, response))
  const limits = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    connectionsCheckingInterval: Math.min(1000, patience.headers / 2),
    requireHostHeader: true,
    insecureHTTPParser: false,
    noDelay: true,
  }
  const server =
    tls === undefined
      ? createServer(limits, listener)
      : createTlsServer({ ...limits, handshakeTimeout: patience.request, ...tls }, listener)
  // Node would drop what is beyond its count without a word; the door counts by itself.
  server.maxHeadersCount = 0
  server.maxConnections = 4096
  server.on('checkContinue', listener)
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n'))
  return server
}

const NOTHING = new Uint8Array()

/** Reads at most as much as is allowed; a client that goes away before the end is forgotten. */
function readBody(request: IncomingMessage, most: number, done: (body: Uint8Array | 'too large') => void): void {
  const chunks: Buffer[] = []
  let size = 0
  let over = false
  request.on('data', (chunk: Buffer) => {
    if (over) return
    size += chunk.length
    if (size <= most) {
      chunks.push(chunk)
      return
    }
    over = true
    done('too large')
  })
  request.on('end', () => {
    if (!over) done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
  })
  request.on('error', () => undefined)
}

/** A refusal ends the connection: what follows on it is not worth reading. */
function answer(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const text = JSON.stringify({ error: { code: refusal.code, message: refusal.message } })
  response.writeHead(refusal.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
    ...(refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(refusal.status === 429 || refusal.status === 503 ? { 'retry-after': '1' } : {}),
  })
  response.end(text)
  // What the client still sends is thrown away, for a moment: cut at once, it might never read the answer.
  request.resume()
  const cut = setTimeout(() => request.socket.destroy(), 500)
  request.socket.once('close', () => clearTimeout(cut))
}

/** The names under which a port on this machine may be called. */
export function portEntrance(server: Server): Entrance {
  const { port } = server.address() as AddressInfo
  const names = [`127.0.0.1:${port}`, `localhost:${port}`]
  return { kind: 'port', hosts: new Set(names), origins: new Set(names.map((name) => `http://${name}`)) }
}

/** No browser reaches a socket file: whoever sends an origin there is not who it seems. */
export const SOCKET_ENTRANCE: Entrance = {
  kind: 'socket',
  hosts: new Set(['localhost', 'portcullis']),
  origins: new Set(),
}
