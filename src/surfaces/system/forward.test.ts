import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forward, readHead, refuseHook } from './forward.ts'

let root = ''
let servers: Server[] = []
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fw-'))
})
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(root, { recursive: true, force: true })
})

function listen(name: string, serve: (connection: Socket) => void): Promise<string> {
  const path = join(root, name)
  const server = createServer(serve)
  servers.push(server)
  return new Promise((resolve) => server.listen(path, () => resolve(path)))
}

/** A public door before a daemon that tells what reached it. */
async function door(name: string): Promise<{ readonly public: string; readonly reached: string[] }> {
  const reached: string[] = []
  const daemon = await listen(`${name}.daemon`, (connection) => {
    connection.on('error', () => undefined)
    connection.on('data', (piece) => {
      reached.push(piece.toString())
      if (reached.join('').includes('}')) connection.end('HTTP/1.1 200 OK\r\n\r\nanswer')
    })
  })
  const outside = await listen(`${name}.public`, (connection) => {
    connection.on('error', () => undefined)
    void readHead(connection).then((asked) =>
      asked === undefined
        ? refuseHook(connection, 'only hooks are answered here')
        : forward(connection, asked, { socket: daemon, token: 'TOKEN' }),
    )
  })
  return { public: outside, reached }
}

function say(path: string, ...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const connection = connect(path)
    connection.on('data', (piece) => (text += piece.toString()))
    connection.on('error', () => undefined)
    connection.on('close', () => resolve(text))
    for (const [at, piece] of pieces.entries()) setTimeout(() => connection.write(piece), at * 30)
  })
}

const head = (length: number): string =>
  `POST /v1/hooks/claude-code HTTP/1.0\r\nHost: portcullis\r\nConnection: close\r\nContent-Type: application/json\r\nX-Portcullis-Patience: 325\r\nX-Portcullis-Observe: no\r\nContent-Length: ${length}\r\n\r\n`

describe("a hook's request", () => {
  test.each<[string, readonly string[]]>([
    ['at once', [`${head(7)}{"a":1}`]],
    ['in pieces', [head(7).slice(0, 40), head(7).slice(40), '{"a"', ':1}']],
  ])('is passed on with the token, and the answer comes back: %s', async (what, pieces) => {
    const { public: path, reached } = await door(what.replace(' ', ''))
    expect(await say(path, ...pieces)).toBe('HTTP/1.1 200 OK\r\n\r\nanswer')
    expect(reached.join('')).toBe(`${head(7).slice(0, -2)}Authorization: Bearer TOKEN\r\n\r\n{"a":1}`)
  })

  test.each<[string, string]>([
    ['another route', `${head(2).replace('hooks/claude-code', 'console/link')}{}`],
    ['a route with dots', `${head(2).replace('claude-code', '../judge')}{}`],
    ['a query', `${head(2).replace('claude-code', 'claude-code?x=1')}{}`],
    ['another method', `${head(2).replace('POST', 'GET')}{}`],
    ['another version', `${head(2).replace('1.0', '1.1')}{}`],
    ['a token', `${head(2).replace('\r\nHost', '\r\nAuthorization: Bearer x\r\nHost')}{}`],
    [
      'a header folded into another',
      `${head(2).replace('Host: portcullis', 'Host: portcullis\r\n Authorization: Bearer x')}{}`,
    ],
    ['line feeds alone', `${head(2).replaceAll('\r\n', '\n')}{}`],
    ['a transfer coding', `${head(2).replace('Content-Length: 2', 'Transfer-Encoding: chunked')}{}`],
    ['two lengths', `${head(2).replace('Content-Length', 'Content-Length: 9\r\nContent-Length')}{}`],
    ['no length', head(0)],
    ['a length without bounds', head(99_999_999)],
    ['more than it announced', `${head(2)}{}GET /v1/audit HTTP/1.1\r\n\r\n`],
    ['a head without end', 'POST '.padEnd(5000, 'x')],
  ])('is not one with %s', async (what, sent) => {
    const { public: path, reached } = await door(`n${what.replaceAll(' ', '').slice(0, 12)}`)
    expect(await say(path, sent)).toContain('only hooks are answered here')
    expect(reached).toEqual([])
  })

  test('ends when more comes than was announced', async () => {
    const { public: path, reached } = await door('later')
    await say(path, head(7), '{"a', '":1}GET /v1/audit HTTP/1.1\r\n\r\n')
    expect(reached.join('')).not.toContain('GET')
  })
})
