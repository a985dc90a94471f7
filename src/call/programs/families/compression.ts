import { literal, textOf } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { unpacked } from '../unpacking.ts'
import { closed, family } from '../walk.ts'

const LEVELS = '-0 -1 -2 -3 -4 -5 -6 -7 -8 -9'

const GZIP: Entry = {
  options: {
    '-S, --suffix, -b, --blocksize, -p, --processes, -A, --alias, -C, --comment, -I, --iterations, -J, --maxsplits':
      'text',
    '-o, --output': 'write',
  },
  flags: `${LEVELS} -a --ascii --best -c --stdout --to-stdout -d --decompress --uncompress -f --force --fast -F --first -h -H --huffman -i --independent -k --keep -K --zip -l --list -L --license -m --no-time -M --time -n --no-name -N --name -O --oneblock -q --quiet --silent -r --recursive -R --rsyncable --synchronous -t --test -U --rle -v --verbose -V -z --zlib -11`,
}
const BZIP2: Entry = {
  options: { '-p, -b, -m, -S': 'text?' },
  flags: `${LEVELS} --best -c --stdout -d --decompress -f --force --fast -h -k --keep -l --loadavg -L --license -n -q --quiet -r --read -s --small -t --test -u -v --verbose -V -z --compress --repetitive-best --repetitive-fast --ignore-trailing-garbage`,
}
const XZ: Entry = {
  options: {
    '-C, --check, -F, --format, -M, --memlimit, --memlimit-compress, --memlimit-decompress, --memlimit-mt-decompress, --memory, -S, --suffix, -T, --threads, --block-list, --block-size, --flush-timeout, --filters':
      'text',
    '--files, --files0': 'read?',
    '--arm, --arm64, --armthumb, --delta, --ia64, --lzma1, --lzma2, --powerpc, --sparc, --x86, --riscv': 'text?',
  },
  flags: `${LEVELS} --best -c --stdout --to-stdout -d --decompress --uncompress -e --extreme -f --force --fast -h -H --long-help --ignore-check --info-memory -k --keep -l --list --no-adjust --no-sparse --no-warn -Q -q --quiet --robot --single-stream -t --test -v --verbose -V -z --compress`,
}
const ZSTD: Entry = {
  options: {
    '-o': 'write',
    '--output-dir-flat, --output-dir-mirror': 'directory',
    '-D, --patch-from, --filelist': 'read',
    '--trace': 'opaque',
    '-M, --memory, --memlimit, -B, -T, --threads, --auto-threads, --dictID, --format, --maxdict, --size-hint, --stream-size, --target-compressed-block-size, --zstd, -b, -e, -i':
      'text?',
    '--fast, --long, --train-cover, --train-fastcover, --train-legacy, --adapt': 'text?',
  },
  flags: `${LEVELS} -10 -11 -12 -13 -14 -15 -16 -17 -18 -19 -20 -21 -22 --asyncio --no-asyncio --best --[no-]check -c --stdout -z --compress --[no-]compress-literals -d --decompress --uncompress --exclude-compressed -f --force -h -H -k --keep -l --list --no-dictID --[no-]name -n --[no-]pass-through --[no-]progress -q --quiet -r --rm --[no-]row-match-finder --rsyncable -S --single-thread --[no-]sparse -t --test --train --ultra -v --verbose -V -C`,
}
const LZ4: Entry = {
  options: { '-D': 'read', '-B, -b, -e, -i, -T, --threads': 'text?', '--fast': 'text?' },
  flags: `${LEVELS} -10 -11 -12 --best -c --stdout --to-stdout -d --decompress --uncompress -f --force -h -H -k --keep -l -m --multiple --[no-]content-size --[no-]frame-crc --[no-]sparse --no-crc --list --favor-decSpeed --rm -r -t --test -v --verbose -q --quiet -V -z --compress`,
}
const BROTLI: Entry = {
  options: {
    '-o, --output': 'write',
    '-D, --dictionary': 'read',
    '-q, --quality, -w, --lgwin, --large_window, -S, --suffix, -C, --comment': 'text',
  },
  flags: `${LEVELS} -c --stdout -d --decompress -f --force -h -j --rm -k --keep -K --concatenated -n --no-copy-stat -s --squash -t --test -v --verbose -V -Z --best`,
}

const entries: Entries = {
  'zcat gzcat bzcat xzcat zstdcat lzcat lz4cat': {
    operands: 'read',
    options: { '-S, --suffix': 'text' },
    flags: '-c -d -f --force -h -k -l -L -n -q --quiet -r -s -t -v --verbose -V',
    examples: {
      'zcat -f a.gz': ['read a.gz'],
      'zcat --unheard-of a.gz': ['unknown option --unheard-of of zcat', 'read a.gz'],
    },
  },
  'zdiff zcmp bzdiff bzcmp xzdiff xzcmp': {
    operands: ['read', 'read'],
    options: { '-U, -C, -W, -I, -x': 'text' },
    flags: '-q --brief -s --silent -u -c -b -w -i -B -l -a -y -n',
    examples: {
      'zdiff -u a.gz b.gz': ['read a.gz', 'read b.gz'],
      'zdiff --unheard-of -u a.gz b.gz': ['unknown option --unheard-of of zdiff', 'read a.gz', 'read b.gz'],
    },
  },
}

