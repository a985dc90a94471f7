import { unhurried } from '../until.ts'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ending } from '../../src/agents/conformance.ts'
import { install, planInstall } from '../../src/surfaces/install/install.ts'
import { builtNative } from '../../src/surfaces/install/native-client.ts'
import { nativePath, type Place, type Wanted } from '../../src/surfaces/install/place.ts'
import { recipeFor } from '../../src/surfaces/install/recipes.ts'
import { systemTools } from '../../src/surfaces/install/system-tools.ts'
import { BUILT_LAUNCHER } from '../built.ts'
import { claudeCodeHost } from '../../src/agents/claude-code/host.ts'

/** Who asks the daemon: the native client, or the script with Perl, with curl, or with Node. */
export type Client = 'native' | 'perl' | 'curl' | 'node'
export const CLIENTS: readonly Client[] = ['native', 'perl', 'curl', 'node']

/** A text of a client's source that becomes another. */
export interface Mutation {
  readonly file: 'hook.c' | 'conf.h' | 'ending.h' | 'hook.sh' | 'hook.cjs'
  /** Must stand in the file exactly once. */
  readonly find: string
  readonly replace: string
}

/** An agent behind the gate, in a home of its own. */
export interface Scene {
  readonly client: Client
  readonly home: string
  readonly state: string
  readonly hooks: string
  /** What stands in the agent's settings. */
  readonly command: string
}

/** What is broken about one call. */
export interface Call {
  readonly command?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly input?: Buffer | 'never ends' | 'none'
  readonly stdout?: 'closed' | 'never read'
  /** Instead of the command in the settings. */
  readonly entry?: string
  /** Once the daemon was asked. */
  readonly during?: { readonly asked: Promise<void>; readonly act: (child: ChildProcess) => void }
}

/** A host without `onFailure`: the most open client there is. */
export const host = claudeCodeHost('proceed')

export function reads(ending: Ending): string {
  return host.reads(ending, {})
}

/** A place for scenes, which share what Node has compiled: the gate's process sees nothing of our environment. */
export function stage(): string {
  const root = mkdtempSync(join(tmpdir(), 'pc-'))
  mkdirSync(join(root, 'compiled'))
  return root
}

export interface SceneOptions {
  readonly client: Client
  readonly timeout?: number
  readonly launcher?: string
  readonly node?: string
  readonly mutation?: Mutation
  /** `watches`: installed with `init --observe`. */
  readonly manner?: 'holds' | 'watches'
}

