import { literal, show, textOf, type Word } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { UNKNOWN } from '../../shell/stream.ts'
import type { Entry } from '../entry.ts'
import { closed } from '../walk.ts'

const AWK: Entry = {
  stopAtOperand: true,
  options: {
    '-F, --field-separator, -v, --assign': 'text',
    '-f, --file, -E, --exec': 'run-file',
    '-e, --source': 'code',
    '-i, --include, -l, --load': 'loads-code',
    '-d, --dump-variables, -o, --pretty-print, -p, --profile': 'write?',
    '-D, --debug': 'opaque?',
    '-L, --lint': { words: 'fatal invalid no-ext', optional: true },
    '-W': { words: 'interactive version posix lint traditional re-interval' },
  },
  flags:
    '-b --characters-as-bytes -c --traditional -C --copyright -g --gen-pot -h -I --trace -k --csv -M --bignum -n --non-decimal-data -N --use-lc-numeric -O --optimize -P --posix -r --re-interval -s --no-optimize -S --sandbox -t --lint-old -V',
  abbreviations: true,
}

/** awk runs commands and writes files from its own language. */
export const awk: readonly Program[] = [
  {
    names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk'],
    means: scan,
    examples: {
      "awk -F, '{print $1}' a.csv": ['read a.csv'],
      'awk \'BEGIN{system("rm x")}\'': ['run rm', 'delete x'],
      'awk -f prog.awk a.txt': ['read a.txt'],
      'gawk -i inplace 1 a.txt': ['read a.txt', 'edit a.txt'],
      'gawk -i /tmp/lib.awk 1 a.txt': ['code awk file /tmp/lib.awk', 'read a.txt'],
      'gawk -l /tmp/x.so 1 a.txt': ['opaque unreadable-code', 'read a.txt'],
      'gawk -o/etc/x 1 a.txt': ['write /etc/x', 'read a.txt'],
      'gawk --debug 1': ['opaque interactive'],
      'awk --unheard-of 1 a.txt': ['unknown option --unheard-of of awk', 'read a.txt'],
    },
  },
]

function scan(context: ProgramContext): void {
  const read = closed(context, AWK, context.invocation.args)
  const scripts = read.values('-f', '--file', '-E', '--exec')
  const inline = read.values('-e', '--source')
  for (const word of scripts) context.file(word, 'awk')
  for (const word of inline) context.code('awk', word, { via: 'awk' })
  for (const word of read.values('-d', '--dump-variables', '-o', '--pretty-print', '-p', '--profile'))
    context.writes(word, 'overwrite')
  if (read.has('-l', '--load')) context.opaque('unreadable-code', 'awk --load')
  if (read.has('-D', '--debug')) context.opaque('interactive')
  const included = read.values('-i', '--include').map(show)
  for (const library of included) if (library !== 'inplace') context.file(literal(library), 'awk')
  const given = scripts.length + inline.length > 0
  const program = given ? undefined : read.operands[0]
  if (program) context.code('awk', program, { via: 'awk' })
  const sources = (given ? read.operands : read.operands.slice(1)).filter((word) => !isAssignment(word))
  for (const word of sources) {
    context.reads(word)
    if (included.includes('inplace')) context.writes(word, 'edit')
  }
  const { stdin } = context.invocation
  if (sources.length > 0) context.puts({ kind: 'file', places: sources.map((word) => context.place(word)) })
  else context.puts(stdin.kind === 'text' ? UNKNOWN : stdin)
}

function isAssignment(word: Word): boolean {
  return /^[A-Za-z_]\w*=/.test(show(word)) || textOf(word) === '-'
}
