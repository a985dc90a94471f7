import { allOf, chosenBy, type Condition, type Found, not, TYPES, wildcardOf } from '../../place-condition.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { UNKNOWN } from '../../shell/stream.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { namesBelow } from '../../shell/programs/project.ts'
import { standsIn } from '../../shell/programs/stand-ins.ts'
import type { Arguments } from '../arguments.ts'
import { merged } from '../compile.ts'
import type { Entry, Value } from '../entry.ts'
import { closed } from '../walk.ts'

const GREP: Entry = {
  options: {
    '-f, --file, --exclude-from': 'read',
    '-e, --regexp, -m, --max-count, -A, --after-context, -B, --before-context, -C, --context, -d, --directories, -D, --devices, --binary-files, --label, --group-separator, --include, --exclude, --exclude-dir, --include-dir, -#':
      'text',
    '--color, --colour': 'text?',
  },
  flags:
    '-a --text -b --byte-offset -c --count -E --extended-regexp -F --fixed-strings --fixed-regexp -G --basic-regexp -h --no-filename -H --with-filename -i -y --ignore-case --no-ignore-case -I -J -l --files-with-matches -L --files-without-match --line-buffered -M -n --line-number --no-group-separator -o --only-matching -O -p -P --perl-regexp -q --quiet --silent -r --recursive -R --dereference-recursive -s --no-messages -S -t -T --initial-tab -u --unix-byte-offsets -U --binary -v --invert-match -V -w --word-regexp -x --line-regexp -X -z --null-data --null -Z -0 -1 -2 -3 -4 -5 -6 -7 -8 -9',
  abbreviations: true,
}

/** Its filters and pagers are commands. */
const UGREP: Entry = merged(
  {
    options: {
      '--pager': 'pager',
      '-g, --glob, --iglob, -t, --file-type, --format, --tag, --sort, --depth, -O, --file-extension, --max-files, -K, --range, --replace, --separator':
        'text',
    },
    flags: '--bool -% --smart-case -j --hidden -. --json --csv --xml --pretty --heading --break --column -k --stats',
    abbreviations: false,
  },
  GREP,
)

const TREE_VALUES = '-e, --regexp, -m, --max-count, -A, --after-context, -B, --before-context, -C, --context'

const RIPGREP: Entry = {
  options: {
    '-f, --file, --ignore-file': 'read',
    '--pre, --hostname-bin': 'run-program',
    [TREE_VALUES]: 'text',
    '-g, --glob, --iglob, -t, --type, -T, --type-not, --type-add, --type-clear, -M, --max-columns, --max-depth, -d, --maxdepth, -j, --threads, --sort, --sortr, -E, --encoding, -r, --replace, --color, --colors, --context-separator, --field-context-separator, --field-match-separator, --path-separator, --max-filesize, --engine, --pre-glob, --dfa-size-limit, --regex-size-limit, --generate, --hyperlink-format':
      'text',
  },
  flags:
    '-. --[no-]hidden -0 --null -a --[no-]text --[no-]auto-hybrid-regex -b --[no-]byte-offset --[no-]binary --[no-]block-buffered -c --count --count-matches --[no-]column --[no-]crlf --debug --trace --files -F --[no-]fixed-strings --[no-]follow -L --[no-]glob-case-insensitive -h -H --with-filename -I --no-filename --[no-]heading -i --ignore-case --[no-]ignore-file-case-insensitive --[no-]include-zero -l --files-with-matches --files-without-match --[no-]json --[no-]line-buffered -n --line-number -N --no-line-number -o --only-matching -p --pretty -P --[no-]pcre2 --[no-]pcre2-unicode --pcre2-version --[no-]passthru --passthrough --[no-]mmap --[no-]max-columns-preview --[no-]messages --[no-]multiline -U --[no-]multiline-dotall --no-config --[no-]ignore --[no-]ignore-dot --[no-]ignore-exclude --[no-]ignore-files --[no-]ignore-global --[no-]ignore-messages --[no-]ignore-parent --[no-]ignore-vcs --[no-]require-git --[no-]unicode --[no-]one-file-system -q --quiet -s --case-sensitive -S --smart-case --stats --no-stats --stop-on-nonmatch --[no-]search-zip -z --[no-]trim --type-list -u --unrestricted -v --invert-match --vimgrep -V -w --word-regexp -x --line-regexp --[no-]null-data --no-context-separator --no-encoding --no-pre --no-sort-files --sort-files',
}

