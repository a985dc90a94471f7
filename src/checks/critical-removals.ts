import type { Action, ActionOf } from '../call/action.ts'
import { isGlob } from '../call/glob.ts'
import { isInside, parent } from '../call/paths.ts'
import { type Place, showPlace } from '../call/place.ts'
import { pathKinds } from '../call/place-kinds.ts'
import type { Surroundings } from '../call/world.ts'

export interface CriticalRemoval {
  readonly quote: string
  readonly why: string
}

/**
 * Removals that no rule and no mode lets through: the root and what stands directly in it, a home, a drive, the working
 * directory and those above it, everything in one of them, and targets that become one of them when a variable is
 * empty. Sees what the parser sees: subshells, substitutions and `sh -c` are already looked through.
 */
export function criticalRemoval(actions: readonly Action[], surroundings: Surroundings): CriticalRemoval | undefined {
  for (const action of actions) {
    if (action.does !== 'delete-file' || action.where.kind !== 'here' || action.movedTo) continue
    const why = whyCritical(action, surroundings) ?? whyCriticalVariable(action, actions)
    if (why !== undefined) return { quote: action.evidence || showPlace(action.place), why }
  }
  return undefined
}

function whyCritical(action: ActionOf<'delete-file'>, surroundings: Surroundings): string | undefined {
  const { place } = action
  switch (place.kind) {
    case 'path': {
      // Emptying a tree by a filter (`find . -name '*.pyc' -delete`) is not removing the tree.
      if (action.filtered && isOrWithin(place, surroundings)) return undefined
      const why = whyCriticalPath(place.real, surroundings) ?? whyCriticalPath(place.path, surroundings)
      return why !== undefined && action.filtered ? `what it picks in ${why}` : why
    }
    case 'glob':
      if (action.filtered && pathKinds(place.base, surroundings).has('workspace')) return undefined
      return whyCriticalGlob(place, surroundings)
    case 'unknown':
      return action.filtered ? undefined : whyCriticalUnknown(place, action.recursive)
  }
}

/** The workspace, a directory in it, or a temporary directory: filtered removals there are everyday work. */
function isOrWithin(place: Extract<Place, { kind: 'path' }>, surroundings: Surroundings): boolean {
  const kinds = pathKinds(place.real, surroundings)
  return kinds.has('workspace') || kinds.has('additional') || kinds.has('temp')
}

function whyCriticalPath(path: string, surroundings: Surroundings): string | undefined {
  const kinds = pathKinds(path, surroundings)
  if (path === '/') return 'the root of the file system'
  if (path === surroundings.home) return 'the home directory'
  if (kinds.has('root')) return 'a directory at the root of the file system, of a drive or of a user'
  if (/^\/\/[?.]\/volume/i.test(path)) return 'a whole volume'
  if (path === surroundings.workspace || isInside(surroundings.workspace, path))
    return 'the workspace or a directory above it'
  if (path === surroundings.cwd || isInside(surroundings.cwd, path)) return 'the working directory or one above it'
  return undefined
}

// A wildcard for a last segment empties its directory; one higher up reaches into every directory there.
function whyCriticalGlob(place: Extract<Place, { kind: 'glob' }>, surroundings: Surroundings): string | undefined {
  const { pattern } = place
  const last = pattern.slice(pattern.lastIndexOf('/') + 1)
  const directory = parent(pattern)
  if (directory !== '/' && parent(directory) === '/' && isGlob(directory))
    return 'a wildcard over the directories of the root'
  for (const match of place.matches) {
    const why = whyCriticalPath(match, surroundings)
    if (why !== undefined) return why
  }
  if (!isEverything(last) || isGlob(directory)) return undefined
  if (surroundings.additional.includes(directory)) return 'everything in a directory the settings add'
  const why = whyCriticalPath(directory, surroundings)
  return why === undefined ? undefined : `everything in ${why}`
}

/** `*`, `.*`, `?*`, `.[!.]*`, `.??*`: all names, or all hidden ones. */
function isEverything(last: string): boolean {
  const plain = last.replace(/^\.\[[!^]\.\]/, '*')
  return /^[.*?]+$/.test(plain) && /[*?]/.test(plain)
}

