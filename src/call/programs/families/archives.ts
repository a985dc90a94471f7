import { literal, show, textOf } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { unpacked, unpackInto } from '../unpacking.ts'
import { closed, family } from '../walk.ts'

const ZIP: Entry = {
  options: {
    '-TT, --unzip-command': 'run-command',
    '-O, --output-file, --out': 'write',
    '-lf, --logfile-path': 'write',
    '-b, --temp-path': 'directory',
    '-i, --include, -x, --exclude': 'text…',
    '-n, --suffixes, -P, --password, -s, --split-size, -t, --from-date, -tt, --before-date, -Z, --compression-method, -ds, --dot-size, -UN, --unicode':
      'text',
    '-TT*': 'opaque',
  },
  flags:
    '-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -@ -A --adjust-sfx -AC --archive-clear -AS --archive-set -B --binary -c --entry-comments -C --preserve-case -d --delete -db --display-bytes -dc --display-counts -dd --display-dots -dg --display-globaldots -du --display-usize -dv --display-volume -D --no-dir-entries -DF --difference-archive -e --encrypt -E --longnames -f --freshen -F --fix -FF --fixfix -FI --fifo -FS --filesync -g --grow -h -h2 --more-help -ic --ignore-case -I --no-image -j --junk-paths -J --junk-sfx -k --DOS-names -l --to-crlf -la --log-append -li --log-info -ll --from-crlf -L --license -m --move -MM --must-match -nw --no-wild -o --latest-time -p --paths -q --quiet -qq -r --recurse-paths -R --recurse-patterns -RE --regex -S --system-hidden -sb --split-bell -sc --show-command -sf --show-files -so --show-options -sp --split-pause -su --show-unicode -sv --split-verbose -T --test -u --update -U --copy-entries -v --verbose -V -w -ws --wild-stop-dirs -X --no-extra -y --symlinks -z --archive-comment -a --ascii',
}
const UNZIP: Entry = {
  options: { '-d': 'text', '-x': 'text…', '-P, -I, -O': 'text', '-d*': 'text' },
  flags:
    '-2 -a -A -b -B -C -D -E -f -F -h -i -j -J -K -l -L -M -n -N -o -p -q -s -t -T -u -U -v -V -W -X -Y -z -Z -c -: -^ -$ -/ -1 -m',
}
const UNAR: Entry = {
  options: {
    '-o, --output-directory': 'text',
    '-p, --password, -e, --encoding, -E, --password-encoding, -k, --forks': 'text',
  },
  flags:
    '-f --force-overwrite -r --force-rename -s --force-skip -d --force-directory -D --no-directory -i --indexes -t --copy-time -nr --no-recursion -nq --no-quarantine -q --quiet -h -v',
}
const SEVEN_ZIP: Entry = {
  style: 'single-dash',
  options: {
    '-o*': 'text',
    '-w*': 'text',
    '-sfx*': 'opaque',
    '-p*, -t*, -m*, -v*, -x*, -i*, -ao*, -bb*, -bs*, -r*, -sa*, -scc*, -scrc*, -scs*, -ssw*, -stl*, -stx*, -u*, -an*, -ai*, -ax*':
      'text',
  },
  flags:
    '-y -bd -bt -r -sdel -seml -si -slp -slt -snh -sni -snl -sns -so -spd -spe -spf -spf2 -ssc -ssc- -sccUTF-8 -stm -an -w -mmt',
}
const RAR: Entry = {
  style: 'single-dash',
  options: {
    '-op*, -w*': 'text',
    '-sfx*': 'opaque',
    '-z*, -iadm*, -ilog*, -logf*': 'opaque',
    '-p*, -hp*, -x*, -n*, -v*, -m*, -s*, -ep*, -ad*, -ap*, -e*, -r*, -t*, -o*, -u*, -id*, -in*, -ie*, -md*, -mt*, -rr*, -tk*, -tl*, -sc*, -ow*, -ol*, -y*, -c*, -k*, -ri*':
      'text',
  },
  flags: '-y -r -df -dw -dr -kb -f -u -inul -ai -as -cfg- -cl -cu -ds -dh -en -ig -isnd -k -oh -oi -os -ts',
}
const AR: Entry = {
  options: {
    '--plugin': 'opaque',
    '--output': 'directory',
    '--target, -X': 'text',
    '--record-libdeps, --rsp-quoting, --format': 'text',
  },
  flags: '-a -b -c -d -D -f -i -l -m -M -N -o -O -p -P -q -r -s -S -t -T -u -U -v -V -x --thin',
}
const CPIO: Entry = {
  options: {
    '-E, --pattern-file': 'read',
    '--rsh-command': 'run-command',
    '-F, --file, -I, -O, -D, --directory': 'text',
    '-H, --format, -M, --message, -R, --owner, -C, --io-size, --block-size, -W, --warning': 'text',
  },
  flags:
    '-0 --null -6 -a --reset-access-time -A --append --absolute-filenames --no-absolute-filenames -b --swap -B -c -d --make-directories --device-independent --reproducible -f --nonmatching --force-local -i --extract --ignore-devno -k -l --link -L --dereference -m --preserve-modification-time -n --numeric-uid-gid --no-preserve-owner -o --create --only-verify-crc -p --pass-through --quiet -r --rename --renumber-inodes --rename-batch-file -s --swap-bytes -S --swap-halfwords --sparse -t --list --to-stdout -u --unconditional --usage -v --verbose -V --dot -z -j -J -y -Z',
  abbreviations: true,
}
const PAX: Entry = {
  options: { '-f': 'text', '-b, -B, -E, -G, -o, -p, -s, -T, -U, -x': 'text' },
  flags: '-a -A -c -d -D -h -H -i -j -J -k -l -L -M -n -N -O -P -r -t -u -v -w -X -Y -z -Z -0',
}

