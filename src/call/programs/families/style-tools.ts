import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { literal, show, textOf } from '../../word.ts'
import type { Entries, Entry } from '../entry.ts'
import { closed, family } from '../walk.ts'

/** Style sheets and what makes assets smaller. Plugins and importers are code. */
const entries: Entries = {
  lessc: {
    operands: ['read', 'write'],
    options: {
      '--source-map': 'write?',
      '--include-path': 'names?',
      '--rootpath, --math, --rewrite-urls, --global-var, --modify-var, --url-args, --source-map-rootpath, --source-map-basepath, --source-map-url, -ru, -rp, -m':
        'text?',
    },
    flags:
      '-s --silent --quiet --strict-imports --insecure --verbose --no-color --no-ie-compat --lint -l -M --depends --source-map-inline --source-map-include-source --strict-units -h -v',
    examples: {
      'lessc a.in b.out': ['read a.in', 'write b.out'],
      'lessc --source-map=source.out a.in b.out': ['write source.out', 'read a.in', 'write b.out'],
      'lessc --include-path=dir a.in b.out': ['names dir', 'read a.in', 'write b.out'],
      'lessc --unheard-of a.in b.out': ['unknown option --unheard-of of lessc', 'read a.in', 'write b.out'],
    },
  },
  postcss: {
    operands: 'read',
    language: 'javascript',
    project: ['postcss.config.js', 'postcss.config.cjs', 'postcss.config.mjs'],
    options: {
      '-u, --use': 'loads-code',
      '--parser, --syntax, --stringifier': 'loads-code',
      '--config': 'loads-code',
      '-o, --output': 'write',
      '-d, --dir': 'directory',
      '--ext, --base, --env': 'text',
    },
    inPlace: '-r, --replace',
    flags: '-w --watch --no-map -m --map --verbose --poll --include-dotfiles -h',
    examples: {
      'postcss a.in': ['read a.in'],
      'postcss -u /tmp/x a.in': ['code javascript file /tmp/x', 'read a.in'],
      'postcss --parser /tmp/x a.in': ['code javascript file /tmp/x', 'read a.in'],
      'postcss --syntax /tmp/x a.in': ['code javascript file /tmp/x', 'read a.in'],
      'postcss --stringifier /tmp/x a.in': ['code javascript file /tmp/x', 'read a.in'],
      'postcss --config /tmp/x -o o.out a.in': ['code javascript file /tmp/x', 'write o.out', 'read a.in'],
      'postcss -d d-dir a.in': ['directory d-dir', 'read a.in'],
      'postcss -r a.in': ['read a.in', 'edit a.in'],
      'cd /tmp/x && postcss a.in': ['names /tmp/x', 'run postcss', 'code javascript file /tmp/x', 'read /tmp/x/a.in'],
      'postcss --unheard-of a.in': ['unknown option --unheard-of of postcss', 'read a.in'],
    },
  },
  'tailwindcss tailwind': {
    language: 'javascript',
    operands: 'text',
    project: ['tailwind.config.js', 'tailwind.config.ts', 'postcss.config.js'],
    options: {
      '-i, --input': 'read',
      '-o, --output': 'write',
      '-c, --config': 'loads-code',
      '--postcss': 'loads-code?',
      '--cwd': 'project-directory',
      '--content': 'text',
    },
    flags: '-w --watch -m --minify --no-autoprefixer -p --poll --optimize --map --watch=always -h',
    examples: {
      'tailwindcss x': [],
      'tailwindcss -i i.in -o o.out -c /tmp/x x': ['read i.in', 'write o.out', 'code javascript file /tmp/x'],
      'tailwindcss --postcss=/tmp/x --cwd /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'cd /tmp/x && tailwindcss x': ['names /tmp/x', 'run tailwindcss', 'code javascript file /tmp/x'],
      'tailwindcss --unheard-of x': ['unknown option --unheard-of of tailwindcss'],
    },
  },
  'terser uglifyjs': {
    operands: 'read',
    options: {
      '--config-file': 'read',
      '--name-cache': 'edit',
      '-o, --output': 'write',
      '--source-map, --ecma': 'text',
      '-p, --parse, -c, --compress, -m, --mangle, --mangle-props, -b, --beautify, -f, --format, -d, --define, -e, --enclose, --comments, --wrap, -O, --output-opts':
        'text?',
    },
    flags:
      '--ie8 --keep-classnames --keep-fnames --module --safari10 --timings --toplevel --self --rename --no-rename --webkit --warn --v8 --annotations --no-annotations --validate -h -V',
    examples: {
      'terser a.in': ['read a.in'],
      'terser --config-file config.in --name-cache name.file a.in': ['read config.in', 'edit name.file', 'read a.in'],
      'terser -o o.out a.in': ['write o.out', 'read a.in'],
      'terser --unheard-of a.in': ['unknown option --unheard-of of terser', 'read a.in'],
    },
  },
}

const SASS: Entry = {
  operands: 'text',
  options: {
    '-I, --load-path': 'names',
    '-p, --pkg-importer, -s, --style, --source-map-urls, --silence-deprecation, --fatal-deprecation, --future-deprecation':
      'text',
  },
  flags:
    '--no-source-map --source-map --embed-sources --embed-source-map --no-charset --charset --error-css --no-error-css --update --stdin --indented --no-indented -w --watch --poll --stop-on-error -i --interactive -c --color --no-color --no-unicode --unicode -q --quiet --quiet-deps --verbose --trace -h',
}

/** `a.scss a.css`, `a.scss:a.css`, `src:dist`. */
function compile(context: ProgramContext): void {
  const { operands, values } = closed(context, SASS, context.invocation.args)
  for (const word of values('-I', '--load-path')) context.reads(word, 'names')
  const pairs = operands.filter((word) => show(word).includes(':'))
  for (const word of pairs) {
    const [from = '', to = ''] = (textOf(word) ?? '').split(':')
    if (textOf(word) === undefined) context.opaque('unknown-option', `unknown operand \`${show(word)}\` of sass`)
    context.reads(literal(from), 'content', { recursive: true })
    context.writes(literal(to), 'overwrite')
  }
  const [from, to] = operands.filter((word) => !pairs.includes(word))
  if (from && show(from) !== '-') context.reads(from)
  if (to) context.writes(to, 'overwrite')
}

export const styleTools: readonly Program[] = [
  ...family(entries),
  {
    names: ['sass'],
    means: compile,
    examples: {
      'sass --no-source-map -I lib a.scss': ['names lib', 'read a.scss'],
      'sass a.scss ~/.bashrc': ['read a.scss', 'write ~/.bashrc'],
      'sass src:dist a.scss:/etc/x': ['read-tree src', 'write dist', 'read-tree a.scss', 'write /etc/x'],
      'sass --unheard-of a.scss': ['unknown option --unheard-of of sass', 'read a.scss'],
    },
  },
]
