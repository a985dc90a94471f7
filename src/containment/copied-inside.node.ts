import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { takeVariables } from './client-variables.ts'
import { COPY_PLACES } from './copied-ground.node.ts'
import type { CopiedPlan } from './copied-plan.ts'
import type * as SandboxRuntime from '@anthropic-ai/sandbox-runtime'

/** The package that confines a command where we have no walls of our own. Pinned: each version has other rules. */
export const SANDBOX_PACKAGE = '@anthropic-ai/sandbox-runtime'
export const SANDBOX_VERSION = '0.0.83'

export interface Inside {
  /** As its shell would say it. */
  readonly code: number
  readonly over: 'time' | 'disk' | undefined
}

/** No run may take the last of a disk. */
const LEFT_FREE = 512 * 1024 * 1024
const LOOK_MS = 250

/**
 * Runs the command of the plan in the copy, behind the walls of sandbox-runtime, with the streams of this process through
 * pipes. Throws when the walls cannot be built: then nothing ran. `tried`: a host was asked for, and refused.
 */
export async function runInCopy(
  plan: CopiedPlan,
  at: string,
  packageAt: string,
  tried: (host: string, port: number) => void,
): Promise<Inside> {
  const ground = join(at, COPY_PLACES.ground)
  const scratch = join(at, COPY_PLACES.scratch)
  const empty = join(at, 'empty')
  for (const directory of [scratch, empty]) mkdirSync(directory, { mode: 0o700 })
  const variables = variablesOf(plan, process.env, join(ground, plan.cwd.slice(plan.workspace.length + 1)))
  forgetEnvironment(empty)
  // It refuses writing to some names below the working directory: in the copy, what is planted there is judged.
  process.chdir(empty)
  const { SandboxManager } = await loadSandbox(packageAt)
  try {
    const configured = configuration(plan, at, packageAt)
    await SandboxManager.initialize(configured, ({ host, port }) => {
      tried(host, port ?? 0)
      return Promise.resolve(false)
    })
    // On Linux its proxy, which says no to everybody and tells us, is behind a socket in a directory that is hidden.
    const sockets = [SandboxManager.getLinuxHttpSocketPath(), SandboxManager.getLinuxSocksSocketPath()]
    const own = sockets.flatMap((path) => (path === undefined ? [] : [{ path, literal: true as const }]))
    const { filesystem } = configured
    const { argv } = await SandboxManager.wrapWithSandboxArgv(commandText(plan, scratch, variables), SHELL, {
      filesystem: { ...filesystem, allowRead: [...(filesystem.allowRead ?? []), ...own] },
    })
    const [shell, ...words] = argv
    if (shell !== SHELL) throw new Error(`sandbox-runtime wants ${shell} started`)
    const cwd = join(ground, plan.cwd.slice(plan.workspace.length + 1))
    // A shell that is told what to do through a socket reads `.bashrc`, and this one is still outside.
    const [program, ...args] = [...apart(), SHELL, '--norc', '--noprofile', ...words]
    return await ended(program!, args, cwd, plan, at)
  } finally {
    SandboxManager.cleanupAfterCommand()
    await SandboxManager.reset()
  }
}

/** Where only the machine's owner puts programs. */
const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin'

/**
 * sandbox-runtime looks for bubblewrap, socat and its other programs in PATH, lets directories of HOME be written, and reads
 * more variables. Those of whoever started us are for the command, and are given to it inside.
 */
function forgetEnvironment(home: string): void {
  for (const name of Object.keys(process.env)) delete process.env[name]
  process.env['PATH'] = SYSTEM_PATH
  process.env['HOME'] = home
}

/** On Linux it leaves shared memory, queues and semaphores to the machine: one more wall around its own. */
function apart(): readonly string[] {
  if (process.platform !== 'linux') return []
  return ['/usr/bin/env', 'bwrap', '--dev-bind', '/', '/', '--unshare-ipc', '--die-with-parent', '--']
}

async function loadSandbox(packageAt: string): Promise<typeof SandboxRuntime> {
  return (await import(pathToFileURL(join(packageAt, 'dist', 'index.js')).href)) as typeof SandboxRuntime
}

const SHELL = '/bin/bash'

/** What it always lets be written, for its own users. */
const NEVER_WRITTEN: readonly string[] = ['/tmp/claude', '/private/tmp/claude']

