import type { Deed } from '../../action.ts'
import { baseName } from '../../paths.ts'
import type { Found } from '../../place-condition.ts'
import type { Place } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments, rest } from '../options.ts'
import { arity } from './arity.ts'
import type { Kit, Program } from './program.ts'
import { withoutNames } from '../stream.ts'
import { contentOf, foundBelow, namesBelow, printedPath } from './project.ts'
import { are, rows, walk } from './table.ts'

/** Files and directories: copying, moving, removing, linking, permissions, and looking at names. */
export const files: readonly Program[] = [
  { names: ['cp', 'gcp', 'scopy', 'ditto'], means: copy },
  { names: ['mv', 'gmv'], means: move },
  { names: ['ln', 'link', 'gln'], means: link },
  { names: ['install', 'ginstall'], means: installFiles },
  { names: ['rm', 'unlink', 'grm', 'srm', 'rimraf', 'del-cli', 'trash', 'trash-put'], means: remove },
  { names: ['touch', 'gtouch'], means: touch },
  { names: ['truncate', 'gtruncate'], means: truncate },
  { names: ['chattr'], means: changeAttributes },
  { names: ['mktemp', 'tempfile', 'gmktemp'], means: makeTemporary },
  { names: ['rmdir', 'grmdir'], means: removeEmpty },
  { names: ['chmod', 'gchmod'], means: changeMode },
  { names: ['chown', 'chgrp', 'gchown'], means: changeOwner },
  { names: ['dd', 'gdd'], means: convertAndCopy },
  { names: ['fallocate', 'mkfile'], means: makeLarge },
  { names: ['tee', 'gtee', 'sponge'], means: tee },
  { names: ['split', 'csplit', 'gsplit'], means: splitFile },
  { names: ['ls', 'dir', 'vdir', 'gls', 'l', 'll', 'la'], means: list },
  { names: ['tree', 'br', 'broot'], means: (kit) => printsTree(kit, TREE) },
  { names: ['du', 'gdu', 'dust', 'ncdu', 'dua', 'diskus'], means: (kit) => printsTree(kit, DISK_USE) },
  { names: ['realpath', 'grealpath', 'readlink', 'greadlink'], means: resolvesNames },
  { names: ['rename', 'prename', 'file-rename', 'perl-rename'], means: rename },
  ...rows({
    'exa eza lsd': {
      operands: 'names',
      otherwise: '.',
      options: are('text', '-L --level -s --sort -I --ignore-glob --icon --time-style -t --time'),
    },
    'mkdir gmkdir mkdirp': {
      operands: 'directory',
      options: are('text', '-m --mode'),
    },
    mkfifo: { operands: 'append', options: are('text', '-m --mode') },
    shred: {
      operands: 'delete',
      options: { ...are('text', '-n --iterations -s --size'), ...are('read', '--random-source') },
    },
    'stat gstat lsattr getfattr namei': {
      operands: 'names',
      options: are('text', '-c --format --printf -n --name -m --match'),
    },
    setfattr: { operands: 'edit', options: are('text', '-n --name -v --value -x --remove') },
    gdf: {
      options: are('text', '-t --type -x --exclude-type -B --block-size'),
      does: [{ does: 'read-system', what: 'hardware' }],
    },
    file: {
      operands: 'read',
      options: {
        ...are('read', '-m --magic-file -f --files-from'),
        ...are('text', '-F --separator -e --exclude -P --parameter'),
      },
    },
    'vmtouch symlinks fdupes jdupes rdfind rmlint': { operands: 'names' },
    'dos2unix unix2dos mac2unix unix2mac': {
      operands: 'edit',
      options: { ...are('read', '-i --info'), ...are('write', '-n --newfile') },
    },
    'sha1sum sha256sum sha512sum sha224sum sha384sum md5sum md5 cksum sum b2sum b3sum shasum xxhsum xxh64sum crc32 rhash hashdeep md5deep':
      { operands: 'read', options: are('text', '-a --algorithm --tag -l --length') },
    'copyfiles cpy cpx cpy-cli cpx2 ncp': { operands: 'read', lastOperand: 'write' },
  }),
]

