import { recordAwkReads } from './awk-paths.ts'
import { recordWalks } from './walks.ts'
import type { Language } from '../../action.ts'
import { dynamic, literal, type Word } from '../../word.ts'
import type { Effect, Reading } from './effects.ts'
import { unknownName } from './plain-names.ts'

/**
 * Languages in which anything may be written without brackets are not read call by call. Their text is searched for
 * the words through which code reaches out of itself, and what these do is told. Every other name in it must be one
 * that is known to compute only (`plain-names.ts`), or the code is not seen through.
 */
type Kind =
  | 'shell'
  | 'read'
  | 'write'
  | 'delete'
  | 'delete-tree'
  | 'directory'
  | 'contact'
  | 'opaque'
  | 'environment'
  | 'end-process'
  | 'listener'
  | 'access'
  | 'names'

interface Danger {
  readonly words: RegExp
  readonly kind: Kind
}

/** Compiles `name name` into a search for these words as calls. */
function danger(kind: Kind, words: string): Danger {
  return { kind, words: new RegExp(String.raw`(?<![\w$%>.:-])(?:${words.split(' ').join('|')})(?![\w])`, 'g') }
}

const STRING = String.raw`\s*\(?\s*(?:"((?:[^"\\$#@]|\\.)*)"|'((?:[^'\\]|\\.)*)')`

const PERL: readonly Danger[] = [
  danger('shell', 'system exec'),
  danger('delete', 'unlink rmdir truncate'),
  danger('delete-tree', 'rmtree remove_tree'),
  danger('directory', 'mkdir make_path'),
  danger('access', 'chmod chown'),
  danger('names', 'opendir readdir stat lstat'),
  danger(
    'opaque',
    String.raw`open sysopen rename link symlink require do(?=\s+['"$]) syscall dbmopen fork pipe kill File::\w+ IPC::\w+ Socket IO::\w+ Net::\w+ POSIX::\w+ qx readpipe socket connect bind listen`,
  ),
  danger('contact', String.raw`LWP::\w+ HTTP::\w+ getstore`),
  danger('environment', '%ENV'),
]

const LUA: readonly Danger[] = [
  danger('shell', String.raw`os\.execute io\.popen`),
  danger('delete', String.raw`os\.remove`),
  danger('read', String.raw`io\.lines`),
  danger(
    'opaque',
    String.raw`load loadstring dofile loadfile require io\.open os\.rename package\.loadlib debug\.\w+ vim\.\w+ socket`,
  ),
]

