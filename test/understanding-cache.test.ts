import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCallValue } from '../src/call/read-call.ts'
import { realWorld } from '../src/call/world.node.ts'
import type { World } from '../src/call/world.ts'
import { type Gate, judge } from '../src/gate.ts'
import { newSession, type Session } from '../src/session.ts'
import { composeGate } from '../src/surfaces/compose.ts'
import { gateIdentity } from '../src/surfaces/gate-identity.ts'
import type { Decision, Verdict } from '../src/verdict.ts'
import { loadProduct } from './product.ts'
import { recall } from './suites/understanding-cache.ts'

/** The same call again is answered by what is on the disk now, never by what was there. */
let root: string
let gate: Gate
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'recall-')))
  mkdirSync(join(root, '.git'))
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/topic\n')
  gate = await gateWith({})
})
afterEach(() => rmSync(root, { recursive: true }))

function gateWith(settings: object, world: World = realWorld()): Promise<Gate> {
  return composeGate({
    world,
    home: '/home/nobody',
    managedDirectory: '/nonexistent',
    settings: JSON.stringify(settings),
  })
}

async function decide(command: string, session?: Session, over?: Gate): Promise<Decision> {
  return (await verdictOn(command, session, over)).decision
}

async function verdictOn(command: string, session: Session = fresh(), over: Gate = gate): Promise<Verdict> {
  const read = readCallValue(
    { tool: 'Bash', input: { command } },
    { id: 'test', cwd: root, session: session.id, agent: 'test' },
  )
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  return judge(over, read.ok, session)
}

function fresh(): Session {
  return newSession('test', { mode: 'auto', interactive: true })
}

const HARM = 'rm -rf ~/Documents\n'

describe('the same call again', () => {
  test('is understood afresh after every change that matters', async () => {
    expect(await recall(await loadProduct())).toEqual([])
  })

  test('is judged by the script as it is now', async () => {
    writeFileSync(join(root, 'run.sh'), 'echo hello\n')
    expect([await decide('bash run.sh'), await decide('bash run.sh')]).toEqual(['allow', 'allow'])
    writeFileSync(join(root, 'run.sh'), HARM)
    expect(await decide('bash run.sh')).not.toBe('allow')
    writeFileSync(join(root, 'run.sh'), 'echo hello\n')
    expect(await decide('bash run.sh')).toBe('allow')
  })

  test('is judged by the manifest as it is now', async () => {
    writeFileSync(join(root, 'package.json'), '{"scripts":{"test":"echo 1"}}')
    expect([await decide('npm test'), await decide('npm test')]).toEqual(['allow', 'allow'])
    writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { test: HARM } }))
    expect(await decide('npm test')).not.toBe('allow')
  })

  test('sees that a file became a link, and that a link leads elsewhere', async () => {
    mkdirSync(join(root, 'build'))
    expect([await decide('rm -rf build/out'), await decide('rm -rf build/out')]).toEqual(['allow', 'allow'])
    rmSync(join(root, 'build'), { recursive: true })
    symlinkSync('/etc', join(root, 'build'))
    expect(await decide('rm -rf build/out')).not.toBe('allow')
    unlinkSync(join(root, 'build'))
    symlinkSync('elsewhere', join(root, 'build'))
    expect(await decide('rm -rf build/out')).toBe('allow')
  })

  test('sees what a wildcard matches now', async () => {
    writeFileSync(join(root, 'a.tmp'), '')
    expect([await decide('rm *.tmp'), await decide('rm *.tmp')]).toEqual(['allow', 'allow'])
    symlinkSync('/etc/passwd', join(root, 'b.tmp'))
    const asked: string[] = []
    const world = realWorld()
    const watched: World = { ...world, real: (path) => (asked.push(path), world.real(path)) }
    await decide('rm *.tmp', fresh(), await gateWith({}, watched))
    expect(asked).toContain(join(root, 'b.tmp'))
  })

  test('sees that the repository changed its branch', async () => {
    const push = 'git push origin HEAD'
    writeFileSync(join(root, '.git/config'), '[remote "origin"]\n\turl = git@github.com:dev/project.git\n')
    expect([await decide(push), await decide(push)]).toEqual(['allow', 'allow'])
    writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
    expect(await decide(push)).not.toBe('allow')
  })

  test('is judged by what its own session wrote', async () => {
    const session = fresh()
    expect([await decide('bash later.sh', session), await decide('bash later.sh', session)]).toEqual(['allow', 'allow'])
    session.written.set(join(root, 'later.sh'), { kind: 'text', text: HARM })
    expect(await decide('bash later.sh', session)).not.toBe('allow')
    expect(await decide('bash later.sh')).toBe('allow')
  })

  test('is not understood again while the session wrote nothing new', async () => {
    const session = fresh()
    await decide('echo hello > note.txt', session)
    expect(session.written.size).toBe(1)
    const first = await verdictOn('cat package.json', session)
    expect((await verdictOn('cat package.json', session)).actions).toBe(first.actions)
    expect((await verdictOn('cat package.json')).actions).not.toBe(first.actions)
    const again = await verdictOn('cat package.json', session)
    await decide('echo hello > note.txt', session)
    expect((await verdictOn('cat package.json', session)).actions).not.toBe(again.actions)
  })

  test('is judged by the settings of its own gate', async () => {
    expect([await decide('git status'), await decide('git status')]).toEqual(['allow', 'allow'])
    const strict = await gateWith({ permissions: { deny: ['Bash(git status)'] } }, gate.world)
    expect([await decide('git status', fresh(), strict), await decide('git status')]).toEqual(['deny', 'allow'])
  })

  test('is judged by what belongs to the gate now', async () => {
    const machine = realWorld()
    const none = gateIdentity({ home: root, state: join(root, '.state') })()
    let identity = { ...none, ports: [4747] }
    const world = Object.create(machine, { gate: { get: () => identity } }) as World
    const watched = await gateWith({}, world)
    const command = 'curl -s http://127.0.0.1:5151/health'
    expect([await decide(command, fresh(), watched), await decide(command, fresh(), watched)]).toEqual([
      'allow',
      'allow',
    ])
    identity = { ...none, ports: [4747, 5151] }
    expect((await verdictOn(command, fresh(), watched)).because[0]?.code).toBe('itself.port')
  })

  test('is judged by the mode it has now', async () => {
    const codes: (string | undefined)[] = []
    for (const mode of ['auto', 'plan', 'dontAsk', 'auto'] as const)
      codes.push((await verdictOn('touch x', newSession('test', { mode, interactive: true }))).because[0]?.code)
    expect(codes).toEqual([codes[0], 'mode.plan', 'rule.none', codes[0]])
    expect(codes[0]).not.toBe('mode.plan')
  })

  test('is not understood again while nothing changed', async () => {
    writeFileSync(join(root, 'run.sh'), 'echo hello\n')
    const first = await verdictOn('bash run.sh')
    expect((await verdictOn('bash run.sh')).actions).toBe(first.actions)
    writeFileSync(join(root, 'run.sh'), 'echo hello!\n')
    expect((await verdictOn('bash run.sh')).actions).not.toBe(first.actions)
  })
})