/**
 * A variable that turns out empty leaves what stands around it: `"$D"/*` becomes `/*`, `$D/etc` becomes `/etc`, and a
 * target that is only a substitution can be anything. `${D:?}` stops when it is empty.
 */
function whyCriticalUnknown(place: Extract<Place, { kind: 'unknown' }>, recursive: boolean): string | undefined {
  const source = place.source.replaceAll(/["']/g, '')
  if (/\$\{\w+:\?[^}]*\}/.test(source)) return undefined
  if (recursive && !isPicked(place) && PRINTED.test(source) && !/^(?:\$\(|\x60)\s*mktemp\b/.test(source))
    return 'whatever a command prints'
  return EMPTIED.find(([shape]) => shape.test(source))?.[1]
}

/** Names that `find` picked below a known directory by a condition of its own; the categories look at which. */
function isPicked(place: Extract<Place, { kind: 'unknown' }>): boolean {
  return (
    place.within !== undefined &&
    /^(?:\$\(|`)\s*find\s[^|;&]*\s-(?:i?name|i?path|empty|mtime|size)\s/.test(place.source)
  )
}

/** A variable that was set from the working directory, in any of the ways to ask for it. */
function whyCriticalVariable(action: ActionOf<'delete-file'>, actions: readonly Action[]): string | undefined {
  if (action.place.kind !== 'unknown' || !action.recursive || action.filtered) return undefined
  const found = whereaboutsIn(actions).get(action.evidence)?.has(action.place.source)
  return found === true ? 'the working directory or one above it' : undefined
}

/** Words of programs that stand for the working directory, by the command they are in. Found once for each call. */
function whereaboutsIn(actions: readonly Action[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = knownWhereabouts.get(actions)
  if (known !== undefined) return known
  const found = new Map<string, Set<string>>()
  for (const action of actions) {
    if (action.does !== 'run-program') continue
    for (const word of action.args) {
      if (word.kind !== 'dynamic') continue
      const text = word.pieces.map((piece) => ('known' in piece ? piece.known : piece.unknown)).join('')
      if (!WHEREABOUTS.test(text)) continue
      const sources = found.get(action.evidence) ?? new Set()
      found.set(action.evidence, sources.add(word.source))
    }
  }
  knownWhereabouts.set(actions, found)
  return found
}

const knownWhereabouts = new WeakMap<readonly Action[], ReadonlyMap<string, ReadonlySet<string>>>()

const WHEREABOUTS =
  /^(?:\$\(|\x60)\s*(?:pwd|realpath \.|readlink -f \.|git rev-parse --show-toplevel|dirname)\b[^)\x60]*(?:\)|\x60)(?:\/(?:\*|\.\.)?)*$/

const TOP_LEVEL =
  'bin|boot|dev|etc|home|lib|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|System|Library|Applications|Windows'
const VARIABLE = String.raw`\$(?:\w+|\{[^}]+\}|[@*#?])`
const SUBSTITUTION = String.raw`(?:\$\([^)]*\)|\x60[^\x60]*\x60)`

const PRINTED = new RegExp(`^${SUBSTITUTION}$`)

/** Shapes of a target, and what each becomes when its unknown part is empty. */
const EMPTIED: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^(?:${VARIABLE})+(?:/|/?\\*+)$`), 'the root, when the variable is empty'],
  [new RegExp(`^(?:${VARIABLE}|${SUBSTITUTION})/+[*.]*$`), 'everything in the root, when it is empty'],
  [new RegExp(`^${VARIABLE}/+(?:${TOP_LEVEL})(?:/\\**)?$`), 'a system directory, when the variable is empty'],
  [
    new RegExp(`^(?:~|\\$HOME|\\$\\{HOME\\}|/home/[^/]+|/root|)/+(?:${SUBSTITUTION}|${VARIABLE})/?$`),
    'a home directory or the root, when it is empty',
  ],
  [/^\\+$/, 'the root of a drive'],
]
