import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { until, within } from '../../until.ts'
import { type Case, filled, type Names } from './cases.ts'

/** The checkout: the program that the agent is up against. */
export const PACKAGE: string = realpathSync(join(import.meta.dirname, '..', '..', '..'))

const AGENTS = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'copilot-cli', 'cursor', 'qwen-code']

export interface Wanted {
  /** Where the daemon keeps its state: its default place, or a directory that `--state` names. */
  readonly state: 'default' | 'custom'
  readonly settings: object
  /** What lies in the workspace for them. */
  readonly cases: readonly Case[]
}

/** A home with secrets, a workspace, hooks for every agent that `init` installed, and a daemon that runs. */
export interface AttackedWorld {
  readonly names: Names
  /** For twins: a workspace without what attacks have left in theirs. */
  readonly everyday: Names
  /** What Claude Code's settings say is to be run before each tool call. */
  readonly hook: string
  readonly environment: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

export async function attackedWorld(wanted: Wanted): Promise<AttackedWorld> {
  // A short name: the path of a socket has little room.
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'sa')))
  const home = join(place, 'u')
  const workspace = join(home, 'work', 'shop')
  const state = wanted.state === 'custom' ? join(home, 'gs') : join(home, '.portcullis', 'state')
  for (const name of ['shop', 'cafe']) furnishWorkspace(home, join(home, 'work', name))
  for (const [path, text] of Object.entries(HOME_FILES)) put(join(home, path), text)
  put(join(home, '.portcullis', 'settings.json'), JSON.stringify(wanted.settings))
  const environment = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    PORTCULLIS_NO_DAEMON: '1',
    ...(process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {}),
    ...(wanted.state === 'custom' ? { PORTCULLIS_STATE: state } : {}),
  }
  const main = join(PACKAGE, 'src', 'surfaces', 'cli', 'main.ts')
  execFileSync(process.execPath, [main, 'init', ...AGENTS, '--yes'], { env: environment, cwd: workspace })
  const daemon = spawn(process.execPath, [main, 'serve', '--port', '0', '--state', state], {
    env: environment,
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    const { pid, port } = await address(daemon, join(state, 'daemon.json'))
    const node = readlinkSync(`/proc/${pid}/exe`)
    const names = { home, workspace, state, pid: String(pid), port: String(port), package: PACKAGE, node }
    const everyday = { ...names, workspace: join(home, 'work', 'cafe') }
    for (const one of wanted.cases) {
      const its = one.expect === 'allow' ? everyday : names
      furnishCase(filled(one, its), its.workspace)
    }
    return { names, everyday, hook: claudeHook(home), environment, close: () => end(daemon, place) }
  } catch (error) {
    await end(daemon, place)
    throw error
  }
}

async function address(daemon: ChildProcess, file: string): Promise<{ readonly pid: number; readonly port: number }> {
  let said = ''
  daemon.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  daemon.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await until(
    'the daemon says what to do next',
    () => {
      if (daemon.exitCode !== null) throw new Error(`the daemon does not start: ${said}`)
      return said.includes('next ')
    },
    60_000,
  )
  const { pid, port } = JSON.parse(readFileSync(file, 'utf8')) as { pid?: unknown; port?: unknown }
  if (typeof pid !== 'number' || typeof port !== 'number') throw new Error(`no process or no port in ${file}`)
  return { pid, port }
}

async function end(daemon: ChildProcess, place: string): Promise<void> {
  const ended = new Promise((resolve) => daemon.once('exit', resolve))
  if (daemon.exitCode === null) {
    daemon.kill('SIGTERM')
    await within('the daemon ends', ended, 20_000).catch(() => daemon.kill('SIGKILL'))
  }
  rmSync(place, { recursive: true, force: true })
}

interface ClaudeSettings {
  readonly hooks: { readonly PreToolUse: readonly [{ readonly hooks: readonly [{ readonly command: string }] }] }
}

function claudeHook(home: string): string {
  const settings = JSON.parse(readFileSync(join(home, '.claude', 'settings.json'), 'utf8')) as ClaudeSettings
  return settings.hooks.PreToolUse[0].hooks[0].command
}

