import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  futimesSync,
  lchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { COPY_PLACES, type CopyMark, ownMark, readMarks } from './copied-ground.node.ts'
import type { Change } from './did.ts'
import { describe, describeAt, Moved, splitLast, stepInside } from './step-inside.node.ts'
import { joinWords } from './walls.ts'

type Found = Pick<Change, 'kind' | 'path' | 'mode' | 'size' | 'time' | 'before' | 'target' | 'overDirectory'>

/**
 * Compares the copy with what was copied, and takes what is new out of the command's reach: what it left running may
 * write to the copy for as long as it lives, and never to what is judged and committed. `most`: bytes that may be new.
 */
export function sealChanges(at: string, most: number): void {
  const ground = join(at, COPY_PLACES.ground)
  const upper = join(at, 'upper', '0')
  const marks = readMarks(at)
  const root = markOf(ground)
  const found: Found[] = []
  const seen = new Set<string>()
  /** Directories that were directories before: what is missing in one of them was deleted. */
  const merged = new Set([''])
  const room = { bytes: most }
  const directories = ['']
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    stepInside(ground, root, directory)
    for (const name of readdirSync('.')) {
      const path = directory === '' ? name : `${directory}/${name}`
      const stat = lstatSync(name, { bigint: true, throwIfNoEntry: false })
      if (stat === undefined) continue
      const mark = marks.get(path)
      const wasDirectory = mark?.kind === 'directory'
      seen.add(path)
      if (mark?.masked === true) {
        if (!isUntouched(name, stat, mark)) found.push(seenAs('other', path, stat, mark))
      } else if (stat.isDirectory()) {
        if (wasDirectory) {
          merged.add(path)
          if (Number(stat.mode & 0o7777n) !== modeOf(mark)) found.push(seenAs('mode', path, stat, mark))
        } else {
          if (mark !== undefined) found.push(goneAs('delete', path, mark))
          found.push(seenAs('directory', path, stat, undefined))
        }
        openUp(name, stat, 0o700)
        directories.push(path)
      } else if (mark?.kind === kindOf(stat) && ownMark(stat) === mark.own) continue
      else if (stat.isSymbolicLink()) found.push({ ...seenAs('link', path, stat, mark), target: readlinkSync(name) })
      else if (stat.isFile()) {
        const sealed = seal(name, join(upper, path), stat, room)
        found.push({ ...seenAs('file', path, sealed, mark), overDirectory: wasDirectory })
      } else found.push(seenAs('other', path, stat, mark))
    }
  }
  for (const [path, mark] of marks)
    if (!seen.has(path)) {
      if (mark.masked === true) found.push(goneAs('other', path, mark))
      else if (merged.has(splitLast(path)[0])) found.push(goneAs('delete', path, mark))
    }
  writeFileSync(join(at, COPY_PLACES.changes), JSON.stringify(found), { mode: 0o600 })
}

/** Nothing ran, or nobody can say what it did: nothing of it becomes real. */
export function noChanges(at: string): void {
  writeFileSync(join(at, COPY_PLACES.marks), '{}', { mode: 0o600 })
  writeFileSync(join(at, COPY_PLACES.changes), '[]', { mode: 0o600 })
}

function kindOf(stat: BigIntStats): string {
  return stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : 'other'
}

function isUntouched(name: string, stat: BigIntStats, mark: CopyMark): boolean {
  return ownMark(stat) === mark.own && (!stat.isDirectory() || readdirSync(name).length === 0)
}

/** What nobody may enter or read is opened all the same. What a link names is not touched. */
function openUp(name: string, stat: BigIntStats, wanted: number): void {
  if ((Number(stat.mode) & wanted) === wanted) return
  if (process.platform === 'darwin') lchmodSync(name, wanted)
  // No process of the command is left here that could put a link in its place.
  else chmodSync(name, wanted)
}

const PIECE = 64 * 1024
const ZEROS = Buffer.alloc(PIECE)

