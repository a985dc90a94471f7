import type { Place } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import type { Kit, Program } from './program.ts'
import { namesBelow, pasted } from './project.ts'
import { are, rows } from './table.ts'

/** Looking for files: find with the commands it runs, fd, locate, which. */
export const find: readonly Program[] = [
  { names: ['find', 'gfind'], means: findFiles },
  { names: ['fd', 'fdfind'], means: findByName },
  ...rows({
    'locate mlocate plocate slocate command-not-found': {
      options: { ...are('text', '-n --limit -l -B -M -S -f -onlyin'), ...are('read', '-d --database') },
    },
    updatedb: { options: { ...are('write', '-o --output'), ...are('names', '-U --database-root') } },
  }),
]

const TAKES_TEXT = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime ' +
    '-ctime -mmin -amin -cmin -perm -user -group -uid -gid -maxdepth -mindepth -regextype -printf -fstype -inum -links ' +
    '-newermt -newerct -newerat -context -used -D -O -mount-depth -flags -Bmin -Btime -depth-n'
  ).split(' '),
)
const TAKES_NAME = new Set([
  '-newer',
  '-anewer',
  '-cnewer',
  '-samefile',
  '-newermm',
  '-neweram',
  '-newercm',
  '-newerBm',
])
const REMOVES = /^(\/usr)?(\/bin\/)?(rm|unlink|rmdir)$/
const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
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

/** Primaries with which something else than paths is printed. */
const PRINTS_OTHERWISE = /^-(printf|ls|exec|execdir|ok|okdir)$/

interface Search {
  readonly roots: Word[]
  filtered: boolean
}

