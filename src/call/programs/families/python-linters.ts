import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Linters, formatters and type checkers of Python. Settings of pylint, flake8 and mypy name modules that are loaded. */
const entries: Entries = {
  ruff: {
    options: {
      '--config': 'read',
      '--log-file': 'append',
      '--color': 'text',
    },
    flags: '-v --verbose -q --quiet -s --silent --isolated -h -V',
    subcommands: {
      check: {
        operands: 'read-tree',
        default: '.',
        inPlace: '--fix, --fix-only, --unsafe-fixes, --add-noqa, --add-ignore',
        options: {
          '-o, --output-file': 'write',
          '--cache-dir': 'directory',
          '--output-format, --target-version, --extension, --select, --ignore, --extend-select, --extend-ignore, --per-file-ignores, --extend-per-file-ignores, --fixable, --unfixable, --extend-fixable, --exclude, --extend-exclude, --stdin-filename, --line-length, --max-complexity, --dummy-variable-rgx':
            'text',
        },
        flags:
          '--no-fix --no-unsafe-fixes --[no-]show-fixes --diff -w --watch --no-fix-only --ignore-noqa --[no-]preview --[no-]respect-gitignore --[no-]force-exclude -n --no-cache -e --exit-zero --exit-non-zero-on-fix --exit-non-zero-on-format --statistics --show-files --show-settings --ecosystem-ci',
      },
      format: {
        operands: 'edit',
        default: '.',
        forms: { '--check, --diff': { operands: 'read-tree', default: '.' } },
        options: {
          '--cache-dir': 'directory',
          '--target-version, --extension, --exclude, --extend-exclude, --line-length, --stdin-filename, --range, --output-format':
            'text',
        },
        flags: '-n --no-cache --[no-]respect-gitignore --[no-]force-exclude --[no-]preview --exit-non-zero-on-format',
      },
      'rule, config, linter': { operands: 'text', options: { '--output-format': 'text' }, flags: '--all' },
      'analyze graph': {
        operands: 'read-tree',
        default: '.',
        options: { '--python': 'loads-code', '--direction, --target-version, --min-dots': 'text' },
        flags: '--detect-string-imports --[no-]type-checking-imports --preview',
      },
      'clean, version, help, generate-shell-completion': { operands: 'text', options: { '--output-format': 'text' } },
    },
    examples: {
      'ruff check src': ['read-tree src'],
      'ruff check --config config.in --log-file log.log src': ['read config.in', 'append log.log', 'read-tree src'],
      'ruff check -o o.out --cache-dir cache-dir src': ['write o.out', 'directory cache-dir', 'read-tree src'],
      'ruff check': ['read-tree .'],
      'ruff check --fix src': ['read-tree src', 'edit src'],
      'ruff check --fix-only src': ['read-tree src', 'edit src'],
      'ruff check --unsafe-fixes src': ['read-tree src', 'edit src'],
      'ruff check --add-noqa src': ['read-tree src', 'edit src'],
      'ruff check --add-ignore src': ['read-tree src', 'edit src'],
      'ruff format --cache-dir cache-dir a.file': ['directory cache-dir', 'edit a.file'],
      'ruff format': ['edit .'],
      'ruff format --check src': ['read-tree src'],
      'ruff format --check': ['read-tree .'],
      'ruff analyze graph --python /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'ruff analyze graph': ['read-tree .'],
      'ruff check --unheard-of': ['unknown option --unheard-of of ruff check', 'read-tree .'],
    },
  },
  black: {
    // It writes unless it is told to check.
    operands: 'edit',
    forms: { '--check, --diff, -c, --code': { operands: 'read-tree' } },
    options: {
      '--config': 'read',
      '-c, --code, -l, --line-length, -t, --target-version, --include, --exclude, --extend-exclude, --force-exclude, --stdin-filename, -W, --workers, --required-version, --line-ranges, --enable-unstable-feature, --python-cell-magics':
        'text',
    },
    flags:
      '--pyi --ipynb -S --skip-string-normalization -C --skip-magic-trailing-comma --preview --unstable --[no-]color --fast --safe -q --quiet -v --verbose -x --skip-source-first-line --no-cache -h',
    examples: {
      'black a.file': ['edit a.file'],
      'black --config config.in a.file': ['read config.in', 'edit a.file'],
      'black --check src': ['read-tree src'],
      'black --unheard-of a.file': ['unknown option --unheard-of of black', 'edit a.file'],
    },
  },
  isort: {
    operands: 'edit',
    forms: { '-c, --check, --check-only, -d, --stdout, --show-files, --show-config': { operands: 'read-tree' } },
    options: {
      '--settings, --settings-file, --settings-path, --sp': 'read',
      '--cr, --config-root': 'names',
      '--virtual-env, --conda-env': 'names',
      '--src, --src-path': 'names',
      '-a, --add-import, --append-only, -b, --builtin, -f, -i, --indent, -j, --jobs, -l, -w, --line-length, --wl, --wrap-length, -m, --multi-line, -n, -o, --thirdparty, -p, --project, --profile, --py, --python-version, -s, --skip, --extend-skip, --skip-glob, --sg, --extend-skip-glob, --rm, --remove-import, -t, --top, --sd, --section-default, --known-local-folder, --known-first-party, --known-third-party, --lai, --lines-after-imports, --lbi, --lines-before-imports, --lbt, --lines-between-types, --fss, --filename, --formatter, --ext, --extension, --supported-extension, --blocked-extension, --le, --line-ending, --sl, --section-order':
        'text',
    },
    flags:
      '-q --quiet -v --verbose --vn --version-number -V -e -r --rc --df --diff --float-to-top --ff --from-first --fas --force-alphabetical-sort --fgw --force-grid-wrap --force-sort-within-sections --ac --atomic --tc --trailing-comma --up --use-parentheses --gitignore --skip-gitignore --filter-files --color --interactive --dont-follow-links --only-modified --om --no-sections --ds --combine-star --cs --case-sensitive --star-first --length-sort --ls --reverse-sort --honor-noqa',
    examples: {
      'isort a.file': ['edit a.file'],
      'isort --settings settin.in a.file': ['read settin.in', 'edit a.file'],
      'isort --settings-file settin.in a.file': ['read settin.in', 'edit a.file'],
      'isort --settings-path settin.in --sp sp.in a.file': ['read settin.in', 'read sp.in', 'edit a.file'],
      'isort --cr dir --config-root dir a.file': ['names dir', 'names dir', 'edit a.file'],
      'isort --virtual-env dir --conda-env dir a.file': ['names dir', 'names dir', 'edit a.file'],
      'isort --src dir --src-path dir a.file': ['names dir', 'names dir', 'edit a.file'],
      'isort -c src': ['read-tree src'],
      'isort --unheard-of a.file': ['unknown option --unheard-of of isort', 'edit a.file'],
    },
  },
  autopep8: {
    operands: 'read-tree',
    inPlace: '-i, --in-place',
    options: {
      '--global-config': 'read',
      '-j, --jobs, -p, --pep8-passes, --exclude, --indent-size, --hang-closing, --exit-code, --ignore, --select, --max-line-length, --line-range, --range':
        'text',
    },
    flags:
      '-v --verbose -d --diff --ignore-local-config -r --recursive -a --aggressive --experimental --list-fixes --exit-code -h',
    examples: {
      'autopep8 src': ['read-tree src'],
      'autopep8 --global-config global.in src': ['read global.in', 'read-tree src'],
      'autopep8 -i src': ['read-tree src', 'edit src'],
      'autopep8 --unheard-of src': ['unknown option --unheard-of of autopep8', 'read-tree src'],
    },
  },
  yapf: {
    operands: 'read-tree',
    inPlace: '-i, --in-place',
    options: { '-e, --exclude, -l, --lines': 'text', '--style': { words: 'pep8 google yapf facebook', else: 'read' } },
    flags:
      '-d --diff -q --quiet -r --recursive --style-help --no-local-style -p --parallel -m --print-modified -vv --verbose -h -v',
    examples: {
      'yapf src': ['read-tree src'],
      'yapf --style style.in src': ['read style.in', 'read-tree src'],
      'yapf -i src': ['read-tree src', 'edit src'],
      'yapf --unheard-of src': ['unknown option --unheard-of of yapf', 'read-tree src'],
    },
  },
  flake8: {
    operands: 'read-tree',
    options: {
      '--config, --append-config': 'config',
      '--output-file': 'write',
      '--enable-extensions, --require-plugins, --format, --exclude, --extend-exclude, --filename, --stdin-display-name, --ignore, --extend-ignore, --per-file-ignores, --max-line-length, --max-doc-length, --indent-size, --select, --extend-select, -j, --jobs, --max-complexity, --builtins, --include-in-doctest, --exclude-from-doctest, --color, --max-cognitive-complexity, --docstring-convention, --import-order-style, --application-import-names, --inline-quotes':
        'text',
    },
    flags:
      '--isolated --disable-noqa --tee --[no-]show-source --statistics --count --exit-zero --benchmark --bug-report -v --verbose -q --quiet --doctests --hang-closing -h',
    examples: {
      'flake8 src': ['read-tree src'],
      'flake8 --config /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'flake8 --append-config /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'flake8 --output-file output.out src': ['write output.out', 'read-tree src'],
      'flake8 --unheard-of src': ['unknown option --unheard-of of flake8', 'read-tree src'],
    },
  },
  pylint: {
    operands: 'read-tree',
    project: ['.pylintrc', 'pylintrc'],
    options: {
      '--rcfile': 'config',
      '--load-plugins': { list: 'loads-code' },
      '--init-hook': 'code',
      '--output': 'write',
      '--source-roots, --source-root': 'project-directory',
      '--output-format, -f': 'loads-code',
      '-d, --disable, -e, --enable, -j, --jobs, --fail-under, --fail-on, --ignore, --ignore-paths, --ignore-patterns, --ignored-modules, --ignored-classes, --msg-template, --confidence, --extension-pkg-allow-list, --extension-pkg-whitelist, --generated-members, --max-line-length, --py-version, --good-names, --bad-names, --score, -s, -r, --reports, --persistent, --limit-inference-results, --max-args, --max-locals, --max-branches, --max-statements, --max-attributes, --min-public-methods, --min-similarity-lines, --max-module-lines, --variable-rgx, --argument-rgx, --disable-msg, --spelling-dict, --recursive, --from-stdin, --suggestion-mode, --clear-cache-post-run, --evaluation, --notes, --help-msg':
        'text',
    },
    flags:
      '-E --errors-only -v --verbose --list-msgs --list-msgs-enabled --list-groups --list-conf-levels --list-extensions --full-documentation --generate-rcfile --generate-toml-config --long-help --exit-zero --enable-all-extensions --unsafe-load-any-extension -h',
    variables: { PYLINTRC: 'config' },
    examples: {
      'pylint src': ['read-tree src'],
      'pylint --rcfile /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'pylint --load-plugins /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'pylint --init-hook x --output output.out src': ['code other inline', 'write output.out', 'read-tree src'],
      'pylint --source-roots /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'pylint --source-root /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'pylint --output-format /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'PYLINTRC=/tmp/x pylint src': ['opaque dynamic-code', 'code other file /tmp/x', 'read-tree src'],
      'cd /tmp/x && pylint src': ['names /tmp/x', 'run pylint', 'code other file /tmp/x', 'read-tree /tmp/x/src'],
      'pylint --unheard-of src': ['unknown option --unheard-of of pylint', 'read-tree src'],
    },
  },
  'pyflakes pycodestyle pep8': {
    operands: 'read-tree',
    options: {
      '--config': 'read',
      '--exclude, --filename, --select, --ignore, --max-line-length, --max-doc-length, --indent-size, --format': 'text',
    },
    flags:
      '-q --quiet -v --verbose -r --first --repeat --show-source --show-pep8 --statistics --count --hang-closing --diff --benchmark -h',
    examples: {
      'pyflakes src': ['read-tree src'],
      'pyflakes --config config.in src': ['read config.in', 'read-tree src'],
      'pyflakes --unheard-of src': ['unknown option --unheard-of of pyflakes', 'read-tree src'],
    },
  },
  pydocstyle: {
    operands: 'read-tree',
    options: {
      '--config': 'read',
      '--select, --ignore, --convention, --add-select, --add-ignore, --match, --match-dir, --ignore-decorators, --property-decorators':
        'text',
    },
    flags: '-e --explain -s --source -d --debug -v --verbose --count --ignore-self-only-init -h',
    examples: {
      'pydocstyle src': ['read-tree src'],
      'pydocstyle --config config.in src': ['read config.in', 'read-tree src'],
      'pydocstyle --unheard-of src': ['unknown option --unheard-of of pydocstyle', 'read-tree src'],
    },
  },
  'pyupgrade add-trailing-comma reorder-python-imports': {
    operands: 'edit',
    options: { '--application-directories, --add-import, --remove-import, --replace-import': 'text' },
    flags:
      '--exit-zero-even-if-changed --keep-percent-format --keep-mock --keep-runtime-typing --py3-plus --py3-only --py36-plus --py37-plus --py38-plus --py39-plus --py310-plus --py311-plus --py312-plus --py313-plus --py314-plus --diff-only -h',
    examples: {
      'pyupgrade a.file': ['edit a.file'],
      'pyupgrade --unheard-of a.file': ['unknown option --unheard-of of pyupgrade', 'edit a.file'],
    },
  },
  'autoflake docformatter': {
    operands: 'read-tree',
    inPlace: '-i, --in-place',
    options: {
      '--config': 'read',
      '--imports, --exclude, -j, --jobs, --stdin-display-name, -e, --wrap-summaries, --wrap-descriptions, --range':
        'text',
    },
    flags:
      '-c --check -cd --check-diff -r --recursive --expand-star-imports --remove-all-unused-imports --ignore-init-module-imports --remove-duplicate-keys --remove-unused-variables --remove-rhs-for-unused-variables --ignore-pass-statements --ignore-pass-after-docstring -v --verbose -q --quiet -s --stdout --black --blank --pre-summary-newline --make-summary-multi-line --force-wrap -h',
    examples: {
      'autoflake src': ['read-tree src'],
      'autoflake --config config.in src': ['read config.in', 'read-tree src'],
      'autoflake -i src': ['read-tree src', 'edit src'],
      'autoflake --unheard-of src': ['unknown option --unheard-of of autoflake', 'read-tree src'],
    },
  },
  vulture: {
    operands: 'read-tree',
    options: { '--config': 'read', '--exclude, --ignore-decorators, --ignore-names, --min-confidence': 'text' },
    flags: '--make-whitelist --sort-by-size -v --verbose -h',
    examples: {
      'vulture src': ['read-tree src'],
      'vulture --config config.in src': ['read config.in', 'read-tree src'],
      'vulture --unheard-of src': ['unknown option --unheard-of of vulture', 'read-tree src'],
    },
  },
  'radon xenon': {
    operands: ['text', 'read-tree…'],
    options: {
      '-O, --output-file': 'write',
      '-n, --min, -x, --max, -e, --exclude, -i, --ignore, -o, --order, -b, --max-absolute, -m, --max-modules, -a, --max-average, --codec, --include-ipynb':
        'text',
    },
    flags: '-s --show-complexity -j --json --xml --md --total-average --no-assert --show-closures -h',
    examples: {
      'radon x src': ['read-tree src'],
      'radon -O o.out x src': ['write o.out', 'read-tree src'],
      'radon --unheard-of x src': ['unknown option --unheard-of of radon', 'read-tree src'],
    },
  },
  bandit: {
    operands: 'read-tree',
    options: {
      '-c, --configfile': 'read',
      '-b, --baseline': 'read',
      '--ini': 'read',
      '-o, --output': 'write',
      '-a, --aggregate, -n, --number, -p, --profile, -t, --tests, -s, --skip, --severity-level, --confidence-level, -f, --format, --msg-template, -x, --exclude':
        'text',
    },
    flags:
      '-r --recursive -l -ll -lll -i -ii -iii -v --verbose -d --debug -q --quiet --silent --ignore-nosec --exit-zero -h',
    examples: {
      'bandit src': ['read-tree src'],
      'bandit -c c.in -b b.in --ini ini.in src': ['read c.in', 'read b.in', 'read ini.in', 'read-tree src'],
      'bandit -o o.out src': ['write o.out', 'read-tree src'],
      'bandit --unheard-of src': ['unknown option --unheard-of of bandit', 'read-tree src'],
    },
  },
  mypy: {
    operands: 'read-tree',
    options: {
      '--config-file': 'config',
      '--python-executable': 'loads-code',
      '--custom-typeshed-dir': 'read-tree',
      '--cache-dir': 'directory',
      '--junit-xml': 'write',
      '--any-exprs-report, --cobertura-xml-report, --html-report, --linecount-report, --linecoverage-report, --lineprecision-report, --txt-report, --xml-report, --xslt-html-report, --xslt-txt-report':
        'directory',
      '--shadow-file': 'text read',
      '--package-root': 'names',
      '-c, --command, -m, --module, -p, --package, --exclude, --python-version, --platform, --always-true, --always-false, --follow-imports, --disable-error-code, --enable-error-code, --num-workers, --junit-format, --find-occurrences, --enable-incomplete-feature, --output, -O, --untyped-calls-exclude, --deprecated-calls-exclude':
        'text',
    },
    flags:
      '-v --verbose --[no-]warn-unused-configs --[no-]namespace-packages --[no-]explicit-package-bases --ignore-missing-imports --follow-untyped-imports --no-site-packages --[no-]silence-site-packages --disallow-any-unimported --disallow-any-expr --disallow-any-decorated --disallow-any-explicit --disallow-any-generics --allow-any-generics --disallow-subclassing-any --allow-subclassing-any --disallow-untyped-calls --allow-untyped-calls --disallow-untyped-defs --allow-untyped-defs --disallow-incomplete-defs --allow-incomplete-defs --check-untyped-defs --no-check-untyped-defs --disallow-untyped-decorators --[no-]implicit-optional --[no-]strict-optional --warn-redundant-casts --no-warn-redundant-casts --warn-unused-ignores --no-warn-unused-ignores --[no-]warn-no-return --[no-]warn-return-any --[no-]warn-unreachable --report-deprecated-as-note --allow-untyped-globals --allow-redefinition --allow-redefinition-new --[no-]implicit-reexport --strict-equality --no-strict-equality --strict-bytes --extra-checks --strict --[no-]local-partial-types --[no-]show-error-context --[no-]show-column-numbers --show-error-end --[no-]hide-error-codes --show-error-code-links --[no-]show-error-codes --[no-]pretty --[no-]color-output --[no-]error-summary --show-absolute-path --no-incremental --sqlite-cache --no-sqlite-cache --cache-fine-grained --skip-version-check --skip-cache-mtime-checks --pdb --show-traceback --tb --raise-exceptions --scripts-are-modules --[no-]non-interactive --fast-module-lookup --no-fast-module-lookup --exclude-gitignore -h -V',
    when: { '--install-types': ['install pip registry project'] },
    examples: {
      'mypy src': ['read-tree src'],
      'mypy --config-file /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'mypy --python-executable /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'mypy --custom-typeshed-dir src src': ['read-tree src', 'read-tree src'],
      'mypy --cache-dir cache-dir src': ['directory cache-dir', 'read-tree src'],
      'mypy --junit-xml junit.out src': ['write junit.out', 'read-tree src'],
      'mypy --any-exprs-report any-dir src': ['directory any-dir', 'read-tree src'],
      'mypy --cobertura-xml-report cobert-dir src': ['directory cobert-dir', 'read-tree src'],
      'mypy --html-report html-dir src': ['directory html-dir', 'read-tree src'],
      'mypy --linecount-report lineco-dir src': ['directory lineco-dir', 'read-tree src'],
      'mypy --linecoverage-report lineco-dir src': ['directory lineco-dir', 'read-tree src'],
      'mypy --lineprecision-report linepr-dir src': ['directory linepr-dir', 'read-tree src'],
      'mypy --txt-report txt-dir --xml-report xml-dir src': ['directory txt-dir', 'directory xml-dir', 'read-tree src'],
      'mypy --xslt-html-report xslt-dir src': ['directory xslt-dir', 'read-tree src'],
      'mypy --xslt-txt-report xslt-dir src': ['directory xslt-dir', 'read-tree src'],
      'mypy --shadow-file x shadow.in --package-root dir src': ['read shadow.in', 'names dir', 'read-tree src'],
      'mypy --install-types src': ['install pip src registry project', 'read-tree src'],
      'mypy --unheard-of src': ['unknown option --unheard-of of mypy', 'read-tree src'],
    },
  },
  'pyright basedpyright': {
    operands: 'read-tree',
    options: {
      '-p, --project': 'read',
      '--pythonpath': 'loads-code',
      '-t, --typeshedpath, --typeshed-path': 'read-tree',
      '-v, --venvpath, --venv-path': 'names',
      '--createstub, --level, --pythonplatform, --pythonversion, --verifytypes, --threads, --baselinemode': 'text',
      '--baselinefile': 'edit',
      '--writebaseline': 'flag',
    },
    flags:
      '--dependencies --ignoreexternal --outputjson --skipunannotated --stats --verbose --warnings -w --watch -h --gitlabcodequality',
    examples: {
      'pyright src': ['read-tree src'],
      'pyright -p p.in --pythonpath /tmp/x src': ['read p.in', 'code other file /tmp/x', 'read-tree src'],
      'pyright --typeshedpath src --typeshed-path src src': ['read-tree src', 'read-tree src', 'read-tree src'],
      'pyright --venvpath dir --venv-path dir src': ['names dir', 'names dir', 'read-tree src'],
      'pyright --baselinefile baseli.file src': ['edit baseli.file', 'read-tree src'],
      'pyright --unheard-of src': ['unknown option --unheard-of of pyright', 'read-tree src'],
    },
  },
  'ty pyrefly': {
    options: { '--color': 'text' },
    flags: '-v --verbose -q --quiet -h -V',
    subcommands: {
      check: {
        operands: 'read-tree',
        default: '.',
        options: {
          '--config-file': 'read',
          '--python': 'loads-code',
          '--project': 'names',
          '--typeshed': 'read-tree',
          '--extra-search-path': 'names',
          '-c, --config, --python-version, --python-platform, --platform, --output-format, --error, --warn, --ignore, --exclude, --summarize-errors, --only':
            'text',
        },
        flags:
          '-W --watch --error-on-warning --exit-zero --[no-]respect-ignore-files --[no-]force-exclude --add-ignore --no-progress',
      },
      'version, help, explain': { operands: 'text' },
    },
    examples: {
      'ty check src': ['read-tree src'],
      'ty check --config-file config.in src': ['read config.in', 'read-tree src'],
      'ty check --python /tmp/x --project dir src': ['code other file /tmp/x', 'names dir', 'read-tree src'],
      'ty check --typeshed src --extra-search-path dir src': ['read-tree src', 'names dir', 'read-tree src'],
      'ty check': ['read-tree .'],
      'ty check --unheard-of': ['unknown option --unheard-of of ty check', 'read-tree .'],
    },
  },
  'djlint curlylint': {
    operands: 'read-tree',
    inPlace: '--reformat, --fix',
    options: {
      '--configuration, --config': 'read',
      '-e, --extension, -i, --ignore, --indent, --profile, --per-file-ignores, --exclude, --extend-exclude, --include, --preset, --blank-line-after-tag, --line-length, --max-line-length, --custom-blocks, --custom-html, --linter-output-format, --rule, --format, --template-tags':
        'text',
    },
    flags:
      '--lint --check --quiet --warn --use-gitignore --preserve-leading-space --preserve-blank-lines --format-css --format-js --no-line-after-yaml --require-pragma --statistics -v --verbose -h',
    examples: {
      'djlint src': ['read-tree src'],
      'djlint --configuration config.in --config config.in src': ['read config.in', 'read config.in', 'read-tree src'],
      'djlint --reformat src': ['read-tree src', 'edit src'],
      'djlint --fix src': ['read-tree src', 'edit src'],
      'djlint --unheard-of src': ['unknown option --unheard-of of djlint', 'read-tree src'],
    },
  },
  nbstripout: {
    operands: 'edit',
    options: {
      '--extra-keys, --keep-metadata-keys, --drop-tagged-cells, --max-size, --mode': 'text',
      '--attributes': 'write',
    },
    flags:
      '--dry-run --verify --keep-count --keep-output --keep-id --drop-empty-cells --strip-init-cells -t --textconv -f --force --status --is-installed',
    forms: {
      '--install, --uninstall': { effects: ['settings git filter.nbstripout'], flags: '--global --system --python' },
    },
    examples: {
      'nbstripout a.file': ['edit a.file'],
      'nbstripout --attributes attrib.out a.file': ['write attrib.out', 'edit a.file'],
      'nbstripout --install': ['settings git filter.nbstripout'],
      'nbstripout --unheard-of a.file': ['unknown option --unheard-of of nbstripout', 'edit a.file'],
    },
  },
}

export const pythonLinters: readonly Program[] = family(entries)
