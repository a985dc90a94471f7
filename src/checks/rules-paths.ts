import ignore, { type Ignore } from 'ignore'
import { globToRegExp } from '../call/glob.ts'
import { isInside, normalise, windowsPath } from '../call/paths.ts'
import { type Condition, mayMeet } from '../call/place-condition.ts'
import { candidatePaths } from '../call/place-kinds.ts'
import { showPlace, type Place } from '../call/place.ts'
import type { Surroundings, World } from '../call/world.ts'
import type { Rule } from '../policy/policy.ts'
import type { RuleKind } from '../policy/rule-syntax.ts'

/** Where the agent stands when path rules are read. */
export interface Standing {
  readonly cwd: string
  readonly workspace: string
  readonly home: string
  readonly world: World
  readonly surroundings: Surroundings
}

/**
 * How a deed reaches beyond the place it names: into a directory, through a search that leaves out what it may not
 * read (`searches-below`), or into all of it.
 */
export type Reach = 'itself' | 'searches-below' | 'reads-below' | 'changes-below'

/** What lies in a directory is asked for by a name nobody would write into a rule. */
const SOMETHING_INSIDE = '/\u{fffd}'

export interface PathMatch {
  readonly rule: Rule
  readonly matched: string
  /** The place is not known: the rule may be meant, and so it holds. */
  readonly uncertain?: true
}

type Root = 'cwd' | 'home' | { readonly path: string }

interface PathPattern {
  readonly rule: Rule
  readonly root: Root
  /** In gitignore syntax, relative to the root. */
  readonly pattern: string
  readonly negative: boolean
  /** The fixed part from the root: the whole path when `literal`, else the directory before the first wildcard. */
  readonly fixed: string
  readonly literal: boolean
  /** Holds at any depth under the root. */
  readonly anywhere: boolean
}

interface Group {
  readonly root: Root
  readonly matcher: Ignore
  readonly patterns: readonly PathPattern[]
}

/** The path rules of one kind and tool, ready to be asked. */
export interface PathRules {
  readonly kind: RuleKind
  readonly groups: readonly Group[]
}

