import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { UNKNOWN } from '../stream.ts'
import { evaluateFilter } from '../constant-filters.ts'
import { arity } from './arity.ts'
import type { Kit, Program } from './program.ts'
import { namesBelow } from './project.ts'
import { are, INTERACTIVE, rows } from './table.ts'

/** Reading, searching, cutting and comparing text. */
export const text: readonly Program[] = [
  { names: ['cat', 'gcat', 'tac', 'rev', 'base64', 'base32', 'gbase64', 'xxd', 'tr', 'gtr'], means: transform },
  { names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk', 'goawk'], means: awk },
  { names: ['date', 'gdate'], means: date },
  { names: ['jq', 'gojq', 'jaq', 'jql'], means: queryJson },
  { names: ['m4', 'gm4'], means: expandMacros },
  { names: ['dc'], means: calculate },
  ...rows({
    'head ghead tail gtail': {
      operands: 'read',
      filter: true,
      options: are('text', '-n --lines -c --bytes -s --sleep-interval --pid --max-unchanged-stats'),
    },
    'zcat gzcat bzcat xzcat zstdcat lzcat lz4cat': { operands: 'read', puts: UNKNOWN },
    'wc gwc': { operands: 'read', options: are('read', '--files0-from') },
    nl: { operands: 'read', filter: true, options: are('text', '-b -d -f -h -i -l -n -s -v -w') },
    'fold fmt': { operands: 'read', filter: true, options: are('text', '-w --width -p --prefix -g --goal') },
    'expand unexpand': { operands: 'read', filter: true, options: are('text', '-t --tabs') },
    pr: {
      operands: 'read',
      filter: true,
      options: are('text', '-D -h --header -l --length -N -o --indent -w --width -W'),
    },
    column: {
      operands: 'read',
      filter: true,
      options: are(
        'text',
        '-s --separator -c --columns -o --output-separator -N --table-columns -R -H -O -n -l -T -E -W',
      ),
    },
    'hexdump hd': { operands: 'read', filter: true, options: { ...are('text', '-n -s -e'), ...are('read', '-f') } },
    od: {
      operands: 'read',
      filter: true,
      options: {
        ...are('text', '-A --address-radix -j --skip-bytes -N --read-bytes -t --format'),
        ...are('attached', '-w -S'),
      },
    },
    strings: {
      operands: 'read',
      filter: true,
      options: are('text', '-n --bytes -t --radix -e --encoding -T --target -s'),
    },
    'bat batcat': {
      operands: 'read',
      filter: true,
      options: {
        ...are(
          'text',
          '-l --language --theme --style -r --line-range --paging --wrap --tabs -H --highlight-line --file-name -m --map-syntax --color --decorations',
        ),
        ...are('pager', '--pager'),
      },
    },
    'colrm col ul asa look hexyl glow mdcat ccat highlight pygmentize csvlook vd': { operands: 'read', filter: true },
    'sort gsort': {
      operands: 'read',
      filter: true,
      options: {
        ...are('text', '-k --key -t --field-separator -S --buffer-size --batch-size --parallel --sort'),
        ...are('write', '-o --output'),
        ...are('directory', '-T --temporary-directory'),
        ...are('read', '--files0-from --random-source'),
        ...are('program', '--compress-program'),
      },
    },
    'uniq guniq': {
      operands: ['read', 'write'],
      filter: true,
      options: are('text', '-f --skip-fields -s --skip-chars -w --check-chars'),
    },
    'cut gcut': {
      operands: 'read',
      filter: true,
      options: are('text', '-d --delimiter -f --fields -c --characters -b --bytes --output-delimiter'),
    },
    paste: { operands: 'read', filter: true, options: are('text', '-d --delimiters') },
    'comm tsort': { operands: 'read', filter: true },
    join: { operands: 'read', filter: true, options: are('text', '-1 -2 -a -e -j -o -t -v') },
    'ptx choose hck csvcut csvgrep csvstat csvsort csvjoin csvformat csvjson in2csv xsv qsv mlr miller tidy-viewer datamash':
      {
        operands: 'read',
        filter: true,
        options: { ...are('text', '-d --delimiter -c --columns -m --match -r --regex -k'), ...are('read', '--from') },
      },
    'shuf gshuf': {
      operands: 'read',
      options: {
        ...are('text', '-n --head-count -i --input-range'),
        ...are('write', '-o --output'),
        ...are('read', '--random-source'),
      },
    },
    'diff gdiff colordiff sdiff diff3 icdiff delta difft difftastic wdiff dwdiff jd dyff diff-so-fancy vbindiff diffstat interdiff xdelta3':
      {
        operands: 'read',
        options: {
          ...are('text', '-U --unified -C --context -W --width -I --ignore-matching-lines -F -x --exclude --label -L'),
          ...are('read', '-X --exclude-from --to-file --from-file -S'),
          ...are('write', '-o --output'),
          ...are('program', '--diff-program --pager'),
        },
      },
    cmp: { operands: 'read', options: are('text', '-n --bytes -i --ignore-initial') },
    'diff-pdf': { operands: 'read', options: are('write', '--output-diff') },
    patch: {
      operands: ['edit', 'read'],
      options: {
        ...are('text', '-p --strip -F --fuzz -B --prefix -z --suffix -V -D --ifdef -x --debug -Y'),
        ...are('read', '-i --input'),
        ...are('write', '-o --output -r --reject-file'),
        ...are('directory', '-d --directory'),
      },
      does: [{ does: 'change-repository', deed: 'apply-patch' }],
    },
    'iconv recode uconv': {
      operands: 'read',
      filter: true,
      options: { ...are('text', '-f --from-code -t --to-code'), ...are('write', '-o --output') },
    },
    'xmllint xmlstarlet xml tidy xsltproc xq htmlq pup hxselect': {
      operands: 'source',
      options: {
        ...are('text', '--xpath --encode --maxmem --param --stringparam --pattern -m -v -t'),
        ...are('write', '-o --output'),
        ...are('source', '--schema --relaxng --schematron --dtdvalid'),
        '--shell': 'opaque',
        '-m, --modify': 'flag',
      },
    },
    'yq dasel fx gron jo jp jsonlint json json_pp json_xs json5 yj toml2json yaml2json jless taplo-get jsonnetfmt': {
      operands: ['text', 'read'],
      filter: true,
      inPlace: '-i, --inplace, --in-place',
      options: {
        ...are('text', '-o --output-format -p --input-format --arg --argjson -s --indent -I'),
        ...are('read', '--from-file -f --file'),
      },
    },
    'jsonnet ksonnet cue dhall': {
      operands: 'read',
      options: {
        ...are('write', '-o --output-file'),
        ...are('directory', '-m --multi'),
        ...are('names', '-J --jpath'),
        ...are('text', '-e -V -A --ext-str --tla-str'),
      },
    },
    'bc numfmt units gcal toilet lolcat fortune uuid primes ascii gettext envsubst': {
      options: are('text', '-s -f -w -e -n --separator --from --to --format'),
      puts: UNKNOWN,
    },
    uuencode: { operands: ['read', 'text'] },
    // The text itself says which file it becomes.
    uudecode: {
      operands: 'read',
      options: are('write', '-o'),
      does: [{ does: 'something-opaque', text: 'writes the file that its input names', because: 'other' }],
    },
    'cloc scc tokei sloccount loc gocloc cspell aspell hunspell typos codespell misspell vale proselint write-good alex textlint':
      {
        operands: 'read-tree',
        inPlace: '-w, --write-changes, --write, --fix, -i',
        options: {
          ...are(
            'text',
            '--exclude --exclude-dir --include-ext --not-match-f -e --by -f --format --lang -l --ignore-words-list -L --include-lang -t',
          ),
          ...are('read', '--exclude-list-file --list-file --read-lang-def --ignore-words -I --dictionary'),
          ...are('write', '--out --report-file --output -o'),
          ...are('config', '-c --config --settings'),
        },
      },
    'ispell hexedit': { operands: 'edit', does: [INTERACTIVE] },
    'ctags etags exuberant-ctags universal-ctags gtags cscope': {
      operands: 'read-tree',
      options: {
        ...are('write', '-f -o --output'),
        ...are('text', '--languages --exclude --fields --kinds --extras -I -h'),
        ...are('read', '-L -i'),
        ...are('opaque', '--options --_interactive --data-dir --libexec-dir'),
      },
    },
    fzf: {
      options: {
        ...are(
          'text',
          '-q --query -f --filter -d --delimiter -n --nth --with-nth --height --layout --prompt --header -m --color --margin --tac',
        ),
        ...are('shell', '--preview --become'),
        ...are('opaque', '--bind --listen --with-shell'),
      },
    },
    'cstream mbuffer ts': {
      operands: 'read',
      filter: true,
      options: { ...are('text', '-s --size -L --rate-limit -N --name -i -B'), ...are('write', '-o --output') },
    },
    'html2text detex catdoc antiword odt2txt docx2txt xlsx2csv xls2csv ssconvert unrtf': {
      operands: ['read', 'write'],
      options: are('write', '-o --output'),
    },
  }),
]

/** Filters whose output is known when their input is. */
function transform(kit: Kit): void {
  const { program, args, stdin } = kit.invocation
  const translate = program === 'tr' || program === 'gtr'
  const read = readArguments(args, {
    arity:
      program === 'xxd'
        ? arity('-l -s -c -g -o -n -len -seek -cols')
        : program.includes('base')
          ? arity('-w --wrap -i --input -o --output -b')
          : arity('--none'),
    style: program === 'xxd' ? 'single-dash' : 'gnu',
  })
  const named = [
    ...read.values('-i', '--input'),
    ...(translate ? [] : program === 'xxd' ? read.operands.slice(0, 1) : read.operands),
  ]
  for (const word of named) if (textOf(word) !== '-') kit.reads(word)
  for (const word of [...read.values('-o', '--output'), ...(program === 'xxd' ? read.operands.slice(1, 2) : [])])
    kit.writes(word, 'overwrite')
  const sources = named.filter((word) => textOf(word) !== '-')
  const input = sources.length === 0 ? stdin : inputOf(kit, sources)
  if (input.kind !== 'text') kit.puts(input)
  else if (sources.length > 0) {
    const options = args.filter((word) => !sources.includes(word)).map((word) => textOf(word))
    const known = options.filter((option) => option !== undefined)
    const output = known.length === options.length ? evaluateFilter(program, known, input.text) : undefined
    kit.puts(output === undefined ? UNKNOWN : { kind: 'text', text: output })
  }
}

function inputOf(kit: Kit, sources: readonly Word[]): Kit['invocation']['stdin'] {
  const places = sources.map((word) => kit.place(word))
  const written = places.length === 1 ? kit.written(places[0]!) : undefined
  if (written?.kind === 'text') return { kind: 'text', text: written.text }
  if (written?.kind === 'network') return { kind: 'network', host: written.host }
  return { kind: 'file', places }
}

function awk(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity(
      '-F --field-separator -v --assign -f --file -e --source -E --exec -i --include -l --load -W',
      '-d --dump-variables -o --pretty-print -p --profile -D',
    ),
    style: 'gnu',
    stopAtOperand: true,
  })
  const scripts = read.values('-f', '--file', '-E', '--exec')
  const inline = read.values('-e', '--source')
  for (const word of scripts) kit.file(word, 'awk')
  for (const word of inline) kit.code('awk', word, { via: 'awk' })
  for (const word of read.values('-d', '--dump-variables', '-o', '--pretty-print', '-p', '--profile'))
    kit.writes(word, 'overwrite')
  if (read.has('-l', '--load')) kit.opaque('unreadable-code', 'awk --load')
  const inPlace = read.values('-i', '--include').map(show)
  for (const library of inPlace) if (library !== 'inplace') kit.file(literal(library), 'awk')
  const given = scripts.length + inline.length > 0
  const program = given ? undefined : read.operands[0]
  if (program) kit.code('awk', program, { via: 'awk' })
  const sources = (given ? read.operands : read.operands.slice(1)).filter(
    (word) => !/^[A-Za-z_]\w*=/.test(show(word)) && textOf(word) !== '-',
  )
  for (const word of sources) {
    kit.reads(word)
    if (inPlace.includes('inplace')) kit.writes(word, 'edit')
  }
  const { stdin } = kit.invocation
  if (sources.length > 0) kit.puts({ kind: 'file', places: sources.map((word) => kit.place(word)) })
  else kit.puts(stdin.kind === 'text' ? UNKNOWN : stdin)
}

