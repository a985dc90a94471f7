import { allOf, chosenBy, type Condition, type Found, not, TYPES, wildcardOf } from '../../place-condition.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments, type ReadArguments } from '../options.ts'
import { UNKNOWN } from '../stream.ts'
import { arity } from './arity.ts'
import type { Kit, Program } from './program.ts'
import { namesBelow } from './project.ts'

/** Searching in text: grep and the tools that search whole trees. */
export const search: readonly Program[] = [
  {
    names: [
      'grep',
      'egrep',
      'fgrep',
      'ggrep',
      'rgrep',
      'zgrep',
      'zegrep',
      'zfgrep',
      'bzgrep',
      'xzgrep',
      'pcregrep',
      'pcre2grep',
      'agrep',
      'ugrep',
    ],
    means: searchFiles,
  },
  { names: ['rg', 'ag', 'ack', 'ack-grep', 'rga', 'sift', 'pt', 'ast-grep'], means: searchTree },
]

const GREP_VALUES =
  '-e --regexp -f --file -m --max-count -A --after-context -B --before-context -C --context --include --exclude ' +
  '--exclude-dir --exclude-from --include-dir -d --directories -D --devices --binary-files --label'

function searchFiles(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity(GREP_VALUES, '--color --colour'), style: 'gnu' })
  for (const word of read.values('-f', '--file', '--exclude-from')) if (textOf(word) !== '-') kit.reads(word)
  // ugrep alone: a filter command per file type.
  if (read.has('--filter', '--pager', '--view')) kit.opaque('unknown-option', kit.invocation.evidence)
  const given = read.has('-e', '--regexp', '-f', '--file')
  const recursive = read.has('-r', '-R', '--recursive', '--dereference-recursive') || kit.invocation.program === 'rgrep'
  const only = recursive ? (base: string) => chosenByGrep(read, base) : undefined
  const operands = given ? read.operands : read.operands.slice(1)
  readOperands(kit, operands, recursive, printsNames(read), only)
  if (operands.length === 0 && !recursive && !given) keepMatching(kit, read)
}

/** Of the names that come in, those go out that match. */
function keepMatching(kit: Kit, read: ReadArguments): void {
  const { stdin } = kit.invocation
  const wildcard = wildcardOf(textOf(read.operands[0]) ?? '(')
  if (stdin.kind !== 'unknown' || stdin.below === undefined || wildcard === undefined) return
  if (read.has('-o', '--only-matching', '-c', '--count', '-n', '--line-number', '-b')) return
  // One or two letters stand in any name: whoever looks for them asks for nothing.
  if (wildcard.replaceAll(/[*?]/g, '').length < 3) return
  const pattern = wildcard.startsWith('*') ? wildcard : `*${wildcard}`
  const below = stdin.below.map((found): Found => {
    const test: Condition = { is: 'path', pattern, letters: 'any case', base: found.below, shown: '' }
    const only = found.rewritten || read.has('-v', '--invert-match') ? found.only : allOf(found.only, test)
    return only === undefined ? found : { ...found, only }
  })
  kit.puts({ kind: 'unknown', below })
}

function chosenByGrep(read: ReadArguments, base: string): Condition | undefined {
  const texts = (name: string): readonly (string | undefined)[] => read.values(name).map(patternOf)
  return allOf(
    chosenBy(texts('--include'), base),
    ...texts('--exclude').map((text) => (text === undefined ? undefined : not(named(text)))),
    ...texts('--exclude-dir').map((text): Condition | undefined =>
      text === undefined ? undefined : { is: 'not-below', base, of: named(text) },
    ),
  )
}

function named(pattern: string): Condition {
  return { is: 'name', pattern, letters: 'exact' }
}

function patternOf(word: Word): string | undefined {
  return word.kind === 'dynamic' ? undefined : show(word)
}

/** What a tool that searches whole trees looks at: by globs and types, and without hidden files unless told to. */
function chosenByTree(kit: Kit, read: ReadArguments, base: string): Condition | undefined {
  const { program } = kit.invocation
  const ripgrep = program === 'rg' || program === 'rga'
  const unrestricted = read.given.filter(({ name }) => /^(?:-u|--unrestricted)$/.test(name)).length
  const hidden =
    read.has('--hidden', '-.', '--unrestricted-all') ||
    (ripgrep ? unrestricted > 1 : read.has('-u', '--unrestricted', '-a'))
  const types = read.values('-t', '--type').map((word) => TYPES[patternOf(word) ?? ''])
  const globs = ripgrep ? read.values('-g', '--glob', '--iglob').map(patternOf) : []
  // A glob that names hidden files brings them back.
  const named = globs.some((glob) => glob === undefined || /(?:^|\/)[.{[]/.test(glob))
  return allOf(
    hidden || named || program === 'ack' || program === 'ast-grep' ? undefined : { is: 'visible', base },
    chosenBy(globs, base),
    types.length > 0 && types.every((type) => type !== undefined)
      ? chosenBy(
          types.flatMap((type) => type.split(' ').map((end) => `*.${end}`)),
          base,
        )
      : undefined,
  )
}

function printsNames(read: ReadArguments): boolean {
  return read.has('-l', '-L', '--files-with-matches', '--files-without-match')
}

function readOperands(
  kit: Kit,
  operands: readonly Word[],
  recursive: boolean,
  names: boolean,
  only: ((base: string) => Condition | undefined) | undefined,
): void {
  const sources = operands.length === 0 && recursive ? [literal('.')] : operands
  for (const word of sources)
    if (textOf(word) !== '-') kit.reads(word, 'content', recursive ? { recursive, ...(only ? { only } : {}) } : {})
  const { stdin } = kit.invocation
  if (sources.length > 0 && names) kit.puts(namesBelow(kit, sources, only))
  else if (sources.length > 0) kit.puts({ kind: 'file', places: sources.map((word) => kit.place(word)) })
  else kit.puts(stdin.kind === 'text' ? UNKNOWN : stdin)
}

const TREE_VALUES =
  '-e --regexp -f --file -m --max-count -A --after-context -B --before-context -C --context -g --glob --iglob -t --type ' +
  '-T --type-not -M --max-columns --max-depth -d -j --threads --sort --sortr -E --encoding -r --replace --colors ' +
  '--ignore-file --path-separator --type-add --max-filesize --engine --pre --pre-glob --hostname-bin --ignore --ignore-dir ' +
  '--pager --depth -G --file-search-regex --workers --output --match --lines --pattern --lang --rewrite'

function searchTree(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity(TREE_VALUES, '--color --colour'), style: 'gnu' })
  for (const name of ['--pre', '--hostname-bin', '--pager']) {
    for (const word of read.values(name)) {
      if (name === '--pager') kit.code('shell', word, { via: `${kit.invocation.program} ${name}` })
      else kit.runs([word], { via: `${kit.invocation.program} ${name}`, moreArguments: true })
    }
  }
  for (const word of read.values('-f', '--file', '--ignore-file')) if (textOf(word) !== '-') kit.reads(word)
  const noPattern =
    read.has('-e', '--regexp', '--files', '--type-list', '--match') ||
    (kit.invocation.program === 'rg' && read.has('-f', '--file'))
  const operands = noPattern ? read.operands : read.operands.slice(1)
  const piped = kit.invocation.stdin.kind !== 'nothing' && kit.invocation.stdin.kind !== 'unknown'
  readOperands(kit, operands, !piped || operands.length > 0, printsNames(read) || read.has('--files'), (base) =>
    chosenByTree(kit, read, base),
  )
}
