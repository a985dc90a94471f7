import type { Language } from '../action.ts'
import { rest } from '../shell/options.ts'
import { isOwn, isUrl, runsProject } from '../shell/programs/project.ts'
import type { ProgramContext } from '../shell/programs/program.ts'
import { standsIn } from '../shell/programs/stand-ins.ts'
import { UNKNOWN } from '../shell/stream.ts'
import { type Dynamic, knownPrefix, literal, type Piece, show, textOf, type Word } from '../word.ts'
import { slotsOf, type Value } from './entry.ts'
import { type Role, shapeOf } from './roles.ts'

/** What a word is recorded in: the program's context and what all its words share. */
export interface EntryRun {
  readonly context: ProgramContext
  /** How the program is named to people: `docker compose up`. */
  readonly program: string
  readonly language: Language | undefined
  /** The directory that relative paths start from, where an option says so. */
  readonly base?: Word
}

/** Tells what a value amounts to. `where` names the option or operand to a person. */
export function recordValue(entryRun: EntryRun, value: Value, word: Word, where: string): void {
  if (typeof value === 'string') {
    recordUnion(entryRun, slotsOf(value)[0]!.roles, word)
    return
  }
  const text = textOf(word)
  if ('words' in value) {
    if (text !== undefined && value.words.split(' ').some((word) => isWord(word, text))) return
    if (value.else === undefined) unknownValue(entryRun, where, word)
    else recordValue(entryRun, value.else, word, where)
  } else if ('list' in value) {
    const separator = value.separator ?? ','
    if (text === undefined) recordValue(entryRun, value.list, word, where)
    else for (const part of text.split(separator)) recordValue(entryRun, value.list, literal(part), where)
  } else {
    const parts =
      value.separator === undefined || text === undefined ? [word] : text.split(value.separator).map(literal)
    for (const part of parts) recordKey(entryRun, value, part, where)
  }
}

/** `docker://postgres/*` and `file:*` are all words that begin so. */
function isWord(word: string, text: string): boolean {
  return /[/:]\*$/.test(word) ? text.startsWith(word.slice(0, -1)) : word === text
}

function recordKey(entryRun: EntryRun, value: Extract<Value, { keys: unknown }>, word: Word, where: string): void {
  const start = knownPrefix(word)
  const equals = start.indexOf(value.assign ?? '=')
  const key = equals < 0 ? textOf(word) : start.slice(0, equals)
  const found = key === undefined ? undefined : Object.entries(value.keys).find(([names]) => named(names, key))?.[1]
  if (found !== undefined && equals >= 0 && found !== 'flag')
    recordValue(entryRun, found, rest(word, equals + 1), where)
  else if (found === undefined && value.else !== undefined) recordValue(entryRun, value.else, word, where)
  else if (found === undefined || (equals >= 0 && found === 'flag')) unknownValue(entryRun, where, word)
}

function named(names: string, key: string): boolean {
  return names.split(', ').some((name) => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : name === key))
}

export function unknownValue({ context, program }: EntryRun, where: string, word: Word): void {
  context.opaque('unknown-option', `unknown value \`${show(word)}\` for ${where} of ${program}`)
}

/** In a union the first role whose shape the word has; of a word that is not wholly known, every role it may have. */
function recordUnion(entryRun: EntryRun, roles: readonly Role[], word: Word): void {
  if (roles.length === 1) {
    recordRole(entryRun, roles[0]!, word)
    return
  }
  const shaped = roles.filter((role) => shapeOf(role) !== undefined)
  for (const role of [...shaped, ...roles.filter((role) => shapeOf(role) === undefined)]) {
    const has = hasShape(role, word)
    if (has !== 'no') recordRole(entryRun, role, word)
    if (has === 'yes') return
  }
}

