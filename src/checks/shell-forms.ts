import type { SimpleCommand } from '../call/understanding.ts'
import { show, textOf, type Word } from '../call/word.ts'
import { canonicalCmdlet } from '../policy/powershell-names.ts'
import {
  FIND_DEEDS,
  FIND_VALUES,
  NEVER_BY_PREFIX,
  SAFE_VARIABLES,
  VALUED_GLOBAL_OPTIONS,
  WRAPPERS,
  type Wrapper,
} from './shell-tables.ts'

export type Shell = 'posix' | 'powershell'

/** The forms of one simple command that an allow rule may match. */
export interface AllowForms {
  readonly texts: readonly string[]
  /** Words are appended to these at run time: only a rule that ends in a wildcard can match. */
  readonly openEnded: readonly string[]
  /** Whether a rule with wildcards may match. Otherwise only a rule that names the command exactly. */
  byPrefix(): boolean
}

/**
 * As written, and as resolved with what needs quotes quoted: `git "log x"` must not read as `git log x`. Nothing when a
 * variable is set in front that could change what runs, or when the program's name is not known.
 */
export function allowForms(command: SimpleCommand, shell: Shell): AllowForms | undefined {
  if (!command.assignments.every(({ name, value }) => SAFE_VARIABLES.has(name) && value.kind !== 'dynamic')) {
    const written = withAssignments(command)
    return written === undefined ? undefined : { texts: [written], openEnded: [], byPrefix: () => false }
  }
  if (command.words[0]?.kind !== 'literal') return undefined
  const texts = new Set<string>([fold(quoted(command.words), shell)])
  // PowerShell's text may hold a redirection, which is no part of the command.
  if (shell === 'posix' || !command.text.includes('>')) texts.add(fold(command.text, shell))
  let words = command.words
  let source: readonly string[] | undefined
  let appends = false
  const openEnded = new Set<string>()
  const mostWrappers = shell === 'posix' ? 8 : 0
  for (let depth = 0; depth < mostWrappers; depth++) {
    const inner = unwrapped(words)
    if (inner === undefined || inner.words[0]?.kind !== 'literal') break
    appends ||= inner.appends
    const forms = appends ? openEnded : texts
    source ??= splitSource(command.text)
    if (source.length === words.length) {
      source = source.slice(words.length - inner.words.length)
      forms.add(source.join(' '))
    } else source = []
    words = inner.words
    forms.add(quoted(words))
  }
  return { texts: [...texts], openEnded: [...openEnded], byPrefix: () => isPrefixApprovable(words) }
}

/** Rules that spell out the assignment: `Bash(NODE_OPTIONS=--x npm test)`. Exact, because the value runs code. */
function withAssignments(command: SimpleCommand): string | undefined {
  const parts = command.assignments.map(({ name, value }) => {
    const text = textOf(value)
    return text === undefined ? undefined : `${name}=${text}`
  })
  return parts.includes(undefined) ? undefined : [...parts, command.text].join(' ').trim()
}

function isPrefixApprovable(words: readonly Word[]): boolean {
  const program = textOf(words[0])
  if (program === undefined) return false
  const name = baseName(program)
  if (NEVER_BY_PREFIX.has(name)) return false
  if (name !== 'find' && name !== 'gfind' && name !== 'fd' && name !== 'fdfind') return true
  return words.slice(1).every((word, index) => {
    const text = textOf(word)
    if (text !== undefined) return !FIND_DEEDS.has(text) && !(name.startsWith('fd') && /^(-[xX]|--exec)/.test(text))
    // A word that is not known could be `-delete`, unless a test takes it as its value.
    return word.kind === 'glob' || FIND_VALUES.has(textOf(words[index]) ?? '')
  })
}

/** The forms of one command that a deny or ask rule may match. `*` in a `possible` form stands for unknown text. */
export interface DenyForms {
  readonly texts: readonly string[]
  readonly possible: readonly string[]
}

