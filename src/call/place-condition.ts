import { globMatcher } from './glob.ts'
import { baseName, isInside, parent } from './paths.ts'

/**
 * What is provable of the paths that a search yields (`find`, `fd`, a listing, a walk). Plain data: it goes with a word
 * or a place from where it is written to where it is judged. `unknown` is a test that cannot be decided here.
 */
export type Condition =
  /** The last name matches a wildcard. */
  | { readonly is: 'name'; readonly pattern: string; readonly letters: Letters }
  /** The path as the search shows it matches a wildcard whose `*` crosses slashes. `shown` is how it shows `base`. */
  | {
      readonly is: 'path'
      readonly pattern: string
      readonly letters: Letters
      readonly base: string
      readonly shown: string
    }
  /** The absolute path matches a wildcard whose `*` stays within a name and whose `**` does not. */
  | { readonly is: 'place'; readonly pattern: string }
  /** The last name holds the text. */
  | { readonly is: 'holding'; readonly text: string; readonly at: 'start' | 'end' | 'anywhere' }
  /** At least and at most so many names below the directory. */
  | { readonly is: 'depth'; readonly base: string; readonly least: number; readonly most: number }
  /** No name below the directory begins with a dot. */
  | { readonly is: 'visible'; readonly base: string }
  | { readonly is: 'type'; readonly type: Candidate['type'] }
  /** No directory between `base` and the path meets the condition: the search does not go into those. */
  | { readonly is: 'not-below'; readonly base: string; readonly of: Condition }
  | { readonly is: 'not'; readonly of: Condition }
  | { readonly is: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly is: 'unknown' }

export type Letters = 'exact' | 'any case'

/** A path that is there, or could be. */
export interface Candidate {
  readonly path: string
  readonly type: 'file' | 'directory'
}

export const UNDECIDED: Condition = { is: 'unknown' }
export const ALWAYS: Condition = { is: 'all', of: [] }

/** Names that a search yields: below an absolute directory, and what is provable of each. */
export interface Found {
  readonly below: string
  readonly only?: Condition
  /** Something may have rewritten the names since: they were found there, and may now be others. */
  readonly rewritten?: true
}

/** What holds for a name of which nobody knows which search yielded it. */
export function oneOf(founds: readonly Found[]): Found | undefined {
  const [first, ...more] = founds
  if (first === undefined || more.length === 0) return first
  let below = first.below
  for (const found of more) while (!isInside(found.below, below)) below = parent(below)
  if (founds.some((found) => found.rewritten)) return { below, rewritten: true }
  const each = founds.map((found) => allOf(inside(found.below), found.only) ?? UNDECIDED)
  return { below, only: anyOf(each) }
}

function inside(directory: string): Condition {
  return { is: 'depth', base: directory, least: 0, most: Number.MAX_SAFE_INTEGER }
}

export function allOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const of = conditions.filter((condition) => condition !== undefined)
  return of.length === 0 ? undefined : of.length === 1 ? of[0] : { is: 'all', of }
}

export function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 1 ? conditions[0]! : { is: 'any', of: conditions }
}

export function not(of: Condition): Condition {
  return { is: 'not', of }
}

/**
 * What the filters of a search tool choose below a directory: `-g`, `--include`, a tool's own `glob`. One with a slash
 * is matched from any directory on, one that begins with `!` leaves out. A filter that cannot be read chooses nothing.
 */
export function chosenBy(globs: readonly (string | undefined)[], base: string): Condition | undefined {
  const wanted: Condition[] = []
  const unwanted: Condition[] = []
  for (const glob of globs) {
    if (glob === undefined) return undefined
    const negative = glob.startsWith('!')
    const texts = withoutBraces(negative ? glob.slice(1) : glob)
    if (texts === undefined) return undefined
    for (const text of texts) (negative ? unwanted : wanted).push(globbed(text, base))
  }
  return allOf(wanted.length === 0 ? undefined : anyOf(wanted), ...unwanted.map(not))
}

