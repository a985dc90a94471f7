import { globMatcher, isGlob } from './glob.ts'
import { foldPath, isInside, parent } from './paths.ts'
import {
  ABSOLUTE_FILES,
  DIRECTORIES,
  EXTENSIONS,
  FILE_ENDINGS,
  FILES,
  LOCAL_SAMPLES,
  ONLY_AT_ROOT,
  ONLY_IN_WORKSPACE,
  STARTUP_EXTENSIONS,
  SYSTEM_ROOTS,
  TEMP_ROOTS,
  WINDOWS_SYSTEM,
} from './place-kinds-table.ts'
import { asksFor, mayMeet } from './place-condition.ts'
import { LOCAL_SECRETS, protectedBelow, SOME_NAME, WORST_KINDS } from './place-protected.ts'
import type { Place } from './place.ts'
import type { Surroundings, World } from './world.ts'

/** Facts about a place, no judgement: where it lies and what its name means. A place has any number of them. */
/** Group policies and answer files of Windows keep passwords that everybody can decrypt. */
const HOLDS_DOMAIN_PASSWORDS =
  /\/(?:group policy|policies|sysvol)\/.*\/(?:groups|services|scheduledtasks|datasources|printers|drives)\.xml$|\/(?:panther|sysprep)\/(?:unattend\/)?(?:unattend(?:ed)?|sysprep)\.(?:xml|inf)$|^[a-z]:\/(?:unattend|sysprep)\.(?:xml|inf)$/i

/** A project's own are settings; those of the user hold tokens. */
const HOLDS_TOKENS_AT_HOME = /\/(?:\.npmrc|\.claude\.json|\.aider\.conf\.yml|\.cursor\/mcp\.json)$/

export type PlaceKind =
  /** In the workspace; in a directory the settings add; the workspace directory itself or one above it. */
  | 'workspace'
  | 'additional'
  | 'workspace-root'
  /** In neither of the two. `/dev/null` and its like are nowhere and so not outside. */
  | 'outside'
  | 'home'
  | 'other-home'
  | 'temp'
  | 'system'
  /** `/`, a direct child of it, a home directory itself, a drive root or a directory directly in it. */
  | 'root'
  | 'unknown'
  | 'network-share'
  | 'secret'
  | 'ssh'
  | 'browser-profile'
  | 'history'
  | 'shell-profile'
  | 'git-internals'
  | 'git-hook'
  | 'git-config'
  | 'agent-settings'
  | 'agent-instructions'
  | 'agent-transcript'
  | 'gate-state'
  | 'editor-settings'
  | 'ci'
  | 'package-manifest'
  | 'package-settings'
  | 'build-script'
  | 'hook-runner'
  | 'infrastructure'
  | 'startup'
  | 'log'
  | 'audit-log'
  | 'device'
  | 'proc'
  | 'null'
  | 'executable-path'
  | 'documentation'

/**
 * The kinds of a place. Where it lies is decided by what the machine would open (`real`); what its name means, by both
 * the name that was written and the real one, so that neither a link to a secret nor a link named like one is missed.
 */
export function placeKinds(place: Place, surroundings: Surroundings, world: World): ReadonlySet<PlaceKind> {
  if (place.kind === 'path' && place.path === place.real) return pathKinds(place.real, surroundings)
  const known = knownPlaces.get(place)
  if (known?.surroundings === surroundings) return known.kinds
  const kinds = findPlaceKinds(place, surroundings, world)
  knownPlaces.set(place, { surroundings, kinds })
  return kinds
}

/** Places and surroundings are made anew for every call, so that what is remembered cannot outlive its call. */
const knownPlaces = new WeakMap<
  Place,
  { readonly surroundings: Surroundings; readonly kinds: ReadonlySet<PlaceKind> }
>()
const knownPaths = new WeakMap<Surroundings, Map<string, ReadonlySet<PlaceKind>>>()