function configuration(plan: CopiedPlan, at: string, packageAt: string): SandboxRuntime.SandboxRuntimeConfig {
  const ground = join(at, COPY_PLACES.ground)
  const literal = (path: string): { readonly path: string; readonly literal: true } => ({ path, literal: true })
  const copied = (path: string): string => join(ground, path.slice(plan.workspace.length + 1))
  const writable = [ground, join(at, COPY_PLACES.scratch)].map(literal)
  return {
    // Whoever has policy's hosts asks the other runner: there is no network here at all.
    network: { allowedDomains: [], deniedDomains: [], allowLocalBinding: false },
    filesystem: {
      denyRead: plan.hidden.map(literal),
      allowRead: [...plan.shown.map(literal), ...writable, literal(join(packageAt, 'vendor'))],
      allowWrite: writable,
      denyWrite: [
        ...NEVER_WRITTEN.map(literal),
        ...[...plan.masks, ...plan.stand].map(({ path }) => literal(copied(path))),
      ],
    },
  }
}

/** Limits, the command's own variables, none that its proxy for Java adds, and the very words of the command. */
function commandText({ limits, command }: CopiedPlan, scratch: string, own: readonly string[]): string {
  const limit = `ulimit -c 0; ulimit -f ${Math.floor(limits.file / 1024)}; ulimit -u ${othersOfUs() + limits.processes} 2>/dev/null`
  const variables = ['-u', 'JAVA_TOOL_OPTIONS', ...own, `TMPDIR=${scratch}`]
  return `: > ${quoted(join(scratch, 'began'))} || exit 125; ${limit}; exec ${['/usr/bin/env', ...variables, ...command].map(quoted).join(' ')}`
}

/** The limit counts every process of this account. */
function othersOfUs(): number {
  const { stdout } = spawnSync('/bin/ps', ['-A', '-o', 'uid='], { encoding: 'utf8' })
  const own = String(process.getuid?.() ?? '')
  return (stdout ?? '').split('\n').filter((line) => line.trim() === own).length
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

function variablesOf(
  plan: CopiedPlan,
  given: Readonly<Record<string, string | undefined>>,
  cwd: string,
): readonly string[] {
  const own = plan.environment.filter((variable) => !/^(?:PWD|TMPDIR)=/.test(variable))
  return [...own, ...takeVariables(given, plan.client, plan.never), `PWD=${cwd}`]
}

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const

/** A group of its own: what it leaves in the background ends with it, and signals reach all of it. */
function ended(program: string, args: readonly string[], cwd: string, plan: CopiedPlan, at: string): Promise<Inside> {
  const { promise, resolve, reject } = Promise.withResolvers<Inside>()
  const child = spawn(program, args, {
    cwd,
    env: { PATH: SYSTEM_PATH, HOME: process.env['HOME'] },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let over: Inside['over']
  const end = (why: Inside['over']): void => {
    over ??= why
    toGroup(child, 'SIGKILL')
  }
  const free = freeAt(at)
  const began = Date.now()
  const look = setInterval(() => {
    if (plan.limits.seconds > 0 && Date.now() - began > plan.limits.seconds * 1000) end('time')
    const now = freeAt(at)
    if (now < LEFT_FREE || free - now > plan.limits.disk) end('disk')
  }, LOOK_MS)
  const handlers = PASSED_ON.map((signal) => [signal, (): void => toGroup(child, signal)] as const)
  for (const [signal, handle] of handlers) process.on(signal, handle)
  process.stdin.on('error', () => undefined).pipe(child.stdin)
  // Whoever does not read its input is no failure.
  child.stdin.on('error', () => undefined)
  child.stdout.pipe(process.stdout, { end: false })
  child.stderr.pipe(process.stderr, { end: false })
  child.on('error', reject)
  child.on('exit', () => toGroup(child, 'SIGKILL'))
  child.on('close', (code, signal) => {
    clearInterval(look)
    for (const [name, handle] of handlers) process.off(name, handle)
    process.stdin.unpipe().pause()
    resolve({ code: code ?? 128 + (SIGNALS[signal ?? 'SIGKILL'] ?? 9), over })
  })
  return promise
}

const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
}

function toGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // All of it has ended.
  }
}

function freeAt(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
