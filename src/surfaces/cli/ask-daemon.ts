import { ownCommand } from '../../call/own-command.ts'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { daemonPaths } from '../daemon/state.ts'

export interface DaemonAnswer {
  readonly status: number
  readonly value: unknown
}

const PATIENCE = 30_000

/** Asks the daemon of a state directory over its socket, as the operator. Rejects when none runs there. */
export function askDaemon(
  state: string,
  method: 'GET' | 'POST',
  path: string,
  body: object = {},
): Promise<DaemonAnswer> {
  const paths = daemonPaths(state)
  let token: string
  try {
    token = readFileSync(paths.operatorToken, 'utf8').trim()
  } catch (error) {
    return Promise.reject(
      new Error(`no daemon was ever started here: start one with \`${ownCommand('serve')}\``, { cause: error }),
    )
  }
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        socketPath: paths.socket,
        method,
        path,
        timeout: PATIENCE,
        headers: {
          host: 'portcullis',
          authorization: `Bearer ${token}`,
          ...(method === 'POST'
            ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
            : {}),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          try {
            const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
            resolve({ status: response.statusCode ?? 0, value })
          } catch (error) {
            reject(new Error('the daemon did not answer with JSON', { cause: error }))
          }
        })
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('the daemon does not answer')))
    asked.on('error', (error) =>
      reject(
        'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
          ? new Error(`no daemon is running here: start one with \`${ownCommand('serve')}\``, { cause: error })
          : error,
      ),
    )
    asked.end(method === 'POST' ? text : undefined)
  })
}

/** What an error answer says, for a person. */
export function messageOf(answer: DaemonAnswer): string {
  const { value } = answer
  if (typeof value === 'object' && value !== null && 'error' in value) {
    const { error } = value
    if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message)
  }
  return `the daemon answered ${answer.status}`
}
