import type { Content } from '../../action.ts'
import { allOf, anyOf, type Condition, type Found, wildcardOf } from '../../place-condition.ts'
import type { Place } from '../../place.ts'
import { dynamic, foundWord, literal, type Piece, show, textOf, type Word } from '../../word.ts'
import { conditionsOf, type Reached, RUNS, TAKES_NAME, TAKES_TEXT } from './find-expression.ts'
import type { ProgramContext, Program } from './program.ts'
import { contentOf, foundBelow, namesBelow, pasted } from './project.ts'
import { unknownOption } from '../../programs/walk.ts'
import { are, rows, walk } from './table.ts'

/** Looking for files: find with the commands it runs, fd, locate, which. */
export const find: readonly Program[] = [
  { names: ['find', 'gfind'], means: findFiles },
  { names: ['fd', 'fdfind'], means: findByName },
  { names: ['locate', 'mlocate', 'plocate', 'slocate', 'mdfind'], means: locate },
  ...rows({
    'command-not-found': {},
    updatedb: { options: { ...are('write', '-o --output'), ...are('names', '-U --database-root') } },
  }),
]

const REMOVES = /^(\/usr)?(\/bin\/)?(rm|unlink|rmdir)$/
/** They choose nothing: a deletion with only these takes everything. */
const NO_FILTER = new Set([
  '-depth',
  '-d',
  '-mindepth',
  '-maxdepth',
  '-delete',
  '-print',
  '-print0',
  '-xdev',
  '-mount',
  '-follow',
  '-noleaf',
  '-true',
  '-ls',
  '-daystart',
  '-ignore_readdir_race',
  '-warn',
  '-nowarn',
  '-regextype',
  '-a',
  '-and',
  '(',
  ')',
  '-H',
  '-L',
  '-P',
])

/** Primaries without a word of their own. */
const ALONE = new Set([
  ...NO_FILTER,
  ...'-o -or -not -prune -quit -false -empty -readable -writable -executable -nouser -nogroup -newer -acl -xattr -X -E -f -s -x --help -help --version -version --'.split(
    ' ',
  ),
])

const LOCATE = {
  options: { ...are('text', '-n --limit -l -B -M -S -f -onlyin'), ...are('read', '-d --database') },
} as const

/** Names from the index of the whole disk. */
function locate(context: ProgramContext): void {
  walk(context, LOCATE, context.invocation.args)
  const names = context.invocation.args.filter((word) => !show(word).startsWith('-')).map(textOf)
  const patterns = names.map((name) => (name !== undefined && /^[\w. @-]+$/.test(name) ? `*${name}*` : undefined))
  const only =
    patterns.length === 0 || patterns.includes(undefined)
      ? undefined
      : anyOf(patterns.map((pattern) => ({ is: 'path', pattern: pattern!, letters: 'any case', base: '/', shown: '' })))
  context.puts({ kind: 'unknown', below: [{ below: '/', ...(only ? { only } : {}) }] })
}

/** Primaries with which something else than paths is printed. */
const PRINTS_OTHERWISE = /^-(printf|ls|exec|execdir|ok|okdir)$/

interface Search {
  readonly roots: Word[]
  filtered: boolean
}