function hasShape(role: Role, word: Word): 'yes' | 'no' | 'perhaps' {
  const shape = shapeOf(role)
  if (shape === undefined) return 'yes'
  const start = knownPrefix(word)
  if (start === '' && word.kind !== 'literal') return 'perhaps'
  if (shape === 'pipe') return PIPE.test(start) ? 'yes' : 'no'
  if (shape === 'url')
    return isUrl(word) || (role === 'registry' && /^[\w-]+=[a-z]+:\/\//.test(start))
      ? 'yes'
      : /^[a-z][a-z0-9+.-]*$/i.test(start) && word.kind !== 'literal'
        ? 'perhaps'
        : 'no'
  return NUMBER.test(textOf(word) ?? '') ? 'yes' : 'no'
}

/** `|sh`, `!sh` of dvips, `%pipe%sh` of Ghostscript. */
const PIPE = /^(?:[|!]|%pipe%)/

/** `5`, `-0.5`, `1e3`, `10M`, `2..5`, `0x1f`, `1,5-7`, `50%`. */
const NUMBER = /^[-+]?(?:0x[\da-f]+|[\d.,:/e+-]*\d[\d.,:/e+-]*[a-z%]{0,3})$/i

/** Tells what one word amounts to in its role. */
export function recordRole(entryRun: EntryRun, role: Role, word: Word): void {
  const { context, program, language } = entryRun
  const dash = textOf(word) === '-'
  const path = (): Word => based(entryRun, word)
  const via = { via: program }
  switch (role) {
    case 'flag':
    case 'text':
    // Told with the command that it is set for.
    case 'variable':
      return
    case 'number':
      if (word.kind === 'literal' && !NUMBER.test(word.text)) unknownValue(entryRun, 'a number', word)
      return
    case 'read':
      if (!dash) context.reads(path())
      return
    case 'read-tree':
      if (!dash) context.reads(path(), 'content', { recursive: true })
      return
    case 'names':
      context.reads(path(), 'names')
      return
    case 'write':
      if (!dash) context.writes(path(), 'overwrite')
      return
    case 'append':
      if (!dash) context.writes(path(), 'append')
      return
    case 'edit':
      context.writes(path(), 'edit')
      return
    case 'directory':
      context.writes(path(), 'directory')
      return
    case 'delete':
      context.deletes(path())
      return
    case 'delete-tree':
      context.deletes(path(), { recursive: true })
      return
    case 'source':
      if (isUrl(word)) context.contacts(word, 'fetch')
      else if (!dash) context.reads(path())
      return
    case 'sink':
      if (isUrl(word)) context.contacts(word, 'upload', 'data')
      else if (!dash) context.writes(path(), 'overwrite')
      return
    case 'fetch':
      context.contacts(word, 'fetch')
      return
    case 'send':
      // A database in a file is no host.
      if (!/^(?:sqlite3?|duckdb|file):/i.test(knownPrefix(word))) context.contacts(word, 'upload', 'data')
      return
    case 'registry': {
      const name = /^[\w-]+=/.exec(knownPrefix(word))?.[0].length ?? 0
      if (isUrl(rest(word, name))) context.contacts(rest(word, name), 'registry')
      else if (word.kind !== 'literal') context.contacts(word, 'registry')
      return
    }
    case 'lookup':
      context.contacts(word, 'lookup')
      return
    case 'listen':
      context.record({ does: 'open-door', what: 'listener', address: show(word) })
      return
    case 'run-command':
      context.code('shell', word, via)
      return
    case 'pipe-to-shell':
      context.code('shell', rest(word, PIPE.exec(knownPrefix(word))?.[0].length ?? 1), { ...via, stdin: UNKNOWN })
      return
    case 'run-program':
      context.runs([word], via)
      return
    case 'pager':
      if (!/^(never|cat|less)?$/.test(textOf(word) ?? '?')) standsIn(context, word, `${program} pager`)
      return
    case 'interpreter':
      recordInterpreter(entryRun, word)
      return
    case 'command':
      context.runs([word], { ...via, moreArguments: true })
      return
    case 'run-file':
      context.file(path(), language)
      return
    case 'loads-code':
      recordLoaded(entryRun, word)
      return
    case 'config':
      recordConfig(entryRun, path())
      return
    case 'code':
      context.code(language ?? 'other', word, via)
      return
    case 'project-directory':
      if (!isOwn(context, context.place(path()))) runsProject(context, [], language ?? 'other', context.place(path()))
      return
    case 'change-directory':
      context.reads(word, 'names')
      return
    case 'attach-process':
      // What another process reads and writes passes before the tracer's eyes; `$!` was started here.
      if (show(word) !== '$!')
        context.record({ does: 'change-system', deed: 'dump-memory', target: `process ${show(word)}` })
      return
    case 'secret':
      context.record({ does: 'read-secret', store: 'other', target: show(word) })
      return
    case 'opaque':
      context.opaque('unknown-option', `${program} ${knownPrefix(word)}`)
      return
  }
}

/** A bare name is a package that the project depends on; a path is what it is. */
function recordLoaded(entryRun: EntryRun, word: Word): void {
  const text = textOf(word)
  if (text !== undefined && PACKAGE.test(text) && !/\.[cm]?[jt]sx?$|\.(?:py|rb|so|json)$/.test(text)) return
  if (isUrl(word)) entryRun.context.file(word, entryRun.language)
  else recordConfig(entryRun, based(entryRun, word), entryRun.language)
}

/** `prettier-plugin-x`, `@scope/name/part`, `module.Class`, `unix`. */
const PACKAGE = /^(?:@[a-z0-9][\w.-]*\/)?[a-z_][\w.-]*(?:\/[\w-][\w.-]*)*$/i

function recordConfig({ context }: EntryRun, word: Word, language: Language = 'other'): void {
  const place = context.place(word)
  // Settings that are typed in place of a file's name.
  if (/^\s*[{[]/.test(knownPrefix(word))) context.opaque('unreadable-code', show(word))
  else if (!isUrl(word) && isOwn(context, place) && !context.written(place)) context.reads(word)
  else context.file(word, language)
}

const INSTALLED = /^\/(?:usr|opt|bin|nix|Library)\/[\w./+@-]+$/

function recordInterpreter(entryRun: EntryRun, word: Word): void {
  // A version that the surroundings of the call name is no path.
  const text = textOf(word) ?? knownPrefix(word)
  if (text.includes('/') && !INSTALLED.test(text)) recordConfig(entryRun, based(entryRun, word), 'binary')
}

/** The word as the program reads it from the directory that it works in. */
export function based({ base }: EntryRun, word: Word): Word {
  if (base === undefined || /^[/~]/.test(knownPrefix(word))) return word
  const [one, other] = [textOf(base), textOf(word)]
  if (one !== undefined && other !== undefined) return literal(`${one}/${other}`)
  if (one !== undefined && word.kind === 'glob') return { ...word, pattern: `${one}/${word.pattern}` }
  const out: Dynamic = {
    kind: 'dynamic',
    source: `${show(base)}/${show(word)}`,
    pieces: [...piecesOf(base), { known: '/' }, ...piecesOf(word)],
  }
  return out
}

function piecesOf(word: Word): readonly Piece[] {
  return word.kind === 'dynamic' ? word.pieces : [{ known: show(word) }]
}