function findPlaceKinds(place: Place, surroundings: Surroundings, world: World): ReadonlySet<PlaceKind> {
  const kinds = new Set<PlaceKind>()
  switch (place.kind) {
    case 'path':
      addLocation(place.real, surroundings, kinds)
      addNames(place.real, surroundings, kinds)
      addNames(place.path, surroundings, kinds)
      break
    case 'glob':
      addGlob(place, surroundings, world, kinds)
      break
    case 'unknown':
      if (place.within !== undefined) addWithin(place.within, surroundings, kinds)
      for (const path of possiblePaths(place, surroundings, world))
        for (const kind of pathKinds(path, surroundings)) if (WORST_KINDS.has(kind)) kinds.add(kind)
      kinds.add('unknown')
      break
  }
  if (kinds.has('null')) for (const kind of ['outside', 'system', 'device'] as const) kinds.delete(kind)
  return kinds
}

/** The kinds of one absolute path whose links are already followed. The disk is not asked: names alone decide. */
export function pathKinds(path: string, surroundings: Surroundings): ReadonlySet<PlaceKind> {
  const paths = knownPathsIn(surroundings)
  const known = paths.get(path)
  if (known !== undefined) return known
  const kinds = new Set<PlaceKind>()
  addLocation(path, surroundings, kinds)
  addNames(path, surroundings, kinds)
  if (kinds.has('null')) for (const kind of ['outside', 'system', 'device'] as const) kinds.delete(kind)
  if (paths.size >= MOST_PATHS) paths.clear()
  if (path.length <= LONGEST_PATH) paths.set(path, kinds)
  return kinds
}

/** What is known of paths by where they are judged from: workspace, home and added directories are all that matters. */
function knownPathsIn(surroundings: Surroundings): Map<string, ReadonlySet<PlaceKind>> {
  const found = knownPaths.get(surroundings)
  if (found !== undefined) return found
  const ground = [surroundings.workspace, surroundings.home, ...surroundings.additional].join('\u0000')
  const paths = knownGrounds.get(ground) ?? new Map<string, ReadonlySet<PlaceKind>>()
  if (knownGrounds.size >= MOST_GROUNDS) knownGrounds.clear()
  knownGrounds.set(ground, paths)
  knownPaths.set(surroundings, paths)
  return paths
}

const knownGrounds = new Map<string, Map<string, ReadonlySet<PlaceKind>>>()
const MOST_GROUNDS = 16
const MOST_PATHS = 4096
const LONGEST_PATH = 1024

function addLocation(path: string, surroundings: Surroundings, kinds: Set<PlaceKind>): void {
  const { workspace, additional, home } = surroundings
  const inWorkspace = isInside(path, workspace)
  const inAdditional = additional.some((directory) => isInside(path, directory))
  if (inWorkspace) kinds.add('workspace')
  if (inAdditional) kinds.add('additional')
  if (!inWorkspace && !inAdditional) kinds.add('outside')
  if (path === workspace || isInside(workspace, path)) kinds.add('workspace-root')
  if (isInside(path, home)) kinds.add('home')
  else if (/^(?:\/home\/[^/]+|\/Users\/(?!Shared)[^/]+|\/root|[A-Z]:\/Users\/(?!Public)[^/]+)(?:\/|$)/.test(path))
    kinds.add('other-home')
  // A home directory that lies in scratch space is a home directory, and so is what is in it.
  const temp =
    (TEMP_ROOTS.some((directory) => isInside(path, directory)) && !isInside(path, home)) ||
    /^[A-Z]:\/(?:Windows\/Temp|Temp|Users\/[^/]+\/AppData\/Local\/Temp)(?:\/|$)/i.test(path)
  if (temp) kinds.add('temp')
  if (path.startsWith('//')) kinds.add('network-share')
  if (isTopLevel(path) || path === home || isHomeDirectory(path)) kinds.add('root')
  const segments = path.split('/', 3)
  const first = (segments[1] ?? '').toLowerCase()
  const drive = /^[A-Z]:$/.test(segments[0]!)
  if (!temp && (drive ? WINDOWS_SYSTEM.has(first) : segments[0] === '' && SYSTEM_ROOTS.has(first))) kinds.add('system')
}

/** `/`, `/x`, `C:/`, `C:/x`. */
function isTopLevel(path: string): boolean {
  return /^(?:[A-Z]:)?\/[^/]*$/.test(path)
}

