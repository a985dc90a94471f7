import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NO_GATE } from '../../src/call/gate-identity.ts'
import { readCallValue } from '../../src/call/read-call.ts'
import type { ToolCall } from '../../src/call/tool-call.ts'
import { recover } from '../../src/containment/commit.node.ts'
import { VARIABLES } from '../../src/containment/shown.ts'
import { issueTicket } from '../../src/containment/tickets.node.ts'
import { loadHookKey } from '../../src/surfaces/hook/proof.ts'
import { BUILT_LAUNCHER } from '../built.ts'
import { SECRET_SHAPES } from '../../src/journal/secret-shapes.ts'
import { inCopies, makeScene, removeScene, type Scene, surroundingsIn } from './scene.ts'

/** One of each maker's shape: what begins it, and as little as it can be told by. */
const SHAPED = SECRET_SHAPES.map(({ triggers }) => `${triggers[0]!}abcdefghij`)

let scene: Scene
beforeEach(() => void (scene = makeScene({ 'home/project/.git/HEAD': 'ref: refs/heads/main\n' })))
afterEach(() => removeScene(scene))

function callOf(command: string): ToolCall {
  const read = readCallValue(
    { tool: 'Bash', input: { command } },
    { id: 'c1', cwd: scene.workspace, session: 's1', agent: 'test' },
  )
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  return read.ok
}

