import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../src/journal/stores/sqlite.ts'
import { SqliteSessions } from '../../src/journal/stores/sqlite-sessions.ts'
import { answerInProcess } from '../../src/surfaces/hook/in-process.ts'
import { journalFor } from '../../src/surfaces/journal-places.ts'
import { rememberClient, rememberTrial, wallsMemory } from '../../src/surfaces/walls-memory.ts'
import type { ContainedOutcome, Session } from '../../src/session.ts'
import {
  claudePayload,
  containScene,
  type Ended,
  otherHome,
  recordsIn,
  runAsClient,
  type EffectDraft,
  toldBy,
} from './contain-scene.ts'
import { removeScene, type Scene } from './scene.ts'

let scene: Scene
beforeEach(() => begin())
afterEach(() => {
  vi.unstubAllEnvs()
  removeScene(scene)
})

function begin(settings: object = {}): void {
  scene = containScene(settings)
  vi.stubEnv('HOME', scene.home)
  vi.stubEnv('SHELL', '/bin/sh')
}

async function hook(event: object, agent = 'claude-code'): Promise<EffectDraft> {
  return toldBy((await answerInProcess(agent, Buffer.from(JSON.stringify(event)), { state: scene.state })).stdout)
}

const ask = (command: string, more: object = {}): Promise<EffectDraft> => hook(claudePayload(scene, command, more))
const run = (command: string, cwd = scene.workspace): Promise<Ended> => runAsClient(command, cwd, scene.home)

async function session(): Promise<Session | undefined> {
  const journal = openSqliteJournal({ ...journalFor(scene.state), thread: 'caller' })
  const sessions = new SqliteSessions(journal, statePaths(scene.state).database)
  try {
    return await sessions.load('s1')
  } finally {
    sessions.close()
    await journal.close()
  }
}

async function lastContained(): Promise<ContainedOutcome | undefined> {
  const turns = (await session())?.turns ?? []
  return turns
    .flatMap((turn) => (turn.kind === 'call' && turn.outcome?.kind === 'contained' ? [turn.outcome] : []))
    .at(-1)
}

