import type { Content } from '../../action.ts'
import { knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { readArguments, type ReadArguments } from '../options.ts'
import { arity } from './arity.ts'
import type { Kit, Program } from './program.ts'
import { contentOf } from './project.ts'
import { are, rows } from './table.ts'

/** Packing and unpacking: tar, zip, the compressors, 7z, ar, cpio. */
export const archives: readonly Program[] = [
  { names: ['tar', 'gtar', 'bsdtar', 'gnutar', 'star'], means: tar },
  { names: ['zip'], means: zip },
  { names: ['unzip', 'unar', 'bsdunzip'], means: unzip },
  {
    names: [
      'gzip',
      'gunzip',
      'bzip2',
      'bunzip2',
      'xz',
      'unxz',
      'lzma',
      'unlzma',
      'zstd',
      'unzstd',
      'lz4',
      'unlz4',
      'compress',
      'uncompress',
      'pigz',
      'unpigz',
      'pbzip2',
      'lzip',
      'plzip',
      'brotli',
      'zopfli',
      'pixz',
      'bgzip',
      'lbzip2',
      'lrzip',
      'lzop',
    ],
    means: compress,
  },
  { names: ['7z', '7za', '7zr', '7zz', 'p7zip', 'rar', 'unrar'], means: sevenZip },
  { names: ['ar', 'gar', 'llvm-ar', 'gcc-ar'], means: library },
  { names: ['cpio', 'pax'], means: copyInOut },
  ...rows({
    'zipinfo zdiff zcmp zipgrep zipdetails lsar rpm2cpio zipnote': {
      operands: 'read',
      filter: true,
      options: are('text', '-x'),
    },
    'bzmore xzmore': { operands: 'read', filter: true },
    zipsplit: { operands: 'read', options: are('directory', '-b') },
    mksquashfs: { operands: ['read-tree', 'write'], options: are('text', '-comp -e -b') },
    unsquashfs: { operands: 'read', options: are('directory', '-d -dest') },
    ranlib: { operands: 'edit' },
  }),
]

const TAR_LETTERS_WITH_VALUE = 'fCTXIFbgKLNVHs'
const TAR_VALUES =
  '-f --file -C --directory --cd -T --files-from -X --exclude-from -I --use-compress-program -F --info-script ' +
  '--new-volume-script -b --blocking-factor -g --listed-incremental -K --starting-file -L --tape-length -N --newer ' +
  '--after-date -V --label -H --format --exclude --strip-components --transform --xform -s --to-command ' +
  '--checkpoint-action --rsh-command --rmt-command --owner --group --mode --mtime --suffix --index-file ' +
  '--volno-file --add-file --warning --sort --newer-mtime --owner-map --group-map --pax-option --record-size ' +
  '--exclude-ignore --exclude-tag --xattrs-include --quoting-style'

/** `tar xzf a -C b`: the first word without a dash is a bundle whose values follow in order. */
function unbundled(args: readonly Word[]): readonly Word[] {
  const bundle = textOf(args[0])
  if (bundle === undefined || bundle.startsWith('-') || !/^[a-zA-Z]+$/.test(bundle)) return args
  const out: Word[] = []
  let next = 1
  for (const letter of bundle) {
    out.push(literal(`-${letter}`))
    if (TAR_LETTERS_WITH_VALUE.includes(letter) && args[next]) out.push(args[next++]!)
  }
  return [...out, ...args.slice(next)]
}

function tar(kit: Kit): void {
  const read = readArguments(unbundled(kit.invocation.args), {
    arity: arity(TAR_VALUES, '--checkpoint --one-top-level --backup --occurrence --totals --list'),
    style: 'gnu',
  })
  tellTarPrograms(kit, read)
  for (const word of read.values('-T', '--files-from', '-X', '--exclude-from'))
    if (textOf(word) !== '-') kit.reads(word)
  for (const word of read.values('--index-file', '--volno-file', '-g', '--listed-incremental'))
    kit.writes(word, 'overwrite')
  const directories = read.values('-C', '--directory', '--cd')
  const archive = read.value('-f', '--file')
  const remote = archive !== undefined && /^[^/]+:/.test(show(archive)) && !read.has('--force-local')
  const named = archive !== undefined && textOf(archive) !== '-' && !remote ? archive : undefined
  const members = read.operands.filter((word) => !show(word).startsWith('@'))
  const base = directories.at(-1)
  const inBase = (word: Word): Word => {
    const text = textOf(word)
    const to = base ? textOf(base) : undefined
    return base === undefined || text === undefined || text.startsWith('/')
      ? word
      : to === undefined
        ? base
        : literal(`${to}/${text}`)
  }
  if (read.has('-x', '--extract', '--get')) {
    if (remote) kit.contacts(archive, 'copy')
    if (named) kit.reads(named)
    if (read.has('-O', '--to-stdout')) {
      kit.puts(!named && kit.invocation.stdin.kind === 'network' ? kit.invocation.stdin : { kind: 'unknown' })
      return
    }
    const content = unpacked(kit, named)
    for (const target of directories.length > 0 ? directories : [literal('.')]) unpackInto(kit, target, named, content)
    if (read.has('-P', '--absolute-names')) kit.writes(literal('/'), 'create', content)
  } else if (read.has('-t', '--list', '-d', '--diff', '--compare')) {
    if (remote) kit.contacts(archive, 'copy')
    if (named) kit.reads(named)
  } else if (
    read.has('-c', '--create', '-r', '--append', '-u', '--update', '-A', '--concatenate', '--catenate', '--delete')
  ) {
    const sources = members.map(inBase)
    for (const word of sources) kit.reads(word, 'content', { recursive: true })
    if (remote) kit.contacts(archive, 'copy', 'data', payload(kit, sources))
    else if (named) kit.writes(named, read.has('-c', '--create') ? 'overwrite' : 'edit')
    else kit.puts({ kind: 'file', places: sources.map((word) => kit.place(word)) })
    if (read.has('--remove-files')) for (const word of sources) kit.deletes(word, { recursive: true })
  } else if (!read.has('--help', '--version', '--usage', '--show-defaults'))
    kit.opaque('unknown-option', kit.invocation.evidence)
}

function tellTarPrograms(kit: Kit, read: ReadArguments): void {
  for (const word of read.values(
    '-I',
    '--use-compress-program',
    '--to-command',
    '-F',
    '--info-script',
    '--new-volume-script',
  )) {
    const plain = /^(gzip|pigz|bzip2|pbzip2|lbzip2|xz|pixz|zstd|zstdmt|lz4|lzip|plzip|brotli|lzop)( -[-\w=]+)*$/.test(
      textOf(word) ?? '',
    )
    if (!plain) kit.code('shell', word, { via: 'tar' })
  }
  for (const word of read.values('--rsh-command', '--rmt-command'))
    kit.code('shell', word, { via: 'tar --rsh-command' })
  for (const word of read.values('--checkpoint-action')) {
    const prefix = knownPrefix(word)
    if (prefix.startsWith('exec=')) {
      const text = textOf(word)
      kit.code('shell', text === undefined ? word : literal(text.slice(5)), { via: 'tar --checkpoint-action' })
    } else if (!/^(dot|echo|bell|ttyout|sleep|totals|\.|wait)/.test(prefix)) kit.opaque('dynamic-code', show(word))
  }
}

function payload(kit: Kit, sources: readonly Word[]): { from: 'file'; place?: ReturnType<Kit['place']> } {
  return sources[0] ? { from: 'file', place: kit.place(sources[0]) } : { from: 'file' }
}

/** What comes out of an archive is as well known as the archive. */
/** An archive from the network has its own directory most of the time, and what lies in there came with it. */
function unpackInto(kit: Kit, target: Word, archive: Word | undefined, content: Content): void {
  kit.writes(target, 'create', content)
  const name = /([^/]+?)\.(?:tar(?:\.\w+)?|tgz|tbz2?|txz|zip)$/.exec(archive ? (textOf(archive) ?? '') : '')?.[1]
  const directory = textOf(target)
  if (content.kind === 'network' && name !== undefined && directory !== undefined)
    kit.writes(literal(`${directory}/${name}`), 'create', content)
}

function unpacked(kit: Kit, archive: Word | undefined): Content {
  if (!archive) return kit.invocation.stdin.kind === 'network' ? contentOf(kit.invocation.stdin) : { kind: 'unknown' }
  const written = kit.written(kit.place(archive))
  return written?.kind === 'network' ? written : { kind: 'unknown' }
}

function zip(kit: Kit): void {
  const args = kit.invocation.args
  const operands: Word[] = []
  let recursive = false
  let moves = false
  let into: Word | undefined
  for (let index = 0; index < args.length; index++) {
    const option = textOf(args[index]) ?? show(args[index]!)
    if (option === '-TT' || option === '--unzip-command') {
      const command = args[++index]
      if (command) kit.code('shell', command, { via: 'zip -TT' })
    } else if (/^(-TT.|--unzip-command=)/.test(option)) kit.opaque('unknown-option', option)
    else if (/^(-b|-t|-tt|-n|-O|-P|--password|-Z|-s|--out|--temp-path|-lf|--split-size)$/.test(option)) {
      const value = args[++index]
      if (value && /^(-O|--out)$/.test(option)) into = value
      if (value && option === '-lf') kit.writes(value, 'overwrite')
    } else if (/^-[ix]$/.test(option) || /^--(include|exclude)$/.test(option)) {
      while (args[index + 1] && !show(args[index + 1]!).startsWith('-')) index++
    } else if (option.startsWith('-') && option !== '-') {
      if (/^-[a-zA-Z0-9]*[rR]/.test(option) || option.startsWith('--recurse')) recursive = true
      if (/^-[a-zA-Z0-9]*m/.test(option) || option === '--move') moves = true
    } else operands.push(args[index]!)
  }
  const [archive, ...sources] = operands
  for (const word of sources) {
    kit.reads(word, 'content', recursive ? { recursive } : {})
    if (moves) kit.deletes(word, { recursive })
  }
  if (archive && textOf(archive) !== '-') kit.writes(into ?? archive, 'edit')
}

function unzip(kit: Kit): void {
  // `-o` overwrites in one of them and names the directory in another.
  const read = readArguments(kit.invocation.args, {
    arity: arity(kit.invocation.program === 'unar' ? '-o --output-directory -p -e' : '-d -x -P -I -O'),
    style: 'gnu',
  })
  const into = kit.invocation.program === 'unar' ? read.value('-o', '--output-directory') : read.value('-d')
  const flags = read.given.map((option) => option.name)
  const archive = read.operands[0]
  if (archive) kit.reads(archive)
  if (flags.some((name) => ['-l', '-v', '-t', '-p', '-z', '-Z', '-c'].includes(name))) {
    if (archive && flags.some((name) => ['-p', '-c'].includes(name))) kit.puts({ kind: 'unknown' })
    return
  }
  if (archive) unpackInto(kit, into ?? literal('.'), archive, unpacked(kit, archive))
}

function compress(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity(
      '-S --suffix -o --output -p --processes -T --threads -D -b --block-size --format -F --memlimit -M -w --lgwin -q-none',
    ),
    style: 'gnu',
  })
  const { program, stdin } = kit.invocation
  const output = read.value('-o', '--output')
  if (output) kit.writes(output, 'overwrite')
  const keeps =
    read.has('-k', '--keep', '-c', '--stdout', '--to-stdout', '-l', '--list', '-t', '--test') || output !== undefined
  const kept = keeps || (/^(un)?(zstd|lz4)$|brotli|zopfli/.test(program) && !read.has('--rm'))
  const silent = read.has('-c', '--stdout', '--to-stdout', '-l', '--list', '-t', '--test') || output !== undefined
  for (const word of read.operands) {
    if (textOf(word) === '-') continue
    const recursive = read.has('-r', '--recursive')
    kit.reads(word, 'content', recursive ? { recursive } : {})
    if (silent) continue
    const text = textOf(word)
    const opens = /^un|^gunzip|^bunzip2/.test(program) || read.has('-d', '--decompress', '--uncompress')
    const named =
      text === undefined
        ? word
        : literal(opens ? text.replace(/\.(t?gz|Z|bz2|xz|zst|lz4|lzma|br|lz)$/, '') : `${text}.${suffix(program)}`)
    kit.writes(named, 'create', opens ? unpacked(kit, word) : { kind: 'copy', of: kit.place(word) })
    if (!kept) kit.deletes(word, { recursive, movedTo: kit.place(named) })
  }
  // What comes out of a packed file is not what stands in it: as code it could be anything.
  if (/^un|^gunzip|^bunzip2/.test(program) || read.has('-d', '--decompress', '--uncompress')) {
    kit.puts(stdin.kind === 'network' ? stdin : { kind: 'unknown' })
    return
  }
  kit.puts(
    read.operands.length > 0
      ? { kind: 'file', places: read.operands.map((word) => kit.place(word)) }
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

function sevenZip(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: new Map(), style: 'single-dash' })
  const [verb, archive, ...members] = read.operands
  const command = textOf(verb) ?? ''
  const target = read.given.map((option) => option.name).find((name) => /^-o./.test(name))
  if (/^[xe]$/.test(command)) {
    if (archive) kit.reads(archive)
    const last = members.at(-1)
    const into = target ? literal(target.slice(2)) : last && show(last).endsWith('/') ? last : literal('.')
    kit.writes(into, 'create', unpacked(kit, archive))
  } else if (/^([lt]|lb|lt|v|vb|p|h|i|b)$/.test(command)) {
    if (archive) kit.reads(archive)
  } else if (/^(a|u|d|rn|m|f|r|s.*)$/.test(command)) {
    for (const word of members) kit.reads(word, 'content', { recursive: true })
    if (archive) kit.writes(archive, 'edit')
    if (read.has('-sdel', '-df') || command === 'm') for (const word of members) kit.deletes(word, { recursive: true })
  } else if (verb) kit.opaque('unknown-subcommand', kit.invocation.evidence)
}