const TREE = {
  operands: 'names',
  otherwise: '.',
  options: {
    ...are('text', '-L -P -I -H -T --filelimit --charset --sort --timefmt'),
    ...are('write', '-o --outcmd'),
    ...are('read', '--fromfile --infofile --gitfile'),
  },
} as const

const DISK_USE = {
  operands: 'names',
  otherwise: '.',
  options: {
    ...are('text', '-d --max-depth -t --threshold -B --block-size --exclude --time-style -I'),
    ...are('read', '-X --exclude-from --files0-from -f'),
    ...are('write', '-o'),
  },
} as const

const LIST = {
  operands: 'names',
  otherwise: '.',
  options: are(
    'text',
    '-I --ignore -w --width -T --tabsize --sort --hide --block-size --time-style --time --quoting-style',
  ),
} as const

/** Names it prints are meant from where it runs, or as they were given. A long listing holds more than names. */
function list(kit: Kit): void {
  walk(kit, LIST, kit.invocation.args)
  const options = kit.invocation.args.filter((word) => show(word).startsWith('-'))
  const given = kit.invocation.args.filter((word) => !show(word).startsWith('-'))
  const long =
    kit.invocation.program === 'll' ||
    options.some((word) => /^-\w*[lgnos]|^--(format|context|size|inode)/.test(show(word)))
  // What it is given it prints as it was given, if that is a file or -d says so; of directories it prints bare names.
  const asGiven = given
    .filter((word) => word.kind !== 'literal' || /^[/~]|(^|\/)\.\.(\/|$)/.test(word.text))
    .map((word) => printedPath(kit, word))
  const itself = options.some((word) => /^-[a-zA-Z]*d|^--directory$/.test(show(word)))
  const here =
    itself && asGiven.length === given.length && given.length > 0
      ? []
      : [foundBelow(kit, literal('.'), () => undefined)]
  const all = options.some((word) => /^-[a-zA-Z]*[aAf]|^--(?:almost-)?all$/.test(show(word)))
  const hidden = all && given.length === 0 ? hiddenSecrets(kit) : []
  const below = [...here, ...asGiven, ...hidden].filter((found) => found !== undefined)
  if (below.length < here.length + asGiven.length || below.length === 0) return
  const stream = { kind: 'unknown', below } as const
  kit.puts(long ? withoutNames(stream) : stream)
}

/** Of the names that are here and hidden, those that whoever opens every name listed would read. */
function hiddenSecrets(kit: Kit): readonly Found[] {
  const { cwd } = kit.invocation
  if (cwd.kind !== 'path') return []
  return (kit.world.list(cwd.real) ?? [])
    .filter((name) => /^\.(?:env(?:\.|$)|netrc$|npmrc$|pypirc$)/.test(name) && !/example|sample|template/.test(name))
    .slice(0, 2)
    .map((name) => ({ below: cwd.real, only: { is: 'name', pattern: name, letters: 'exact' } }))
}

/** Programs that print the paths below what they are given, beside other things. */
function printsTree(kit: Kit, row: Parameters<typeof walk>[1]): void {
  walk(kit, row, kit.invocation.args)
  const given = kit.invocation.args.filter((word) => !show(word).startsWith('-') && !/^\d+$/.test(show(word)))
  kit.puts(withoutNames(namesBelow(kit, given.length === 0 ? [literal('.')] : given)))
}

/** It prints where each of its names leads. */
function resolvesNames(kit: Kit): void {
  walk(kit, { operands: 'names', options: are('text', '--relative-to --relative-base') }, kit.invocation.args)
  const below = kit.invocation.args.map((word) => printedPath(kit, word)).filter((found) => found !== undefined)
  if (below.length > 0) kit.puts(withoutNames({ kind: 'unknown', below }))
}

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

