import { baseName } from '../../paths.ts'
import type { Place } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { rest } from '../../shell/options.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { contentOf } from '../../shell/programs/project.ts'
import type { Entry } from '../entry.ts'
import { granted } from '../modes.ts'
import { closed, unknownOption } from '../walk.ts'

const INTO = '-t, --target-directory, -S, --suffix'

const COPY: Entry = {
  options: {
    [INTO]: 'text',
    '--backup, --preserve, --reflink, --context, --update': 'text?',
    '--no-preserve, --sparse': 'text',
  },
  flags:
    '-a --archive --attributes-only -b --copy-contents -c -d -f --force -g --progress -H -i --interactive -l --link -L --dereference -n --no-clobber -N -p -P --no-dereference --parents -r -R --recursive --remove-destination -s --symbolic-link --strip-trailing-slashes -T --no-target-directory -u -v --verbose -x --one-file-system --keep-directory-symlink -X -Z --debug',
  abbreviations: true,
}
const DITTO: Entry = {
  options: { '--arch, --zlibCompressionLevel': 'text', '--bom': 'text' },
  flags:
    '-v -V -X -c -x -z -j -k --keepParent --rsrc --norsrc --extattr --noextattr --qtn --noqtn --acl --noacl --nocache --sequesterRsrc --hfsCompression --nohfsCompression --preserveHFSCompression --nopreserveHFSCompression --persistRootless --noPersistRootless --clone --noclone',
}
const MOVE: Entry = {
  options: { [INTO]: 'text', '--backup, --update': 'text?' },
  flags:
    '-b -f --force -h -i --interactive -n --no-clobber --no-copy --exchange --strip-trailing-slashes -T --no-target-directory -u -v --verbose -x -Z --context --debug',
  abbreviations: true,
}
const LINK: Entry = {
  options: { [INTO]: 'text', '--backup': 'text?' },
  flags:
    '-b -d -f --force -F --directory -h -i --interactive -L --logical -n --no-dereference -P --physical -r --relative -s --symbolic -T --no-target-directory -v --verbose -w',
  abbreviations: true,
}
const INSTALL: Entry = {
  options: {
    [INTO]: 'text',
    '-m, --mode, -o, --owner, -g, --group, -f, -N': 'text',
    '--strip-program': 'run-program',
    '--backup, --context': 'text?',
  },
  flags:
    '-b -c -C --compare -d --directory -D -p --preserve-timestamps --preserve-context -s --strip -T --no-target-directory -v --verbose -U -Z --debug',
  abbreviations: true,
}
const TEE: Entry = {
  options: { '--output-error': 'text?' },
  flags: '-a --append -i --ignore-interrupts -p',
  abbreviations: true,
}
const SPLIT: Entry = {
  options: {
    '-a, --suffix-length, -b, --bytes, -C, --line-bytes, -l, --lines, -n, --number, -t, --separator, --additional-suffix, -p, -#':
      'text',
    '--filter': 'run-command',
    '--numeric-suffixes, --hex-suffixes': 'text?',
  },
  flags: '-d -e --elide-empty-files -u --unbuffered --verbose -x',
  abbreviations: true,
}
const CSPLIT: Entry = {
  options: { '-b, --suffix-format, -f, --prefix, -n, --digits': 'text' },
  flags: '-k --keep-files --suppress-matched -s -q --quiet --silent -z --elide-empty-files',
  abbreviations: true,
}