function library(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity('--output --target --plugin'), style: 'gnu' })
  if (read.has('--plugin')) kit.opaque('unreadable-code', 'ar --plugin')
  const letters = read.given.map((option) => option.name.slice(1)).join('')
  const [first, ...others] = read.operands
  const bundled = letters === '' ? (textOf(first) ?? '') : letters
  const [archive, ...members] = letters === '' ? others : read.operands
  if (!archive) return
  if (/[rqds]/.test(bundled)) {
    for (const word of members) kit.reads(word)
    kit.writes(archive, 'edit')
  } else {
    kit.reads(archive)
    if (bundled.includes('x')) kit.writes(read.value('--output') ?? literal('.'), 'create')
  }
}

function copyInOut(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity(
      '-E --pattern-file -F --file -O -I -D --directory -H --format -M -R --owner -C --io-size --rsh-command -f -x -s',
    ),
    style: 'gnu',
  })
  const shell = read.value('--rsh-command')
  if (shell) kit.code('shell', shell, { via: 'cpio --rsh-command' })
  for (const word of read.values('-E', '--pattern-file')) kit.reads(word)
  const file = read.value('-F', '--file', '-f')
  if (read.has('-p', '--pass-through') || (read.has('-r') && read.has('-w'))) {
    const target = read.operands.at(-1)
    if (target) kit.writes(target, 'create')
  } else if (read.has('-i', '--extract') || read.has('-r')) {
    for (const word of [...read.values('-I'), ...(file ? [file] : [])]) kit.reads(word)
    if (!read.has('-t', '--list'))
      kit.writes(read.value('-D', '--directory') ?? literal('.'), 'create', unpacked(kit, file))
  } else for (const word of [...read.values('-O'), ...(file ? [file] : [])]) kit.writes(word, 'overwrite')
}
