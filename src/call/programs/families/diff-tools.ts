import { readArguments } from '../../shell/options.ts'
import { recordPatchedFiles } from '../../shell/programs/patched-files.ts'
import type { Program, ProgramContext } from '../../shell/programs/program.ts'
import { textOf } from '../../word.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that compare files, show differences and apply them. */
const entries: Entries = {
  'diff gdiff': {
    operands: 'read',
    forms: { '-r, --recursive': { operands: 'read-tree' } },
    options: {
      '-X, --exclude-from': 'read',
      '--from-file': 'read',
      '--to-file': 'read',
      '-U, -C, -F, --show-function-line, -I, --ignore-matching-lines, -x, --exclude, -S, --starting-file, -L, --label, -W, --width, --tabsize, -D, --ifdef, --horizon-lines, --palette, --GTYPE-group-format, --LTYPE-line-format, --line-format, --old-line-format, --new-line-format, --unchanged-line-format, --old-group-format, --new-group-format, --unchanged-group-format, --changed-group-format, -#':
        'text',
      '--unified, --context, --color': 'text?',
    },
    flags:
      '-q --brief -s --report-identical-files -c -u -e --ed -f --forward-ed -n --rcs -y --side-by-side --left-column --suppress-common-lines -p --show-c-function -t --expand-tabs -T --initial-tab --suppress-blank-empty -l --paginate -N --new-file -P --unidirectional-new-file --[no-]dereference --[no-]ignore-file-name-case -i --ignore-case -E --ignore-tab-expansion -Z --ignore-trailing-space -b --ignore-space-change -w --ignore-all-space -B --ignore-blank-lines -a --text --strip-trailing-cr --binary -d --minimal -H --speed-large-files --normal -v',
    examples: {
      'diff -ru a b': ['read-tree a', 'read-tree b'],
      'diff -u a b': ['read a', 'read b'],
      'diff -x node_modules --from-file a b c': ['read a', 'read b', 'read c'],
      'diff --exclude-from=in.txt --to-file=in.txt -ru a b': [
        'read in.txt',
        'read in.txt',
        'read-tree a',
        'read-tree b',
      ],
      'diff --unheard-of -ru a b': ['unknown option --unheard-of of diff', 'read-tree a', 'read-tree b'],
    },
  },
  colordiff: {
    like: 'diff',
    operands: 'read',
    options: { '--difftype': 'text' },
    flags: '--fakeexitcode --nofakeexitcode',
    examples: {
      'colordiff -u a b': ['read a', 'read b'],
      'colordiff --unheard-of -u a b': ['unknown option --unheard-of of colordiff', 'read a', 'read b'],
    },
  },
  sdiff: {
    operands: ['read', 'read'],
    options: {
      '-o, --output': 'write',
      '--diff-program': 'run-program',
      '-I, --ignore-matching-lines, -w, --width, --tabsize': 'text',
    },
    flags:
      '-i --ignore-case -E --ignore-tab-expansion -Z --ignore-trailing-space -b --ignore-space-change -W --ignore-all-space -B --ignore-blank-lines --strip-trailing-cr -a --text -l --left-column -s --suppress-common-lines -t --expand-tabs -d --minimal -H --speed-large-files -v',
    examples: {
      'sdiff -s a b': ['read a', 'read b'],
      'sdiff --output=out.txt --diff-program=/tmp/x -s a b': [
        'write out.txt',
        'run x',
        'code other file /tmp/x',
        'read a',
        'read b',
      ],
      'sdiff --unheard-of -s a b': ['unknown option --unheard-of of sdiff', 'read a', 'read b'],
    },
  },
  diff3: {
    operands: ['read', 'read', 'read'],
    options: { '--diff-program': 'run-program', '-L, --label': 'text' },
    flags:
      '-A --show-all -e --ed -E --show-overlap -3 --easy-only -x --overlap-only -X -i -m --merge -a --text --strip-trailing-cr -T --initial-tab -v',
    examples: {
      'diff3 -m mine old yours': ['read mine', 'read old', 'read yours'],
      'diff3 --diff-program=/tmp/x -m mine old yours': [
        'run x',
        'code other file /tmp/x',
        'read mine',
        'read old',
        'read yours',
      ],
      'diff3 --unheard-of -m mine old yours': [
        'unknown option --unheard-of of diff3',
        'read mine',
        'read old',
        'read yours',
      ],
    },
  },
  cmp: {
    operands: ['read', 'read', 'text', 'text'],
    options: { '-n, --bytes, -i, --ignore-initial': 'text' },
    flags: '-b --print-bytes -l --verbose -s --quiet --silent -h -v -x -z',
    abbreviations: true,
    examples: {
      'cmp -s a.bin b.bin': ['read a.bin', 'read b.bin'],
      'cmp --unheard-of -s a.bin b.bin': ['unknown option --unheard-of of cmp', 'read a.bin', 'read b.bin'],
    },
  },
  wdiff: {
    operands: ['read', 'read'],
    options: { '-w, --start-delete, -x, --end-delete, -y, --start-insert, -z, --end-insert': 'text' },
    flags:
      '-1 --no-deleted -2 --no-inserted -3 --no-common -a --auto-pager -C --copyright -d --diff-input -h -i --ignore-case -l --less-mode -n --avoid-wraps -p --printer -s --statistics -t --terminal -v',
    examples: {
      'wdiff -n a.txt b.txt': ['read a.txt', 'read b.txt'],
      'wdiff --unheard-of -n a.txt b.txt': ['unknown option --unheard-of of wdiff', 'read a.txt', 'read b.txt'],
    },
  },
  diffstat: {
    operands: 'read',
    options: { '-o': 'write', '-S, -D': 'names', '-d, -e, -f, -n, -N, -p, -q, -r, -w': 'text' },
    flags: '-b -c -C -E -h -k -K -l -m -R -s -t -T -u -v -V',
    examples: {
      'diffstat -p1 a.patch': ['read a.patch'],
      'diffstat -S src a.patch': ['names src', 'read a.patch'],
      'diffstat -D src a.patch': ['names src', 'read a.patch'],
      'diffstat -o out.txt -p1 a.patch': ['write out.txt', 'read a.patch'],
      'diffstat --unheard-of -p1 a.patch': ['unknown option --unheard-of of diffstat', 'read a.patch'],
    },
  },
  delta: {
    operands: ['read', 'read'],
    prints: 'input',
    options: {
      '--pager': 'pager',
      '--config': 'read',
      '--features, --syntax-theme, --paging, -w, --width, --tabs, --line-fill-method, --file-style, --hunk-header-style, --minus-style, --plus-style, --zero-style, --true-color, --max-line-distance, --max-line-length, --wrap-max-lines, --diff-highlight, --24-bit-color, --default-language, --detect-dark-light, --diff-args, -@, --file-added-label, --file-modified-label, --file-removed-label, --file-decoration-style, --hyperlinks-file-link-format, --line-numbers-left-format, --line-numbers-right-format, --map-styles, --inspect-raw-lines, --commit-style, --grep-output-type':
        'text',
    },
    flags:
      '-n --line-numbers -s --side-by-side --dark --light --navigate --hyperlinks --color-only --diff-so-fancy --keep-plus-minus-markers --list-languages --list-syntax-themes --no-gitconfig --raw --relative-paths --show-colors --show-config --show-syntax-themes --show-themes --parse-ansi -h -V',
    examples: {
      'delta -s a.ts b.ts': ['read a.ts', 'read b.ts'],
      "delta --pager 'rm y' a.ts b.ts": ['run rm', 'delete y', 'read a.ts', 'read b.ts'],
      'delta --config=in.txt -s a.ts b.ts': ['read in.txt', 'read a.ts', 'read b.ts'],
      'delta --unheard-of -s a.ts b.ts': ['unknown option --unheard-of of delta', 'read a.ts', 'read b.ts'],
    },
  },
  'diff-so-fancy': {
    flags: '--colors --patch',
    prints: 'input',
    when: { '--set-defaults': ['settings git'] },
    examples: {
      'diff-so-fancy --colors': [],
      'diff-so-fancy --set-defaults': ['settings git --set-defaults'],
      'diff-so-fancy --unheard-of': ['unknown option --unheard-of of diff-so-fancy'],
    },
  },
  'difft difftastic': {
    operands: 'read',
    options: {
      '--display, --context, --width, --tab-width, --background, --syntax-highlight, --color, --override, --sort-paths, --byte-limit, --graph-limit, --parse-error-limit, --strip-cr':
        'text',
    },
    flags: '--check-only --exit-code --ignore-comments --skip-unchanged --list-languages -h -V',
    examples: {
      'difft --display inline a.ts b.ts': ['read a.ts', 'read b.ts'],
      'difft --unheard-of --display inline a.ts b.ts': [
        'unknown option --unheard-of of difft',
        'read a.ts',
        'read b.ts',
      ],
    },
  },
  'diff-pdf': {
    operands: ['read', 'read'],
    options: { '--output-diff': 'write', '--channel-tolerance, --per-page-pixel-tolerance, --dpi': 'text' },
    flags: '-v --verbose -m --mark-differences -s --skip-identical -g --grayscale --view -h',
    examples: {
      'diff-pdf a.pdf b.pdf': ['read a.pdf', 'read b.pdf'],
      'diff-pdf --output-diff=out.txt a.pdf b.pdf': ['write out.txt', 'read a.pdf', 'read b.pdf'],
      'diff-pdf --unheard-of a.pdf b.pdf': ['unknown option --unheard-of of diff-pdf', 'read a.pdf', 'read b.pdf'],
    },
  },
  'patch gpatch': {
    operands: ['edit', 'read'],
    options: {
      '-i, --input': 'read',
      '-o, --output': 'write',
      '-r, --reject-file': 'write',
      '-d, --directory': 'directory',
      // The beginning of the name of a backup, with the directory it lies in.
      '-B, --prefix': 'write',
      '-Y, --basename-prefix': 'write',
      '-p, --strip, -F, --fuzz, -z, --suffix, -V, --version-control, -D, --ifdef, -x, --debug, --quoting-style, --reject-format, --read-only':
        'text',
      '--merge': 'text?',
      // Files are taken out of a version control system, or written by the editor that the script is for.
      '-g, --get': { words: '0', else: 'opaque' },
      '-e, --ed': 'opaque?',
      '--follow-symlinks': 'opaque?',
    },
    flags:
      '-b --backup --[no-]backup-if-mismatch -c --context -C --check -E --remove-empty-files -f --force -l --ignore-whitespace -n --normal -N --forward -R --reverse -s --quiet --silent -t --batch -T --set-time -u --unified -Z --set-utc --binary --dry-run --posix --verbose -v',
    effects: ['git apply-patch'],
    examples: {
      'patch -p1 -i a.patch': ['read a.patch', 'git apply-patch'],
      'patch a.c a.patch': ['git apply-patch', 'edit a.c', 'read a.patch'],
      'patch -g 1 a.c': ['opaque unknown-option', 'git apply-patch', 'edit a.c'],
      'patch --ed a.c': ['unknown option --ed of patch', 'git apply-patch', 'edit a.c'],
      'patch --follow-symlinks a.c': ['unknown option --follow-symlinks of patch', 'git apply-patch', 'edit a.c'],
      'patch --output=out.txt --reject-file=out.txt --directory=outdir -p1 -i a.patch': [
        'write out.txt',
        'write out.txt',
        'directory outdir',
        'read a.patch',
        'git apply-patch',
      ],
      'patch --prefix=out.txt --basename-prefix=out.txt -p1 -i a.patch': [
        'write out.txt',
        'write out.txt',
        'read a.patch',
        'git apply-patch',
      ],
    },
  },
}

