/** What a program's help or manual tells about its options: spellings, and whether each takes a value. No more. */
export interface HelpOptions {
  readonly flags: readonly string[]
  /** Spelling → what kind of value. */
  readonly valued: Readonly<Record<string, ValueKind>>
  /** Those of `flags` that take a value when it is attached: `--color[=WHEN]`. */
  readonly optionalValue: readonly string[]
  /** Spellings of one option, as they stand on one line. */
  readonly alike: readonly (readonly string[])[]
  /** Words that stand under a heading such as `Commands:`. */
  readonly subcommands: readonly string[]
}

export type ValueKind = 'value' | 'file' | 'directory' | 'url' | 'command' | 'host' | 'number'

/** By the word that stands for the value: `--output FILE`. */
const KINDS: readonly (readonly [RegExp, ValueKind])[] = [
  [/dir(?:ectory|ectories|name|s)?$|^folders?$|^prefix$|^root$/i, 'directory'],
  [/files?(?:name|names|path|list)?$|^paths?$|pathname$|^script$/i, 'file'],
  [/^ur[li]s?$|_url$/i, 'url'],
  [/command|^cmd$|^prog(?:ram|name)?$|^shell$|^editor$|^pager$|^executable$|^exec$/i, 'command'],
  [/^host(?:name)?s?$|^ip$|^addr(?:ess)?$|^server$/i, 'host'],
  [
    /^(?:n|num|number|int|integer|count|size|port|secs?|seconds|width|height|level|bytes|depth|lines|cols|pid|uid|gid|ms)$/i,
    'number',
  ],
]

export function kindOf(placeholder: string): ValueKind {
  const word = placeholder.replace(/[^A-Za-z_-]/g, '')
  return KINDS.find(([pattern]) => pattern.test(word))?.[1] ?? 'value'
}

interface Spelled {
  readonly spelling: string
  readonly value: string | undefined
  readonly isOptional: boolean
}

const SPELLING = /^(?!-\d{2})(?:-{1,2}|\+)(?:\[no-?\])?[A-Za-z0-9?#@%][\w.:-]*|^-{1,2}\[[\w-]+\][\w-]+/
const PLACEHOLDER = /^(?:<[^>]*>|\{[^}]*\}|\[[^\]]*\]|"[^"]*"|'[^']*'|[^\s,|[\]<>{}()]+)(?:\.{3}|…)?/

/** The options at the beginning of a line, up to where its description begins; none if it is no such line. */
function optionsOnLine(line: string): readonly Spelled[] {
  const found: Spelled[] = []
  let rest = line
    .trim()
    .replace(/^(?:[·•*]|[oO](?= {2}))\s+/, '')
    .replace(/:$/, '')
  if (!/^(?:-{1,2}|\+)[A-Za-z0-9?#@%[]/.test(rest)) return found
  for (;;) {
    const spelling = SPELLING.exec(rest)?.[0].replace(/[.:]+$/, '')
    if (spelling === undefined) return found
    rest = rest.slice(spelling.length)
    const read = valueAfter(rest)
    found.push({ spelling, value: read.value, isOptional: read.isOptional })
    rest = read.rest
    const next = /^ ?(?:, ?|\| ?|\/ ?|or |)(?=[-+][-A-Za-z0-9?#@%[])/.exec(rest)
    if (next === null || (next[0] === '' && found.length > 0 && !rest.startsWith(' '))) return found
    rest = rest.slice(next[0].length).trimStart()
  }
}

function valueAfter(text: string): { value: string | undefined; isOptional: boolean; rest: string } {
  const optional = /^ ?\[[= :]?(?:<[^>]*>|[^\]<-][^\]<]*)\](?:\.{3}|…)?(?<after>\S*)/.exec(text)
  if (optional) {
    // `--proxy [protocol://]host` takes a value of which a part can be left out.
    const isOptional = !/^\w/.test(optional.groups!['after']!)
    return { value: optional[0], isOptional, rest: text.slice(optional[0].length) }
  }
  if (text.startsWith('=')) {
    const value = PLACEHOLDER.exec(text.slice(1))?.[0] ?? ''
    const rest = afterValues(text.slice(1 + value.length))
    return { value: value === '' ? 'value' : value, isOptional: false, rest }
  }
  if (/^ [^ ,|/-]/.test(text)) {
    const value = PLACEHOLDER.exec(text.slice(1))?.[0]
    if (value !== undefined && isPlaceholder(value, text.slice(1 + value.length)))
      return { value, isOptional: false, rest: afterValues(text.slice(1 + value.length)) }
  }
  if (/^(?:<[^>]*>|\{[^}]*\})/.test(text)) {
    const value = PLACEHOLDER.exec(text)![0]
    return { value, isOptional: false, rest: text.slice(value.length) }
  }
  return { value: undefined, isOptional: false, rest: text }
}

/** A second placeholder directly after the first one. */
function afterValues(text: string): string {
  const more = /^(?:\[[^\]]*\](?:\.{3})?)?(?: (?:<[^>]*>|[A-Z][A-Z_-]*(?![a-z])|\[[^\]-][^\]]*\]|\.{3}))*/.exec(text)
  return more ? text.slice(more[0].length) : text
}