function date(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity('-d --date -f --file -r --reference -s --set -v --iso-8601-none', '-I --iso-8601 --rfc-3339'),
    style: 'gnu',
  })
  for (const word of read.values('-r', '--reference')) if (!/^\d+$/.test(show(word))) kit.reads(word, 'names')
  for (const word of read.values('-f', '--file')) if (!show(word).startsWith('%')) kit.reads(word)
  // BSD's -j never sets; a bare operand of digits sets the clock.
  const sets =
    read.has('-s', '--set') || (!read.has('-j') && read.operands.some((word) => /^\d{8,}(\.\d\d)?$/.test(show(word))))
  if (sets) kit.tell({ does: 'change-system', deed: 'change-clock', target: kit.invocation.evidence })
  // A date without a slash is a name in the working directory: `$(date +%F).tgz`.
  const format = read.operands.find((word) => show(word).startsWith('+'))
  if (format?.kind === 'literal' && !/[/D]/.test(format.text)) kit.puts(namesBelow(kit, [literal('.')]))
}

/** jq: `--arg` and its like take two values. `env` and `$ENV` are the environment. */
function queryJson(kit: Kit): void {
  const operands: Word[] = []
  const { args } = kit.invocation
  let filter: Word | undefined
  let fromFile = false
  for (let index = 0; index < args.length; index++) {
    const option = textOf(args[index]) ?? ''
    if (/^--(arg|argjson)$/.test(option)) index += 2
    else if (/^--(slurpfile|rawfile|argfile)$/.test(option)) {
      const file = args[index + 2]
      if (file) kit.reads(file)
      index += 2
    } else if (/^(--indent|-L|--seq)$/.test(option)) index += option === '--seq' ? 0 : 1
    else if (/^(--from-file|-[a-zA-Z]*f)$/.test(option)) fromFile = true
    else if (option === '--args' || option === '--jsonargs') break
    else if (!option.startsWith('-')) operands.push(args[index]!)
  }
  const [first, ...others] = operands
  if (fromFile && first) kit.reads(first)
  else filter = first
  if (filter && /(^|[^.\w$"])(env\b(?!\.)|\$ENV\b(?!\.))/.test(show(filter)))
    kit.tell({ does: 'read-secret', store: 'environment', target: 'every variable' })
  for (const word of others) kit.reads(word)
  const { stdin } = kit.invocation
  if (others.length > 0) kit.puts({ kind: 'file', places: others.map((word) => kit.place(word)) })
  else kit.puts(stdin.kind === 'text' ? UNKNOWN : stdin)
}

/** m4 runs commands with `syscmd` and `esyscmd`; there is no other way to know than its text. */
function expandMacros(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity(
      '-I --include -D --define -U --undefine -F --freeze-state -R --reload-state -L -B -S -t --trace -l -o -E',
    ),
    style: 'gnu',
  })
  for (const word of read.values('-F', '--freeze-state')) kit.writes(word, 'overwrite')
  for (const word of [...read.values('-R', '--reload-state'), ...read.operands]) kit.file(word, 'other')
  if (read.operands.length === 0) kit.stdinAsCode('other')
}

/** dc runs a command after `!` (when it is not a comparison). */
function calculate(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity('-e --expression -f --file'), style: 'gnu' })
  const { stdin } = kit.invocation
  const programs = read.values('-e', '--expression').map((word) => textOf(word))
  if (stdin.kind === 'text') programs.push(stdin.text)
  else if (stdin.kind !== 'nothing' && programs.length === 0) programs.push(undefined)
  for (const program of programs)
    if (program === undefined || /!(?![<>=])/.test(program)) kit.opaque('unreadable-code', kit.invocation.evidence)
  for (const word of [...read.values('-f', '--file'), ...read.operands]) kit.file(word, 'other')
}
