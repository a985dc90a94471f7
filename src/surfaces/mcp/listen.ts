import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import type { End, Hearing } from './ends.ts'
import { CLIENT_LIMITS, type Id, keyOf, type Line, messageOf, readLine } from './messages.ts'
import type { McpProxyOptions } from './open-proxy.ts'

export interface ListenOptions {
  /** 0: any that is free. */
  readonly port: number
  /** What a client sends as `Authorization: Bearer …`. Without it nobody is let in. */
  readonly token: string
  /** A proxy, with a server of its own, for each session of a client. */
  readonly open: (client: End) => Promise<Proxy>
  readonly say: NonNullable<McpProxyOptions['say']>
}

interface Proxy {
  run(): Promise<string>
  stop(why: string): void
}

export interface Listening {
  readonly url: string
  close(): Promise<void>
}

interface Session {
  readonly transport: StreamableHTTPServerTransport
  readonly proxy: Proxy
  readonly ended: Promise<unknown>
  lastUsed: number
}

const PATH = '/mcp'
/** Each has a server of its own. The one that nobody used for the longest time makes room for another. */
const MOST_SESSIONS = 32

/**
 * The proxy for clients that reach their servers by address: streamable HTTP on this machine only. Whoever has no token,
 * comes from a web page, or names another host (DNS rebinding) is turned away before anything is read or started.
 */
export async function listenMcp(options: ListenOptions): Promise<Listening> {
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
  const sessions = new Map<string, Session>()
  let port = options.port

  const begin = async (): Promise<Session> => {
    if (sessions.size >= MOST_SESSIONS)
      [...sessions.values()]
        .toSorted((one, other) => one.lastUsed - other.lastUsed)[0]
        ?.proxy.stop('another session needs its place')
    const id = randomUUID()
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => id })
    const proxy = await options.open(listeningEnd(transport))
    const ended = proxy.run().then((why) => {
      sessions.delete(id)
      options.say(`a session ended: ${why}`)
    })
    const session = { transport, proxy, ended, lastUsed: performance.now() }
    sessions.set(id, session)
    return session
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusal(request, port, options.token)
    if (refused !== undefined) return refuse(response, ...refused)
    let body: JsonValue | undefined
    if (request.method === 'POST') {
      const read = readLine(await bodyOf(request), CLIENT_LIMITS)
      if ('unreadable' in read) return refuse(response, 400, read.unreadable.sentence)
      body = read.ok
    }
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? sessions.get(id) : undefined
    if (id !== undefined && known === undefined) return refuse(response, 404, 'there is no such session')
    if (known === undefined && !begins(body)) return refuse(response, 400, 'a session begins with `initialize`')
    const session = known ?? (await begin())
    session.lastUsed = performance.now()
    await session.transport.handleRequest(request, response, body)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.say(`a request failed: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'the proxy failed')
    })
  })
  await new Promise<void>((ready, failed) => {
    server.on('error', failed)
    server.listen(port, '127.0.0.1', ready)
  })
  port = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    close: async () => {
      const open = [...sessions.values()]
      for (const { proxy } of open) proxy.stop('it was told to end')
      await Promise.all(open.map(({ ended }) => ended))
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

/** Why nobody answers this request; undefined: it is one of ours. */
function refusal(
  { headers, url = '' }: IncomingMessage,
  port: number,
  token: string,
): readonly [status: number, why: string] | undefined {
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`)
  if (!hosts.includes(headers.host ?? '')) return [403, 'this is not its host']
  if (headers.origin !== undefined) return [403, 'web pages are not let in']
  if (!same(headers.authorization ?? '', `Bearer ${token}`)) return [401, 'the token is missing or wrong']
  return new URL(url, 'http://127.0.0.1').pathname === PATH ? undefined : [404, `the address ends with ${PATH}`]
}

/** Takes as long for a wrong token as for the right one. */
function same(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = { jsonrpc: '2.0', id: null, error: { code: -32600, message: `portcullis: ${message}` } }
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(body))
}

/** One byte more than anybody reads is enough to be refused. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    pieces.push(piece)
    size += piece.length
    if (size > CLIENT_LIMITS.bytes) break
  }
  return Buffer.concat(pieces)
}

function begins(body: JsonValue | undefined): boolean {
  if (body === undefined) return false
  const message = messageOf(body)
  return message.kind === 'request' && message.method === 'initialize'
}

/**
 * A client that posts its messages. What the server says while a call is under way goes into the answer to that call:
 * not every client keeps a stream open for the rest.
 */
function listeningEnd(transport: StreamableHTTPServerTransport): End {
  /** Requests of the client that have no answer yet, the latest last, and what each named its progress. */
  const waiting = new Map<string, { readonly id: Id; readonly progress: unknown }>()
  let hearing: Hearing | undefined
  let open = true
  const closed = (): void => {
    if (open) hearing?.closed('it ended its session')
    open = false
  }
  const concerns = (message: JsonObject): Id | undefined => {
    const requests = [...waiting.values()]
    const token = isJsonObject(message['params']) ? message['params']['progressToken'] : undefined
    return (requests.find(({ progress }) => progress !== undefined && progress === token) ?? requests.at(-1))?.id
  }
  return {
    start: (hear) => {
      hearing = hear
      const onmessage = (heard: JSONRPCMessage): void => {
        const message = heard as unknown as JsonObject
        const { id, method, params } = message
        if (typeof method === 'string' && (typeof id === 'string' || typeof id === 'number')) {
          const meta = isJsonObject(params) ? params['_meta'] : undefined
          waiting.set(keyOf(id), { id, progress: isJsonObject(meta) ? meta['progressToken'] : undefined })
        }
        hear.message(JSON.stringify(message))
      }
      Object.assign(transport, { onmessage, onclose: closed })
      void transport.start().catch(closed)
    },
    send: (line) => {
      const message = parsed(line)
      const { id, method } = message
      const answers = method === undefined && (typeof id === 'string' || typeof id === 'number')
      const about = answers ? undefined : concerns(message)
      if (answers) waiting.delete(keyOf(id))
      // Nobody is there any more to be told.
      transport
        .send(message as unknown as JSONRPCMessage, about === undefined ? {} : { relatedRequestId: about })
        .catch(() => undefined)
    },
    close: () => transport.close().catch(() => undefined),
  }
}

function parsed(line: Line): JsonObject {
  return JSON.parse(typeof line === 'string' ? line : Buffer.from(line).toString('utf8')) as JsonObject
}
