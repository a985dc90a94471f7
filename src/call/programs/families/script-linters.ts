import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Linters and formatters of shell, Ruby, PHP, Lua and Perl. */
const entries: Entries = {
  shellcheck: {
    operands: 'read',
    options: {
      '--rcfile': 'read',
      '-P, --source-path': 'names',
      '-C, --color': 'text?',
      '-i, --include, -e, --exclude, -f, --format, -o, --enable, -s, --shell, -S, --severity, -W, --wiki-link-count, --extended-analysis':
        'text',
    },
    flags: '-a --check-sourced --list-optional --norc -V -x --external-sources',
    examples: {
      'shellcheck a.in': ['read a.in'],
      'shellcheck --rcfile rcfile.in -P dir a.in': ['read rcfile.in', 'names dir', 'read a.in'],
      'shellcheck --unheard-of a.in': ['unknown option --unheard-of of shellcheck', 'read a.in'],
    },
  },
  shfmt: {
    operands: 'read-tree',
    style: 'single-dash',
    inPlace: '-w, -write',
    options: { '-i, -indent, -ln, -language-dialect, -filename': 'text' },
    flags:
      '-l -list -d -diff -s -simplify -mn -minify -p -posix -bn -binary-next-line -ci -case-indent -sr -space-redirects -kp -keep-padding -fn -func-next-line -f -find -to-json -from-json -apply-ignore -h',
    examples: {
      'shfmt src': ['read-tree src'],
      'shfmt -w src': ['read-tree src', 'edit src'],
      'shfmt -write src': ['read-tree src', 'edit src'],
      'shfmt -unheard-of src': ['unknown option -unheard-of of shfmt', 'read-tree src'],
    },
  },
  'rubocop standardrb': {
    operands: 'read-tree',
    inPlace:
      '-a, --autocorrect, --auto-correct, --safe-auto-correct, -A, --autocorrect-all, --auto-correct-all, -x, --fix-layout, --fix, --fix-unsafely',
    project: ['.rubocop.yml'],
    options: {
      '-r, --require': 'loads-code',
      '--plugin': 'loads-code',
      '-c, --config': 'config',
      '-f, --format': 'text',
      '-o, --out': 'write',
      '--cache-root': 'directory',
      '--cache, --only, --except, --fail-level, --display-only-fail-level-offenses, --exclude-limit, --show-docs-url, -s, --stdin, --show-cops':
        'text',
    },
    flags:
      '-d --debug -D --[no-]display-cop-names -E --extra-details -S --display-style-guide -P --[no-]parallel -l --lint --safe -F --fail-fast --force-exclusion --only-recognized-file-types --ignore-parent-exclusion --force-default-config -L --list-target-files --display-time --display-only-failed --display-only-correctable --display-only-safe-correctable --stderr --disable-pending-cops --enable-pending-cops --ignore-disable-comments --ignore-unrecognized-cops --disable-uncorrectable --no-server --server --restart-server --start-server --stop-server --server-status --no-detach --profile --memory --raise-cop-error --[no-]color --no-exclude-limit --[no-]offense-counts --[no-]auto-gen-only-exclude --[no-]auto-gen-timestamp --no-fix -h -v -V',
    when: {
      '--auto-gen-config': ['write .rubocop_todo.yml'],
      '--regenerate-todo': ['write .rubocop_todo.yml'],
    },
    forms: { '--init': { effects: ['write .rubocop.yml'] } },
    examples: {
      'rubocop src': ['read-tree src'],
      'rubocop -r /tmp/x --plugin /tmp/x src': ['code other file /tmp/x', 'code other file /tmp/x', 'read-tree src'],
      'rubocop -c /tmp/x -o o.out src': ['code other file /tmp/x', 'write o.out', 'read-tree src'],
      'rubocop --cache-root cache-dir src': ['directory cache-dir', 'read-tree src'],
      'rubocop --auto-gen-config src': ['write .rubocop_todo.yml', 'read-tree src'],
      'rubocop --regenerate-todo src': ['write .rubocop_todo.yml', 'read-tree src'],
      'rubocop --autocorrect src': ['read-tree src', 'edit src'],
      'rubocop --auto-correct src': ['read-tree src', 'edit src'],
      'rubocop --safe-auto-correct src': ['read-tree src', 'edit src'],
      'rubocop --autocorrect-all src': ['read-tree src', 'edit src'],
      'rubocop --auto-correct-all src': ['read-tree src', 'edit src'],
      'rubocop --fix-layout src': ['read-tree src', 'edit src'],
      'rubocop --fix src': ['read-tree src', 'edit src'],
      'rubocop --fix-unsafely src': ['read-tree src', 'edit src'],
      'rubocop --unheard-of src': ['unknown option --unheard-of of rubocop', 'read-tree src'],
      'cd /tmp/x && rubocop src': ['names /tmp/x', 'run rubocop', 'code other file /tmp/x', 'read-tree /tmp/x/src'],
      'rubocop --init': ['write .rubocop.yml'],
    },
  },
  brakeman: {
    operands: 'read-tree',
    options: {
      '-c, --config-file': 'config',
      '-C, --create-config': 'write?',
      '-i, --ignore-config': 'read',
      '-o, --output': 'write',
      '-p, --path': 'read-tree',
      '--add-checks-path': 'loads-code',
      '--compare': 'read',
      '--css-file': 'read',
      '-t, --test, -x, --except, -f, --format, -w, --confidence-level, -n, --no-threads-number, --only-files, --skip-files, --safe-methods, --sql-safe-methods, --url-safe-methods, --branch-limit, --parser-timeout, --table-width, --github-repo, --message-limit, --markdown-format, --text-fields, --enable':
        'text',
    },
    flags:
      '-q --quiet -z --no-exit-on-warn --exit-on-warn --no-exit-on-error --exit-on-error --[no-]pager --[no-]color --[no-]summary --absolute-paths --faster --rails3 --rails4 --rails5 --rails6 --rails7 -1 -2 -3 -4 -5 -6 -7 -8 -A --run-all-checks -a --no-assume-routes --[no-]progress --no-highlights --no-branching --ensure-latest --ensure-ignore-notes --force --force-scan --interprocedural -I --interactive-ignore -l --no-separate-models --skip-libs --skip-vendor --no-skip-vendor --checks -k --list-checks --list-optional-checks --optional-checks --show-ignored --debug --timing --routes -s -d -h -v -W',
    examples: {
      'brakeman src': ['read-tree src'],
      'brakeman -c /tmp/x -Cc.out -i i.in src': ['code other file /tmp/x', 'write c.out', 'read i.in', 'read-tree src'],
      'brakeman -o o.out -p src src': ['write o.out', 'read-tree src', 'read-tree src'],
      'brakeman --add-checks-path /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'brakeman --compare compar.in --css-file css.in src': ['read compar.in', 'read css.in', 'read-tree src'],
      'brakeman --unheard-of src': ['unknown option --unheard-of of brakeman', 'read-tree src'],
    },
  },
  'bundler-audit': {
    subcommands: {
      'check, version, stats, download': {
        operands: 'read-tree',
        options: {
          '-c, --config': 'read',
          '-o, --output': 'write',
          '-D, --database': 'directory',
          '-i, --ignore, -G, --gemfile-lock, -F, --format': 'text',
        },
        flags: '-q --quiet -v --verbose -u --update',
      },
      update: { operands: 'directory', flags: '-q --quiet' },
    },
    bare: {},
    flags: '-u --update -q --quiet -v --verbose',
    examples: {
      'bundler-audit check src': ['read-tree src'],
      'bundler-audit check -c c.in -o o.out src': ['read c.in', 'write o.out', 'read-tree src'],
      'bundler-audit check -D d-dir src': ['directory d-dir', 'read-tree src'],
      'bundler-audit update a-dir': ['directory a-dir'],
      'bundler-audit check --unheard-of': ['unknown option --unheard-of of bundler-audit check'],
    },
  },
  'php-cs-fixer': {
    options: {
      '--config': 'loads-code',
      '--rules, --allow-risky, --using-cache, --format, --path-mode, --stop-on-violation, --show-progress, --cache-format':
        'text',
      '--cache-file': 'write',
    },
    flags: '-q --quiet -v -vv -vvv --verbose --[no-]ansi -n --no-interaction -h -V',
    language: 'php',
    subcommands: {
      fix: {
        operands: 'edit',
        default: '.',
        project: ['.php-cs-fixer.php', '.php-cs-fixer.dist.php'],
        forms: { '--dry-run': { operands: 'read-tree', default: '.', project: ['.php-cs-fixer.php'] } },
        flags: '--diff --sequential --no-diff',
      },
      check: {
        operands: 'read-tree',
        default: '.',
        project: ['.php-cs-fixer.php', '.php-cs-fixer.dist.php'],
        flags: '--diff --sequential',
      },
      'list, list-files, describe, help, self-update, completion': { operands: 'text' },
    },
    examples: {
      'php-cs-fixer fix a.file': ['edit a.file'],
      'php-cs-fixer fix --config /tmp/x a.file': ['code php file /tmp/x', 'edit a.file'],
      'php-cs-fixer fix --cache-file cache.out a.file': ['write cache.out', 'edit a.file'],
      'php-cs-fixer fix': ['edit .'],
      'cd /tmp/x && php-cs-fixer fix a.file': [
        'names /tmp/x',
        'run php-cs-fixer',
        'code php file /tmp/x',
        'edit /tmp/x/a.file',
      ],
      'php-cs-fixer fix --dry-run src': ['read-tree src'],
      'php-cs-fixer fix --dry-run': ['read-tree .'],
      'cd /tmp/x && php-cs-fixer fix --dry-run src': [
        'names /tmp/x',
        'run php-cs-fixer',
        'code other file /tmp/x',
        'read-tree /tmp/x/src',
      ],
      'php-cs-fixer check src': ['read-tree src'],
      'php-cs-fixer check': ['read-tree .'],
      'cd /tmp/x && php-cs-fixer check src': [
        'names /tmp/x',
        'run php-cs-fixer',
        'code php file /tmp/x',
        'read-tree /tmp/x/src',
      ],
      'php-cs-fixer fix --unheard-of': ['unknown option --unheard-of of php-cs-fixer fix', 'edit .'],
    },
  },
  'phpcs phpcbf': {
    operands: 'read-tree',
    options: {
      '--bootstrap': 'loads-code?',
      '--standard': 'loads-code?',
      '--report': 'loads-code?',
      '--generator, --filter': 'loads-code?',
      '--report-file, --report-full, --report-json, --report-xml, --report-checkstyle, --report-junit, --report-csv, --report-summary, --cache':
        'write?',
      '--file-list': 'read?',
      '--stdin-path, --basepath': 'names?',
      // Paths of standards, of PHP, and options of PHP itself.
      '--runtime-set': 'opaque text',
      '--config-set': 'opaque text',
      '-d': 'opaque',
      '--extensions, --ignore, --ignore-patterns, --sniffs, --exclude, --encoding, --severity, --error-severity, --warning-severity, --tab-width, --parallel, --report-width, --suffix':
        'text?',
    },
    flags:
      '-a -e -i -l -m -n -p -q -s -v -w -vv -vvv --[no-]colors --ignore-annotations --no-cache --config-show --no-patch -h',
    examples: {
      'phpcs src': ['read-tree src'],
      'phpcs --bootstrap=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'phpcs --standard=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'phpcs --report=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'phpcs --generator=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'phpcs --filter=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'phpcs --report-file=report.out src': ['write report.out', 'read-tree src'],
      'phpcs --report-full=report.out src': ['write report.out', 'read-tree src'],
      'phpcs --report-json=report.out src': ['write report.out', 'read-tree src'],
      'phpcs --report-xml=report.out src': ['write report.out', 'read-tree src'],
      'phpcs --report-checkstyle=report.out src': ['write report.out', 'read-tree src'],
      'phpcs --report-junit=report.out src': ['write report.out', 'read-tree src'],
      'phpcs --report-csv=report.out src': ['write report.out', 'read-tree src'],
      'phpcs --report-summary=report.out src': ['write report.out', 'read-tree src'],
      'phpcs --cache=cache.out --file-list=file.in src': ['write cache.out', 'read file.in', 'read-tree src'],
      'phpcs --stdin-path=dir --basepath=dir src': ['names dir', 'names dir', 'read-tree src'],
      'phpcs -d x src': ['unknown option -d of phpcs', 'read-tree src'],
      'phpcs --runtime-set x x src': ['unknown option --runtime-set of phpcs', 'read-tree src'],
      'phpcs --config-set x x src': ['unknown option --config-set of phpcs', 'read-tree src'],
    },
  },
  phpstan: {
    options: {
      '-c, --configuration': 'config',
      '-a, --autoload-file': 'loads-code',
      '-b, --generate-baseline': 'write?',
      '--tmp-file, --instead-of': 'read',
      '-l, --level, --memory-limit, --error-format': 'text',
    },
    flags:
      '-q --quiet -v -vv -vvv --verbose --[no-]ansi -n --no-interaction --no-progress --debug --allow-empty-baseline --xdebug --fix --watch --pro --fail-without-result-cache -h -V',
    language: 'php',
    subcommands: {
      'analyse, analyze': { operands: 'read-tree', project: ['phpstan.neon', 'phpstan.neon.dist'] },
      'clear-result-cache, diagnose, dump-parameters, list, help, completion': { operands: 'text', flags: '--json' },
    },
    examples: {
      'phpstan analyse src': ['read-tree src'],
      'phpstan analyse -c /tmp/x -a /tmp/x src': ['code other file /tmp/x', 'code php file /tmp/x', 'read-tree src'],
      'phpstan analyse -bb.out --tmp-file tmp.in src': ['write b.out', 'read tmp.in', 'read-tree src'],
      'phpstan analyse --instead-of instea.in src': ['read instea.in', 'read-tree src'],
      'cd /tmp/x && phpstan analyse src': [
        'names /tmp/x',
        'run phpstan',
        'code php file /tmp/x',
        'read-tree /tmp/x/src',
      ],
      'phpstan analyse --unheard-of': ['unknown option --unheard-of of phpstan analyse'],
    },
  },
  psalm: {
    operands: 'read-tree',
    project: ['psalm.xml', 'psalm.xml.dist'],
    language: 'php',
    options: {
      '-c, --config': 'config',
      '--plugin': 'loads-code?',
      '--report': 'write?',
      '--set-baseline, --use-baseline': 'write?',
      '--dump-taint-graph, --debug-by-line, --debug-emitted-issues': 'write?',
      '-r, --root': 'project-directory',
      '-f, --output-format, --threads, --error-level, --show-info, --show-snippet, --php-version, --find-dead-code, --find-unused-code, --stats, --memory-limit, --diff-methods, --scan-threads, --monochrome, --issues':
        'text?',
    },
    flags:
      '-m --no-cache --clear-cache --clear-global-cache --no-diff --diff --no-progress --long-progress --no-suggestions --ignore-baseline --update-baseline --find-unused-psalm-suppress --find-unused-variables --taint-analysis --track-tainted-input --shepherd-off --disable-extension --no-file-cache --no-reflection-cache --threads-off --use-ini-defaults --debug --show-arrows -i --init -h -v',
    when: { '--alter': ['edit .'] },
    examples: {
      'psalm src': ['read-tree src'],
      'psalm -c /tmp/x --plugin=/tmp/x src': ['code other file /tmp/x', 'code php file /tmp/x', 'read-tree src'],
      'psalm --report=report.out --set-baseline=set.out src': ['write report.out', 'write set.out', 'read-tree src'],
      'psalm --use-baseline=use.out src': ['write use.out', 'read-tree src'],
      'psalm --dump-taint-graph=dump.out src': ['write dump.out', 'read-tree src'],
      'psalm --debug-by-line=debug.out src': ['write debug.out', 'read-tree src'],
      'psalm --debug-emitted-issues=debug.out src': ['write debug.out', 'read-tree src'],
      'psalm -r /tmp/x src': ['code php file /tmp/x', 'read-tree src'],
      'psalm --alter src': ['edit .', 'read-tree src'],
      'cd /tmp/x && psalm src': ['names /tmp/x', 'run psalm', 'code php file /tmp/x', 'read-tree /tmp/x/src'],
      'psalm --unheard-of src': ['unknown option --unheard-of of psalm', 'read-tree src'],
    },
  },
  'pint rector ecs': {
    // They write unless they are told to check.
    operands: 'edit',
    default: '.',
    project: ['rector.php', 'ecs.php', 'pint.json'],
    language: 'php',
    forms: {
      '--test, -n, --dry-run': { operands: 'read-tree', default: '.', project: ['rector.php', 'ecs.php', 'pint.json'] },
    },
    options: {
      '-c, --config': 'loads-code',
      '-a, --autoload-file': 'loads-code',
      '--cache-file': 'write',
      '--preset, --format, --output-format, --memory-limit, --only, --only-suffix, --diff': 'text',
    },
    flags:
      '-v -vv -vvv --verbose -q --quiet --dirty --bail --repair --parallel --no-progress-bar --no-diffs --clear-cache --debug --[no-]ansi -h -V',
    examples: {
      'pint a.file': ['edit a.file'],
      'pint -c /tmp/x -a /tmp/x a.file': ['code php file /tmp/x', 'code php file /tmp/x', 'edit a.file'],
      'pint --cache-file cache.out a.file': ['write cache.out', 'edit a.file'],
      pint: ['edit .'],
      'cd /tmp/x && pint a.file': ['names /tmp/x', 'run pint', 'code php file /tmp/x', 'edit /tmp/x/a.file'],
      'pint --test src': ['read-tree src'],
      'pint --test': ['read-tree .'],
      'cd /tmp/x && pint --test': ['names /tmp/x', 'run pint', 'code other file /tmp/x', 'read-tree /tmp/x'],
      'pint --unheard-of a.file': ['unknown option --unheard-of of pint', 'edit a.file'],
    },
  },
  luacheck: {
    operands: 'read-tree',
    project: ['.luacheckrc'],
    options: {
      '--config, --default-config': 'config',
      '--formatter': 'loads-code',
      '--cache': 'write',
      '--std, --globals, --read-globals, --new-globals, --not-globals, --ignore, -i, --enable, -e, --only, -o, --exclude-files, --include-files, --filename, --jobs, -j, --max-line-length, --max-code-line-length, --max-comment-line-length, --max-cyclomatic-complexity, --operators':
        'text',
    },
    flags:
      '-g --no-global -u --no-unused -r --no-redefined -a --no-unused-args -s --no-unused-secondaries --no-self --no-config --no-default-config --no-cache --codes --ranges --no-color --no-max-line-length -c --compat -d --allow-defined -t --allow-defined-top -m --module -q -qq -qqq -h -v',
    examples: {
      'luacheck src': ['read-tree src'],
      'luacheck --config /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'luacheck --default-config /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'luacheck --formatter /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'luacheck --cache cache.out src': ['write cache.out', 'read-tree src'],
      'cd /tmp/x && luacheck src': ['names /tmp/x', 'run luacheck', 'code other file /tmp/x', 'read-tree /tmp/x/src'],
      'luacheck --unheard-of src': ['unknown option --unheard-of of luacheck', 'read-tree src'],
    },
  },
  perltidy: {
    operands: 'read',
    style: 'single-dash',
    inPlace: '-b, -backup-and-modify-in-place',
    project: ['.perltidyrc'],
    options: {
      '-o, -outfile': 'write',
      '-opath, -output-path': 'directory',
      '-pro=*, -profile=*': 'config',
      '-i=*, -l=*, -ci=*, -bext=*, -st*': 'text',
    },
    flags: '-nbl -npro -q -f -html -csc -dsc -pbp -gnu -syn -w -se -v -h -nst -oext',
    examples: {
      'perltidy a.in': ['read a.in'],
      'perltidy -o o.out -outfile outfil.out a.in': ['write o.out', 'write outfil.out', 'read a.in'],
      'perltidy -opath opath-dir a.in': ['directory opath-dir', 'read a.in'],
      'perltidy -output-path output-dir a.in': ['directory output-dir', 'read a.in'],
      'perltidy -pro=/tmp/x -profile=/tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'perltidy -b a.in': ['read a.in', 'edit a.in'],
      'perltidy -backup-and-modify-in-place a.in': ['read a.in', 'edit a.in'],
      'cd /tmp/x && perltidy a.in': ['names /tmp/x', 'run perltidy', 'code other file /tmp/x', 'read /tmp/x/a.in'],
      'perltidy -unheard-of a.in': ['unknown option -unheard-of of perltidy', 'read a.in'],
    },
  },
}

export const scriptLinters: readonly Program[] = family(entries)
