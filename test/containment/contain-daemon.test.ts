import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Daemon, startDaemon } from '../../src/surfaces/daemon/daemon.ts'
import { openRemoteGate } from '../../src/surfaces/sdk/remote/remote-gate.ts'
import { until } from '../until.ts'
import {
  askDaemonIn,
  claudePayload,
  containScene,
  recordsIn,
  runAsClient,
  type HookOutput,
  toldBy,
} from './contain-scene.ts'
import { removeScene, type Scene } from './scene.ts'

let scene: Scene
let daemon: Daemon
beforeEach(async () => {
  scene = containScene()
  daemon = await start()
})
afterEach(async () => {
  await daemon.stop()
  removeScene(scene)
})

function start(): Promise<Daemon> {
  return startDaemon({
    stateDirectory: scene.state,
    home: scene.home,
    managedDirectory: join(scene.root, 'managed'),
    environment: { PATH: process.env['PATH'] ?? '', HOME: scene.home, SHELL: '/bin/sh' },
    log: () => undefined,
  })
}

async function ask(command: string, more: object = {}): Promise<HookOutput> {
  const { value } = await askDaemonIn(
    scene,
    'POST',
    '/v1/hooks/claude-code',
    claudePayload(scene, command, more),
    'agent',
  )
  return toldBy((value as { stdout: string }).stdout)
}

async function contained(command: string): Promise<Awaited<ReturnType<typeof runAsClient>>> {
  const told = await ask(command)
  expect(told.updatedInput, told.permissionDecisionReason).toBeDefined()
  return runAsClient(told.updatedInput!.command, scene.workspace, scene.home)
}

interface Shown {
  readonly id: string
  readonly text: string
  readonly deeds: readonly string[]
  readonly why: readonly { readonly code: string }[]
  readonly shown: string
  readonly contained: { readonly run: string; readonly hash: string }
}

async function pending(): Promise<readonly Shown[]> {
  const { value } = await askDaemonIn(scene, 'GET', '/v1/approvals')
  return (value as { pending: readonly Shown[] }).pending
}

async function answer(question: Shown, choice: object, shown: string = question.shown): Promise<number> {
  const { status } = await askDaemonIn(scene, 'POST', `/v1/approvals/${question.id}/answer`, { shown, choice })
  return status
}

const file = (name: string): string => join(scene.workspace, name)

