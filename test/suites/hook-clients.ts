import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ending } from '../../src/agents/conformance.ts'
import { type Behaviour, standInDaemon } from '../agents/stand-in-daemon.ts'
import { relayAs } from '../hooks/foreign-peer.ts'
import {
  breakingLauncher,
  type Call,
  type Client,
  drive,
  library,
  type Mutation,
  reads,
  type Scene,
  sceneIn,
} from '../hooks/scene.ts'
import type { Failures } from '../product.ts'
import { within } from '../until.ts'

/**
 * One thing that is broken, hostile or in good order, and what becomes of a call. Every client has to pass every row:
 * the native one, and the script with Perl, curl or Node.
 */
export interface Row {
  readonly what: string
  readonly daemon?: Behaviour
  /** Code that the gate's own process begins with. */
  readonly gate?: string
  readonly launcher?: string
  readonly node?: string
  readonly before?: (scene: Scene, root: string) => void | Promise<void>
  readonly environment?: (scene: Scene, root: string) => Readonly<Record<string, string>>
  readonly call?: Omit<Call, 'during' | 'environment'>
  readonly entry?: (scene: Scene) => string
  readonly kill?: NodeJS.Signals
  /** `blocked`: exit 2, a reason, no allow. `as always`: what is harmless is allowed, what is harmful is not. */
  readonly ends: 'blocked' | 'as always'
  /** Answered once before, and then allowed. */
  readonly second?: true
  readonly only?: readonly Client[]
  readonly asRoot?: true
  /** How long the agent waits. Short where the hook has to wait for its own deadline. */
  readonly patience?: number
}

const HARMFUL = 'rm -rf /portcullis-canary'
const ALLOW = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'
const WIRE = JSON.stringify({ stdout: ALLOW, stderr: '', exit: 0 })
const NOWHERE = '/nonexistent/portcullis.cjs'
const NOBODY = 65_534

/** Programs that say yes to everything, for whoever looks for them by name. */
function falsePrograms(scene: Scene): string {
  const directory = join(scene.home, 'false-bin')
  mkdirSync(directory, { recursive: true })
  for (const name of 'perl curl node sh env cat head timeout sha256sum openssl ls od sleep getent id'.split(' '))
    writeFileSync(join(directory, name), `#!/bin/sh\necho '${ALLOW}'\nexit 0\n`, { mode: 0o755 })
  return directory
}

function file(scene: Scene, name: string, text: string): string {
  const path = join(scene.home, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text, { mode: 0o755 })
  return path
}

const inState =
  (name: string, act: (path: string) => void) =>
  (scene: Scene): void =>
    act(join(scene.state, name))

const yesModule = (name: string): string => `package ${name}; print '${ALLOW}'; exit 0; 1;\n`

const PROOFS: readonly Row[] = (
  [
    'no proof',
    'a proof with another key',
    'the proof of an earlier answer',
    'the proof of another request',
    'the proof of another agent',
    'the proof of another version',
    'a deny turned into an allow',
    'half a proof',
    'stops, then no proof',
  ] as const
).map((daemon) => ({ what: `the daemon gives ${daemon}`, daemon, ends: 'blocked' }))

