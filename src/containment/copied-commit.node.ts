import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  lchmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isTreeAsCopied } from './copied-changes.node.ts'
import { type CopyMark, readMarks } from './copied-ground.node.ts'
import { describeAt, Moved, splitLast, stepInside } from './step-inside.node.ts'

/*
 * The commit for machines without the native runner, in the same steps: every new file is made whole in a directory of
 * our own in the workspace; `.begun` says so durably; each change is then made, and what was there is kept until the end;
 * `.ended` says how it ended. Nothing that was there is ever written over: it is renamed away, looked at, and only then
 * does the new file get its name, with a call that fails where somebody else was quicker.
 */

export const COMMITTED = 0
export const CONFLICT = 3

type Step =
  | { readonly kind: 'directory'; readonly path: string; readonly mode: number; readonly before: '-' }
  | { readonly kind: 'file'; readonly path: string; readonly mode: number; readonly before: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string; readonly before: string }
  | { readonly kind: 'delete'; readonly path: string; readonly before: string }
  | { readonly kind: 'mode'; readonly path: string; readonly mode: number; readonly before: string }

interface Work {
  readonly record: string
  readonly root: string
  readonly mark: readonly [device: string, inode: string]
  readonly upper: string
  readonly stage: string
  readonly steps: readonly Step[]
  readonly marks: ReadonlyMap<string, CopyMark>
  /** Cuts it off at this place: for tests. */
  readonly dieAt: number
  at: number
}

function readRecord(record: string, dieAt: number): Work {
  const words = readFileSync(record, 'utf8').split('\u0000')
  if (words.pop() !== '' || words.pop() !== 'done') throw new Error('the record is not complete')
  const steps: Step[] = []
  const head: Record<string, readonly string[]> = {}
  while (words.length > 0) {
    const name = words.shift()!
    const take = (count: number): readonly string[] => {
      if (words.length < count) throw new Error('the record cannot be read')
      return words.splice(0, count)
    }
    if (name === 'root') head[name] = take(3)
    else if (name === 'upper' || name === 'stage') head[name] = take(1)
    else if (name === 'start') take(2)
    else steps.push(readStep(name, take))
  }
  const [root, device, inode] = head['root'] ?? []
  const [[upper] = [], [stage] = []] = [head['upper'], head['stage']]
  if (inode === undefined || upper === undefined || stage === undefined || stage.includes('/'))
    throw new Error('the record cannot be read')
  const marks = readMarks(dirname(record))
  return { record, root: root!, mark: [device!, inode], upper, stage, steps, marks, dieAt, at: 0 }
}

function readStep(kind: string, take: (count: number) => readonly string[]): Step {
  switch (kind) {
    case 'directory': {
      const [path, mode] = take(2)
      return { kind, path: path!, mode: Number(mode), before: '-' }
    }
    case 'file':
    case 'mode': {
      const [path, mode, before] = take(3)
      return { kind, path: path!, mode: Number(mode), before: before! }
    }
    case 'link': {
      const [path, target, before] = take(3)
      return { kind, path: path!, target: target!, before: before! }
    }
    case 'delete': {
      const [path, before] = take(2)
      return { kind, path: path!, before: before! }
    }
    default:
      throw new Error('the record cannot be read')
  }
}

function mayBeCut(work: Work): void {
  if (work.dieAt > 0 && ++work.at === work.dieAt) process.kill(process.pid, 'SIGKILL')
}

/** 0 when everything is there, 3 when nothing is (a conflict); throws when it has to be tried again. */
export function commitCopied(record: string, dieAt: number): number {
  process.umask(0o077)
  const work = readRecord(record, dieAt)
  const ended = note(work, 'ended')
  if (ended !== undefined) {
    removeStage(work)
    return ended === 'committed' ? COMMITTED : CONFLICT
  }
  const begun = note(work, 'begun')
  if (begun !== undefined && note(work, 'undoing') !== undefined) return takeAllBack(work, inodesIn(begun))
  const inodes = begun === undefined ? stageAll(work) : inodesIn(begun)
  for (const [index, step] of work.steps.entries()) {
    mayBeCut(work)
    if (apply(work, index, step, inodes)) continue
    process.stderr.write(`portcullis: ${step.path} changed meanwhile; nothing was committed\n`)
    // Once it goes back it goes all the way back, whoever cuts it off.
    writeNote(work, 'undoing', 'undoing')
    return takeAllBack(work, inodes)
  }
  syncChanged(work)
  mayBeCut(work)
  writeNote(work, 'ended', 'committed')
  mayBeCut(work)
  removeStage(work)
  return COMMITTED
}