/** The forms of one of a call's commands. Deny and ask rules, and allow rules that must not hold past them, all ask. */
export function denyFormsAt(commands: readonly SimpleCommand[], at: number, shell: Shell): DenyForms {
  const known = remembered[shell].get(commands) ?? []
  if (known.length === 0) remembered[shell].set(commands, known)
  return (known[at] ??= denyForms(commands[at]!, shell))
}

const remembered: Readonly<Record<Shell, WeakMap<readonly SimpleCommand[], DenyForms[]>>> = {
  posix: new WeakMap(),
  powershell: new WeakMap(),
}

/**
 * Everything the command could be called: as written, resolved, by base name, without wrappers, without the options
 * before its subcommand, with its assignments.
 */
export function denyForms(command: SimpleCommand, shell: Shell): DenyForms {
  const texts = new Set<string>()
  const possible = new Set<string>()
  const add = ({ words, shown, holed }: Spelled, appends: boolean): void => {
    texts.add(fold(shown, shell))
    if (appends || !words.every((word) => word.kind === 'literal'))
      possible.add(fold(appends ? `${holed} *` : holed, shell))
  }
  const addBoth = (spelled: Spelled, appends: boolean): void => {
    add(spelled, appends)
    const bare = withoutGlobalOptions(spelled.words)
    if (bare !== spelled.words) add(spell(bare), appends)
  }
  texts.add(fold(command.text, shell))
  const appendsOutside = command.via.some((via) => /^(xargs|parallel|find -exec|find -ok)/.test(via))
  let spelled = spell(command.words)
  let appends = appendsOutside
  for (let depth = 0; depth < 8; depth++) {
    const plain = plainProgram(spelled.words)
    addBoth(spelled, appends)
    if (plain !== spelled.words) {
      spelled = spell(plain)
      addBoth(spelled, appends)
    }
    const inner = shell === 'posix' ? unwrapped(plain) : undefined
    if (inner === undefined || inner.words.length === 0) break
    spelled = endOf(spelled, plain.length - inner.words.length)
    appends ||= inner.appends
  }
  if (command.assignments.length > 0) {
    const set = command.assignments.map(({ name, value }) => `${name}=${show(value)}`).join(' ')
    texts.add(`${set} ${command.text}`.trim())
  }
  texts.delete('')
  return { texts: [...texts], possible: [...possible] }
}

/** Words with their texts: as they are shown, and with `*` for what is not known. */
interface Spelled {
  readonly words: readonly Word[]
  readonly shown: string
  readonly holed: string
}

function spell(words: readonly Word[]): Spelled {
  const shown = words.map(show).join(' ')
  return { words, shown, holed: words.every((word) => word.kind === 'literal') ? shown : words.map(holed).join(' ') }
}

/** Without the first words. What follows them is not spelled again: there may be thousands. */
function endOf({ words, shown, holed: holes }: Spelled, first: number): Spelled {
  let [start, startOfHoles] = [0, 0]
  for (const word of words.slice(0, first)) {
    start += show(word).length + 1
    startOfHoles += holed(word).length + 1
  }
  return { words: words.slice(first), shown: shown.slice(start), holed: holes.slice(startOfHoles) }
}

/** The words after a wrapper the rules see through, or undefined when there is none or its options are not plain. */
export function unwrapped(words: readonly Word[]): { words: readonly Word[]; appends: boolean } | undefined {
  const name = textOf(words[0])
  if (name === undefined || !Object.hasOwn(WRAPPERS, name)) return undefined
  const wrapper = WRAPPERS[name]!
  let at = 1
  for (; at < words.length; at++) {
    const text = textOf(words[at])
    if (text === undefined) return undefined
    if (text === '--') {
      at++
      break
    }
    if (!text.startsWith('-') || text === '-') break
    const step = optionWidth(text, wrapper)
    if (step === 0) return undefined
    at += step - 1
  }
  at += wrapper.operands
  if (at >= words.length) return undefined
  return { words: words.slice(at), appends: wrapper.appends === true }
}