/** Compressing and decompressing single files. */
export const compression: readonly Program[] = [
  {
    names: ['gzip', 'gunzip', 'pigz', 'unpigz', 'compress', 'uncompress'],
    means: (context) => compress(context, GZIP),
    examples: {
      'gzip -k9 a.txt': ['read a.txt', 'create a.txt.gz'],
      'gunzip a.gz': ['read a.gz', 'create a', 'delete a.gz to a'],
      'gzip -dc a.gz': ['read a.gz'],
      'gzip --unheard-of a.txt': [
        'unknown option --unheard-of of gzip',
        'read a.txt',
        'create a.txt.gz',
        'delete a.txt to a.txt.gz',
      ],
    },
  },
  {
    names: ['bzip2', 'bunzip2', 'pbzip2', 'lbzip2'],
    means: (context) => compress(context, BZIP2),
    examples: {
      'bzip2 -k a.txt': ['read a.txt', 'create a.txt.bz2'],
      'pbzip2 -p4 a.txt': ['read a.txt', 'create a.txt.bz2', 'delete a.txt to a.txt.bz2'],
      'bzip2 --unheard-of a.txt': [
        'unknown option --unheard-of of bzip2',
        'read a.txt',
        'create a.txt.bz2',
        'delete a.txt to a.txt.bz2',
      ],
    },
  },
  {
    names: ['xz', 'unxz', 'lzma', 'unlzma'],
    means: (context) => compress(context, XZ),
    examples: {
      'xz -T0 -k a.txt': ['read a.txt', 'create a.txt.xz'],
      'xz --files=list.txt': ['read list.txt'],
      'xz --unheard-of a.txt': [
        'unknown option --unheard-of of xz',
        'read a.txt',
        'create a.txt.xz',
        'delete a.txt to a.txt.xz',
      ],
    },
  },
  {
    names: ['zstd', 'unzstd', 'zstdmt'],
    means: (context) => compress(context, ZSTD),
    examples: {
      'zstd -19 -T0 a.txt': ['read a.txt', 'create a.txt.zst'],
      'zstd -o ~/.bashrc a.txt': ['write ~/.bashrc', 'read a.txt'],
      'zstd -D dict a.txt': ['read dict', 'read a.txt', 'create a.txt.zst'],
      'zstd --output-dir-flat /etc a.txt': ['directory /etc', 'read a.txt', 'create a.txt.zst'],
      'zstd --unheard-of a.txt': ['unknown option --unheard-of of zstd', 'read a.txt', 'create a.txt.zst'],
    },
  },
  {
    names: ['lz4', 'unlz4'],
    means: (context) => compress(context, LZ4),
    examples: {
      'lz4 -9 a.txt': ['read a.txt', 'create a.txt.lz4'],
      'lz4 a.txt ~/.bashrc': ['write ~/.bashrc', 'read a.txt'],
      'lz4 --unheard-of a.txt': ['unknown option --unheard-of of lz4', 'read a.txt', 'create a.txt.lz4'],
    },
  },
  {
    names: ['brotli'],
    means: (context) => compress(context, BROTLI),
    examples: {
      'brotli -q 11 a.js': ['read a.js', 'create a.js.gz'],
      'brotli -o out.br a.js': ['write out.br', 'read a.js'],
      'brotli --unheard-of a.js': ['unknown option --unheard-of of brotli', 'read a.js', 'create a.js.gz'],
    },
  },
  ...family(entries),
]

function compress(context: ProgramContext, entry: Entry): void {
  const read = closed(context, entry, context.invocation.args)
  for (const word of read.values('-D', '--patch-from', '--filelist', '--dictionary', '--files', '--files0'))
    context.reads(word)
  for (const word of read.values('--output-dir-flat', '--output-dir-mirror')) context.writes(word, 'directory')
  const { program, stdin } = context.invocation
  // lz4 takes its output as a second operand.
  const second = entry === LZ4 && !read.has('-m', '--multiple') ? read.operands[1] : undefined
  const output = read.value('-o', '--output') ?? second
  if (output) context.writes(output, 'overwrite')
  const keeps =
    read.has('-k', '--keep', '-c', '--stdout', '--to-stdout', '-l', '--list', '-t', '--test') || output !== undefined
  const kept = keeps || (/^(un)?(zstd|lz4)$|brotli|zopfli/.test(program) && !read.has('--rm'))
  const silent = read.has('-c', '--stdout', '--to-stdout', '-l', '--list', '-t', '--test') || output !== undefined
  for (const word of second ? read.operands.slice(0, 1) : read.operands) {
    if (textOf(word) === '-') continue
    const recursive = read.has('-r', '--recursive')
    context.reads(word, 'content', recursive ? { recursive } : {})
    if (silent) continue
    const text = textOf(word)
    const opens = /^un|^gunzip|^bunzip2/.test(program) || read.has('-d', '--decompress', '--uncompress')
    const named =
      text === undefined
        ? word
        : literal(opens ? text.replace(/\.(t?gz|Z|bz2|xz|zst|lz4|lzma|br|lz)$/, '') : `${text}.${suffix(program)}`)
    context.writes(named, 'create', opens ? unpacked(context, word) : { kind: 'copy', of: context.place(word) })
    if (!kept) context.deletes(word, { recursive, movedTo: context.place(named) })
  }
  // What comes out of a packed file is not what stands in it: as code it could be anything.
  if (/^un|^gunzip|^bunzip2/.test(program) || read.has('-d', '--decompress', '--uncompress')) {
    context.puts(stdin.kind === 'network' ? stdin : { kind: 'unknown' })
    return
  }
  context.puts(
    read.operands.length > 0
      ? { kind: 'file', places: read.operands.map((word) => context.place(word)) }
      : stdin.kind === 'text'
        ? { kind: 'unknown' }
        : stdin,
  )
}

function suffix(program: string): string {
  if (/bz/.test(program)) return 'bz2'
  if (/xz/.test(program)) return 'xz'
  if (/zstd/.test(program)) return 'zst'
  return program === 'lz4' ? 'lz4' : 'gz'
}
