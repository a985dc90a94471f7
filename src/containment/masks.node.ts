import {
  accessSync,
  constants,
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { isInside } from '../call/paths.ts'
import { pathKinds } from '../call/place-kinds.ts'
import type { Surroundings } from '../call/world.ts'
import { redact } from '../journal/redact.ts'
import { DECOYS } from './shown.ts'
import type { Masked } from './walls.ts'

/** Beyond this many files a directory is not looked through, and so nothing in it can be masked. */
export const MOST_ENTRIES = 400_000

const MASKED_KINDS = ['secret', 'agent-settings', 'gate-state', 'agent-transcript'] as const
/** Not looked through: what package managers put there is nobody's secret, and Git's objects have no names. */
const NOT_LOOKED_INTO: ReadonlySet<string> = new Set(['node_modules', '.git'])

/**
 * Secrets, agents' settings and what belongs to the gate, by the same table that the firewall's categories use, and where
 * somebody outside may listen. Undefined: there is too much to be looked through.
 */
export function masksIn(root: string, surroundings: Surroundings): readonly Masked[] | undefined {
  const found: Masked[] = []
  const directories = NOT_LOOKED_INTO.has(basename(root)) ? [] : [root]
  let left = MOST_ENTRIES
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    for (const entry of entriesIn(directory)) {
      if (left-- === 0) return undefined
      const path = `${directory}/${entry.name}`
      if (entry.isSocket() || entry.isFIFO()) found.push({ path, as: 'file' })
      else if (isMasked(path, surroundings)) found.push(...maskFor(path), ...maskForTarget(path, entry, root))
      else if (entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name)) directories.push(path)
    }
  }
  return found
}

export function isMasked(path: string, surroundings: Surroundings): boolean {
  const kinds = pathKinds(path, surroundings)
  return MASKED_KINDS.some((kind) => kinds.has(kind))
}

export function maskFor(path: string): readonly Masked[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  // What a link names lies in a place of its own.
  if (stat.isSymbolicLink()) return []
  return [{ path, as: stat.isDirectory() ? 'directory' : 'file' }]
}

/** A secret under its own name that is a link: what it names is the secret, whatever that is called. */
function maskForTarget(path: string, entry: Dirent, root: string): readonly Masked[] {
  if (!entry.isSymbolicLink() || !existsSync(path)) return []
  const target = realpathSync(path)
  return isInside(target, root) && target !== root ? maskFor(target) : []
}

/** Other names in the workspace of files that are masked: a hard link has no name of its own. */
export function secondNames(masked: readonly Masked[], workspace: string): readonly Masked[] {
  const wanted = new Set(
    masked.flatMap(({ path, as }) => {
      const stat = as === 'file' ? lstatSync(path, { throwIfNoEntry: false }) : undefined
      return stat?.isFile() === true && stat.nlink > 1 ? [`${stat.dev}:${stat.ino}`] : []
    }),
  )
  if (wanted.size === 0) return []
  const found: Masked[] = []
  const directories = [workspace]
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop())
    for (const entry of entriesIn(directory)) {
      const path = `${directory}/${entry.name}`
      if (entry.isDirectory()) directories.push(path)
      if (!entry.isFile()) continue
      const stat = lstatSync(path, { throwIfNoEntry: false })
      if (stat !== undefined && stat.nlink > 1 && wanted.has(`${stat.dev}:${stat.ino}`))
        found.push({ path, as: 'file' })
    }
  return found
}

/** Where Git keeps settings and addresses, which may hold a password. */
const GIT_SETTINGS: ReadonlySet<string> = new Set(['config', 'config.worktree', 'FETCH_HEAD'])
/** Where Git keeps no settings, and much else. */
const GIT_ELSE: ReadonlySet<string> = new Set(['objects', 'refs', 'hooks', 'lfs', 'logs'])