/** How many words an option takes: 1 alone, 2 with its value, 0 when it is not one of the wrapper's. */
function optionWidth(text: string, wrapper: Wrapper): 0 | 1 | 2 {
  if (wrapper.plain.includes(text)) return 1
  if (wrapper.valued.includes(text)) return 2
  const attached = wrapper.valued.some((option) =>
    option.startsWith('--') ? text.startsWith(`${option}=`) : text.startsWith(option) && text.length > option.length,
  )
  // `nice -10`
  return attached || (wrapper.valued.includes('-n') && /^-\d+$/.test(text)) ? 1 : 0
}

/** `/usr/bin/curl`, `curl.exe` and `CURL` (where case does not count) are `curl`. */
function plainProgram(words: readonly Word[]): readonly Word[] {
  const word = words[0]
  const first = word?.kind === 'glob' ? lastSegment(word.pattern) : textOf(word)
  if (first === undefined) return words
  const plain = baseName(first).toLowerCase()
  return plain === '' || plain === first ? words : [{ kind: 'literal', text: plain }, ...words.slice(1)]
}

/** `/usr/?in/curl` is `curl`, wherever it lies. */
function lastSegment(pattern: string): string | undefined {
  const segment = pattern.slice(pattern.lastIndexOf('/') + 1)
  return /[*?[\\]/.test(segment) ? undefined : `/${segment}`
}

function baseName(program: string): string {
  return program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).replace(/\.exe$/i, '')
}

function withoutGlobalOptions(words: readonly Word[]): readonly Word[] {
  const program = textOf(words[0])
  if (program === undefined || !Object.hasOwn(VALUED_GLOBAL_OPTIONS, program)) return words
  const valued = VALUED_GLOBAL_OPTIONS[program]!
  let at = 1
  while (at < words.length) {
    const text = textOf(words[at]) ?? ''
    if (!text.startsWith('-') || text === '--') break
    at += valued.includes(text) ? 2 : 1
  }
  return at === 1 || at >= words.length ? words : [words[0]!, ...words.slice(at)]
}

/** The word with its unknown parts as `*`. A literal star is taken for unknown too, which only widens. */
function holed(word: Word): string {
  switch (word.kind) {
    case 'literal':
      return word.text
    case 'glob':
      return '*'
    case 'dynamic':
      return word.pieces.map((piece) => ('known' in piece ? piece.known : '*')).join('')
  }
}

function quoted(words: readonly Word[]): string {
  return words
    .map((word) => {
      const text = show(word)
      return word.kind !== 'literal' || /^[\w@%+=:,./-]+$/.test(text)
        ? text
        : `'${text.replaceAll("'", String.raw`'\''`)}'`
    })
    .join(' ')
}

/** PowerShell: case does not count and an alias is its cmdlet. */
export function fold(text: string, shell: Shell): string {
  if (shell === 'posix') return text
  const found = /^(&\s*)?(\S+)(.*)$/s.exec(text.trim())
  if (found === null) return text.toLowerCase()
  const first = found[2]!.replace(/^(["'])(.*)\1$/, '$2')
  return `${first.includes('*') ? first.toLowerCase() : canonicalCmdlet(first)}${found[3]!.toLowerCase()}`
}

/** Splits source text at blanks outside quotes. Only used to find where a wrapper's words end. */
function splitSource(text: string): readonly string[] {
  const parts: string[] = []
  let current = ''
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === '\\' && quote !== "'") current += char + (text[++at] ?? '')
    else if (quote !== '') {
      current += char
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") {
      quote = char
      current += char
    } else if (/\s/.test(char)) {
      if (current !== '') parts.push(current)
      current = ''
    } else current += char
  }
  if (current !== '') parts.push(current)
  return parts
}
