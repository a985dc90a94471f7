import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Test runners: they run the project's own tests. Plugins, listeners and formatters are code, and so is a test elsewhere. */
const entries: Entries = {
  'pytest py.test': {
    operands: 'project-directory',
    project: ['conftest.py'],
    language: 'python',
    options: {
      '-c, --config-file': 'config',
      '--rootdir': 'project-directory',
      '-p': 'loads-code',
      '-o, --override-ini': {
        keys: {
          pythonpath: 'project-directory',
          cache_dir: 'directory',
          log_file: 'write',
          'asyncio_*, console_output_style, doctest_*, junit_*, log_cli*, log_date_format, log_format, log_level, log_file_level, markers, minversion, norecursedirs, python_classes, python_files, python_functions, testpaths, timeout, truncation_*, usefixtures, verbosity_*, xfail_strict, filterwarnings, faulthandler_timeout':
            'text',
        },
      },
      '--pdbcls': 'opaque',
      '--basetemp': 'directory',
      '--junitxml, --junit-xml': 'write',
      '--log-file': 'write',
      '--resultlog, --report-log, --html, --json-report-file, --benchmark-json, --durations-path': 'write',
      '--css': 'read',
      '--alluredir': 'directory',
      '--debug': 'write?',
      '--cov-config': 'config',
      '--cov-report': {
        keys: {
          'html, annotate': 'directory',
          'xml, json, lcov, markdown, markdown-append': 'write',
          'term, term-missing': 'text',
        },
        assign: ':',
        else: 'text',
      },
      '--env-file, --envfile': 'read',
      '--pastebin': 'text',
      '--cov, --snapshot-update, --inline-snapshot, --store-durations, --video, --screenshot, --tracing, --benchmark-compare':
        'text?',
      '-k, -m, -n, --numprocesses, --maxprocesses, --maxfail, --tb, --durations, --durations-min, -r, --cov-fail-under, --cov-context, --color, --code-highlight, --dist, --tx, --log-level, --log-cli-level, --log-cli-format, --log-cli-date-format, --log-format, --log-date-format, --log-file-level, --log-file-mode, --timeout, --timeout-method, --session-timeout, -W, --pythonwarnings, --import-mode, --capture, --reruns, --reruns-delay, --only-rerun, --group, --splits, --splitting-algorithm, --asyncio-mode, --asyncio-debug, --ignore, --ignore-glob, --deselect, --confcutdir, --junit-prefix, --show-capture, --lfnf, --last-failed-no-failures, --verbosity, --doctest-glob, --doctest-report, --ds, --dc, --browser, --browser-channel, --slowmo, --base-url, --html-title, --hypothesis-seed, --hypothesis-profile, --count, --repeat-scope, --random-order-seed, --random-order-bucket, --randomly-seed, --order-scope, --nunit-xml-prefix, --benchmark-columns, --benchmark-sort, --benchmark-min-rounds, --benchmark-save, --benchmark-group-by, --benchmark-warmup, --rich-theme, --xfail-tb, --max-worker-restart, --maxschedchunk, --log-disable, --typeguard-packages':
        'text',
    },
    flags:
      '-x -v -q -s -l -h -V -vv -vvv --exitfirst --verbose --quiet --collect-only --co --pyargs --keep-duplicates --collect-in-virtualenv --doctest-modules --doctest-ignore-import-errors --doctest-continue-on-failure --noconftest --lf --last-failed --ff --failed-first --nf --new-first --cache-show --cache-clear --sw --stepwise --sw-skip --stepwise-skip --stepwise-reset --runxfail --fixtures --funcargs --fixtures-per-test --markers --strict --strict-markers --strict-config --continue-on-collection-errors --no-header --no-summary --no-fold-skipped --force-short-summary --disable-warnings --disable-pytest-warnings -l --showlocals --no-showlocals --full-trace --setup-only --setup-show --setup-plan --trace-config --no-cov --no-cov-on-fail --cov-append --cov-branch --cov-reset --forked --boxed -f --looponfail --reuse-db --create-db --no-migrations --nomigrations --migrations --headed --self-contained-html --json-report --codspeed --benchmark-only --benchmark-skip --benchmark-disable --benchmark-enable --benchmark-autosave --hypothesis-show-statistics --random-order --flake-finder --mypy --ruff --black --flake8 --isort --pylint --lsof --nbval --nbval-lax --mpl --xvfb-backend -B --assert=plain --testmon --picked --sparse-ordering',
    when: {
      '--pdb, --trace': ['opaque interactive'],
      '--pastebin': ['send https://bpa.st'],
    },
    examples: {
      'pytest tests': [],
      'pytest -c /tmp/x --rootdir /tmp/x tests': ['code other file /tmp/x', 'code python file /tmp/x'],
      'pytest -p /tmp/x -o pythonpath=/tmp/x tests': ['code python file /tmp/x', 'code python file /tmp/x'],
      'pytest -o cache_dir=o-dir -o log_file=o.out -o asyncio_x=x tests': ['directory o-dir', 'write o.out'],
      'pytest --pdbcls x --basetemp basete-dir tests': ['unknown option --pdbcls of pytest', 'directory basete-dir'],
      'pytest --junitxml junitx.out --junit-xml junit.out tests': ['write junitx.out', 'write junit.out'],
      'pytest --log-file log.out --resultlog result.out tests': ['write log.out', 'write result.out'],
      'pytest --report-log report.out --html html.out tests': ['write report.out', 'write html.out'],
      'pytest --json-report-file json.out --benchmark-json benchm.out tests': ['write json.out', 'write benchm.out'],
      'pytest --durations-path durati.out --css css.in tests': ['write durati.out', 'read css.in'],
      'pytest --alluredir allure-dir --debug=debug.out tests': ['directory allure-dir', 'write debug.out'],
      'pytest --cov-config /tmp/x --cov-report html:cov-dir tests': ['code other file /tmp/x', 'directory cov-dir'],
      'pytest --cov-report xml:cov.out --cov-report term:x --cov-report x tests': ['write cov.out'],
      'pytest --env-file env.in --envfile envfil.in tests': ['read env.in', 'read envfil.in'],
      'cd /tmp/x && pytest tests': [
        'names /tmp/x',
        'run pytest',
        'code python file /tmp/x',
        'code python file /tmp/x/tests',
      ],
      'pytest --pdb tests': ['opaque interactive'],
      'pytest --pastebin x tests': ['contact bpa.st upload data'],
    },
  },
  coverage: {
    language: 'python',
    options: { '--rcfile': 'config', '--data-file': 'write' },
    flags: '-h --help -q --quiet',
    subcommands: {
      run: {
        operands: ['run-file'],
        rest: 'text',
        project: ['conftest.py'],
        options: { '--source, --include, --omit, --concurrency, --context, --timid, --save-signal': 'text' },
        flags: '-a --append --branch -L --pylib -p --parallel-mode',
        forms: { '-m': { operands: 'text', rest: 'text', project: ['conftest.py'] } },
      },
      report: {
        operands: 'text',
        options: { '--include, --omit, --fail-under, --sort, --format, --contexts, --precision': 'text' },
        flags: '-i --ignore-errors -m --show-missing --skip-covered --no-skip-covered --skip-empty --show-contexts',
      },
      html: {
        operands: 'text',
        options: {
          '-d, --directory': 'directory',
          '--include, --omit, --fail-under, --title, --contexts, --precision': 'text',
        },
        flags: '-i --ignore-errors --skip-covered --no-skip-covered --skip-empty --show-contexts',
      },
      'xml, json, lcov': {
        operands: 'text',
        options: { '-o': 'write', '--include, --omit, --fail-under, --contexts': 'text' },
        flags: '-i --ignore-errors --skip-empty --pretty-print --show-contexts',
      },
      combine: { operands: 'read', flags: '-a --append --keep' },
      annotate: {
        options: { '-d, --directory': 'directory', '--include, --omit': 'text' },
        flags: '-i --ignore-errors',
      },
      'erase, debug, help': { operands: 'text' },
    },
    examples: {
      'coverage run /tmp/x': ['code python file /tmp/x'],
      'coverage run --rcfile /tmp/x /tmp/x': ['code other file /tmp/x', 'code python file /tmp/x'],
      'coverage run --data-file data.out /tmp/x': ['write data.out', 'code python file /tmp/x'],
      'cd /tmp/x && coverage run /tmp/x': [
        'names /tmp/x',
        'run coverage',
        'code python file /tmp/x',
        'code python file /tmp/x',
      ],
      'cd /tmp/x && coverage run -m x': ['names /tmp/x', 'run coverage', 'code other file /tmp/x'],
      'coverage html -d d-dir x': ['directory d-dir'],
      'coverage xml -o o.out x': ['write o.out'],
      'coverage combine a.in': ['read a.in'],
      'coverage annotate -d d-dir': ['directory d-dir'],
      'coverage run --unheard-of': ['unknown option --unheard-of of coverage run'],
    },
  },
  nose2: {
    operands: 'loads-code',
    project: ['nose2.cfg', 'unittest.cfg'],
    language: 'python',
    options: {
      '-s, --start-dir, -t, --top-level-directory, --project-directory': 'project-directory',
      '-c, --config': 'config',
      '--plugin': 'loads-code',
      '--coverage-config': 'config',
      '--junit-xml-path': 'write',
      '--log-level, --exclude-plugin, --coverage, --coverage-report, -N, --processes, -A, --attribute, -E, --eval-attribute':
        'text',
    },
    flags:
      '-v --verbose -q --quiet -F --fail-fast -X --no-user-config --no-plugins -B --output-buffer --with-coverage -D --debugger --log-capture --junit-xml -h',
    examples: {
      'nose2 /tmp/x': ['code python file /tmp/x'],
      'nose2 --start-dir /tmp/x /tmp/x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'nose2 --top-level-directory /tmp/x /tmp/x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'nose2 --project-directory /tmp/x /tmp/x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'nose2 -c /tmp/x /tmp/x': ['code other file /tmp/x', 'code python file /tmp/x'],
      'nose2 --plugin /tmp/x /tmp/x': ['code python file /tmp/x', 'code python file /tmp/x'],
      'nose2 --coverage-config /tmp/x /tmp/x': ['code other file /tmp/x', 'code python file /tmp/x'],
      'nose2 --junit-xml-path junit.out /tmp/x': ['write junit.out', 'code python file /tmp/x'],
      'cd /tmp/x && nose2 /tmp/x': ['names /tmp/x', 'run nose2', 'code python file /tmp/x', 'code python file /tmp/x'],
      'nose2 --unheard-of /tmp/x': ['unknown option --unheard-of of nose2', 'code python file /tmp/x'],
    },
  },
  robot: {
    operands: 'project-directory',
    project: [],
    language: 'python',
    options: {
      '--listener, --prerunmodifier, --prerebotmodifier, --parser': 'loads-code',
      '-V, --variablefile': 'loads-code',
      '-P, --pythonpath': 'project-directory',
      '-A, --argumentfile': 'opaque',
      '-d, --outputdir': 'directory',
      '-o, --output': 'write',
      '-l, --log, -r, --report, -x, --xunit, -b, --debugfile': 'write',
      '-R, --rerunfailed, -S, --rerunfailedsuites': 'read',
      '-N, --name, -D, --doc, -M, --metadata, -G, --settag, -t, --test, --task, -s, --suite, -i, --include, -e, --exclude, -v, --variable, -L, --loglevel, --logtitle, --reporttitle, --reportbackground, --maxerrorlines, --maxassignlength, --suitestatlevel, --tagstatinclude, --tagstatexclude, --tagstatcombine, --tagdoc, --tagstatlink, --expandkeywords, --removekeywords, --flattenkeywords, --randomize, --console, --consolecolors, -C, --consolelinks, --consolemarkers, -K, --consolewidth, -W, --skip, --skiponfailure, -F, --extension, -I, --parseinclude, --language, --reportbackground, -T':
        'text',
    },
    flags:
      '--rpa --legacyoutput --timestampoutputs --splitlog --runemptysuite --dryrun -X --exitonfailure --exitonerror --skipteardownonexit --quiet --dotted -. --nostatusrc -h --version',
    examples: {
      'robot tests': [],
      'robot --listener /tmp/x --prerunmodifier /tmp/x tests': ['code python file /tmp/x', 'code python file /tmp/x'],
      'robot --prerebotmodifier /tmp/x --parser /tmp/x tests': ['code python file /tmp/x', 'code python file /tmp/x'],
      'robot -V /tmp/x -P /tmp/x tests': ['code python file /tmp/x', 'code python file /tmp/x'],
      'robot -A x -d d-dir -o o.out tests': ['unknown option -A of robot', 'directory d-dir', 'write o.out'],
      'robot --log log.out --report report.out tests': ['write log.out', 'write report.out'],
      'robot --xunit xunit.out --debugfile debugf.out tests': ['write xunit.out', 'write debugf.out'],
      'robot --rerunfailed rerunf.in --rerunfailedsuites rerunf.in tests': ['read rerunf.in', 'read rerunf.in'],
      'cd /tmp/x && robot tests': [
        'names /tmp/x',
        'run robot',
        'code python file /tmp/x',
        'code python file /tmp/x/tests',
      ],
    },
  },
  behave: {
    operands: 'project-directory',
    project: ['features/environment.py', 'behave.ini'],
    language: 'python',
    options: {
      '-f, --format': {
        words: 'pretty plain progress progress2 progress3 json json.pretty html rerun null steps tags',
        else: 'opaque',
      },
      '-o, --outfile': 'write',
      '--junit-directory': 'directory',
      '-r, --runner': 'loads-code',
      '-D, --define, -e, --exclude, -i, --include, -n, --name, -t, --tags, --lang, --stage, --logging-level, --logging-format, --logging-datefmt, --logging-filter, -j, --jobs, --color':
        'text',
    },
    flags:
      '-c --no-color -C -d --dry-run --junit -k --no-skipped --show-skipped --snippets --no-snippets -m --multiline --capture --no-capture --capture-stderr --no-capture-stderr --logcapture --no-logcapture -q --quiet -s --no-source --show-source --stop -S --show-timings -T --no-timings -v --verbose -w --wip -x --expand --tags-help --lang-list -h',
    examples: {
      'behave tests': [],
      'behave -f x -o o.out tests': ['opaque unknown-option', 'write o.out'],
      'behave --junit-directory junit-dir -r /tmp/x tests': ['directory junit-dir', 'code python file /tmp/x'],
      'cd /tmp/x && behave tests': [
        'names /tmp/x',
        'run behave',
        'code python file /tmp/x',
        'code python file /tmp/x/tests',
      ],
      'behave --unheard-of tests': ['unknown option --unheard-of of behave'],
    },
  },
  locust: {
    operands: 'text',
    project: ['locustfile.py'],
    language: 'python',
    options: {
      '-f, --locustfile': 'loads-code',
      '--config': 'config',
      '-H, --host': 'send',
      '--web-host': 'listen',
      '--csv, --html, --json-file, --logfile': 'write',
      '-u, --users, -r, --spawn-rate, -t, --run-time, -P, --web-port, --tags, -T, -E, --exclude-tags, --loglevel, -L, --stop-timeout, -s, --processes, --expect-workers, --exit-code-on-error, --web-base-path':
        'text',
    },
    flags:
      '--headless --autostart --autoquit --csv-full-history --print-stats --only-summary --reset-stats --skip-log-setup --json --list -l --show-task-ratio --class-picker -h -V --modern-ui',
    examples: {
      'locust x': [],
      'locust -f /tmp/x --config /tmp/x x': ['code python file /tmp/x', 'code other file /tmp/x'],
      'locust -H https://b.example --web-host :8080 x': ['contact b.example upload data', 'open listener :8080'],
      'locust --csv csv.out --html html.out x': ['write csv.out', 'write html.out'],
      'locust --json-file json.out --logfile logfil.out x': ['write json.out', 'write logfil.out'],
      'cd /tmp/x && locust x': ['names /tmp/x', 'run locust', 'code python file /tmp/x'],
      'locust --unheard-of x': ['unknown option --unheard-of of locust'],
    },
  },
  'rspec parallel_rspec': {
    operands: 'project-directory',
    project: ['spec/spec_helper.rb', '.rspec'],
    language: 'ruby',
    options: {
      '-r, --require': 'loads-code',
      '-O, --options': 'config',
      '-I': 'project-directory',
      '--default-path': 'project-directory',
      '-o, --out': 'write',
      '--deprecation-out': 'write',
      '-f, --format': 'text',
      '-e, --example, -E, --example-matches, -t, --tag, --seed, --order, -P, --pattern, --exclude-pattern, --failure-exit-code, --error-exit-code, --drb-port, -n, --bisect-count':
        'text',
      '--fail-fast, -p, --profile, --bisect': 'text?',
    },
    flags:
      '-b --backtrace -c --color --colour --no-color --no-colour --force-color --[no-]drb --dry-run --init -w --warnings --next-failure --only-failures --no-fail-fast --no-profile -h -v',
    examples: {
      'rspec tests': [],
      'rspec -r /tmp/x -O /tmp/x tests': ['code ruby file /tmp/x', 'code other file /tmp/x'],
      'rspec -I /tmp/x --default-path /tmp/x tests': ['code ruby file /tmp/x', 'code ruby file /tmp/x'],
      'rspec -o o.out --deprecation-out deprec.out tests': ['write o.out', 'write deprec.out'],
      'cd /tmp/x && rspec tests': ['names /tmp/x', 'run rspec', 'code ruby file /tmp/x', 'code ruby file /tmp/x/tests'],
      'rspec --unheard-of tests': ['unknown option --unheard-of of rspec'],
    },
  },
  'phpunit pest paratest simple-phpunit': {
    operands: 'project-directory',
    project: ['tests/bootstrap.php', 'phpunit.xml', 'phpunit.xml.dist'],
    language: 'php',
    options: {
      '-c, --configuration': 'config',
      '--bootstrap': 'loads-code',
      '--printer, --extension, --test-runner': 'loads-code',
      '--include-path': 'project-directory',
      // A setting of PHP.
      '-d': {
        keys: {
          'memory_limit, max_execution_time, display_errors, error_reporting, xdebug.mode, zend.assertions, date.timezone, pcov.enabled, pcov.directory':
            'text',
        },
      },
      '--coverage-clover, --coverage-cobertura, --coverage-crap4j, --coverage-php, --coverage-openclover': 'write',
      '--coverage-html, --coverage-xml': 'directory',
      '--coverage-text': 'write?',
      '--coverage-cache': 'directory',
      '--cache-directory': 'directory',
      '--log-junit, --log-teamcity, --log-events-text, --log-events-verbose-text, --log-otr, --testdox-html, --testdox-text, --testdox-xml, --list-tests-xml, --generate-baseline':
        'write',
      '--cache-result-file': 'write?',
      '--use-baseline': 'read',
      '--coverage-filter': 'names',
      '--filter, --exclude-filter, --testsuite, --exclude-testsuite, --group, --exclude-group, --covers, --uses, -p, --processes, --order-by, --random-order-seed, --repeat, --columns, --colors, --test-suffix, --requires-php-extension, --diff-context, --max-batch-size, --runner, --tmp-dir, --parallel-suite, --shard':
        'text',
    },
    flags:
      '--colors=always --colors=never --colors=auto --testdox --no-coverage --no-configuration --no-extensions --no-output --no-progress --no-results --no-logging --cache-result --do-not-cache-result --check-version --list-suites --list-groups --list-tests --list-test-files --fail-on-incomplete --fail-on-risky --fail-on-skipped --fail-on-warning --fail-on-deprecation --fail-on-notice --fail-on-empty-test-suite --fail-on-all-issues --stop-on-defect --stop-on-error --stop-on-failure --stop-on-warning --stop-on-risky --stop-on-skipped --stop-on-incomplete --strict-coverage --strict-global-state --disallow-test-output --enforce-time-limit --globals-backup --static-backup --process-isolation --reverse-list --stderr --debug --teamcity --display-deprecations --display-errors --display-incomplete --display-skipped --display-notices --display-warnings --display-phpunit-deprecations --display-all-issues --warm-coverage-cache --path-coverage --disable-coverage-ignore --dont-report-useless-tests --parallel --functional -f --ci --bail --dirty --retry --compact --profile --coverage -v --verbose -q -h',
    examples: {
      'phpunit tests': [],
      'phpunit -c /tmp/x --bootstrap /tmp/x tests': ['code other file /tmp/x', 'code php file /tmp/x'],
      'phpunit --printer /tmp/x --extension /tmp/x tests': ['code php file /tmp/x', 'code php file /tmp/x'],
      'phpunit --test-runner /tmp/x --include-path /tmp/x tests': ['code php file /tmp/x', 'code php file /tmp/x'],
      'phpunit --coverage-clover covera.out tests': ['write covera.out'],
      'phpunit --coverage-cobertura covera.out tests': ['write covera.out'],
      'phpunit --coverage-crap4j covera.out --coverage-php covera.out tests': ['write covera.out', 'write covera.out'],
      'phpunit --coverage-openclover covera.out tests': ['write covera.out'],
      'phpunit --coverage-html covera-dir tests': ['directory covera-dir'],
      'phpunit --coverage-xml covera-dir tests': ['directory covera-dir'],
      'phpunit --coverage-text=covera.out tests': ['write covera.out'],
      'phpunit --coverage-cache covera-dir tests': ['directory covera-dir'],
      'phpunit --cache-directory cache-dir --log-junit log.out tests': ['directory cache-dir', 'write log.out'],
      'phpunit --log-teamcity log.out --log-events-text log.out tests': ['write log.out', 'write log.out'],
      'phpunit --log-events-verbose-text log.out --log-otr log.out tests': ['write log.out', 'write log.out'],
      'phpunit --testdox-html testdo.out --testdox-text testdo.out tests': ['write testdo.out', 'write testdo.out'],
      'phpunit --testdox-xml testdo.out --list-tests-xml list.out tests': ['write testdo.out', 'write list.out'],
      'phpunit --generate-baseline genera.out tests': ['write genera.out'],
      'phpunit --cache-result-file=cache.out --use-baseline use.in tests': ['write cache.out', 'read use.in'],
      'phpunit --coverage-filter dir tests': ['names dir'],
      'cd /tmp/x && phpunit tests': [
        'names /tmp/x',
        'run phpunit',
        'code php file /tmp/x',
        'code php file /tmp/x/tests',
      ],
      'phpunit --unheard-of tests': ['unknown option --unheard-of of phpunit'],
    },
  },
  bats: {
    operands: 'project-directory',
    project: [],
    options: {
      '--code-quote-style, -c, -f, --filter, --filter-status, --filter-tags, -F, --formatter, -j, --jobs, --line-reference-format, --report-formatter':
        'text',
      '--gather-test-outputs-in, -o, --output': 'directory',
      '--parallel-binary-name, --setup-suite-file': 'loads-code',
    },
    flags:
      '--count --no-parallelize-across-files --no-parallelize-within-files --no-tempdir-cleanup -p --pretty -r --recursive -t --tap -T --timing -x --trace --verbose-run --show-output-of-passing-tests --print-output-on-failure --abort --negative-filter -h -v',
    examples: {
      'bats tests': [],
      'bats --gather-test-outputs-in gather-dir tests': ['directory gather-dir'],
      'bats --output output-dir tests': ['directory output-dir'],
      'bats --parallel-binary-name /tmp/x tests': ['code other file /tmp/x'],
      'bats --setup-suite-file /tmp/x tests': ['code other file /tmp/x'],
      'cd /tmp/x && bats tests': ['names /tmp/x', 'run bats', 'code other file /tmp/x', 'code other file /tmp/x/tests'],
      'bats --unheard-of tests': ['unknown option --unheard-of of bats'],
    },
  },
  prove: {
    operands: 'project-directory',
    project: ['.proverc'],
    language: 'perl',
    options: {
      '-I': 'project-directory',
      '-P': 'loads-code',
      '-M': 'loads-code',
      '--exec, -e': 'run-command',
      '--harness, --formatter, --source, --rules': 'loads-code',
      '-a, --archive': 'write',
      '--rc': 'config',
      '--state': 'text?',
      '--statefile': 'write',
      '-j, --jobs, --ext': 'text',
    },
    flags:
      '-v --verbose -l --lib -b --blib -s --shuffle -c --color --nocolor --count --nocount -D --dry -f --failures -o --comments --ignore-exit -m --merge -r --recurse --reverse -q --quiet -Q --QUIET -p --parse --directives --timer --trap --normalize -T -t -W -w -h -V --norc',
    examples: {
      'prove tests': [],
      'prove -I /tmp/x -P /tmp/x tests': ['code perl file /tmp/x', 'code perl file /tmp/x'],
      "prove -M /tmp/x --exec 'touch a' tests": ['code perl file /tmp/x', 'run touch', 'append a'],
      'prove --harness /tmp/x --formatter /tmp/x tests': ['code perl file /tmp/x', 'code perl file /tmp/x'],
      'prove --source /tmp/x --rules /tmp/x tests': ['code perl file /tmp/x', 'code perl file /tmp/x'],
      'prove -a a.out --rc /tmp/x tests': ['write a.out', 'code other file /tmp/x'],
      'prove --statefile statef.out tests': ['write statef.out'],
      'cd /tmp/x && prove tests': ['names /tmp/x', 'run prove', 'code perl file /tmp/x', 'code perl file /tmp/x/tests'],
      'prove --unheard-of tests': ['unknown option --unheard-of of prove'],
    },
  },
  busted: {
    operands: 'project-directory',
    project: ['.busted'],
    options: {
      '-o, --output': 'loads-code',
      '-e': 'code',
      '--helper, --loaders, --lang': 'loads-code',
      '-f, --config-file, --coverage-config-file': 'config',
      '-C, --directory': 'project-directory',
      '--lua': 'loads-code',
      '-m, --lpath, --cpath': 'project-directory',
      '-p, --pattern, --exclude-pattern, -t, --tags, --exclude-tags, --filter, --filter-out, --name, --exclude-names-file, --repeat, --seed, -r, --run':
        'text',
    },
    flags:
      '-c --coverage -v --verbose -s --enable-sound -l --list --lazy --auto-insulate --no-auto-insulate -k --keep-going --no-keep-going -R --recursive --no-recursive --shuffle --shuffle-files --shuffle-tests --sort --sort-files --sort-tests --suppress-pending --defer-print -h',
    examples: {
      'busted tests': [],
      'busted -o /tmp/x -e x tests': ['code other file /tmp/x', 'code other inline'],
      'busted --helper /tmp/x --loaders /tmp/x tests': ['code other file /tmp/x', 'code other file /tmp/x'],
      'busted --lang /tmp/x --config-file /tmp/x tests': ['code other file /tmp/x', 'code other file /tmp/x'],
      'busted --coverage-config-file /tmp/x -C /tmp/x tests': ['code other file /tmp/x', 'code other file /tmp/x'],
      'busted --lua /tmp/x --lpath /tmp/x tests': ['code other file /tmp/x', 'code other file /tmp/x'],
      'busted --cpath /tmp/x tests': ['code other file /tmp/x'],
      'cd /tmp/x && busted tests': [
        'names /tmp/x',
        'run busted',
        'code other file /tmp/x',
        'code other file /tmp/x/tests',
      ],
      'busted --unheard-of tests': ['unknown option --unheard-of of busted'],
    },
  },
  gotestsum: {
    rest: 'text',
    project: [],
    options: {
      '--junitfile, --jsonfile, --jsonfile-timing-events': 'write',
      '--post-run-command': 'run-command',
      '--raw-command': 'opaque',
      '-f, --format, --format-hide-empty-pkg, --format-icons, --hide-summary, --junitfile-testcase-classname, --junitfile-testsuite-name, --junitfile-project-name, --max-fails, --packages, --rerun-fails-max-failures, --rerun-fails-report':
        'text',
      '--rerun-fails': 'text?',
    },
    flags:
      '--debug --no-color --no-summary --watch --watch-chdir --ignore-non-json-output-lines --rerun-fails-run-root-test --rerun-fails-abort-on-data-race --junitfile-hide-empty-pkg -h',
    examples: {
      gotestsum: [],
      'gotestsum --junitfile junitf.out --jsonfile jsonfi.out': ['write junitf.out', 'write jsonfi.out'],
      'gotestsum --jsonfile-timing-events jsonfi.out': ['write jsonfi.out'],
      "gotestsum --post-run-command 'touch a'": ['run touch', 'append a'],
      'gotestsum --raw-command x': ['unknown option --raw-command of gotestsum'],
      'cd /tmp/x && gotestsum': ['names /tmp/x', 'run gotestsum', 'code other file /tmp/x'],
    },
  },
  xcodebuild: {
    operands: 'text',
    style: 'single-dash',
    project: [],
    options: {
      '-project, -workspace': 'project-directory',
      '-xcconfig, -exportOptionsPlist': 'config',
      '-testProductsPath, -xctestrun': 'read',
      '-toolchain': 'loads-code',
      '-derivedDataPath, -archivePath, -resultBundlePath, -resultStreamPath, -clonedSourcePackagesDirPath, -exportPath, -packageCachePath, -localizationPath':
        'directory',
      '-scheme, -destination, -configuration, -sdk, -jobs, -only-testing, -skip-testing, -target, -arch, -testPlan, -resultBundleVersion, -parallel-testing-enabled, -parallel-testing-worker-count, -maximum-parallel-testing-workers, -enableCodeCoverage, -destination-timeout, -test-timeouts-enabled, -test-iterations, -default-test-execution-time-allowance, -collect-test-diagnostics, -testLanguage, -testRegion':
        'text',
      '-only-testing:*, -skip-testing:*': 'text',
    },
    flags:
      '-list -json -quiet -verbose -version -showsdks -showBuildSettings -showdestinations -showTestPlans -hideShellScriptEnvironment -allTargets -alltargets -dry-run -n -skipPackagePluginValidation -skipMacroValidation -resolvePackageDependencies -disableAutomaticPackageResolution -onlyUsePackageVersionsFromResolvedFile -exportArchive -create-xcframework -checkFirstLaunchStatus -retry-tests-on-failure -skipUnavailableActions -skipPackageUpdates -enumerate-tests',
    when: { '-allowProvisioningUpdates, -allowProvisioningDeviceRegistration': ['service apple update'] },
    examples: {
      'xcodebuild x': [],
      'xcodebuild -project /tmp/x -workspace /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'xcodebuild -testProductsPath testpr.in -xctestrun xctest.in x': ['read testpr.in', 'read xctest.in'],
      'xcodebuild -toolchain /tmp/x -derivedDataPath derive-dir x': ['code other file /tmp/x', 'directory derive-dir'],
      'xcodebuild -archivePath archiv-dir x': ['directory archiv-dir'],
      'xcodebuild -resultBundlePath result-dir x': ['directory result-dir'],
      'xcodebuild -resultStreamPath result-dir x': ['directory result-dir'],
      'xcodebuild -clonedSourcePackagesDirPath cloned-dir x': ['directory cloned-dir'],
      'xcodebuild -exportPath export-dir x': ['directory export-dir'],
      'xcodebuild -packageCachePath packag-dir x': ['directory packag-dir'],
      'xcodebuild -localizationPath locali-dir x': ['directory locali-dir'],
      'xcodebuild -allowProvisioningUpdates x': ['service apple update'],
      'cd /tmp/x && xcodebuild x': ['names /tmp/x', 'run xcodebuild', 'code other file /tmp/x'],
      'xcodebuild -unheard-of x': ['unknown option -unheard-of of xcodebuild'],
      'xcodebuild -xcconfig /tmp/x -exportOptionsPlist /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
    },
  },
}

export const testRunners: readonly Program[] = family(entries)
