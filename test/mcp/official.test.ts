import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOURCES } from '../product.ts'
import { until } from '../until.ts'

const MAIN = join(SOURCES, 'surfaces', 'cli', 'main.ts')
const root = mkdtempSync(join(tmpdir(), 'portcullis-mcp-official-'))
const home = join(root, 'home')
const files = join(home, 'project')
mkdirSync(files, { recursive: true })
writeFileSync(join(files, 'note.txt'), 'a note\n')
const environment = {
  ...(process.env as Record<string, string>),
  HOME: home,
  PORTCULLIS_STATE: join(home, '.portcullis', 'state'),
  PORTCULLIS_NO_DAEMON: '1',
  NODE_NO_WARNINGS: '1',
}
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(root, { recursive: true, force: true })
})

function script(name: string): string {
  const require = createRequire(import.meta.url)
  return join(dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist', 'index.js')
}

/** A client that answers what servers ask for. */
async function connected(transport: Transport): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { sampling: {}, elicitation: { form: {} }, roots: {} } },
  )
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    model: 'scripted',
    role: 'assistant' as const,
    content: { type: 'text' as const, text: 'sampled' },
  }))
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'decline' as const }))
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: `file://${files}`, name: 'project' }] }))
  await client.connect(transport, { timeout: 120_000 })
  closing.push(() => client.close())
  return client
}

const direct = (args: readonly string[]): Promise<Client> =>
  connected(
    new StdioClientTransport({ command: process.execPath, args: [...args], env: environment, stderr: 'ignore' }),
  )

const gated = (rules: object, args: readonly string[]): Promise<Client> => {
  const settings = ['--settings', JSON.stringify({ permissions: rules })]
  return connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', ...settings, ...args],
      env: environment,
      cwd: files,
      stderr: 'ignore',
    }),
  )
}

const whole = { timeout: 120_000 }

describe('the reference server that does everything', () => {
  const server = [script('server-everything'), 'stdio']
  let plain: Client
  let behind: Client
  beforeAll(async () => {
    plain = await direct(server)
    const allow = [
      'echo',
      'get-sum',
      'get-structured-content',
      'get-tiny-image',
      'trigger-long-running-operation',
      'trigger-sampling-request',
      'get-roots-list',
      'get-resource-reference',
    ].map((tool) => `mcp__everything__${tool}`)
    behind = await gated({ allow, deny: ['mcp__everything__get-env'] }, [
      '--name',
      'everything',
      '--',
      process.execPath,
      ...server,
    ])
  })

  test('says the same about itself', () => {
    expect(behind.getServerVersion()).toEqual(plain.getServerVersion())
    expect(behind.getServerCapabilities()).toEqual(plain.getServerCapabilities())
    expect(behind.getInstructions()).toEqual(plain.getInstructions())
  })

  test.each(['listTools', 'listPrompts', 'listResources', 'listResourceTemplates'] as const)(
    '%s is the same',
    async (list) => expect(await behind[list]({}, whole)).toEqual(await plain[list]({}, whole)),
  )

  test.each([
    ['echo', { message: 'hello' }],
    ['get-sum', { a: 2, b: 40 }],
    ['get-structured-content', { location: 'Chicago' }],
    ['get-tiny-image', {}],
    ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
    ['get-roots-list', {}],
    ['trigger-sampling-request', { prompt: 'Hello', maxTokens: 10 }],
  ])('%s gives the same result', async (name, args) => {
    const [one, other] = [
      await behind.callTool({ name, arguments: args }, undefined, whole),
      await plain.callTool({ name, arguments: args }, undefined, whole),
    ]
    expect(one.isError ?? false).toBe(false)
    expect(withoutTimes(one)).toEqual(withoutTimes(other))
  })

  test('progress comes through', async () => {
    const seen: number[] = []
    const result = await behind.callTool(
      { name: 'trigger-long-running-operation', arguments: { duration: 0.4, steps: 4 } },
      undefined,
      { ...whole, onprogress: ({ progress }) => seen.push(progress) },
    )
    expect(result.isError ?? false).toBe(false)
    // The client forgets who waits for progress as soon as the result is there, with which the last of it may come.
    expect(seen.slice(0, 3)).toEqual([1, 2, 3])
  })

  test('a denied call is a result that says why; the environment stays where it is', async () => {
    const result = await behind.callTool({ name: 'get-env', arguments: {} }, undefined, whole)
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain('rule.deny')
    expect(JSON.stringify(result.content)).not.toContain('PORTCULLIS_STATE')
  })

  test('prompts, resources, completions and pings come through', async () => {
    const { prompts } = await plain.listPrompts({}, whole)
    const prompt = { name: prompts.find(({ arguments: args }) => (args ?? []).length === 0)!.name }
    expect(await behind.getPrompt(prompt, whole)).toEqual(await plain.getPrompt(prompt, whole))
    const { resources } = await plain.listResources({}, whole)
    const resource = { uri: resources[0]!.uri }
    expect(withoutTimes(await behind.readResource(resource, whole))).toEqual(
      withoutTimes(await plain.readResource(resource, whole)),
    )
    expect(await behind.ping(whole)).toEqual({})
  })

  test('an unknown method gets the answer of the server', async () => {
    await expect(behind.request({ method: 'server/discover' } as never, {} as never, whole)).rejects.toThrow(
      'Method not found',
    )
  })
})

