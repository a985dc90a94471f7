import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readAllowed } from '../../src/containment/network.ts'
import { makeProxy } from '../../src/containment/proxy.node.ts'
import { type Daemon, startDaemon } from '../../src/surfaces/daemon/daemon.ts'
import { answerInProcess } from '../../src/surfaces/hook/in-process.ts'
import { openGate } from '../../src/surfaces/sdk/open-gate.ts'
import { askDaemonIn, claudePayload, containScene, runAsClient, toldBy } from './contain-scene.ts'
import { removeScene, type Scene } from './scene.ts'

/** A session that reads what anybody may have written, after its ticket was given: the network is gone. */
let scene: Scene
let server: Server
let port = 0
let heard: string[] = []
/** What happens while the first request is answered. */
let meanwhile: () => Promise<void> = () => Promise.resolve()

beforeEach(async () => {
  heard = []
  meanwhile = () => Promise.resolve()
  server = createServer((request, response) => {
    heard.push(request.url ?? '')
    void meanwhile().then(() => response.end('answered\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  scene = containScene({ containmentNetwork: [`127.0.0.1:${port}`] })
  vi.stubEnv('HOME', scene.home)
  vi.stubEnv('SHELL', '/bin/sh')
  copyFileSync('/usr/bin/curl', join(scene.workspace, 'fetch.bin'))
  chmodSync(join(scene.workspace, 'fetch.bin'), 0o755)
  for (const name of ['first', 'second'])
    writeFileSync(
      join(scene.workspace, `${name}.conf`),
      `url = "http://127.0.0.1:${port}/${name}"\nnoproxy = ""\nsilent\nmax-time = 60\n`,
    )
})
afterEach(() => {
  vi.unstubAllEnvs()
  server.close()
  removeScene(scene)
})

const BOTH = './fetch.bin -K first.conf; ./fetch.bin -K second.conf'
const NO_MORE = 'portcullis: contained: the session has read untrusted or private content since: no network any more\n'

/** What a client's hook tells the gate of a page that the agent read. */
function page(): readonly object[] {
  const fetch = { ...claudePayload(scene, ''), tool_name: 'WebFetch', tool_use_id: 'toolu_web' }
  const input = { url: 'https://pages.example.com/', prompt: 'x' }
  return [
    { ...fetch, tool_input: input },
    { ...fetch, tool_input: input, hook_event_name: 'PostToolUse', tool_response: { result: 'a page' } },
  ]
}

interface Gate {
  readonly hook: (event: object) => Promise<string>
  readonly close: () => Promise<void>
}

const GATES: Readonly<Record<string, () => Promise<Gate>>> = {
  'hooks without a daemon': () =>
    Promise.resolve({
      hook: async (event) =>
        (await answerInProcess('claude-code', Buffer.from(JSON.stringify(event)), { state: scene.state })).stdout,
      close: () => Promise.resolve(),
    }),
  'the daemon': async () => {
    const daemon: Daemon = await startDaemon({
      stateDirectory: scene.state,
      home: scene.home,
      managedDirectory: join(scene.root, 'managed'),
      environment: { PATH: process.env['PATH'] ?? '', HOME: scene.home, SHELL: '/bin/sh' },
      log: () => undefined,
    })
    return {
      hook: async (event) => {
        const { value } = await askDaemonIn(scene, 'POST', '/v1/hooks/claude-code', event, 'agent')
        return (value as { readonly stdout: string }).stdout
      },
      close: () => daemon.stop(),
    }
  },
}

describe.each(Object.keys(GATES))('%s', (name) => {
  let gate: Gate
  beforeEach(async () => void (gate = await GATES[name]!()))
  afterEach(() => gate.close())

  const read = async (): Promise<void> => {
    for (const event of page()) await gate.hook(event)
  }
  const ticket = async (): Promise<string> => {
    const told = toldBy(await gate.hook(claudePayload(scene, BOTH)))
    expect(told.updatedInput, told.permissionDecisionReason).toBeDefined()
    return told.updatedInput!.command
  }

  test('nothing came in: both requests are answered', async () => {
    expect(await runAsClient(await ticket(), scene.workspace, scene.home)).toMatchObject({
      stdout: 'answered\nanswered\n',
    })
    expect(heard).toEqual(['/first', '/second'])
  })

  test('between ticket and run: nothing is reached', async () => {
    const command = await ticket()
    await read()
    expect((await runAsClient(command, scene.workspace, scene.home)).stdout).toBe(NO_MORE + NO_MORE)
    expect(heard).toEqual([])
  })

  test('during the run: nothing more is reached', async () => {
    const command = await ticket()
    meanwhile = read
    expect((await runAsClient(command, scene.workspace, scene.home)).stdout).toContain(NO_MORE)
    expect(heard).toEqual(['/first'])
  })
})

test.each(['runContained', 'a shell'] as const)('a gate inside a program, run by %s', async (how) => {
  const gate = await openGate({ cwd: scene.workspace, home: scene.home, state: scene.state, agent: 'claude-code' })
  try {
    await gate.judge('WebFetch', { url: 'https://a.example/', prompt: 'x' }, { id: 'w', interactive: true })
    const before = [...gate.session.turns]
    gate.session.turns.splice(0, Infinity, ...before.filter(({ kind }) => kind !== 'mark'))
    const verdict = await gate.judge('Bash', { command: BOTH }, { canRunRewritten: true, interactive: true })
    expect(verdict.decision, JSON.stringify(verdict.because)).toBe('contain')
    const marks = before.filter(({ kind }) => kind === 'mark')
    expect(marks).not.toEqual([])
    meanwhile = async () => void gate.session.turns.push(...marks)
    const { stdout } =
      how === 'runContained'
        ? await gate.runContained(verdict)
        : await runAsClient(String(verdict.rewritten?.['command']), scene.workspace, scene.home)
    expect(stdout).toContain(NO_MORE)
    expect(heard).toEqual(['/first'])
  } finally {
    await gate.close()
  }
})

describe('the proxy', () => {
  /** Connects, and says what came until the connection ended. */
  async function through(still: () => Promise<boolean>, opened: () => void): Promise<string> {
    const proxy = makeProxy({ allowed: readAllowed([`127.0.0.1:${port}`]), note: () => undefined, still })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const said = await new Promise<string>((resolve) => {
      let text = ''
      const client = connect((proxy.address() as AddressInfo).port, '127.0.0.1', () =>
        client.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`),
      )
      client.on('data', (part: Buffer) => {
        text += part.toString()
        opened()
      })
      client.on('error', () => undefined).on('close', () => resolve(text))
    })
    proxy.close()
    return said
  }

  test('ends a tunnel that is open when the network is taken back', async () => {
    let may = true
    expect(
      await through(
        async () => may,
        () => (may = false),
      ),
    ).toBe('HTTP/1.1 200 Connection established\r\n\r\n')
  })

  test('refuses when nobody can say', async () => {
    const said = await through(
      () => Promise.reject(new Error('gone')),
      () => undefined,
    )
    expect(said).toMatch(/^HTTP\/1.1 403 /)
  })
})
