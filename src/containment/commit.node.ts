import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Change } from './did.ts'
import { gitObject, readGitIndex } from './git-index.ts'
import { diffHash, isSpecial, type Replaced, STAGE } from './held.ts'
import { aboutRun, processMark, type Run, runsIn, type Tools, watched } from './runs.node.ts'
import { joinWords } from './walls.ts'

export type Committed =
  | { readonly ended: 'committed' }
  /** Something is not as it was judged: everything is as before. */
  | { readonly ended: 'conflict'; readonly why: string }
  /** It could not be done now; `recover` goes on with it. */
  | { readonly ended: 'failed'; readonly why: string }

const CONFLICT = 3

/** Makes the changes real, all of them or none. `dieAt` cuts the commit off at that step: for tests. */
export function commit(run: Run, changes: readonly Change[], dieAt = 0): Committed {
  const unfit = changes.find((change) => isSpecial(change) || change.meanwhile)
  if (unfit !== undefined)
    return {
      ended: 'conflict',
      why: unfit.meanwhile ? `${unfit.path} changed meanwhile` : `${unfit.path} cannot be carried over`,
    }
  const record = join(run.at, 'record')
  writeDurably(record, recordWords(run, changes))
  return ending(finish(run.tools, 'commit', record, dieAt))
}