export const diffTools: readonly Program[] = family(entries).map((program) =>
  program.names.includes('patch') ? { ...program, means: (context) => appliesPatch(program, context) } : program,
)

/** The files that a patch names are changed by it, beside those that the command names. */
function appliesPatch(program: Program, context: ProgramContext): void {
  program.means(context)
  const read = readArguments(context.invocation.args, { arity: PATCH_ARITY, style: 'gnu' })
  if (read.has('--dry-run', '-C', '--check') || read.operands.length > 0) return
  const patch = read.value('-i', '--input')
  const directory = read.value('-d', '--directory')
  recordPatchedFiles(context, patch === undefined ? [] : [patch], {
    strip: read.has('-p', '--strip') ? Number(textOf(read.value('-p', '--strip'))) : 'all',
    ...(directory === undefined ? {} : { directory }),
    reversed: read.has('-R', '--reverse'),
  })
}

const PATCH_ARITY: ReadonlyMap<string, 'value'> = new Map(
  '-i --input -o --output -r --reject-file -d --directory -B --prefix -Y --basename-prefix -p --strip -F --fuzz -z --suffix -V --version-control -D --ifdef -x --debug --quoting-style --reject-format --read-only -g --get'
    .split(' ')
    .map((name) => [name, 'value']),
)