const entries: Entries = {
  zipinfo: {
    operands: ['read', 'text…'],
    prints: 'input',
    options: { '-x': 'text…', '-I, -O': 'text' },
    flags: '-1 -2 -s -m -l -v -h -M -t -T -z -C -q -v',
    examples: {
      'zipinfo -1 a.zip': ['read a.zip'],
      'zipinfo --unheard-of -1 a.zip': ['unknown option --unheard-of of zipinfo', 'read a.zip'],
    },
  },
  lsar: {
    operands: ['read', 'text…'],
    options: { '-p, --password, -e, --encoding, -E, --password-encoding': 'text' },
    flags: '-l --long -L --verylong -t --test -j --json -ja --json-ascii -nr --no-recursion -h -v',
    examples: {
      'lsar -l a.zip': ['read a.zip'],
      'lsar --unheard-of -l a.zip': ['unknown option --unheard-of of lsar', 'read a.zip'],
    },
  },
  rpm2cpio: {
    operands: ['read'],
    prints: 'input',
    examples: {
      'rpm2cpio a.rpm': ['read a.rpm'],
      'rpm2cpio --unheard-of a.rpm': ['unknown option --unheard-of of rpm2cpio', 'read a.rpm'],
    },
  },
  ranlib: {
    operands: 'edit',
    options: { '--plugin': 'opaque', '-X': 'text' },
    flags: '-D -U -t -v -V -h',
    examples: {
      'ranlib lib.a': ['edit lib.a'],
      'ranlib --plugin /tmp/x.so lib.a': ['unknown option --plugin of ranlib', 'edit lib.a'],
    },
  },
}

