import type { Found } from '../../place-condition.ts'
import { literal, show } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { foundBelow, namesBelow, printedPath } from '../../shell/programs/project.ts'
import { withoutNames } from '../../shell/stream.ts'
import type { Entries, Entry } from '../entry.ts'
import { closed, family, walk } from '../walk.ts'

const LS: Entry = {
  options: {
    '-I, --ignore, -w, --width, -T, --tabsize, --sort, --hide, --block-size, --time-style, --time, --quoting-style, --format, --indicator-style':
      'text',
    '--color, --colour, --classify, --hyperlink': 'text?',
  },
  flags:
    '-1 -a --all -A --almost-all --author -b --escape -B --ignore-backups -c -C -d --directory -D --dired -e -f -F --file-type -g -G --no-group --group-directories-first --full-time -h --human-readable --si -H --dereference-command-line --dereference-command-line-symlink-to-dir -i --inode -k --kibibytes -l -L --dereference -m -n --numeric-uid-gid -N --literal -o -O -p -P -q --hide-control-chars --show-control-chars -Q --quote-name -r --reverse -R --recursive -s --size -S -t -u -U -v -W -x -X -Z --context --zero -@ -% -,',
  abbreviations: true,
}

const TREE: Entry = {
  operands: 'names',
  default: '.',
  options: {
    '-o': 'write',
    '--fromfile, --fromtabfile': 'flag',
    '--infofile, --gitfile, --hintro, --houtro': 'read',
    '-L, -P, -I, -H, -T, --filelimit, --charset, --sort, --timefmt, --level': 'text',
  },
  flags:
    '-a -A -c -C -d -D -f -F -g -h -i -J -l -n -N -p -q -Q -r -R -s -S -t -u -U -v -x -X --caseinsensitive --compress --condense --device --dirsfirst --du --fflinks --filesfirst --gitignore --ignore-case --info --inodes --matchdirs --metafirst --nolinks --noreport --opt-toggle --prune --si',
}

const DU: Entry = {
  operands: 'names',
  default: '.',
  options: {
    '-X, --exclude-from, --files0-from': 'read',
    '-d, --max-depth, -t, --threshold, -B, --block-size, --exclude, --time-style, -I': 'text',
    '--time': 'text?',
  },
  flags:
    '-0 --null -a --all --apparent-size -A -b --bytes -c --total -D --dereference-args -g -h --human-readable -H --inodes -k -l --count-links -L --dereference -m -n -P --no-dereference -r -s --summarize -S --separate-dirs --si -x --one-file-system',
  abbreviations: true,
}

const REALPATH: Entry = {
  operands: 'names',
  options: { '--relative-to, --relative-base': 'text' },
  flags:
    '-e --canonicalize-existing -E --canonicalize -f -m --canonicalize-missing -L --logical -n --no-newline -P --physical -q --quiet --silent -s --strip --no-symlinks -v --verbose -z --zero',
  abbreviations: true,
}

