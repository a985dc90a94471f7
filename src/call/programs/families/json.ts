import { show, textOf, type Word } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { UNKNOWN } from '../../shell/stream.ts'
import { changeOf } from '../../shell/programs/sed-apply.ts'
import { textAt } from '../../shell/programs/project.ts'
import { assigned } from '../assignments.ts'
import type { Entries, Entry } from '../entry.ts'
import { closed, family } from '../walk.ts'

const JQ: Entry = {
  options: {
    '--arg, --argjson': 'text text',
    '--slurpfile, --rawfile, --argfile': 'text read',
    '-L, --library-path': 'names',
    '--indent': 'text',
  },
  flags:
    '-a --ascii-output -b --binary -c --compact-output -C --color-output -e --exit-status -f --from-file -h -j --join-output -M --monochrome-output -n --null-input -r --raw-output --raw-output0 -R --raw-input -s --slurp -S --sort-keys -V --tab --seq --stream --stream-errors --unbuffered --yaml-input --yaml-output --build-configuration --args --jsonargs',
}

/** Two programs share the name; both of them edit in place with `-i`. */
const YQ: Entry = {
  inPlace: '-i, --inplace, --in-place',
  options: {
    '-o, --output-format, -p, --input-format, -I, --indent, --xml-attribute-prefix, --xml-content-name, --csv-separator, --lua-prefix, --lua-suffix, --properties-separator, -f, --front-matter, --header-preprocess, -w, --width, --yml-out-ver, --yaml-output-grammar-version, --output-format, --expression':
      'text',
    '--arg, --argjson': 'text text',
    '--slurpfile, --rawfile': 'text read',
    '--from-file': 'read',
  },
  flags:
    '-C --colors -e --exit-status -M --no-colors -n --null-input -N --no-doc -P --prettyPrint -r --unwrapScalar -v --verbose -y -Y -t -x --yaml-output --yaml-roundtrip --toml-output --xml-output -c --compact-output -S --sort-keys --tojson -j --raw-output --slurp --raw-input -R -h -0 --nul-output --tab --indentless --indentless-lists --yml-output --yml-roundtrip',
}

/** Programs that query and convert JSON, YAML and TOML. */
const entries: Entries = {
  gron: {
    operands: 'source',
    flags: '-u --ungron -v --values -c --colorize -m --monochrome -s --stream -k --insecure -j --json --no-sort',
    examples: {
      'gron a.json': ['read a.json'],
      'gron https://example.com/a.json': ['contact example.com fetch'],
      'gron --unheard-of a.json': ['unknown option --unheard-of of gron', 'read a.json'],
    },
  },
  json_pp: {
    options: { '-f, -t, -json_opt, --json_opt': 'text' },
    flags: '-v -V',
    style: 'single-dash',
    examples: {
      'json_pp -json_opt pretty,canonical': [],
      'json_pp -unheard-of -json_opt pretty,canonical': ['unknown option -unheard-of of json_pp'],
    },
  },
  json_xs: {
    // `-e` is a piece of Perl.
    options: { '-f, -t, -s': 'text', '-e': 'code' },
    language: 'perl',
    flags: '-v',
    examples: {
      'json_xs -t yaml': [],
      "json_xs -e 'system qq(rm y)'": ['code shell dynamic'],
      'json_xs --unheard-of -t yaml': ['unknown option --unheard-of of json_xs'],
    },
  },
  jsonlint: {
    operands: 'read',
    inPlace: '-i, --in-place',
    options: { '-t, --indent, -e, --environment, --validate, -V': 'text' },
    flags: '-s --sort-keys -c --compact -q --quiet -p --pretty-print -v -h',
    examples: {
      'jsonlint -q a.json': ['read a.json'],
      'jsonlint -i a.json': ['read a.json', 'edit a.json'],
      'jsonlint --unheard-of -q a.json': ['unknown option --unheard-of of jsonlint', 'read a.json'],
    },
  },
  jless: {
    operands: 'read',
    options: { '-m, --mode, --scrolloff': 'text' },
    flags: '--json --yaml -N --line-numbers -n --no-line-numbers -r --relative-line-numbers -R',
    effects: ['opaque interactive'],
    examples: {
      'jless a.json': ['opaque interactive', 'read a.json'],
      'jless --version': [],
      'jless --unheard-of a.json': ['unknown option --unheard-of of jless', 'opaque interactive', 'read a.json'],
    },
  },
  jsonnet: {
    operands: ['read'],
    prints: 'input',
    forms: { '-e, --exec': { operands: ['text'] } },
    options: {
      '-o, --output-file': 'write',
      '-m, --multi': 'directory',
      '-J, --jpath': 'names',
      '-A, --tla-str, -V, --ext-str, --ext-code, --tla-code, -s, --max-stack, -t, --max-trace, --gc-min-objects, --gc-growth-trigger':
        'text',
      '--ext-str-file, --ext-code-file, --tla-str-file, --tla-code-file': 'opaque',
    },
    flags: '-S --string -y --yaml-stream -c --create-output-dirs -n --no-trailing-newline -h -v',
    examples: {
      'jsonnet -J lib a.jsonnet': ['names lib', 'read a.jsonnet'],
      "jsonnet -e '1+1'": [],
      'jsonnet --output-file=out.txt --multi=outdir --ext-str-file=x -J lib a.jsonnet': [
        'write out.txt',
        'directory outdir',
        'unknown option --ext-str-file of jsonnet',
        'names lib',
        'read a.jsonnet',
      ],
      'jsonnet --ext-code-file=x --tla-str-file=x --tla-code-file=x -J lib a.jsonnet': [
        'unknown option --ext-code-file of jsonnet',
        'unknown option --tla-str-file of jsonnet',
        'unknown option --tla-code-file of jsonnet',
        'names lib',
        'read a.jsonnet',
      ],
    },
  },
}