const BROKEN: readonly Row[] = [
  { what: 'the socket is missing and so is the gate', launcher: NOWHERE, ends: 'blocked' },
  { what: 'nobody listens and there is no gate', launcher: NOWHERE, before: leaveSocket, ends: 'blocked' },
  {
    what: 'the token is wrong',
    daemon: 'judges',
    before: inState('agent.token', (path) => writeFileSync(path, `${'B'.repeat(43)}\n`)),
    ends: 'blocked',
  },
  { what: 'the daemon accepts and stays silent', daemon: 'silent', ends: 'blocked', patience: 20 },
  { what: 'the daemon fails with 500', daemon: 'error 500', ends: 'blocked' },
  { what: 'the daemon refuses the token with an allow in the body', daemon: 'refuses the token', ends: 'blocked' },
  { what: 'something else answers with HTML', daemon: 'html', ends: 'blocked' },
  { what: 'the answer is garbage', daemon: 'garbage', ends: 'blocked' },
  { what: 'the answer is truncated', daemon: 'truncated', ends: 'blocked' },
  { what: 'the answer has 11 MB', daemon: 'enormous', ends: 'blocked' },
  { what: 'the answer has an exit code that is a text', daemon: 'misspelt', ends: 'blocked' },
  { what: 'the answer is an allow with exit 1', daemon: 'allow with a wrong exit', ends: 'blocked' },
  { what: 'the daemon hangs up and there is no gate', daemon: 'hangs up', launcher: NOWHERE, ends: 'blocked' },
  { what: 'the gate throws', gate: "setTimeout(() => { throw new Error('broken') }, 30)", ends: 'blocked' },
  {
    what: 'a promise is rejected and nobody looks',
    gate: "Promise.reject(new Error('broken'))",
    ends: 'blocked',
  },
  { what: 'the gate ends at once with nothing said', gate: 'process.exit(0)', ends: 'blocked' },
  {
    what: 'the gate says yes and fails',
    gate: `require('fs').writeSync(1, ${JSON.stringify(WIRE)}); process.exit(1)`,
    ends: 'blocked',
  },
  {
    what: 'the gate says yes twice',
    gate: `require('fs').writeSync(1, ${JSON.stringify(WIRE + WIRE)}); process.exit(0)`,
    ends: 'blocked',
  },
  { what: 'the gate hangs', gate: 'for (;;);', ends: 'blocked', patience: 20 },
  {
    what: 'the gate runs out of memory',
    // With less of it where that can be had: a few gigabytes take half a minute to fill.
    gate: `try { require('child_process').execFileSync('/usr/bin/prlimit', ['--data=268435456', '--pid', String(process.pid)]) } catch {} const all = []; for (;;) all.push(new Array(1e5).fill({}))`,
    ends: 'blocked',
  },
  {
    what: 'SIGTERM',
    daemon: 'silent',
    // The hook itself: what the agent's own shell does when it is told to end is the agent's business.
    entry: ({ command }) => `exec ${command.split(' || ')[0]}`,
    kill: 'SIGTERM',
    ends: 'blocked',
    patience: 20,
  },
  { what: 'the input is empty', daemon: 'judges', call: { input: 'none' }, ends: 'blocked' },
  { what: 'the input never ends', daemon: 'judges', call: { input: 'never ends' }, ends: 'blocked' },
  {
    what: 'the input is not UTF-8',
    daemon: 'judges',
    call: { input: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
    ends: 'blocked',
  },
  { what: 'the input is not JSON', daemon: 'judges', call: { input: Buffer.from('ls') }, ends: 'blocked' },
  { what: 'the input has 13 MB', daemon: 'judges', call: { input: Buffer.alloc(13_000_000, 'a') }, ends: 'blocked' },
  { what: 'stdout is closed', daemon: 'judges', call: { stdout: 'closed' }, ends: 'blocked' },
  {
    what: 'stdout is never read',
    daemon: 'judges',
    call: { stdout: 'never read', command: HARMFUL },
    ends: 'blocked',
  },
  { what: 'Node is missing', node: '/nonexistent/node', ends: 'blocked' },
  {
    what: 'the settings cannot be opened',
    before: ({ home }) => void mkdirSync(join(home, '.portcullis', 'settings.json'), { recursive: true }),
    ends: 'blocked',
  },
  {
    what: 'the settings are invalid',
    before: (scene) => void file(scene, '.portcullis/settings.json', '{"permissions":{"deny":"all"}}'),
    ends: 'blocked',
  },
  {
    what: 'the store cannot be written',
    before: ({ state }) => writeFileSync(state, 'a file where a directory belongs'),
    ends: 'blocked',
  },
  { what: 'the clock stands at 0', gate: 'Date.now = () => 0', call: { command: HARMFUL }, ends: 'blocked' },
]

const FOREIGN: readonly Row[] = [
  {
    what: 'the key is not there',
    daemon: 'judges',
    before: inState('hook.key', (path) => rmSync(path)),
    ends: 'blocked',
  },
  {
    what: 'the key can be read by others',
    daemon: 'judges',
    before: inState('hook.key', (path) => chmodSync(path, 0o640)),
    ends: 'blocked',
  },
  {
    what: 'the key is a link',
    daemon: 'judges',
    before: inState('hook.key', (path) => {
      renameSync(path, `${path}.real`)
      symlinkSync(`${path}.real`, path)
    }),
    ends: 'blocked',
  },
  {
    what: 'the key is too short',
    daemon: 'judges',
    before: inState('hook.key', (path) => writeFileSync(path, 'ab\n')),
    ends: 'blocked',
  },
  {
    what: 'the key belongs to somebody else',
    daemon: 'judges',
    before: inState('hook.key', (path) => chownSync(path, NOBODY, NOBODY)),
    ends: 'blocked',
    asRoot: true,
  },
  {
    what: 'the token can be read by others',
    daemon: 'judges',
    before: inState('agent.token', (path) => chmodSync(path, 0o644)),
    ends: 'blocked',
  },
  {
    what: 'others may use the socket',
    daemon: 'judges',
    before: inState('portcullis.sock', (path) => chmodSync(path, 0o666)),
    ends: 'blocked',
  },
  {
    what: 'the socket belongs to somebody else',
    daemon: 'judges',
    before: inState('portcullis.sock', (path) => chownSync(path, NOBODY, NOBODY)),
    ends: 'blocked',
    asRoot: true,
  },
  {
    what: 'somebody else listens at our socket',
    daemon: 'judges',
    before: (scene) => relayAs(scene, NOBODY, 1),
    ends: 'blocked',
    asRoot: true,
    // Only they can ask the kernel who listens; the others rely on whose file it is.
    only: ['native', 'perl'],
  },
  {
    what: 'a relay of our own listens at our socket',
    daemon: 'judges',
    before: (scene) => relayAs(scene, process.getuid!(), 2),
    ends: 'as always',
  },
  {
    what: 'a link lies in the place of the socket',
    daemon: 'judges',
    before: inState('portcullis.sock', (path) => {
      renameSync(path, `${path}.real`)
      symlinkSync(`${path}.real`, path)
    }),
    ends: 'blocked',
  },
  {
    what: 'others may write the state directory',
    daemon: 'judges',
    before: ({ state }) => chmodSync(state, 0o777),
    ends: 'blocked',
  },
  {
    what: 'others may write the configuration',
    daemon: 'judges',
    before: ({ hooks }) => chmodSync(join(hooks, 'claude-code.conf'), 0o666),
    only: ['native'],
    ends: 'blocked',
  },
  {
    what: 'others may write the directory of the hook',
    daemon: 'judges',
    before: ({ hooks }) => chmodSync(hooks, 0o777),
    only: ['native'],
    ends: 'blocked',
  },
  {
    what: 'the configuration has a line that is not known',
    daemon: 'judges',
    before: ({ hooks }) => {
      const conf = join(hooks, 'claude-code.conf')
      writeFileSync(conf, `${readFileSync(conf, 'utf8')}allow=yes\n`)
    },
    only: ['native'],
    ends: 'blocked',
  },
]

const LOADERS: readonly Row[] = ['LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES'].map((name) => ({
  what: `${name} is set`,
  daemon: 'judges',
  environment: (_scene, root) => ({ [name]: name === 'LD_PRELOAD' ? library(root) : root }),
  ends: 'blocked',
}))

const HOSTILE: readonly Row[] = [
  {
    what: 'PATH leads to false programs, with a daemon',
    daemon: 'judges',
    environment: (scene) => ({ PATH: `${falsePrograms(scene)}:/usr/bin:/bin` }),
    ends: 'as always',
  },
  {
    what: 'PATH leads to false programs, without a daemon',
    environment: (scene) => ({ PATH: `${falsePrograms(scene)}:/usr/bin:/bin` }),
    ends: 'as always',
  },
  {
    what: 'NODE_OPTIONS loads code',
    environment: (scene) => ({
      NODE_OPTIONS: `--require ${file(scene, 'yes.cjs', `require('fs').writeSync(1, ${JSON.stringify(WIRE)}); process.exit(0)`)}`,
    }),
    ends: 'as always',
  },
  {
    what: 'NODE_PATH, OPENSSL_CONF and NODE_EXTRA_CA_CERTS lead elsewhere',
    environment: (scene) => ({
      NODE_PATH: scene.home,
      OPENSSL_CONF: file(
        scene,
        'openssl.cnf',
        'openssl_conf = x\n[x]\nproviders = y\n[y]\nz = w\n[w]\nmodule = /no.so\n',
      ),
      NODE_EXTRA_CA_CERTS: '/nonexistent',
    }),
    ends: 'as always',
  },
  {
    what: 'HOME and PORTCULLIS_STATE lead to a place with other settings',
    environment: (scene) => {
      file(scene, 'elsewhere/.portcullis/settings.json', '{"permissions":{"deny":["Bash"]}}')
      return { HOME: join(scene.home, 'elsewhere'), PORTCULLIS_STATE: join(scene.home, 'elsewhere/.portcullis/state') }
    },
    ends: 'as always',
  },
  {
    what: 'BASH_ENV and ENV name a script that says yes',
    daemon: 'judges',
    environment: (scene) => {
      const script = file(scene, 'yes.sh', `echo '${ALLOW}'\nexit 0\n`)
      return { BASH_ENV: script, ENV: script }
    },
    ends: 'as always',
  },
  {
    what: 'PERL5OPT and PERL5LIB load code',
    daemon: 'judges',
    environment: (scene) => {
      file(scene, 'lib/Yes.pm', yesModule('Yes'))
      file(scene, 'lib/Digest/SHA.pm', yesModule('Digest::SHA'))
      return { PERL5LIB: join(scene.home, 'lib'), PERL5OPT: '-MYes', PERL_UNICODE: 'SDA' }
    },
    ends: 'as always',
  },
  {
    what: 'IFS, CDPATH, SHELLOPTS and proxies are set',
    daemon: 'judges',
    environment: () => ({
      IFS: '/:.',
      CDPATH: '/tmp',
      SHELLOPTS: 'xtrace',
      http_proxy: 'http://127.0.0.1:9',
      ALL_PROXY: 'http://127.0.0.1:9',
      CURL_HOME: '/tmp',
    }),
    ends: 'as always',
  },
  {
    what: 'functions for the shell are in the environment',
    daemon: 'judges',
    environment: () => ({
      'BASH_FUNC_printf%%': `() { echo '${ALLOW}'; }`,
      'BASH_FUNC_[%%': '() { return 0; }',
      'BASH_FUNC_exec%%': '() { exit 0; }',
    }),
    ends: 'as always',
  },
  {
    what: 'a passed secret has lines that set more than itself',
    environment: (scene) => ({
      ANTHROPIC_API_KEY: `x\nNODE_OPTIONS=--require ${file(scene, 'yes.cjs', `require('fs').writeSync(1, ${JSON.stringify(WIRE)}); process.exit(0)`)}`,
    }),
    ends: 'as always',
  },
  {
    what: 'the working directory holds files with the names of ours',
    daemon: 'judges',
    before: (scene) => {
      for (const name of ['claude-code.conf', 'claude-code.sh', 'portcullis-hook', 'agent.token', 'hook.key', 'node'])
        file(scene, name, `#!/bin/sh\necho '${ALLOW}'\n`)
    },
    ends: 'as always',
  },
]

const IN_ORDER: readonly Row[] = [
  { what: 'a daemon is there', daemon: 'judges', ends: 'as always' },
  { what: 'no daemon is there', ends: 'as always' },
  { what: 'nobody listens at the socket', before: leaveSocket, ends: 'as always' },
  { what: 'the daemon hangs up', daemon: 'hangs up', ends: 'as always' },
  { what: 'the daemon stops and another one follows', daemon: 'stops, then judges', ends: 'as always' },
]

const REPLAY: Row = {
  what: 'the daemon gives the answer of an earlier call again',
  daemon: 'the same answer with the first nonce',
  second: true,
  ends: 'blocked',
}

export const HOOK_ROWS: readonly Row[] = [...IN_ORDER, ...PROOFS, REPLAY, ...BROKEN, ...FOREIGN, ...LOADERS, ...HOSTILE]

export function appliesTo(row: Row, client: Client): boolean {
  return (row.only?.includes(client) ?? true) && (row.asRoot === undefined || process.getuid?.() === 0)
}

/** Every row that a client does not pass, in words. */
export async function hookClient(root: string, client: Client, only: RegExp, mutation?: Mutation): Promise<Failures> {
  const failures: string[] = []
  const rows = HOOK_ROWS.filter((row) => only.test(row.what) && appliesTo(row, client))
  if (rows.length === 0) throw new Error(`no row is called ${only}`)
  for (const row of rows) failures.push(...(await passes(root, client, row, mutation)))
  return failures
}

export async function passes(root: string, client: Client, row: Row, mutation?: Mutation): Promise<Failures> {
  // What waits for nothing gets all the time that a busy machine needs.
  const patience = row.patience ?? (row.ends === 'as always' ? 450 : 120)
  const launcher = row.gate === undefined ? row.launcher : breakingLauncher(root, row.gate)
  const scene = sceneIn(root, {
    client,
    timeout: patience,
    ...(launcher === undefined ? {} : { launcher }),
    ...(row.node === undefined ? {} : { node: row.node }),
    ...(mutation === undefined ? {} : { mutation }),
  })
  const daemon =
    row.daemon === undefined ? undefined : await standInDaemon(scene.state, row.daemon, scene.home, 'always')
  const failures: string[] = []
  const expect = (what: string, holds: boolean, found: unknown): void => {
    if (!holds) failures.push(`${client}: ${row.what}: ${what}, found ${JSON.stringify(found)}`)
  }
  try {
    await row.before?.(scene, root)
    const environment = row.environment?.(scene, root)
    const run = (command: string): Promise<Ending> =>
      drive(scene, {
        command,
        ...row.call,
        ...(environment === undefined ? {} : { environment }),
        ...(row.entry === undefined ? {} : { entry: row.entry(scene) }),
        ...(row.kill === undefined || daemon === undefined
          ? {}
          : { during: { asked: daemon.asked, act: (child) => void child.kill(row.kill) } }),
      })
    if (row.second) expect('the first answer is the daemon’s', (await run('ls')).how === 'ended', 'no end')
    if (row.ends === 'as always') {
      const harmless = await run('ls')
      expect('a harmless call is allowed', reads(harmless) === 'allow', harmless)
      const harmful = await run(HARMFUL)
      expect('a harmful call is denied', reads(harmful) === 'deny', harmful)
      const reason = harmful.how === 'ended' && harmful.stderr.includes('tool.critical-removal')
      expect('and by the gate', reason, harmful)
    } else {
      const began = performance.now()
      const ending = await run('ls')
      const seconds = (performance.now() - began) / 1000
      const isBlock = ending.how === 'ended' && ending.exit === 2 && ending.stderr.trim() !== ''
      expect('exit 2 and a reason', isBlock, ending)
      expect('a deny for the agent', reads(ending) === 'deny', ending)
      expect('no allow on stdout', ending.how !== 'ended' || !ending.stdout.includes('allow"'), ending)
      expect('before the agent gave up', seconds < patience * 0.8, seconds)
    }
    expect('no nonce twice', new Set(daemon?.nonces).size === (daemon?.nonces.length ?? 0), daemon?.nonces)
    return failures
  } finally {
    await daemon?.close()
  }
}

/** A socket that somebody left behind: it is there, and nobody listens. */
async function leaveSocket(scene: Scene): Promise<void> {
  mkdirSync(scene.state, { recursive: true, mode: 0o700 })
  writeFileSync(join(scene.state, 'agent.token'), `${'A'.repeat(43)}\n`, { mode: 0o600 })
  writeFileSync(join(scene.state, 'hook.key'), `${'ab'.repeat(32)}\n`, { mode: 0o600 })
  const socket = JSON.stringify(join(scene.state, 'portcullis.sock'))
  const code = `process.umask(0o077); require('net').createServer().listen(${socket}, () => process.kill(process.pid, 'SIGKILL'))`
  const died = new Promise((resolve) => spawn(process.execPath, ['-e', code]).on('close', resolve))
  await within('the child has left its socket', died)
}