/** Settings that programs need and that hold a secret: there without it. */
export function settingsWithout(repositories: readonly string[], files: readonly string[]): readonly Masked[] {
  return [...repositories.flatMap((path) => gitSettings(path, 0)), ...files].flatMap((path) => {
    const text = textUpTo(path, 4 * 1024 * 1024)
    const shown = text === undefined ? undefined : redact(text)
    return shown === undefined || shown === text ? [] : [{ path, as: 'file' as const, text: shown }]
  })
}

function gitSettings(directory: string, depth: number): readonly string[] {
  if (depth > 8 || !isDirectory(directory)) return []
  return entriesIn(directory).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory() && !GIT_ELSE.has(entry.name)) return gitSettings(path, depth + 1)
    return entry.isFile() && GIT_SETTINGS.has(entry.name) ? [path] : []
  })
}

/**
 * Below a directory of the system: what this account may read and not everybody. Who closes a file says what it is,
 * whatever it is called; run by root, everything would be open.
 */
export function unreadableByOthers(directory: string, now: number = Date.now()): readonly Masked[] {
  const known = closed.get(directory)
  if (known !== undefined && now - known.at < KEPT_MS) return known.masks
  const masks = closedIn(directory)
  closed.set(directory, { at: now, masks })
  return masks
}

/** System settings are thousands of files and change rarely: they are not looked through for each command. */
const KEPT_MS = 60_000
const closed = new Map<string, { readonly at: number; readonly masks: readonly Masked[] }>()

function closedIn(directory: string): readonly Masked[] {
  return entriesIn(directory).flatMap((entry): readonly Masked[] => {
    const path = join(directory, entry.name)
    if (!entry.isFile() && !entry.isDirectory()) return []
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode
    if (mode === undefined) return []
    const isOpen = (mode & 0o004) !== 0 && (entry.isFile() || (mode & 0o001) !== 0)
    if (isOpen) return entry.isDirectory() ? closedIn(path) : []
    return isReadable(path) ? [{ path, as: entry.isDirectory() ? 'directory' : 'file' }] : []
  })
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Where somebody listens, of all that this machine's kernel knows. */
export function listenersIn(places: readonly string[]): readonly string[] {
  const table = existsSync('/proc/net/unix') ? readFileSync('/proc/net/unix', 'utf8') : ''
  const paths = table.split('\n').flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.slice(1) ?? [])
  return [...new Set(paths)].filter((path) => places.some((place) => isInside(path, place)))
}

/** Well-known secrets of the user: an empty file of that name is there, so that whoever looks for one is seen. */
export function decoysIn(home: string, visible: readonly string[]): readonly Masked[] {
  return DECOYS.flatMap((name) => {
    const path = join(home, name)
    if (visible.some((place) => isInside(path, place))) return []
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() === true) return [{ path, as: 'file' as const }]
    if (stat?.isDirectory() !== true) return []
    return entriesIn(path)
      .slice(0, 40)
      .filter((entry) => entry.isFile())
      .map((entry) => ({ path: join(path, entry.name), as: 'file' as const }))
  })
}

/** A mask in a masked directory has nothing to stand on. */
export function withoutNested(masked: readonly Masked[]): readonly Masked[] {
  const directories = masked.filter(({ as }) => as === 'directory').map(({ path }) => path)
  const seen = new Set<string>()
  return masked.filter(({ path }) => {
    if (seen.has(path) || directories.some((directory) => path !== directory && isInside(path, directory))) return false
    seen.add(path)
    return true
  })
}

export function isDirectory(path: string): boolean {
  // A link may lead anywhere: what it names is not there.
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** A small file in which nothing looks like a secret. */
export function isPlainText(path: string): boolean {
  const text = textUpTo(path, 64 * 1024)
  return text !== undefined && redact(text) === text
}

function textUpTo(path: string, most: number): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile() || stat.size > most) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function entriesIn(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    // What we may not read, the command may not either: it runs as the same account, with fewer rights.
    return []
  }
}