function findFiles(context: ProgramContext): void {
  // What an agent types is no script and has no arguments: where they are known, they stand here already.
  const args = context.invocation.args.filter(
    (word) => word.kind !== 'dynamic' || !/^"?\$(?:[@*]|\{[@*]\})"?$/.test(word.source),
  )
  const search: Search = { roots: [], filtered: false }
  let at = 0
  while (at < args.length) {
    const text = show(args[at]!)
    if (/^-[HLP]$/.test(text) || /^-[DO]/.test(text)) at += /^-D$/.test(text) ? 2 : 1
    else if (text === '-f' && args[at + 1]) {
      search.roots.push(args[at + 1]!)
      at += 2
    } else if (/^[-(!,]/.test(text) || text === '\\(') break
    else {
      // All items of an array: primaries may be among them.
      if (args[at]!.kind === 'dynamic' && /\$[@*]|\[[@*]\]/.test(text)) context.opaque('unknown-option', `find ${text}`)
      search.roots.push(args[at++]!)
    }
  }
  if (search.roots.length === 0) search.roots.push(literal('.'))
  const expression = args.slice(at)
  search.filtered = expression.some(
    (word) => /^[-!]/.test(show(word)) && !NO_FILTER.has(show(word)) && !RUNS.has(show(word)),
  )
  for (const root of search.roots) context.reads(root, 'names', { recursive: true })
  recordRepositories(context, search.roots, expression)
  const reached = new Map<string, Reached>()
  const whenAt = (index: number, directory: string, root: Word): Condition | undefined => {
    const key = `${directory}\n${show(root)}`
    let read = reached.get(key)
    if (read === undefined) reached.set(key, (read = conditionsOf(expression, directory, shownAs(root, directory))))
    return read.at.get(index) ?? (index < 0 ? read.otherwise : undefined)
  }
  if (!expression.some((word) => PRINTS_OTHERWISE.test(show(word)))) {
    const prints = expression.findIndex((word) => /^-print0?$/.test(show(word)))
    context.puts(namesBelow(context, search.roots, (directory, root) => whenAt(prints, directory, root)))
  }
  for (let index = 0; index < expression.length; index++) {
    const word = expression[index]!
    const primary = textOf(word)
    if (primary === undefined) {
      // An unknown word could be any primary, -delete and -exec among them, unless it only completes a known list.
      if (word.kind === 'dynamic' && !/^["']?[\w./*-]+/.test(word.source))
        context.opaque('unknown-option', `find ${show(word)}`)
    } else if (RUNS.has(primary)) index = runEach(context, search, primary, expression, index + 1, whenAt)
    else if (primary === '-delete')
      for (const root of search.roots) {
        context.deletes(root, { recursive: true, filtered: search.filtered, only: (base) => whenAt(index, base, root) })
      }
    else if (/^-(fprint0?|fls)$/.test(primary)) {
      const names = namesBelow(context, search.roots, (directory, root) => whenAt(index, directory, root))
      writeNext(context, expression[++index], contentOf(names))
    } else if (primary === '-fprintf') {
      writeNext(context, expression[++index])
      index++
    } else if (primary === '-files0-from') {
      const list = expression[++index]
      if (list && textOf(list) !== '-') context.reads(list)
    } else if (TAKES_TEXT.has(primary) || TAKES_NAME.has(primary) || primary.startsWith('-newer')) {
      const value = expression[++index]
      if (value && TAKES_NAME.has(primary)) context.reads(value, 'names')
    } else if (/^-[a-z][\w-]+$/i.test(primary) && !ALONE.has(primary)) unknownOption(context, primary, 'find')
  }
}

/** `find . -name .git -exec rm -rf {} +`: the name says what goes, whatever the tree holds. */
function recordRepositories(context: ProgramContext, roots: readonly Word[], expression: readonly Word[]): void {
  const words = expression.map(show)
  const named = words.some(
    (word, index) => /^\.git\*?$/.test(word) && /^-i?(name|path|wholename)$/.test(words[index - 1] ?? ''),
  )
  const negated = words.some((word, index) => /^-i?name$/.test(word) && /^(!|\\!|-not)$/.test(words[index - 1] ?? ''))
  const goes = words.some(
    (word, index) => word === '-delete' || (RUNS.has(word) && REMOVES.test(words[index + 1] ?? '')),
  )
  if (!named || negated || !goes || words.includes('-prune')) return
  for (const root of roots) context.deletes(literal(`${show(root)}/.git`), { recursive: true })
}

function writeNext(context: ProgramContext, word: Word | undefined, content: Content = { kind: 'unknown' }): void {
  if (word) context.writes(word, 'overwrite', content)
  else context.opaque('unknown-option')
}

/** Tells the command of an -exec and returns the index of its last word. */
function runEach(
  context: ProgramContext,
  search: Search,
  primary: string,
  expression: readonly Word[],
  start: number,
  whenAt: (index: number, directory: string, root: Word) => Condition | undefined,
): number {
  let end = start
  while (end < expression.length) {
    const text = textOf(expression[end])
    if (text === ';' || text === '\\;') break
    if (text === '+' && textOf(expression[end - 1]) === '{}') break
    end++
  }
  const command = expression.slice(start, end)
  if (command.length === 0) {
    context.opaque('unreadable-code', `find ${primary}`)
    return end
  }
  // Nothing is removed unless a person says yes, file by file.
  if (primary.startsWith('-ok') && context.invocation.stdin.kind === 'nothing' && REMOVES.test(show(command[0]!)))
    return end
  const inDirectory = primary.endsWith('dir')
  for (const root of search.roots.slice(0, 4)) {
    const place = context.place(root)
    const yielded = foundBelow(context, root, (directory) => whenAt(start - 1, directory, root))
    // In a directory of its own the name stands for what lies there, and is not known by its path any more.
    const found = inDirectory && yielded ? { below: yielded.below, rewritten: true as const } : yielded
    const own = inDirectory || found === undefined || found.below === '/' ? undefined : found.below
    const code = pasted(context, command, '{}', own)
    if (code) {
      context.runs(code.words, { via: `find ${primary}`, environment: code.environment })
      continue
    }
    context.runs(
      command.map((word) => withFound(word, found)),
      {
        via: `find ${primary}`,
        ...(inDirectory ? { cwd: inside(place, show(root)) } : {}),
      },
    )
  }
  return end
}

/** How find shows the paths below a root: as it was typed. */
function shownAs(root: Word, directory: string): string {
  return textOf(root) ?? directory
}

function inside(place: Place, source: string): Place {
  if (place.kind === 'unknown') return place
  return { kind: 'unknown', source, within: place.kind === 'path' ? place.real : place.base }
}

/** `{}` is a path we do not know, below a directory we do. */
function withFound(word: Word, found: Found | undefined): Word {
  const text = textOf(word)
  if (text === undefined || !text.includes('{}')) return word
  const one = found === undefined ? dynamic('{}', 'argument') : foundWord('{}', found)
  if (text === '{}') return one
  const pieces = text.split('{}').flatMap((part, index): readonly Piece[] => [
    // The directory is known only of a word that begins with the name.
    ...(index === 0 ? [] : index === 1 && text.startsWith('{}') ? one.pieces : one.pieces.slice(-1)),
    ...(part === '' ? [] : [{ known: part }]),
  ])
  return { kind: 'dynamic', source: text, pieces }
}

const FD_TEXT =
  '-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within ' +
  '--changed-before --newer --older -o --owner -c --color -j --threads --max-results --format --and -g'

const FD_FLAGS = new Set(
  '--hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-global-ignore-file --no-require-git --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --relative-path --list-details --follow --full-path --print0 --prune --quiet --show-errors --one-file-system --strip-cwd-prefix --hyperlink --help --version -h -V'.split(
    ' ',
  ),
)

/** `-HI`, `-tf`, `--type=f`, `-1`: what is not said in two words. */
function isFlagOfFd(option: string): boolean {
  if (option.startsWith('--')) {
    const name = option.split('=')[0]!
    return FD_FLAGS.has(option) || (name !== option && (FD_TEXT.split(' ').includes(name) || FD_FLAGS.has(name)))
  }
  return FD_FLAGS.has(option) || /^-[HIusigFalLp01q]*(?:[etdESocj].*)?$/.test(option)
}

function findByName(context: ProgramContext): void {
  const { args } = context.invocation
  const roots: Word[] = []
  const text = new Set(FD_TEXT.split(' '))
  const filters: Word[] = []
  const commands: { readonly words: readonly Word[]; readonly all: boolean }[] = []
  const options = new Map<string, Word[]>()
  const flags: string[] = []
  for (let index = 0; index < args.length; index++) {
    const option = show(args[index]!)
    if (/^(-x|-X|--exec|--exec-batch)$/.test(option)) {
      let end = index + 1
      while (end < args.length && textOf(args[end]) !== ';') end++
      commands.push({ words: args.slice(index + 1, end), all: /^(-X|--exec-batch)$/.test(option) })
      index = end
    } else if (/^(--search-path|--base-directory|-C)$/.test(option)) {
      const root = args[++index]
      if (root) roots.push(root)
    } else if (option === '--ignore-file') {
      const file = args[++index]
      if (file) context.reads(file)
    } else if (text.has(option)) {
      const value = args[++index]
      if (value) options.set(option, [...(options.get(option) ?? []), value])
    } else if (option.startsWith('-') && option !== '-' && option !== '--') {
      flags.push(option)
      if (!isFlagOfFd(option)) unknownOption(context, option, 'fd')
    } else filters.push(args[index]!)
  }
  roots.push(...filters.slice(1))
  if (roots.length === 0) roots.push(literal('.'))
  for (const root of roots) context.reads(root, 'names', { recursive: true })
  const only = (directory: string): Condition | undefined => chosenByFd(filters[0], options, flags, directory)
  if (commands.length === 0) context.puts(namesBelow(context, roots, only))
  for (const { words, all } of commands) {
    if (words.length === 0) continue
    const named = words.some((word) => /\{[./]*\}/.test(show(word)))
    const command = named ? words : [...words, literal('{}')]
    for (const root of roots.slice(0, 4)) {
      const found = foundBelow(context, root, only)
      context.runs(
        command.map((word) =>
          withFound(word.kind === 'literal' ? literal(word.text.replace(/\{[./]+\}/g, '{}')) : word, found),
        ),
        { via: 'fd --exec', ...(all ? { moreArguments: true } : {}) },
      )
    }
  }
}

/** Which names fd yields below a directory. What is not written here chooses fewer, and is not looked at. */
function chosenByFd(
  pattern: Word | undefined,
  options: ReadonlyMap<string, readonly Word[]>,
  flags: readonly string[],
  directory: string,
): Condition | undefined {
  const values = (...names: readonly string[]): readonly Word[] => names.flatMap((name) => options.get(name) ?? [])
  const short = flags.filter((flag) => /^-\w+$/.test(flag)).join('')
  const hidden = /[Hu]/.test(short) || flags.some((flag) => /^--(?:hidden|unrestricted)$/.test(flag))
  const whole = /p/.test(short) || flags.includes('--full-path')
  const glob = /g/.test(short) || flags.includes('--glob')
  const most = Number(textOf(values('-d', '--max-depth', '--exact-depth')[0]))
  const extensions = values('-e', '--extension').map(textOf)
  const types = values('-t', '--type').map(textOf)
  return allOf(
    hidden ? undefined : { is: 'visible', base: directory },
    Number.isInteger(most) ? { is: 'depth', base: directory, least: 0, most } : undefined,
    extensions.length > 0 && extensions.every((extension) => extension !== undefined)
      ? anyOf(extensions.map((end) => ({ is: 'holding', text: `.${end.replace(/^\./, '')}`, at: 'end' })))
      : undefined,
    types.length > 0 && types.every((type) => /^(?:f|file)$/.test(type ?? ''))
      ? { is: 'type', type: 'file' }
      : undefined,
    pattern === undefined || whole ? undefined : namedBy(pattern, glob),
    ...values('-g').map((word) => namedBy(word, true)),
  )
}

/** A regular expression of plain characters as a wildcard over the last name; others choose in ways not looked at. */
function namedBy(word: Word, glob: boolean): Condition | undefined {
  const text = textOf(word) ?? (word.kind === 'glob' ? word.pattern : undefined)
  if (text === undefined) return undefined
  if (glob) return { is: 'name', pattern: text, letters: 'any case' }
  const wildcard = wildcardOf(text)
  return wildcard === undefined ? undefined : { is: 'name', pattern: wildcard, letters: 'any case' }
}
