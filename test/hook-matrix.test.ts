import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ending } from '../src/agents/conformance.ts'
import { install, planInstall } from '../src/surfaces/install/install.ts'
import type { Place, Wanted } from '../src/surfaces/install/place.ts'
import { recipeFor } from '../src/surfaces/install/recipes.ts'
import { LAUNCHER } from '../src/surfaces/launcher.ts'
import { type Behaviour, standInDaemon } from './agents/stand-in-daemon.ts'
import { claudeCodeHost } from './hosts/claude-code.ts'
import { unhurried, within } from './until.ts'

/**
 * The real hook, started by its real entry in Claude Code's settings, with one thing broken at a time. A host without
 * `onFailure` reads what comes out: the most open client there is.
 */
const host = claudeCodeHost('proceed')

/** How the hook reaches the daemon: straight when its pid is known, with Perl or curl; else curl, or a socket from Node. */
type Path = 'perl, straight' | 'curl, straight' | 'curl' | 'node'

interface Broken {
  readonly what: string
  readonly daemon?: Behaviour
  readonly before?: (scene: Scene) => void | Promise<void>
  readonly environment?: (scene: Scene) => Readonly<Record<string, string>>
  readonly input?: Buffer | 'never ends' | 'none'
  readonly stdout?: 'closed' | 'never read'
  readonly command?: (scene: Scene) => string
  /** Once the daemon was asked. */
  readonly during?: (child: ChildProcess) => void
  /** `ls` would be allowed; with this the call is one that is denied even by a gate in good order. */
  readonly deniedCall?: true
  readonly only?: Path
}

interface Scene {
  readonly home: string
  readonly state: string
  readonly hooks: string
  readonly command: string
}

const noGate = ({ hooks }: Scene): void => {
  const script = join(hooks, 'claude-code.sh')
  writeFileSync(
    script,
    readFileSync(script, 'utf8').replace(/^launcher=.*$/m, () => 'launcher=/nonexistent/portcullis.cjs'),
  )
}

const preload = (scene: Scene, code: string): Readonly<Record<string, string>> => {
  writeFileSync(join(scene.home, 'preload.cjs'), code)
  return { NODE_OPTIONS: `--require ${join(scene.home, 'preload.cjs')}` }
}

/** Only in the gate itself, not in the small client. */
const inGate = (code: string): string => `if (process.argv.includes('--in-process')) { ${code} }`