function globbed(text: string, base: string): Condition {
  const bare = text.replace(/^(?:\*\*\/|\.\/)+/, '')
  if (!bare.includes('/')) return { is: 'name', pattern: bare, letters: 'any case' }
  const start = base === '/' ? '' : base.replaceAll(/[*?[\\]/g, '\\$&')
  return { is: 'place', pattern: `${start}/**/${bare.replace(/^\//, '')}` }
}

/** `*.{ts,tsx}` as the globs it stands for; undefined when there are too many or the braces are nested. */
function withoutBraces(glob: string): readonly string[] | undefined {
  const found = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(glob)
  if (found === null) return /[{}]/.test(glob) ? undefined : [glob]
  const all: string[] = []
  for (const part of found[2]!.split(',')) {
    const rest = withoutBraces(`${found[1]}${part}${found[3]}`)
    if (rest === undefined || all.length + rest.length > 64) return undefined
    all.push(...rest)
  }
  return all
}

/** True when the condition chooses by name: a name that nobody has is provably left out. */
export function picks(only: Condition | undefined, base: string): boolean {
  return !mayMeet({ path: `${base === '/' ? '' : base}/\u0002`, type: 'file' }, only)
}

/** False only where the condition provably leaves the candidate out. */
export function mayMeet(candidate: Candidate, only: Condition | undefined): boolean {
  return only === undefined || holds(only, candidate) !== 'no'
}

type Answer = 'yes' | 'no' | 'maybe'

function holds(condition: Condition, candidate: Candidate): Answer {
  const { path } = candidate
  switch (condition.is) {
    case 'name':
      return matches(condition.pattern, baseName(path), condition.letters)
    case 'path': {
      if (!isInside(path, condition.base)) return 'maybe'
      const rest = path.slice(condition.base === '/' ? 0 : condition.base.length)
      const shown = `${condition.shown.replace(/\/$/, '')}${rest}`
      // In this way `*` crosses a slash like any other character.
      return matches(condition.pattern.replaceAll('/', SLASH), shown.replaceAll('/', SLASH), condition.letters)
    }
    case 'place':
      return matches(condition.pattern, path, 'exact')
    case 'holding': {
      const name = baseName(path)
      const { text, at } = condition
      const has = (of: string, what: string): boolean =>
        at === 'start' ? of.startsWith(what) : at === 'end' ? of.endsWith(what) : of.includes(what)
      return has(name, text) ? 'yes' : has(name.toLowerCase(), text.toLowerCase()) ? 'maybe' : 'no'
    }
    case 'depth': {
      const levels = namesBelow(path, condition.base)?.length
      if (levels === undefined) return 'no'
      return levels >= condition.least && levels <= condition.most ? 'yes' : 'no'
    }
    case 'visible': {
      const names = namesBelow(path, condition.base)
      if (names === undefined) return 'maybe'
      return names.some((name) => name.startsWith('.')) ? 'no' : 'yes'
    }
    case 'type':
      return condition.type === candidate.type ? 'yes' : 'no'
    case 'not-below':
      for (let above = parent(path); above !== condition.base && isInside(above, condition.base); above = parent(above))
        if (holds(condition.of, { path: above, type: 'directory' }) === 'yes') return 'no'
      return 'yes'
    case 'not': {
      const inner = holds(condition.of, candidate)
      return inner === 'yes' ? 'no' : inner === 'no' ? 'yes' : 'maybe'
    }
    case 'all': {
      let answer: Answer = 'yes'
      for (const inner of condition.of) {
        const one = holds(inner, candidate)
        if (one === 'no') return 'no'
        if (one === 'maybe') answer = 'maybe'
      }
      return answer
    }
    case 'any': {
      let answer: Answer = 'no'
      for (const inner of condition.of) {
        const one = holds(inner, candidate)
        if (one === 'yes') return 'yes'
        if (one === 'maybe') answer = 'maybe'
      }
      return answer
    }
    case 'unknown':
      return 'maybe'
  }
}

const SLASH = '\u0001'

/** On a disk that ignores case another spelling is the same name, so it is not left out by one. */
function matches(pattern: string, text: string, letters: Letters): Answer {
  if (matcherFor(pattern)(text)) return 'yes'
  if (!matcherFor(pattern.toLowerCase())(text.toLowerCase())) return 'no'
  return letters === 'any case' ? 'yes' : 'maybe'
}

const matchers = new Map<string, (text: string) => boolean>()
const MOST_MATCHERS = 256

function matcherFor(pattern: string): (text: string) => boolean {
  const known = matchers.get(pattern)
  if (known !== undefined) return known
  const matcher = globMatcher(pattern)
  if (matchers.size >= MOST_MATCHERS) matchers.clear()
  matchers.set(pattern, matcher)
  return matcher
}

function namesBelow(path: string, base: string): readonly string[] | undefined {
  if (!isInside(path, base)) return undefined
  return path
    .slice(base.length)
    .split('/')
    .filter((name) => name !== '')
}

/**
 * True when a condition asks for this candidate by its own name: it would not hold for a name that nobody has. Secrets in
 * the workspace count for whoever names them, not for whoever walks past.
 */
export function asksFor(candidate: Candidate, only: Condition | undefined): boolean {
  if (only === undefined || holds(only, candidate) === 'no') return false
  const { path } = candidate
  const directory = path.slice(0, path.lastIndexOf('/') + 1)
  const name = baseName(path)
  return strangersOf(name).every((stranger) => holds(only, { ...candidate, path: directory + stranger }) === 'no')
}

/** Everyday names that a pattern would match as well if it did not mean this one. */
function strangersOf(name: string): readonly string[] {
  if (name.includes(' ')) return ['\u0002', '\u0002 \u0002']
  if (name.startsWith('.')) return ['\u0002', 'x.json', 'x.txt', 'x.md']
  const dot = name.lastIndexOf('.')
  return dot > 0 && !KEYS.test(name) ? ['\u0002', `\u0002${name.slice(dot)}`] : ['\u0002', '.\u0002']
}

/** Extensions that only keys have: whoever asks for the extension asks for keys. */
const KEYS = /\.(?:pem|key|p12|pfx|ppk|jks|kdbx|keystore|keytab)$/i

/** The wildcard that says the same about a text as a regular expression of plain characters. Undefined for any other. */
export function wildcardOf(expression: string): string | undefined {
  const plain = /^(\^)?((?:[\w\s@%=:,/~-]|\\[^\w\s]|\.\*|\.)*)(\$)?$/.exec(expression)
  if (plain === null) return undefined
  const body = plain[2]!.replaceAll(/\\(.)|\.\*|\.|[^\\.]/g, (part, escaped: string | undefined) =>
    escaped !== undefined
      ? /[*?[\\]/.test(escaped)
        ? `\\${escaped}`
        : escaped
      : part === '.*'
        ? '*'
        : part === '.'
          ? '?'
          : part,
  )
  return `${plain[1] ? '' : '*'}${body}${plain[3] ? '' : '*'}`
}

/** Extensions behind the names that search tools have for kinds of files. One that is not here chooses in ways not looked at. */
export const TYPES: Readonly<Record<string, string>> = {
  ts: 'ts tsx cts mts',
  typescript: 'ts tsx cts mts',
  js: 'js jsx cjs mjs vue',
  javascript: 'js jsx cjs mjs vue',
  tsx: 'tsx',
  jsx: 'jsx',
  py: 'py pyi',
  python: 'py pyi',
  rust: 'rs',
  rs: 'rs',
  go: 'go',
  java: 'java jsp properties',
  kotlin: 'kt kts',
  c: 'c h',
  cpp: 'cpp cc cxx hpp hh hxx h',
  cs: 'cs',
  csharp: 'cs',
  ruby: 'rb gemspec',
  rb: 'rb gemspec',
  php: 'php',
  swift: 'swift',
  scala: 'scala sbt',
  css: 'css scss sass less',
  html: 'html htm',
  md: 'md markdown mdx',
  markdown: 'md markdown mdx',
  sql: 'sql',
  lua: 'lua',
  elixir: 'ex exs',
}