function isHomeDirectory(path: string): boolean {
  return path === '/root' || /^(?:\/home|\/Users|[A-Z]:\/Users)\/[^/]+$/.test(path)
}

/** Last names of the directories in the table: a path that has none of them has none of the directories. */
const LAST_NAMES: ReadonlySet<string> = new Set(
  [...DIRECTORIES.keys()].map((name) => name.slice(name.lastIndexOf('/') + 1)),
)

function addNames(path: string, surroundings: Surroundings, kinds: Set<PlaceKind>): void {
  for (const kind of ABSOLUTE_FILES.get(path) ?? []) kinds.add(kind)
  const segments = foldPath(path).split('/')
  const workspace = isInside(path, surroundings.workspace)
  const inside = workspace ? surroundings.workspace.split('/').length : segments.length
  for (let at = 1; at < segments.length; at++) {
    let name = segments[at]!
    if (!LAST_NAMES.has(name)) continue
    for (let length = 1; ; length++) {
      const found = DIRECTORIES.get(name)
      if (found && (!ONLY_AT_ROOT.has(name) || at === length) && (!ONLY_IN_WORKSPACE.has(name) || at >= inside))
        for (const kind of found) kinds.add(kind)
      if (length === 4 || at - length < 1) break
      name = `${segments[at - length]}/${name}`
    }
  }
  addFileName(segments, workspace, surroundings, path, kinds)
  if (segments.includes('worktrees')) forgetWorktree(segments, kinds)
}

function addFileName(
  segments: readonly string[],
  workspace: boolean,
  surroundings: Surroundings,
  path: string,
  kinds: Set<PlaceKind>,
): void {
  const name = segments.at(-1)!
  for (const kind of FILES.get(name) ?? []) kinds.add(kind)
  for (let length = 2, tail = name; length <= 4 && segments.length > length; length++) {
    tail = `${segments[segments.length - length]}/${tail}`
    for (const kind of FILE_ENDINGS.get(tail) ?? []) kinds.add(kind)
  }
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot + 1) : ''
  if (extension !== '' && !(workspace && STARTUP_EXTENSIONS.has(extension)))
    for (const kind of EXTENSIONS.get(extension) ?? []) kinds.add(kind)
  if (isEnvironmentFile(name)) kinds.add('secret')
  if ((extension === 'pem' || extension === 'key') && isPrivateKey(name, segments)) kinds.add('secret')
  if (/^service[_-]?account.*\.json$|^krb5cc_|^jpserver-\d+\.json$/.test(name)) kinds.add('secret')
  if (/^\.?lefthook(?:-local)?\.\w+$/.test(name)) kinds.add('hook-runner')
  if (/^requirements[\w.-]*\.txt$/.test(name)) {
    kinds.add('package-manifest')
    kinds.delete('documentation')
  }
  if (/^(?:docker-)?compose[\w.-]*\.ya?ml$|^dockerfile\.[\w-]+$/.test(name)) kinds.add('build-script')
  if (HOLDS_TOKENS_AT_HOME.test(path) && !workspace && isInside(path, surroundings.home)) kinds.add('secret')
  if (HOLDS_DOMAIN_PASSWORDS.test(path)) kinds.add('secret')
  if (kinds.has('ssh') && (name === 'known_hosts' || name === 'config' || name === '.ssh' || extension === 'pub'))
    kinds.delete('secret')
  if (/^\/proc\/(?:self|thread-self|\d+)\/(?:environ|mem|cmdline|auxv)$/.test(path) && !path.endsWith('cmdline'))
    kinds.add('secret')
  if (/^\/(?:dev\/fd|proc\/self\/fd)\/\d+$/.test(path)) kinds.add('null')
}

/** `.env`, `.env.local`, `prod.env`, but not the examples that are meant to be committed. */
function isEnvironmentFile(name: string): boolean {
  const parts = name.split('.')
  if (!parts.includes('env') || name.startsWith('.envrc')) return false
  if (parts.some((part) => HARMLESS_ENVIRONMENT.has(part))) return false
  return name === '.env' || name.startsWith('.env.') || (name.endsWith('.env') && parts.length === 2)
}