/** Whether a word after a spelling stands for a value, and is not where a description begins. */
function isPlaceholder(word: string, after: string): boolean {
  if (/^[<{]/.test(word)) return true
  if (/^(?:or|and|is|are|the|this|to|as|option|options|implies|same|turns?|if|when|for|with|in)$/i.test(word))
    return false
  if (/^[A-Z][A-Z0-9_-]*(?:\.{3})?$/.test(word) || /^[A-Z]$/.test(word)) return true
  const ends = after === '' || /^(?: {2}|\t|,|\[,|\||\.{3}| -| \[| <|\]|\))/.test(after)
  return ends && /^["']?[\w./:%@*=#+-]+["']?(?:\.{3})?$/.test(word) && !/^[A-Z][a-z]+\.?$/.test(word)
}

/** `[-abc] [-f file] [--long value]` of a usage. */
function optionsInUsage(text: string): readonly Spelled[] {
  return [...text.matchAll(/\[ ?((?:-{1,2})[A-Za-z0-9?][^[\]]*(?:\[[^\]]*\][^[\]]*)*)\]/g)].flatMap(([, inside]) =>
    inside!.split(/ ?\| ?/).flatMap((part) => {
      const cluster = /^-([A-Za-z0-9]{2,})$/.exec(part.trim())?.[1]
      if (cluster === undefined) return optionsOnLine(part)
      return new Set(cluster).size === cluster.length &&
        cluster.length > 3 &&
        !/[aeiou].*[aeiou]/.test(cluster.toLowerCase())
        ? [...cluster].map((letter) => ({ spelling: `-${letter}`, value: undefined, isOptional: false }))
        : []
    }),
  )
}

const COMMANDS = /^(?:.*\b)?(?:sub)?commands?(?: are)?\b[^.]*:?$/i

/** Reads a help text or a rendered manual page. */
export function optionsInHelp(text: string): HelpOptions {
  const lines = plain(text).split('\n')
  const groups: (readonly Spelled[])[] = lines.map(optionsOnLine)
  const usage = lines.filter((line) => /\[ ?-/.test(line) && !/^\s*-/.test(line)).join('\n')
  const flags = new Set<string>()
  const optional = new Set<string>()
  const certain = new Set<string>()
  const valued = new Map<string, ValueKind>()
  const alike: (readonly string[])[] = []
  const take = (group: readonly Spelled[]): void => {
    const names = new Set(group.flatMap(({ spelling }) => bothOf(spelling)))
    const known = new Set(alike.flat())
    const fresh = [...names].filter((name) => !known.has(name))
    if (fresh.length > 0) alike.push(fresh)
    const shown = group.find(({ value }) => value !== undefined)
    const bare = new Set(group.filter(({ value }) => value === undefined).map(({ spelling }) => spelling))
    // `--check, --check=quiet`: with a value or without.
    const twice = (spelling: string): boolean =>
      bare.has(spelling) && group.some((one) => one.spelling === spelling && one.value !== undefined)
    for (const { spelling, value, isOptional } of group) {
      const recorded = value ?? shown?.value
      const takesOptional =
        value === undefined ? shown?.isOptional === true || twice(spelling) : isOptional || twice(spelling)
      for (const one of bothOf(spelling)) {
        if (recorded === undefined) flags.add(one)
        else if (takesOptional) {
          optional.add(one)
          if (twice(spelling)) certain.add(one)
        } else if (valued.get(one) === undefined || valued.get(one) === 'value') valued.set(one, kindOf(recorded))
      }
    }
  }
  for (const group of groups) take(group)
  for (const one of optionsInUsage(usage)) if (!flags.has(one.spelling) && !optional.has(one.spelling)) take([one])
  for (const name of optional) {
    if (certain.has(name)) valued.delete(name)
    if (valued.has(name)) optional.delete(name)
    else flags.add(name)
  }
  for (const name of valued.keys()) flags.delete(name)
  return {
    flags: [...flags].toSorted(),
    valued: Object.fromEntries([...valued].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    optionalValue: [...optional].toSorted(),
    alike,
    subcommands: subcommandsIn(lines),
  }
}

function bothOf(spelling: string): readonly string[] {
  const [, before, inside, after] = /^(.*?)\[(.+?)\](.*)$/.exec(spelling) ?? []
  return inside === undefined ? [spelling] : [`${before}${after}`, `${before}${inside}${after}`]
}

function subcommandsIn(lines: readonly string[]): readonly string[] {
  const found = new Set<string>()
  let within = false
  for (const line of lines) {
    if (/^\S/.test(line)) within = COMMANDS.test(line.trim()) && line.trim().length < 60
    else if (within) {
      const word = /^ {1,8}([a-z][a-z0-9:_-]*)(?:, [a-z]+)?(?: {2,}|\t|$| [<[])/.exec(line)?.[1]
      if (word !== undefined) found.add(word)
    }
  }
  return [...found].toSorted()
}

/** Without overstrikes, colours and typographic hyphens. */
function plain(text: string): string {
  return text
    .replace(/.\u0008/g, '')
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .replace(/[\u2010\u2011\u2212]/g, '-')
    .replace(/\t/g, '        ')
}