/** The file itself, as it is now: never what a link names, and no pipe is waited for. */
function seal(name: string, to: string, looked: BigIntStats, room: { bytes: number }): BigIntStats {
  openUp(name, looked, 0o400)
  const from = openSync(name, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const into = openSync(to, 'wx', 0o600)
  try {
    const stat = fstatSync(from, { bigint: true })
    if (!stat.isFile() || stat.ino !== looked.ino) throw new Moved(`${name} changed after the command had ended`)
    const piece = Buffer.allocUnsafe(PIECE)
    let size = 0
    for (let got = readSync(from, piece); got > 0; got = readSync(from, piece)) {
      if ((room.bytes -= got) < 0) throw new Error('it wrote more than may be kept')
      const isHole = got === PIECE && piece.equals(ZEROS)
      for (let sent = isHole ? got : 0; sent < got;) sent += writeSync(into, piece, sent, got - sent, size + sent)
      size += got
    }
    ftruncateSync(into, size)
    fchmodSync(into, Number(looked.mode & 0o777n) | 0o600)
    futimesSync(into, Number(stat.atimeMs) / 1000, Number(stat.mtimeMs) / 1000)
    return Object.assign(stat, { size: BigInt(size), mode: looked.mode })
  } finally {
    closeSync(from)
    closeSync(into)
  }
}

function seenAs(kind: Found['kind'], path: string, stat: BigIntStats, mark: CopyMark | undefined): Found {
  const [, size, time] = describe(stat).split(':')
  const common = { kind, path, size: Number(size), time: time!, target: '', overDirectory: false }
  return { ...common, mode: Number(stat.mode & 0o7777n), before: mark?.before ?? '-' }
}

function goneAs(kind: 'delete' | 'other', path: string, mark: CopyMark): Found {
  const { before } = mark
  const common = { kind, path, size: 0, time: '0.000000000', target: '', before, mode: modeOf(mark) }
  return { ...common, overDirectory: mark.kind === 'directory' }
}

function modeOf({ before }: CopyMark): number {
  return Number.parseInt(before.slice(before.lastIndexOf(':') + 1), 8) & 0o7777
}

export function markOf(directory: string): readonly [device: string, inode: string] {
  const { dev, ino } = statSync(directory, { bigint: true })
  return [String(dev), String(ino)]
}

/** The list in the words of the other runner; what somebody else changed in the workspace meanwhile is marked. */
export function listChanges(at: string, workspace: string): string {
  const found = JSON.parse(readFileSync(join(at, COPY_PLACES.changes), 'utf8')) as readonly Found[]
  const marks = readMarks(at)
  const root = markOf(workspace)
  const words = found.flatMap((change) => {
    const { kind, path, mode, size, time, before, target, overDirectory } = change
    const meanwhile = isAsCopied(workspace, root, change, marks) ? 'same' : 'changed'
    const named = kind === 'link' ? target : overDirectory ? 'directory' : ''
    return [kind, path, mode.toString(8), String(size), time, before, meanwhile, named]
  })
  return joinWords([...words, 'done'])
}

function isAsCopied(
  workspace: string,
  root: readonly [string, string],
  { kind, path, before }: Found,
  marks: ReadonlyMap<string, CopyMark>,
): boolean {
  const [directory, name] = splitLast(path)
  try {
    stepInside(workspace, root, directory)
  } catch (error) {
    // Its directory is new as well.
    if (error instanceof Moved) return before === '-' && marks.get(directory)?.kind !== 'directory'
    throw error
  }
  if (kind === 'directory') return true
  if (describeAt(name) !== before) return false
  return kind !== 'delete' || isTreeAsCopied(name, path, marks)
}

/** Everything in a directory is what was copied, and nothing else is in it. `name`: in the working directory. */
export function isTreeAsCopied(name: string, path: string, marks: ReadonlyMap<string, CopyMark>): boolean {
  if (lstatSync(name, { throwIfNoEntry: false })?.isDirectory() !== true) return true
  const names = readdirSync(name)
  const known = [...marks.keys()].filter((one) => splitLast(one)[0] === path).length
  return (
    names.length === known &&
    names.every((one) => {
      const inner = `${name}/${one}`
      return marks.get(`${path}/${one}`)?.before === describeAt(inner) && isTreeAsCopied(inner, `${path}/${one}`, marks)
    })
  )
}
