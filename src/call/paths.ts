import { fixedDirectory, globMatcher, unescapeGlob } from './glob.ts'
import type { Condition } from './place-condition.ts'
import type { Place } from './place.ts'
import { type Dynamic, type Glob, isGiven, isPlainName, knownPrefix, type Word } from './word.ts'
import type { Surroundings, World } from './world.ts'

/** How many files a wildcard is expanded to before we stop looking. */
const MOST_MATCHES = 100

/** Where a word points when the program runs in `cwd`. Total: what cannot be resolved is `unknown`. */
export function resolvePlace(word: Word, cwd: Place, surroundings: Surroundings, world: World): Place {
  if (word.kind === 'dynamic') return findPlace(word, cwd, surroundings, world)
  let known = resolved.get(cwd)
  if (known === undefined || known.surroundings !== surroundings || known.world !== world)
    resolved.set(cwd, (known = { surroundings, world, places: new Map() }))
  const key = word.kind === 'literal' ? `=${word.text}` : `${word.hidden ? '.' : '*'}${word.pattern}`
  const remembered = known.places.get(key)
  if (remembered !== undefined) return remembered
  const place = findPlace(word, cwd, surroundings, world)
  known.places.set(key, place)
  return place
}

interface Resolved {
  readonly surroundings: Surroundings
  readonly world: World
  readonly places: Map<string, Place>
}

/** The same word in the same directory is the same place. The directory is made anew for every call, and so are these. */
const resolved = new WeakMap<Place, Resolved>()

function findPlace(word: Word, cwd: Place, surroundings: Surroundings, world: World): Place {
  switch (word.kind) {
    case 'literal':
      return resolveText(word.text, cwd, surroundings, world)
    case 'glob':
      return resolveGlob(word, cwd, surroundings, world)
    case 'dynamic': {
      const prefix = knownPrefix(word)
      const directory = prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/') + 1) : ''
      // A `..` behind something unknown leads anywhere; one before it is resolved with the directory.
      const climbs = word.pieces.some(
        (piece, at) => 'known' in piece && CLIMBS.test(at === 0 ? piece.known.slice(directory.length) : piece.known),
      )
      if (climbs) return { kind: 'unknown', source: word.source }
      if (directory === '' && prefix === '' && !isPlainName(word))
        return {
          kind: 'unknown',
          source: word.source,
          ...(isGiven(word) ? { given: true as const } : {}),
          ...near(word),
        }
      const within = resolveText(directory === '' ? '.' : directory, cwd, surroundings, world)
      if (within.kind !== 'path') return { kind: 'unknown', source: word.source }
      const only = provable(word, directory, within.real)
      return { kind: 'unknown', source: word.source, within: within.real, ...(only ? { only } : {}) }
    }
  }
}

function near(word: Dynamic): { readonly near?: string } {
  for (const piece of word.pieces) if ('unknown' in piece && piece.found) return { near: piece.found.below }
  return {}
}

const CLIMBS = /(^|\/)\.\.(\/|$)/

/** What the known text around the unknown pieces, or the search that yields them, says about the path. */
function provable(word: Dynamic, directory: string, within: string): Condition | undefined {
  const [first, second, ...more] = word.pieces
  if (more.length === 0 && first && 'known' in first && second && 'unknown' in second && second.found)
    if (first.known === directory && directory === `${second.found.below === '/' ? '' : second.found.below}/`)
      return second.found.only
  const pattern = word.pieces
    .map((piece) => ('known' in piece ? piece.known.replaceAll('\\', '\\\\') : '**'))
    .join('')
    .slice(directory.length)
  return pattern === '**' ? undefined : below(within, pattern)
}

/** It matches a wildcard that begins in a directory. */
function below(directory: string, pattern: string): Condition {
  return { is: 'place', pattern: `${directory === '/' ? '' : escapeGlob(directory)}/${pattern}` }
}

/** The working directory of whoever asks, by another name. */
const OWN_DIRECTORY = /^\/+proc\/(?:self|thread-self)\/cwd(?=\/|$)/

export function resolveText(text: string, cwd: Place, surroundings: Surroundings, world: World): Place {
  const expanded = expandTilde(stripFileUrl(text), surroundings)
  const windows = windowsPath(expanded)
  if (windows !== undefined) return { kind: 'path', path: windows, real: windows }
  const itself = OWN_DIRECTORY.exec(expanded)?.[0]
  if (itself !== undefined) return resolveText(`.${expanded.slice(itself.length)}`, cwd, surroundings, world)
  if (expanded.startsWith('/')) return at(expanded, world)
  if (cwd.kind === 'path') return at(`${cwd.path}/${expanded}`, world)
  const base = cwd.kind === 'glob' ? cwd.base : cwd.within
  const climbs = /(^|\/)\.\.(\/|$)/.test(expanded)
  return base === undefined || climbs
    ? { kind: 'unknown', source: text }
    : { kind: 'unknown', source: text, within: base, ...narrowed(base, escapeGlob(expanded)) }
}

/** A name in a directory that is itself somewhere below another. */
function narrowed(base: string, pattern: string): { readonly only?: Condition } {
  const name = pattern.replace(/^(?:\.\/)+|\/+$/g, '')
  return name === '' || name === '.' ? {} : { only: below(base, `**/${name}`) }
}

function at(absolute: string, world: World): Place {
  const windows = windowsPath(absolute)
  if (windows !== undefined) return { kind: 'path', path: windows, real: windows }
  return { kind: 'path', path: normalise(absolute), real: follow(absolute, world) }
}

