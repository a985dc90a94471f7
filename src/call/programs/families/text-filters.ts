import { textOf, type Word } from '../../word.ts'
import { evaluateFilter } from '../../shell/constant-filters.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { UNKNOWN } from '../../shell/stream.ts'
import type { Entry } from '../entry.ts'
import { closed } from '../walk.ts'

const CAT: Entry = {
  flags:
    '-A --show-all -b --number-nonblank -e -E --show-ends -l -n --number -s --squeeze-blank -t -T --show-tabs -u -v --show-nonprinting',
  abbreviations: true,
}
const TAC: Entry = {
  options: { '-s, --separator': 'text' },
  flags: '-b --before -r --regex',
  abbreviations: true,
}
const REV: Entry = { flags: '-0 --zero -h -V' }
const TR: Entry = {
  flags: '-c -C --complement -d --delete -s --squeeze-repeats -t --truncate-set1 -u',
  abbreviations: true,
}
/** On macOS `-i`, `-o` and `-b` take a value; GNU's `-i` takes none, and what follows it is read all the same. */
const BASE: Entry = {
  options: { '-w, --wrap': 'text', '-i, --input': 'read', '-o, --output': 'write', '-b, --break': 'text' },
  flags:
    '-d -D --decode --ignore-garbage -h --base64 --base64url --base58 --base32 --base32hex --base16 --base2msbf --base2lsbf --z85',
}
const XXD: Entry = {
  style: 'single-dash',
  options: {
    '-c, -cols, -g, -groupsize, -l, -len, -n, -name, -o, -offset, -s, -seek, -R, -b*, -c*, -g*, -l*, -s*': 'text',
  },
  flags:
    '-a -autoskip -b -bits -C -capitalize -d -e -E -EBCDIC -i -include -p -ps -postscript -plain -r -revert -u -uppercase -v -version -h -help -rp -pr -ps -ip -up -pu -re -er',
}

/** Filters whose output is known when their input is. */
export const textFilters: readonly Program[] = [
  {
    names: ['cat', 'gcat'],
    means: (context) => filters(context, CAT, 'files'),
    examples: {
      'cat -n a.txt -': ['read a.txt'],
      "echo 'rm x' | cat | sh": ['run cat', 'run sh', 'run rm', 'delete x'],
      'cat --unheard-of a.txt': ['unknown option --unheard-of of cat', 'read a.txt'],
    },
  },
  {
    names: ['tac', 'gtac'],
    means: (context) => filters(context, TAC, 'files'),
    examples: {
      'tac -s , a.txt': ['read a.txt'],
      'tac -x a.txt': ['unknown option -x of tac', 'read a.txt'],
    },
  },
  {
    names: ['rev'],
    means: (context) => filters(context, REV, 'files'),
    examples: {
      'rev a.txt': ['read a.txt'],
      "echo 'x mr' | rev | sh": ['run rev', 'run sh', 'run rm', 'delete x'],
      'rev -x a.txt': ['unknown option -x of rev', 'read a.txt'],
    },
  },
  {
    names: ['tr', 'gtr'],
    means: (context) => filters(context, TR, 'text'),
    examples: {
      "tr -d '\\n'": [],
      "echo 'sn y' | tr sny rmx | sh": ['run tr', 'run sh', 'run rm', 'delete x'],
      'tr -x a b': ['unknown option -x of tr'],
    },
  },
  {
    names: ['base64', 'base32', 'basenc', 'gbase64', 'gbase32', 'gbasenc'],
    means: (context) => filters(context, BASE, 'files'),
    examples: {
      'base64 -w0 a.txt': ['read a.txt'],
      'base64 -d -i a.txt -o out.bin': ['write out.bin', 'read a.txt'],
      'echo cm0geA== | base64 -d | sh': ['run base64', 'run sh', 'run rm', 'delete x'],
      'base32 --unheard-of a.txt': ['unknown option --unheard-of of base32', 'read a.txt'],
    },
  },
  {
    names: ['xxd'],
    means: convertHex,
    examples: {
      'xxd -l 16 a.bin': ['read a.bin'],
      'xxd -r -p a.hex out.bin': ['write out.bin', 'read a.hex'],
      'xxd -unheard-of a.bin': ['unknown option -unheard-of of xxd', 'read a.bin'],
    },
  },
]

function filters(context: ProgramContext, entry: Entry, operands: 'files' | 'text'): void {
  const read = closed(context, entry, context.invocation.args)
  for (const word of read.values('-o', '--output')) context.writes(word, 'overwrite')
  passes(context, operands === 'text' ? [] : [...read.values('-i', '--input'), ...read.operands])
}

function convertHex(context: ProgramContext): void {
  const { operands } = closed(context, XXD, context.invocation.args)
  for (const word of operands.slice(1, 2)) context.writes(word, 'overwrite')
  passes(context, operands.slice(0, 1))
}

function passes(context: ProgramContext, named: readonly Word[]): void {
  const { program, args, stdin } = context.invocation
  const sources = named.filter((word) => textOf(word) !== '-')
  for (const word of sources) context.reads(word)
  const input = sources.length === 0 ? stdin : inputOf(context, sources)
  if (input.kind !== 'text') context.puts(input)
  else if (sources.length > 0) {
    const options = args.filter((word) => !sources.includes(word)).map((word) => textOf(word))
    const known = options.filter((option) => option !== undefined)
    const output = known.length === options.length ? evaluateFilter(program, known, input.text) : undefined
    context.puts(output === undefined ? UNKNOWN : { kind: 'text', text: output })
  }
}

function inputOf(context: ProgramContext, sources: readonly Word[]): ProgramContext['invocation']['stdin'] {
  const places = sources.map((word) => context.place(word))
  const written = places.length === 1 ? context.written(places[0]!) : undefined
  if (written?.kind === 'text') return { kind: 'text', text: written.text }
  if (written?.kind === 'network') return { kind: 'network', host: written.host }
  return { kind: 'file', places }
}
