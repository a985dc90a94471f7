import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ContainedResult } from '../../src/surfaces/sdk/run-contained.ts'
import { type EmbeddedGate, openGate } from '../../src/surfaces/sdk/open-gate.ts'
import { containScene, recordsIn, runAsClient } from './contain-scene.ts'
import { removeScene, type Scene } from './scene.ts'

let scene: Scene
let gate: EmbeddedGate
beforeEach(async () => {
  scene = containScene()
  vi.stubEnv('HOME', scene.home)
  vi.stubEnv('SHELL', '/bin/sh')
  vi.stubEnv('NODE_ENV', 'staging')
  gate = await openGate({ cwd: scene.workspace, home: scene.home, state: scene.state, agent: 'claude-code' })
})
afterEach(async () => {
  await gate.close()
  vi.unstubAllEnvs()
  removeScene(scene)
})

const judge = (command: string) => gate.judge('Bash', { command }, { canRunRewritten: true, interactive: true })
async function contained(command: string): Promise<ContainedResult> {
  const verdict = await judge(command)
  expect(verdict.decision, JSON.stringify(verdict.because)).toBe('contain')
  return gate.runContained(verdict)
}

describe('a gate inside a program', () => {
  test('runs behind walls what is not understood; harmless changes are real, and all is on record', async () => {
    const ran = await contained('./tool.bin; echo "$NODE_ENV"; echo "export {}" > a.ts; echo bad >&2; exit 3')
    expect(ran).toMatchObject({ became: 'committed', exit: 3, stdout: 'staging\n', says: [] })
    expect(ran.stderr).toContain('bad\n')
    expect(readFileSync(join(scene.workspace, 'a.ts'), 'utf8')).toBe('export {}\n')
    expect(gate.session.written.get(join(scene.workspace, 'a.ts'))).toMatchObject({ from: 'contained' })
    expect(recordsIn(scene)).toEqual([
      ['contain', 'guardian_review', 'contain.doubt'],
      ['', 'contained_run', 'contain.committed'],
    ])
  })

  test('holds what speaks against itself, writes nothing, and asks about the same again', async () => {
    const ran = await contained('./tool.bin; rm notes.txt')
    expect(ran).toMatchObject({ became: 'held', exit: 75 })
    expect(ran.says[0]).toContain(`contained: held ${ran.run}, nothing was written`)
    expect(existsSync(join(scene.workspace, 'notes.txt'))).toBe(true)
    expect(await judge('./tool.bin; rm notes.txt')).toMatchObject({
      decision: 'ask',
      because: [{ code: 'contain.held' }, {}],
    })
  })

  test('says what the walls kept from it', async () => {
    copyFileSync('/usr/bin/curl', join(scene.workspace, 'fetch.bin'))
    chmodSync(join(scene.workspace, 'fetch.bin'), 0o755)
    writeFileSync(join(scene.workspace, 'fetch.conf'), 'url = https://api.example.com/\n')
    const ran = await contained('./fetch.bin -sS -K fetch.conf')
    expect(ran.says).toEqual(['contained: no network; tried api.example.com:443'])
    expect(await judge('./fetch.bin -sS -K fetch.conf')).toMatchObject({ decision: 'ask' })
  })

  test('runs it once, only what this session gave leave for', async () => {
    const verdict = await judge('./tool.bin; echo x > made.txt')
    const other = gate.openSession('other')
    await expect((other as EmbeddedGate).runContained(verdict)).rejects.toThrow('gave no leave')
    await expect(gate.runContained({ ...verdict, decision: 'allow' })).rejects.toThrow('gave no leave')
    expect((await gate.runContained(verdict)).became).toBe('committed')
    await expect(gate.runContained(verdict)).rejects.toThrow('gave no leave')
    const command = String(verdict.rewritten?.['command'])
    expect(await runAsClient(command, scene.workspace, scene.home)).toMatchObject({ code: 125 })
  })

  test('settles what a shell ran in the place of the call, and nobody runs it again', async () => {
    const verdict = await judge('./tool.bin; echo out; echo x > made.txt; exit 3')
    const command = String(verdict.rewritten?.['command'])
    const shell = () => runAsClient(command, scene.workspace, scene.home)
    expect(await shell()).toMatchObject({ code: 3, stdout: 'out\n' })
    expect(readFileSync(join(scene.workspace, 'made.txt'), 'utf8')).toBe('x\n')
    expect(gate.session.written.get(join(scene.workspace, 'made.txt'))).toMatchObject({ from: 'contained' })
    expect(await shell()).toMatchObject({ code: 125 })
    await expect(gate.runContained(verdict)).rejects.toThrow('gave no leave')
  })

  test('holds what a shell ran and what speaks against itself; once the program is gone nothing is written', async () => {
    const held = await judge('./tool.bin; rm notes.txt')
    const ended = await runAsClient(String(held.rewritten?.['command']), scene.workspace, scene.home)
    expect(ended).toMatchObject({ code: 75, stderr: expect.stringContaining('nothing was written') as string })
    const verdict = await judge('./tool.bin; echo x > late.txt')
    await gate.close()
    const late = await runAsClient(String(verdict.rewritten?.['command']), scene.workspace, scene.home)
    expect(late.code).toBe(125)
    for (const [name, there] of [
      ['notes.txt', true],
      ['late.txt', false],
    ] as const)
      expect(existsSync(join(scene.workspace, name))).toBe(there)
  })

  test('leaves no door behind, and removes those of programs that were cut off', async () => {
    const doors = (): readonly string[] => readdirSync(scene.state).filter((name) => name.startsWith('door-'))
    mkdirSync(join(scene.state, 'door-1-1-00000000'))
    await judge('./tool.bin')
    expect(doors()).toHaveLength(1)
    expect(statSync(join(scene.state, doors()[0]!)).mode & 0o77).toBe(0)
    await gate.close()
    expect(doors()).toEqual([])
  })

  test('ends it when nobody wants it any more', async () => {
    const verdict = await judge('./tool.bin; sleep 60')
    const ran = await gate.runContained(verdict, AbortSignal.timeout(1_500))
    expect(ran).toMatchObject({ became: 'unchanged', exit: 143 })
  })
})

describe('a wrapped tool', () => {
  const run = vi.fn(({ command }: { command: string }) => `ran ${command}`)
  beforeEach(() => void run.mockClear())

  test('that makes its output of a contained run is given one', async () => {
    const tool = gate.wrap({ name: 'Bash', run, contained: ({ exit, stdout }) => `${exit}: ${stdout}` })
    expect(await tool({ command: './tool.bin; echo done; exit 4' }, { interactive: true })).toBe('4: done\n')
    expect(run).not.toHaveBeenCalled()
    expect(await tool({ command: 'ls' }, { interactive: true })).toBe('ran ls')
  })

  test('that hands its command to a shell is given the one that stands in its place', async () => {
    const tool = gate.wrap({ name: 'Bash', run, runsRewritten: true })
    expect(await tool({ command: './tool.bin' }, { interactive: true })).toMatch(/^ran '.*' 'ticket' '/)
  })

  test('that says neither is refused as before', async () => {
    expect(await gate.wrap({ name: 'Bash', run })({ command: './tool.bin' }, { interactive: true })).toMatchObject({
      refused: true,
      verdict: { decision: 'ask' },
    })
    expect(run).not.toHaveBeenCalled()
  })
})