/** What the machine opens: `..` goes up from where a link leads, not from where it stands. */
function follow(absolute: string, world: World): string {
  if (!/(^|\/)\.\.(\/|$)/.test(absolute)) return world.real(normalise(absolute))
  let walked = ''
  for (const segment of absolute.split('/')) {
    if (segment === '..') walked = parent(world.real(walked === '' ? '/' : walked))
    else if (segment !== '' && segment !== '.') walked = `${walked === '/' ? '' : walked}/${segment}`
  }
  return world.real(walked === '' ? '/' : walked)
}

function resolveGlob({ pattern, hidden }: Glob, cwd: Place, surroundings: Surroundings, world: World): Place {
  const expanded = expandTilde(pattern, surroundings).replace(OWN_DIRECTORY, '.')
  const windows = windowsPath(expanded)
  if (windows !== undefined)
    return { kind: 'glob', base: windows.slice(0, windows.lastIndexOf('/')), pattern: windows, matches: [] }
  if (!expanded.startsWith('/') && cwd.kind !== 'path') {
    const base = cwd.kind === 'glob' ? cwd.base : cwd.within
    return base === undefined
      ? { kind: 'unknown', source: pattern }
      : { kind: 'unknown', source: pattern, within: base, ...narrowed(base, expanded) }
  }
  const joined = expanded.startsWith('/') ? expanded : `${escapeGlob(cwd.kind === 'path' ? cwd.path : '/')}/${expanded}`
  const absolute = normalise(joined)
  return {
    kind: 'glob',
    base: unescapeGlob(fixedDirectory(absolute)),
    pattern: absolute,
    matches: expandGlob(absolute, world, hidden),
    ...(hidden ? { hidden } : {}),
  }
}

/** What a wildcard matches now, as real paths, directory by directory; at most MOST_MATCHES. */
function expandGlob(pattern: string, world: World, dots: true | undefined): readonly string[] {
  let found: string[] = ['']
  for (const segment of pattern.split('/').slice(1)) {
    if (!/[*?[]/.test(segment)) {
      found = found.map((directory) => `${directory}/${unescapeGlob(segment)}`)
      continue
    }
    const matches = globMatcher(segment)
    const hidden = dots === true || segment.startsWith('.') || segment.startsWith('[')
    const next: string[] = []
    for (const directory of found) {
      for (const name of world.list(directory === '' ? '/' : directory) ?? []) {
        if (!hidden && name.startsWith('.')) continue
        if (matches(name)) next.push(`${directory}/${name}`)
        if (next.length >= MOST_MATCHES) break
      }
      if (next.length >= MOST_MATCHES) break
    }
    found = next
  }
  return found.filter((path) => world.look(path) !== 'absent').map((path) => world.real(path))
}

/** `~`, `~/x`, `~user/x`. Another user's home is taken to lie beside this one's. */
export function expandTilde(text: string, surroundings: Surroundings): string {
  if (!text.startsWith('~')) return text
  const slash = text.indexOf('/')
  const user = slash < 0 ? text.slice(1) : text.slice(1, slash)
  const tail = slash < 0 ? '' : text.slice(slash)
  if (user === '') return `${surroundings.home}${tail}`
  if (user === '+') return `${surroundings.cwd}${tail}`
  if (!/^[a-z_][a-z0-9_.-]*$/i.test(user)) return text
  return user === 'root' ? `/root${tail}` : `${parent(surroundings.home)}/${user}${tail}`
}

/** Removes `.`, `..`, doubled and trailing slashes. The result of `/..` is `/`. */
export function normalise(absolute: string): string {
  if (absolute.startsWith('/') && !/\/\.{0,2}(?:\/|$)/.test(absolute)) return absolute
  const out: string[] = []
  for (const segment of absolute.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') out.pop()
    else out.push(segment)
  }
  return `/${out.join('/')}`
}

/** `C:\x`, `C:/x`, `/c/x` is left alone; UNC `\\server\share`. Backslashes become slashes, `..` is removed. */
export function windowsPath(text: string): string | undefined {
  if (/^\\\\[^\\/]/.test(text)) return `//${normalise(text.replaceAll('\\', '/')).slice(1)}`
  const drive = /^([a-zA-Z]):([\\/]|$)/.exec(text)
  if (!drive) return undefined
  return `${drive[1]!.toUpperCase()}:${normalise(`/${text.slice(2).replaceAll('\\', '/')}`)}`
}

/**
 * A path in the spelling in which names are compared: lower case, and without what some file system ignores. Windows
 * drops trailing dots, spaces and stream names (`.git.`, `.git::$INDEX_ALLOCATION`) and knows `.git` as `git~1`; macOS
 * drops invisible characters.
 */
export function foldPath(path: string): string {
  const lower = path.toLowerCase()
  if (!/[:~\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[. ](?:\/|$)/.test(lower)) return lower
  return lower
    .replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .split('/')
    .map((name, at) => (at === 0 ? name : foldName(name)))
    .join('/')
}

function foldName(name: string): string {
  const stream = name.indexOf(':')
  const bare = (stream > 0 ? name.slice(0, stream) : name).replace(/[. ]+$/, '')
  if (/^\.?git~\d$/.test(bare)) return '.git'
  return bare === '' ? name : bare
}

export function isInside(path: string, directory: string): boolean {
  if (directory === '/') return true
  return path.startsWith(directory) && (path.length === directory.length || path[directory.length] === '/')
}

export function parent(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash <= 0 ? '/' : path.slice(0, slash)
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function stripFileUrl(text: string): string {
  const url = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(text)
  if (!url) return text
  try {
    return decodeURIComponent(url[1]!)
  } catch {
    return url[1]!
  }
}

function escapeGlob(path: string): string {
  return path.replace(/[*?[\\]/g, '\\$&')
}
