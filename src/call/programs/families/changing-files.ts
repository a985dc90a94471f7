import { literal, show, textOf } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { namesBelow } from '../../shell/programs/project.ts'
import type { Entries, Entry } from '../entry.ts'
import { granted } from '../modes.ts'
import { closed, family, unknownOption } from '../walk.ts'

const REMOVE: Entry = {
  options: { '--interactive, --preserve-root': 'text?' },
  flags: '-d --dir -f --force -i -I --no-preserve-root --one-file-system -P -r -R --recursive -v --verbose -W -x',
  abbreviations: true,
}
/** Programs of npm and of desktops that always remove whole directories. */
const REMOVE_TREE: Entry = {
  options: {
    '--impl, --tmp, --max-retries, --retry-delay, --backoff, --trash-dir, --cwd': 'text',
    '--glob, --interactive': 'text?',
  },
  flags:
    '-d --dry-run --directory -f --force -F -g -G --no-glob --home-fallback -i --no-interactive --preserve-root --no-preserve-root -r -R --recursive -s --stopOnError -v --verbose -y',
}
const TOUCH: Entry = {
  options: { '-d, --date, -t, --time, -A': 'text', '-r, --reference': 'names' },
  flags: '-a -c --no-create -f -h --no-dereference -m',
  abbreviations: true,
}
const TRUNCATE: Entry = {
  options: { '-s, --size': 'text', '-r, --reference': 'names' },
  flags: '-c --no-create -o --io-blocks',
  abbreviations: true,
}
const MKTEMP: Entry = {
  options: { '-p, --suffix': 'text', '--tmpdir': 'text?' },
  flags: '-d --directory -q --quiet -t -u --dry-run',
}
const RMDIR: Entry = { flags: '--ignore-fail-on-non-empty -p --parents -v --verbose', abbreviations: true }
const CHOWN: Entry = {
  options: { '--from, --reference': 'text' },
  flags:
    '-c --changes -f --silent --quiet -h --no-dereference --dereference -H -L -P -n -R --recursive --[no-]preserve-root -v --verbose -x',
  abbreviations: true,
}
const FALLOCATE: Entry = {
  options: { '-l, --length, -o, --offset': 'text' },
  flags:
    '-c --collapse-range -d --dig-holes -i --insert-range -n --keep-size -p --punch-hole -v --verbose -w --write-zeroes -x --posix -z --zero-range -h -V',
}
const RENAME: Entry = {
  options: { '-e, --expr, --expression, -E': 'code' },
  flags:
    '-0 --null -a --all -d --filename --nopath --nofullpath --path --fullpath -f --force -h -i --interactive -l --last -n --no-act --just-print --dry-run --nono -o --no-overwrite -s --symlink -u --unicode -v --verbose -V',
}

