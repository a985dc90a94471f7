import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { startModel, type Turn } from '../../src/surfaces/doctor/scripted-model.ts'
import type { Client } from './clients.ts'
import { CHILD_TASK, prepareProject, PROMPT, reply, type Scene, stepsOf, UNASKED } from './session-script.ts'

export interface Played {
  /** Everything that does not hold, in words. */
  readonly failures: readonly string[]
  readonly seconds: number
  /** Where all of it lies, when it was kept. */
  readonly root: string
}

export interface How {
  /** Where the clients are installed. */
  readonly cache: string
  /** The sources that hook and daemon come from: the real ones, or a copy with a bug in it. */
  readonly sources: string
  readonly keep?: boolean
  /** In the mode in which the client asks nobody. */
  readonly unasked?: Client['unasked']
  /** A change of the hook that `init` wrote. */
  readonly breaks?: (scene: Scene) => void
}

const LONGEST_SESSION = 400_000

/** A whole session: the real client, the real hook, the real daemon; only the model plays a script. */
export async function playSession(client: Client, how: How): Promise<Played> {
  const began = performance.now()
  const scene = makeScene(client)
  prepareProject(client, scene)
  const steps = how.unasked === undefined ? stepsOf(client) : UNASKED
  const missing = new Set<string>()
  let last: Turn | undefined
  const model = await startModel((turn) => {
    if (!turn.task.includes(CHILD_TASK) && turn.results.length >= (last?.results.length ?? 0)) last = turn
    return reply(client, scene, turn, steps, missing)
  })
  const environment = {
    ...environmentFor(client, scene, how.cache, model.url),
    ...how.unasked?.environment,
  }
  let daemon: ChildProcess | undefined
  try {
    client.prepare(scene.home, model.url, [process.execPath, join(import.meta.dirname, 'notes-server.ts'), scene.notes])
    runPortcullis(how.sources, environment, ['init', client.agent, '--yes', '--timeout', '60'])
    how.breaks?.(scene)
    daemon = await startRealDaemon(how.sources, environment, scene)
    const output = await runClient(client, environment, scene, how.unasked?.arguments)
    const failures = [
      ...steps.flatMap((step, at) => {
        const result = last?.results[at]
        if (missing.has(step.name)) return [`${step.name}: the client did not offer the tool`]
        if (result === undefined) return [`${step.name}: the session did not get there`]
        return step
          .check(result, scene, last!.text, client)
          .flatMap((failure) => (failure === false ? [] : [`${step.name}: ${failure}`]))
      }),
      ...(how.unasked === undefined ? remembered(scene, client) : []),
    ]
    if (how.keep === true) {
      writeFileSync(join(scene.root, 'tools.txt'), (last?.tools ?? []).map(({ name }) => name).join('\n'))
      writeFileSync(join(scene.root, 'client.txt'), output)
      writeFileSync(join(scene.root, 'results.json'), JSON.stringify(last?.results, undefined, 2))
      writeFileSync(join(scene.root, 'seen.json'), JSON.stringify(model.seen, undefined, 2))
    }
    return { failures, seconds: Math.round((performance.now() - began) / 1000), root: scene.root }
  } finally {
    await stop(daemon)
    await model.close()
    if (how.keep !== true) rmSync(scene.root, { recursive: true, force: true })
  }
}

export function makeScene(client: Client): Scene {
  const root = mkdtempSync(join(tmpdir(), 'portcullis-agents-'))
  const home = join(root, 'home')
  const scene: Scene = {
    root,
    home,
    project: join(home, 'project'),
    state: join(home, '.portcullis', 'state'),
    script: join(home, '.portcullis', 'hooks', `${client.agent}.sh`),
    notes: join(root, 'notes.log'),
  }
  mkdirSync(scene.project, { recursive: true })
  mkdirSync(join(home, '.portcullis'))
  return scene
}

export function environmentFor(
  client: Client,
  { root, home }: Scene,
  cache: string,
  model: string,
): Readonly<Record<string, string>> {
  return {
    HOME: home,
    PATH: `${dirname(process.execPath)}:${join(cache, client.agent, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
    LANG: 'C.UTF-8',
    PORTCULLIS_NO_DAEMON: '1',
    TERM: 'dumb',
    TMPDIR: root,
    npm_config_cache: join(cache, 'npm'),
    ...client.environment(home, model),
  }
}

export function runPortcullis(
  sources: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): void {
  const main = join(sources, 'surfaces', 'cli', 'main.ts')
  const ran = spawnSync(process.execPath, [main, ...args], { env: environment, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${args[0]} failed: ${ran.stderr}`)
}

/** `serve`, as a user would start it. Resolves when it answers. */
export async function startRealDaemon(
  sources: string,
  environment: Readonly<Record<string, string>>,
  { state, root }: Scene,
): Promise<ChildProcess> {
  const main = join(sources, 'surfaces', 'cli', 'main.ts')
  const child = spawn(process.execPath, [main, 'serve', '--no-port'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: root,
  })
  let said = ''
  child.stderr!.on('data', (piece: Buffer) => (said += piece.toString()))
  await new Promise<void>((ready, failed) => {
    child.stdout!.on('data', (piece: Buffer) => {
      said += piece.toString()
      if (said.includes('listening')) ready()
    })
    child.on('exit', () => failed(new Error(`the daemon did not start: ${said}`)))
  })
  if (!existsSync(join(state, 'portcullis.sock'))) throw new Error(`no socket in ${state}: ${said}`)
  return child
}

export async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(timer)
}

export async function runClient(
  client: Client,
  environment: Readonly<Record<string, string>>,
  scene: Scene,
  more: readonly string[] = [],
): Promise<string> {
  const child = spawn(client.program, [...client.arguments(PROMPT, scene.home), ...more], {
    cwd: scene.project,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
  child.on('error', (error) => (output += error.message))
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), LONGEST_SESSION)
  await new Promise<void>((ended) => child.on('close', () => ended()).on('error', () => ended()))
  clearTimeout(timer)
  return output
}

/** What the daemon keeps of the conversation: the user's word, and nobody else's as theirs. */
function remembered({ state }: Scene, { lacks }: Client): readonly string[] {
  const rows = rowsOf(state, 'session_turn')
  const users = rows.filter((row) => /"user"/.test(row))
  return [
    ...(lacks?.['prompt'] !== undefined || users.some((row) => row.includes(PROMPT))
      ? []
      : ['prompt: what the user said is not known to the daemon']),
    ...(users.some((row) => row.includes(CHILD_TASK)) ? ['sub-agent: its task counts as what the user said'] : []),
    ...(rowsOf(state, 'audit_log').some((row) => row.includes('touch denied'))
      ? []
      : ['log: the denied call is not in it']),
  ]
}

export function rowsOf(state: string, table: 'session_turn' | 'audit_log'): readonly string[] {
  const path = statePaths(state).database
  if (!existsSync(path)) return []
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database
      .prepare(`select * from ${table}`)
      .all()
      .map((row) => JSON.stringify(row))
  } finally {
    database.close()
  }
}

export function readResults(root: string): string {
  return readFileSync(join(root, 'results.json'), 'utf8')
}
