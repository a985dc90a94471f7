import {
  existsSync,
  lstatSync,
  opendirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { homedir, userInfo } from 'node:os'
import { isUtf8 } from 'node:buffer'
import { type GateIdentity, NO_GATE } from './gate-identity.ts'
import type { World } from './world.ts'

const MOST_BYTES = 256 * 1024
const MOST_NAMES = 1000

/** The real machine. Synchronous on purpose: a judgement is microseconds, and nothing may change between two looks. */
export function realWorld(gate: () => GateIdentity = () => NO_GATE): World {
  return {
    get gate() {
      return gate()
    },
    platform: process.platform === 'win32' ? 'windows' : 'posix',
    home: homedir(),
    user: userName(),
    searchPath: (process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== ''),
    ...(process.platform === 'linux' ? { namesAreExact: true as const } : {}),
    look,
    real: (path) => realOf(path),
    read,
    bytes,
    list,
  }
}

function look(path: string): ReturnType<World['look']> {
  const stat = quietly(() => lstatSync(path, { throwIfNoEntry: false }))
  if (!stat) return 'absent'
  if (stat.isFile()) return 'file'
  if (stat.isDirectory()) return 'directory'
  return stat.isSymbolicLink() ? 'link' : 'other'
}

/**
 * Links of `/proc` and `/dev` that mean whoever asks: asked from here they would lead to the gate's own files. The root is the
 * same for everybody; where the working directory is, `paths.ts` knows.
 */
const ASKERS = /^(?:\/proc\/(?:self|thread-self)(?=\/|$)|\/dev\/(?:fd(?=\/|$)|std(?:in|out|err)$))/
const OF_THE_ROOT = /^\/proc\/(?:self|thread-self|1)\/root(?=\/|$)/

function realOf(path: string): string {
  if (OF_THE_ROOT.test(path)) return realOf(path.replace(OF_THE_ROOT, '') || '/')
  return ASKERS.test(path) ? path : real(path)
}

/** Climbs to what exists before resolving it: asking for a path that is not there costs an exception each time. */
function real(path: string, hops: number = 0): string {
  const again = wasThere.has(path) ? quietly(() => realpathSync.native(path)) : undefined
  if (again !== undefined) return again
  let head = deepestThere(path)
  let tail = path.slice(head === '/' ? 0 : head.length)
  for (;;) {
    if (head === '/') return tail || '/'
    const found = quietly(() => realpathSync.native(head))
    if (found !== undefined) {
      if (tail === '') noteThere(path)
      return found === '/' ? tail || '/' : found + tail
    }
    const slash = head.lastIndexOf('/')
    if (slash < 0) return path
    // A dangling link still points somewhere: what would be created is its target, whose directories may be links too.
    const link = look(head) === 'link' ? readLinkTarget(head) : undefined
    if (link !== undefined) return hops < 40 ? real(link + tail, hops + 1) : path
    tail = head.slice(slash) + tail
    head = slash === 0 ? '/' : head.slice(0, slash)
  }
}

/** Paths that were on the disk: asked for again, they most likely still are. Whether they are is asked each time. */
const wasThere = new Set<string>()
const MOST_THERE = 500

function noteThere(path: string): void {
  if (wasThere.size >= MOST_THERE) wasThere.clear()
  wasThere.add(path)
}

/** The longest beginning of a path that is on the disk, found by halving: a path may have thousands of segments. */
function deepestThere(path: string): string {
  if (existsSync(path)) return path
  const isThere = (head: string): boolean => look(head) !== 'absent'
  if (isThere(path)) return path
  const ends = [0]
  for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) ends.push(at)
  let there = 0
  for (let absent = ends.length; absent - there > 1;) {
    const middle = (there + absent) >> 1
    if (isThere(path.slice(0, ends[middle]))) there = middle
    else absent = middle
  }
  return there === 0 ? '/' : path.slice(0, ends[there])
}

function readLinkTarget(path: string): string | undefined {
  const seen = new Set<string>()
  let current = path
  while (!seen.has(current) && seen.size < 40) {
    seen.add(current)
    // A relative target starts from where the link really stands.
    const target = quietly(() => resolve(realpathSync.native(resolve(current, '..')), readlinkSync(current)))
    if (target === undefined) return current
    current = target
  }
  return undefined
}

function read(path: string, limit: number = MOST_BYTES): string | undefined {
  return quietly(() => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > limit) return undefined
    const known = remembered.get(path)
    if (known !== undefined && isSame(known.stat, stat)) return known.text
    const bytes = readFileSync(path)
    const text = isUtf8(bytes) ? bytes.toString('utf8') : undefined
    remember(path, stat, text)
    return text
  })
}

const MOST_RAW_BYTES = 16 * 1024 * 1024

/** The index of a repository is asked for again and again: the same bytes are the same object while the disk says so. */
let rawBefore: { readonly path: string; readonly stat: Stats; readonly bytes: Uint8Array } | undefined

function bytes(path: string, limit: number = MOST_RAW_BYTES): Uint8Array | undefined {
  return quietly(() => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile() || stat.size > limit) return undefined
    if (rawBefore?.path === path && isSame(rawBefore.stat, stat)) return rawBefore.bytes
    const found = readFileSync(path)
    if (path.endsWith('/index') && Math.abs(Date.now() - stat.ctimeMs) >= 2000) rawBefore = { path, stat, bytes: found }
    return found
  })
}

interface Remembered {
  readonly stat: Stats
  readonly text: string | undefined
}

/** Small files that every judgement asks for (`.git/HEAD`, `package.json`), for as long as the disk says they are the same. */
const remembered = new Map<string, Remembered>()
const MOST_REMEMBERED = 200
const MOST_REMEMBERED_BYTES = 64 * 1024

/**
 * Clocks of file systems tick in milliseconds, so a file that changed just now can change again and show the same time:
 * only one that has been left alone for two seconds is remembered. The time of change cannot be set by a program.
 */
function remember(path: string, stat: Stats, text: string | undefined): void {
  remembered.delete(path)
  if (stat.size > MOST_REMEMBERED_BYTES || Math.abs(Date.now() - stat.ctimeMs) < 2000) return
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(path, { stat, text })
}

function isSame(a: Stats, b: Stats): boolean {
  return a.ctimeMs === b.ctimeMs && a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino && a.dev === b.dev
}

function list(path: string): readonly string[] | undefined {
  return quietly(() => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined
    const directory = opendirSync(path, { bufferSize: 128 })
    try {
      const names: string[] = []
      for (let entry = directory.readSync(); entry && names.length < MOST_NAMES; entry = directory.readSync())
        names.push(entry.name)
      return names.sort()
    } finally {
      directory.closeSync()
    }
  })
}

function userName(): string {
  return quietly(() => userInfo().username) ?? ''
}

/** What cannot be read is absent: no permission, no such file, a name with NUL. */
function quietly<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