const entries: Entries = {
  'exa eza': {
    operands: 'names',
    default: '.',
    options: {
      '-L, --level, -s, --sort, -I, --ignore-glob, -t, --time, --time-style, -w, --width, --color-scale-mode, --colour-scale-mode':
        'text',
      '-F, --classify, --absolute, --color, --colour, --color-scale, --colour-scale, --icons, --hyperlink': 'text?',
    },
    flags:
      '-1 --oneline -@ --extended -a --all -A --almost-all -b --binary -B --bytes --blocks --blocksize -d --list-dirs -D --only-dirs --only-files -f -g --group -G --grid --git --no-git --git-ignore --git-repos --git-repos-no-status --group-directories-first --group-directories-last -h --header -H --links -i --inode -l --long -m --modified -M --mounts -n --numeric --no-filesize --no-icons --no-permissions --no-quotes --no-symlinks --no-time --no-user -o --octal-permissions -O --flags -r --reverse -R --recurse -S --show-symlinks --smart-group --stdin -T --tree --total-size -u --accessed -U --created --changed -x --across -X --dereference --follow-symlinks -Z --context -v -?',
    examples: {
      'eza -la --git src': ['names src'],
      exa: ['names .'],
      'eza --unheard-of -la --git src': ['unknown option --unheard-of of eza', 'names src'],
    },
  },
  lsd: {
    operands: 'names',
    default: '.',
    options: {
      '--config-file': 'read',
      '--blocks, --group-dirs, --ignore-glob, -I, --sort, --depth, --color, --date, --hyperlink, --icon, --icon-theme, --permission, --size':
        'text',
    },
    flags:
      '-1 --oneline -a --all -A --almost-all --classic -F --classify -d --directory-only --group-directories-first -h --human-readable --header --ignore-config -g --git -i --inode -l --long -L --dereference -N -r --reverse -R --recursive -S --sizesort -t --timesort --total-size --tree -U --no-sort --no-symlink --system-protected -v --versionsort -X --extensionsort -Z --context -V',
    examples: {
      'lsd -la src': ['names src'],
      lsd: ['names .'],
      'lsd --config-file=in.txt -la src': ['read in.txt', 'names src'],
      'lsd --unheard-of -la src': ['unknown option --unheard-of of lsd', 'names src'],
    },
  },
  'stat gstat': {
    operands: 'names',
    options: { '-c, --format, --printf, --cached': 'text' },
    // BSD's `-f` and `-t` take a format, which names no file.
    flags: '-f --file-system -F -l -L --dereference -n -q -r -s -t --terse -x',
    abbreviations: true,
    examples: {
      'stat -c %s a.txt': ['names a.txt'],
      'stat -f %z a.txt': ['names %z', 'names a.txt'],
      'stat --unheard-of a.txt': ['unknown option --unheard-of of stat', 'names a.txt'],
    },
  },
  'lsattr getfattr': {
    operands: 'names',
    options: { '-n, --name, -e, --encoding, -m, --match': 'text' },
    flags:
      '-a -d --dump -h --no-dereference -l -L --logical -p -P --physical -R --recursive -v -V --absolute-names --only-values',
    examples: {
      'lsattr -d src': ['names src'],
      'getfattr -d a.txt': ['names a.txt'],
      'lsattr --unheard-of -d src': ['unknown option --unheard-of of lsattr', 'names src'],
    },
  },
  namei: {
    operands: 'names',
    flags: '-l --long -m --modes -n --nosymlinks -o --owners -v --vertical -x --mountpoints -Z --context -h -V',
    examples: {
      'namei -l /etc/hosts': ['names /etc/hosts'],
      'namei --unheard-of -l /etc/hosts': ['unknown option --unheard-of of namei', 'names /etc/hosts'],
    },
  },
  file: {
    operands: 'read',
    options: {
      '-m, --magic-file': 'read',
      '-f, --files-from': 'read',
      '-M': 'read',
      // It writes a file beside the one that it compiles.
      '-C, --compile': 'opaque?',
      '-F, --separator, -e, --exclude, --exclude-quiet, -P, --parameter': 'text',
    },
    flags:
      '-0 --print0 --apple -b --brief -c --checking-printout -d -D --debug -E --extension -h --no-dereference -i -I --mime --mime-type --mime-encoding -k --keep-going -l --list -L --dereference -n --no-buffer -N --no-pad -p --preserve-date -r --raw -s --special-files -S --no-sandbox -v -z --uncompress -Z --uncompress-noreport',
    abbreviations: true,
    examples: {
      'file -b a.bin': ['read a.bin'],
      'file -C -m magic': ['unknown option -C of file', 'read magic'],
      'file -M magic a.bin': ['read magic', 'read a.bin'],
      'file --files-from=in.txt -b a.bin': ['read in.txt', 'read a.bin'],
    },
  },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum gmd5sum gsha256sum': {
    operands: 'read',
    options: { '-l, --length': 'text' },
    flags: '-b --binary -c --check -t --text -z --zero --tag --ignore-missing --quiet --status --strict -w --warn',
    abbreviations: true,
    examples: {
      'sha256sum -c sums.txt': ['read sums.txt'],
      'md5sum -x a.txt': ['unknown option -x of md5sum', 'read a.txt'],
    },
  },
  'cksum sum': {
    operands: 'read',
    options: { '-a, --algorithm, -l, --length, -o': 'text' },
    flags:
      '-r -s --sysv -c --check --base64 --raw --tag --untagged --debug -z --zero --ignore-missing --quiet --status --strict -w --warn',
    examples: {
      'cksum -a sha256 a.txt': ['read a.txt'],
      'sum -x a.txt': ['unknown option -x of sum', 'read a.txt'],
    },
  },
  // BSD's names for the same.
  'md5 sha1 sha256 sha512': {
    operands: 'read',
    options: { '-s, --string, -c, --check': 'text' },
    flags: '-b -n -p -q --quiet -r --reverse -t -x',
    examples: {
      'md5 -q a.txt': ['read a.txt'],
      'md5 -z a.txt': ['unknown option -z of md5', 'read a.txt'],
    },
  },
  shasum: {
    operands: 'read',
    options: { '-a, --algorithm': 'text' },
    flags:
      '-0 --01 -b --binary -c --check --ignore-missing -p --portable -q --quiet -s --status --strict --tag -t --text -U --UNIVERSAL -w --warn -h -v',
    examples: {
      'shasum -a 256 a.txt': ['read a.txt'],
      'shasum --unheard-of -a 256 a.txt': ['unknown option --unheard-of of shasum', 'read a.txt'],
    },
  },
  b3sum: {
    operands: 'read',
    options: { '-l, --length, --num-threads, -s, --seek, --derive-key': 'text' },
    flags: '--keyed --no-mmap --no-names --raw --tag -c --check --quiet -h -V',
    examples: {
      'b3sum --no-names a.txt': ['read a.txt'],
      'b3sum --unheard-of --no-names a.txt': ['unknown option --unheard-of of b3sum', 'read a.txt'],
    },
  },
  crc32: {
    operands: 'read',
    examples: {
      'crc32 a.txt': ['read a.txt'],
      'crc32 --unheard-of a.txt': ['unknown option --unheard-of of crc32', 'read a.txt'],
    },
  },
}

