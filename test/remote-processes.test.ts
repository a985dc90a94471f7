import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeliveredRecord } from '../src/journal/machines.ts'
import { statePaths } from '../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../src/journal/stores/sqlite-reader.ts'
import { BUILT_LAUNCHER } from './built.ts'
import { freshPlace } from './daemon/client.ts'
import { type Authority, HERE, newAuthority } from './remote/certificates.ts'
import { until, unhurried } from './until.ts'

type Place = ReturnType<typeof freshPlace>

const places: Place[] = []
const children: ChildProcess[] = []
let authority: Authority
let gateFiles: { certificate: string; key: string }

beforeAll(() => {
  authority = newAuthority()
  gateFiles = authority.sign('gate', HERE)
})

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const { directory } of places) rmSync(directory, { recursive: true, force: true })
  authority.remove()
})

function newPlace(): Place {
  const place = freshPlace()
  places.push(place)
  return place
}

function environmentOf(place: Place): NodeJS.ProcessEnv {
  return { ...process.env, HOME: place.home, PORTCULLIS_STATE: place.state }
}

function command(place: Place, args: readonly string[], input = ''): Promise<{ exit: number; out: string }> {
  return new Promise((resolve) => {
    const options = { env: environmentOf(place), timeout: Math.ceil(unhurried(60_000)), maxBuffer: 64 * 1024 * 1024 }
    const child = execFile(process.execPath, [BUILT_LAUNCHER, ...args], options, (error, stdout, stderr) =>
      resolve({ exit: error === null ? 0 : Number(error.code ?? 1), out: `${stdout}${stderr}` }),
    )
    child.stdin?.end(input)
  })
}