const HARMLESS_ENVIRONMENT: ReadonlySet<string> = new Set(
  'example examples sample samples template tpl tmpl dist test testing defaults default schema ci docs d md ts js py'.split(
    ' ',
  ),
)

/** Certificates and public keys share the extension; keys of test fixtures are not anybody's. */
function isPrivateKey(name: string, segments: readonly string[]): boolean {
  if (/cert|chain|bundle|public|\bpub\b|^ca\b|root|issuer|crt/.test(name)) return false
  // Beside certificates lie their keys; what is called a key there is one.
  return !segments.some((segment) => (segment === 'certs' ? !name.endsWith('.key') : FIXTURES.has(segment)))
}

const FIXTURES: ReadonlySet<string> = new Set(
  'test tests __tests__ testdata fixtures __fixtures__ spec mocks examples node_modules site-packages certs'.split(' '),
)

/** A working copy kept in `.claude/worktrees/<name>` is a project, not the agent's settings. */
function forgetWorktree(segments: readonly string[], kinds: Set<PlaceKind>): void {
  const at = segments.indexOf('worktrees')
  if (segments[at - 1] !== '.claude' || segments.length <= at + 2) return
  const below = segments.slice(at + 2)
  if (
    !below.some(
      (segment) =>
        DIRECTORIES.get(segment)?.includes('agent-settings') || FILES.get(segment)?.includes('agent-settings'),
    )
  )
    kinds.delete('agent-settings')
}

/** Nothing is sure below a directory that holds the workspace; below any other, its own kinds hold. */
function addWithin(within: string, surroundings: Surroundings, kinds: Set<PlaceKind>): void {
  const found = new Set<PlaceKind>()
  addLocation(within, surroundings, found)
  addNames(`${within === '/' ? '' : within}/\u0000`, surroundings, found)
  const holdsWorkspace =
    within !== surroundings.workspace &&
    [surroundings.workspace, ...surroundings.additional].some((directory) => isInside(directory, within))
  found.delete('root')
  found.delete('workspace-root')
  if (holdsWorkspace) found.delete('outside')
  if (within === '/') found.clear()
  for (const kind of found) kinds.add(kind)
}

function addGlob(
  place: Extract<Place, { kind: 'glob' }>,
  surroundings: Surroundings,
  world: World,
  kinds: Set<PlaceKind>,
): void {
  addWithin(place.base, surroundings, kinds)
  for (const match of place.matches) for (const kind of pathKinds(match, surroundings)) kinds.add(kind)
  if (parent(place.pattern) === '/') kinds.add('root')
  // Whoever has a home on the drive: a wildcard for the name reaches into all of them, one for the drive even further.
  if (/^[A-Z]:\/Users\/?$/i.test(place.base)) kinds.add('other-home')
  if (/^[A-Z]:\/?$/i.test(place.base)) kinds.add('root')
  const possible = new Set<PlaceKind>()
  for (const sample of samplesOf(place, surroundings, world)) addNames(sample, surroundings, possible)
  possible.delete('documentation')
  for (const kind of possible) kinds.add(kind)
  // The names behind the last wildcard are fixed: `/x/*/.netrc` ends in secrets, whatever the wildcard stands for.
  if (!isGlob(place.pattern.slice(place.pattern.lastIndexOf('/') + 1))) {
    const named = new Set<PlaceKind>()
    addNames(place.pattern.replaceAll(/[*?]+/g, 'x'), surroundings, named)
    for (const kind of ['secret', 'history', 'browser-profile'] as const) if (named.has(kind)) kinds.add(kind)
  }
}

/**
 * The concrete paths a place may stand for: what was written and what it really is; what a wildcard matches now and the
 * protected places it could match; for a path that is not wholly known, the protected places it could be, and a name
 * that nobody has in the directory it must lie in.
 */
