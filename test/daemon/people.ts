import { request } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Daemon } from '../../src/surfaces/daemon/daemon.ts'
import { until } from '../until.ts'

/** What the routes say, as far as the suites look at it. */
export interface Asked {
  readonly id: string
  readonly session: string
  readonly tool: string
  readonly text: string
  readonly hidden: number
  readonly shown?: string
  readonly offers: readonly string[]
  readonly why: readonly { readonly code: string }[]
  readonly deeds: readonly string[]
}

export interface Said {
  readonly status: number
  readonly body: {
    readonly decision?: string
    readonly because?: readonly { readonly code: string; readonly sentence: string }[]
    readonly stopAgent?: boolean
    readonly approver?: string
    readonly pending?: readonly Asked[]
    readonly settlement?: { readonly how: string; readonly by?: string }
    readonly error?: { readonly code: string; readonly message: string }
    readonly [key: string]: unknown
  }
}

/** A person and an agent in front of one daemon, over its socket. */
export class People {
  readonly #daemon: Daemon
  readonly #project: string

  constructor(daemon: Daemon, project: string) {
    this.#daemon = daemon
    this.#project = project
  }

  /** The agent asks; resolves when it has its answer. */
  agent(
    command: string,
    more: { session?: string; id?: string; interactive?: boolean; patience?: number } = {},
  ): Promise<Said> {
    const { session = 's', id, interactive = false, patience } = more
    const body = { tool: 'Bash', input: { command }, cwd: this.#project, session, interactive, ...(id ? { id } : {}) }
    const said = this.send(
      'POST',
      '/v1/judge',
      body,
      'agent',
      patience === undefined ? {} : { 'x-portcullis-patience': String(Math.ceil(patience)) },
    )
    // A suite that has seen enough does not come back for the answer, and the daemon may be gone by then.
    said.catch(() => undefined)
    return said
  }

  /** The agent asks and goes away while a person is asked. */
  async hangUp(command: string, id: string): Promise<void> {
    const body = { tool: 'Bash', input: { command }, cwd: this.#project, session: 's', interactive: false, id }
    const gone = new AbortController()
    const asked = this.send('POST', '/v1/judge', body, 'agent', {}, gone.signal).catch(() => undefined)
    await this.question()
    gone.abort()
    await asked
  }

  operator(method: 'GET' | 'POST', path: string, body?: object): Promise<Said> {
    return this.send(method, path, body, 'operator')
  }

  /** The question that waits, when there is one. */
  async question(): Promise<Asked> {
    const pending = async (): Promise<Asked | undefined> =>
      (await this.operator('GET', '/v1/approvals')).body.pending?.at(-1)
    return until('somebody is asked', pending, 6_000)
  }

  async answer(choice: object, asked?: Asked): Promise<Said> {
    const question = asked ?? (await this.question())
    const { shown } = question
    return this.operator('POST', `/v1/approvals/${question.id}/answer`, { choice, ...(shown ? { shown } : {}) })
  }

  /** Somebody is there: an event stream is open until what is returned is called. */
  async listens(): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const headers = { host: 'portcullis', authorization: `Bearer ${this.#token('operator')}` }
    const sent = request({ socketPath: this.#daemon.paths.socket, path: '/v1/events', headers }, (answer) => {
      answer.resume()
      answer.on('error', () => undefined)
      resolve()
    })
    sent.on('error', reject)
    sent.end()
    await promise
    return () => sent.destroy()
  }

  send(
    method: string,
    path: string,
    body: object | undefined,
    who: 'agent' | 'operator',
    more: object = {},
    signal?: AbortSignal,
  ): Promise<Said> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          socketPath: this.#daemon.paths.socket,
          method,
          path,
          agent: false,
          ...(signal === undefined ? {} : { signal }),
          headers: {
            host: 'portcullis',
            authorization: `Bearer ${this.#token(who)}`,
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...more,
          },
        },
        (answer) => {
          let read = ''
          answer.setEncoding('utf8')
          answer.on('data', (piece: string) => (read += piece))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(read) as Said['body'] }))
          answer.on('error', reject)
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
  }

  #token(who: 'agent' | 'operator'): string {
    return readFileSync(join(this.#daemon.paths.directory, `${who}.token`), 'utf8').trim()
  }
}

/** `allow person.approved`, `deny humans.timeout` … */
export function verdictIn({ body, status }: Said): string {
  return body.decision === undefined
    ? `${status} ${body.error?.code ?? ''}`
    : `${body.decision} ${body.because?.[0]?.code ?? ''}`
}