async function serve(place: Place, args: readonly string[] = []): Promise<ChildProcess> {
  const child = spawn(process.execPath, [BUILT_LAUNCHER, 'serve', '--port', '0', ...args], {
    env: environmentOf(place),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await until(
    'the daemon says what to do next',
    () => {
      if (child.exitCode !== null) throw new Error(`it does not start: ${output}`)
      return output.includes('next ')
    },
    30_000,
  )
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

function judge(place: Place, shell: string): Promise<string> {
  const body = JSON.stringify({
    tool: 'Bash',
    input: { command: shell },
    cwd: place.project,
    session: 's',
    interactive: false,
  })
  const token = readFileSync(join(place.state, 'agent.token'), 'utf8').trim()
  return new Promise((resolve) => {
    const headers = {
      host: 'portcullis',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const socketPath = join(place.state, 'portcullis.sock')
    const sent = request({ socketPath, method: 'POST', path: '/v1/judge', headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('error', () => resolve('lost'))
      answer.on('end', () => resolve(text))
    })
    sent.on('error', () => resolve('lost'))
    sent.end(body)
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A gate as its admin sets it up, and a machine as its user does. */
async function joinedPair(settings: object = {}): Promise<{
  gate: Place
  machine: Place
  url: string
  serveGate: () => Promise<ChildProcess>
}> {
  const [gate, machine] = [newPlace(), newPlace()]
  writeFileSync(join(gate.home, '.portcullis', 'settings.json'), JSON.stringify(settings))
  const port = await freePort()
  expect((await command(gate, ['users', 'add', 'laptop', '--role', 'agent'])).exit).toBe(0)
  const { out } = await command(gate, ['users', 'token', 'laptop'])
  const tokenFile = join(machine.directory, 'token')
  writeFileSync(tokenFile, out.split('\n')[0]!, { mode: 0o600 })
  const serveGate = () =>
    serve(gate, ['--listen', `127.0.0.2:${port}`, '--tls-cert', gateFiles.certificate, '--tls-key', gateFiles.key])
  const url = `https://127.0.0.2:${port}`
  const first = await serveGate()
  const joined = await command(machine, ['join', url, '--token-file', tokenFile, '--ca', authority.file])
  expect(joined).toMatchObject({ exit: 0 })
  await kill(first)
  return { gate, machine, url, serveGate }
}

function writtenBy(place: Place): readonly DeliveredRecord[] {
  const reader = openReader(statePaths(place.state).database)
  try {
    return [...reader.records()].map(({ position: _position, ...record }) => record)
  } finally {
    reader.close()
  }
}

const ROUNDS = 8

describe('a gate and a machine, each a process of its own', () => {
  test('every record arrives, once, in order, whichever of the two is killed while it is delivered', async () => {
    const { gate, machine, serveGate } = await joinedPair()
    let [atGate, atMachine] = await Promise.all([serveGate(), serve(machine)])
    const acknowledged: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const calls = Array.from({ length: 30 }, async (_, index) => {
        const said = await judge(machine, `ls round-${round}-${index}`)
        if (said.includes('"decision":"allow"')) acknowledged.push(`ls round-${round}-${index}`)
      })
      // Before, while and after the second in which records are gathered and delivered.
      await sleep((round * 1_600) / ROUNDS)
      if (round % 2 === 0) {
        await kill(atGate)
        atGate = await serveGate()
      } else {
        await kill(atMachine)
        atMachine = await serve(machine)
      }
      await Promise.all(calls)
    }
    const { exit, out } = await command(machine, ['team', 'deliver'])
    expect(out).toContain("the team's gate has record")
    expect(exit).toBe(0)
    const log = await command(gate, ['machines', 'log', 'laptop', '--latest', '100000', '--json'])
    const there = log.out.split('\n').filter((line) => line.startsWith('{'))
    expect(there).toEqual(writtenBy(machine).map((record) => JSON.stringify(record)))
    for (const shell of acknowledged) expect(there.some((line) => line.includes(shell))).toBe(true)
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 10)
    expect(await command(gate, ['machines', 'verify'])).toMatchObject({ exit: 0 })
    // 3: sound, and nobody outside bears witness.
    for (const place of [gate, machine]) expect([0, 3]).toContain((await command(place, ['log', 'verify'])).exit)
    await Promise.all([kill(atGate), kill(atMachine)])
  })

  test('a runner without a daemon asks the gate in the hook itself, and goes on alone when it is away', async () => {
    const { machine, serveGate } = await joinedPair({ permissions: { deny: ['Bash(npm publish*)'] } })
    writeFileSync(
      join(machine.home, '.portcullis', 'settings.json'),
      JSON.stringify({ permissions: { allow: ['Bash(npm publish)'] } }),
    )
    const hook = (shell: string) =>
      command(
        machine,
        ['hook', 'generic', '--in-process'],
        JSON.stringify({
          event: 'tool-call',
          session: 's1',
          cwd: machine.project,
          tool: 'Bash',
          input: { command: shell },
        }),
      )
    const atGate = await serveGate()
    expect((await hook('npm publish')).out).toContain('rule.deny')
    expect((await hook('ls')).out).toContain('"allow"')
    await kill(atGate)
    expect((await hook('npm publish')).out).toContain('rule.allow')
    expect((await hook('ls')).out).toContain('"allow"')
    const status = await command(machine, ['team'])
    expect(status.exit).toBe(1)
    expect(status.out).toContain('away')
    writeFileSync(join(machine.state, 'team.json'), '{')
    expect((await hook('ls')).out).toContain('team.refused')
    expect((await command(machine, ['leave'])).exit).toBe(0)
    expect((await hook('npm publish')).out).toContain('rule.allow')
  })

  test('joining says what is wrong, and changes nothing then', async () => {
    const { gate, machine, url, serveGate } = await joinedPair()
    const atGate = await serveGate()
    await command(machine, ['leave'])
    const wrong = join(machine.directory, 'wrong')
    writeFileSync(wrong, 'pcu_wrong')
    const right = join(machine.directory, 'token')
    const tries: readonly (readonly [readonly string[], RegExp])[] = [
      [[url, '--token-file', wrong, '--ca', authority.file], /refuses the token/],
      [[url, '--token-file', right], /cannot be reached.*certificate/],
      [['http://gate.example:8443', '--token-file', right], /over https/],
      [['gate.example', '--token-file', right], /no address of a gate/],
      [['https://127.0.0.2:1', '--token-file', right, '--ca', authority.file], /cannot be reached/],
      [[`${url}/path`, '--token-file', right], /a host and a port/],
    ]
    for (const [args, message] of tries) {
      const { exit, out } = await command(machine, ['join', ...args])
      expect(out).toMatch(message)
      expect(exit).not.toBe(0)
    }
    expect((await command(machine, ['team'])).out).toContain('belongs to no team')
    expect((await command(machine, ['join', url, '--token-file', right, '--ca', authority.file])).exit).toBe(0)
    expect((await command(machine, ['team', '--json'])).out).toContain('"gate": "here"')
    // The machine is set up anew: another key under the same token waits for an admin.
    const fresh = newPlace()
    const anew = ['join', url, '--token-file', right, '--ca', authority.file]
    expect((await command(fresh, anew)).out).toContain("bound to another machine's key")
    const { out } = await command(gate, ['machines', '--json'])
    const [{ token }] = (JSON.parse(out) as { machines: [{ token: string }] }).machines
    expect(await command(gate, ['machines', 'accept', token])).toMatchObject({ exit: 0 })
    expect(await command(fresh, anew)).toMatchObject({ exit: 0 })
    await kill(atGate)
  })

  test('a daemon does not listen for other machines without TLS', async () => {
    const place = newPlace()
    const { exit, out } = await command(place, ['serve', '--port', '0', '--listen', '0.0.0.0:0'])
    expect(out).toContain('TLS is required')
    expect(exit).not.toBe(0)
    const half = await command(place, ['serve', '--listen', '127.0.0.2:0', '--tls-cert', gateFiles.certificate])
    expect(half.out).toContain('--tls-key')
    expect(half.exit).not.toBe(0)
  })
})