export function sceneIn(root: string, options: SceneOptions): Scene {
  const { client, timeout = 60, launcher = BUILT_LAUNCHER, node = process.execPath, mutation, manner } = options
  const home = mkdtempSync(join(root, 'home-'))
  const wanted: Wanted = { scope: 'user', observe: manner === 'watches', timeout }
  const place = placeFor(client, { home, root, launcher, node })
  mkdirSync(join(home, '.portcullis', 'hooks'), { recursive: true, mode: 0o700 })
  symlinkSync(join(root, 'compiled'), join(home, '.portcullis', 'cache'))
  install(planInstall([recipeFor('claude-code')!], place, wanted), place, wanted)
  const hooks = join(home, '.portcullis', 'hooks')
  if (client === 'native') copyFileSync(nativeBinary(root, mutation), nativePath(place, 'user'))
  else if (mutation !== undefined) {
    const file = join(hooks, mutation.file === 'hook.sh' ? 'claude-code.sh' : 'claude-code.cjs')
    writeFileSync(file, changed(readFileSync(file, 'utf8'), mutation))
  }
  const settings = JSON.parse(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'))
  const { command } = settings.hooks.PreToolUse[0].hooks[0]
  return { client, home, state: join(home, '.portcullis', 'state'), hooks, command }
}

function placeFor(client: Client, about: Pick<Place, 'home' | 'root' | 'launcher' | 'node'>): Place {
  const tools = systemTools()
  return {
    ...about,
    environment: {},
    platform: 'linux',
    ...(client === 'native' ? { client } : {}),
    tools: {
      ...tools,
      perl: client === 'perl' ? tools.perl : undefined,
      curl: client === 'curl' ? tools.curl : undefined,
    },
  }
}

function changed(text: string, { file, find, replace }: Mutation): string {
  if (text.split(find).length !== 2) throw new Error(`${file} must hold the text exactly once: ${find}`)
  return text.replace(find, () => replace)
}

const SOURCES = join(import.meta.dirname, '..', '..', 'native')
const compiled = new Map<Mutation, string>()

function nativeBinary(root: string, mutation: Mutation | undefined): string {
  if (mutation === undefined) {
    const built = builtNative()
    if (built === undefined)
      throw new Error('the native client is not built: a C compiler is needed (`apt-get install gcc libc6-dev`)')
    return built
  }
  const known = compiled.get(mutation)
  if (known !== undefined) return known
  const sources = mkdtempSync(join(root, 'native-'))
  for (const name of readdirSync(SOURCES)) copyFileSync(join(SOURCES, name), join(sources, name))
  const file = join(sources, mutation.file)
  writeFileSync(file, changed(readFileSync(file, 'utf8'), mutation))
  const binary = join(sources, 'portcullis-hook')
  execFileSync('/usr/bin/cc', ['-std=c11', '-static', '-o', binary, join(sources, 'hook.c')])
  compiled.set(mutation, binary)
  return binary
}

/** A launcher of ours that breaks the gate's own process before the real one begins. */
export function breakingLauncher(scene: string, code: string): string {
  const path = join(mkdtempSync(join(scene, 'launcher-')), 'portcullis.cjs')
  writeFileSync(path, `${code}\nrequire(${JSON.stringify(BUILT_LAUNCHER)})\n`)
  return path
}

/** A library that changes nothing but says that it was loaded. */
export function library(root: string): string {
  const path = join(root, 'harmless.so')
  const source = join(root, 'harmless.c')
  writeFileSync(source, 'int portcullis_test_library;\n')
  execFileSync('/usr/bin/cc', ['-shared', '-fPIC', '-o', path, source])
  return path
}

const GIVE_UP = 110_000

/** Runs the agent's own entry once, as an agent does. */
export function drive(scene: Scene, call: Call = {}): Promise<Ending> {
  const tool = { tool: 'Bash', input: { command: call.command ?? 'ls' }, cwd: scene.home, session: 's' }
  const payload = JSON.stringify(host.beforeTool(tool))
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', call.entry ?? scene.command], {
      cwd: call.cwd ?? scene.home,
      detached: true,
      env: { HOME: scene.home, PORTCULLIS_NO_DAEMON: '1', PATH: process.env['PATH'], ...call.environment },
    })
    let stdout = ''
    let stderr = ''
    if (call.stdout === 'closed') child.stdout.destroy()
    else if (call.stdout !== 'never read') child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
    child.stdin.on('error', () => undefined)
    if (call.input === 'none') child.stdin.end()
    else if (call.input === 'never ends') child.stdin.write(payload.slice(0, 20))
    else child.stdin.end(call.input ?? payload)
    void call.during?.asked.then(() => call.during?.act(child))
    // An agent gives up, too.
    const giveUp = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), GIVE_UP)
    child.on('exit', (code, signal) => {
      clearTimeout(giveUp)
      // What it wrote may still be on its way; what it started may hold the stream for ever.
      const late = setTimeout(() => done(), unhurried(1_000))
      const done = (): void => {
        clearTimeout(late)
        child.stdin.destroy()
        resolve(signal === null ? { how: 'ended', exit: code ?? -1, stdout, stderr } : { how: 'killed' })
      }
      if (child.stderr.closed) setTimeout(done, 50)
      else child.stderr.once('close', () => setTimeout(done, 50))
    })
  })
}