const AWK: readonly Danger[] = [
  danger('shell', 'system'),
  {
    kind: 'opaque',
    words:
      /\|&|\|\s*getline\b|\bprintf?\b(?:(?!\bprintf?\b)[^;}\n/])*\|\s*[a-z_]\w*|@(?:load|include)\b|@\w+\s*\(|\/inet[46]?\//g,
  },
  { kind: 'environment', words: /\bENVIRON\b(?!\s*\[\s*")/g },
]

const APPLESCRIPT: readonly Danger[] = [
  { kind: 'shell', words: /\bdo shell script\b/g },
  {
    kind: 'opaque',
    words:
      /\b(?:tell application|System Events|keystroke|run script|load script|store script|open location|open for access|do JavaScript|do script|delete|display dialog|default answer|with administrator privileges|ObjC|\$\.)\b/g,
  },
]

const TABLES: Partial<Readonly<Record<Language, readonly Danger[]>>> = {
  perl: PERL,
  lua: LUA,
  awk: AWK,
  applescript: APPLESCRIPT,
}

/** Modules that only compute; any other that is loaded by name may do anything. */
const PLAIN_MODULES =
  /^(?:strict|warnings|utf8|feature|vars|constant|integer|bigint|List::\w+|Data::Dumper|JSON(?:::\w+)*|Time::\w+|POSIX|Getopt::\w+|MIME::Base64|Digest::\w+|Encode|Text::\w+|Scalar::Util|Cwd|File::(?:Basename|Spec)|Config|v?5[\d.]*)$/

export function isPlainModule(name: string): boolean {
  return PLAIN_MODULES.test(name)
}

export function readScripting(language: Language, text: string, project: boolean): Reading {
  const table = TABLES[language]
  if (!table) return { effects: [], seenThrough: project }
  const effects: Effect[] = []
  // The first row that knows a word says what it does; the catch-all rows come last.
  const recorded = new Set<number>()
  const named: { readonly from: number; readonly to: number }[] = []
  for (const { kind, words } of table) {
    const searched = kind === 'opaque' && language === 'awk' ? withoutStrings(text) : text
    const lineAt = linesOf(text)
    for (const found of searched.matchAll(words)) {
      if (recorded.has(found.index) || inComment(lineAt(found.index), language)) continue
      recorded.add(found.index)
      named.push({ from: found.index, to: found.index + found[0].length })
      effects.push(effectOf(kind, text, found.index, found[0], language))
    }
  }
  if (language !== 'awk' && language !== 'applescript') recordCommands(language, text, effects)
  if (language === 'awk') {
    recordAwkFiles(text, effects)
    recordAwkReads(text, effects)
  }
  if (!project) recordWalks(text, effects)
  recordDoors(text, effects)
  let seen = !effects.some((effect) => effect.does === 'opaque')
  for (const found of text.matchAll(
    /(?:^|[;\n{])\s*(?:use|no|require|require_relative)\s+(?:['"]([^'"]+)['"]|([\w:]+))/g,
  ))
    if (!PLAIN_MODULES.test((found[1] ?? found[2])!)) seen = false
  // `s/…/…/e` runs its replacement.
  if (language === 'perl' && /\bs([/|{#!,])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1\w*e/.test(text))
    seen = false
  if (project)
    return {
      effects: effects.filter((effect) => effect.does !== 'opaque' && effect.does !== 'environment' && isKnown(effect)),
      seenThrough: true,
    }
  if (seen && unknownName(language, withoutRecorded(language, text, named)) !== undefined) seen = false
  return { effects, seenThrough: seen }
}

/** A word that only computes, in each language. */
const STAND_IN: Partial<Readonly<Record<Language, string>>> = {
  perl: 'print',
  lua: 'print',
  awk: 'length',
  applescript: 'do shell script',
}

/** The text with each word whose effect is told replaced by a harmless one: the rest is still to be known. */
function withoutRecorded(
  language: Language,
  text: string,
  recorded: readonly { readonly from: number; readonly to: number }[],
): string {
  let out = ''
  let at = 0
  for (const { from, to } of [...recorded].sort((a, b) => a.from - b.from)) {
    if (from < at) continue
    out += text.slice(at, from) + (STAND_IN[language] ?? '')
    at = to
  }
  return out + text.slice(at)
}

function isKnown(effect: Effect): boolean {
  if (effect.does === 'shell') return effect.code.kind === 'literal'
  if (effect.does === 'contact') return effect.target.kind === 'literal'
  return !('path' in effect) || effect.path.kind === 'literal'
}

/** What stands before a place in its line. Asked in order, so that a long line is not searched again for each. */
function linesOf(text: string): (at: number) => string {
  let looked = 0
  let start = 0
  return (at) => {
    const newline = text.slice(looked, at).lastIndexOf('\n')
    if (newline >= 0) start = looked + newline + 1
    looked = at
    return text.slice(start, at)
  }
}

function inComment(line: string, language: Language): boolean {
  return /^\s*#/.test(line) || (language === 'lua' && /^\s*--/.test(line))
}

function effectOf(kind: Kind, text: string, at: number, word: string, language: Language): Effect {
  const shown = text.slice(at, at + 120)
  const argument = argumentAfter(text, at + word.length, shown)
  switch (kind) {
    case 'shell':
      return {
        does: 'shell',
        code: (TAKES_LISTS.has(language) ? listAfter(text, at + word.length) : undefined) ?? argument,
        text: shown,
      }
    case 'contact':
      return {
        does: 'contact',
        target: argument,
        sends: /post|put|send/i.test(shown) ? 'data' : 'unknown',
        text: shown,
      }
    case 'opaque':
      return { does: 'opaque', because: 'unreadable-code', text: shown }
    case 'environment':
      return { does: 'environment', name: 'environment', text: shown }
    case 'end-process':
      return { does: 'end-process', text: shown }
    case 'listener':
      return { does: 'door', what: 'listener', text: shown }
    case 'write':
      return { does: 'write', path: argument, text: shown }
    case 'read':
    case 'names':
    case 'delete':
    case 'delete-tree':
    case 'directory':
    case 'access':
      return { does: kind, path: argument, text: shown }
  }
}

/**
 * The words of a program given one by one, as Perl takes them: `system("rm", "-rf", $x)`. Undefined when there is
 * one argument only.
 */
function listAfter(text: string, at: number): Word | undefined {
  const rest = text.slice(at, at + 4096)
  const first = FIRST_OF_LIST.exec(rest)
  if (!first) return undefined
  const words = [first[1] ?? first[2]!]
  let left = rest.slice(first[0].length)
  for (;;) {
    // Options of the call are no words of the program.
    if (words.length > 0 && /^\s*(?:exception|out|err|chdir):\s*[\w:.'"/]+\s*\)/.test(left)) break
    const next = NEXT_OF_LIST.exec(left)
    if (!next) return dynamic(rest.slice(0, 120), 'argument')
    words.push(next[1] ?? next[2]!)
    left = left.slice(next[0].length)
    if (!left.startsWith(',')) break
    left = left.slice(1)
  }
  return literal(words.map((one) => `'${one.replaceAll("'", String.raw`'\''`)}'`).join(' '))
}

const TAKES_LISTS: ReadonlySet<Language> = new Set(['perl'])
const ONE_STRING = String.raw`(?:"((?:[^"\\$#@]|\\.)*)"|'((?:[^'\\]|\\.)*)')`
const FIRST_OF_LIST = new RegExp(String.raw`^\s*\(?\s*${ONE_STRING}\s*,`)
const NEXT_OF_LIST = new RegExp(String.raw`^\s*${ONE_STRING}\s*(?=[,);}\n]|$|or\b|if\b|unless\b)`)

const FIRST_STRING = new RegExp(`^${STRING}\\s*(?=[),;}\\n]|$|or\\b|if\\b|unless\\b|\\|)`)

function argumentAfter(text: string, at: number, shown: string): Word {
  const found = FIRST_STRING.exec(text.slice(at, at + 4096))
  const value = found?.[1] ?? found?.[2]
  return value === undefined
    ? dynamic(shown, 'argument')
    : literal(value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char)))
}

/** Backticks, `qx{…}` and `%x{…}` are shell commands. */
function recordCommands(language: Language, text: string, effects: Effect[]): void {
  if (language === 'lua') return
  for (const found of text.matchAll(/`([^`]*)`|\b(?:qx|%x)\s*(?:\{([^}]*)\}|\(([^)]*)\)|\/([^/]*)\/)/g)) {
    const code = found[1] ?? found[2] ?? found[3] ?? found[4] ?? ''
    const known = !/[$@]\w|#\{/.test(code)
    effects.push({ does: 'shell', code: known ? literal(code) : dynamic(code, 'variable'), text: found[0] })
  }
}

/** The same text with the insides of its strings blank; `/inet/` addresses stay. */
function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"/g, (string) =>
    string.startsWith('"/inet') ? string : `"${' '.repeat(string.length - 2)}"`,
  )
}

function recordAwkFiles(text: string, effects: Effect[]): void {
  const bare = withoutStrings(text)
  // `print | "cmd"` and `"cmd" | getline` start a command.
  for (const found of text.matchAll(
    /\|&?\s*"((?:[^"\\\n]|\\.)*)"\s*(?=[;}\n)]|$)|"((?:[^"\\\n]|\\.)*)"\s*\|&?\s*getline/g,
  ))
    if (bare[found.index] === found[0][0])
      effects.push({ does: 'shell', code: literal((found[1] ?? found[2])!), text: found[0] })
  for (const found of text.matchAll(/\bprintf?\b(?:(?!\bprintf?\b)[^;}\n|])*?(>>?)\s*(?:"([^"]*)"|([^\s;}]+))/g)) {
    // A comparison inside brackets is no redirection.
    const before = found[0].slice(0, found[0].lastIndexOf(found[1]!))
    if ((before.match(/\(/g)?.length ?? 0) > (before.match(/\)/g)?.length ?? 0)) continue
    if (found[2] !== undefined && /^\/dev\/(?:stderr|stdout|null)$/.test(found[2])) continue
    effects.push({
      does: found[1] === '>>' ? 'append' : 'write',
      path: found[2] === undefined ? dynamic(found[0], 'variable') : literal(found[2]),
      text: found[0],
    })
  }
}

function recordDoors(text: string, effects: Effect[]): void {
  if (!/socket|TCPSocket|fsockopen|\/inet\//i.test(text)) return
  if (!/(?:\/bin\/)?\b(?:ba|z|da|k)?sh\b\s*(?:-i)?|cmd\.exe|STDIN|dup2|popen/.test(text)) return
  effects.push({ does: 'door', what: 'reverse-shell', text: text.slice(0, 200) })
}
