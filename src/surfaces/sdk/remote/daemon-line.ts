import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as TlsAgent, request as overTls } from 'node:https'
import type { Reason } from '../../../verdict.ts'
import { NONCE_HEADER, proofText, readHookKey } from '../../hook/proof.ts'
import type { RemoteDaemon } from './remote-options.ts'

/** What a daemon answered, or why there is no answer that can be relied on. */
export type Answered = { readonly status: number; readonly value: unknown } | { readonly failed: Reason }

/** Larger than any answer of a daemon. */
const MOST_BYTES = 4 * 1024 * 1024

/** The way to one daemon. Never rejects: whatever goes wrong is a reason to deny, with a code of its own. */
export class DaemonLine {
  readonly #remote: RemoteDaemon & { readonly timeoutMs: number }
  readonly #where: string
  readonly #agent: Agent
  #key: Buffer | undefined

  constructor(remote: RemoteDaemon & { readonly timeoutMs: number }) {
    this.#remote = remote
    this.#where = remote.url ?? remote.socket ?? ''
    const keep = { keepAlive: true, maxSockets: 256 }
    this.#agent = remote.url?.startsWith('https:') ? new TlsAgent(keep) : new Agent(keep)
  }

  async post(path: string, body: object, signal?: AbortSignal): Promise<Answered> {
    if (signal?.aborted) return { failed: GIVEN_UP }
    const secrets = this.#secrets()
    if ('failed' in secrets) return secrets
    const sent = Buffer.from(JSON.stringify(body))
    const nonce = randomBytes(16).toString('hex')
    const headers = {
      authorization: `Bearer ${secrets.token}`,
      'content-type': 'application/json',
      'content-length': sent.length,
      'x-portcullis-patience': String(Math.max(1, Math.floor(this.#remote.timeoutMs / 1000))),
      [NONCE_HEADER]: nonce,
    }
    const came = await this.#send(path, headers, sent, signal)
    if ('failed' in came) return came
    return this.#read(came, { path, nonce, sent, key: secrets.key })
  }

  close(): void {
    this.#agent.destroy()
  }

  #secrets(): { readonly token: string; readonly key: Buffer | undefined } | { readonly failed: Reason } {
    const { token, tokenFile, keyFile } = this.#remote
    try {
      this.#key ??= keyFile === undefined ? undefined : readHookKey(keyFile)
    } catch (error) {
      return this.#fail('remote.unproven', `answers cannot be proven: ${messageOf(error)}`)
    }
    try {
      return { token: token ?? readFileSync(tokenFile ?? '', 'utf8').trim(), key: this.#key }
    } catch {
      return this.#fail(
        'remote.token',
        `the token cannot be read: \`${tokenFile}\``,
        'a daemon that runs here, or another `tokenFile`',
      )
    }
  }

  #send(
    path: string,
    headers: Readonly<Record<string, string | number>>,
    sent: Buffer,
    signal: AbortSignal | undefined,
    attempt: 'first' | 'again' = 'first',
  ): Promise<Came | { readonly failed: Reason }> {
    const { socket, url, timeoutMs } = this.#remote
    const { promise, resolve } = Promise.withResolvers<Came | { readonly failed: Reason }>()
    const options = { method: 'POST', path, agent: this.#agent, headers }
    const asked =
      url === undefined
        ? overHttp({ ...options, socketPath: socket, headers: { host: 'portcullis', ...headers } })
        : (url.startsWith('https:') ? overTls : overHttp)(new URL(path, url), options)
    const giveUp = (): void => end({ failed: GIVEN_UP })
    const timer = setTimeout(
      () => end(this.#fail('remote.slow', `the daemon at \`${this.#where}\` did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
    const end = (outcome: Came | { readonly failed: Reason }): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      resolve(outcome)
      if ('failed' in outcome) asked.destroy()
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    asked.on('error', (error) => {
      // A connection that was kept open and is gone says nothing about the daemon.
      const isStale = asked.reusedSocket && 'code' in error && error.code === 'ECONNRESET' && attempt === 'first'
      if (isStale && !signal?.aborted) {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        resolve(this.#send(path, headers, sent, signal, 'again'))
      } else end(this.#fail('remote.down', `the daemon at \`${this.#where}\` cannot be reached: ${messageOf(error)}`))
    })
    asked.on(
      'response',
      (response) => void collect(response).then((came) => end(came ?? this.#garbage('is too large'))),
    )
    asked.end(sent)
    return promise
  }

  #read(came: Came, { path, nonce, sent, key }: Question): Answered {
    const { status } = came
    if (status === 401) return this.#fail('remote.token', 'the daemon does not know the token', TOKEN)
    if (status === 403) return this.#fail('remote.token', 'the token is not enough for this request', TOKEN)
    const answer = withoutProof(came.text)
    const text = proofText({ agent: path, nonce, request: sent, exit: status, answer: answer.text })
    if (key !== undefined && status === 200 && !isProven(key, text, answer.proof))
      return this.#fail('remote.unproven', `the answer is not proven to be the daemon's: \`${this.#where}\``)
    let value: unknown
    try {
      value = JSON.parse(answer.text)
    } catch {
      return this.#garbage('is not JSON')
    }
    if (status === 200 || isDeny(value)) return { status, value }
    const said = problemIn(value)
    return said === undefined
      ? this.#garbage(`has status ${status}`)
      : this.#fail('remote.refused', `the daemon refuses the request: \`${said.code}\`: ${said.message}`)
  }

  #garbage(why: string): { readonly failed: Reason } {
    return this.#fail('remote.garbage', `the answer of the daemon at \`${this.#where}\` ${why}`)
  }

  #fail(code: string, sentence: string, clearedBy: string = RUNNING): { readonly failed: Reason } {
    return { failed: { code, sentence: `${sentence}; so the call is refused`, clearedBy } }
  }
}

interface Came {
  readonly status: number
  readonly text: string
}

interface Question {
  readonly path: string
  readonly nonce: string
  readonly sent: Buffer
  readonly key: Buffer | undefined
}

const RUNNING = 'a daemon that runs: start one with `portcullis serve`'
const TOKEN = "the daemon's `operator.token`; its `agent.token` may only judge and look at results"
const GIVEN_UP: Reason = { code: 'gate.given-up', sentence: 'the call was abandoned' }

/** A busy or stopping daemon denies with another status. */
function isDeny(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'decision' in value && value.decision === 'deny'
}

async function collect(response: IncomingMessage): Promise<Came | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MOST_BYTES) return undefined
      chunks.push(chunk)
    }
  } catch {
    return { status: 0, text: '' }
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}

function withoutProof(text: string): { readonly text: string; readonly proof: string } {
  const [, answer, proof] = /^(.*),"proof":"([0-9a-f]{64})"\}$/s.exec(text) ?? []
  return answer === undefined || proof === undefined ? { text, proof: '' } : { text: `${answer}}`, proof }
}

function isProven(key: Buffer, text: string, proof: string): boolean {
  const wanted = createHmac('sha256', key).update(text).digest()
  const given = Buffer.from(proof, 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function problemIn(value: unknown): { readonly code: string; readonly message: string } | undefined {
  if (typeof value !== 'object' || value === null || !('error' in value)) return undefined
  const { error } = value
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined
  return { code: String(error.code), message: String(error.message) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