describe('the daemon settles what ran behind walls', () => {
  test('harmless: real before the command is over, and on record', async () => {
    expect(await contained('./tool.bin; echo made > made.txt; echo done; exit 4')).toMatchObject({
      code: 4,
      stdout: 'done\n',
    })
    expect(readFileSync(file('made.txt'), 'utf8')).toBe('made\n')
    expect(recordsIn(scene).map(([, , code]) => code)).toEqual(['contain.doubt', 'contain.committed'])
  })

  test('nothing changed: on record, too', async () => {
    expect(await contained('./tool.bin; echo done')).toMatchObject({ code: 0, stdout: 'done\n' })
    expect(recordsIn(scene).map(([, , code]) => code)).toEqual(['contain.doubt', 'contain.unchanged'])
  })

  test('the library is told the same, and only where it says that it runs what is put in the place of a call', async () => {
    const about = {
      tool: 'Bash',
      input: { command: './tool.bin' },
      cwd: scene.workspace,
      session: 's9',
      agent: 'claude-code',
    }
    const plain = await askDaemonIn(scene, 'POST', '/v1/judge', about, 'agent')
    expect(plain.value).toMatchObject({ decision: 'ask' })
    const able = await askDaemonIn(scene, 'POST', '/v1/judge', { ...about, canRunRewritten: true }, 'agent')
    expect(able.value).toMatchObject({ decision: 'contain', because: [{ code: 'contain.doubt' }, {}] })
    const gate = openRemoteGate({ remote: true, state: scene.state, cwd: scene.workspace, agent: 'claude-code' })
    try {
      const ran: string[] = []
      const tool = { name: 'Bash', run: ({ command }: { command: string }) => void ran.push(command) }
      expect(await gate.wrap(tool)({ command: './tool.bin' })).toMatchObject({ refused: true })
      await gate.wrap({ ...tool, runsRewritten: true })({ command: './tool.bin' })
      expect(ran).toEqual([expect.stringMatching(/^'.*portcullis-run(?:-copied)?' 'ticket' /)])
    } finally {
      await gate.close()
    }
  })

  test('held: a person sees the diff, and their yes makes exactly it real', async () => {
    const ran = await contained('./tool.bin; echo theirs > notes.txt')
    expect(ran.code).toBe(75)
    expect(ran.stderr).toMatch(/^portcullis: contained: held [0-9a-f]{12}, nothing was written/m)
    expect(readFileSync(file('notes.txt'), 'utf8')).toBe('mine\n')
    await until('what follows', async () => (await pending()).length === 1)
    const [question] = await pending()
    expect(question!.text).toContain('-mine\n+theirs')
    expect(question!.why.map(({ code }) => code)).toContain('contain.lost')
    expect(question!.deeds).toContain('wrote notes.txt')
    expect(await answer(question!, { says: 'once' }, 'something else')).toBe(409)
    expect(await answer(question!, { says: 'session' })).toBe(400)
    expect(readFileSync(file('notes.txt'), 'utf8')).toBe('mine\n')
    expect(await answer(question!, { says: 'once' })).toBe(200)
    await until('what follows', () => readFileSync(file('notes.txt'), 'utf8') === 'theirs\n')
    await until('what follows', () => recordsIn(scene).some(([, , code]) => code === 'contain.committed'))
  })

  test('held: the question outlives the session, as it must where a client ends with its answer', async () => {
    await contained('./tool.bin; echo theirs > notes.txt')
    await until('what follows', async () => (await pending()).length === 1)
    const over = { session_id: 's1', cwd: scene.workspace, hook_event_name: 'SessionEnd', reason: 'other' }
    expect((await askDaemonIn(scene, 'POST', '/v1/hooks/claude-code', over, 'agent')).status).toBe(200)
    const [question] = await pending()
    expect(question?.text).toContain('-mine\n+theirs')
    expect(await answer(question!, { says: 'once' })).toBe(200)
    await until('what follows', () => readFileSync(file('notes.txt'), 'utf8') === 'theirs\n')
  })

  test('held: what was changed meanwhile is no longer what was shown', async () => {
    await contained('./tool.bin; echo theirs > notes.txt')
    await until('what follows', async () => (await pending()).length === 1)
    const [question] = await pending()
    writeFileSync(file('notes.txt'), 'mine, and newer\n')
    expect(await answer(question!, { says: 'once' })).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(readFileSync(file('notes.txt'), 'utf8')).toBe('mine, and newer\n')
  })

  test('held: no throws it away, and the same call again is asked about', async () => {
    await contained('./tool.bin; rm notes.txt')
    await until('what follows', async () => (await pending()).length === 1)
    expect(await answer((await pending())[0]!, { says: 'deny' })).toBe(200)
    await until('what follows', () => recordsIn(scene).some(([, , code]) => code === 'contain.discarded'))
    expect(existsSync(file('notes.txt'))).toBe(true)
    expect((await ask('./tool.bin; rm notes.txt')).permissionDecision).toBe('ask')
  })

  test('held: without walls, once, and only this very call', async () => {
    await contained('./tool.bin; rm notes.txt')
    await until('what follows', async () => (await pending()).length === 1)
    expect(await answer((await pending())[0]!, { says: 'uncontained' })).toBe(200)
    await until('what follows', () => recordsIn(scene).some(([, , code]) => code === 'contain.discarded'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await ask('./tool.bin; rm notes.txt; true')).permissionDecisionReason).not.toContain('person.approved')
    const told = await ask('./tool.bin; rm notes.txt')
    expect([told.permissionDecision, told.updatedInput]).toEqual(['allow', undefined])
    expect(told.permissionDecisionReason).toContain('person.approved')
    expect((await ask('./tool.bin; rm notes.txt')).permissionDecision).toBe('ask')
  })

  test('a question outlives the daemon', async () => {
    await contained('./tool.bin; rm notes.txt')
    await until('what follows', async () => (await pending()).length === 1)
    await daemon.stop()
    daemon = await start()
    const [question] = await pending()
    expect(await answer(question!, { says: 'once' })).toBe(200)
    await until('what follows', () => !existsSync(file('notes.txt')))
  })

  test('the daemon is gone when the command is over: it is settled without it', async () => {
    const told = await ask('./tool.bin; sleep 1; echo made > made.txt')
    const running = runAsClient(told.updatedInput!.command, scene.workspace, scene.home)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await daemon.stop()
    expect((await running).code).toBe(0)
    expect(readFileSync(file('made.txt'), 'utf8')).toBe('made\n')
    daemon = await start()
    expect(recordsIn(scene).map(([, , code]) => code)).toEqual(['contain.doubt', 'contain.committed'])
  })
})