const MATRIX: readonly Broken[] = [
  { what: 'the daemon is down and so is the gate', before: staleSocket },
  { what: 'the socket is missing and so is the gate', before: noGate },
  {
    what: 'the token is wrong',
    daemon: 'judges',
    before: ({ state }) => writeFileSync(join(state, 'agent.token'), `${'B'.repeat(43)}\n`),
  },
  { what: 'the daemon accepts and stays silent', daemon: 'silent' },
  { what: 'the daemon fails with 500', daemon: 'error 500' },
  { what: 'the daemon refuses the token with an allow in the body', daemon: 'refuses the token' },
  { what: 'something else answers with HTML', daemon: 'html' },
  { what: 'the answer is garbage', daemon: 'garbage' },
  { what: 'the answer is truncated', daemon: 'truncated' },
  { what: 'the answer has 11 MB', daemon: 'enormous' },
  { what: 'the answer has an exit code that is a text', daemon: 'misspelt' },
  { what: 'the answer is an allow with exit 1', daemon: 'allow with a wrong exit' },
  { what: 'the daemon hangs up and there is no gate', daemon: 'hangs up', before: noGate },
  {
    what: 'the gate throws',
    environment: (scene) => preload(scene, inGate("setTimeout(() => { throw new Error('broken') }, 30)")),
  },
  {
    what: 'a promise is rejected and nobody looks',
    environment: (scene) => preload(scene, inGate("Promise.reject(new Error('broken'))")),
  },
  {
    what: 'the gate ends at once with nothing said',
    environment: (scene) => preload(scene, inGate('process.exit(0)')),
  },
  {
    what: 'SIGTERM',
    daemon: 'silent',
    // The script itself: what the agent's own shell does when it is told to end is the agent's business.
    command: ({ hooks }) => `exec ${join(hooks, 'claude-code.sh')}`,
    during: (child) => child.kill('SIGTERM'),
  },
  {
    what: 'SIGKILL of the script',
    before: ({ hooks }) => writeFileSync(join(hooks, 'claude-code.sh'), '#!/bin/sh\nkill -9 $$\n'),
  },
  {
    what: 'the gate runs out of memory',
    environment: (scene) => {
      const { NODE_OPTIONS } = preload(scene, inGate('const all = []; for (;;) all.push(new Array(1e5).fill({}))'))
      return { NODE_OPTIONS: `${NODE_OPTIONS} --max-old-space-size=64` }
    },
  },
  { what: 'the input is empty', daemon: 'judges', input: 'none' },
  { what: 'the input never ends', daemon: 'judges', input: 'never ends' },
  { what: 'the input is not UTF-8', daemon: 'judges', input: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
  { what: 'the input is not JSON', daemon: 'judges', input: Buffer.from('ls') },
  { what: 'stdout is closed', daemon: 'judges', stdout: 'closed' },
  { what: 'stdout is never read', daemon: 'judges', stdout: 'never read', deniedCall: true },
  {
    what: 'Node is missing',
    before: ({ hooks }) => {
      const script = join(hooks, 'claude-code.sh')
      writeFileSync(
        script,
        readFileSync(script, 'utf8').replace(/^node=.*$/m, () => 'node=/nonexistent/node'),
      )
    },
  },
  { what: 'the program is missing', before: noGate },
  {
    what: 'the settings cannot be opened',
    before: ({ home }) => void mkdirSync(join(home, '.portcullis', 'settings.json'), { recursive: true }),
  },
  {
    what: 'the settings are invalid',
    before: ({ home }) => writeFileSync(join(home, '.portcullis', 'settings.json'), '{"permissions":{"deny":"all"}}'),
  },
  {
    what: 'the store cannot be written',
    before: ({ state }) => writeFileSync(state, 'a file where a directory belongs'),
  },
  {
    what: 'the clock stands at 0',
    environment: (scene) => preload(scene, inGate('Date.now = () => 0')),
    deniedCall: true,
  },
]

/** How long the agent waits. Short where the hook has to wait for its own deadline. */
function patience(broken: Pick<Broken, 'daemon'>): number {
  return broken.daemon === 'silent' ? 20 : 60
}

let root = ''
/** Programs of the machine without Perl, and without curl, too. */
let withoutPerl = ''
let withoutCurl = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'pc-'))
  withoutCurl = programs('bin', ['sh', 'cat', 'env', 'timeout', 'sleep', 'kill', 'rm'])
  withoutPerl = programs('bin-curl', ['sh', 'cat', 'env', 'timeout', 'sleep', 'kill', 'rm', 'curl'])
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function programs(name: string, wanted: readonly string[]): string {
  const directory = join(root, name)
  mkdirSync(directory)
  for (const program of wanted) {
    const found = (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((place) => join(place, program))
      .find((path) => existsSync(path))
    if (found) symlinkSync(found, join(directory, program))
  }
  return directory
}

function pathFor(path: Path): string {
  if (path === 'node') return withoutCurl
  return path === 'curl, straight' ? withoutPerl : (process.env['PATH'] ?? '')
}

const PATHS: readonly Path[] = ['perl, straight', 'curl, straight', 'curl', 'node']

describe.each(PATHS)('asked with %s, in good order', (path) => {
  test('a harmless call is allowed and a harmful one denied', async () => {
    const scene = sceneFor()
    const daemon = await standInDaemon(scene.state, 'judges', scene.home, 'always', saying(path))
    try {
      expect(read(await drive(scene, path, {}))).toBe('allow')
      expect(read(await drive(scene, path, { deniedCall: true }))).toBe('deny')
    } finally {
      await daemon.close()
    }
  })

  test('without a daemon the same call is judged in process', async () => {
    const scene = sceneFor()
    expect(read(await drive(scene, path, {}))).toBe('allow')
  })

  test.runIf(path.endsWith('straight'))(
    'a number that another process has by now costs one call and no more',
    async () => {
      const scene = sceneFor()
      await leaveSocket(scene)
      writeFileSync(join(scene.state, 'daemon.json'), `${JSON.stringify({ pid: process.pid })}\n`)
      const first = await drive(scene, path, {})
      expect(read(first)).toBe('deny')
      expect(first.how === 'ended' && first.stderr).toMatch(/try again/)
      expect(read(await drive(scene, path, {}))).toBe('allow')
    },
  )

  test.runIf(path === 'perl, straight')('a Perl that cannot start is a block', async () => {
    const scene = sceneFor()
    const broken = join(scene.home, 'bin')
    mkdirSync(broken)
    writeFileSync(join(broken, 'perl'), '#!/bin/sh\nexit 127\n', { mode: 0o755 })
    const environment = (): Readonly<Record<string, string>> => ({ PATH: `${broken}:${process.env['PATH']}` })
    const daemon = await standInDaemon(scene.state, 'judges', scene.home, 'always', 'its pid')
    try {
      expect(read(await drive(scene, path, { environment }))).toBe('deny')
    } finally {
      await daemon.close()
    }
  })
})

const ROWS = PATHS.flatMap((path) =>
  (path === 'curl' ? MATRIX : MATRIX.filter(({ daemon, input, stdout }) => daemon ?? input ?? stdout)).map(
    (broken) => ({ path, ...broken }),
  ),
).toSorted((one, other) => seconds(other) - seconds(one))

// Most of them wait: at the same time, each in a place of its own, those that wait longest first.
describe.concurrent('nothing that breaks lets a call run', () => {
  test.each(ROWS)('asked with $path: $what', async ({ path, ...broken }) => {
    const scene = sceneFor(patience(broken))
    const daemon =
      broken.daemon === undefined
        ? undefined
        : await standInDaemon(scene.state, broken.daemon, scene.home, 'always', saying(path))
    try {
      await broken.before?.(scene)
      const { ending, seconds } = await timed(() => drive(scene, path, broken, daemon))
      expect(ending.how === 'ended' ? { exit: ending.exit, reason: ending.stderr.trim() !== '' } : ending.how).toEqual({
        exit: 2,
        reason: true,
      })
      expect(read(ending)).toBe('deny')
      if (ending.how === 'ended') expect(ending.stdout).not.toContain('allow"')
      expect(seconds, 'ended before the agent gave up').toBeLessThan(unhurried(patience(broken) * 0.8))
    } finally {
      await daemon?.close()
    }
  })
})

/** What a hook of this row waits for, roughly. */
function seconds(broken: Broken): number {
  if (broken.input === 'never ends') return 20
  return broken.daemon === 'silent' ? 8 : 1
}

function saying(path: Path): 'its pid' | 'nothing' {
  return path.endsWith('straight') ? 'its pid' : 'nothing'
}

function read(ending: Ending): string {
  return host.reads(ending, {})
}

function sceneFor(timeout: number = 60): Scene {
  const home = mkdtempSync(join(root, 'home-'))
  const wanted: Wanted = { scope: 'user', observe: false, timeout }
  const place: Place = { home, root, environment: {}, node: process.execPath, launcher: LAUNCHER, platform: 'linux' }
  install(planInstall([recipeFor('claude-code')!], place, wanted), place, wanted)
  const settings = JSON.parse(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'))
  return {
    home,
    state: join(home, '.portcullis', 'state'),
    hooks: join(home, '.portcullis', 'hooks'),
    command: settings.hooks.PreToolUse[0].hooks[0].command,
  }
}

/** A socket that somebody left behind: it is there, and nobody listens. */
async function staleSocket(scene: Scene): Promise<void> {
  noGate(scene)
  await leaveSocket(scene)
}

async function leaveSocket(scene: Scene): Promise<void> {
  mkdirSync(scene.state, { recursive: true })
  writeFileSync(join(scene.state, 'agent.token'), `${'A'.repeat(43)}\n`)
  const code = `require('net').createServer().listen(${JSON.stringify(join(scene.state, 'portcullis.sock'))}, () => process.kill(process.pid, 'SIGKILL'))`
  const died = new Promise((resolve) => spawn(process.execPath, ['-e', code]).on('close', resolve))
  await within('the child has left its socket', died)
}

async function timed(run: () => Promise<Ending>): Promise<{ readonly ending: Ending; readonly seconds: number }> {
  const began = performance.now()
  const ending = await run()
  return { ending, seconds: (performance.now() - began) / 1000 }
}

function drive(
  scene: Scene,
  path: Path,
  broken: Omit<Broken, 'what'>,
  daemon?: Awaited<ReturnType<typeof standInDaemon>>,
): Promise<Ending> {
  const command = broken.deniedCall ? 'rm -rf /portcullis-canary' : 'ls'
  const payload = JSON.stringify(host.beforeTool({ tool: 'Bash', input: { command }, cwd: scene.home, session: 's' }))
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', broken.command?.(scene) ?? scene.command], {
      cwd: scene.home,
      detached: true,
      env: {
        HOME: scene.home,
        PORTCULLIS_NO_DAEMON: '1',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PATH: pathFor(path),
        ...broken.environment?.(scene),
      },
    })
    let stdout = ''
    let stderr = ''
    if (broken.stdout === 'closed') child.stdout.destroy()
    else if (broken.stdout !== 'never read') child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
    child.stdin.on('error', () => undefined)
    if (broken.input === 'none') child.stdin.end()
    else if (broken.input === 'never ends') child.stdin.write(payload.slice(0, 20))
    else child.stdin.end(broken.input ?? payload)
    void daemon?.asked.then(() => broken.during?.(child))
    // An agent gives up, too.
    const giveUp = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), unhurried(58_000))
    child.on('exit', (code, signal) => {
      clearTimeout(giveUp)
      setTimeout(() => {
        child.stdin.destroy()
        resolve(signal === null ? { how: 'ended', exit: code ?? -1, stdout, stderr } : { how: 'killed' })
      }, 50)
    })
  })
}