/** A commit that was cut off goes back; one that never began leaves nothing. */
export function undoCopied(record: string, dieAt: number): number {
  process.umask(0o077)
  const work = readRecord(record, dieAt)
  const ended = note(work, 'ended')
  const begun = note(work, 'begun')
  if (ended !== undefined || begun === undefined) {
    removeStage(work)
    return ended === 'committed' ? COMMITTED : CONFLICT
  }
  writeNote(work, 'undoing', 'undoing')
  return takeAllBack(work, inodesIn(begun))
}

function note({ record }: Work, name: 'begun' | 'undoing' | 'ended'): string | undefined {
  const path = `${record}.${name}`
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** There as a whole or not at all, also after the power went. */
function writeNote({ record }: Work, name: 'begun' | 'undoing' | 'ended', text: string): void {
  const path = `${record}.${name}`
  const file = openSync(`${path}.part`, 'w', 0o600)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.part`, path)
  sync(dirname(path))
}

function sync(path: string): void {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function inodesIn(begun: string): readonly string[] {
  return JSON.parse(begun) as readonly string[]
}

/** Makes every new file whole. What was staged before a cut is made again. */
function stageAll(work: Work): readonly string[] {
  removeStage(work)
  stepInside(work.root, work.mark, '')
  mkdirSync(work.stage, { mode: 0o700 })
  stepInside(work.root, work.mark, work.stage)
  const inodes = work.steps.map((step, index) => {
    mayBeCut(work)
    if (step.kind !== 'file') return ''
    const from = join(work.upper, step.path)
    const name = `n${index}`
    // What was sealed is ours alone: a second name of it is as good as a copy. Other file systems get a copy.
    if (!tried(() => linkSync(from, name))) {
      const times = statSync(from)
      copyFileSync(from, name, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      utimesSync(name, times.atimeMs / 1000, times.mtimeMs / 1000)
    }
    chmodSync(name, step.mode & 0o777)
    const { ino } = lstatSync(name, { bigint: true })
    if ((step.mode & 0o400) !== 0) sync(name)
    return String(ino)
  })
  probeSecondNames()
  sync('.')
  mayBeCut(work)
  writeNote(work, 'begun', JSON.stringify(inodes))
  return inodes
}

/** Where a file can have no second name nothing is begun: it could not be finished. */
function probeSecondNames(): void {
  closeSync(openSync('probe', 'wx', 0o600))
  linkSync('probe', 'probe-second')
  unlinkSync('probe-second')
  unlinkSync('probe')
}

/** The working directory is the change's own; the way from there to what is kept. */
function goTo(work: Work, path: string): { readonly name: string; readonly stage: string } | undefined {
  const [directory, name] = splitLast(path)
  try {
    stepInside(work.root, work.mark, directory)
  } catch (error) {
    if (error instanceof Moved) return undefined
    throw error
  }
  const depth = directory === '' ? 0 : directory.split('/').length
  return { name, stage: `${'../'.repeat(depth)}${work.stage}` }
}

/** False when something else is there than what was judged. What was done already stays done. */
function apply(work: Work, index: number, step: Step, inodes: readonly string[]): boolean {
  const place = goTo(work, step.path)
  if (place === undefined) return false
  const { name, stage } = place
  const fresh = `${stage}/n${index}`
  const old = `${stage}/o${index}`
  switch (step.kind) {
    case 'directory':
      return makeDirectory(name, step.mode)
    case 'mode':
      if (modeAt(name) === (step.mode & 0o777)) return true
      return describeAt(name) === step.before && setMode(name, step.mode & 0o777)
    case 'delete':
      return describeAt(old) !== '-' || putAway(work, step, name, old)
    case 'link':
      if (isLinkTo(name, step.target)) return true
      if (step.before !== '-' && describeAt(old) === '-' && !putAway(work, step, name, old)) return false
      return tried(() => symlinkSync(step.target, name))
    case 'file':
      if (inodeAt(name) !== inodes[index]) {
        if (step.before !== '-' && describeAt(old) === '-' && !putAway(work, step, name, old)) return false
        if (!tried(() => linkSync(fresh, name))) return false
      }
      if (describeAt(fresh) !== '-') unlinkSync(fresh)
      return true
  }
}

/** What is there is what was judged, also after it was taken: what somebody wrote meanwhile goes back to its place. */
function putAway(work: Work, step: Step, name: string, old: string): boolean {
  if (describeAt(name) !== step.before) return false
  if (!isTreeAsCopied(name, step.path, work.marks)) return false
  if (!tried(() => renameSync(name, old))) return false
  mayBeCut(work)
  if (describeAt(old) === step.before && isTreeAsCopied(old, step.path, work.marks)) return true
  putBack(name, old)
  return false
}

/** Never over something that is there by now: then it stays among what is kept, and the commit is tried again later. */
function putBack(name: string, old: string): void {
  const stat = lstatSync(old, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (stat.isSymbolicLink()) {
    symlinkSync(readlinkSync(old), name)
    unlinkSync(old)
  } else if (stat.isDirectory()) {
    if (describeAt(name) !== '-') throw new Moved(`${name} is in the way of what was there before`)
    renameSync(old, name)
  } else {
    linkSync(old, name)
    unlinkSync(old)
  }
}

function makeDirectory(name: string, mode: number): boolean {
  if (describeAt(name) === '-') mkdirSync(name, { mode: 0o700 })
  return lstatSync(name).isDirectory() && setMode(name, (mode & 0o777) | 0o700)
}

/** Of the thing itself, never of what a link names. */
function setMode(name: string, mode: number): boolean {
  if (lstatSync(name).isSymbolicLink()) return false
  if (process.platform === 'darwin') lchmodSync(name, mode)
  else chmodSync(name, mode)
  return true
}

function modeAt(name: string): number | undefined {
  const stat = lstatSync(name, { throwIfNoEntry: false })
  return stat === undefined ? undefined : stat.mode & 0o7777
}

function inodeAt(name: string): string | undefined {
  const stat = lstatSync(name, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? undefined : String(stat.ino)
}

function isLinkTo(name: string, target: string): boolean {
  return lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(name) === target
}

/** False where somebody else was quicker. */
function tried(act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' || code === 'ENOENT' || code === 'ENOTEMPTY' || code === 'ENOTDIR' || code === 'EXDEV')
      return false
    throw error
  }
}

function takeAllBack(work: Work, inodes: readonly string[]): number {
  for (const [index, step] of [...work.steps.entries()].toReversed()) {
    mayBeCut(work)
    takeBack(work, index, step, inodes)
  }
  syncChanged(work)
  writeNote(work, 'ended', 'undone')
  mayBeCut(work)
  removeStage(work)
  return CONFLICT
}

function takeBack(work: Work, index: number, step: Step, inodes: readonly string[]): void {
  const place = goTo(work, step.path)
  if (place === undefined) {
    stepInside(work.root, work.mark, '')
    if (describeAt(`${work.stage}/o${index}`) !== '-') throw new Moved(`${step.path} has no directory to go back to`)
    return
  }
  const { name, stage } = place
  const old = `${stage}/o${index}`
  switch (step.kind) {
    case 'directory':
      // Only when it is empty: what somebody else put into it stays, and so does one that was there.
      if (work.marks.get(step.path)?.kind !== 'directory') tried(() => rmdirSync(name))
      return
    case 'mode': {
      const mode = Number.parseInt(step.before.slice(step.before.lastIndexOf(':') + 1), 8)
      if (describeAt(name) !== '-') setMode(name, mode & 0o7777)
      return
    }
    case 'file':
      if (inodeAt(name) === inodes[index]) unlinkSync(name)
      break
    case 'link':
      if (isLinkTo(name, step.target) && describeAt(name) !== step.before) unlinkSync(name)
      break
    case 'delete':
      break
  }
  if (describeAt(old) !== '-') putBack(name, old)
}

/** Every directory in which a name changed. */
function syncChanged(work: Work): void {
  for (const directory of new Set(work.steps.map(({ path }) => splitLast(path)[0]))) {
    if (goTo(work, directory === '' ? '.' : `${directory}/.`) !== undefined) sync('.')
  }
}

function removeStage(work: Work): void {
  stepInside(work.root, work.mark, '')
  rmSync(work.stage, { recursive: true, force: true })
}