function copy(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity('-t --target-directory -S --suffix', '--backup --preserve --no-preserve --reflink --sparse --context'),
    style: 'gnu',
  })
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
  const read = readArguments(kit.invocation.args, {
    arity: arity('-t --target-directory -S --suffix', '--backup'),
    style: 'gnu',
  })
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
  const read = readArguments(kit.invocation.args, {
    arity: arity('-t --target-directory -S --suffix', '--backup'),
    style: 'gnu',
  })
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
  const read = readArguments(kit.invocation.args, {
    arity: arity('-m --mode -o --owner -g --group -t --target-directory -S --suffix --strip-program', '--backup'),
    style: 'gnu',
  })
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

function remove(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity('--cwd'), style: 'gnu' })
  const always = ['rimraf', 'del-cli', 'trash', 'trash-put'].includes(kit.invocation.program)
  const recursive = always || read.has('-r', '-R', '--recursive')
  for (const word of read.operands) kit.deletes(word, { recursive })
}

/** It prints a new name in the scratch directory, unless another one is given. */
function makeTemporary(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity('-p --suffix', '--tmpdir'), style: 'gnu' })
  const into = read.value('-p', '--tmpdir')
  const template = read.operands[0]
  const directory = into ?? (template && !read.has('-t', '--tmpdir') ? template : literal('/tmp'))
  kit.puts(namesBelow(kit, [directory]))
}

function touch(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity('-d --date -t --time -A -r --reference'),
    style: 'gnu',
  })
  for (const word of read.values('-r', '--reference')) {
    kit.reads(word, 'names')
    // The time of a program of the system on some other file makes it look as old.
    if (/^(?:\/usr)?\/(?:s?bin|lib\w*)\//.test(show(word)))
      kit.tell({ does: 'change-system', deed: 'hide', target: kit.invocation.evidence })
  }
  for (const word of read.operands) kit.writes(word, 'append', { kind: 'text', text: '' })
}

/** A size of nothing empties the file; any other keeps its beginning. */
function truncate(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity('-s --size -r --reference'), style: 'gnu' })
  for (const word of read.values('-r', '--reference')) kit.reads(word, 'names')
  const empties = /^0+[a-z]*$/i.test(textOf(read.value('-s', '--size')) ?? '')
  for (const word of read.operands)
    if (empties) kit.writes(word, 'overwrite', { kind: 'text', text: '' })
    else kit.writes(word, 'edit')
}

/** `-i` and `+a` are changes, not options. Without them a file that nobody could change can be changed again. */
function changeAttributes(kit: Kit): void {
  const words = kit.invocation.args
  const files = words.filter((word) => !/^[-+=]/.test(show(word)))
  if (words.some((word) => /^-[a-zA-Z]*[ia]/.test(show(word))))
    for (const file of files)
      kit.tell({
        does: 'change-access',
        place: kit.place(file),
        grants: 'other',
        recursive: words.some((word) => show(word) === '-R'),
      })
  for (const file of files) kit.writes(file, 'edit')
}

/** It removes empty directories and nothing else: of names that are not known, nothing is lost. */
function removeEmpty(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: new Map(), style: 'gnu' })
  for (const word of read.operands)
    if (word.kind === 'dynamic' && !kit.invocation.elevated) kit.reads(word, 'names')
    else kit.deletes(word)
}

function changeMode(kit: Kit): void {
  // `-x` and `-rw` are modes, not options, so the words are told apart by hand.
  const recursive = kit.invocation.args.some((word) => /^(-[a-z]*R|--recursive$)/.test(textOf(word) ?? ''))
  const reference = kit.invocation.args.some((word) => show(word).startsWith('--reference'))
  const operands = kit.invocation.args.filter((word) => !/^(-[Rvcf]+|--.*)$/.test(textOf(word) ?? ''))
  const mode = reference ? undefined : operands[0]
  for (const word of operands.slice(reference ? 0 : 1))
    kit.tell({ does: 'change-access', place: kit.place(word), grants: mode ? granted(mode) : 'other', recursive })
}

