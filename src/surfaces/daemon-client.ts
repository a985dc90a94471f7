import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { daemonPaths } from './daemon/state.ts'

export interface DaemonAnswer {
  readonly status: number
  /** What was read; undefined when it is not JSON. */
  readonly body: unknown
}

/** The daemon cannot be asked; the message says what to do. */
export class NoDaemon extends Error {
  override readonly name = 'NoDaemon'
}

const MOST_ANSWER = 64 * 1024 * 1024

/** The daemon of a state directory, over its socket, with the operator's token. */
export class DaemonClient {
  readonly #socket: string
  readonly #tokenFile: string

  constructor(state: string) {
    const paths = daemonPaths(state)
    this.#socket = paths.socket
    this.#tokenFile = paths.operatorToken
  }

  get(path: string): Promise<DaemonAnswer> {
    return this.#send('GET', path, undefined)
  }

  post(path: string, body: object): Promise<DaemonAnswer> {
    return this.#send('POST', path, JSON.stringify(body))
  }

  /** Follows what happens. Resolves when the stream ends, rejects with `NoDaemon` when there is none. */
  follow(onOpen: () => void, onEvent: (kind: string) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sent = request(this.#request('GET', '/v1/events', { accept: 'text/event-stream' }), (answer) => {
        if (answer.statusCode !== 200) {
          answer.resume()
          reject(new NoDaemon(`the daemon does not tell what happens (${answer.statusCode ?? 0})`))
          return
        }
        onOpen()
        let rest = ''
        answer.setEncoding('utf8')
        answer.on('data', (piece: string) => {
          const lines = (rest + piece).split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) if (line.startsWith('event: ')) onEvent(line.slice(7))
        })
        answer.on('end', resolve)
        answer.on('error', () => resolve())
      })
      sent.on('error', (error) => (signal.aborted ? resolve() : reject(this.#failure(error))))
      signal.addEventListener('abort', () => sent.destroy(), { once: true })
      sent.end()
    })
  }

  #send(method: 'GET' | 'POST', path: string, body: string | undefined): Promise<DaemonAnswer> {
    const more =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    return new Promise((resolve, reject) => {
      const sent = request(this.#request(method, path, more), (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (piece: string) => {
          text += piece
          if (text.length > MOST_ANSWER) sent.destroy(new Error('the answer is too long'))
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: parse(text) }))
        answer.on('error', (error) => reject(this.#failure(error)))
      })
      sent.on('error', (error) => reject(this.#failure(error)))
      sent.end(body)
    })
  }

  #request(method: string, path: string, more: Readonly<Record<string, string>>): object {
    if (!existsSync(this.#tokenFile))
      throw new NoDaemon('no daemon has run here yet: start it with `portcullis serve`, or let `init` do it')
    const token = readFileSync(this.#tokenFile, 'utf8').trim()
    const headers = { host: 'portcullis', authorization: `Bearer ${token}`, ...more }
    return { socketPath: this.#socket, method, path, headers, agent: false }
  }

  #failure(error: Error): NoDaemon {
    const code = 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ECONNREFUSED'
      ? new NoDaemon('the daemon does not run: start it with `portcullis serve`')
      : new NoDaemon(`the daemon could not be asked: ${error.message}`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