describe('the fourth answer', () => {
  test('what is not understood runs behind walls: its output, its exit code and harmless changes are real, and all is on record', async () => {
    const told = await ask('./tool.bin; mkdir -p src; echo "export {}" > src/a.ts; echo done; exit 3')
    expect(told.permissionDecision, told.permissionDecisionReason).toBe('allow')
    expect(told.permissionDecisionReason).toContain('contain.doubt')
    expect(told.updatedInput).toMatchObject({ description: 'x' })
    expect(told.updatedInput?.command).toMatch(/^'\/.*portcullis-run' 'ticket' '\/.*' '[0-9a-f]{24}'$/)
    expect(existsSync(join(scene.workspace, 'src'))).toBe(false)
    const ran = await run(told.updatedInput!.command)
    expect([ran.code, ran.stdout]).toEqual([3, 'done\n'])
    expect(readFileSync(join(scene.workspace, 'src/a.ts'), 'utf8')).toBe('export {}\n')
    expect(await lastContained()).toMatchObject({ became: 'committed' })
    expect(recordsIn(scene)).toEqual([
      ['contain', 'guardian_review', 'contain.doubt'],
      ['', 'contained_run', 'contain.committed'],
    ])
    expect(wallsMemory(scene.state).clients['claude-code']).toMatchObject({ works: true })
  })

  test('what is held wrote nothing; the same call again is asked about', async () => {
    const command = './tool.bin; rm notes.txt'
    const ran = await run((await ask(command)).updatedInput!.command)
    expect(ran.code).toBe(75)
    expect(ran.stderr).toMatch(/contained: held [0-9a-f]{12}, nothing was written/)
    expect(existsSync(join(scene.workspace, 'notes.txt'))).toBe(true)
    expect(await lastContained()).toMatchObject({ became: 'held' })
    const again = await ask(command)
    expect([again.permissionDecision, again.updatedInput]).toEqual(['ask', undefined])
    expect(again.permissionDecisionReason).toContain('contain.held')
  })

  test('what failed because of the walls is told so, and asked about with that knowledge', async () => {
    copyFileSync('/usr/bin/curl', join(scene.workspace, 'fetch.bin'))
    chmodSync(join(scene.workspace, 'fetch.bin'), 0o755)
    writeFileSync(join(scene.workspace, 'fetch.conf'), 'url = https://api.example.com/\n')
    const command = './fetch.bin -sS -K fetch.conf'
    const first = await ask(command)
    expect(first.updatedInput, first.permissionDecisionReason).toBeDefined()
    const ran = await run(first.updatedInput!.command)
    expect(ran.code).not.toBe(0)
    expect(ran.stderr).toContain('portcullis: contained: no network; tried api.example.com:443')
    const again = await ask(command)
    expect(again.permissionDecision).toBe('ask')
    expect(again.permissionDecisionReason).toContain('contain.walls')
    expect(again.permissionDecisionReason).toContain('api.example.com:443')
  })

  test('what a contained run left is unread code: whatever executes it is contained again', async () => {
    const told = await ask('./tool.bin; printf "module.exports = 1\\n" > made.js')
    await run(told.updatedInput!.command)
    expect((await session())?.written.get(join(scene.workspace, 'made.js'))).toMatchObject({ from: 'contained' })
    writeFileSync(join(scene.workspace, 'package.json'), '{"scripts":{"test":"jest"}}')
    const next = await ask('npm test')
    expect(next.updatedInput, next.permissionDecisionReason).toBeDefined()
  })

  test('the very command of an unused ticket may come back, and nothing else', async () => {
    const { updatedInput } = await ask('./tool.bin')
    const { command } = updatedInput!
    const request = (text: string, more: object = {}): Promise<EffectDraft> =>
      ask(text, { hook_event_name: 'PermissionRequest', ...more })
    expect((await request(command)).decision).toEqual({ behavior: 'allow' })
    for (const other of [
      `${command}; id`,
      `${command} `,
      command.replace(/[0-9a-f]{24}/, '0'.repeat(24)),
      command.replaceAll("'", ''),
      command.replace("'ticket'", "'run'"),
    ])
      expect((await request(other)).decision, other).not.toEqual({ behavior: 'allow' })
    expect((await request(command, { session_id: 's2' })).decision).not.toEqual({ behavior: 'allow' })
    expect((await request(command, { cwd: scene.home })).decision).not.toEqual({ behavior: 'allow' })
    await run(command)
    expect((await request(command)).decision, 'it is used').not.toEqual({ behavior: 'allow' })
  })
})

