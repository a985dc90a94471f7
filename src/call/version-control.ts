import { createHash } from 'node:crypto'
import { readGitIndex } from './git-index.ts'
import { baseName, isInside, parent } from './paths.ts'
import { type Condition, mayMeet } from './place-condition.ts'
import { gitDirectory } from './surroundings.ts'
import type { World } from './world.ts'

/** A file that would be gone for good: git has never had it, or has it otherwise than it is now. */
export interface Unkept {
  readonly path: string
  readonly why: 'was never committed' | 'has changes that are not committed'
}

/** Beyond these a file counts as kept: what people wrote is judged by its directory, too. */
const MOST_LOOKED_AT = 1000
const MOST_HASHED = 200
const MOST_HASHED_BYTES = 256 * 1024

/**
 * Whether git could bring the file back as it is. Undefined: it could, there is nothing to bring back, or nothing is
 * known (no repository, an index that cannot be read). Content counts and not times: a tracked file is compared with
 * the id of what git keeps.
 */
export function unkeptFile(path: string, world: World): Unkept | undefined {
  const root = rootOf(path, world)
  const index = root === undefined ? undefined : indexOf(root, world)
  if (root === undefined || index === undefined || world.look(path) !== 'file') return undefined
  const kept = index.get(path.slice(root.length + 1))
  if (kept === undefined) return isEmpty(path, world) ? undefined : { path, why: 'was never committed' }
  const bytes = world.bytes(path, MOST_HASHED_BYTES)
  // Too large to be hashed for every call: it is tracked, and taken for what git has.
  if (bytes === undefined || isSame(bytes, kept)) return undefined
  return { path, why: 'has changes that are not committed' }
}

/** Git has the file exactly as it is. */
export function isTrackedUnchanged(path: string, world: World): boolean {
  const root = rootOf(path, world)
  const kept = root === undefined ? undefined : indexOf(root, world)?.get(path.slice(root.length + 1))
  const bytes = kept === undefined ? undefined : world.bytes(path, MOST_HASHED_BYTES)
  return kept !== undefined && bytes !== undefined && isSame(bytes, kept)
}

/** The first file at or below the path that git could not bring back, among those that the condition may choose. */
export function unkeptBelow(
  path: string,
  world: World,
  pass: (path: string) => boolean,
  only?: Condition,
): Unkept | undefined {
  let looked = 0
  let files = 0
  const walk = (at: string): Unkept | undefined => {
    if (++looked > MOST_LOOKED_AT || files > MOST_HASHED || (at !== path && pass(at))) return undefined
    switch (world.look(at)) {
      case 'file':
        if (!mayMeet({ path: at, type: 'file' }, only) || pass(at)) return undefined
        files++
        return unkeptFile(at, world)
      case 'directory':
        for (const name of world.list(at) ?? []) {
          const found = name === '.git' ? undefined : walk(`${at}/${name}`)
          if (found) return found
        }
        return undefined
      case 'link':
      case 'other':
      case 'absent':
        return undefined
    }
  }
  return walk(path)
}

/** The branch is there, and no other branch, tag or tracking branch stands where it stands. */
export function isOnlyBranchThere(branch: string, root: string, world: World): boolean {
  const directory = gitDirectory(root, world)?.common ?? `${root}/.git`
  const packed = (world.read(`${directory}/packed-refs`) ?? '').matchAll(/^([0-9a-f]{40,64}) (refs\/\S+)$/gm)
  const refs = new Map([...packed].map(([, id, name]) => [name!, id!]))
  let looked = 0
  const walk = (name: string): void => {
    const at = `${directory}/${name}`
    if (++looked > MOST_LOOKED_AT) return
    if (world.look(at) === 'directory') for (const next of world.list(at) ?? []) walk(`${name}/${next}`)
    else refs.set(name, (world.read(at, 4096) ?? '').trim())
  }
  walk('refs')
  const own = `refs/heads/${branch}`
  const tip = refs.get(own)
  return tip !== undefined && ![...refs].some(([name, id]) => name !== own && id === tip)
}

/** Output of builds, tests and editors, by the ends of their names. */
export function isByProduct(path: string): boolean {
  return BY_PRODUCT.test(baseName(path))
}

const BY_PRODUCT =
  /\.(?:log|tmp|temp|bak|orig|rej|swp|swo|pyc|pyo|o|a|so|dylib|dll|exe|out|class|wasm|map|tsbuildinfo|pid|lock|lcov|gcda|gcno|profraw|prof|trace|cache|egg-info|aux|toc|synctex\.gz|d)$|~$|^(?:\.DS_Store|\.coverage(?:\..*)?|coverage\.(?:xml|json|out)|lcov\.info|junit.*\.xml|nohup\.out|core|a\.out|npm-debug.*|yarn-error.*|Thumbs\.db|package-lock\.json)$/i

/** Whether git has a file in the directory: then it is no mere output, whatever its name. */
export function keepsFilesIn(directory: string, world: World): boolean {
  const root = rootOf(directory, world)
  const index = root === undefined ? undefined : indexOf(root, world)
  if (root === undefined || index === undefined) return false
  const start = `${directory.slice(root.length + 1)}/`
  for (const path of index.keys()) if (path.startsWith(start)) return true
  return false
}

/** The nearest directory above with a repository of its own. */
function rootOf(path: string, world: World): string | undefined {
  for (let at = parent(path), steps = 0; at !== '/' && steps < 60; at = parent(at), steps++)
    if (world.look(`${at}/.git`) !== 'absent') return isInside(world.home, at) ? undefined : at
  return undefined
}

function indexOf(root: string, world: World): ReturnType<typeof readGitIndex> {
  const git = gitDirectory(root, world)
  const bytes = git === undefined ? undefined : world.bytes(`${git.own}/index`)
  return bytes === undefined ? undefined : readGitIndex(bytes)
}

function isEmpty(path: string, world: World): boolean {
  return world.bytes(path, 0) !== undefined
}

/** Git may have kept the lines with other ends. */
function isSame(bytes: Uint8Array, id: string): boolean {
  if (blobId(bytes) === id) return true
  const text = Buffer.from(bytes).toString('latin1')
  return text.includes('\r\n') && blobId(Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1')) === id
}

function blobId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