export function candidatePaths(place: Place, surroundings: Surroundings, world: World): readonly string[] {
  switch (place.kind) {
    case 'path':
      return place.path === place.real ? [place.path] : [place.path, place.real]
    case 'glob':
      return [...place.matches, ...samplesOf(place, surroundings, world)]
    case 'unknown':
      return place.within === undefined
        ? possiblePaths(place, surroundings, world)
        : [`${place.within === '/' ? '' : place.within}/${SOME_NAME}`, ...possiblePaths(place, surroundings, world)]
  }
}

/** The protected places that a path which is not wholly known could be. */
function possiblePaths(
  place: Extract<Place, { kind: 'unknown' }>,
  surroundings: Surroundings,
  world: World,
): readonly string[] {
  const known = knownSamples.get(place)
  if (known?.surroundings === surroundings) return known.samples
  const samples = findPossible(place, surroundings, world)
  knownSamples.set(place, { surroundings, samples })
  return samples
}

function findPossible(
  { within, near, only }: Extract<Place, { kind: 'unknown' }>,
  surroundings: Surroundings,
  world: World,
): readonly string[] {
  if (within === undefined)
    return near === undefined ? [] : protectedBelow(near, { surroundings, world }).map(({ path }) => path)
  const found = protectedBelow(within, { surroundings, world })
    .filter((candidate) => mayMeet(candidate, only))
    .map(({ path }) => path)
  if (only === undefined) return found
  for (const name of LOCAL_SECRETS) {
    const path = `${within === '/' ? '' : within}/${name}`
    if (asksFor({ path, type: 'file' }, only)) found.push(path)
  }
  return found
}

/** Well-known files that a wildcard could match, whether or not the disk shows them. */
function samplesOf(
  place: Extract<Place, { kind: 'glob' }>,
  surroundings: Surroundings,
  world: World,
): readonly string[] {
  const known = knownSamples.get(place)
  if (known?.surroundings === surroundings) return known.samples
  const samples = findSamples(place, surroundings, world)
  knownSamples.set(place, { surroundings, samples })
  return samples
}

const knownSamples = new WeakMap<Place, { readonly surroundings: Surroundings; readonly samples: readonly string[] }>()

function findSamples(
  place: Extract<Place, { kind: 'glob' }>,
  surroundings: Surroundings,
  world: World,
): readonly string[] {
  const { base, pattern } = place
  const last = pattern.slice(pattern.lastIndexOf('/') + 1)
  const below = base === '/' ? '' : base
  const seen = isInside(base, surroundings.workspace) && world.list(base) !== undefined
  const narrow = last.replaceAll(/\[[^\]]*\]|[*?]/g, '').length > 1
  const matches = wildcardMatcher(pattern, place.hidden)
  const found = protectedBelow(base, { surroundings, world })
    .map(({ path }) => path)
    .filter(matches)
  if (!seen && narrow)
    for (const sample of LOCAL_SAMPLES) if (matches(`${below}/${sample}`)) found.push(`${below}/${sample}`)
  const named = globMatcher(last)
  for (const name of LOCAL_SECRETS) {
    if (!named(name)) continue
    const path = `${below}/${name}`
    if (seen && !/^(?:\.env(?:\.|$)|id_)/.test(name)) continue
    if (matches(path) && asksFor({ path, type: 'file' }, { is: 'name', pattern: last, letters: 'exact' }))
      found.push(path)
  }
  if (place.matches.length === 0 && /^[*?.\w-]*\.(?:pem|key|kdbx|p12|pfx|ppk|jks|tfstate)$/i.test(last))
    found.push(`${below}/${last.replaceAll(/[*?]/g, 'x')}`)
  return found
}

/** Matches a path segment by segment; `*` does not match a leading dot. */
function wildcardMatcher(pattern: string, dots: true | undefined): (path: string) => boolean {
  if (pattern.includes('**')) return globMatcher(pattern)
  const segments = pattern
    .split('/')
    .map((segment) => ({ hidden: dots === true || /^\\?\./.test(segment), match: globMatcher(segment) }))
  return (path) => {
    const parts = path.split('/')
    return (
      parts.length === segments.length &&
      segments.every(({ hidden, match }, at) => match(parts[at]!) && (hidden || !parts[at]!.startsWith('.')))
    )
  }
}
