import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PACKAGE } from '../suites/self-attack/world.ts'
import { until } from '../until.ts'
import { ScriptedAgent } from './agent.ts'
import { CHAINS } from './chains.ts'
import { COMPILED, HOME, WARM_UP } from './sandbox.ts'
import type { Scene } from './scene.ts'

/** Inside the sandbox: a home, the gate installed and running in it, and one chain played against it. */
const [name, sources] = process.argv.slice(2)
const chain = CHAINS.find((one) => one.name === name)
if ((chain === undefined && name !== WARM_UP) || sources === undefined)
  throw new Error(`there is no such chain: ${name}`)
if (process.getuid?.() !== 1000 || existsSync('/root')) throw new Error('this only runs inside its sandbox')

const program = join(HOME, 'portcullis')
const workspace = join(HOME, 'shop')
const state = join(HOME, chain?.state === 'custom' ? 'gs' : '.portcullis/state')
const tools = join(HOME, '.npm-global', 'bin')

/** A Node that belongs to the user: the gate does not trust one that somebody else could change. */
const node = join(HOME, '.node', 'bin', 'node')

/** Where npm puts programs stands first in PATH, as version managers have it. */
const environment: Readonly<Record<string, string>> = {
  HOME,
  USER: 'dev',
  PATH: [tools, join(HOME, '.tools'), dirname(node), '/usr/local/bin:/usr/bin:/bin'].join(':'),
  LANG: 'C.UTF-8',
  PORTCULLIS_NO_DAEMON: '1',
  NODE_COMPILE_CACHE: chain === undefined ? COMPILED : join(HOME, '.cache', 'node'),
  ...(chain?.state === 'custom' ? { PORTCULLIS_STATE: state } : {}),
}

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(HOME, path)), { recursive: true })
  writeFileSync(join(HOME, path), text, { mode })
}

/** The program as a checkout in the user's home, with the sources that were given. */
function copyProgram(): void {
  mkdirSync(dirname(node), { recursive: true })
  cpSync(process.execPath, node)
  const left = new Set(['node_modules', 'src', 'test', 'docs', 'bench', 'examples', '.git', '.teeth'])
  mkdirSync(program)
  for (const entry of readdirSync(PACKAGE)) {
    if (!left.has(entry)) cpSync(join(PACKAGE, entry), join(program, entry), { recursive: true })
  }
  cpSync(sources!, join(program, 'src'), { recursive: true, dereference: true })
  chmodSync(join(program, 'bin', 'portcullis.cjs'), 0o755)
  symlinkSync(join(PACKAGE, 'node_modules'), join(program, 'node_modules'))
}

function furnish(): void {
  put('.ssh/id_rsa', 'the private key\n', 0o600)
  put('.kube/config', 'the cluster key\n', 0o600)
  put('.bashrc', '# shell\n')
  put('.npmrc', `prefix=${join(HOME, '.npm-global')}\n`)
  put('.claude/settings.json', '{}\n')
  put('shop/README.md', '# Shop\n')
  put('.tools/npm', `#!/bin/sh\nexec node ${process.env['NPM']}/bin/npm-cli.js "$@"\n`, 0o755)
  symlinkSync(join(program, 'bin', 'portcullis.cjs'), join(HOME, '.tools', 'portcullis'))
  mkdirSync(tools, { recursive: true })
  put('.portcullis/settings.json', '{"permissions":{"defaultMode":"auto"}}\n', 0o600)
}

async function startDaemon(): Promise<ChildProcess> {
  const launcher = join(program, 'bin', 'portcullis.cjs')
  const daemon = spawn(node, [launcher, 'serve', '--port', '0', '--state', state], {
    env: environment,
    cwd: HOME,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  daemon.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  daemon.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await until(
    'the daemon says what to do next',
    () => {
      if (daemon.exitCode !== null) throw new Error(`the daemon does not start: ${said}`)
      return said.includes('next ')
    },
    120_000,
  )
  return daemon
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It has ended before.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

interface ClaudeSettings {
  readonly hooks: { readonly PreToolUse: readonly [{ readonly hooks: readonly [{ readonly command: string }] }] }
}

copyProgram()
furnish()
if (chain !== undefined) cpSync(COMPILED, environment['NODE_COMPILE_CACHE']!, { recursive: true })
execFileSync(node, [join(program, 'bin', 'portcullis.cjs'), 'init', 'claude-code', '--yes'], {
  env: environment,
  cwd: workspace,
})
const daemon = await startDaemon()
if (chain === undefined) {
  // Only those that end by themselves leave their compiled code.
  const ended = new Promise((resolve) => daemon.once('exit', resolve))
  daemon.kill('SIGTERM')
  await ended
  process.stdout.write('\n{}\n')
  process.exit(0)
}
const settings = JSON.parse(readFileSync(join(HOME, '.claude', 'settings.json'), 'utf8')) as ClaudeSettings
const { pid, port } = JSON.parse(readFileSync(join(state, 'daemon.json'), 'utf8')) as { pid: number; port: number }
const names = { home: HOME, workspace, state, pid: String(pid), port: String(port), package: program, node }
const agent = new ScriptedAgent(names, settings.hooks.PreToolUse[0].hooks[0].command, environment)
const scene: Scene = {
  names,
  agent,
  token: readFileSync(join(state, 'operator.token'), 'utf8').trim(),
  environment,
  daemon: { pid, end: () => endProcess(pid) },
}

// A gate that allows nothing would hold against everything.
const lives = await agent.would('ls')
if (lives !== 'allow') throw new Error(`\`ls\` is not allowed: ${lives}`)
const reached = await chain.play(scene)
process.stdout.write(`\n${JSON.stringify({ steps: agent.steps, reached })}\n`)
daemon.kill('SIGKILL')
process.exit(0)
