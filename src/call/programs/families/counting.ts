import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that count lines of code, check spelling and index sources. */
const entries: Entries = {
  cloc: {
    operands: 'read-tree',
    options: {
      '--out, --report-file': 'write',
      '--counted': 'write',
      '--ignored': 'write',
      '--found': 'write',
      '--categorized': 'write',
      '--diff-alignment': 'write',
      '--diff-list-file': 'write',
      '--write-lang-def': 'write',
      '--sql': 'write',
      '--sdir': 'directory',
      '--list-file': 'read',
      '--exclude-list-file': 'read',
      '--read-lang-def': 'read',
      '--force-lang-def': 'read',
      '--config': 'read',
      '--extract-with': 'run-command',
      '--vcs': { words: 'git svn auto', else: 'run-command' },
      '--strip-comments': 'opaque',
      '--strip-code': 'opaque',
      '--show-lang, --show-ext': 'text?',
      '--by-percent, --explain, --file-encoding, --skip-archive, --skip-leading, --sql-style, --summary-cutoff, --exclude-dir, --exclude-ext, --exclude-lang, --exclude-content, --include-content, --include-ext, --include-lang, --force-lang, --lang-no-ext, --match-d, --not-match-d, --match-f, --not-match-f, --max-file-size, --timeout, --processes, --progress-rate, --csv-delimiter, --script-lang, --sql-project, --stdin-name, --diff-timeout, --percent, --fmt':
        'text',
    },
    flags:
      '--3 --autoconf --by-file --by-file-by-lang --count-and-diff --csv --diff --docstring-as-code --follow-links --fullpath --git --git-diff-all --git-diff-rel --hide-rate --json --md --no-autogen --no-recurse --no3 --original-dir --quiet --skip-uniqueness --ignore-case --ignore-whitespace --read-binary-files --show-os --sql-append --stat --sum-one --sum-reports --unicode --unix --use-sloccount --v --verbose --windows --xml --yaml -v',
    examples: {
      'cloc --by-file --json src': ['read-tree src'],
      'cloc --vcs=git .': ['read-tree .'],
      "cloc --vcs='rm y' .": ['run rm', 'delete y', 'read-tree .'],
      'cloc --out=out.txt --report-file=out.txt --counted=out.txt --by-file --json src': [
        'write out.txt',
        'write out.txt',
        'write out.txt',
        'read-tree src',
      ],
      'cloc --ignored=out.txt --found=out.txt --categorized=out.txt --by-file --json src': [
        'write out.txt',
        'write out.txt',
        'write out.txt',
        'read-tree src',
      ],
      'cloc --diff-alignment=out.txt --sql=out.txt --sdir=outdir --by-file --json src': [
        'write out.txt',
        'write out.txt',
        'directory outdir',
        'read-tree src',
      ],
      'cloc --list-file=in.txt --exclude-list-file=in.txt --read-lang-def=in.txt --by-file --json src': [
        'read in.txt',
        'read in.txt',
        'read in.txt',
        'read-tree src',
      ],
      "cloc --force-lang-def=in.txt --config=in.txt --extract-with='rm y' --by-file --json src": [
        'read in.txt',
        'read in.txt',
        'run rm',
        'delete y',
        'read-tree src',
      ],
      'cloc --strip-comments=x --strip-code=x --by-file --json src': [
        'unknown option --strip-comments of cloc',
        'unknown option --strip-code of cloc',
        'read-tree src',
      ],
      'cloc --diff-list-file=out.txt --write-lang-def=out.txt --by-file --json src': [
        'write out.txt',
        'write out.txt',
        'read-tree src',
      ],
    },
  },
  scc: {
    operands: 'read-tree',
    options: {
      '-o, --output': 'write',
      '--format-multi': 'opaque',
      '--avg-wage, --cocomo-project-type, --count-as, --directory-walker-job-workers, --eaf, --exclude-dir, -x, --exclude-ext, -n, --exclude-file, --file-gc-count, --file-list-queue-size, --file-process-job-workers, --file-summary-job-queue-size, -f, --format, -i, --include-ext, --large-byte-count, --large-line-count, --min-gen-line-length, -M, --not-match, --overhead, --remap-all, --remap-unknown, --size-unit, --sloccount-format, -s, --sort, --sql-project, --generated-markers':
        'text',
    },
    flags:
      '--binary --by-file --character --ci --cocomo --debug --gen -z --min-gen -m --uloc -u -a --dryness -p --percent --include-symlinks -l --languages --no-cocomo -c --no-complexity -d --no-duplicates --no-gen --no-gitignore --no-gitmodule --no-hborder --no-ignore --no-large --no-min --no-min-gen --no-scc-ignore --no-size -t --trace -v --verbose -w --wide -h',
    examples: {
      'scc --by-file src': ['read-tree src'],
      'scc --output=out.txt --format-multi=x --by-file src': [
        'write out.txt',
        'unknown option --format-multi of scc',
        'read-tree src',
      ],
    },
  },
  tokei: {
    operands: 'read-tree',
    options: {
      '-i, --input': 'read',
      '-c, --columns, -e, --exclude, -n, --num-format, -o, --output, -r, --rsort, -s, --sort, -t, --type, --types':
        'text',
    },
    flags:
      '-C --compact -f --files -l --languages --hidden --no-ignore --no-ignore-parent --no-ignore-dot --no-ignore-vcs -v --verbose --streaming -h -V',
    examples: {
      'tokei -e dist src': ['read-tree src'],
      'tokei --input=in.txt -e dist src': ['read in.txt', 'read-tree src'],
      'tokei --unheard-of -e dist src': ['unknown option --unheard-of of tokei', 'read-tree src'],
    },
  },
  codespell: {
    operands: 'read-tree',
    inPlace: '-w, --write-changes',
    options: {
      '-D, --dictionary': 'read',
      '-I, --ignore-words': 'read',
      '-x, --exclude-file': 'read',
      '--config': 'read',
      '--toml': 'read',
      '--builtin, -L, --ignore-words-list, --uri-ignore-words-list, -r, --regex, --uri-regex, --ignore-regex, --ignore-multiline-regex, -S, --skip, -i, --interactive, -q, --quiet-level, -A, --after-context, -B, --before-context, -C, --context':
        'text',
    },
    flags:
      '-d --disable-colors -c --enable-colors -s --summary --count -f --check-filenames -H --check-hidden -e --hard-encoding-detection --stdin-single-line -h',
    examples: {
      'codespell -S dist src': ['read-tree src'],
      'codespell -w src': ['read-tree src', 'edit src'],
      'codespell --dictionary=in.txt --ignore-words=in.txt --exclude-file=in.txt -S dist src': [
        'read in.txt',
        'read in.txt',
        'read in.txt',
        'read-tree src',
      ],
      'codespell --config=in.txt --toml=in.txt -S dist src': ['read in.txt', 'read in.txt', 'read-tree src'],
      'codespell --unheard-of -S dist src': ['unknown option --unheard-of of codespell', 'read-tree src'],
    },
  },
  typos: {
    operands: 'read-tree',
    inPlace: '-w, --write-changes',
    options: {
      '-c, --config': 'read',
      '--file-list': 'read',
      '--dump-config': 'write',
      '--format, --exclude, -j, --threads, --locale, --color': 'text',
    },
    flags:
      '--isolated --diff --files --file-types --identifiers --words --type-list --hidden --no-ignore --no-ignore-dot --no-ignore-global --no-ignore-parent --no-ignore-vcs --force-exclude --binary --no-check-filenames --no-check-files --no-unicode --highlight-identifiers --highlight-words --sort -v --verbose -q --quiet -h -V',
    examples: {
      'typos src': ['read-tree src'],
      'typos -w src': ['read-tree src', 'edit src'],
      'typos --config=in.txt --file-list=in.txt --dump-config=out.txt src': [
        'read in.txt',
        'read in.txt',
        'write out.txt',
        'read-tree src',
      ],
      'typos --unheard-of src': ['unknown option --unheard-of of typos', 'read-tree src'],
    },
  },
  vale: {
    operands: 'read-tree',
    options: {
      '--config': 'read',
      // It fetches what its settings name.
      'sync*': 'opaque?',
      'ls-*': 'text?',
      '--filter': 'text',
      '--output, --ext, --glob, --minAlertLevel, --path': 'text',
    },
    flags: '--ignore-syntax --no-exit --no-wrap --no-global --normalize -h -v',
    examples: {
      'vale docs': ['read-tree docs'],
      'vale sync': ['unknown option sync* of vale'],
      'vale ls-config': [],
      'vale --config=in.txt docs': ['read in.txt', 'read-tree docs'],
      'vale --unheard-of docs': ['unknown option --unheard-of of vale', 'read-tree docs'],
    },
  },
  cspell: {
    operands: 'read-tree',
    project: ['cspell.config.js', 'cspell.config.mjs', 'cspell.config.cjs'],
    language: 'javascript',
    options: {
      'lint*': 'text?',
      '-c, --config': 'loads-code',
      '--reporter': 'loads-code',
      '-r, --root': 'read-tree',
      '--file-list': 'read',
      '--cache-location': 'write',
      '--stop-logging-x, --language-id, --locale, --dictionary, --disable-dictionary, -e, --exclude, --cache-strategy, --issue-template, --report':
        'text',
    },
    flags:
      '-v --verbose -w --words-only -u --unique -q --silent --no-issues --no-progress --[no-]summary -s --legacy -d --debug --[no-]show-context --[no-]must-find-files --[no-]gitignore --dot --[no-]cache --cache-reset --[no-]exit-code --[no-]color --no-default-configuration --[no-]validate-directives --fail-fast --show-suggestions --show-perf-summary --relative --[no-]files --quiet -h -V',
    examples: {
      'cspell --no-progress src': ['read-tree src'],
      'cspell lint src': ['read-tree src'],
      'cd /tmp/x && cspell .': ['names /tmp/x', 'run cspell', 'code javascript file /tmp/x', 'read-tree /tmp/x'],
      'cspell --config=/tmp/x.js --reporter=/tmp/x.js --root=dir --no-progress src': [
        'code javascript file /tmp/x.js',
        'code javascript file /tmp/x.js',
        'read-tree dir',
        'read-tree src',
      ],
      'cspell --file-list=in.txt --cache-location=out.txt --no-progress src': [
        'read in.txt',
        'write out.txt',
        'read-tree src',
      ],
      'cspell --unheard-of --no-progress src': ['unknown option --unheard-of of cspell', 'read-tree src'],
    },
  },
  ispell: {
    operands: 'edit',
    effects: ['opaque interactive'],
    options: { '-F': 'run-program', '-d, -p, -L, -W, -T, -w': 'text' },
    flags: '-t -n -h -b -x -B -C -P -m -S -M -N -l -a -v',
    examples: {
      'ispell --version': [],
      'ispell -b a.txt': ['opaque interactive', 'edit a.txt'],
      'ispell --unheard-of --version': ['unknown option --unheard-of of ispell', 'opaque interactive'],
      'ispell -F /tmp/x --version': ['run x', 'code other file /tmp/x', 'opaque interactive'],
    },
  },
  'ctags exuberant-ctags universal-ctags': {
    operands: 'read-tree',
    options: {
      '-f, -o': 'write',
      '-L': 'read',
      // Settings, and a mode that takes commands from standard input.
      '--options': 'opaque',
      '--optlib-dir': 'opaque',
      '--_interactive': 'opaque?',
      '-I, -h, -D': 'text',
      '--languages, --exclude, --exclude-exception, --fields, --kinds, --extras, --extra, --sort, --format, --langmap, --map, --append, --recurse, --totals, --links, --tag-relative, --excmd, --pattern-length-limit, --output-format, --list-kinds, --list-languages, --list-maps, --list-fields, --file-scope, --line-directives, --if0, --verbose, --quiet, --maxdepth, --input-encoding, --output-encoding, --guess-language-eagerly, --language-force, --langdef, --fields-*, --kinds-*, --regex-*, --extras-*, --c-kinds, --c++-kinds, --python-kinds, --php-kinds, --javascript-kinds, --ruby-kinds, --list-features':
        'text?',
    },
    flags: '-a -B -e -F -G -n -N -R -u -V -w -x',
    examples: {
      'ctags -R --exclude=dist src': ['read-tree src'],
      'ctags -f out.txt -o out.txt -L in.txt -R --exclude=dist src': [
        'write out.txt',
        'write out.txt',
        'read in.txt',
        'read-tree src',
      ],
      'ctags --options=x --optlib-dir=x --_interactive=x -R --exclude=dist src': [
        'unknown option --options of ctags',
        'unknown option --optlib-dir of ctags',
        'unknown option --_interactive of ctags',
        'read-tree src',
      ],
    },
  },
  etags: {
    operands: 'read-tree',
    options: {
      '-o, --output': 'write',
      '-i, --include': 'text',
      '-l, --language, -r, --regex, --parse-stdin': 'text',
    },
    flags:
      '-a --append -C --c++ -D --no-defines -g --globals --no-globals -I --ignore-indentation -m --members --no-members -R --no-regex -Q --class-qualify --declarations --no-line-directive --no-duplicates -h -V',
    examples: {
      'etags -a src': ['read-tree src'],
      'etags --output=out.txt -a src': ['write out.txt', 'read-tree src'],
      'etags --unheard-of -a src': ['unknown option --unheard-of of etags', 'read-tree src'],
    },
  },
}

export const counting: readonly Program[] = family(entries)
