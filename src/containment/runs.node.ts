import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { basename, join } from 'node:path'
import type { GateIdentity } from '../call/gate-identity.ts'
import type { Surroundings } from '../call/world.ts'
import { readChanges, readEvents, type Watched } from './did.ts'
import type { Did, SeenChange } from './effects.ts'
import { clientVariables, containedEnvironment, type Environment, THROUGH_PROXY } from './environment.ts'
import { lookAround } from './ground.node.ts'
import { COPY_PLACES, tooLargeToCopy } from './copied-ground.node.ts'
import { copiedPlanWords } from './copied-plan.ts'
import { copiedRules, hiddenPlaces } from './copied-walls.ts'
import { buildWalls, type Ground, type Limits, type Plan, planWords } from './walls.ts'

/** The programs that build the walls. */
export interface Tools {
  /** `portcullis-run`, built from `native/run.c`; where commands run in a copy, a script that starts our own program. */
  readonly runner: string
  /** What builds the walls: bubblewrap, or sandbox-runtime by its manifest. */
  readonly bubblewrap: string
  /** Commands run in a copy of the workspace. Left out: under an overlay. */
  readonly ground?: 'copied'
}

export interface RunRequest {
  readonly command: readonly string[]
  readonly cwd: string
  readonly surroundings: Surroundings
  readonly gate: Pick<GateIdentity, 'secrets' | 'fixed' | 'sockets'>
  /** The gate's state directory: runs lie below it. */
  readonly state: string
  readonly environment: Environment
  /**
   * `client`: the variables that may pass are those of whoever starts the runner; `environment` says what is known to be
   * harmless. Left out: those of `environment`.
   */
  readonly variablesOf?: 'client'
  readonly tools: Tools
  readonly limits?: Partial<Limits>
  /** Files and directories outside the workspace that are there, and are only read. */
  readonly show?: readonly string[]
  readonly variables?: readonly string[]
  /** Hosts that it may talk to through the proxy, and how that is started. Left out: no network. */
  readonly network?: {
    readonly hosts: readonly string[]
    readonly proxy: readonly string[]
    /** Where whoever knows the session listens, and whose gate it is. Left out: no session has to do with it. */
    readonly knows?: { readonly directory: string; readonly home: string }
  }
  /** Until when it waits for somebody to run it, in seconds since 1970. Left out: as long as this process lives. */
  readonly until?: number
}

/** A run whose walls are planned; nothing ran yet. */
export interface Run {
  readonly id: string
  readonly at: string
  readonly workspace: string
  readonly cwd: string
  readonly tools: Tools
}

export type Opened = { readonly run: Run } | { readonly refused: string }

const GIBIBYTE = 1024 ** 3

export function usualLimits(): Limits {
  return {
    processes: 1024,
    memory: Math.min(8 * GIBIBYTE, Math.floor(totalmem() / 2)),
    disk: 8 * GIBIBYTE,
    file: 4 * GIBIBYTE,
    seconds: 0,
  }
}

/** Looks at the machine, makes the run's directory and writes its plan. */
export function openRun(request: RunRequest): Opened {
  const { cwd, surroundings, gate, environment, tools } = request
  const looked = lookAround({
    surroundings,
    cwd,
    gate,
    path: environment['PATH'] ?? '',
    ...(request.show === undefined ? {} : { show: request.show }),
  })
  if ('refused' in looked) return looked
  const { ground } = looked
  const tooLarge = tools.ground === 'copied' ? tooLargeToCopy(ground.workspace) : undefined
  if (tooLarge !== undefined) return { refused: tooLarge }
  const id = randomBytes(6).toString('hex')
  const at = join(runsDirectory(request.state), id)
  const plan = tools.ground === 'copied' ? planCopied(request, ground, at) : planOverlay(request, ground, at, id)
  const about: About = {
    id,
    workspace: ground.workspace,
    cwd: ground.cwd,
    root: rootMark(ground.workspace).join(':'),
    command: request.command,
    owner: request.until === undefined ? processMark(process.pid) : `until:${request.until}`,
  }
  writeFileSync(join(at, 'run.json'), JSON.stringify(about), { mode: 0o600 })
  writeFileSync(join(at, 'plan'), plan, { mode: 0o600 })
  return { run: { id, at, workspace: ground.workspace, cwd: ground.cwd, tools } }
}

