import { literal, show, textOf } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { namesBelow } from '../../shell/programs/project.ts'
import type { Entries, Entry } from '../entry.ts'
import { closed, family } from '../walk.ts'

const DATE: Entry = {
  options: {
    '-d, --date, -s, --set, -v, -z': 'text',
    '-f, --file, -r, --reference': 'read',
    '-I, --iso-8601, --rfc-3339': 'text?',
  },
  flags: '-j -n -R --rfc-2822 --rfc-822 --rfc-email -u --utc --universal --uct --debug --resolution',
  abbreviations: true,
}

const M4: Entry = {
  options: {
    '-F, --freeze-state': 'write',
    '-R, --reload-state': 'run-file',
    '-o, --error-output, --debugfile': 'write',
    '-I, --include, -D, --define, -U, --undefine, -B, --diversions, -H, --hashsize, -L, --nesting-limit, -S, -T, -t, --trace, -l, --arglength, -W, --word-regexp':
      'text',
    '-d, --debug': 'text?',
  },
  flags:
    '-e --interactive -E --fatal-warnings -g --gnu -G --traditional -i -P --prefix-builtins -Q --quiet --silent -s --synclines',
}

const DC: Entry = { options: { '-e, --expression': 'code', '-f, --file': 'run-file' }, flags: '-h -V -i -x -P -R' }

const entries: Entries = {
  bc: {
    operands: 'read',
    options: { '-e, --expression, -S, --scale, -O, --obase, -I, --ibase, -E, --seed': 'text', '-f, --file': 'read' },
    flags:
      '-h -i --interactive -l --mathlib -q --quiet -s --standard -w --warn -v -g --global-stacks -c --digit-clamp -C --no-digit-clamp -L --no-line-length -P --no-prompt -R --no-read-prompt -z --leading-zeroes',
    examples: {
      'bc -l': [],
      'bc -q lib.bc': ['read lib.bc'],
      'bc --file=in.txt -l': ['read in.txt'],
      'bc --unheard-of -l': ['unknown option --unheard-of of bc'],
    },
  },
}

/** Calculators, dates and macros. */
export const calculators: readonly Program[] = [
  {
    names: ['date', 'gdate'],
    means: recordDate,
    examples: {
      'date -u +%F': [],
      'date -r a.txt': ['names a.txt'],
      "date -s '2030-01-01'": ['system change-clock'],
      'date 010100002030': ['system change-clock'],
      'date --unheard-of': ['unknown option --unheard-of of date'],
    },
  },
  {
    names: ['m4', 'gm4'],
    means: expandMacros,
    examples: {
      'm4 --version': [],
      'm4 -F state.m4f /tmp/a.m4': ['write state.m4f', 'code other file /tmp/a.m4'],
      'echo x | m4': ['run m4', 'code other standard-input'],
      'm4 --unheard-of a.m4': ['unknown option --unheard-of of m4'],
    },
  },
  {
    names: ['dc'],
    means: calculate,
    examples: {
      "dc -e '2 3 + p'": [],
      "dc -e '!rm x'": ['opaque unreadable-code'],
      'dc /tmp/a.dc': ['code other file /tmp/a.dc'],
      'dc --unheard-of': ['unknown option --unheard-of of dc'],
    },
  },
  ...family(entries),
]

function recordDate(context: ProgramContext): void {
  const read = closed(context, DATE, context.invocation.args)
  for (const word of read.values('-r', '--reference')) if (!/^\d+$/.test(show(word))) context.reads(word, 'names')
  // BSD's `-f` takes a format.
  for (const word of read.values('-f', '--file')) if (!show(word).startsWith('%')) context.reads(word)
  // BSD's -j never sets; a bare operand of digits sets the clock.
  const sets =
    read.has('-s', '--set') || (!read.has('-j') && read.operands.some((word) => /^\d{8,}(\.\d\d)?$/.test(show(word))))
  if (sets) context.record({ does: 'change-system', deed: 'change-clock', target: context.invocation.evidence })
  // A date without a slash is a name in the working directory: `$(date +%F).tgz`.
  const format = read.operands.find((word) => show(word).startsWith('+'))
  if (format?.kind === 'literal' && !/[/D]/.test(format.text)) context.puts(namesBelow(context, [literal('.')]))
}

/** m4 runs commands with `syscmd` and `esyscmd`; there is no other way to know than its text. */
function expandMacros(context: ProgramContext): void {
  const read = closed(context, M4, context.invocation.args)
  for (const word of read.values('-F', '--freeze-state', '-o', '--error-output', '--debugfile'))
    context.writes(word, 'overwrite')
  for (const word of [...read.values('-R', '--reload-state'), ...read.operands]) context.file(word, 'other')
  if (read.operands.length === 0) context.stdinAsCode('other')
}

/** dc runs a command after `!` (when it is not a comparison). */
function calculate(context: ProgramContext): void {
  const read = closed(context, DC, context.invocation.args)
  const { stdin } = context.invocation
  const programs = read.values('-e', '--expression').map((word) => textOf(word))
  if (stdin.kind === 'text') programs.push(stdin.text)
  else if (stdin.kind !== 'nothing' && programs.length === 0) programs.push(undefined)
  for (const program of programs)
    if (program === undefined || /!(?![<>=])/.test(program))
      context.opaque('unreadable-code', context.invocation.evidence)
  for (const word of [...read.values('-f', '--file'), ...read.operands]) context.file(word, 'other')
}
