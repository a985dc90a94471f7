import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as TlsAgent, request as overTls } from 'node:https'
import type { TeamFile } from './team-file.ts'

/** How the team's gate was when it was last spoken to. `refuses`: it is there and does not know the token. */
export type LineState = 'unknown' | 'here' | 'away' | 'refuses'

export type Said =
  | { readonly status: number; readonly value: unknown }
  /** No answer that could be relied on. */
  | { readonly away: string }
  | { readonly refuses: string }

const MOST_BYTES = 4 * 1024 * 1024

/** The way to the team's gate. Never rejects. What it learns about the gate stands in `state` for everybody. */
export class TeamLine {
  readonly url: string
  readonly #team: TeamFile
  readonly #agent: Agent
  #state: LineState = 'unknown'
  #because = 'it was not asked yet'
  readonly #onChange: (state: LineState, because: string) => void

  constructor(team: TeamFile, onChange: (state: LineState, because: string) => void = () => undefined) {
    this.url = team.url
    this.#team = team
    this.#onChange = onChange
    const keep = { keepAlive: true, maxSockets: 64, scheduling: 'lifo' as const }
    this.#agent = team.url.startsWith('https:')
      ? new TlsAgent({ ...keep, ...this.#identity(), minVersion: 'TLSv1.2' })
      : new Agent(keep)
  }

  get state(): LineState {
    return this.#state
  }

  get because(): string {
    return this.#because
  }

  async post(path: string, body: object, patience: number, signal?: AbortSignal): Promise<Said> {
    const said = read(await this.#send(path, Buffer.from(JSON.stringify(body)), patience, signal))
    if (signal?.aborted) return said
    if ('away' in said) this.#learn('away', said.away)
    else if ('refuses' in said) this.#learn('refuses', said.refuses)
    else this.#learn('here', '')
    return said
  }

  close(): void {
    this.#agent.destroy()
  }

  #learn(state: LineState, because: string): void {
    const changed = state !== this.#state
    this.#state = state
    this.#because = because
    if (changed) this.#onChange(state, because)
  }

  #identity(): { ca?: string; cert?: Buffer; key?: Buffer } {
    const { ca, clientCertificate, clientKey } = this.#team
    return {
      ...(ca === undefined ? {} : { ca }),
      ...(clientCertificate === undefined ? {} : { cert: readFileSync(clientCertificate) }),
      ...(clientKey === undefined ? {} : { key: readFileSync(clientKey) }),
    }
  }

  #send(path: string, sent: Buffer, patience: number, signal: AbortSignal | undefined): Promise<Came> {
    const { promise, resolve } = Promise.withResolvers<Came>()
    const options = {
      method: 'POST',
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${this.#team.token}`,
        'content-type': 'application/json',
        'content-length': sent.length,
        'x-portcullis-patience': String(Math.max(1, Math.ceil(patience / 1000))),
      },
    }
    const asked = (this.url.startsWith('https:') ? overTls : overHttp)(new URL(path, this.url), options)
    const giveUp = (): void => end({ failed: 'the call was abandoned' })
    const timer = setTimeout(() => end({ failed: `it did not answer within ${patience} ms` }), patience)
    const end = (came: Came): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      resolve(came)
      if ('failed' in came) asked.destroy()
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    asked.on('error', (error) => end({ failed: messageOf(error) }))
    asked.on('response', (response) => void collect(response).then(end))
    asked.end(sent)
    return promise
  }
}

type Came = { readonly failed: string } | { readonly status: number; readonly text: string }

function read(came: Came): Said {
  if ('failed' in came) return { away: came.failed }
  const { status, text } = came
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { away: `its answer (${status}) is not JSON` }
  }
  if (status === 401 || status === 403) return { refuses: problemIn(value) ?? `it answered ${status}` }
  if (status >= 500 || status === 421 || status === 429) return { away: problemIn(value) ?? `it answered ${status}` }
  return { status, value }
}

/** What a refusal says, for a person. */
export function problemIn(value: unknown): string | undefined {
  const error = field(value, 'error')
  const message = field(error, 'message')
  return typeof message === 'string' ? message.slice(0, 500) : undefined
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

async function collect(response: IncomingMessage): Promise<Came> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MOST_BYTES) return { failed: 'its answer is too large' }
      chunks.push(chunk)
    }
  } catch (error) {
    return { failed: messageOf(error) }
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