/** Plans a copy of the workspace, and what else may be read beside it. The policy's hosts are not reached from there. */
function planCopied(request: RunRequest, ground: Ground, at: string): string {
  const { gate, environment } = request
  for (const directory of [at, join(at, 'upper', '0')]) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const directoriesIn = (path: string): readonly string[] =>
    existsSync(path)
      ? readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
      : []
  const hidden = hiddenPlaces(process.platform === 'darwin' ? 'darwin' : 'linux', directoriesIn)
  const own: Environment = { HOME: ground.home, PORTCULLIS_CONTAINED: '1' }
  const variables =
    request.variablesOf === 'client'
      ? clientVariables(environment, request.variables ?? [], own)
      : { environment: containedEnvironment(environment, request.variables ?? [], own), client: [], never: [] }
  return copiedPlanWords({
    events: join(at, 'events'),
    workspace: ground.workspace,
    cwd: ground.cwd,
    root: rootMark(ground.workspace),
    limits: { ...usualLimits(), ...request.limits },
    ...copiedRules(
      ground,
      hidden,
      [...gate.secrets, request.state].filter((path) => existsSync(path)),
    ),
    same: sameMarks(ground),
    ...variables,
    command: request.command,
  })
}

function planOverlay(request: RunRequest, ground: Ground, at: string, id: string): string {
  const { environment, tools } = request
  const built = buildWalls(ground, { at })
  for (const directory of [at, ...built.overlays.flatMap(({ upper, work, at: mount }) => [upper, work, mount])])
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  // The root of a layer shows through: the workspace keeps its mode.
  for (const { lower, upper } of built.overlays) chmodSync(upper, statSync(lower).mode & 0o777)
  mkdirSync(built.emptyDirectory, { recursive: true, mode: 0o755 })
  for (const { file, as } of built.masks)
    if (as === 'file') writeFileSync(file, '', { mode: 0o444 })
    else mkdirSync(file, { mode: 0o755 })
  for (const { file, text } of built.stand) writeFileSync(file, text, { mode: 0o444 })
  writeFileSync(built.resolver, 'nameserver 127.0.0.1\noptions timeout:5 attempts:2\n', { mode: 0o644 })
  const hosts = request.network?.hosts ?? []
  const own: Environment = { HOME: ground.home, PWD: ground.cwd, ...(hosts.length === 0 ? {} : THROUGH_PROXY) }
  const more = request.variables ?? []
  const variables =
    request.variablesOf === 'client'
      ? clientVariables(environment, more, own)
      : { environment: containedEnvironment(environment, more, own) }
  return planWords({
    bubblewrap: tools.bubblewrap,
    events: join(at, 'events'),
    root: rootMark(ground.workspace),
    limits: { ...usualLimits(), ...request.limits },
    overlays: built.overlays,
    masks: built.masks,
    same: sameMarks(ground),
    walls: built.walls,
    ...variables,
    command: request.command,
    proxy: proxyWords(request.network, id),
  })
}

function sameMarks(ground: Ground): Plan['same'] {
  return [
    ...ground.masked.flatMap((mask) => (mask.text === undefined ? sameMark(mask.path) : [])),
    ...ground.readOnly.flatMap(sameMark),
  ]
}

function proxyWords(network: RunRequest['network'], run: string): readonly string[] {
  if (network === undefined || network.hosts.length === 0) return []
  const { proxy, hosts, knows } = network
  const asks = knows === undefined ? [] : [`--asks=${knows.directory}`, `--run=${run}`, `--home=${knows.home}`]
  return [...proxy, ...asks, ...hosts]
}