const entries: Entries = {
  'mkdir gmkdir mkdirp': {
    operands: 'directory',
    options: { '-m, --mode': 'text', '--context': 'text?' },
    flags: '-p --parents -v --verbose -Z',
    abbreviations: true,
    examples: {
      'mkdir -p a/b': ['directory a/b'],
      'mkdir -m 700 ~/.ssh': ['directory ~/.ssh'],
      'mkdir -x a': ['unknown option -x of mkdir', 'directory a'],
    },
  },
  mkfifo: {
    operands: 'append',
    options: { '-m, --mode': 'text', '--context': 'text?' },
    flags: '-Z',
    examples: {
      'mkfifo pipe': ['append pipe'],
      'mkfifo -x pipe': ['unknown option -x of mkfifo', 'append pipe'],
    },
  },
  'shred gshred': {
    operands: 'delete',
    options: { '--random-source': 'read', '-n, --iterations, -s, --size': 'text', '--remove': 'text?' },
    flags: '-f --force -u -v --verbose -x --exact -z --zero',
    abbreviations: true,
    examples: {
      'shred -n 3 a.txt': ['delete a.txt'],
      'shred --random-source=in.txt -n 3 a.txt': ['read in.txt', 'delete a.txt'],
      'shred --unheard-of -n 3 a.txt': ['unknown option --unheard-of of shred', 'delete a.txt'],
    },
  },
  setfattr: {
    operands: 'edit',
    options: { '--restore': 'opaque', '-n, --name, -v, --value, -x, --remove': 'text' },
    flags: '-h --no-dereference --raw',
    examples: {
      'setfattr -n user.a -v b a.txt': ['edit a.txt'],
      'setfattr --restore=x -n user.a -v b a.txt': ['unknown option --restore of setfattr', 'edit a.txt'],
    },
  },
  // It says where links lead; with options it removes those that lead nowhere, or writes them anew.
  symlinks: {
    operands: 'names',
    forms: { '-d': { operands: 'delete-tree' }, '-c, -s': { operands: 'edit' } },
    flags: '-o -r -t -v',
    examples: {
      'symlinks -rv .': ['names .'],
      'symlinks -d .': ['delete-tree .'],
      'symlinks -c .': ['edit .'],
      'symlinks -s .': ['edit .'],
      'symlinks --unheard-of -rv .': ['unknown option --unheard-of of symlinks', 'names .'],
    },
  },
  fdupes: {
    operands: 'read-tree',
    forms: { '-d, --delete': { operands: 'delete-tree' } },
    options: { '-G, --minsize, -L, --maxsize, -o, --order': 'text', '-l, --log': 'write', '-c, --cache': 'opaque?' },
    flags:
      '-r --recurse -s --symlinks -H --hardlinks -n --noempty -A --nohidden -f --omitfirst -1 --sameline -S --size -t --time -m --summarize -q --quiet -P --plain -N --noprompt -I --immediate -p --permissions -i --reverse -h -v',
    examples: {
      'fdupes -r src': ['read-tree src'],
      'fdupes -rdN src': ['delete-tree src'],
      'fdupes -c src': ['unknown option -c of fdupes', 'read-tree src'],
      'fdupes --log=out.txt -r src': ['write out.txt', 'read-tree src'],
    },
  },
}

/** Removing files, and changing their rights, times, sizes and names. */
export const changingFiles: readonly Program[] = [
  {
    names: ['rm', 'grm', 'unlink'],
    means: (context) => remove(context, REMOVE),
    examples: {
      'rm a.txt': ['delete a.txt'],
      'rm -rf build': ['delete-tree build'],
      'rm --unheard-of a': ['unknown option --unheard-of of rm', 'delete a'],
    },
  },
  {
    names: ['rimraf', 'del-cli', 'trash', 'trash-put'],
    means: (context) => remove(context, REMOVE_TREE, 'always recursive'),
    examples: {
      'rimraf dist': ['delete-tree dist'],
      'trash-put -v a': ['delete-tree a'],
      'del-cli --unheard-of a': ['unknown option --unheard-of of del-cli', 'delete-tree a'],
    },
  },
  {
    names: ['touch', 'gtouch'],
    means: touch,
    examples: {
      'touch -d yesterday a': ['append a'],
      'touch -r /bin/ls a': ['names /bin/ls', 'system hide', 'append a'],
      'touch --unheard-of a': ['unknown option --unheard-of of touch', 'append a'],
    },
  },
  {
    names: ['truncate', 'gtruncate'],
    means: truncate,
    examples: {
      'truncate -s 0 a.log': ['write a.log'],
      'truncate -r b a.log': ['names b', 'edit a.log'],
      'truncate --unheard-of a.log': ['unknown option --unheard-of of truncate', 'edit a.log'],
    },
  },
  {
    names: ['mktemp', 'gmktemp', 'tempfile'],
    means: makeTemporary,
    examples: {
      'mktemp -d': [],
      'mktemp -p /etc/cron.d jobXXXX': ['create /etc/cron.d/jobXXXX'],
      'mktemp aXXXX': ['create aXXXX'],
      'mktemp --unheard-of': ['unknown option --unheard-of of mktemp'],
    },
  },
  {
    names: ['rmdir', 'grmdir'],
    means: removeEmpty,
    examples: {
      'rmdir -p a/b': ['delete a/b'],
      'rmdir --unheard-of a': ['unknown option --unheard-of of rmdir', 'delete a'],
    },
  },
  {
    names: ['chmod', 'gchmod'],
    means: changeMode,
    examples: {
      'chmod -R u+x bin': ['access bin execute'],
      'chmod -x a': ['access a less'],
      'chmod --reference=a b': ['access b other'],
      'chmod --unheard-of 644 a': ['unknown option --unheard-of of chmod', 'access a other'],
    },
  },
  {
    names: ['chown', 'chgrp', 'gchown'],
    means: changeOwner,
    examples: {
      'chown --version': [],
      'chown -R me:me src': ['access src owner'],
      'chown --unheard-of me a': ['unknown option --unheard-of of chown', 'access a owner'],
    },
  },
  {
    names: ['chattr'],
    means: changeAttributes,
    examples: {
      'chattr +i a': ['edit a'],
      'chattr -R -i a': ['access a other', 'edit a'],
      'chattr --unheard-of a': ['unknown option --unheard-of of chattr', 'edit a'],
    },
  },
  {
    names: ['fallocate', 'mkfile'],
    means: makeLarge,
    examples: {
      'fallocate -l 1M a': ['edit a'],
      'mkfile 2t a': ['edit a', 'system exhaust'],
      'fallocate --unheard-of a': ['unknown option --unheard-of of fallocate', 'edit a'],
    },
  },
  {
    names: ['rename', 'prename', 'file-rename', 'perl-rename'],
    means: rename,
    examples: {
      "rename 's/a/b/' a.txt": ['edit a.txt'],
      'rename .htm .html a.htm': ['edit a.htm'],
      'rename unlink a.txt': ['delete unlink', 'edit a.txt'],
      'rename --unheard-of a b c': ['unknown option --unheard-of of rename', 'edit c'],
    },
  },
  ...family(entries),
]

