import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type * as Listen from '../../src/surfaces/mcp/listen.ts'
import { type Failures, loaderFor, SOURCES } from '../product.ts'
import { until } from '../until.ts'
import type { ServerFault } from './fault-table.ts'
import { loadMcp, openStage } from './scene.ts'

const TOKEN = 'a-token-of-this-test'
const WHOLE = { timeout: 120_000 }

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
})
const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'get_note', arguments: {} },
})

interface Stranger {
  readonly name: string
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path?: string
  /** Null: not sent at all. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: string
  readonly status: number
}

/** Requests that nobody answers, and for which no server is started. */
const STRANGERS: readonly Stranger[] = [
  { name: 'no token', headers: { authorization: null }, status: 401 },
  { name: 'another token', headers: { authorization: `Bearer ${TOKEN}x` }, status: 401 },
  { name: 'the token without its kind', headers: { authorization: TOKEN }, status: 401 },
  { name: 'an empty token', headers: { authorization: 'Bearer ' }, status: 401 },
  { name: 'a name that was made to lead here', headers: { host: 'evil.example' }, status: 403 },
  { name: 'another port in the host', headers: { host: '127.0.0.1:1' }, status: 403 },
  { name: 'a web page', headers: { origin: 'https://evil.example' }, status: 403 },
  { name: 'a page of this machine', headers: { origin: 'http://localhost:3000' }, status: 403 },
  { name: 'a sandboxed page', headers: { origin: 'null' }, status: 403 },
  { name: 'another path', path: '/', status: 404 },
  { name: 'a path that only looks like it', path: '/mcp/../x', status: 404 },
  { name: 'a session that nobody began', headers: { 'mcp-session-id': 'x' }, body: CALL, status: 404 },
  { name: 'a call before the beginning', body: CALL, status: 400 },
  { name: 'a stream before the beginning', method: 'GET', status: 400 },
  { name: 'an end before the beginning', method: 'DELETE', status: 400 },
  { name: 'no JSON', body: '{', status: 400 },
  { name: 'a key twice', body: INITIALIZE.replace('"id":1', '"id":1,"id":2'), status: 400 },
  { name: 'a beginning with a call behind it', body: `[${INITIALIZE},${CALL}]`, status: 400 },
  { name: 'more than anybody reads', body: `${INITIALIZE.slice(0, -1)}${' '.repeat(1024 * 1024)}}`, status: 400 },
]

/** The proxy behind an address, with real servers and a real gate. Returns what does not hold. */
export async function listenSuite(root: string = SOURCES): Promise<Failures> {
  const product = await loadMcp(root)
  const { listenMcp } = await loaderFor(root)<typeof Listen>('surfaces/mcp/listen.ts')
  const stage = await openStage(product)
  const failures: string[] = []
  const started: string[] = []
  const holds = (what: string, is: boolean, seen: unknown = ''): void => {
    if (!is) failures.push(`${what}: ${JSON.stringify(seen)}`)
  }
  let fault: ServerFault = {}
  const listening = await listenMcp({
    port: 0,
    token: TOKEN,
    say: () => undefined,
    open: (client) => {
      const log = join(stage.root, `server-${started.length}.log`)
      started.push(log)
      const script = [join(import.meta.dirname, 'recording-server.ts'), log, JSON.stringify(fault)]
      const env = { ...process.env, NODE_NO_WARNINGS: '1' }
      return Promise.resolve(
        new product.proxy.McpProxy({
          client,
          server: new product.ends.ChildEnd({ command: process.execPath, args: script, env }),
          judge: stage.judge,
          pins: new product.pins.Pins(join(stage.root, 'pins')),
          identity: { name: 'notes', runs: 'notes-server' },
          cwd: join(stage.root, 'home', 'project'),
          deadlineMs: 60_000,
          say: () => undefined,
        }),
      )
    },
  })
  const connect = async (): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } }
    const transport = new StreamableHTTPClientTransport(new URL(listening.url), { requestInit })
    await client.connect(transport as Transport, WHOLE)
    return { client, transport }
  }
  const call = (client: Client, name: string, more: object = {}): Promise<unknown> =>
    client.callTool({ name, arguments: { id: '1' } }, undefined, { ...WHOLE, ...more })
  const reached = (log: string): readonly string[] =>
    (existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [])
      .filter((line) => line.includes('tools/call'))
      .map((line) => (JSON.parse(line) as { params: { name: string } }).params.name)
  try {
    for (const stranger of STRANGERS) {
      const status = await asks(listening.url, stranger)
      holds(`${stranger.name}: ${stranger.status}`, status === stranger.status, status)
    }
    holds('no server was started for strangers', started.length === 0, started.length)

    const { client, transport } = await connect()
    const tools = (await client.listTools({}, WHOLE)).tools.map(({ name }) => name)
    holds('the tools are listed', tools.join() === 'get_note,delete_note', tools)
    holds('an allowed call', JSON.stringify(await call(client, 'get_note')).includes('done: get_note'))
    const denied = JSON.stringify(await call(client, 'delete_note'))
    holds('a denied call says why', denied.includes('"isError":true') && denied.includes('rule.deny'), denied)
    holds('and does not reach the server', reached(started[0]!).join() === 'get_note', reached(started[0]!))

    fault = {
      onCall: [
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$ID,"progress":1}}',
        '{"jsonrpc":"2.0","id":$ID,"result":{"content":[]}}',
      ],
    }
    const other = await connect()
    const seen: number[] = []
    await other.client.listTools({}, WHOLE)
    await call(other.client, 'get_note', { onprogress: ({ progress }: { progress: number }) => seen.push(progress) })
    await until('progress comes through', () => seen.length > 0, 10_000).catch(() => undefined)
    holds('progress comes through', seen.join() === '1', seen)
    holds('each session has a server of its own', started.length === 2, started.length)
    holds('and no call of another', reached(started[0]!).length === 1, reached(started[0]!))

    const gone = { headers: { 'mcp-session-id': transport.sessionId ?? 'none' }, body: CALL }
    await transport.terminateSession()
    await client.close()
    holds('a session that ended is none', (await asks(listening.url, { name: '', status: 404, ...gone })) === 404)
    await other.client.close()

    fault = { onCall: 'exit' }
    const dying = await connect()
    await dying.client.listTools({}, WHOLE)
    const died = await call(dying.client, 'get_note').catch((error: unknown) => String(error))
    holds('a server that dies is an error', /gone|closed/.test(String(died)), died)
    await dying.client.close()
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error))
  } finally {
    await listening.close()
    await stage.close()
  }
  return failures
}

/** A request as it is, with whatever headers: `fetch` would not send these. */
function asks(
  url: string,
  { method = 'POST', path = '/mcp', headers = {}, body = INITIALIZE }: Stranger,
): Promise<number> {
  const { port } = new URL(url)
  const all = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null))
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: sent }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
      asked.destroy()
    })
    asked.on('error', reject)
    asked.end(method === 'POST' ? body : undefined)
  })
}
