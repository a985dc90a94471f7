import { knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import type { Arguments } from '../arguments.ts'
import type { Entry } from '../entry.ts'
import { unpacked, unpackInto } from '../unpacking.ts'
import { closed } from '../walk.ts'

const TAR: Entry = {
  options: {
    '-f, --file': 'text',
    '-C, --directory, --cd': 'text',
    '-T, --files-from, -X, --exclude-from': 'read',
    '-g, --listed-incremental, --index-file, --volno-file': 'write',
    '-I, --use-compress-program, --to-command, -F, --info-script, --new-volume-script, --rsh-command, --rmt-command':
      'run-command',
    '--checkpoint-action': 'opaque',
    '--one-top-level': 'text?',
    '-b, --blocking-factor, -K, --starting-file, -L, --tape-length, -N, --newer, --after-date, --newer-mtime, -V, --label, -H, --format, --exclude, --include, --strip-components, --transform, --xform, -s, --owner, --group, --mode, --mtime, --suffix, --add-file, --warning, --sort, --owner-map, --group-map, --pax-option, --record-size, --exclude-ignore, --exclude-ignore-recursive, --exclude-tag, --exclude-tag-all, --exclude-tag-under, --xattrs-include, --xattrs-exclude, --quoting-style, --quote-chars, --no-quote-chars, --level, --sparse-version, --gid, --gname, --uid, --uname, --options':
      'text',
    '--checkpoint, --backup, --occurrence, --totals, --atime-preserve, --hole-detection': 'text?',
  },
  flags:
    '-A --catenate --concatenate -c --create -d --diff --compare -r --append -t --list --test-label -u --update -x --extract --get --delete --absolute-names -P --[no-]acls --[no-]anchored -a --[no-]auto-compress -B --read-full-records -R --block-number -j -y --bzip2 -J --xz --lzip --lzma --lzop -z --gzip --gunzip --ungzip -Z --compress --uncompress --zstd --lz4 --[no-]check-device -l --check-links --clamp-mtime -w --confirmation --interactive --[no-]delay-directory-restore -h --dereference --exclude-backups --exclude-caches --exclude-caches-all --exclude-caches-under --exclude-vcs --exclude-vcs-ignores --force-local --full-time --hard-dereference --[no-]ignore-case --[no-]ignore-command-error --ignore-failed-read -i --ignore-zeros -G --incremental --keep-directory-symlink --keep-newer-files -k --keep-old-files -M --multi-volume --[no-]null -n --[no-]seek --[no-]overwrite-dir --[no-]recursion --[no-]same-owner -o --[no-]same-permissions -p --preserve-permissions --[no-]selinux --[no-]unquote --[no-]verbatim-files-from --[no-]wildcards --[no-]wildcards-match-slash --[no-]xattrs --numeric-owner --old-archive --portability --posix --one-file-system -O --to-stdout --overwrite --preserve-order --same-order --recursive-unlink --remove-files --restrict --show-defaults --show-omitted-dirs --show-snapshot-field-ranges --show-stored-names --show-transformed-names --skip-old-files -S --sparse -m --touch -U --unlink-first --usage --utc -v --verbose -W --verify --no-mac-metadata --mac-metadata --no-fflags --disable-copyfile --safe-writes --no-safe-writes -? -0 -1 -2 -3 -4 -5 -6 -7',
  abbreviations: true,
}

/** tar, with commands in its options and in its variables. */
export const tars: readonly Program[] = [
  {
    names: ['tar', 'gtar', 'bsdtar', 'gnutar', 'star'],
    means: tar,
    examples: {
      'tar xzf a.tgz -C out': ['read a.tgz', 'create out'],
      'tar -czf a.tgz src': ['read-tree src', 'write a.tgz'],
      'tar tf a.tar': ['read a.tar'],
      'tar xf a.tar --one-top-level=/etc/profile.d': ['read a.tar', 'create /etc/profile.d'],
      "tar cf a.tar --checkpoint=1 --checkpoint-action=exec='rm y' src": [
        'run rm',
        'delete y',
        'read-tree src',
        'write a.tar',
      ],
      "tar -I 'rm y' -cf a.tar src": ['run rm', 'delete y', 'read-tree src', 'write a.tar'],
      'tar cf me@example.com:a.tar src': ['read-tree src', 'contact example.com copy data'],
      'tar cf a.tar --remove-files src': ['read-tree src', 'write a.tar', 'delete-tree src'],
      'tar xf a.tar --unheard-of': ['unknown option --unheard-of of tar', 'read a.tar', 'create .'],
    },
  },
]

const TAR_LETTERS_WITH_VALUE = 'fCTXIFbgKLNVHs'

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

function tar(context: ProgramContext): void {
  const read = closed(context, TAR, unbundled(context.invocation.args))
  recordTarPrograms(context, read)
  for (const word of read.values('-T', '--files-from', '-X', '--exclude-from'))
    if (textOf(word) !== '-') context.reads(word)
  for (const word of read.values('--index-file', '--volno-file', '-g', '--listed-incremental'))
    context.writes(word, 'overwrite')
  const directories = read.values('-C', '--directory', '--cd', '--one-top-level')
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
    if (remote) context.contacts(archive, 'copy')
    if (named) context.reads(named)
    if (read.has('-O', '--to-stdout')) {
      context.puts(
        !named && context.invocation.stdin.kind === 'network' ? context.invocation.stdin : { kind: 'unknown' },
      )
      return
    }
    const content = unpacked(context, named)
    for (const target of directories.length > 0 ? directories : [literal('.')])
      unpackInto(context, target, named, content)
    if (read.has('-P', '--absolute-names')) context.writes(literal('/'), 'create', content)
  } else if (read.has('-t', '--list', '-d', '--diff', '--compare')) {
    if (remote) context.contacts(archive, 'copy')
    if (named) context.reads(named)
  } else if (
    read.has('-c', '--create', '-r', '--append', '-u', '--update', '-A', '--concatenate', '--catenate', '--delete')
  ) {
    const sources = members.map(inBase)
    for (const word of sources) context.reads(word, 'content', { recursive: true })
    if (remote) context.contacts(archive, 'copy', 'data', payload(context, sources))
    else if (named) context.writes(named, read.has('-c', '--create') ? 'overwrite' : 'edit')
    else context.puts({ kind: 'file', places: sources.map((word) => context.place(word)) })
    if (read.has('--remove-files')) for (const word of sources) context.deletes(word, { recursive: true })
  } else if (!read.has('--help', '--version', '--usage', '--show-defaults'))
    context.opaque('unknown-option', context.invocation.evidence)
}

function recordTarPrograms(context: ProgramContext, read: Arguments): void {
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
    if (!plain) context.code('shell', word, { via: 'tar' })
  }
  for (const word of read.values('--rsh-command', '--rmt-command'))
    context.code('shell', word, { via: 'tar --rsh-command' })
  for (const word of read.values('--checkpoint-action')) {
    const prefix = knownPrefix(word)
    if (prefix.startsWith('exec=')) {
      const text = textOf(word)
      context.code('shell', text === undefined ? word : literal(text.slice(5)), { via: 'tar --checkpoint-action' })
    } else if (!/^(dot|echo|bell|ttyout|sleep|totals|\.|wait)/.test(prefix)) context.opaque('dynamic-code', show(word))
  }
}

function payload(
  context: ProgramContext,
  sources: readonly Word[],
): { from: 'file'; place?: ReturnType<ProgramContext['place']> } {
  return sources[0] ? { from: 'file', place: context.place(sources[0]) } : { from: 'file' }
}