describe('the reference server for files', () => {
  test('reads what it may, and writes nothing that is denied', async () => {
    const client = await gated(
      { allow: ['mcp__files__read_text_file', 'mcp__files__list_directory'], deny: ['mcp__files__write_file'] },
      ['--name', 'files', '--', process.execPath, script('server-filesystem'), files],
    )
    const read = await client.callTool(
      { name: 'read_text_file', arguments: { path: join(files, 'note.txt') } },
      undefined,
      whole,
    )
    expect(JSON.stringify(read.content)).toContain('a note')
    const written = await client.callTool(
      { name: 'write_file', arguments: { path: join(files, 'new.txt'), content: 'x' } },
      undefined,
      whole,
    )
    expect(written.isError).toBe(true)
    expect(existsSync(join(files, 'new.txt'))).toBe(false)
    expect((await client.listTools({}, whole)).tools.length).toBeGreaterThan(10)
  })
})

describe('the reference server that remembers', () => {
  test('keeps what it was allowed to, and deletes nothing', async () => {
    const memory = join(root, 'memory.jsonl')
    environment['MEMORY_FILE_PATH' as 'HOME'] = memory
    const client = await gated(
      { allow: ['mcp__memory__create_entities', 'mcp__memory__read_graph'], deny: ['mcp__memory__delete_entities'] },
      ['--name', 'memory', '--', process.execPath, script('server-memory')],
    )
    const entities = [{ name: 'gate', entityType: 'thing', observations: ['it falls shut'] }]
    await client.callTool({ name: 'create_entities', arguments: { entities } }, undefined, whole)
    const denied = await client.callTool(
      { name: 'delete_entities', arguments: { entityNames: ['gate'] } },
      undefined,
      whole,
    )
    expect(denied.isError).toBe(true)
    expect(readFileSync(memory, 'utf8')).toContain('it falls shut')
    const graph = await client.callTool({ name: 'read_graph', arguments: {} }, undefined, whole)
    expect(JSON.stringify(graph)).toContain('it falls shut')
  })
})

describe('the reference server over streamable HTTP', () => {
  let child: ChildProcess
  let url = ''
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}/mcp`
    child = spawn(process.execPath, [script('server-everything'), 'streamableHttp'], {
      env: { ...environment, PORT: String(port) },
      stdio: 'ignore',
    })
    closing.push(() => child.kill('SIGKILL'))
    await until(
      'the server listens',
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      30_000,
    )
  })

  test('the same calls, the same answers, and the same refusals', async () => {
    const plain = await connected(new StreamableHTTPClientTransport(new URL(url)) as Transport)
    const behind = await gated(
      { allow: ['mcp__far__echo', 'mcp__far__trigger-sampling-request'], deny: ['mcp__far__get-env'] },
      ['--name', 'far', '--url', url],
    )
    expect(await behind.listTools({}, whole)).toEqual(await plain.listTools({}, whole))
    const echo = { name: 'echo', arguments: { message: 'far' } }
    expect(await behind.callTool(echo, undefined, whole)).toEqual(await plain.callTool(echo, undefined, whole))
    const sampled = await behind.callTool(
      { name: 'trigger-sampling-request', arguments: { prompt: 'Hi', maxTokens: 5 } },
      undefined,
      whole,
    )
    expect(JSON.stringify(sampled)).toContain('sampled')
    const denied = await behind.callTool({ name: 'get-env', arguments: {} }, undefined, whole)
    expect(denied.isError).toBe(true)
  })

  test('when it dies, the client gets an error and nothing else', async () => {
    const behind = await gated({ allow: ['mcp__far__echo'] }, ['--name', 'far', '--url', url])
    await behind.listTools({}, whole)
    child.kill('SIGKILL')
    await expect(behind.callTool({ name: 'echo', arguments: { message: 'gone' } }, undefined, whole)).rejects.toThrow(
      /portcullis|closed/i,
    )
  })
})

describe('a client that reaches its server by address', () => {
  test('the same calls through --listen, and nobody without the token', async () => {
    const settings = {
      permissions: {
        allow: ['mcp__everything__echo', 'mcp__everything__trigger-sampling-request'],
        deny: ['mcp__everything__get-env'],
      },
    }
    const server = ['--', process.execPath, script('server-everything'), 'stdio']
    const child = spawn(
      process.execPath,
      [MAIN, 'mcp', '--listen', '0', '--name', 'everything', '--settings', JSON.stringify(settings), ...server],
      { env: environment, cwd: files, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    closing.push(() => child.kill('SIGKILL'))
    let said = ''
    child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
    const line = /listening on (\S+); Authorization: (Bearer \S+)/
    await until('it listens', () => line.test(said), 60_000)
    const [, url = '', Authorization = ''] = line.exec(said)!
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    const client = await connected(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization } } }) as Transport,
    )
    const echo = { name: 'echo', arguments: { message: 'near' } }
    expect(JSON.stringify(await client.callTool(echo, undefined, whole))).toContain('near')
    const sampling = { name: 'trigger-sampling-request', arguments: { prompt: 'Hi', maxTokens: 5 } }
    expect(JSON.stringify(await client.callTool(sampling, undefined, whole))).toContain('sampled')
    const denied = await client.callTool({ name: 'get-env', arguments: {} }, undefined, whole)
    expect(denied.isError).toBe(true)
    expect(JSON.stringify(denied.content)).toContain('rule.deny')
    await client.close()
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

function withoutTimes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/\d{1,2}:\d{2}:\d{2}[^"\\]*|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'))
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
