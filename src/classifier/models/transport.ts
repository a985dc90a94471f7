import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { TLSSocket } from 'node:tls'
import { Alarm, type Limits } from '../deadlines.ts'
import type { FailureCause } from './model.ts'

/** What went wrong on the wire. It survives inside whatever an SDK wraps around it: see `wireFailure`. */
export class WireFailure extends Error {
  override readonly name = 'WireFailure'
  readonly failure: Extract<FailureCause, 'timeout' | 'connection' | 'malformed' | 'too-large'>
  constructor(failure: WireFailure['failure'], message: string) {
    super(message)
    this.failure = failure
  }
}

/** The wire failure inside an error, however deep. */
export function wireFailure(error: unknown): WireFailure | undefined {
  let inner = error
  for (let depth = 0; depth < 8 && inner instanceof Error; depth++) {
    if (inner instanceof WireFailure) return inner
    inner = inner.cause
  }
  return undefined
}

export interface Wire {
  readonly limits: Limits
  /** A whole answer may be written for long before its first byte is sent; a streamed one may not. */
  readonly firstByte: number
  /** Bytes after which reading stops. */
  readonly mostBytes: number
  readonly agents: Agents
  readonly tail: Tail
}

/** The last bytes of an answer: an SDK does not say whether a stream was ended or only stopped. */
export class Tail {
  #text = ''

  add(chunk: Uint8Array): void {
    this.#text = (this.#text + Buffer.from(chunk.subarray(-64)).toString('latin1')).slice(-64)
  }

  endsWith(pattern: RegExp): boolean {
    return pattern.test(this.#text)
  }
}

export interface Agents {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

export function keepAliveAgents(proxyEnv: Readonly<Record<string, string | undefined>> | undefined): Agents {
  const options = { keepAlive: true, maxSockets: 32, ...(proxyEnv === undefined ? {} : { proxyEnv }) }
  return { http: new HttpAgent(options), https: new HttpsAgent(options) }
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * What the SDKs call instead of the global `fetch`, which can neither time a connection nor count bytes: a redirect is
 * an answer like any other and never followed, compression is neither asked for nor read, and every phase has its timer.
 */
export function fetchOver(wire: Wire): Fetch {
  return (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const secure = url.protocol === 'https:'
    const body = typeof init.body === 'string' ? init.body : undefined
    const headers = Object.fromEntries(new Headers(init.headers))
    delete headers['accept-encoding']
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body))
    const { promise, resolve, reject } = Promise.withResolvers<Response>()

    let phase: 'connect' | 'first byte' | 'answer' = 'connect'
    let first: Error | undefined
    const fail = (error: Error): void => {
      first ??= error
      alarm.clear()
      reject(first)
      outgoing.destroy(first)
    }
    const alarm = new Alarm(() => fail(new WireFailure('timeout', TOO_SLOW[phase])))
    const method = init.method ?? 'GET'
    const outgoing = secure
      ? requestHttps(url, { method, headers, agent: wire.agents.https })
      : requestHttp(url, { method, headers, agent: wire.agents.http })
    const signal = init.signal ?? undefined
    const onAbort = (): void => fail(new DOMException('the request was aborted', 'AbortError'))
    if (signal?.aborted) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    outgoing.once('close', () => {
      alarm.clear()
      signal?.removeEventListener('abort', onAbort)
    })

    alarm.set(wire.limits.connect)
    const connected = (): void => {
      if (phase !== 'connect') return
      phase = 'first byte'
      alarm.set(wire.firstByte)
    }
    outgoing.once('socket', (socket) => {
      if (outgoing.reusedSocket) connected()
      else if (socket instanceof TLSSocket) socket.once('secureConnect', connected)
      else if (socket.connecting) socket.once('connect', connected)
      else connected()
    })
    outgoing.on('error', (error) => fail(asWireFailure(error)))
    outgoing.once('response', (incoming) => {
      phase = 'answer'
      alarm.set(wire.limits.idle)
      try {
        resolve(responseOf(incoming, wire, alarm, () => first))
      } catch (error) {
        fail(asWireFailure(error))
      }
    })
    outgoing.end(body)
    return promise
  }
}

const TOO_SLOW = {
  connect: 'no connection in time',
  'first byte': 'no answer began in time',
  answer: 'the answer fell silent',
} as const

function responseOf(incoming: IncomingMessage, wire: Wire, alarm: Alarm, whyFailed: () => Error | undefined): Response {
  const status = incoming.statusCode ?? 0
  const encoding = incoming.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new WireFailure('malformed', 'the answer is compressed, which was not asked for')
  if (status < 200 || status > 599 || status === 204 || status === 205 || status === 304)
    throw new WireFailure('malformed', `status ${status} carries no answer`)
  let bytes = 0
  // Once it is over, nothing may touch the stream again: not the end that follows an error, not a late chunk.
  let over = false
  const finish = (act: () => void): void => {
    if (over) return
    over = true
    alarm.clear()
    act()
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const fail = (error: Error): void =>
        finish(() => {
          controller.error(whyFailed() ?? asWireFailure(error))
          incoming.destroy()
        })
      incoming.on('data', (chunk: Buffer) => {
        if (over) return
        bytes += chunk.length
        if (bytes > wire.mostBytes) return fail(new WireFailure('too-large', `more than ${wire.mostBytes} bytes`))
        alarm.set(wire.limits.idle)
        wire.tail.add(chunk)
        controller.enqueue(chunk)
      })
      incoming.once('end', () => finish(() => controller.close()))
      incoming.on('error', fail)
      // Without this an answer that breaks off would never end.
      incoming.once('close', () => fail(new WireFailure('connection', 'the connection broke within the answer')))
    },
    cancel: () => finish(() => incoming.destroy()),
  })
  const headers = new Headers()
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at]!, incoming.rawHeaders[at + 1]!)
  return new Response(body, { status, headers })
}

function asWireFailure(error: unknown): Error {
  if (error instanceof WireFailure || (error instanceof Error && error.name === 'AbortError')) return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
  // The parser of HTTP itself gave up: what came is not an answer.
  if (code.startsWith('HPE_')) return new WireFailure('malformed', `not HTTP: ${code}`)
  return new WireFailure('connection', `the connection failed: ${code}`)
}