/** Archives, but for tar. */
export const archives: readonly Program[] = [
  {
    names: ['zip'],
    means: zip,
    examples: {
      'zip -r9 a.zip src -x node_modules': ['read-tree src', 'edit a.zip'],
      'zip -m a.zip b': ['read b', 'delete b', 'edit a.zip'],
      "zip a.zip b -T -TT 'rm y'": ['run rm', 'delete y', 'read b', 'edit a.zip'],
      'ZIPOPT=-m zip a.zip b': ['opaque unknown-option', 'read b', 'delete b', 'edit a.zip'],
      'zip --unheard-of a.zip b': ['unknown option --unheard-of of zip', 'read b', 'edit a.zip'],
    },
  },
  {
    names: ['unzip', 'bsdunzip'],
    means: unzip,
    examples: {
      'unzip -q a.zip -d out': ['read a.zip', 'create out'],
      'unzip -l a.zip': ['read a.zip'],
      'unzip -: a.zip': ['read a.zip', 'create .', 'create /'],
      'UNZIP=-o unzip a.zip': ['opaque unknown-option', 'read a.zip', 'create .'],
      'unzip --unheard-of a.zip': ['unknown option --unheard-of of unzip', 'read a.zip', 'create .'],
    },
  },
  {
    names: ['unar'],
    means: unarchive,
    examples: {
      'unar -o out a.rar': ['read a.rar', 'create out'],
      'unar --unheard-of a.rar': ['unknown option --unheard-of of unar', 'read a.rar', 'create .'],
    },
  },
  {
    names: ['7z', '7za', '7zr', '7zz', 'p7zip'],
    means: (context) => sevenZip(context, SEVEN_ZIP),
    examples: {
      '7z x a.7z -oout': ['read a.7z', 'create out'],
      '7z a -mx9 a.7z src': ['read-tree src', 'edit a.7z'],
      '7z x a.7z -spf': ['read a.7z', 'create .', 'create /'],
      '7z x a.7z -Zunheard-of': ['unknown option -Zunheard-of of 7z', 'read a.7z', 'create .'],
      '7z unheard-of a.7z': ['unknown subcommand unheard-of of 7z'],
    },
  },
  {
    names: ['rar', 'unrar'],
    means: (context) => sevenZip(context, RAR),
    examples: {
      'unrar x -y a.rar out/': ['read a.rar', 'create out'],
      'rar a -df a.rar src': ['read-tree src', 'edit a.rar', 'delete-tree src'],
      'unrar x -Zunheard-of a.rar': ['unknown option -Zunheard-of of unrar', 'read a.rar', 'create .'],
    },
  },
  {
    names: ['ar', 'gar', 'llvm-ar', 'gcc-ar'],
    means: library,
    examples: {
      'ar rcs lib.a a.o': ['read a.o', 'edit lib.a'],
      'ar -t lib.a': ['read lib.a'],
      'ar x lib.a --output /etc/profile.d': ['read lib.a', 'create /etc/profile.d'],
      'ar --plugin /tmp/x.so t lib.a': ['opaque unreadable-code', 'read lib.a'],
      'ar --unheard-of t lib.a': ['unknown option --unheard-of of ar', 'read lib.a'],
    },
  },
  {
    names: ['cpio'],
    means: copyInOut,
    examples: {
      'cpio -idm -D out': ['create out'],
      'cpio -o -F a.cpio': ['write a.cpio'],
      'cpio -i --absolute-filenames': ['create .', 'create /'],
      "cpio -i --rsh-command='rm y'": ['run rm', 'delete y', 'create .'],
      'cpio --unheard-of -i': ['unknown option --unheard-of of cpio', 'create .'],
    },
  },
  {
    names: ['pax'],
    means: exchange,
    examples: {
      'pax -r -f a.tar': ['read a.tar', 'create .'],
      'pax -w -f a.tar src': ['read-tree src', 'write a.tar'],
      'pax -rw src out': ['read-tree src', 'create out'],
      'pax -r --unheard-of': ['unknown option --unheard-of of pax', 'create .'],
    },
  },
  ...family(entries),
]

function zip(context: ProgramContext): void {
  const read = closed(context, ZIP, context.invocation.args)
  if (context.invocation.environment.has('ZIPOPT') || context.invocation.environment.has('ZIP'))
    context.opaque('unknown-option', 'zip takes options from ZIPOPT')
  for (const word of read.values('-TT', '--unzip-command')) context.code('shell', word, { via: 'zip -TT' })
  if (read.has('-TT*')) context.opaque('unknown-option', 'zip -TT')
  for (const word of read.values('-lf', '--logfile-path')) context.writes(word, 'overwrite')
  for (const word of read.values('-b', '--temp-path')) context.writes(word, 'directory')
  const recursive = read.has('-r', '--recurse-paths', '-R', '--recurse-patterns')
  const [archive, ...sources] = read.operands
  for (const word of sources) {
    context.reads(word, 'content', recursive ? { recursive } : {})
    if (read.has('-m', '--move')) context.deletes(word, { recursive })
  }
  const into = read.value('-O', '--output-file', '--out')
  if (archive && textOf(archive) !== '-') context.writes(into ?? archive, 'edit')
}

function unzip(context: ProgramContext): void {
  const read = closed(context, UNZIP, context.invocation.args)
  if (context.invocation.environment.has('UNZIP') || context.invocation.environment.has('UNZIPOPT'))
    context.opaque('unknown-option', 'unzip takes options from UNZIP')
  const archive = read.operands[0]
  if (archive) context.reads(archive)
  if (read.has('-l', '-v', '-t', '-p', '-z', '-Z', '-c')) {
    if (archive && read.has('-p', '-c')) context.puts({ kind: 'unknown' })
    return
  }
  if (!archive) return
  const content = unpacked(context, archive)
  unpackInto(context, read.value('-d', '-d*') ?? literal('.'), archive, content)
  // Names in the archive may lead out of the directory.
  if (read.has('-:')) context.writes(literal('/'), 'create', content)
}

