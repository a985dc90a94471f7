import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One message as it stands in the chat now. */
export interface SeenMessage {
  readonly id: string
  readonly chat: string
  readonly under?: string
  /** Text that the service shows letter by letter. */
  readonly literal: string
  /** Everything else a person reads. */
  readonly words: string
  /** What the service would make of it besides text: mentions that ring, links, images. */
  readonly acts: readonly string[]
  readonly buttons: readonly { readonly label: string; readonly data: string }[]
  readonly edits: number
}

/** What a request is for. */
export type Step = 'connect' | 'listen' | 'post' | 'edit' | 'tell'

/**
 * What goes wrong with a request.
 * - `refused`: it never arrives.
 * - `lost`: it is carried out, and the answer never arrives.
 * - `broken`: status 500 in the service's own shape, or an error page of something before it.
 * - `busy`: status 429 with the time to wait.
 */
export type Fault = 'refused' | 'lost' | 'broken' | 'busy'

export interface Sender {
  readonly id: string
  readonly name: string
}

/** A chat service on this machine that speaks the real protocol, and people who use it. */
export interface ChatServer {
  readonly url: string
  readonly chat: string
  messages(): readonly SeenMessage[]
  /** Resolves with what the presser alone was told; undefined when the service gave up waiting. */
  press(sender: Sender, message: string, data: string, chat?: string): Promise<string | undefined>
  /** The same press delivered again, as after a lost acknowledgement. Undefined: this service never does that. */
  pressAgain?(): Promise<void>
  say(sender: Sender, text: string, where?: { readonly under?: string; readonly chat?: string }): string
  /** The next requests of this kind fail like this, one each. */
  fail(step: Step, ...faults: readonly Fault[]): void
  /** Faults that have not happened yet. */
  failing(): number
  /** Cuts every connection and takes no new one. What people do meanwhile is kept as the real service keeps it. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  /** Forgets what a service that is started anew does not know any more; messages stay. */
  restart(): Promise<void>
  /** How many are connected and listening. */
  listeners(): number
  /** Everything that was ever sent here, as text. */
  readonly received: readonly string[]
  close(): Promise<void>
}

export interface Request {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The part that is the same for every service: a port that can go away and come back, and requests that can fail. */
export class Front {
  readonly received: string[] = []
  readonly #faults = new Map<Step, Fault[]>()
  readonly #sockets = new Set<Socket>()
  readonly #stepOf: (request: Request) => Step
  readonly #answer: (request: Request) => Promise<Reply | 'gone'>
  readonly #failed: (fault: 'broken' | 'busy') => Reply
  server: Server
  port = 0

  constructor(
    stepOf: (request: Request) => Step,
    answer: (request: Request) => Promise<Reply | 'gone'>,
    failed: (fault: 'broken' | 'busy') => Reply,
  ) {
    this.#stepOf = stepOf
    this.#answer = answer
    this.#failed = failed
    this.server = this.#create()
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  fail(step: Step, faults: readonly Fault[]): void {
    this.#faults.set(step, [...(this.#faults.get(step) ?? []), ...faults])
  }

  failing(): number {
    return [...this.#faults.values()].flat().length
  }

  async listen(): Promise<void> {
    await new Promise<void>((listening, failed) => {
      this.server.once('error', failed)
      this.server.listen(this.port, '127.0.0.1', listening)
    })
    this.port = (this.server.address() as AddressInfo).port
  }

  async goDown(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async comeBack(): Promise<void> {
    this.server = this.#create()
    this.onUpgrade?.(this.server)
    await this.listen()
  }

  /** Told about each new server, for websockets. */
  onUpgrade: ((server: Server) => void) | undefined

  #create(): Server {
    const server = createServer(
      (request, response) => void this.#serve(request, response).catch(() => response.destroy()),
    )
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    return server
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming)
    this.received.push(`${request.method} ${incoming.url} ${JSON.stringify(request.body)}`)
    const fault = this.#faults.get(this.#stepOf(request))?.shift()
    if (fault === 'refused') return void response.socket?.resetAndDestroy()
    if (fault === 'broken' || fault === 'busy') return send(response, this.#failed(fault))
    const reply = await this.#answer(request)
    if (fault === 'lost') return void response.socket?.resetAndDestroy()
    if (reply !== 'gone') send(response, reply)
  }
}

async function read(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: parse(Buffer.concat(chunks).toString('utf8'), incoming.headers['content-type'] ?? ''),
  }
}

function parse(text: string, type: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  if (!type.includes('urlencoded')) return JSON.parse(text) as Record<string, unknown>
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, /^[[{]/.test(value) ? JSON.parse(value) : value]),
  )
}

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    ...headers,
  })
  response.end(text)
}

/** Mentions and addresses that a service would act on in text that it does parse. */
export function actsIn(text: string, patterns: readonly RegExp[]): readonly string[] {
  return patterns.flatMap((pattern) => text.match(pattern) ?? [])
}