function findFiles(kit: Kit): void {
  // What an agent types is no script and has no arguments: where they are known, they stand here already.
  const args = kit.invocation.args.filter(
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
      if (args[at]!.kind === 'dynamic' && /\$[@*]|\[[@*]\]/.test(text)) kit.opaque('unknown-option', `find ${text}`)
      search.roots.push(args[at++]!)
    }
  }
  if (search.roots.length === 0) search.roots.push(literal('.'))
  const expression = args.slice(at)
  search.filtered = expression.some(
    (word) => /^[-!]/.test(show(word)) && !NO_FILTER.has(show(word)) && !RUNS.has(show(word)),
  )
  for (const root of search.roots) kit.reads(root, 'names', { recursive: true })
  tellRepositories(kit, search.roots, expression)
  if (!expression.some((word) => PRINTS_OTHERWISE.test(show(word)))) kit.puts(namesBelow(kit, search.roots))
  for (let index = 0; index < expression.length; index++) {
    const word = expression[index]!
    const primary = textOf(word)
    if (primary === undefined) {
      // An unknown word could be any primary, -delete and -exec among them, unless it only completes a known list.
      if (word.kind === 'dynamic' && !/^["']?[\w./*-]+/.test(word.source))
        kit.opaque('unknown-option', `find ${show(word)}`)
    } else if (RUNS.has(primary)) index = runEach(kit, search, primary, expression, index + 1)
    else if (primary === '-delete')
      for (const root of search.roots) kit.deletes(root, { recursive: true, filtered: search.filtered })
    else if (/^-(fprint0?|fls)$/.test(primary)) writeNext(kit, expression[++index])
    else if (primary === '-fprintf') {
      writeNext(kit, expression[++index])
      index++
    } else if (primary === '-files0-from') {
      const list = expression[++index]
      if (list && textOf(list) !== '-') kit.reads(list)
    } else if (TAKES_TEXT.has(primary) || TAKES_NAME.has(primary) || primary.startsWith('-newer')) {
      const value = expression[++index]
      if (value && TAKES_NAME.has(primary)) kit.reads(value, 'names')
    }
  }
}

/** `find . -name .git -exec rm -rf {} +`: the name says what goes, whatever the tree holds. */
function tellRepositories(kit: Kit, roots: readonly Word[], expression: readonly Word[]): void {
  const words = expression.map(show)
  const named = words.some(
    (word, index) => /^\.git\*?$/.test(word) && /^-i?(name|path|wholename)$/.test(words[index - 1] ?? ''),
  )
  const negated = words.some((word, index) => /^-i?name$/.test(word) && /^(!|\\!|-not)$/.test(words[index - 1] ?? ''))
  const goes = words.some(
    (word, index) => word === '-delete' || (RUNS.has(word) && REMOVES.test(words[index + 1] ?? '')),
  )
  if (!named || negated || !goes || words.includes('-prune')) return
  for (const root of roots) kit.deletes(literal(`${show(root)}/.git`), { recursive: true })
}

function writeNext(kit: Kit, word: Word | undefined): void {
  if (word) kit.writes(word, 'overwrite')
  else kit.opaque('unknown-option')
}

/** Tells the command of an -exec and returns the index of its last word. */
function runEach(kit: Kit, search: Search, primary: string, expression: readonly Word[], start: number): number {
  let end = start
  while (end < expression.length) {
    const text = textOf(expression[end])
    if (text === ';' || text === '\\;') break
    if (text === '+' && textOf(expression[end - 1]) === '{}') break
    end++
  }
  const command = expression.slice(start, end)
  if (command.length === 0) {
    kit.opaque('unreadable-code', `find ${primary}`)
    return end
  }
  // Nothing is removed unless a person says yes, file by file.
  if (primary.startsWith('-ok') && kit.invocation.stdin.kind === 'nothing' && REMOVES.test(show(command[0]!)))
    return end
  const inDirectory = primary.endsWith('dir')
  for (const root of search.roots.slice(0, 4)) {
    const place = kit.place(root)
    const found = foundIn(place, show(root))
    const code = inDirectory || found === '/' ? undefined : pasted(kit, command, '{}', found.replace(/\/$/, ''))
    if (code) {
      kit.runs(code.words, { via: `find ${primary}`, environment: code.environment })
      continue
    }
    kit.runs(
      command.map((word) => withFound(word, inDirectory ? './' : found)),
      {
        via: `find ${primary}`,
        ...(inDirectory ? { cwd: inside(place, show(root)) } : {}),
      },
    )
  }
  return end
}

/** The known beginning of every path found under a root: absolute, so that it says where the unknown rest must lie. */
function foundIn(place: Place, typed: string): string {
  if (place.kind === 'path') return place.path === '/' ? '/' : `${place.path}/`
  if (place.kind === 'glob') return place.base === '/' ? '/' : `${place.base}/`
  return place.within === undefined ? '' : `${place.within}/${typed.includes('..') ? '../' : ''}`
}

function inside(place: Place, source: string): Place {
  if (place.kind === 'unknown') return place
  return { kind: 'unknown', source, within: place.kind === 'path' ? place.real : place.base }
}

/** `{}` is a path we do not know, below a directory we do. */
function withFound(word: Word, found: string): Word {
  const text = textOf(word)
  if (text === undefined || !text.includes('{}')) return word
  const pieces: ({ known: string } | { unknown: string; from: 'argument' })[] = []
  for (const [index, part] of text.split('{}').entries()) {
    if (index > 0) pieces.push({ known: found }, { unknown: '{}', from: 'argument' })
    if (part !== '') pieces.push({ known: part })
  }
  return { kind: 'dynamic', source: text, pieces: pieces.filter((piece) => !('known' in piece) || piece.known !== '') }
}

const FD_TEXT =
  '-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within ' +
  '--changed-before --newer --older -o --owner -c --color -j --threads --max-results --format --and -g'

function findByName(kit: Kit): void {
  const { args } = kit.invocation
  const roots: Word[] = []
  const text = new Set(FD_TEXT.split(' '))
  const filters: Word[] = []
  const commands: { readonly words: readonly Word[]; readonly all: boolean }[] = []
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
      if (file) kit.reads(file)
    } else if (text.has(option)) index++
    else if (!option.startsWith('-')) filters.push(args[index]!)
  }
  roots.push(...filters.slice(1))
  if (roots.length === 0) roots.push(literal('.'))
  for (const root of roots) kit.reads(root, 'names', { recursive: true })
  if (commands.length === 0) kit.puts(namesBelow(kit, roots))
  for (const { words, all } of commands) {
    if (words.length === 0) continue
    const place = kit.place(roots[0]!)
    const named = words.some((word) => /\{[./]*\}/.test(show(word)))
    const command = named ? words : [...words, literal('{}')]
    kit.runs(
      command.map((word) =>
        withFound(word.kind === 'literal' ? literal(word.text.replace(/\{[./]+\}/g, '{}')) : word, foundIn(place, '')),
      ),
      { via: 'fd --exec', ...(all ? { moreArguments: true } : {}) },
    )
  }
}