/** Copying, moving, linking and splitting files. */
export const copying: readonly Program[] = [
  {
    names: ['cp', 'gcp'],
    means: (context) => copy(context, COPY),
    examples: {
      'cp -r a b': ['read-tree a', 'write b'],
      'cp -t dir a': ['read a', 'write dir/a'],
      'cp --unheard-of a b': ['unknown option --unheard-of of cp', 'read a', 'write b'],
    },
  },
  {
    names: ['ditto'],
    means: (context) => copy(context, DITTO),
    examples: {
      'ditto -V a b': ['read-tree a', 'write b'],
      'ditto --unheard-of a b': ['unknown option --unheard-of of ditto', 'read-tree a', 'write b'],
    },
  },
  {
    names: ['mv', 'gmv'],
    means: move,
    examples: {
      'mv -n a b': ['delete-tree a to b', 'write b'],
      'mv --unheard-of a b': ['unknown option --unheard-of of mv', 'delete-tree a to b', 'write b'],
    },
  },
  {
    names: ['ln', 'gln', 'link'],
    means: link,
    examples: {
      'ln -sf ../a b': ['link b'],
      'ln --unheard-of a b': ['unknown option --unheard-of of ln', 'link b'],
    },
  },
  {
    names: ['install', 'ginstall'],
    means: installFiles,
    examples: {
      'install -m 644 a /usr/local/share/a': ['read a', 'write /usr/local/share/a'],
      'install -m 4755 a b': ['read a', 'write b', 'access b setuid'],
      'install -d dir': ['directory dir'],
      'install -s --strip-program=/tmp/x a b': ['run x', 'code other file /tmp/x', 'read a', 'write b'],
      'install --unheard-of a b': ['unknown option --unheard-of of install', 'read a', 'write b'],
    },
  },
  {
    names: ['dd', 'gdd'],
    means: convertAndCopy,
    examples: {
      'dd if=a of=b bs=1M count=1': ['read a', 'write b'],
      'dd if=/dev/zero of=b': ['read /dev/zero', 'system exhaust', 'write b'],
      'dd unheard=of of=b': ['unknown option unheard of dd', 'write b'],
    },
  },
  {
    names: ['tee', 'gtee', 'sponge'],
    means: tee,
    examples: {
      'tee -a log.txt': ['append log.txt'],
      'sponge a.txt': ['write a.txt'],
      'tee --unheard-of a': ['unknown option --unheard-of of tee', 'write a'],
    },
  },
  {
    names: ['split', 'gsplit', 'csplit', 'gcsplit'],
    means: splitFile,
    examples: {
      'split -l 100 a.txt part-': ['read a.txt', 'create part-*'],
      "split --filter='rm y' a.txt": ['run rm', 'delete y', 'read a.txt'],
      'csplit -f part- a.txt 10': ['read a.txt', 'create part-*'],
      'split --unheard-of a.txt': ['unknown option --unheard-of of split', 'read a.txt', 'create x*'],
    },
  },
]

interface Transfer {
  readonly sources: readonly Word[]
  /** Where each source ends up. */
  readonly target: (source: Word) => Word
}

/** Source and target of cp, mv and their like, with `-t directory` and `-T`. */
function transfer(
  context: ProgramContext,
  operands: readonly Word[],
  into: Word | undefined,
  exact: boolean,
): Transfer | undefined {
  const target = into ?? operands.at(-1)
  const sources = into ? operands : operands.slice(0, -1)
  if (!target || sources.length === 0) return undefined
  const place = context.place(target)
  const directory =
    !exact &&
    (into !== undefined ||
      sources.length > 1 ||
      show(target).endsWith('/') ||
      (place.kind === 'path' && context.world.look(place.real) === 'directory'))
  return {
    sources,
    target: (source) => {
      const from = textOf(source)
      const to = textOf(target)
      if (!directory || to === undefined || from === undefined) return target
      const name = baseName(from.replace(/\/+$/, ''))
      return name === '' || name === '.' || name === '..' ? target : literal(`${to.replace(/\/+$/, '')}/${name}`)
    },
  }
}

function copy(context: ProgramContext, entry: Entry): void {
  const read = closed(context, entry, context.invocation.args)
  const how = transfer(
    context,
    read.operands,
    read.value('-t', '--target-directory'),
    read.has('-T', '--no-target-directory'),
  )
  const recursive = read.has('-r', '-R', '-a', '--recursive', '--archive') || context.invocation.program === 'ditto'
  if (!how) {
    for (const word of read.operands) context.reads(word)
    return
  }
  const links = read.has('-s', '--symbolic-link', '-l', '--link')
  for (const source of how.sources) {
    context.reads(source, 'content', recursive ? { recursive } : {})
    context.writes(how.target(source), links ? 'link' : 'overwrite', { kind: 'copy', of: context.place(source) })
  }
}

function move(context: ProgramContext): void {
  const read = closed(context, MOVE, context.invocation.args)
  const how = transfer(
    context,
    read.operands,
    read.value('-t', '--target-directory'),
    read.has('-T', '--no-target-directory'),
  )
  if (!how) {
    for (const word of read.operands) context.deletes(word, { recursive: true })
    return
  }
  for (const source of how.sources) {
    const target = how.target(source)
    context.deletes(source, { recursive: true, movedTo: context.place(target) })
    context.writes(target, 'overwrite', { kind: 'copy', of: context.place(source) })
  }
}