export function compilePathRules(kind: RuleKind, rules: readonly Rule[]): PathRules {
  const groups = new Map<string, PathPattern[]>()
  for (const rule of rules) {
    if (rule.specifier === undefined) continue
    const pattern = readPattern(rule, rule.specifier, kind)
    const root = typeof pattern.root === 'string' ? pattern.root : `=${pattern.root.path}`
    // A negated pattern carves out of the relative rules of its own file only: files do not share a group.
    const key = `${root}\n${rule.source.scope}\n${rule.source.file}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [pattern])
    else group.push(pattern)
  }
  return {
    kind,
    groups: [...groups.values()].map((patterns) => {
      // Deny without regard to case, allow with: on a disk that ignores case `.ENV` is `.env`.
      const matcher = ignore({ ignorecase: kind !== 'allow' })
      for (const [index, { pattern }] of patterns.entries()) matcher.add({ pattern, mark: String(index) })
      return { root: patterns[0]!.root, matcher, patterns }
    }),
  }
}

/** Four anchors: `//absolute`, `~/home`, `/from the settings file's base`, and bare or `./` from the working directory. */
function readPattern(rule: Rule, specifier: string, kind: RuleKind): PathPattern {
  const negative = specifier.startsWith('!')
  const text = negative ? specifier.slice(1) : specifier
  const windows = windowsPath(text)
  if (windows !== undefined) return pattern(rule, { path: '/' }, slashed(windows), negative)
  const posix = text.replaceAll('\\', '/')
  if (posix.startsWith('//')) return pattern(rule, { path: '/' }, posix.slice(1), negative)
  if (posix === '~') return pattern(rule, 'home', '/**', negative)
  if (posix.startsWith('~/')) return pattern(rule, 'home', posix.slice(1), negative)
  if (posix.startsWith('/')) return pattern(rule, { path: slashed(rule.source.base) }, posix, negative)
  if (posix.startsWith('./')) return pattern(rule, 'cwd', posix.slice(1), negative)
  // `src/**`: an allow rule means the one here, a deny or ask rule every one below.
  if (/^[^/]+\/\*\*$/.test(posix) && !posix.startsWith('**'))
    return pattern(rule, 'cwd', kind === 'allow' ? `/${posix}` : `**/${posix}`, negative)
  return pattern(rule, 'cwd', posix, negative)
}

function pattern(rule: Rule, root: Root, text: string, negative: boolean): PathPattern {
  const wild = text.search(/[*?[]/)
  const head = wild < 0 ? text : text.slice(0, wild)
  const inner = text.replace(/\/(\*\*)?$/, '')
  return {
    rule,
    root,
    // A literal `#` or `!` at the beginning is not a comment and not a negation.
    pattern: `${negative ? '!' : ''}${/^[#!]/.test(text) ? `\\${text}` : text}`,
    negative,
    fixed: wild < 0 ? head.replace(/\/$/, '') : head.slice(0, Math.max(0, head.lastIndexOf('/'))),
    literal: wild < 0,
    anywhere: text.startsWith('**/') || !inner.includes('/'),
  }
}

/** An allow needs the link and its target; a place that is not one known path is never allowed. */
export function allowsPlace(
  rules: PathRules,
  place: Place,
  standing: Standing,
  reach: Reach = 'itself',
): PathMatch | undefined {
  if (place.kind !== 'path') return undefined
  const inside = reach === 'itself' ? '' : SOMETHING_INSIDE
  const byPath = matchPath(rules, `${place.path}${inside}`, standing)
  if (byPath === undefined || matchPath(rules, `${place.real}${inside}`, standing) === undefined) return undefined
  return { rule: byPath.rule, matched: place.path }
}

/** A deny or ask needs the link or its target, and holds for a place that is not known when it could be meant. */
export function forbidsPlace(
  rules: PathRules,
  place: Place,
  standing: Standing,
  reach: Reach = 'itself',
): PathMatch | undefined {
  const found = forbidding(rules, place, standing, reach)
  if (found === undefined) return undefined
  const match = { rule: found.rule, matched: showPlace(place) }
  return place.kind === 'unknown' ? { ...match, uncertain: true } : match
}

function forbidding(rules: PathRules, place: Place, standing: Standing, reach: Reach): PathPattern | undefined {
  switch (place.kind) {
    case 'path':
      for (const path of place.path === place.real ? [place.path] : [place.path, place.real]) {
        const found = matchPath(rules, path, standing) ?? matchBelow(rules, path, standing, reach)
        if (found !== undefined) return found
      }
      return undefined
    case 'glob': {
      for (const path of candidatePaths(place, standing.surroundings, standing.world)) {
        const found = matchPath(rules, path, standing) ?? matchBelow(rules, path, standing, reach)
        if (found !== undefined) return found
      }
      const glob = globToRegExp(place.pattern)
      const named = find(
        rules,
        (each, root) => each.literal && !each.anywhere && glob.test(normalise(`${root}/${each.fixed}`)),
        standing,
      )
      if (named !== undefined) return named
      // The list of matches is cut off: any rule that reaches into the directory may be meant.
      return place.matches.length < 100 ? undefined : overlapping(rules, place.base, standing)
    }
    case 'unknown':
      return place.within === undefined
        ? find(rules, () => true, standing)
        : overlapping(rules, slashed(place.within), standing, place.only)
  }
}

function matchPath(rules: PathRules, absolute: string, standing: Standing): PathPattern | undefined {
  const path = slashed(absolute)
  for (const group of rules.groups) {
    for (const root of rootsOf(group.root, standing, rules.kind)) {
      if (path === root || !isInside(path, root)) continue
      const relative = path.slice(root === '/' ? 1 : root.length + 1)
      // The rule that speaks last. A path is tried as a directory too: `build/` means the directory itself as well.
      const found =
        group.matcher.test(relative).rule ?? (rules.kind === 'allow' ? undefined : asDirectory(group, relative))
      const mark = found?.mark
      if (mark !== undefined) return group.patterns[Number(mark)]
    }
  }
  return undefined
}

function asDirectory(group: Group, relative: string): { mark?: string } | undefined {
  const tested = group.matcher.test(relative)
  return tested.unignored ? undefined : group.matcher.test(`${relative}/`).rule
}

/**
 * A deed on a whole directory meets the rules on what lies in it: on all of it; on one file when that is there to be
 * read; on anything when it is changed or removed.
 */
function matchBelow(rules: PathRules, absolute: string, standing: Standing, reach: Reach): PathPattern | undefined {
  if (reach === 'itself') return undefined
  const directory = slashed(absolute)
  const everything = matchPath(rules, `${directory}${SOMETHING_INSIDE}`, standing)
  if (everything !== undefined || reach === 'searches-below') return everything
  return find(
    rules,
    (each, root) => {
      if (reach === 'changes-below' && isInside(root === '' ? '/' : root, directory)) return true
      if (each.anywhere) {
        const name = each.pattern.replace(/^\*\*\//, '').replace(/\/(\*\*)?$/, '')
        return isInside(directory, root) && !/[*?[]/.test(name) && isThere(`${directory}/${name}`, standing)
      }
      const target = normalise(`${root}/${each.fixed}`)
      if (!isInside(target, directory)) return false
      return reach === 'changes-below' || (each.literal && isThere(target, standing))
    },
    standing,
  )
}

function isThere(path: string, standing: Standing): boolean {
  return standing.world.look(path) !== 'absent'
}

/** A rule that could speak of something in the directory: its fixed part lies in it or above it. */
function overlapping(
  rules: PathRules,
  directory: string,
  standing: Standing,
  only?: Condition,
): PathPattern | undefined {
  return find(
    rules,
    (each, root) => {
      if (each.literal && only !== undefined && isLeftOut(each, root, directory, only, standing)) return false
      const target = normalise(`${root}/${each.anywhere ? '' : each.fixed}`)
      return isInside(target, directory) || isInside(directory, target)
    },
    standing,
  )
}

/** A rule that names one file, and a search that provably does not yield it. */
function isLeftOut(
  { fixed, anywhere }: PathPattern,
  root: string,
  directory: string,
  only: Condition,
  { world }: Standing,
): boolean {
  const name = fixed.replace(/^\/+/, '')
  const path = anywhere ? normalise(`${directory}/${name}`) : normalise(`${root}/${name}`)
  const there = world.look(path)
  // A rule on a directory holds for everything in it.
  const isFile = there === 'file' || (there === 'absent' && /(?:^|\/)\.env(?:\.\w+)?$|[^/.]\.\w+$/.test(path))
  return isFile && !mayMeet({ path, type: 'file' }, only)
}

function find(
  rules: PathRules,
  holds: (pattern: PathPattern, root: string) => boolean,
  standing: Standing,
): PathPattern | undefined {
  for (const group of rules.groups)
    for (const root of rootsOf(group.root, standing, rules.kind)) {
      const found = group.patterns.find((each) => !each.negative && holds(each, root === '/' ? '' : root))
      if (found !== undefined) return found
    }
  return undefined
}

/**
 * Deny rules that are relative hold from the working directory and from the workspace: an agent that changes into a
 * directory must not leave the rules behind. Allow rules hold from the working directory only.
 */
function rootsOf(root: Root, standing: Standing, kind: RuleKind): readonly string[] {
  if (root === 'home') return [slashed(standing.home)]
  if (root !== 'cwd') return [root.path]
  const cwd = slashed(standing.cwd)
  const workspace = slashed(standing.workspace)
  return kind === 'allow' || cwd === workspace ? [cwd] : [cwd, workspace]
}

/** Windows paths in the one form that rules compare: `C:\x` and `C:/x` are `/c/x`. */
function slashed(path: string): string {
  const drive = /^([a-zA-Z]):[\\/]?(.*)$/s.exec(path)
  if (drive === null) return path.startsWith('//') ? path.slice(1) : path
  return normalise(`/${drive[1]!.toLowerCase()}/${drive[2]!.replaceAll('\\', '/')}`)
}

/** Devices that keep nothing of what is written to them. */
export function isHarmlessSink(place: Place): boolean {
  return (
    place.kind === 'path' && ['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/stdin', '/dev/tty'].includes(place.path)
  )
}