const AG: Entry = {
  options: {
    '-p, --path-to-ignore': 'read',
    '--pager': 'pager',
    '--ignore, --ignore-dir, -G, --file-search-regex, --depth, --workers, -W, --width, --color-line-number, --color-match, --color-path, -A, --after, -B, --before, -C, --context, -m, --max-count':
      'text',
    // Names that match, not their content.
    '-g': 'text',
  },
  flags:
    '-0 --null --print0 -a --all-types -c --count -D --debug -f --[no]follow --[no]filename -F --fixed-strings -H --[no]heading --[no]break --[no]group --[no]color --[no]affinity --[no]multiline --[no]numbers --[no]mmap --[no]recurse --hidden -i --ignore-case -l --files-with-matches -L --files-without-matches --literal -Q --list-file-types -n -r -R --norecurse -o --only-matching --one-device --parallel --passthrough --passthru --print-all-files --print-long-lines -s --case-sensitive -S --smart-case --search-binary --search-files --search-zip -z --silent --stats --stats-only -t --all-text -u --unrestricted -U --skip-vcs-ignores -v --invert-match -V --vimgrep -w --word-regexp --ackmate --column --js --ts --python --ruby --go --rust --java --cpp --cc --html --css --json --yaml --md --php --perl --shell --sql --xml',
}

const ACK: Entry = {
  variables: { ACK_PAGER: 'pager', ACK_PAGER_COLOR: 'pager', ACKRC: 'run-file', ACK_OPTIONS: 'opaque' },
  options: {
    '--pager': 'pager',
    '--ackrc': 'run-file',
    '--files-from': 'read',
    '--output, --match, --ignore-dir, --ignore-directory, --noignore-dir, --noignore-directory, --ignore-file, --type, -t, -T, --type-add, --type-set, --type-del, -m, --max-count, -A, --after-context, -B, --before-context, --color-filename, --color-match, --color-lineno, --color-colno, --lines, --range-start, --range-end, --and, --or, --not':
      'text',
    '-C, --context, -p, --proximate': 'text?',
  },
  flags:
    '-1 -c --count --[no]color --[no]colour --column --[no]column -f --[no]filter --[no]follow -g -h --no-filename -H --with-filename --[no]heading --[no]break --[no]group -i --ignore-case -I --no-ignore-case -k --known-types -l --files-with-matches -L --files-without-matches -n --no-recurse -r -R --recurse -o --passthru --print0 -Q --literal -s -S --[no]smart-case -u --underline --sort-files --show-types --thpppt -v --invert-match -w --word-regexp -x --noenv --ignore-ack-defaults --create-ackrc --dump --help-types --js --ts --python --ruby --go --rust --java --cpp --cc --html --css --json --yaml --php --perl --shell --sql --xml',
}

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
      'zstdgrep',
      'agrep',
    ],
    means: (context) => searchFiles(context, GREP),
    examples: {
      "grep -rn --include='*.ts' x src": ['read-tree src'],
      'grep -f patterns.txt a.txt': ['read patterns.txt', 'read a.txt'],
      'grep --unheard-of x a.txt': ['unknown option --unheard-of of grep', 'read a.txt'],
    },
  },
  {
    names: ['ugrep', 'ug'],
    means: (context) => searchFiles(context, UGREP),
    examples: {
      'ugrep -rn x src': ['read-tree src'],
      "ugrep --pager='rm y' x a.txt": ['run rm', 'delete y', 'read a.txt'],
      "ugrep --filter='pdf:rm y' x a.txt": ['unknown option --filter of ugrep', 'read a.txt'],
    },
  },
  {
    names: ['rg'],
    means: (context) => searchTree(context, RIPGREP),
    examples: {
      'rg -n -tts x src': ['read-tree src'],
      'rg --pre /tmp/x y': ['run x', 'code other file /tmp/x', 'read-tree .'],
      'rg --unheard-of x': ['unknown option --unheard-of of rg', 'read-tree .'],
    },
  },
  {
    names: ['ag'],
    means: (context) => searchTree(context, AG),
    examples: {
      'ag -Q x src': ['read-tree src'],
      "ag --pager 'rm y' x": ['run rm', 'delete y', 'read-tree .'],
      'ag --unheard-of x': ['unknown option --unheard-of of ag', 'read-tree .'],
    },
  },
  {
    names: ['ack', 'ack-grep'],
    means: (context) => searchTree(context, ACK),
    examples: {
      'ack -i x src': ['read-tree src'],
      "ack --pager='rm y' x": ['run rm', 'delete y', 'read-tree .'],
      'ack --ackrc=/tmp/ackrc x': ['code other file /tmp/ackrc', 'read-tree .'],
      "ACK_PAGER='rm y' ack x": ['run rm', 'delete y', 'read-tree .'],
      'ACK_OPTIONS=x ack x': ['opaque unknown-option', 'read-tree .'],
      'ack --unheard-of x': ['unknown option --unheard-of of ack', 'read-tree .'],
    },
  },
]

