import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { askDaemon, type DaemonAnswer } from './ask-daemon.ts'
import { daemonPaths } from '../daemon/state.ts'

export type { DaemonAnswer }

/** The daemon of a state directory, over its socket, with the operator's token. */
export class DaemonClient {
  readonly #state: string

  constructor(state: string) {
    this.#state = state
  }

  get(path: string): Promise<DaemonAnswer> {
    return askDaemon(this.#state, 'GET', path)
  }

  post(path: string, body: object): Promise<DaemonAnswer> {
    return askDaemon(this.#state, 'POST', path, body)
  }

  /** Follows what happens. Resolves when the stream ends, rejects when there is none. */
  async follow(onOpen: () => void, onEvent: (kind: string) => void, signal: AbortSignal): Promise<void> {
    const { socket, operatorToken } = daemonPaths(this.#state)
    const headers = { host: 'portcullis', authorization: `Bearer ${readFileSync(operatorToken, 'utf8').trim()}` }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sent = request({ socketPath: socket, path: '/v1/events', headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) {
        answer.resume()
        reject(new Error(`the daemon does not tell what happens (${answer.statusCode ?? 0})`))
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
      answer.on('end', () => resolve())
      answer.on('error', () => resolve())
    })
    sent.on('error', () =>
      signal.aborted ? resolve() : reject(new Error('the daemon does not answer; waiting for it')),
    )
    signal.addEventListener('abort', () => sent.destroy(), { once: true })
    sent.end()
    return promise
  }
}
