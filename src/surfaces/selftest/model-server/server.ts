import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request as the server received it. */
export interface Seen {
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
  /** Whether the client asked for a stream of events. */
  readonly streamed: boolean
  /** 0 for the first request this server ever saw. */
  readonly index: number
}

/** How the bytes of a sound answer travel. Byte numbers count the body; nothing after that byte is ever sent. */
export interface Travel {
  /** Milliseconds before the first byte of the answer, headers included. */
  readonly delay?: number
  /** Ends the body there as if it were whole. */
  readonly cutAt?: number
  /** Resets the connection there. */
  readonly resetAt?: number
  /** Falls silent there and keeps the connection open. */
  readonly stallAt?: number
  /** One byte at a time, this many milliseconds apart. */
  readonly drip?: number
}

/** What goes wrong outside the wire format. */
export type Fault =
  /** Any status, headers and body: error pages, redirects, HTML, garbage, wrong content types, compressed bombs. */
  | {
      readonly fault: 'raw'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string | Uint8Array
    }
  /** The connection is accepted and nothing is ever said. */
  | { readonly fault: 'silence' }
  /** The connection is reset as soon as the request is read. */
  | { readonly fault: 'reset' }
  /** Headers, then the same bytes for as long as the client reads. */
  | { readonly fault: 'flood'; readonly headers?: Readonly<Record<string, string>>; readonly bytes: string }

export interface LocalServer {
  readonly url: string
  readonly requests: readonly Seen[]
  /** Connections that are open now: a client that gave up must not leave one behind. */
  readonly open: () => number
  readonly close: () => Promise<void>
}

/** A whole answer, or what takes its place. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly travel: Travel
}

/** Serves one function over loopback. A body that is not a JSON object is answered with 400, as the real services do. */
export async function startServer(
  answer: (seen: Seen) => Answer | Fault | Promise<Answer | Fault>,
  questions: 'with a body' | 'without one too' = 'with a body',
): Promise<LocalServer> {
  const requests: Seen[] = []
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  const later = (millis: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, millis)
    timers.add(timer)
  }
  const server = createServer((request, response) => {
    void read(request)
      .then(async (text) => {
        const body = questions === 'without one too' && text === '' ? {} : parse(text)
        if (body === undefined) return send(response, plain(400, 'not a JSON object'), later)
        const seen: Seen = {
          path: request.url ?? '',
          headers: request.headers,
          body,
          streamed: body['stream'] === true,
          index: requests.length,
        }
        requests.push(seen)
        const said = await answer(seen)
        return 'fault' in said ? misbehave(response, said, later) : send(response, said, later)
      })
      .catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    open: () => sockets.size,
    close: () =>
      new Promise((closed) => {
        for (const timer of timers) clearTimeout(timer)
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function plain(status: number, text: string): Answer {
  return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text), travel: {} }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

type Later = (millis: number, act: () => void) => void

function send(response: ServerResponse, answer: Answer, later: Later): void {
  const { delay = 0 } = answer.travel
  if (delay > 0) return later(delay, () => transmit(response, answer, later))
  transmit(response, answer, later)
}

function transmit(response: ServerResponse, { status, headers, body, travel }: Answer, later: Later): void {
  const { cutAt, resetAt, stallAt, drip } = travel
  // Without a length the body is chunked, so that a cut one looks whole to the transport.
  response.writeHead(status, { ...headers })
  response.flushHeaders()
  if (drip !== undefined) return dripBytes(response, body, drip, later)
  if (resetAt !== undefined) {
    const part = body.subarray(0, resetAt)
    const reset = (): void => void response.socket?.resetAndDestroy()
    // What was written must leave the process before the reset overtakes it.
    if (part.length > 0) response.write(part, () => later(1, reset))
    else later(1, reset)
    return
  }
  if (stallAt !== undefined) {
    if (stallAt > 0) response.write(body.subarray(0, stallAt))
    return
  }
  response.end(cutAt === undefined ? body : body.subarray(0, cutAt))
}

function dripBytes(response: ServerResponse, body: Uint8Array, millis: number, later: Later): void {
  let at = 0
  const next = (): void => {
    if (response.destroyed) return
    if (at >= body.length) return void response.end()
    response.write(body.subarray(at, ++at))
    later(millis, next)
  }
  next()
}

function misbehave(response: ServerResponse, fault: Fault, later: Later): void {
  switch (fault.fault) {
    case 'raw':
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
      response.end(fault.body ?? '')
      return
    case 'silence':
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'flood': {
      response.writeHead(200, { 'content-type': 'application/json', ...fault.headers })
      const bytes = Buffer.from(fault.bytes)
      const pour = (): void => {
        if (response.destroyed || response.socket?.destroyed !== false) return
        if (response.write(bytes)) later(0, pour)
        else response.once('drain', pour)
      }
      pour()
      return
    }
  }
}