function link(context: ProgramContext): void {
  const read = closed(context, LINK, context.invocation.args)
  const only = read.operands.length === 1 && !read.has('-t', '--target-directory')
  const how = only
    ? transfer(context, [read.operands[0]!, literal('.')], undefined, false)
    : transfer(
        context,
        read.operands,
        read.value('-t', '--target-directory'),
        read.has('-T', '--no-target-directory', '-n'),
      )
  const symbolic = read.has('-s', '--symbolic', '-r', '--relative')
  for (const source of how?.sources ?? []) {
    const target = how!.target(source)
    context.writes(target, 'link', { kind: 'copy', of: context.place(symbolic ? fromLink(source, target) : source) })
  }
}

/** The text of a symbolic link is read from the directory it stands in. */
function fromLink(source: Word, link: Word): Word {
  const text = textOf(source)
  const at = textOf(link)
  if (text === undefined || at === undefined || /^[/~]/.test(text) || !at.replace(/\/+$/, '').includes('/'))
    return source
  return literal(`${at.replace(/\/+$/, '').replace(/\/[^/]*$/, '') || '/'}/${text}`)
}

function installFiles(context: ProgramContext): void {
  const read = closed(context, INSTALL, context.invocation.args)
  const program = read.value('--strip-program')
  if (program) context.runs([program], { via: 'install --strip-program', moreArguments: true })
  const mode = read.value('-m', '--mode')
  if (read.has('-d', '--directory')) {
    for (const word of read.operands) context.writes(word, 'directory')
    return
  }
  const how = transfer(
    context,
    read.operands,
    read.value('-t', '--target-directory'),
    read.has('-T', '--no-target-directory'),
  )
  for (const source of how?.sources ?? []) {
    const target = how!.target(source)
    context.reads(source)
    context.writes(target, 'overwrite', { kind: 'copy', of: context.place(source) })
    const grants = mode ? granted(mode) : undefined
    if (grants === 'setuid' || grants === 'everyone')
      context.record({ does: 'change-access', place: context.place(target), grants, recursive: false })
    if (read.has('-o', '--owner', '-g', '--group'))
      context.record({ does: 'change-access', place: context.place(target), grants: 'owner', recursive: false })
  }
}

const SETTINGS_OF_DD =
  /^(?:(?:bs|cbs|conv|count|fillchar|files|ibs|iflag|iseek|msgfmt|obs|oflag|oseek|seek|skip|speed|status)=|--(?:help|version)$)/

function convertAndCopy(context: ProgramContext): void {
  let source: Place | undefined
  const targets: Word[] = []
  for (const word of context.invocation.args) {
    const [, key, value] = /^(if|of)=(.*)$/s.exec(show(word)) ?? []
    if (key === undefined) {
      if (!SETTINGS_OF_DD.test(show(word))) unknownOption(context, show(word).replace(/=.*/s, ''))
      continue
    }
    const named = word.kind === 'literal' ? literal(value!) : rest(word, 3)
    if (key === 'of') targets.push(named)
    else {
      context.reads(named)
      source = context.place(named)
    }
  }
  const endless = source?.kind === 'path' && /^\/dev\/(?:zero|u?random|full)$/.test(source.path)
  if (endless && !context.invocation.args.some((word) => show(word).startsWith('count=')))
    for (const target of targets)
      if (!show(target).startsWith('/dev/')) context.record({ does: 'change-system', deed: 'exhaust', target: 'disk' })
  for (const target of targets)
    context.writes(target, 'overwrite', source ? { kind: 'copy', of: source } : contentOf(context.invocation.stdin))
  if (targets.length === 0) context.puts(source ? { kind: 'file', places: [source] } : context.invocation.stdin)
}

function tee(context: ProgramContext): void {
  const read = closed(context, TEE, context.invocation.args)
  const how = read.has('-a', '--append') ? 'append' : 'overwrite'
  for (const word of read.operands) context.writes(word, how, contentOf(context.invocation.stdin))
  context.puts(context.invocation.stdin)
}

function splitFile(context: ProgramContext): void {
  const read = closed(context, context.invocation.program.includes('csplit') ? CSPLIT : SPLIT, context.invocation.args)
  const filter = read.value('--filter')
  if (filter) context.code('shell', filter, { via: 'split --filter', stdin: context.invocation.stdin })
  const [source, second] = read.operands
  if (source && textOf(source) !== '-') context.reads(source)
  const prefix = textOf(
    read.value('-f', '--prefix') ?? (/^g?split$/.test(context.invocation.program) ? second : undefined) ?? literal('x'),
  )
  if (!filter) context.writes({ kind: 'glob', pattern: `${prefix ?? ''}*` }, 'create')
}
