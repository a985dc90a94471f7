import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Admitted, admit, type Entrance, isRefusal, MOST_BODY_BYTES, type Refusal, TOO_LARGE } from './door.ts'
import type { Route } from './routes.ts'
import type { Tokens } from './tokens.ts'

/** How long clients may take, in milliseconds. */
export interface Patience {
  readonly headers: number
  readonly request: number
  readonly idle: number
}

const PATIENCE: Patience = { headers: 5_000, request: 10_000, idle: 30_000 }

export interface DoorOptions {
  readonly tokens: Tokens
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

/** On every answer: nothing here is a page, and nothing here is for another site. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** One way in: checks at the door, reads the body, hands over what may go on. */
export function openDoor(entrance: () => Entrance, options: DoorOptions, serve: Serve): Server {
  const patience = options.patience ?? PATIENCE
  const delays = new TokenDelays()
  const listener: RequestListener = (request, response) => {
    const arrived = performance.now()
    for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value)
    const say = (refusal: Refusal): void => {
      options.onRefused(refusal)
      answer(request, response, refusal)
    }
    const { kind } = entrance()
    const outcome = admit(request, entrance(), options.tokens, options.table)
    if (isRefusal(outcome)) {
      if (outcome.status === 401) delays.hold(request, () => say(outcome))
      else say(outcome)
      return
    }
    const closed = options.closed()
    if (closed) {
      say(closed)
      return
    }
    if (request.method === 'GET') {
      serve(request, response, { ...outcome, body: NOTHING, arrived, entrance: kind })
      return
    }
    if (request.headers.expect !== undefined) response.writeContinue()
    readBody(request, (body) => {
      if (body === 'too large') say(TOO_LARGE)
      else serve(request, response, { ...outcome, body, arrived, entrance: kind })
    })
  }
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      keepAliveTimeout: patience.idle,
      connectionsCheckingInterval: Math.min(1000, patience.headers / 2),
      requireHostHeader: true,
      insecureHTTPParser: false,
      noDelay: true,
    },
    listener,
  )
  // Node would drop what is beyond its count without a word; the door counts by itself.
  server.maxHeadersCount = 0
  server.maxConnections = 4096
  server.on('checkContinue', listener)
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n'))
  return server
}

const NOTHING = new Uint8Array()

/** Reads at most as much as is allowed; a client that goes away before the end is forgotten. */
function readBody(request: IncomingMessage, done: (body: Uint8Array | 'too large') => void): void {
  const chunks: Buffer[] = []
  let size = 0
  let over = false
  request.on('data', (chunk: Buffer) => {
    if (over) return
    size += chunk.length
    if (size <= MOST_BODY_BYTES) {
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

const FREE_TRIES = 10
const FORGET_TRIES_AFTER = 60_000
const DELAY = 1000
const MOST_HELD = 100

/** Guessing is hopeless against 256 bits; it should also be slow and cheap. Right tokens are never delayed. */
class TokenDelays {
  #tries = 0
  #since = 0
  #held = 0

  hold(request: IncomingMessage, say: () => void): void {
    const now = performance.now()
    if (now - this.#since > FORGET_TRIES_AFTER) {
      this.#since = now
      this.#tries = 0
    }
    if (++this.#tries <= FREE_TRIES) {
      say()
      return
    }
    if (this.#held >= MOST_HELD) {
      request.socket.destroy()
      return
    }
    this.#held++
    setTimeout(() => {
      this.#held--
      say()
    }, DELAY)
  }
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