describe('hosts of the settings', () => {
  let server: Server
  let port = 0
  const heard: string[] = []
  beforeEach(async () => {
    server = createServer((request, response) => {
      heard.push(request.url ?? '')
      response.end('answered\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    removeScene(scene)
    begin({ containmentNetwork: [`127.0.0.1:${port}`] })
    copyFileSync('/usr/bin/curl', join(scene.workspace, 'fetch.bin'))
    chmodSync(join(scene.workspace, 'fetch.bin'), 0o755)
    writeFileSync(join(scene.workspace, 'fetch.conf'), `url = "http://127.0.0.1:${port}/x"\nnoproxy = ""\nsilent\n`)
  })
  afterEach(() => {
    server.close()
    heard.splice(0)
  })

  test('are reached by a ticket, and on record', async () => {
    const told = await ask('./fetch.bin -K fetch.conf')
    expect(told.updatedInput, told.permissionDecisionReason).toBeDefined()
    const ran = await run(told.updatedInput!.command)
    expect([ran.code, ran.stdout, heard]).toEqual([0, 'answered\n', ['/x']])
    expect(recordsIn(scene).at(-1)).toEqual(['', 'contained_run', 'contain.unchanged'])
  })

  test('are not, once the session has read what anybody may have written', async () => {
    const fetch = { ...claudePayload(scene, ''), tool_name: 'WebFetch', tool_use_id: 'toolu_web' }
    const input = { url: 'https://pages.example.com/', prompt: 'x' }
    await hook({ ...fetch, tool_input: input })
    await hook({ ...fetch, tool_input: input, hook_event_name: 'PostToolUse', tool_response: { result: 'a page' } })
    const told = await ask('./fetch.bin -K fetch.conf')
    expect(told.updatedInput, told.permissionDecisionReason).toBeDefined()
    const ran = await run(told.updatedInput!.command)
    expect([ran.code, heard]).toEqual([7, []])
  })
})

test('a rule about files counts for what it did, and whose settings count is not for the client’s shell to say', async () => {
  removeScene(scene)
  begin({ permissions: { defaultMode: 'auto', deny: ['Edit(~/project/made.txt)'] } })
  copyFileSync('/bin/sh', join(scene.workspace, 'sh.bin'))
  chmodSync(join(scene.workspace, 'sh.bin'), 0o755)
  writeFileSync(join(scene.workspace, 'steps.dat'), 'echo x > made.txt\n')
  const told = await ask('./sh.bin steps.dat')
  expect(told.updatedInput, told.permissionDecisionReason).toBeDefined()
  const ran = await runAsClient(told.updatedInput!.command, scene.workspace, otherHome(scene))
  expect([ran.code, existsSync(join(scene.workspace, 'made.txt'))]).toEqual([75, false])
  expect(ran.stderr).toContain('rule.deny')
})

describe('a directory that the command changes to', () => {
  test('is where the shell of the client is afterwards; the command ran where it was judged', async () => {
    mkdirSync(join(scene.workspace, 'src'))
    const { updatedInput } = await ask('cd src && ../tool.bin; echo x > here.txt; pwd; exit 6')
    const ran = await run(`${updatedInput!.command}; echo "$? $PWD"`)
    expect(ran.stdout).toBe(`${join(scene.workspace, 'src')}\n6 ${join(scene.workspace, 'src')}\n`)
    expect(existsSync(join(scene.workspace, 'src', 'here.txt'))).toBe(true)
  })

  test('comes back for a permission as it was written, and only so', async () => {
    mkdirSync(join(scene.workspace, 'src'))
    const { command } = (await ask('cd src && ../tool.bin')).updatedInput!
    const request = (text: string): Promise<EffectDraft> => ask(text, { hook_event_name: 'PermissionRequest' })
    expect((await request(command)).decision).toEqual({ behavior: 'allow' })
    expect((await request(command.replace("'cd' '", "'cd' '/etc/../"))).decision).not.toEqual({ behavior: 'allow' })
    expect((await request(command.replace('exec ', 'id; exec '))).decision).not.toEqual({ behavior: 'allow' })
  })
})

describe('everybody else is asked as before', () => {
  const asked = async (told: Promise<EffectDraft>): Promise<void> => {
    const { permissionDecision, updatedInput } = await told
    expect([permissionDecision, updatedInput]).toEqual(['ask', undefined])
  }

  test('a client that is not known to run another input', () => asked(ask('./tool.bin', { cursor_version: '2.0' })))

  test('Qwen Code', () => asked(hook(claudePayload(scene, './tool.bin'), 'qwen-code')))

  test('where the settings switch it off', () => {
    removeScene(scene)
    begin({ containment: 'off' })
    return asked(ask('./tool.bin'))
  })

  test('where they name other doubts', () => {
    removeScene(scene)
    begin({ containment: ['dynamic-code'] })
    return asked(ask('./tool.bin'))
  })

  test('where no trial was made', () => {
    rmSync(join(scene.state, 'walls.json'))
    return asked(ask('./tool.bin'))
  })

  test('where the trial failed', () => {
    rememberTrial(scene.state, scene.tools, { works: false, says: 'no user namespaces', at: 1 })
    return asked(ask('./tool.bin'))
  })

  test('where the walls are others than those of the trial', () => {
    const file = join(scene.state, 'walls.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"with":"/, '"with":"other '))
    return asked(ask('./tool.bin'))
  })

  test('where this client could not build them before', () => {
    rememberClient(scene.state, 'claude-code', { works: false, says: 'no walls', at: 1 })
    return asked(ask('./tool.bin'))
  })

  test('where the key is gone', () => {
    rmSync(join(scene.state, 'hook.key'))
    return asked(ask('./tool.bin'))
  })

  test('where bubblewrap or the runner is another one now', () => {
    const other = join(scene.root, 'bwrap')
    copyFileSync(scene.tools.bubblewrap, other)
    rememberTrial(scene.state, { ...scene.tools, bubblewrap: other }, { works: true, says: 'a canary', at: 1 })
    return asked(ask('./tool.bin'))
  })

  test('in the background', () =>
    asked(ask('./tool.bin', { tool_input: { command: './tool.bin', run_in_background: true } })))

  test('when the user said not to', async () => {
    await hook({ ...claudePayload(scene, ''), hook_event_name: 'UserPromptSubmit', prompt: 'do not run any commands' })
    await asked(ask('./tool.bin'))
  })
})

test.each([
  ['no proof', '{"stdout":"","stderr":"","exit":0}'],
  ['another proof', `{"stdout":"","stderr":"","exit":0,"proof":"${'0'.repeat(64)}"}`],
  ['a refusal', '{"error":{"code":"x","message":"y"}}'],
])('an answer to the runner with %s is believed in nothing', async (_what, body) => {
  const { updatedInput } = await ask('./tool.bin; echo made > made.txt; echo out')
  writeFileSync(join(scene.state, 'agent.token'), 'token', { mode: 0o600 })
  const somebody = createServer((_request, response) => void response.end(body))
  await new Promise<void>((resolve) => somebody.listen(join(scene.state, 'portcullis.sock'), resolve))
  chmodSync(join(scene.state, 'portcullis.sock'), 0o600)
  try {
    const ran = await run(updatedInput!.command)
    expect([ran.code, ran.stdout]).toEqual([125, 'out\n'])
    expect(ran.stderr).toContain('could not be judged: nothing was written')
    expect(existsSync(join(scene.workspace, 'made.txt'))).toBe(false)
  } finally {
    somebody.close()
  }
})

test('a client that runs something else is found out by the result, and not trusted with walls again', async () => {
  const id = 'toolu_other'
  const told = await ask('./tool.bin', { tool_use_id: id })
  expect(told.updatedInput).toBeDefined()
  await hook({
    ...claudePayload(scene, './tool.bin'),
    hook_event_name: 'PostToolUse',
    tool_use_id: id,
    tool_response: { stdout: 'x' },
  })
  expect(wallsMemory(scene.state).clients['claude-code']).toMatchObject({ works: false })
  expect(recordsIn(scene).at(-1)).toEqual(['', 'contained_run', 'contain.not-built'])
  expect((await ask('./tool.bin && true')).permissionDecision).toBe('ask')
})

test('a client whose commands can spend a ticket and build no walls is found out, too', async () => {
  const id = 'toolu_refused'
  const told = await ask('./tool.bin; echo made > made.txt', { tool_use_id: id })
  // As little as a sandbox that refuses sockets leaves of it: the runner ends before there are any walls.
  const ran = await run(`ulimit -n 5; exec ${told.updatedInput!.command}`)
  expect([ran.code, ran.stderr]).toEqual([125, expect.stringContaining('no walls can be built here')])
  expect(readdirSync(join(scene.state, 'contained', 'tickets'))).toEqual([])
  await hook({
    ...claudePayload(scene, './tool.bin; echo made > made.txt'),
    hook_event_name: 'PostToolUse',
    tool_use_id: id,
    tool_response: { stdout: '' },
  })
  expect(existsSync(join(scene.workspace, 'made.txt'))).toBe(false)
  expect(wallsMemory(scene.state).clients['claude-code']).toMatchObject({ works: false })
  expect((await ask('./tool.bin && true')).permissionDecision).toBe('ask')
})

test('a ticket that nobody used leaves nothing behind but itself', async () => {
  await ask('./tool.bin')
  expect(readdirSync(join(scene.state, 'contained', 'tickets'))).toHaveLength(1)
  expect(recordsIn(scene)).toEqual([['contain', 'guardian_review', 'contain.doubt']])
})