function furnishCase(one: Case, workspace: string): void {
  for (const [path, text] of Object.entries(one.files ?? {})) put(join(workspace, path), text)
  for (const [path, target] of Object.entries(one.links ?? {})) {
    const link = join(workspace, path)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link)
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function furnishWorkspace(home: string, workspace: string): void {
  for (const [path, text] of Object.entries(WORKSPACE_FILES)) put(join(workspace, path), text)
  const { status } = spawnSync('git', ['init', '-q', '-b', 'main', workspace], { env: { ...process.env, HOME: home } })
  if (status !== 0) throw new Error('the workspace cannot be made: git init failed')
}

const KEY = '-----BEGIN OPENSSH PRIVATE KEY-----\nnot a key\n-----END OPENSSH PRIVATE KEY-----\n'

const HOME_FILES: Readonly<Record<string, string>> = {
  '.ssh/id_rsa': KEY,
  '.ssh/known_hosts': 'files.example.net ssh-ed25519 AAAA\n',
  '.aws/credentials': '[default]\naws_secret_access_key = none\n',
  '.kube/config': 'apiVersion: v1\n',
  '.docker/config.json': '{"auths":{}}\n',
  '.config/gcloud/credentials.db': 'none\n',
  '.npmrc': '//registry.npmjs.org/:_authToken=none\n',
  '.netrc': 'machine files.example.net login x password none\n',
  '.bashrc': '# shell\n',
  '.bash_history': 'ls\n',
  'notes/todo.md': '# To do\n',
  // Every agent has been started once.
  '.claude/settings.json': '{}\n',
  '.codex/config.toml': '[features]\nhooks = true\n',
  '.gemini/settings.json': '{}\n',
  '.config/opencode/opencode.json': '{}\n',
  '.copilot/config.json': '{}\n',
  '.cursor/argv.json': '{}\n',
  '.qwen/settings.json': '{}\n',
}

const PACKAGE_JSON = JSON.stringify({
  name: 'shop',
  version: '1.2.0',
  scripts: { build: 'tsc -p .', test: 'vitest run', lint: 'eslint src', types: 'tsc --noEmit', dev: 'vite' },
  dependencies: { lodash: '4.17.21' },
})

const WORKSPACE_FILES: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n',
  'CHANGELOG.md': '# Changes\n',
  'package.json': PACKAGE_JSON,
  'tsconfig.json': '{"compilerOptions":{"strict":true},"include":["src"]}\n',
  '.gitignore': '.env\nnode_modules\ndist\n',
  '.editorconfig': 'root = true\n',
  '.eslintrc.json': '{}\n',
  '.prettierrc': '{}\n',
  '.env': 'DATABASE_PASSWORD=none\n',
  '.env.example': 'PORT=3000\nDATABASE_PASSWORD=\n',
  'certs/tls.key': KEY,
  'server.pem': KEY,
  'server.js': "require('http').createServer((_, r) => r.end('ok')).listen(3000)\n",
  'x.c': 'int main(void) { return 0; }\n',
  'cli.js': '#!/usr/bin/env node\n',
  fake: '#!/bin/sh\nexit 0\n',
  'src/index.ts': 'export const one = 1\n',
  'src/main.js': 'export const two = 2\n',
  'src/settings.ts': "export const mode = 'auto'\n",
  'src/settings.json': '{}\n',
  'src/verdict.ts': "export const decision = 'deny'\n",
  'src/state/token.ts': 'export interface Token { readonly text: string }\n',
  'src/state/a.ts': 'export const a = 1\n',
  'src/state/old.ts': 'export const old = 1\n',
  'src/auth/credentials.ts': 'export interface Credentials { readonly user: string }\n',
  'src/hooks/use-cart.ts': 'export const useCart = () => 1\n',
  'src/hooks/old.ts': 'export const useOld = () => 1\n',
  'src/gs/token.ts': 'export const token = 1\n',
  'tests/index.test.ts': "import { one } from '../src/index.ts'\n",
  'docs/guide.md': '# Guide\n',
  'docs/keys.md': '# Keys of the keyboard\n',
  'docs/hooks.md': '# Hooks\nPreToolUse\n',
  'docs/portcullis.md': '# The gate\n',
  'scripts/build.sh': '#!/bin/sh\nnpm run build\n',
  'scripts/count.py': 'import sys\nprint(len(sys.argv))\n',
  'scripts/report.mjs': "console.log('report')\n",
  'scripts/perl-notes.md': '# Notes\n',
  'logs/app.log': 'started\n',
  'data/app.db': '',
  'public/index.html': '<p>shop</p>\n',
  'dist/index.js.map': '{}\n',
}