function issue(command: string, minutes = 5): string {
  const issued = issueTicket({
    call: callOf(command),
    text: command,
    shell: '/bin/sh',
    key: loadHookKey(join(scene.state, 'hook.key')),
    minutes,
    settle: [process.execPath, BUILT_LAUNCHER, 'run', '--state', scene.state],
    cwd: scene.workspace,
    surroundings: surroundingsIn(scene),
    home: scene.home,
    gate: { ...NO_GATE, secrets: [scene.state] },
    state: scene.state,
    environment: { PATH: '/usr/bin:/bin', HOME: scene.home },
    tools: scene.tools,
  })
  if ('refused' in issued) throw new Error(issued.refused)
  return issued.id
}

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function use(id: string, cwd = scene.workspace, variables: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(scene.tools.runner, ['ticket', scene.state, id], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/bin:/bin', HOME: scene.home, ...variables },
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

const ticketFile = (id: string): string => join(scene.state, 'contained', 'tickets', id)
const runs = (): readonly string[] => readdirSync(join(scene.state, 'contained')).filter((name) => name !== 'tickets')

describe('a ticket', () => {
  test('runs the very text that was judged, with its output and exit code', async () => {
    expect(await use(issue(`printf '%s' "$PORTCULLIS_CONTAINED $PWD"; exit 5`))).toEqual({
      code: 5,
      stdout: expect.stringMatching(
        inCopies() ? /^1 \/.*\/contained\/[0-9a-f]{12}\/ground$/ : new RegExp(`^1 ${scene.workspace}$`),
      ) as string,
      stderr: '',
    })
    expect(runs()).toEqual([])
  })

  test('makes harmless changes real before the command is over for whoever started it', async () => {
    expect(await use(issue('mkdir -p src; echo "export {}" > src/a.ts; echo done'))).toEqual({
      code: 0,
      stdout: 'done\n',
      stderr: '',
    })
    expect(readFileSync(join(scene.workspace, 'src/a.ts'), 'utf8')).toBe('export {}\n')
    expect(runs()).toEqual([])
  })

  test('holds a finding at once: nothing is written, and the agent is told', async () => {
    const ran = await use(issue('mkdir -p .git/hooks; echo evil > .git/hooks/post-commit; echo done'))
    expect([ran.code, ran.stdout]).toEqual([75, 'done\n'])
    expect(ran.stderr).toMatch(/contained: held [0-9a-f]{12}, nothing was written/)
    expect(ran.stderr).toContain('contain.git')
    expect(existsSync(join(scene.workspace, '.git/hooks'))).toBe(false)
    expect(runs()).toHaveLength(1)
  })

  test('says that it was the walls when the network is not there', async () => {
    const ran = await use(issue('curl -sS --max-time 20 https://api.example.com/'))
    // In a copy the proxy of sandbox-runtime refuses, and not the kernel.
    expect(ran.code).toBe(inCopies() ? 56 : 7)
    expect(ran.stderr).toContain(
      'portcullis: contained: no network; tried api.example.com:443; nothing outside the workspace was written',
    )
  })

  test('is spent once, however many try at the same time', async () => {
    const id = issue('echo ran')
    const all = await Promise.all(Array.from({ length: 12 }, () => use(id)))
    expect(all.filter(({ stdout }) => stdout === 'ran\n')).toHaveLength(1)
    expect(all.filter(({ code }) => code === 125)).toHaveLength(11)
    expect((await use(id)).stderr).toContain('was used already')
  })

  test.each([
    ['another directory', (id: string) => use(id, scene.home), 'another directory'],
    [
      'a link in the place of its directory',
      (id: string) => {
        mkdirSync(join(scene.home, 'evil'))
        renameSync(scene.workspace, join(scene.home, 'moved'))
        symlinkSync(join(scene.home, 'evil'), scene.workspace)
        return use(id, realpathSync(scene.workspace))
      },
      'another directory',
    ],
    [
      'another directory in the place of its own',
      (id: string) => {
        renameSync(scene.workspace, join(scene.home, 'moved'))
        mkdirSync(scene.workspace)
        return use(id)
      },
      'not the workspace that was judged',
    ],
    [
      'a link in the place of a directory above it',
      (id: string) => {
        renameSync(scene.home, join(scene.root, 'moved'))
        symlinkSync(join(scene.root, 'moved'), scene.home)
        // The shell that was there before still says its old name.
        return use(id, scene.workspace)
      },
      'another directory',
    ],
    ['a ticket that was never given', () => use('0123456789abcdef01234567'), 'never given'],
    ['no id of a ticket', () => use('../../../etc/passwd'), 'no ticket'],
    [
      'a ticket that was changed',
      (id: string) => {
        writeFileSync(ticketFile(id), readFileSync(ticketFile(id), 'utf8').replace('\0s1\0', '\0s2\0'))
        return use(id)
      },
      'not proven',
    ],
    [
      'a ticket under the name of another',
      (id: string) => {
        const other = issue('echo ran')
        renameSync(ticketFile(id), ticketFile(other))
        return use(other)
      },
      'not proven',
    ],
    [
      'half a ticket',
      (id: string) => {
        writeFileSync(ticketFile(id), readFileSync(ticketFile(id), 'utf8').slice(0, -20))
        return use(id)
      },
      'not complete',
    ],
    [
      'a plan that was changed',
      (id: string) => {
        const plan = join(scene.state, 'contained', runs()[0]!, 'plan')
        writeFileSync(plan, readFileSync(plan, 'utf8').replace('echo ran', 'echo bad'))
        return use(id)
      },
      'not the one that the ticket was given for',
    ],
    [
      'another key',
      (id: string) => {
        writeFileSync(join(scene.state, 'hook.key'), '0'.repeat(64))
        return use(id)
      },
      'not proven',
    ],
  ])('runs nothing with %s', async (_what, attempt, says) => {
    const ran = await attempt(issue('echo ran'))
    expect([ran.code, ran.stdout], ran.stderr).toEqual([125, ''])
    expect(ran.stderr).toContain(says)
  })

  test('runs nothing when it is too old, and its leftovers go', async () => {
    const ran = await use(issue('echo ran', -1))
    expect([ran.code, ran.stdout], ran.stderr).toEqual([125, ''])
    expect(ran.stderr).toContain('too old')
    expect(recover(scene.state, scene.tools)).toMatchObject([{ did: 'removed' }])
    expect(runs()).toEqual([])
  })

  test('that nobody used yet is not cleared away, nor is one that runs', async () => {
    const id = issue('echo started; sleep 2; echo over')
    expect(recover(scene.state, scene.tools)).toEqual([])
    const ran = use(id)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(recover(scene.state, scene.tools)).toEqual([])
    expect((await ran).stdout).toBe('started\nover\n')
  })
})

describe('variables of whoever uses a ticket', () => {
  const seen = async (variables: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> => {
    const ran = await use(issue('env -0'), scene.workspace, variables)
    expect(ran.code, ran.stderr).toBe(0)
    const pairs = ran.stdout
      .split('\0')
      .map((each) => [each.split('=')[0]!, each.slice(each.indexOf('=') + 1)] as const)
    return new Map(pairs)
  }

  test('pass when they stand in the table, as they are set there', async () => {
    const given = {
      NODE_ENV: 'staging',
      RUSTFLAGS: '-C target-cpu=native --cfg feature="x"',
      LC_TIME: 'de_DE.UTF-8',
      PYTHONPATH: '/srv/lib/python3.12/site-packages:src',
      DEBUG: '',
    }
    expect(Object.fromEntries(await seen(given))).toMatchObject(given)
    expect((await seen({ PATH: '/opt/more/bin:/usr/bin:/bin' })).get('PATH')).toBe('/opt/more/bin:/usr/bin:/bin')
  })

  test('do not pass under another name, and never in the place of ours', async () => {
    const inside = await seen({
      FOO: 'x',
      GITHUB_TOKEN: 'x',
      LC_TOKEN: 'x',
      CARGO_FEATURE_X: 'x',
      LD_PRELOAD: '',
      BASH_ENV: '/tmp/x',
      GIT_DIR: '/tmp/x',
      HTTPS_PROXY: 'x',
      TMPDIR: '/home',
      HOME: '/dev/null/nobody',
      PORTCULLIS_CONTAINED: '0',
    })
    for (const name of ['FOO', 'GITHUB_TOKEN', 'LC_TOKEN', 'CARGO_FEATURE_X', 'LD_PRELOAD', 'BASH_ENV', 'GIT_DIR'])
      expect(inside.has(name), name).toBe(false)
    expect(inside.get('HTTPS_PROXY')).not.toBe('x')
    expect(inside.has('HTTPS_PROXY')).toBe(inCopies())
    expect([inside.get('HOME'), inside.get('PORTCULLIS_CONTAINED')]).toEqual([scene.home, '1'])
    expect(inside.get('TMPDIR')).toMatch(inCopies() ? /\/scratch$/ : /^\/tmp$/)
  })

  test('do not pass with a value that could be a secret, whichever it is', async () => {
    const names = [...VARIABLES].filter((name) => !['PATH', 'HOME', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))
    const secrets = [
      ...SHAPED,
      'https://me:hunter2@registry.example.com/',
      '-Djavax.net.ssl.trustStorePassword=hunter2',
      '--client-secret hunter2',
      'Authorization: Basic aHVudGVyMg==',
      'mysql -p hunter2',
      '0123456789abcdef0123456789abcdef01234567',
      'line one\nline two',
    ]
    expect(secrets.length).toBeLessThan(names.length)
    const given = Object.fromEntries(secrets.map((secret, index) => [names[index]!, secret]))
    const inside = await seen(given)
    for (const [name, value] of Object.entries(given)) expect(inside.get(name), value).toBeUndefined()
  })

  test('a search path that could be a secret is the gate’s own instead', async () => {
    expect((await seen({ PATH: '/usr/bin:/bin:/opt/ghp_0123456789abcdef0123' })).get('PATH')).toBe('/usr/bin:/bin')
  })
})
