import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that cut, join and count columns of text tables. */
const entries: Entries = {
  xsv: {
    options: { '-o, --output': 'write', '-d, --delimiter': 'text' },
    flags: '-n --no-headers -h --help --version',
    subcommands: {
      'cat rows, cat columns': { operands: 'read', flags: '-p --pad' },
      'count, reverse': { operands: 'read' },
      fixlengths: { operands: 'read', options: { '-l, --length': 'number' } },
      flatten: { operands: 'read', options: { '-c, --condense': 'number', '-s, --separator': 'text' } },
      fmt: {
        operands: 'read',
        options: { '-t, --out-delimiter, --quote, --escape': 'text' },
        flags: '--crlf --ascii --quote-always --quote-never',
      },
      frequency: {
        operands: 'read',
        options: { '-s, --select': 'text', '-l, --limit, -j, --jobs': 'number' },
        flags: '-a --asc --no-nulls',
      },
      headers: { operands: 'read', flags: '-j --just-names --intersect' },
      index: { operands: 'edit' },
      input: { operands: 'read', options: { '--quote, --escape': 'text' }, flags: '--no-quoting' },
      join: {
        operands: ['text', 'read', 'text', 'read'],
        flags: '--no-case --left --right --full --cross --nulls',
      },
      partition: {
        operands: ['text', 'directory', 'read'],
        options: { '--filename': 'text', '-p, --prefix-length': 'number' },
        flags: '--drop',
      },
      sample: { operands: ['number', 'read'] },
      search: {
        operands: ['text', 'read'],
        options: { '-s, --select': 'text' },
        flags: '-i --ignore-case -v --invert-match',
      },
      select: { operands: ['text', 'read'] },
      slice: { operands: 'read', options: { '-s, --start, -e, --end, -l, --len, -i, --index': 'number' } },
      sort: { operands: 'read', options: { '-s, --select': 'text' }, flags: '-N --numeric -R --reverse' },
      split: { operands: ['directory', 'read'], options: { '-s, --size, -j, --jobs': 'number', '--filename': 'text' } },
      stats: {
        operands: 'read',
        options: { '-s, --select': 'text', '-j, --jobs': 'number' },
        flags: '--everything --mode --cardinality --median --nulls',
      },
      table: { operands: 'read', options: { '-w, --width, -p, --pad, -c, --condense': 'number' } },
    },
    examples: {
      'xsv frequency -s country -l 5 a.csv': ['read a.csv'],
      'xsv cat rows a.csv b.csv': ['read a.csv', 'read b.csv'],
      'xsv count a.csv': ['read a.csv'],
      'xsv fixlengths -l 3 a.csv': ['read a.csv'],
      'xsv flatten -c 9 -s x a.csv': ['read a.csv'],
      'xsv fmt -t x a.csv': ['read a.csv'],
      'xsv headers -j a.csv': ['read a.csv'],
      'xsv index a.csv': ['edit a.csv'],
      'xsv input --quote x a.csv': ['read a.csv'],
      'xsv join --left id a.csv id b.csv': ['read a.csv', 'read b.csv'],
      'xsv partition -p 2 state out a.csv': ['directory out', 'read a.csv'],
      'xsv sample 10 a.csv': ['read a.csv'],
      'xsv search -i -s name x a.csv': ['read a.csv'],
      'xsv select 1-3 -o out.csv a.csv': ['write out.csv', 'read a.csv'],
      'xsv slice -i 5 a.csv': ['read a.csv'],
      'xsv sort -N -s 2 a.csv': ['read a.csv'],
      'xsv split -s 100 out a.csv': ['directory out', 'read a.csv'],
      'xsv stats --everything -s 1 -j 2 a.csv': ['read a.csv'],
      'xsv table -w 10 -d x a.csv': ['read a.csv'],
      'xsv count --unheard-of a.csv': ['unknown option --unheard-of of xsv count', 'read a.csv'],
    },
  },
  qsv: {
    like: 'xsv',
    examples: {
      'qsv stats --everything a.csv': ['read a.csv'],
      'qsv select 1-3 -o out.csv a.csv': ['write out.csv', 'read a.csv'],
      'qsv foreach name x a.csv': ['unknown subcommand foreach of qsv'],
    },
  },
}

export const csvTools: readonly Program[] = family(entries)