export const json: readonly Program[] = [
  {
    names: ['jq', 'gojq', 'jaq'],
    means: query,
    examples: {
      "jq -r '.a[]' a.json": ['read a.json'],
      "jq --arg a b '.x == $a' a.json": ['read a.json'],
      'jq --slurpfile s other.json . a.json': ['read other.json', 'read a.json'],
      'jq -rf prog.jq a.json': ['read prog.jq', 'read a.json'],
      "jq -n '$ENV'": ['secret environment'],
      "jq -n '$ARGS' --args a b": [],
      'jaq -i .a a.json': ['read a.json', 'edit a.json'],
      'jq --unheard-of . a.json': ['unknown option --unheard-of of jq', 'read a.json'],
    },
  },
  {
    names: ['yq'],
    means: queryYaml,
    examples: {
      "yq '.a.b' config.yaml": ['read config.yaml'],
      "yq -i '.a = 1' config.yaml": ['read config.yaml', 'edit config.yaml'],
      "yq --in-place '.a = 1' config.yaml": ['read config.yaml', 'edit config.yaml'],
      "yq --inplace '.a = 1' config.yaml": ['read config.yaml', 'edit config.yaml'],
      "yq --slurpfile x in.txt --rawfile x in.txt --from-file=in.txt '.a.b' config.yaml": [
        'read in.txt',
        'read in.txt',
        'read in.txt',
        'read config.yaml',
      ],
      "yq --split-exp=x --split-exp-file=x '.a.b' config.yaml": [
        'unknown option --split-exp of yq',
        'unknown option --split-exp-file of yq',
        'read config.yaml',
      ],
    },
  },
  ...family(entries),
]

/** `env` and `$ENV` are the environment. After `--args` operands are text. */
function query(context: ProgramContext): void {
  const { args, program, stdin } = context.invocation
  const entry = program === 'jaq' ? { ...JQ, flags: `${JQ.flags} -i --in-place` } : JQ
  const read = closed(context, entry, args)
  for (const { option, values } of read.given) if (option.value === 'text read' && values[1]) context.reads(values[1])
  const at = args.findIndex((word) => /^--(?:json)?args$/.test(textOf(word) ?? ''))
  const data = at < 0 ? new Set() : new Set(args.slice(at))
  const [first, ...others] = read.operands
  const files = others.filter((word) => !data.has(word))
  if (read.has('-f', '--from-file')) {
    if (first) context.reads(first)
  } else if (first && /(^|[^.\w$"])(env\b(?!\.)|\$ENV\b(?!\.))/.test(show(first)))
    context.record({ does: 'read-secret', store: 'environment', target: 'every variable' })
  for (const word of files) {
    context.reads(word)
    if (read.has('-i', '--in-place')) edit(context, word, first, 'json')
  }
  const after = files.length === 1 && read.given.length === 0 ? changed(context, files[0]!, first, 'json') : undefined
  if (after !== undefined) context.puts({ kind: 'text', text: after.text })
  else if (files.length > 0) context.puts({ kind: 'file', places: files.map((word) => context.place(word)) })
  // Without input the expression alone makes what is printed.
  else context.puts(stdin.kind === 'text' || read.has('-n', '--null-input') ? UNKNOWN : stdin)
}

function queryYaml(context: ProgramContext): void {
  const { args, stdin } = context.invocation
  const read = closed(context, YQ, args)
  for (const { option, values } of read.given) {
    const named = option.value === 'text read' ? values[1] : option.value === 'read' ? values[0] : undefined
    if (named) context.reads(named)
  }
  const inPlace = read.has('-i', '--inplace', '--in-place')
  const [expression, ...files] = read.operands
  for (const word of files) {
    context.reads(word)
    if (inPlace) edit(context, word, expression, show(word).endsWith('.json') ? 'json' : 'yaml')
  }
  if (inPlace) return
  if (files.length > 0) context.puts({ kind: 'file', places: files.map((word) => context.place(word)) })
  else context.puts(stdin.kind === 'text' || read.has('-n', '--null-input') ? UNKNOWN : stdin)
}

/** Edits a file in place: what comes of it where the expression can be followed, else only that it changes. */
function edit(context: ProgramContext, word: Word, expression: Word | undefined, format: 'json' | 'yaml'): void {
  const after = changed(context, word, expression, format)
  if (after !== undefined) context.writes(word, 'edit', changeOf(after.before, after.text))
  else if (expression === undefined) context.writes(word, 'edit')
  else context.writes(word, 'edit', { kind: 'change', removed: '', added: show(expression) })
}

function changed(
  context: ProgramContext,
  word: Word,
  expression: Word | undefined,
  format: 'json' | 'yaml',
): { readonly before: string; readonly text: string } | undefined {
  const order = expression && textOf(expression)
  const before = order === undefined ? undefined : textAt(context, context.place(word))
  const text = before === undefined ? undefined : assigned(order!, before, format)
  return text === undefined ? undefined : { before: before!, text }
}