function finish(tools: Tools, how: 'commit' | 'undo', record: string, dieAt = 0): ReturnType<typeof spawnSync> {
  return spawnSync(tools.runner, [how, record, String(dieAt)], { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
}

function ending({ status, stderr }: ReturnType<typeof spawnSync>): Committed {
  const why = String(stderr)
    .trim()
    .replace(/^portcullis: /, '')
  if (status === 0) return { ended: 'committed' }
  return status === CONFLICT
    ? { ended: 'conflict', why }
    : { ended: 'failed', why: why === '' ? 'it was cut off' : why }
}

function recordWords(run: Run, changes: readonly Change[]): string {
  const root = aboutRun(run.at)?.root.split(':') ?? []
  const start = statSync(join(run.at, 'events.start'), { bigint: true })
  const seconds = start.mtimeNs / 1_000_000_000n
  return joinWords([
    'root',
    run.workspace,
    ...root,
    'upper',
    join(run.at, 'upper', '0'),
    'stage',
    `${STAGE}${run.id}`,
    'start',
    String(seconds),
    String(start.mtimeNs % 1_000_000_000n),
    ...changes.flatMap((change) => changeWords(change)),
    'done',
  ])
}

function changeWords({ kind, path, mode, target, before }: Change): readonly string[] {
  switch (kind) {
    case 'file':
      return ['file', path, String(mode), before]
    case 'link':
      return ['link', path, target, before]
    case 'directory':
      return ['directory', path, String(mode)]
    case 'delete':
      return ['delete', path, before]
    case 'mode':
      return ['mode', path, String(mode), before]
    case 'other':
      throw new Error(`${path} cannot be carried over`)
  }
}

/** There as a whole or not at all, also after the power went. */
function writeDurably(path: string, text: string): void {
  const scratch = `${path}.part`
  const file = openSync(scratch, 'w', 0o600)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(scratch, path)
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory)
  closeSync(directory)
}

/** Nothing of the run is left. */
export function forget(run: Pick<Run, 'at' | 'tools'>): void {
  spawnSync(run.tools.runner, ['forget', run.at], { stdio: 'ignore', cwd: '/' })
}

export interface Recovered {
  readonly id: string
  readonly workspace: string
  readonly did: 'completed' | 'undone' | 'removed' | 'failed'
}

/**
 * Runs that nobody cares for any more, because who did was cut off: a commit that had begun is completed (or, when that
 * is no longer possible, undone), everything else is removed. Nothing is committed that was not being committed.
 */
export function recover(state: string, tools: Tools): readonly Recovered[] {
  const found: Recovered[] = []
  for (const at of runsIn(state)) {
    const about = aboutRun(at)
    if (about !== undefined && (isAlive(about.owner) || isAlive(runnerMark(at)))) continue
    if (about !== undefined && existsSync(join(at, 'held.json')) && !existsSync(join(at, 'record'))) continue
    const { id, workspace } = about ?? { id: at.slice(-12), workspace: '' }
    const record = join(at, 'record')
    let did: Recovered['did'] = 'removed'
    if (existsSync(record)) {
      const begun = existsSync(`${record}.begun`)
      const { ended } = ending(finish(tools, begun ? 'commit' : 'undo', record))
      did = ended === 'committed' ? 'completed' : ended === 'failed' ? 'failed' : begun ? 'undone' : 'removed'
    }
    // What could not be finished is tried again the next time.
    if (did !== 'failed') forget({ at, tools })
    found.push({ id, workspace, did })
  }
  return found
}

/** Whether anything ran behind its walls, or may yet: a runner that was refused them wrote nothing down and is gone. */
export function hasBegun(at: string): boolean {
  const { events, exit } = watched({ at })
  return events.length > 0 || exit !== undefined || isAlive(runnerMark(at))
}

/** The process that runs or settles it, as it wrote itself down. */
function runnerMark(at: string): string {
  const path = join(at, 'events.owner')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** A process; or, for a ticket that nobody used yet, a time. */
function isAlive(owner: string): boolean {
  const until = /^until:(\d+)$/.exec(owner)?.[1]
  if (until !== undefined) return Date.now() < Number(until) * 1000
  const pid = Number(owner.split(':')[0])
  return Number.isInteger(pid) && processMark(pid) === owner
}

/** What a person's answer is bound to. */
export function hashOf(run: Run, changes: readonly Change[]): string {
  const upper = join(run.at, 'upper', '0')
  return diffHash(changes, ({ path }) => digestOf(join(upper, path)))
}

const PIECE = 1024 * 1024

/** Piece by piece: a file may be larger than memory. */
function digestOf(path: string): string {
  const sum = createHash('sha256')
  const piece = Buffer.allocUnsafe(PIECE)
  const file = openSync(path, 'r')
  try {
    for (let got = readSync(file, piece); got > 0; got = readSync(file, piece)) sum.update(piece.subarray(0, got))
  } finally {
    closeSync(file)
  }
  return sum.digest('hex')
}

/**
 * Whether version control has what a change takes away: of a directory, every file in it. Asks no program: Git runs what
 * a repository's settings say.
 */
export function versionControl(workspace: string): (change: Change) => Replaced {
  let index: ReadonlyMap<string, string> | undefined | 'not read' = 'not read'
  return ({ path }) => {
    if (index === 'not read') index = indexOf(workspace)
    return index !== undefined && isKnown(workspace, path, index) ? 'recoverable' : 'lost'
  }
}

function isKnown(workspace: string, path: string, index: ReadonlyMap<string, string>): boolean {
  const whole = join(workspace, path)
  try {
    const stat = lstatSync(whole)
    if (stat.isDirectory()) return readdirSync(whole).every((name) => isKnown(workspace, `${path}/${name}`, index))
    // A pipe would be waited for, and no version control has one.
    if (!stat.isFile() && !stat.isSymbolicLink()) return false
    const content = stat.isSymbolicLink() ? Buffer.from(readlinkSync(whole)) : readFileSync(whole)
    return index.get(path) === gitObject(content)
  } catch {
    return false
  }
}

function indexOf(workspace: string): ReadonlyMap<string, string> | undefined {
  try {
    const dot = join(workspace, '.git')
    const own = statSync(dot).isFile() ? /^gitdir: (.+)/.exec(readFileSync(dot, 'utf8'))?.[1]?.trim() : dot
    return own === undefined ? undefined : readGitIndex(readFileSync(join(own, 'index')))
  } catch {
    return undefined
  }
}
