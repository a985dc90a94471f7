import { connect } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'

/** Long, because nothing is about it: a request that is refused is answered at once. */
const PATIENCE = 30_000

export type Where =
  | { readonly port: number }
  | { readonly path: string }
  | { readonly tls: ConnectionOptions & { readonly port: number } }

export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Bytes as they are, over a connection of their own. `closed`: no answer came before the other side hung up. */
export function sendRaw(
  where: Where,
  bytes: string | Buffer,
  patience: number = PATIENCE,
): Promise<Answer | 'closed' | 'silent'> {
  return new Promise((resolve) => {
    const socket =
      'tls' in where ? connectTls(where.tls) : 'port' in where ? connect(where.port, '127.0.0.1') : connect(where.path)
    const chunks: Buffer[] = []
    const timer = setTimeout(() => end('silent'), patience)
    const end = (how: 'closed' | 'silent'): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(parse(Buffer.concat(chunks).toString('utf8')) ?? how)
    }
    socket.on('tls' in where ? 'secureConnect' : 'connect', () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => end('closed'))
    socket.on('close', () => end('closed'))
  })
}

function parse(text: string): Answer | undefined {
  const head = /^HTTP\/1\.1 (\d{3}) .*\r\n((?:.+\r\n)*)\r\n/.exec(text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))
  if (!head) return undefined
  const headers = new Map(
    head[2]!
      .split('\r\n')
      .filter((line) => line !== '')
      .map(
        (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
      ),
  )
  return { status: Number(head[1]), headers, body: text.slice(text.indexOf('\r\n\r\n') + 4) }
}

/** A request as text; headers are written as given, in order. */
export function requestText(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  body: string = '',
): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