function remove(context: ProgramContext, entry: Entry, always?: 'always recursive'): void {
  const read = closed(context, entry, context.invocation.args)
  const recursive = always !== undefined || read.has('-r', '-R', '--recursive')
  for (const word of read.operands) context.deletes(word, { recursive })
}

/** It prints a new name in the scratch directory, unless another one is given. */
function makeTemporary(context: ProgramContext): void {
  const read = closed(context, MKTEMP, context.invocation.args)
  const into = read.value('-p', '--tmpdir')
  const template = read.operands[0]
  const named = template && !read.has('-t', '--tmpdir') ? template : undefined
  const name = named?.kind === 'literal' ? named.text : 'tmp.XXXXXX'
  // An empty file, or an empty directory, that was not there before.
  if ((into ?? named)?.kind === 'literal' && !read.has('-u', '--dry-run'))
    context.writes(
      into ? literal(`${show(into)}/${name}`) : named!,
      read.has('-d', '--directory') ? 'directory' : 'create',
      {
        kind: 'text',
        text: '',
      },
    )
  context.puts(namesBelow(context, [into ?? named ?? literal('/tmp')]))
}

function touch(context: ProgramContext): void {
  const read = closed(context, TOUCH, context.invocation.args)
  for (const word of read.values('-r', '--reference')) {
    context.reads(word, 'names')
    // The time of a program of the system on some other file makes it look as old.
    if (/^(?:\/usr)?\/(?:s?bin|lib\w*)\//.test(show(word)))
      context.record({ does: 'change-system', deed: 'hide', target: context.invocation.evidence })
  }
  for (const word of read.operands) context.writes(word, 'append', { kind: 'text', text: '' })
}

/** A size of nothing empties the file; any other keeps its beginning. */
function truncate(context: ProgramContext): void {
  const read = closed(context, TRUNCATE, context.invocation.args)
  for (const word of read.values('-r', '--reference')) context.reads(word, 'names')
  const empties = /^0+[a-z]*$/i.test(textOf(read.value('-s', '--size')) ?? '')
  for (const word of read.operands)
    if (empties) context.writes(word, 'overwrite', { kind: 'text', text: '' })
    else context.writes(word, 'edit')
}

/** `-i` and `+a` are changes, not options. Without them a file that nobody could change can be changed again. */
function changeAttributes(context: ProgramContext): void {
  const words = context.invocation.args
  for (const word of words)
    if (show(word).startsWith('-') && !/^-(?:[RVf]+|[aAcCdDeEFijmPsStTuxp]+|[vp]\d*)$/.test(show(word)))
      unknownOption(context, show(word))
  const files = words.filter((word) => !/^[-+=]/.test(show(word)))
  if (words.some((word) => /^-[a-zA-Z]*[ia]/.test(show(word))))
    for (const file of files)
      context.record({
        does: 'change-access',
        place: context.place(file),
        grants: 'other',
        recursive: words.some((word) => show(word) === '-R'),
      })
  for (const file of files) context.writes(file, 'edit')
}

/** It removes empty directories and nothing else: of names that are not known, nothing is lost. */
function removeEmpty(context: ProgramContext): void {
  const read = closed(context, RMDIR, context.invocation.args)
  for (const word of read.operands)
    if (word.kind === 'dynamic' && !context.invocation.elevated) context.reads(word, 'names')
    else context.deletes(word)
}

const OPTION_OF_CHMOD =
  /^(?:-[RvcfhHLP]+|--(?:changes|silent|quiet|verbose|recursive|(?:no-)?(?:preserve-root|dereference)|help|version|reference(?:=.*)?)?)$/

function changeMode(context: ProgramContext): void {
  // `-x` and `-rw` are modes, not options, so the words are told apart by hand.
  for (const word of context.invocation.args)
    if (show(word).startsWith('-') && !OPTION_OF_CHMOD.test(show(word)) && !/^-[rwxXstugoa]+(?:,|$)/.test(show(word)))
      unknownOption(context, show(word))
  const recursive = context.invocation.args.some((word) => /^(-[a-z]*R|--recursive$)/.test(textOf(word) ?? ''))
  const reference = context.invocation.args.some((word) => show(word).startsWith('--reference'))
  const operands = context.invocation.args.filter((word) => !/^(-[RvcfhHLP]+|--.*)$/.test(textOf(word) ?? ''))
  const mode = reference ? undefined : operands[0]
  for (const word of operands.slice(reference ? 0 : 1))
    context.record({
      does: 'change-access',
      place: context.place(word),
      grants: mode ? granted(mode) : 'other',
      recursive,
    })
}

function changeOwner(context: ProgramContext): void {
  const read = closed(context, CHOWN, context.invocation.args)
  const operands = read.has('--reference') ? read.operands : read.operands.slice(1)
  for (const word of operands)
    context.record({
      does: 'change-access',
      place: context.place(word),
      grants: 'owner',
      recursive: read.has('-R', '--recursive'),
    })
}

/** Takes the room on the disk at once, unlike `truncate`, whose file stays empty. */
function makeLarge(context: ProgramContext): void {
  const read = closed(context, FALLOCATE, context.invocation.args)
  const [size, ...files] =
    context.invocation.program === 'mkfile' ? read.operands : [read.value('-l', '--length'), ...read.operands]
  for (const file of files) if (file) context.writes(file, 'edit')
  if (/^(?:\d{3,}g(?:i?b)?|\d+[tpe](?:i?b)?|\d{12,})$/i.test(size ? show(size) : ''))
    context.record({ does: 'change-system', deed: 'exhaust', target: 'disk' })
}

const CODE = ['-e', '--expr', '--expression', '-E'] as const

/** Two programs share the name: the perl one takes code, util-linux's takes two texts. Only the latter and plain `s///` are read. */
function rename(context: ProgramContext): void {
  const read = closed(context, RENAME, context.invocation.args)
  const [first, ...others] = read.operands
  const code = textOf(read.value(...CODE) ?? first)
  // The other program takes two texts before the files.
  const perl =
    context.invocation.program !== 'rename' ||
    read.operands.length < 3 ||
    read.has(...CODE) ||
    /^(s|y|tr)\W|[$;()]/.test(code ?? '$')
  if (perl && !/^\s*(?:(?:s|y|tr)([/|#,!@])(?:(?!\1).)*\1(?:(?!\1)[^$@`])*\1[gixsmr]*\s*;?\s*)+$/.test(code ?? ''))
    context.code('perl', read.value(...CODE) ?? first ?? literal(''), { via: 'rename' })
  for (const word of perl ? (read.has(...CODE) ? read.operands : others) : others.slice(1)) context.writes(word, 'edit')
}
