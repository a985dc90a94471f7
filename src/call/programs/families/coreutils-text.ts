import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that cut, sort, join and count the lines of text. */
const entries: Entries = {
  'head ghead': {
    operands: 'read',
    prints: 'input',
    // `head -5c`, `tail -100f`: a number with letters after it.
    options: { '-n, --lines, -c, --bytes': 'text', '-#, -1*, -2*, -3*, -4*, -5*, -6*, -7*, -8*, -9*': 'text' },
    flags: '-q --quiet --silent -v --verbose -z --zero-terminated',
    abbreviations: true,
    examples: {
      'head -n 5 a.txt': ['read a.txt'],
      'head -100 -q a.txt b.txt': ['read a.txt', 'read b.txt'],
      'head -x a.txt': ['unknown option -x of head', 'read a.txt'],
    },
  },
  'tail gtail': {
    like: 'head',
    operands: 'read',
    options: {
      '-s, --sleep-interval, --pid, --max-unchanged-stats': 'text',
      '--follow': 'text?',
      '-b': 'text',
      '+*': 'text',
    },
    flags: '-f -F -r --retry',
    examples: {
      'tail -100f app.log': ['read app.log'],
      'tail -n +2 a.txt': ['read a.txt'],
      'tail +2 a.txt': ['read a.txt'],
      'tail -x a.txt': ['unknown option -x of tail', 'read a.txt'],
    },
  },
  'wc gwc': {
    operands: 'read',
    options: { '--files0-from': 'read', '--total': 'text' },
    flags: '-c --bytes -m --chars -l --lines -L --max-line-length -w --words --debug',
    abbreviations: true,
    examples: {
      'wc -lw a.txt': ['read a.txt'],
      'wc -l --files0-from=list.txt': ['read list.txt'],
      'wc -x a.txt': ['unknown option -x of wc', 'read a.txt'],
    },
  },
  'nl gnl': {
    operands: 'read',
    prints: 'input',
    options: {
      '-b, --body-numbering, -d, --section-delimiter, -f, --footer-numbering, -h, --header-numbering, -i, --line-increment, -l, --join-blank-lines, -n, --number-format, -s, --number-separator, -v, --starting-line-number, -w, --number-width':
        'text',
    },
    flags: '-p --no-renumber',
    abbreviations: true,
    examples: {
      'nl -ba a.txt': ['read a.txt'],
      'nl -x a.txt': ['unknown option -x of nl', 'read a.txt'],
    },
  },
  'fold gfold': {
    operands: 'read',
    prints: 'input',
    options: { '-w, --width, -#': 'text' },
    flags: '-b --bytes -c --characters -s --spaces',
    abbreviations: true,
    examples: {
      'fold -sw 80 a.txt': ['read a.txt'],
      'fold -80 a.txt': ['read a.txt'],
      'fold -x a.txt': ['unknown option -x of fold', 'read a.txt'],
    },
  },
  'fmt gfmt': {
    operands: 'read',
    prints: 'input',
    options: { '-w, --width, -p, --prefix, -g, --goal, -d, -l, -#': 'text' },
    flags: '-c --crown-margin -s --split-only -t --tagged-paragraph -u --uniform-spacing -m -n',
    abbreviations: true,
    examples: {
      'fmt -w 72 a.txt': ['read a.txt'],
      'fmt -x a.txt': ['unknown option -x of fmt', 'read a.txt'],
    },
  },
  'expand gexpand': {
    operands: 'read',
    prints: 'input',
    options: { '-t, --tabs, -#': 'text' },
    flags: '-i --initial',
    abbreviations: true,
    examples: {
      'expand -t 4 a.txt': ['read a.txt'],
      'expand -x a.txt': ['unknown option -x of expand', 'read a.txt'],
    },
  },
  'unexpand gunexpand': {
    like: 'expand',
    operands: 'read',
    flags: '-a --all --first-only',
    examples: {
      'unexpand -a a.txt': ['read a.txt'],
      'unexpand -x a.txt': ['unknown option -x of unexpand', 'read a.txt'],
    },
  },
  pr: {
    operands: 'read',
    prints: 'input',
    options: {
      '-D, --date-format, -h, --header, -l, --length, -N, --first-line-number, -o, --indent, -w, --width, -W, --page-width, --columns, --pages':
        'text',
      '-e, --expand-tabs, -i, --output-tabs, -n, --number-lines, -s, --separator, -S, --sep-string': 'text?',
      '+*, -#, -1*, -2*, -3*, -4*, -5*, -6*, -7*, -8*, -9*': 'text',
    },
    flags:
      '-a --across -c --show-control-chars -d --double-space -f -F --form-feed -J --join-lines -m --merge -p -r --no-file-warnings -t --omit-header -T --omit-pagination -v --show-nonprinting',
    abbreviations: true,
    examples: {
      'pr -2 -tw 80 a.txt': ['read a.txt'],
      'pr +3 -m a.txt b.txt': ['read a.txt', 'read b.txt'],
      'pr -x a.txt': ['unknown option -x of pr', 'read a.txt'],
    },
  },
  'od god': {
    operands: 'read',
    prints: 'input',
    options: {
      '-A, --address-radix, -j, --skip-bytes, -N, --read-bytes, -t, --format, --endian': 'text',
      '-w, --width, -S, --strings': 'text?',
    },
    flags: '-a -b -B -c -d -D -e -f -F -h -H -i -I -l -L -o -O -s -v --output-duplicates -x -X --traditional',
    abbreviations: true,
    examples: {
      'od -An -tx1 -N16 /dev/urandom': ['read /dev/urandom'],
      'od -c a.bin': ['read a.bin'],
      'od -z a.bin': ['unknown option -z of od', 'read a.bin'],
    },
  },
  'sort gsort': {
    operands: 'read',
    prints: 'input',
    options: {
      '-o, --output': 'write',
      '-T, --temporary-directory': 'directory',
      '--files0-from': 'read',
      '--random-source': 'read',
      '--compress-program': 'run-program',
      '-k, --key, -t, --field-separator, -S, --buffer-size, --batch-size, --parallel, --sort, +*, -#': 'text',
      '--check': 'text?',
    },
    flags:
      '-b --ignore-leading-blanks -d --dictionary-order -f --ignore-case -g --general-numeric-sort -i --ignore-nonprinting -M --month-sort -h --human-numeric-sort -n --numeric-sort -R --random-sort -r --reverse -V --version-sort -c -C -m --merge -s --stable -u --unique -z --zero-terminated --debug --mmap --radixsort --qsort --heapsort --mergesort',
    abbreviations: true,
    examples: {
      'sort -t, -k2,2nr a.csv': ['read a.csv'],
      'sort -uo a.txt a.txt': ['write a.txt', 'read a.txt'],
      'sort --comp=/tmp/x a.txt': ['run x', 'code other file /tmp/x', 'read a.txt'],
      'sort --files0-from=in.txt --random-source=in.txt -t, -k2,2nr a.csv': [
        'read in.txt',
        'read in.txt',
        'read a.csv',
      ],
      'sort --unheard-of -t, -k2,2nr a.csv': ['unknown option --unheard-of of sort', 'read a.csv'],
      'sort --temporary-directory=outdir -t, -k2,2nr a.csv': ['directory outdir', 'read a.csv'],
    },
  },
  'uniq guniq': {
    operands: ['read', 'write'],
    prints: 'input',
    options: {
      '-f, --skip-fields, -s, --skip-chars, -w, --check-chars, +*, -#': 'text',
      '--all-repeated, --group': 'text?',
    },
    flags: '-c --count -d --repeated -D -i --ignore-case -u --unique -z --zero-terminated',
    abbreviations: true,
    examples: {
      'uniq -c a.txt': ['read a.txt'],
      'uniq a.txt ~/.bashrc': ['read a.txt', 'write ~/.bashrc'],
      'uniq -x a.txt': ['unknown option -x of uniq', 'read a.txt'],
    },
  },
  'cut gcut': {
    operands: 'read',
    prints: 'input',
    options: { '-b, --bytes, -c, --characters, -d, --delimiter, -f, --fields, -F, -O, --output-delimiter': 'text' },
    flags: '-n -s --only-delimited -w -z --zero-terminated --complement',
    abbreviations: true,
    examples: {
      "cut -d ' ' -f1,3- a.txt": ['read a.txt'],
      'cut -x a.txt': ['unknown option -x of cut', 'read a.txt'],
    },
  },
  'paste gpaste': {
    operands: 'read',
    prints: 'input',
    options: { '-d, --delimiters': 'text' },
    flags: '-s --serial -z --zero-terminated',
    abbreviations: true,
    examples: {
      'paste -sd, a.txt': ['read a.txt'],
      'paste -x a.txt': ['unknown option -x of paste', 'read a.txt'],
    },
  },
  'comm gcomm': {
    operands: ['read', 'read'],
    prints: 'input',
    options: { '--output-delimiter': 'text' },
    flags: '-1 -2 -3 -i -z --zero-terminated --check-order --nocheck-order --total',
    abbreviations: true,
    examples: {
      'comm -12 a.txt b.txt': ['read a.txt', 'read b.txt'],
      'comm -x a.txt b.txt': ['unknown option -x of comm', 'read a.txt', 'read b.txt'],
    },
  },
  tsort: {
    operands: ['read'],
    prints: 'input',
    flags: '-l -q -w',
    examples: {
      'tsort a.txt': ['read a.txt'],
      'tsort -x a.txt': ['unknown option -x of tsort', 'read a.txt'],
    },
  },
  'join gjoin': {
    operands: ['read', 'read'],
    prints: 'input',
    options: { '-1, -2, -a, -e, -j, -o, -t, -v': 'text' },
    flags: '-i --ignore-case -z --zero-terminated --check-order --nocheck-order --header',
    abbreviations: true,
    examples: {
      'join -t, -1 2 -2 1 -o 1.1,2.2 a.csv b.csv': ['read a.csv', 'read b.csv'],
      'join -x a b': ['unknown option -x of join', 'read a', 'read b'],
    },
  },
  'shuf gshuf': {
    operands: 'read',
    options: {
      '-o, --output': 'write',
      '--random-source': 'read',
      '-n, --head-count, -i, --input-range': 'text',
    },
    forms: { '-e, --echo': { operands: 'text' } },
    flags: '-r --repeat -z --zero-terminated',
    abbreviations: true,
    examples: {
      'shuf -n 1 a.txt': ['read a.txt'],
      'shuf -e a b': [],
      'shuf --random-source=in.txt -n 1 a.txt': ['read in.txt', 'read a.txt'],
      'shuf --unheard-of -n 1 a.txt': ['unknown option --unheard-of of shuf', 'read a.txt'],
      'shuf --output=out.txt -n 1 a.txt': ['write out.txt', 'read a.txt'],
    },
  },
  'numfmt gnumfmt': {
    operands: 'text',
    options: {
      '-d, --delimiter, --field, --format, --from, --from-unit, --invalid, --padding, --round, --suffix, --to, --to-unit, --unit-separator':
        'text',
      '--header': 'text?',
    },
    flags: '--debug --grouping -z --zero-terminated',
    abbreviations: true,
    examples: {
      'numfmt --to=iec 1024': [],
      'numfmt -x 1024': ['unknown option -x of numfmt'],
    },
  },
}

export const coreutilsText: readonly Program[] = family(entries)