function unarchive(context: ProgramContext): void {
  const read = closed(context, UNAR, context.invocation.args)
  const archive = read.operands[0]
  if (!archive) return
  context.reads(archive)
  unpackInto(context, read.value('-o', '--output-directory') ?? literal('.'), archive, unpacked(context, archive))
}

function sevenZip(context: ProgramContext, entry: Entry): void {
  const read = closed(context, entry, context.invocation.args)
  const [verb, archive, ...members] = read.operands
  const command = textOf(verb) ?? ''
  if (read.has('-sfx*', '-z*', '-iadm*', '-ilog*', '-logf*'))
    context.opaque('unknown-option', context.invocation.evidence)
  for (const word of read.values('-w*')) context.writes(word, 'directory')
  const target = read.value('-o*', '-op*')
  const into = entry === RAR && !read.has('-op*') ? undefined : target
  if (/^[xe]$/.test(command)) {
    if (archive) context.reads(archive)
    const last = members.at(-1)
    const content = unpacked(context, archive)
    context.writes(into ?? (last && show(last).endsWith('/') ? last : literal('.')), 'create', content)
    // Names in the archive are paths from the root.
    if (read.has('-spf', '-spf2', '-ep*')) context.writes(literal('/'), 'create', content)
  } else if (/^([lt]|lb|lt|v|vb|p|h|i|b)$/.test(command)) {
    if (archive) context.reads(archive)
  } else if (/^(a|u|d|rn|m|f|r|s.*)$/.test(command)) {
    for (const word of members) context.reads(word, 'content', { recursive: true })
    if (archive) context.writes(archive, 'edit')
    if (read.has('-sdel', '-df') || command === 'm')
      for (const word of members) context.deletes(word, { recursive: true })
  } else if (verb)
    context.opaque('unknown-subcommand', `unknown subcommand \`${show(verb)}\` of ${context.invocation.program}`)
}

function library(context: ProgramContext): void {
  const read = closed(context, AR, context.invocation.args)
  if (read.has('--plugin')) context.opaque('unreadable-code', 'ar --plugin')
  const letters = read.given
    .map(({ name }) => name)
    .filter((name) => /^-[a-zA-Z]$/.test(name))
    .map((name) => name.slice(1))
    .join('')
  const [first, ...others] = read.operands
  const operation = letters === '' ? (textOf(first) ?? '') : letters
  const [archive, ...members] = letters === '' ? others : read.operands
  if (!archive) return
  if (/[rqdsmM]/.test(operation)) {
    for (const word of members) context.reads(word)
    context.writes(archive, 'edit')
  } else {
    context.reads(archive)
    if (operation.includes('x')) context.writes(read.value('--output') ?? literal('.'), 'create')
  }
}

function copyInOut(context: ProgramContext): void {
  const read = closed(context, CPIO, context.invocation.args)
  const shell = read.value('--rsh-command')
  if (shell) context.code('shell', shell, { via: 'cpio --rsh-command' })
  for (const word of read.values('-E', '--pattern-file')) context.reads(word)
  const files = read.values('-F', '--file')
  if (read.has('-p', '--pass-through')) {
    const target = read.operands.at(-1)
    if (target) context.writes(target, 'create')
  } else if (read.has('-i', '--extract')) {
    const sources = [...read.values('-I'), ...files]
    for (const word of sources) context.reads(word)
    if (read.has('-t', '--list', '--to-stdout')) return
    const content = unpacked(context, sources.at(-1))
    context.writes(read.value('-D', '--directory') ?? literal('.'), 'create', content)
    if (read.has('--absolute-filenames')) context.writes(literal('/'), 'create', content)
  } else for (const word of [...read.values('-O'), ...files]) context.writes(word, 'overwrite')
}

function exchange(context: ProgramContext): void {
  const read = closed(context, PAX, context.invocation.args)
  const archive = read.value('-f')
  if (read.has('-r') && read.has('-w')) {
    const words = read.operands
    for (const word of words.slice(0, -1)) context.reads(word, 'content', { recursive: true })
    if (words.length > 0) context.writes(words.at(-1)!, 'create')
  } else if (read.has('-w')) {
    for (const word of read.operands) context.reads(word, 'content', { recursive: true })
    if (archive) context.writes(archive, read.has('-a') ? 'edit' : 'overwrite')
    else context.puts({ kind: 'file', places: read.operands.map((word) => context.place(word)) })
  } else {
    if (archive) context.reads(archive)
    if (read.has('-r')) context.writes(literal('.'), 'create', unpacked(context, archive))
  }
}