/** What is written down about a run. */
export interface About {
  readonly id: string
  readonly workspace: string
  readonly cwd: string
  /** Device and inode of the workspace: another directory of that name is another workspace. */
  readonly root: string
  readonly command: readonly string[]
  /** The process that cares for it: its number and when it started. For a ticket, until when it counts: `until:…`. */
  readonly owner: string
}

/** File systems that no upper layer can lie on: another overlay, and most network ones. */
const NO_LAYERS: ReadonlySet<number> = new Set([0x79_4c_76_30, 0x69_69, 0xff_53_4d_42, 0x65_73_55_46])

/**
 * Where runs lie: in the state directory, or, where that is itself an overlay (in most containers), in memory, in a
 * directory of this account and this state directory alone.
 */
export function runsDirectory(state: string): string {
  const own = join(state, 'contained')
  mkdirSync(own, { recursive: true, mode: 0o700 })
  if (!NO_LAYERS.has(statfsSync(own).type)) return own
  const name = `portcullis-${process.getuid?.() ?? 0}-${createHash('sha256').update(own).digest('hex').slice(0, 16)}`
  const memory = join('/dev/shm', name)
  mkdirSync(memory, { recursive: true, mode: 0o700 })
  return memory
}

/** Every run that has a directory. */
export function runsIn(state: string): readonly string[] {
  const directory = runsDirectory(state)
  return readdirSync(directory)
    .filter((name) => /^[0-9a-f]{12}$/.test(name))
    .map((name) => join(directory, name))
}

/** The directory of a run: here, or where another gate of this machine planned it and this one took it over. */
export function placeOfRun(state: string, id: string): string {
  const own = join(runsDirectory(state), id)
  const pointer = join(takenOver(state), id)
  if (!/^[0-9a-f]{12}$/.test(id) || existsSync(own) || !existsSync(pointer)) return own
  return readFileSync(pointer, 'utf8')
}

/** A run that another gate of this machine planned is this one's from now on. */
export function takeOver(state: string, place: string): void {
  const directory = takenOver(state)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(directory)) {
    const pointer = join(directory, name)
    if (!existsSync(readFileSync(pointer, 'utf8'))) rmSync(pointer)
  }
  writeFileSync(join(directory, basename(place)), place, { mode: 0o600 })
}

function takenOver(state: string): string {
  return join(state, 'contained', 'taken-over')
}

export function aboutRun(at: string): About | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(at, 'run.json'), 'utf8'))
    return isAbout(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isAbout(value: unknown): value is About {
  if (typeof value !== 'object' || value === null) return false
  const { id, workspace, cwd, root, command, owner } = value as Record<string, unknown>
  return [id, workspace, cwd, root, owner].every((one) => typeof one === 'string') && Array.isArray(command)
}

function rootMark(workspace: string): readonly [device: string, inode: string] {
  const { dev, ino } = statSync(workspace, { bigint: true })
  return [String(dev), String(ino)]
}

/** Of files and directories: a socket comes and goes with whoever listens. */
function sameMark(path: string): Plan['same'] {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined || !(stat.isFile() || stat.isDirectory())) return []
  return [[path, String(stat.dev), String(stat.ino), String(stat.mode & 0o170000n)]]
}