function searchFiles(context: ProgramContext, entry: Entry): void {
  const read = closed(context, entry, context.invocation.args)
  recordOptions(context, entry, read)
  const given = read.has('-e', '--regexp', '-f', '--file')
  const recursive =
    read.has('-r', '-R', '--recursive', '--dereference-recursive') || context.invocation.program === 'rgrep'
  const only = recursive ? (base: string) => chosenByGrep(read, base) : undefined
  const operands = given ? read.operands : read.operands.slice(1)
  readOperands(context, operands, recursive, printsNames(read), only)
  if (operands.length === 0 && !recursive && !given) keepMatching(context, read)
}

function searchTree(context: ProgramContext, entry: Entry): void {
  const read = closed(context, entry, context.invocation.args)
  recordOptions(context, entry, read)
  const noPattern =
    read.has('-e', '--regexp', '--files', '--type-list', '--match') ||
    (context.invocation.program === 'rg' && read.has('-f', '--file'))
  const operands = noPattern ? read.operands : read.operands.slice(1)
  const piped = context.invocation.stdin.kind !== 'nothing' && context.invocation.stdin.kind !== 'unknown'
  readOperands(context, operands, !piped || operands.length > 0, printsNames(read) || read.has('--files'), (base) =>
    chosenByTree(context, read, base),
  )
}

/** Files of patterns are read; preprocessors and pagers are run; the settings of ack name both. */
function recordOptions(context: ProgramContext, entry: Entry, read: Arguments): void {
  for (const { name, option, values } of read.given)
    for (const word of values) recordOption(context, name, option.value, word)
  for (const [name, value] of Object.entries(entry.variables ?? {})) {
    const word = context.invocation.environment.get(name)
    if (word) recordOption(context, name, value, word)
  }
}

function recordOption(context: ProgramContext, name: string, value: Value, word: Word): void {
  const via = `${context.invocation.program} ${name}`
  if (value === 'run-file') context.file(word, 'other')
  else if (value === 'read' && textOf(word) !== '-') context.reads(word)
  else if (value === 'run-program') context.runs([word], { via, moreArguments: true })
  else if (value === 'opaque') context.opaque('unknown-option', via)
  else if (value === 'pager' && !/^(never|cat|less)?$/.test(textOf(word) ?? '?')) standsIn(context, word, via)
}

/** Of the names that come in, those go out that match. */
function keepMatching(context: ProgramContext, read: Arguments): void {
  const { stdin } = context.invocation
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
  context.puts({ kind: 'unknown', below })
}

function chosenByGrep(read: Arguments, base: string): Condition | undefined {
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
function chosenByTree(context: ProgramContext, read: Arguments, base: string): Condition | undefined {
  const { program } = context.invocation
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

function printsNames(read: Arguments): boolean {
  return read.has('-l', '-L', '--files-with-matches', '--files-without-match')
}

function readOperands(
  context: ProgramContext,
  operands: readonly Word[],
  recursive: boolean,
  names: boolean,
  only: ((base: string) => Condition | undefined) | undefined,
): void {
  const sources = operands.length === 0 && recursive ? [literal('.')] : operands
  for (const word of sources)
    if (textOf(word) !== '-') context.reads(word, 'content', recursive ? { recursive, ...(only ? { only } : {}) } : {})
  const { stdin } = context.invocation
  if (sources.length > 0 && names) context.puts(namesBelow(context, sources, only))
  else if (sources.length > 0) context.puts({ kind: 'file', places: sources.map((word) => context.place(word)) })
  else context.puts(stdin.kind === 'text' ? UNKNOWN : stdin)
}
