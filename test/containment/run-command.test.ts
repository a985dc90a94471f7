import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUILT_LAUNCHER } from '../built.ts'
import { until } from '../until.ts'
import { ownTools } from './scene.ts'

interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const own: Account = { name: 'this account', uid: process.getuid!(), gid: process.getgid!() }
/** As root there is another account to try; a plain user has only itself. */
const ACCOUNTS: readonly Account[] = own.uid === 0 ? [own, { name: 'a plain user', uid: 65534, gid: 65534 }] : [own]

beforeAll(() => void ownTools())

describe.each(ACCOUNTS)('portcullis run, as $name', ({ uid, gid }) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'run-')))
  const home = join(root, 'home')
  const project = join(home, 'project')
  const state = join(root, 'state')
  const environment = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    PORTCULLIS_STATE: state,
    PORTCULLIS_NO_DAEMON: '1',
    API_TOKEN: 'abc-secret',
    NODE_ENV: 'test',
  }
  const options = { cwd: project, uid, gid, env: environment } as const

  beforeAll(() => {
    chmodSync(root, 0o755)
    for (const directory of [home, project, state]) {
      mkdirSync(directory, { recursive: true })
      chownSync(directory, uid, gid)
    }
    git('init', '-q')
    git('config', 'user.email', 'dev@example.com')
    git('config', 'user.name', 'Dev')
    file('tracked.txt', 'tracked\n')
    git('add', '.')
    git('commit', '-qm', 'start')
    file('untracked.txt', 'untracked\n')
    file('.env', 'PASSWORD=hunter2\n')
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  function git(...words: readonly string[]): void {
    expect(spawnSync('git', words, options).status).toBe(0)
  }

  function file(name: string, text: string): void {
    writeFileSync(join(project, name), text)
    chownSync(join(project, name), uid, gid)
  }

  function run(words: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_LAUNCHER, 'run', ...words], {
      ...options,
      input,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  const runs = (): readonly string[] => readdirSync(join(state, 'contained'))

  test('gives the command its streams, and ends with its code', () => {
    expect(run(['--quiet', '--', 'cat; echo error >&2; exit 7'], 'input\n')).toEqual({
      status: 7,
      stdout: 'input\n',
      stderr: 'error\n',
    })
    expect(run(['--quiet', '--', 'kill -TERM $$']).status).toBe(143)
    expect(run(['--', 'no-such-program', 'a']).status).toBe(127)
  })

  test('hands words over as they are', () => {
    expect(run(['--quiet', '--', 'printf', '%s|', 'a b', '$HOME', `'"`, '']).stdout).toBe(`a b|$HOME|'"||`)
  })

  test('has no secret in the environment and in the workspace, and says where it looked', () => {
    const { stdout, stderr } = run(['--', 'cat .env; env; cat /proc/1/environ /proc/*/environ | tr "\\0" "\\n"'])
    expect(stdout).not.toMatch(/hunter2|abc-secret/)
    expect(stdout).toContain('NODE_ENV=test')
    expect(stderr).toContain(`hidden; tried to open: ${project}/.env`)
  })

  test('writes nothing until somebody commits; --discard shows the diff and forgets', () => {
    const { status, stderr } = run([
      '--discard',
      '--',
      'echo changed > tracked.txt; echo new > new.txt; rm untracked.txt',
    ])
    expect(status).toBe(0)
    for (const line of ['-tracked', '+changed', '+new', 'delete untracked.txt', 'discarded: nothing was written'])
      expect(stderr).toContain(line)
    expect(readFileSync(join(project, 'tracked.txt'), 'utf8')).toBe('tracked\n')
    expect(existsSync(join(project, 'new.txt'))).toBe(false)
    expect(runs()).toEqual([])
  })

  test('--commit keeps what nothing speaks against', () => {
    const { status, stderr } = run(['--commit', '--', 'mkdir -p src && echo "export const a = 1" > src/a.ts'])
    expect([status, stderr]).toEqual([0, expect.stringContaining('committed: 2 changes')])
    expect(readFileSync(join(project, 'src/a.ts'), 'utf8')).toBe('export const a = 1\n')
    expect(runs()).toEqual([])
  })

  test.each([
    ['a hook that is planted', 'echo evil > .git/hooks/pre-commit', 'contain.git'],
    ['what version control does not have is deleted', 'rm untracked.txt', 'contain.lost'],
    ['what version control does not have is overwritten', 'echo x > untracked.txt', 'contain.lost'],
    ['a setuid file', 'cp /bin/true t && chmod 4755 t', 'contain.special'],
    ['a pipe', 'mkfifo pipe', 'contain.special'],
  ])('--commit holds %s, and nothing is written', (_what, command, code) => {
    const { status, stderr } = run(['--commit', '--', command])
    expect([status, stderr]).toEqual([75, expect.stringContaining(code)])
    expect(stderr).toMatch(/held [0-9a-f]{12}: nothing was written/)
    const [id] = runs()
    expect(run(['--decide', id!, '--discard']).status).toBe(0)
    expect(runs()).toEqual([])
    expect(readFileSync(join(project, 'untracked.txt'), 'utf8')).toBe('untracked\n')
    expect(existsSync(join(project, '.git/hooks/pre-commit'))).toBe(false)
  })

  test('an answer counts for what was shown: a run that differs now is not committed', () => {
    run(['--commit', '--', 'echo mine > untracked.txt'])
    const [id] = runs()
    writeFileSync(join(state, 'contained', id!, 'upper/0/untracked.txt'), 'another\n')
    const { status, stderr } = run(['--decide', id!, '--commit'])
    expect([status, stderr]).toEqual([75, expect.stringContaining('no longer what was shown')])
    run(['--decide', id!, '--discard'])
    expect(readFileSync(join(project, 'untracked.txt'), 'utf8')).toBe('untracked\n')
  })

  test('a person may commit what was held', () => {
    run(['--commit', '--', 'echo mine > untracked.txt'])
    const [id] = runs()
    const { status, stderr } = run(['--decide', id!, '--commit'])
    expect([status, stderr]).toEqual([0, expect.stringContaining('committed: 1 change')])
    expect(readFileSync(join(project, 'untracked.txt'), 'utf8')).toBe('mine\n')
    file('untracked.txt', 'untracked\n')
  })

  test('has no network, fails at once, and says whom it tried', () => {
    const { status, stderr } = run(['--', 'curl', '-sS', '--max-time', '20', 'https://registry.example.com/x'])
    expect(status).toBe(7)
    expect(stderr).toContain('no network; tried: registry.example.com:443')
  })

  test('a signal reaches the command, and nothing of it survives', async () => {
    const child = spawn(
      process.execPath,
      [BUILT_LAUNCHER, 'run', '--discard', '--', `trap 'echo got it; exit 9' TERM; echo ready; sleep 300 & wait`],
      { ...options, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    await until('the command says that it runs', () => said.includes('ready'))
    child.kill('SIGTERM')
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect([code, said]).toEqual([9, 'ready\ngot it\n'])
  })

  test('what is left in the background ends with the command', () => {
    expect(run(['--discard', '--', '(sleep 2; echo late > late.txt) & echo now']).stdout).toBe('now\n')
    expect(runs()).toEqual([])
  })

  test('refuses a workspace that holds the home directory, and runs nothing', () => {
    const { status, stderr } = run(['--cwd', home, '--', 'echo ran'])
    expect([status, stderr]).toEqual([125, expect.stringContaining('not containable')])
  })

  test('leftovers of a run whose owner was killed are removed by the next, and never committed', async () => {
    const child = spawn(
      process.execPath,
      [BUILT_LAUNCHER, 'run', '--commit', '--', 'echo x > leftover.txt; echo ready; sleep 300'],
      {
        ...options,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    await until('the command says that it runs', () => said.includes('ready'))
    // Everything outside of it dies at once: the walls fall with the one who watches.
    const runner = runnerOf(child.pid!)
    process.kill(child.pid!, 'SIGKILL')
    process.kill(runner, 'SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))
    await until('the leftovers are gone', () => run(['--discard', '--', 'true']).status === 0 && runs().length === 0)
    expect(existsSync(join(project, 'leftover.txt'))).toBe(false)
  })
})

/** The runner that a process of ours started. */
function runnerOf(pid: number): number {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (Number(fields[1]) === pid) return Number(name)
    } catch {}
  }
  throw new Error('the runner is not there')
}

test('without the programs that build the walls it says what is missing, and runs nothing', () => {
  const home = mkdtempSync(join(tmpdir(), 'run-'))
  const hidden = spawnSync(
    'bwrap',
    [
      '--dev-bind',
      '/',
      '/',
      '--ro-bind',
      '/dev/null',
      '/usr/bin/bwrap',
      '--',
      process.execPath,
      BUILT_LAUNCHER,
      'run',
      '--',
      'echo ran',
    ],
    { encoding: 'utf8', cwd: home, env: { PATH: '/usr/bin:/bin', HOME: home, PORTCULLIS_STATE: join(home, 'state') } },
  )
  expect([hidden.status, hidden.stdout]).toEqual([125, ''])
  expect(hidden.stderr).toContain('bubblewrap is not installed: nothing was run')
  rmSync(home, { recursive: true, force: true })
})