/** A number may become another process's: with the time of its start it cannot. */
export function processMark(pid: number): string {
  if (process.platform === 'darwin') {
    const { stdout } = spawnSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    const started = (stdout ?? '').trim()
    return `${pid}:${started === '' ? 'gone' : started}`
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${pid}:${fields[19]}`
  } catch {
    return `${pid}:gone`
  }
}

export type Streams = 'inherit' | readonly ['pipe' | 'ignore', 'pipe' | 'ignore', 'pipe' | 'ignore']

/** Runs the plan with this process's own streams. Signals that come to us go to the command. */
export function startRun(run: Run): Promise<Watched> {
  return new Promise((resolve, reject) => {
    const child = spawn(run.tools.runner, ['run', join(run.at, 'plan')], { cwd: run.cwd, stdio: 'inherit' })
    // The terminal sends these to both of us; the command decides what comes of it.
    const ignore = (): void => undefined
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
    process.on('SIGINT', ignore)
    process.on('SIGQUIT', ignore)
    process.on('SIGTERM', pass)
    process.on('SIGHUP', pass)
    const end = (): void => {
      process.off('SIGINT', ignore).off('SIGQUIT', ignore).off('SIGTERM', pass).off('SIGHUP', pass)
    }
    child.on('error', (error) => {
      end()
      reject(error)
    })
    child.on('close', () => {
      end()
      resolve(watched(run))
    })
  })
}

/** What was written down while it ran. */
export function watched({ at }: Pick<Run, 'at'>): Watched {
  return readEvents(existsSync(join(at, 'events')) ? readFileSync(join(at, 'events'), 'utf8') : '')
}

/** Files up to this size are looked at as text. */
const MOST_TEXT = 1024 * 1024
const MOST_LIST = 512 * 1024 * 1024

/** What the run did. Throws when that cannot be known: then nothing of it may be committed. */
export function collect(run: Run): Did {
  const upper = join(run.at, 'upper', '0')
  const listed = spawnSync(run.tools.runner, ['changes', upper, run.workspace, join(run.at, 'events.start')], {
    maxBuffer: MOST_LIST,
  })
  if (listed.status !== 0) throw new Error(`what it changed cannot be listed: ${listed.stderr.toString().trim()}`)
  const changes = readChanges(listed.stdout)
    .map((change) => withTexts(change, upper, run.workspace))
    .filter((change) => change !== undefined)
  const { events } = watched(run)
  if (run.tools.ground !== 'copied') return { workspace: run.workspace, changes, events }
  const copy = join(run.at, COPY_PLACES.ground)
  const namesCopy = changes.filter(({ text, target }) => `${text ?? ''}\n${target}`.includes(copy))
  return { workspace: run.workspace, changes, events, namesCopy: namesCopy.map(({ path }) => path) }
}

/** Undefined when the file is what it was: written again, or only touched. */
function withTexts(change: SeenChange, upper: string, workspace: string): SeenChange | undefined {
  if (change.kind === 'delete' && !change.overDirectory) {
    const before = textOf(join(workspace, change.path))
    return before === undefined ? change : { ...change, textBefore: before }
  }
  if (change.kind !== 'file') return change
  const wasFile = change.before !== '-' && !change.overDirectory && isRegular(change.before)
  if (change.size > MOST_TEXT) return change
  const now = readFileSync(join(upper, change.path))
  const was = wasFile && isStillFile(join(workspace, change.path)) ? bytesOf(join(workspace, change.path)) : undefined
  if (was !== undefined && was.equals(now) && modeIn(change.before) === change.mode) return undefined
  const text = asText(now)
  const textBefore = was === undefined ? undefined : asText(was)
  return { ...change, ...(text === undefined ? {} : { text }), ...(textBefore === undefined ? {} : { textBefore }) }
}

/** Somebody may have put a pipe in its place meanwhile. */
function isStillFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function modeIn(before: string): number {
  return Number.parseInt(before.slice(before.lastIndexOf(':') + 1), 8) & 0o7777
}

function isRegular(before: string): boolean {
  return (Number.parseInt(before.slice(before.lastIndexOf(':') + 1), 8) & 0o170000) === 0o100000
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Nothing but a file is opened: a pipe would be waited for. */
function textOf(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile() || stat.size > MOST_TEXT) return undefined
  const bytes = bytesOf(path)
  return bytes === undefined ? undefined : asText(bytes)
}

function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
