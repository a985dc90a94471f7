import { baseName } from '../../paths.ts'
import type { Place } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { rest } from '../../shell/options.ts'
import type { Kit, Program } from '../../shell/programs/program.ts'
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
    means: (kit) => copy(kit, COPY),
    examples: {
      'cp -r a b': ['read-tree a', 'write b'],
      'cp -t dir a': ['read a', 'write dir/a'],
      'cp --unheard-of a b': ['unknown option --unheard-of of cp', 'read a', 'write b'],
    },
  },
  {
    names: ['ditto'],
    means: (kit) => copy(kit, DITTO),
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
function transfer(kit: Kit, operands: readonly Word[], into: Word | undefined, exact: boolean): Transfer | undefined {
  const target = into ?? operands.at(-1)
  const sources = into ? operands : operands.slice(0, -1)
  if (!target || sources.length === 0) return undefined
  const place = kit.place(target)
  const directory =
    !exact &&
    (into !== undefined ||
      sources.length > 1 ||
      show(target).endsWith('/') ||
      (place.kind === 'path' && kit.world.look(place.real) === 'directory'))
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

function copy(kit: Kit, entry: Entry): void {
  const read = closed(kit, entry, kit.invocation.args)
  const how = transfer(
    kit,
    read.operands,
    read.value('-t', '--target-directory'),
    read.has('-T', '--no-target-directory'),
  )
  const recursive = read.has('-r', '-R', '-a', '--recursive', '--archive') || kit.invocation.program === 'ditto'
  if (!how) {
    for (const word of read.operands) kit.reads(word)
    return
  }
  const links = read.has('-s', '--symbolic-link', '-l', '--link')
  for (const source of how.sources) {
    kit.reads(source, 'content', recursive ? { recursive } : {})
    kit.writes(how.target(source), links ? 'link' : 'overwrite', { kind: 'copy', of: kit.place(source) })
  }
}

function move(kit: Kit): void {
  const read = closed(kit, MOVE, kit.invocation.args)
  const how = transfer(
    kit,
    read.operands,
    read.value('-t', '--target-directory'),
    read.has('-T', '--no-target-directory'),
  )
  if (!how) {
    for (const word of read.operands) kit.deletes(word, { recursive: true })
    return
  }
  for (const source of how.sources) {
    const target = how.target(source)
    kit.deletes(source, { recursive: true, movedTo: kit.place(target) })
    kit.writes(target, 'overwrite', { kind: 'copy', of: kit.place(source) })
  }
}

function link(kit: Kit): void {
  const read = closed(kit, LINK, kit.invocation.args)
  const only = read.operands.length === 1 && !read.has('-t', '--target-directory')
  const how = only
    ? transfer(kit, [read.operands[0]!, literal('.')], undefined, false)
    : transfer(
        kit,
        read.operands,
        read.value('-t', '--target-directory'),
        read.has('-T', '--no-target-directory', '-n'),
      )
  const symbolic = read.has('-s', '--symbolic', '-r', '--relative')
  for (const source of how?.sources ?? []) {
    const target = how!.target(source)
    kit.writes(target, 'link', { kind: 'copy', of: kit.place(symbolic ? fromLink(source, target) : source) })
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

function installFiles(kit: Kit): void {
  const read = closed(kit, INSTALL, kit.invocation.args)
  const program = read.value('--strip-program')
  if (program) kit.runs([program], { via: 'install --strip-program', moreArguments: true })
  const mode = read.value('-m', '--mode')
  if (read.has('-d', '--directory')) {
    for (const word of read.operands) kit.writes(word, 'directory')
    return
  }
  const how = transfer(
    kit,
    read.operands,
    read.value('-t', '--target-directory'),
    read.has('-T', '--no-target-directory'),
  )
  for (const source of how?.sources ?? []) {
    const target = how!.target(source)
    kit.reads(source)
    kit.writes(target, 'overwrite', { kind: 'copy', of: kit.place(source) })
    const grants = mode ? granted(mode) : undefined
    if (grants === 'setuid' || grants === 'everyone')
      kit.tell({ does: 'change-access', place: kit.place(target), grants, recursive: false })
    if (read.has('-o', '--owner', '-g', '--group'))
      kit.tell({ does: 'change-access', place: kit.place(target), grants: 'owner', recursive: false })
  }
}

const SETTINGS_OF_DD =
  /^(?:(?:bs|cbs|conv|count|fillchar|files|ibs|iflag|iseek|msgfmt|obs|oflag|oseek|seek|skip|speed|status)=|--(?:help|version)$)/

function convertAndCopy(kit: Kit): void {
  let source: Place | undefined
  const targets: Word[] = []
  for (const word of kit.invocation.args) {
    const [, key, value] = /^(if|of)=(.*)$/s.exec(show(word)) ?? []
    if (key === undefined) {
      if (!SETTINGS_OF_DD.test(show(word))) unknownOption(kit, show(word).replace(/=.*/s, ''))
      continue
    }
    const named = word.kind === 'literal' ? literal(value!) : rest(word, 3)
    if (key === 'of') targets.push(named)
    else {
      kit.reads(named)
      source = kit.place(named)
    }
  }
  const endless = source?.kind === 'path' && /^\/dev\/(?:zero|u?random|full)$/.test(source.path)
  if (endless && !kit.invocation.args.some((word) => show(word).startsWith('count=')))
    for (const target of targets)
      if (!show(target).startsWith('/dev/')) kit.tell({ does: 'change-system', deed: 'exhaust', target: 'disk' })
  for (const target of targets)
    kit.writes(target, 'overwrite', source ? { kind: 'copy', of: source } : contentOf(kit.invocation.stdin))
  if (targets.length === 0) kit.puts(source ? { kind: 'file', places: [source] } : kit.invocation.stdin)
}

function tee(kit: Kit): void {
  const read = closed(kit, TEE, kit.invocation.args)
  const how = read.has('-a', '--append') ? 'append' : 'overwrite'
  for (const word of read.operands) kit.writes(word, how, contentOf(kit.invocation.stdin))
  kit.puts(kit.invocation.stdin)
}

function splitFile(kit: Kit): void {
  const read = closed(kit, kit.invocation.program.includes('csplit') ? CSPLIT : SPLIT, kit.invocation.args)
  const filter = read.value('--filter')
  if (filter) kit.code('shell', filter, { via: 'split --filter', stdin: kit.invocation.stdin })
  const [source, second] = read.operands
  if (source && textOf(source) !== '-') kit.reads(source)
  const prefix = textOf(
    read.value('-f', '--prefix') ?? (/^g?split$/.test(kit.invocation.program) ? second : undefined) ?? literal('x'),
  )
  if (!filter) kit.writes({ kind: 'glob', pattern: `${prefix ?? ''}*` }, 'create')
}