/** Looking at names, sizes, kinds and checksums of files. */
export const listing: readonly Program[] = [
  {
    names: ['ls', 'dir', 'vdir', 'gls', 'l', 'll', 'la'],
    means: list,
    examples: {
      'ls -la src': ['names src'],
      'ls ~/.ssh': ['names ~/.ssh'],
      'ls --unheard-of': ['unknown option --unheard-of of ls', 'names .'],
    },
  },
  {
    names: ['tree'],
    means: (context) => printsTree(context, TREE),
    examples: {
      'tree -L 2': ['names .'],
      'tree -o ~/.bashrc src': ['write ~/.bashrc', 'names src'],
      'tree --infofile a': ['read a', 'names .'],
      'tree --unheard-of': ['unknown option --unheard-of of tree', 'names .'],
    },
  },
  {
    names: ['du', 'gdu'],
    means: (context) => printsTree(context, DU),
    examples: {
      'du -sh src': ['names src'],
      'du --files0-from=list.txt': ['read list.txt', 'names .'],
      'du --unheard-of': ['unknown option --unheard-of of du', 'names .'],
    },
  },
  {
    names: ['realpath', 'grealpath', 'readlink', 'greadlink'],
    means: resolvesNames,
    examples: {
      'realpath a/b': ['names a/b'],
      'readlink -f a': ['names a'],
      'realpath --unheard-of a': ['unknown option --unheard-of of realpath', 'names a'],
    },
  },
  ...family(entries),
]

/** Names it prints are meant from where it runs, or as they were given. A long listing holds more than names. */
function list(context: ProgramContext): void {
  const read = closed(context, LS, context.invocation.args)
  const given = read.operands
  for (const word of given.length === 0 ? [literal('.')] : given) context.reads(word, 'names')
  const long =
    context.invocation.program === 'll' ||
    read.has('-l', '-g', '-n', '-o', '-s', '--format', '--context', '--size', '--inode', '--full-time')
  // What it is given it prints as it was given, if that is a file or -d says so; of directories it prints bare names.
  const asGiven = given
    .filter((word) => word.kind !== 'literal' || /^[/~]|(^|\/)\.\.(\/|$)/.test(word.text))
    .map((word) => printedPath(context, word))
  const itself = read.has('-d', '--directory')
  const here =
    itself && asGiven.length === given.length && given.length > 0
      ? []
      : [foundBelow(context, literal('.'), () => undefined)]
  const all = read.has('-a', '-A', '-f', '--all', '--almost-all')
  const hidden = all && given.length === 0 ? hiddenSecrets(context) : []
  const below = [...here, ...asGiven, ...hidden].filter((found) => found !== undefined)
  if (below.length < here.length + asGiven.length || below.length === 0) return
  const stream = { kind: 'unknown', below } as const
  context.puts(long ? withoutNames(stream) : stream)
}

/** Of the names that are here and hidden, those that whoever opens every name listed would read. */
function hiddenSecrets(context: ProgramContext): readonly Found[] {
  const { cwd } = context.invocation
  if (cwd.kind !== 'path') return []
  return (context.world.list(cwd.real) ?? [])
    .filter((name) => /^\.(?:env(?:\.|$)|netrc$|npmrc$|pypirc$)/.test(name) && !/example|sample|template/.test(name))
    .slice(0, 2)
    .map((name) => ({ below: cwd.real, only: { is: 'name', pattern: name, letters: 'exact' } }))
}

/** Programs that print the paths below what they are given, beside other things. */
function printsTree(context: ProgramContext, entry: Entry): void {
  walk(context, entry, context.invocation.args)
  const given = context.invocation.args.filter((word) => !show(word).startsWith('-') && !/^\d+$/.test(show(word)))
  context.puts(withoutNames(namesBelow(context, given.length === 0 ? [literal('.')] : given)))
}

/** It prints where each of its names leads. */
function resolvesNames(context: ProgramContext): void {
  walk(context, REALPATH, context.invocation.args)
  const below = context.invocation.args.map((word) => printedPath(context, word)).filter((found) => found !== undefined)
  if (below.length > 0) context.puts(withoutNames({ kind: 'unknown', below }))
}
