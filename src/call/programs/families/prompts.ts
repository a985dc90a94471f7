import { literal, show, textOf } from '../../word.ts'
import { onlyCalculates } from '../../shell/code/calculations.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import type { Entry } from '../entry.ts'
import { closed } from '../walk.ts'

/** Interpreters nobody here reads. */
const INTERPRETER: Entry = {
  stopAtOperand: true,
  options: {
    '-e, -E, --eval, --expression, -c, -x, --exec, --goal': 'text',
    '-f, --file, -l, --load': 'text',
  },
  flags: '-q --quiet -i -v -V -h --simple-prompt --no-banner --noecho --nobanner --no-color --colors --no-confirm-exit',
}

/** A script, code in an option, or a prompt. */
function interpret(context: ProgramContext): void {
  const read = closed(context, INTERPRETER, context.invocation.args)
  for (const word of read.values('-e', '-E', '--eval', '--expression', '-c', '-x', '--exec', '--goal'))
    if (onlyCalculates(context.invocation.program, textOf(word) ?? '`'))
      context.record({ does: 'run-code', language: 'other', origin: 'inline', seenThrough: true })
    else context.code('other', word, { via: context.invocation.program })
  for (const word of read.values('-f', '--file', '-l', '--load')) context.file(word, 'other')
  const [script, ...args] = read.operands
  if (script) context.file(script, 'other', args)
  else if (read.has('--version', '-v', '-V', '--help', '-h')) return
  else if (!read.given.some(({ values }) => values.length > 0)) context.stdinAsCode('other')
}

const DEBUGGER: Entry = {
  style: 'single-dash',
  options: {
    '-ex, -eval-command, -o, -one-line, -iex, -init-eval-command, -k': 'text',
    '-x, -command, -s, -source, -ix, -init-command': 'text',
    '-p, -pid, -c, -core': 'text',
    '-cd, -d, -directory': 'names',
  },
  flags: '-batch -b -q -quiet -silent -nx -n -nh -args -tui -v -version -return-child-result -nowindows -nw',
}

const PLAIN =
  /^(bt|backtrace|thread apply all bt|where|info \w+|list|quit|q|disassemble|disas|print [\w>.*&\s-]+|p [\w>.*&\s-]+|x\/\S+ \S+|set (pagination|confirm|height|width|logging) \S+|frame \S+|up|down|run|r|break \S+|b \S+|continue|c)( .*)?$/

/** A debugger with only harmless commands in batch mode is a look at a program; anything else is a shell. */
function debug(context: ProgramContext): void {
  const read = closed(context, DEBUGGER, context.invocation.args)
  const commands = read.values('-ex', '-eval-command', '-o', '-one-line', '-iex', '-init-eval-command')
  for (const word of read.values('-x', '-command', '-s', '-source', '-ix', '-init-command')) context.file(word, 'other')
  const batch = read.has('-batch', '-b') || commands.some((word) => /^(quit|q)$/.test(show(word)))
  for (const word of read.operands) context.reads(word)
  for (const word of read.values('-c', '-core')) context.reads(word)
  if (read.has('-p', '-pid'))
    context.record({
      does: 'change-system',
      deed: 'inject-process',
      target: show(read.value('-p', '-pid') ?? literal('')),
    })
  if (read.has('--version', '-version', '-v')) return
  if (
    !batch ||
    !commands.every((word) => PLAIN.test(textOf(word) ?? '')) ||
    commands.some((word) => /[|!]|shell|python/.test(show(word)))
  )
    context.opaque('interactive', context.invocation.evidence)
}

export const prompts: readonly Program[] = [
  {
    names:
      'irb pry iex ipython bpython ptpython ptipython psysh tinker sage gst gforth gosh scheme csi utop gp poly sml rhino d8 qjs jjs bsh ginsh'.split(
        ' ',
      ),
    means: interpret,
    examples: {
      'irb --version': [],
      "irb -e 'puts 1'": ['code other inline'],
      'ipython /tmp/x.py': ['code other file /tmp/x.py'],
      ipython: ['opaque interactive'],
      'ipython -f /tmp/x.py': ['code other file /tmp/x.py'],
      'ipython --profile-dir=/tmp/p': ['unknown option --profile-dir of ipython', 'opaque interactive'],
    },
  },
  {
    names: ['gdb-multiarch', 'rust-gdb', 'rust-lldb'],
    means: debug,
    examples: {
      'gdb-multiarch -batch -ex bt app': ['read app'],
      'gdb-multiarch app': ['read app', 'opaque interactive'],
      'gdb-multiarch -batch -x /tmp/x app': ['code other file /tmp/x', 'read app'],
      'gdb-multiarch -p 1': ['system inject-process', 'opaque interactive'],
      "gdb-multiarch -batch -ex 'shell sh' app": ['read app', 'opaque interactive'],
      'gdb-multiarch -batch -cd dir -c core app': ['read app', 'read core'],
      'gdb-multiarch -batch -unheard-of app': ['unknown option -unheard-of of gdb-multiarch', 'read app'],
    },
  },
]
