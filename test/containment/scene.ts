import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { NO_TRUST } from '../../src/call/trust.ts'
import type { Surroundings } from '../../src/call/world.ts'
import { forget } from '../../src/containment/commit.node.ts'
import type { Did } from '../../src/containment/effects.ts'
import { collect, openRun, type Run, type RunRequest, type Tools, watched } from '../../src/containment/runs.node.ts'
import { containmentTools } from '../../src/surfaces/contained.ts'
import { rememberCopy } from '../../src/surfaces/copied-tools.ts'
import { BUBBLEWRAP, placeOf, RIPGREP, SOCAT, whatIsMissing } from '../debian-programs.ts'

/** A machine of its own: a home, a workspace in it, and the gate's state. */
export interface Scene {
  readonly root: string
  readonly home: string
  readonly workspace: string
  readonly state: string
  readonly tools: Tools
}

let copies = false

/** From here on scenes run commands in a copy of the workspace, as where no overlay is to be had. For a whole test file. */
export function useCopies(): void {
  copies = true
}

export function inCopies(): boolean {
  return copies
}

/** Throws with what is missing: a test of the walls that runs without them proves nothing. */
export function ownTools(home: string = join(tmpdir(), 'portcullis-copied')): Tools {
  if (placeOf(BUBBLEWRAP) === undefined) throw new Error(whatIsMissing(BUBBLEWRAP))
  if (copies && placeOf(SOCAT) === undefined) throw new Error(whatIsMissing(SOCAT))
  if (copies && placeOf(RIPGREP) === undefined) throw new Error(whatIsMissing(RIPGREP))
  if (copies) rememberCopy(home)
  const tools = copies ? containmentTools(home) : containmentTools()
  if ('missing' in tools) throw new Error(`${tools.missing}: ${tools.fix}`)
  return tools
}

/** `files`: below the scene's root; a value that begins with `→ ` is a link. */
export function makeScene(files: Readonly<Record<string, string>> = {}): Scene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'walls-')))
  const scene = {
    root,
    home: join(root, 'home'),
    workspace: join(root, 'home', 'project'),
    state: join(root, 'state'),
    tools: ownTools(join(root, 'home')),
  }
  for (const directory of [scene.workspace, scene.state]) mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    if (text.startsWith('→ ')) symlinkSync(text.slice(2), path)
    else writeFileSync(path, text)
  }
  return scene
}

export function removeScene({ root, tools }: Scene): void {
  // What an overlay leaves is closed to whoever is not root: the runner opens and removes it.
  forget({ at: root, tools })
  rmSync(root, { recursive: true, force: true })
}

export function surroundingsIn({ workspace, home }: Scene, cwd: string = workspace): Surroundings {
  return {
    cwd,
    workspace,
    additional: [],
    home,
    platform: 'posix',
    remotes: new Map(),
    branch: undefined,
    trust: NO_TRUST,
  }
}

export type More = Partial<Omit<RunRequest, 'tools' | 'state' | 'surroundings'>> & {
  readonly tools?: Tools
  /** Changes the plan before it is run: takes a wall away. */
  readonly without?: (plan: string) => string
}

export function open(scene: Scene, command: readonly string[], more: More = {}): Run {
  const opened = openRun({
    command,
    cwd: scene.workspace,
    surroundings: surroundingsIn(scene, more.cwd),
    gate: { secrets: [scene.state], fixed: [], sockets: [] },
    state: scene.state,
    environment: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: scene.home, LANG: 'C.UTF-8' },
    tools: scene.tools,
    ...more,
  })
  if ('refused' in opened) throw new Error(opened.refused)
  return opened.run
}

export interface Ran {
  readonly run: Run
  readonly exit: number | undefined
  readonly stdout: string
  readonly stderr: string
  readonly did: Did
}

/** Runs a shell text behind the walls, to its end. */
export async function runIn(scene: Scene, text: string, more: More = {}): Promise<Ran> {
  const run = open(scene, ['/bin/sh', '-c', text], more)
  const { stdout, stderr } = await start(run, more)
  return { run, exit: watched(run).exit, stdout, stderr, did: collect(run) }
}

export async function start(
  run: Run,
  more: Pick<More, 'without'> = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const plan = join(run.at, 'plan')
  if (more.without !== undefined) {
    const before = readFileSync(plan, 'utf8')
    const after = more.without(before)
    if (after === before) throw new Error('no wall was taken away')
    writeFileSync(plan, after)
  }
  return new Promise((resolve, reject) => {
    const child = spawn(run.tools.runner, ['run', plan], { cwd: run.cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
