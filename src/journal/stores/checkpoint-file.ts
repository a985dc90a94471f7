import { ownCommand } from '../../call/own-command.ts'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Checkpoint, SigningKey } from '../checkpoints.ts'
import { newKey, parseCheckpoint, readKey } from '../checkpoints.ts'
import { JournalFailure } from '../journal.ts'

/** Where a journal lives. Everything in it is readable by its owner only. */
export interface StatePaths {
  readonly directory: string
  readonly database: string
  readonly key: string
  readonly checkpoints: string
  /** Where the furthest head is kept apart from all these. Undefined: nowhere. */
  readonly anchor: string | undefined
}

export function statePaths(
  directory: string,
  places: { readonly database?: string | undefined; readonly anchor?: string | undefined } = {},
): StatePaths {
  return {
    directory,
    database: places.database ?? join(directory, 'journal.db'),
    key: join(directory, 'journal.key'),
    checkpoints: join(directory, 'checkpoints.jsonl'),
    anchor: places.anchor,
  }
}

/**
 * The key of this state directory, made on first use: where there is nothing that another key could have signed. Two
 * processes that start together end with the same one.
 */
export function loadKey(paths: StatePaths): SigningKey {
  try {
    if (!existsSync(paths.key)) {
      // A database elsewhere may be shared with other writers.
      const own = dirname(paths.database) === paths.directory ? paths.database : undefined
      const signed = [own, paths.checkpoints, paths.anchor].find((file) => hasContent(file))
      if (signed !== undefined && !existsSync(paths.key))
        throw new JournalFailure(
          'journal.key',
          `the signing key is gone: ${paths.key}; ${signed} was written with it: put it back, or begin a new log with \`${ownCommand('log accept')}\``,
        )
      createKey(paths)
    }
    if (process.platform !== 'win32' && (statSync(paths.key).mode & 0o077) !== 0) {
      throw new JournalFailure('journal.failed', `others can read the signing key: chmod 600 ${paths.key}`)
    }
    return readKey(readFileSync(paths.key, 'utf8'))
  } catch (error) {
    if (error instanceof JournalFailure) throw error
    throw new JournalFailure('journal.failed', `cannot use the signing key ${paths.key}: ${messageOf(error)}`)
  }
}

function hasContent(path: string | undefined): boolean {
  return path !== undefined && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function createKey(paths: StatePaths): void {
  mkdirSync(paths.directory, { recursive: true, mode: 0o700 })
  const temporary = `${paths.key}.${process.pid}.${Math.random().toString(36).slice(2)}`
  writeFileSync(temporary, newKey().pem, { mode: 0o600, flag: 'wx', flush: true })
  try {
    chmodSync(temporary, 0o600)
    // `link` fails where the name exists: the first process wins and the others read its key.
    linkSync(temporary, paths.key)
  } catch (error) {
    if (!existsSync(paths.key)) throw error
  } finally {
    unlinkSync(temporary)
  }
}

/** Past this size the file is set aside as `.1`, in place of the one before it. Only the last checkpoint is needed. */
const ROTATE_AT = 1_000_000

/** Appends and syncs. The name is opened each time, so that a rotated or restored file is followed. */
export function appendCheckpoint(path: string, checkpoint: Checkpoint, rotateAt: number = ROTATE_AT): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'a', 0o600)
  try {
    const { size } = statSync(path)
    // A line of its own, even after a crash in the middle of the last one.
    writeSync(file, `${size > 0 ? '\n' : ''}${JSON.stringify(checkpoint)}`)
    fsyncSync(file)
    if (size > rotateAt) rotate(path, checkpoint)
  } finally {
    closeSync(file)
  }
}

function rotate(path: string, last: Checkpoint): void {
  // The new file is complete before it has its name: at no moment is the last checkpoint in neither.
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, JSON.stringify(last), { mode: 0o600, flush: true })
  renameSync(path, `${path}.1`)
  renameSync(temporary, path)
}

export interface CheckpointLines {
  readonly checkpoints: readonly Checkpoint[]
  /** Lines that are no genuine checkpoint. The last line of a crashed process may be one; any other is suspicious. */
  readonly damaged: number
  /** Of these, those that no crash can have made: whole lines that nobody signed. */
  readonly edited: number
  /** Neither file exists. */
  readonly missing: boolean
}

export function readCheckpoints(path: string): CheckpointLines {
  const checkpoints: Checkpoint[] = []
  let damaged = 0
  let edited = 0
  let missing = true
  for (const file of [`${path}.1`, path]) {
    if (!existsSync(file)) continue
    missing = false
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue
      const checkpoint = parseCheckpoint(line)
      if (checkpoint === undefined) {
        damaged++
        if (!isTorn(line)) edited++
      } else checkpoints.push(checkpoint)
    }
  }
  return { checkpoints, damaged, edited, missing }
}

/** The beginning of a checkpoint, as a crash in the middle of writing leaves it. */
function isTorn(line: string): boolean {
  const beginning = '{"kind":"'
  return !line.endsWith('}') && (line.startsWith(beginning) || beginning.startsWith(line))
}

/** The furthest head a writer has signed. */
export function lastCheckpoint(lines: CheckpointLines, writer: string): Checkpoint | undefined {
  let last: Checkpoint | undefined
  for (const checkpoint of lines.checkpoints) {
    if (checkpoint.writer === writer && checkpoint.kind === 'head' && isFurther(checkpoint, last)) last = checkpoint
  }
  return last
}

function isFurther(one: Checkpoint, other: Checkpoint | undefined): boolean {
  if (other === undefined) return true
  const [commits, before] = [one.commits ?? 0, other.commits ?? 0]
  return commits > before || (commits === before && one.seq > other.seq)
}

/** How many lines from the end are looked at: processes that share a key may append a little out of order. */
const NEAR_THE_END = 16

/** As `lastCheckpoint`, reading from the end: opening a journal must not check thousands of signatures. */
export function findLastCheckpoint(path: string, writer: string): Checkpoint | undefined {
  let last: Checkpoint | undefined
  for (const file of [path, `${path}.1`]) {
    if (!existsSync(file)) continue
    let genuine = 0
    for (const line of readFileSync(file, 'utf8').split('\n').reverse()) {
      if (genuine === NEAR_THE_END) break
      const checkpoint = line.includes(writer) ? parseCheckpoint(line) : undefined
      if (checkpoint?.writer !== writer || checkpoint.kind !== 'head') continue
      genuine++
      if (isFurther(checkpoint, last)) last = checkpoint
    }
    if (last !== undefined) break
  }
  return last
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
