import {
  type BigIntStats,
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { CopiedPlan } from './copied-plan.ts'
import { describe, Moved, stepInside } from './step-inside.node.ts'

/** What was copied: the original as it was then, and the copy. */
export interface CopyMark {
  readonly kind: 'file' | 'link' | 'directory'
  readonly before: string
  /** Of the copy, with the time of its last change, which no program can set. */
  readonly own: string
  /** A stand-in: not to be touched. */
  readonly masked?: true
}

export type CopyMarks = Readonly<Record<string, CopyMark>>

/** Where the parts of a run in a copy lie, below its directory. Only `ground` and `scratch` can be written by the command. */
export const COPY_PLACES = {
  ground: 'ground',
  scratch: 'scratch',
  marks: 'marks.json',
  changes: 'changes.list',
} as const

/** More than this is not copied for one command, unless the file system shares the blocks. */
const MOST_BYTES = 2n * 1024n * 1024n * 1024n
const MOST_ENTRIES = 200_000
const NO_TEXT = '\uFFFD'

/** Why the workspace is too much for a copy; undefined: it is not. Stops looking where it knows. */
export function tooLargeToCopy(workspace: string): string | undefined {
  let entries = 0
  let bytes = 0n
  const directories = [workspace]
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop())
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      entries++
      const path = `${directory}/${entry.name}`
      if (entry.isDirectory()) directories.push(path)
      else if (entry.isFile()) bytes += lstatSync(path, { bigint: true, throwIfNoEntry: false })?.size ?? 0n
      if (entries > MOST_ENTRIES || bytes > MOST_BYTES)
        return `\`${workspace}\` has more than ${MOST_ENTRIES} files or 2 GB: it is not copied for one command`
    }
  return undefined
}

/** Copies the workspace as the plan says and writes down what was copied. Throws when something changes meanwhile. */
export function copyGround(plan: CopiedPlan, at: string): void {
  const { workspace, root } = plan
  const ground = join(at, COPY_PLACES.ground)
  const marks: Record<string, CopyMark> = {}
  const below = (path: string): string => path.slice(workspace.length + 1)
  const masks = new Map(plan.masks.map(({ path, as }) => [below(path), as]))
  const stand = new Map(plan.stand.map(({ path, text }) => [below(path), text]))
  const left = { bytes: MOST_BYTES, entries: MOST_ENTRIES }
  const made: (readonly [path: string, stat: BigIntStats])[] = []
  mkdirSync(ground, { mode: 0o700 })
  stepInside(workspace, root, '')
  made.push(['', statSync('.', { bigint: true })])
  const directories = ['']
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    stepInside(workspace, root, directory)
    for (const name of readdirSync('.')) {
      const path = directory === '' ? name : `${directory}/${name}`
      const stat = lstatSync(name, { bigint: true })
      if (name.includes(NO_TEXT)) throw new Moved(`${path}: its name is no text, and cannot be copied`)
      if (left.entries-- === 0) throw new Error('the workspace has too many files to be copied')
      const to = join(ground, path)
      const masked = masks.get(path)
      const text = stand.get(path)
      if (masked === 'directory') mkdirSync(to, { mode: 0o555 })
      else if (masked === 'file' || text !== undefined) writeFileSync(to, text ?? '', { mode: 0o444, flag: 'wx' })
      else if (stat.isDirectory()) {
        mkdirSync(to, { mode: 0o700 })
        made.push([path, stat])
        directories.push(path)
      } else if (stat.isSymbolicLink()) symlinkSync(readlinkSync(name), to)
      else if (stat.isFile()) {
        if ((left.bytes -= stat.size) < 0n) throw new Error('the workspace is too large to be copied')
        copyOne(name, to, stat, path)
      } else continue
      marks[path] = {
        kind: masked ?? kindOf(stat),
        before: describe(stat),
        own: '',
        ...(masked === undefined && text === undefined ? {} : { masked: true }),
      }
    }
  }
  // Directories last, and the deepest first: what is put into one would change it.
  for (const [path, stat] of made.toReversed()) {
    chmodSync(join(ground, path), Number(stat.mode & 0o777n) | 0o700)
    utimesSync(join(ground, path), Number(stat.atimeMs) / 1000, Number(stat.mtimeMs) / 1000)
  }
  const own = Object.fromEntries(
    Object.entries(marks).map(([path, mark]) => [
      path,
      { ...mark, own: ownMark(lstatSync(join(ground, path), { bigint: true })) },
    ]),
  )
  writeFileSync(join(at, COPY_PLACES.marks), JSON.stringify(own), { mode: 0o600 })
}

/** One attempt more when somebody writes to it just then. */
function copyOne(name: string, to: string, stat: BigIntStats, path: string, again = true): void {
  copyFileSync(name, to, constants.COPYFILE_FICLONE)
  const now = lstatSync(name, { bigint: true, throwIfNoEntry: false })
  if (now === undefined || describe(now) !== describe(stat) || now.ctimeNs !== stat.ctimeNs) {
    if (again && now?.isFile() === true && now.ino === stat.ino) return copyOne(name, to, now, path, false)
    throw new Moved(`${path} changed while it was copied`)
  }
  chmodSync(to, Number(stat.mode & 0o777n) | 0o400)
  utimesSync(to, Number(stat.atimeMs) / 1000, Number(stat.mtimeMs) / 1000)
}

function kindOf(stat: BigIntStats): CopyMark['kind'] {
  return stat.isDirectory() ? 'directory' : stat.isSymbolicLink() ? 'link' : 'file'
}

export function ownMark(stat: BigIntStats): string {
  return stat.isDirectory() ? `${stat.ino}:${stat.mode.toString(8)}` : `${describe(stat)}:${stat.ctimeNs}`
}

export function readMarks(at: string): ReadonlyMap<string, CopyMark> {
  return new Map(Object.entries(JSON.parse(readFileSync(join(at, COPY_PLACES.marks), 'utf8')) as CopyMarks))
}