/** What a chmod mode gives away. */
function granted(mode: Word): Deed<'change-access'>['grants'] {
  const text = textOf(mode)
  if (text === undefined) return 'other'
  if (/^=?[0-7]+$/.test(text)) {
    const bits = Number.parseInt(text.replace('=', ''), 8)
    if (bits & 0o6000) return 'setuid'
    if (bits & 0o002) return 'everyone'
    if (bits & 0o111) return 'execute'
    return bits & 0o077 ? 'other' : 'less'
  }
  const clauses = text.split(',')
  if (clauses.some((clause) => /^[ugoa]*[+=][rwxXt]*s/.test(clause))) return 'setuid'
  if (clauses.some((clause) => /^[ug]*[oa][ugoa]*[+=][rxXt]*w/.test(clause))) return 'everyone'
  if (clauses.some((clause) => /^[ugoa]*[+=].*[xX]/.test(clause))) return 'execute'
  return clauses.every((clause) => /^[ugoa]*(-[rwxXst]+|=)$/.test(clause)) ? 'less' : 'other'
}

function changeOwner(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity('--from --reference'), style: 'gnu' })
  const operands = read.has('--reference') ? read.operands : read.operands.slice(1)
  for (const word of operands)
    kit.tell({
      does: 'change-access',
      place: kit.place(word),
      grants: 'owner',
      recursive: read.has('-R', '--recursive'),
    })
}

/** Takes the room on the disk at once, unlike `truncate`, whose file stays empty. */
function makeLarge(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity('-l --length -o --offset'), style: 'gnu' })
  const [size, ...files] =
    kit.invocation.program === 'mkfile' ? read.operands : [read.value('-l', '--length'), ...read.operands]
  for (const file of files) if (file) kit.writes(file, 'edit')
  if (/^(?:\d{3,}g(?:i?b)?|\d+[tpe](?:i?b)?|\d{12,})$/i.test(size ? show(size) : ''))
    kit.tell({ does: 'change-system', deed: 'exhaust', target: 'disk' })
}

function convertAndCopy(kit: Kit): void {
  let source: Place | undefined
  const targets: Word[] = []
  for (const word of kit.invocation.args) {
    const [, key, value] = /^(if|of)=(.*)$/s.exec(show(word)) ?? []
    if (key === undefined) {
      if (word.kind === 'dynamic' && !/^[a-z]+=/.test(show(word))) kit.opaque('unknown-option', show(word))
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
  const read = readArguments(kit.invocation.args, { arity: arity('--output-error'), style: 'gnu' })
  const how = read.has('-a', '--append') ? 'append' : 'overwrite'
  for (const word of read.operands) kit.writes(word, how, contentOf(kit.invocation.stdin))
  kit.puts(kit.invocation.stdin)
}

function splitFile(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity(
      '-a --suffix-length -b --bytes -C --line-bytes -l --lines -n --number -t --separator --filter --additional-suffix -f --prefix --suffix-format',
      '--numeric-suffixes --hex-suffixes',
    ),
    style: 'gnu',
  })
  const filter = read.value('--filter')
  if (filter) kit.code('shell', filter, { via: 'split --filter', stdin: kit.invocation.stdin })
  const [source, second] = read.operands
  if (source && textOf(source) !== '-') kit.reads(source)
  const prefix = textOf(
    read.value('-f', '--prefix') ?? (kit.invocation.program === 'split' ? second : undefined) ?? literal('x'),
  )
  if (!filter) kit.writes({ kind: 'glob', pattern: `${prefix ?? ''}*` }, 'create')
}

/** Two programs share the name: the perl one takes code, util-linux's takes two texts. Only the latter and plain `s///` are read. */
function rename(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: arity('-e --expr'), style: 'gnu' })
  const [first, ...others] = read.operands
  const code = textOf(read.value('-e', '--expr') ?? first)
  const perl = read.has('-e', '--expr') || /^(s|y|tr)\W|[$;()]/.test(code ?? '$')
  if (perl && !/^\s*(?:(?:s|y|tr)([/|#,!@])(?:(?!\1).)*\1(?:(?!\1)[^$@`])*\1[gixsmr]*\s*;?\s*)+$/.test(code ?? ''))
    kit.code('perl', read.value('-e', '--expr') ?? first ?? literal(''), { via: 'rename' })
  for (const word of perl ? (read.has('-e', '--expr') ? read.operands : others) : others.slice(1))
    kit.writes(word, 'edit')
}
