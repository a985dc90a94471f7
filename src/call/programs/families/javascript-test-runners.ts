import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Test runners of JavaScript and of browsers. Reporters, environments, transforms and setup files are code. */
const entries: Entries = {
  jest: {
    // Patterns that select tests below the project's roots.
    operands: 'text',
    language: 'javascript',
    project: ['jest.config.js', 'jest.config.ts', 'jest.config.mjs', 'jest.config.cjs', 'jest.setup.js'],
    options: {
      '-c, --config': 'loads-code',
      '--rootDir': 'project-directory',
      '--roots': 'project-directory',
      '--projects': 'project-directory…',
      '--env, --testEnvironment': 'loads-code',
      '--reporters': 'loads-code',
      '--coverageReporters': 'loads-code',
      '--globalSetup, --globalTeardown': 'loads-code',
      '--setupFiles, --setupFilesAfterEnv, --setupTestFrameworkScriptFile': 'loads-code',
      '--testRunner, --runner, --testSequencer, --testResultsProcessor': 'loads-code',
      '--resolver, --preset, --filter, --snapshotSerializers, --prettierPath': 'loads-code',
      // JSON that names modules.
      '--transform, --moduleNameMapper, --globals': 'opaque',
      '--modulePaths, --moduleDirectories': 'project-directory',
      '--cacheDirectory, --coverageDirectory': 'directory',
      '--outputFile': 'write',
      '--findRelatedTests': 'names…',
      '--coverage, --ci, --silent, --verbose, --bail, -b, --watch, --watchAll, --color, --colors, --cache, --watchman, --changedSince, --collectCoverage, --expand, --onlyChanged, --runInBand, --json, --useStderr, --forceExit, --detectOpenHandles, --passWithNoTests, --updateSnapshot':
        'text?',
      '-t, --testNamePattern, --testPathPattern, --testPathPatterns, -w, --maxWorkers, --maxConcurrency, --shard, --seed, --testTimeout, --selectProjects, --ignoreProjects, --collectCoverageFrom, --coveragePathIgnorePatterns, --coverageProvider, --coverageThreshold, --testPathIgnorePatterns, --testMatch, --testRegex, --transformIgnorePatterns, --modulePathIgnorePatterns, --moduleFileExtensions, --watchPathIgnorePatterns, --unmockedModulePathPatterns, --notifyMode, --testEnvironmentOptions, --workerIdleMemoryLimit, --testFailureExitCode, --openHandlesTimeout':
        'text',
    },
    flags:
      '-i -o -u -f -e --all --automock --changedFilesWithAncestor --clearMocks --clearCache --debug --detectLeaks --errorOnDeprecated --haste --init --injectGlobals --lastCommit --listTests --logHeapUsage --no-cache --no-watchman --no-coverage --no-color --no-colors --noStackTrace --notify --onlyFailures --resetMocks --resetModules --restoreMocks --runTestsByPath --showConfig --showSeed --skipFilter --testLocationInResults --randomize --waitForUnhandledRejections -h -v',
    examples: {
      'jest x': [],
      'jest -c /tmp/x --rootDir /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'jest --roots /tmp/x --projects /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'jest --env /tmp/x --testEnvironment /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'jest --reporters /tmp/x x': ['code javascript file /tmp/x'],
      'jest --coverageReporters /tmp/x x': ['code javascript file /tmp/x'],
      'jest --globalSetup /tmp/x x': ['code javascript file /tmp/x'],
      'jest --globalTeardown /tmp/x x': ['code javascript file /tmp/x'],
      'jest --setupFiles /tmp/x x': ['code javascript file /tmp/x'],
      'jest --setupFilesAfterEnv /tmp/x x': ['code javascript file /tmp/x'],
      'jest --setupTestFrameworkScriptFile /tmp/x x': ['code javascript file /tmp/x'],
      'jest --testRunner /tmp/x --runner /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'jest --testSequencer /tmp/x x': ['code javascript file /tmp/x'],
      'jest --testResultsProcessor /tmp/x x': ['code javascript file /tmp/x'],
      'jest --resolver /tmp/x --preset /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'jest --filter /tmp/x x': ['code javascript file /tmp/x'],
      'jest --snapshotSerializers /tmp/x x': ['code javascript file /tmp/x'],
      'jest --prettierPath /tmp/x x': ['code javascript file /tmp/x'],
      'jest --transform x x': ['unknown option --transform of jest'],
      'jest --moduleNameMapper x x': ['unknown option --moduleNameMapper of jest'],
      'jest --globals x --modulePaths /tmp/x x': ['unknown option --globals of jest', 'code javascript file /tmp/x'],
      'jest --moduleDirectories /tmp/x x': ['code javascript file /tmp/x'],
      'jest --cacheDirectory cached-dir x': ['directory cached-dir'],
      'jest --coverageDirectory covera-dir --outputFile output.out x': ['directory covera-dir', 'write output.out'],
      'jest --findRelatedTests dir x': ['names dir', 'names x'],
      'cd /tmp/x && jest x': ['names /tmp/x', 'run jest', 'code javascript file /tmp/x'],
    },
  },
  vitest: {
    operands: 'text',
    language: 'javascript',
    project: ['vitest.config.ts', 'vitest.config.js', 'vitest.config.mts', 'vite.config.ts', 'vite.config.js'],
    options: {
      '-c, --config': 'loads-code',
      '-r, --root': 'project-directory',
      '--dir': 'project-directory',
      '--workspace': 'loads-code',
      '--reporter, --reporters': 'loads-code',
      '--environment': 'loads-code',
      '--globalSetup': 'loads-code',
      '--coverage.provider': 'text',
      '--coverage.customProviderModule': 'loads-code',
      '--coverage.reporter': 'loads-code',
      '--coverage.reportsDirectory': 'directory',
      '--outputFile, --outputFile.*': 'write',
      '--attachmentsDir': 'directory',
      // Code for the workers, and servers that others reach.
      '--execArgv, --poolOptions.forks.execArgv, --poolOptions.threads.execArgv': 'opaque',
      '--api.host, --ui.host, --browser.api.host': 'listen',
      '--merge-reports, --mergeReports': 'read-tree?',
      '--coverage, --coverage.enabled, --coverage.all, --coverage.clean, --coverage.cleanOnRerun, --coverage.skipFull, --coverage.thresholds.*, --watch, --run, --bail, --api, --ui, --open, --silent, --browser, --browser.*, --typecheck, --typecheck.*, --inspect, --inspect-brk, --changed, --isolate, --globals, --passWithNoTests, --allowOnly, --dangerouslyIgnoreUnhandledErrors, --logHeapUsage, --update, --hideSkippedTests, --fileParallelism, --printConsoleTrace, --cache, --sequence.*, --poolOptions.*, --disableConsoleIntercept, --dom, --expandSnapshotDiff, --clearScreen, --color, --standalone, --includeTaskLocation, --expect.*, --chaiConfig.*, --snapshotEnvironmentOptions, --detectAsyncLeaks':
        'text?',
      '-t, --testNamePattern, --project, --pool, --mode, --testTimeout, --hookTimeout, --teardownTimeout, --retry, --repeats, --shard, --maxConcurrency, --maxWorkers, --minWorkers, --exclude, --coverage.include, --coverage.exclude, --coverage.extension, --slowTestThreshold, --diff, --inspector, --vmMemoryLimit, --configLoader, --tags, --tagsFilter':
        'text',
    },
    flags:
      '-w -u --no-watch --no-coverage --no-color --no-isolate --no-file-parallelism --no-threads --threads --no-cache --no-typecheck --no-api --related -h -v --clearCache --json --no-passWithNoTests',
    examples: {
      'vitest x': [],
      'vitest -c /tmp/x -r /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'vitest --dir /tmp/x --workspace /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'vitest --reporter /tmp/x --reporters /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'vitest --environment /tmp/x x': ['code javascript file /tmp/x'],
      'vitest --globalSetup /tmp/x x': ['code javascript file /tmp/x'],
      'vitest --coverage.customProviderModule /tmp/x x': ['code javascript file /tmp/x'],
      'vitest --coverage.reporter /tmp/x x': ['code javascript file /tmp/x'],
      'vitest --coverage.reportsDirectory covera-dir x': ['directory covera-dir'],
      'vitest --outputFile output.out --outputFile.output.out x': ['write output.out', 'write output.out'],
      'vitest --attachmentsDir attach-dir x': ['directory attach-dir'],
      'vitest --execArgv x x': ['unknown option --execArgv of vitest'],
      'vitest --poolOptions.forks.execArgv x x': ['unknown option --poolOptions.forks.execArgv of vitest'],
      'vitest --poolOptions.threads.execArgv x x': ['unknown option --poolOptions.threads.execArgv of vitest'],
      'vitest --api.host :8080 --ui.host :8080 x': ['open listener :8080', 'open listener :8080'],
      'vitest --browser.api.host :8080 --merge-reports=src x': ['open listener :8080', 'read-tree src'],
      'vitest --mergeReports=src x': ['read-tree src'],
      'cd /tmp/x && vitest x': ['names /tmp/x', 'run vitest', 'code javascript file /tmp/x'],
    },
  },
  'mocha _mocha': {
    operands: 'project-directory',
    language: 'javascript',
    project: ['.mocharc.js', '.mocharc.cjs', '.mocharc.mjs'],
    options: {
      '-r, --require, --import': 'loads-code',
      '-R, --reporter': 'loads-code',
      '-u, --ui': 'loads-code',
      '--config': 'config',
      '--package': 'config',
      '--file': 'loads-code',
      '--loader, --experimental-loader': 'loads-code',
      // Options of Node.
      '-n, --node-option': 'opaque',
      '-O, --reporter-option, --reporter-options': {
        separator: ',',
        keys: { 'output, mochaFile, configFile': 'write' },
        else: 'text',
      },
      '--extension, -f, --fgrep, -g, --grep, --ignore, --exclude, -j, --jobs, --retries, -s, --slow, -t, --timeout, --timeouts, --global, --globals, --watch-files, --watch-ignore, --fail-hook-affected-tests':
        'text',
    },
    flags:
      '-A --async-only -b --bail -c --[no-]color --[no-]colors --[no-]check-leaks --delay --[no-]diff --dry-run --exit --no-exit --fail-zero --forbid-only --forbid-pending --full-trace -i --invert --inline-diffs --list-interfaces --list-reporters --[no-]package --[no-]config --[no-]opts -p --parallel --no-parallel --recursive -S --sort -w --watch --allow-uncaught --pass-on-failing-test-suite --posix-exit-codes --enable-source-maps --experimental-strip-types --inspect --inspect-brk -h -V',
    examples: {
      'mocha tests': [],
      'mocha --require /tmp/x --import /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'mocha -R /tmp/x -u /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'mocha --config /tmp/x --package /tmp/x tests': ['code other file /tmp/x', 'code other file /tmp/x'],
      'mocha --file /tmp/x --loader /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'mocha --experimental-loader /tmp/x -n x tests': ['code javascript file /tmp/x', 'unknown option -n of mocha'],
      'mocha --reporter-option output=report.out --reporter-option x tests': ['write report.out'],
      'mocha --reporter-options output=report.out --reporter-options x tests': ['write report.out'],
      'cd /tmp/x && mocha tests': [
        'names /tmp/x',
        'run mocha',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x/tests',
      ],
    },
  },
  ava: {
    operands: 'project-directory',
    language: 'javascript',
    project: ['ava.config.js', 'ava.config.mjs', 'ava.config.cjs'],
    options: {
      '--config': 'loads-code',
      '--node-arguments': 'opaque',
      '-m, --match, -T, --timeout, -c, --concurrency': 'text',
    },
    flags:
      '--color --no-color --fail-fast --no-worker-threads -s --serial -t --tap -u --update-snapshots -v --verbose -w --watch --no-cache -h',
    examples: {
      'ava tests': [],
      'ava --config /tmp/x tests': ['code javascript file /tmp/x'],
      'ava --node-arguments x tests': ['unknown option --node-arguments of ava'],
      'cd /tmp/x && ava tests': [
        'names /tmp/x',
        'run ava',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x/tests',
      ],
    },
  },
  'nyc c8': {
    rest: 'command',
    language: 'javascript',
    project: ['nyc.config.js', '.nycrc'],
    options: {
      '--nycrc-path': 'config',
      '-c, --config': 'config',
      '-i, --require': 'loads-code',
      '-r, --reporter': 'loads-code',
      '--cwd': 'project-directory',
      '-t, --temp-dir, --temp-directory, --tempDirectory, --cache-dir': 'directory',
      '--report-dir, --reports-dir, -o': 'directory',
      '--src': 'names',
      '-x, --exclude, -n, --include, -e, --extension, --branches, --functions, --lines, --statements, --watermarks, --parser-plugins, --hook-require, --merge-async':
        'text',
    },
    flags:
      '-a --all --[no-]clean --cache --no-cache --check-coverage --no-check-coverage --compact --per-file --exclude-node-modules --no-exclude-node-modules --exclude-after-remap --exclude-after-remap=false --skip-full --skip-empty --silent -s --show-process-tree --source-map --produce-source-map --instrument --hook-run-in-context --hook-run-in-this-context --in-place --exit-on-error --use-spawn-wrap --babel-cache --eager --allowExternal --100 --omit-relative --wrapper-length --resolve -h',
    examples: {
      'nyc true': ['run true'],
      'nyc --nycrc-path /tmp/x -c /tmp/x true': ['code other file /tmp/x', 'code other file /tmp/x', 'run true'],
      'nyc -i /tmp/x -r /tmp/x true': ['code javascript file /tmp/x', 'code javascript file /tmp/x', 'run true'],
      'nyc --cwd /tmp/x --temp-dir temp-dir true': ['code javascript file /tmp/x', 'directory temp-dir', 'run true'],
      'nyc --temp-directory temp-dir true': ['directory temp-dir', 'run true'],
      'nyc --tempDirectory tempdi-dir true': ['directory tempdi-dir', 'run true'],
      'nyc --cache-dir cache-dir true': ['directory cache-dir', 'run true'],
      'nyc --report-dir report-dir true': ['directory report-dir', 'run true'],
      'nyc --reports-dir report-dir --src dir true': ['directory report-dir', 'names dir', 'run true'],
      'cd /tmp/x && nyc true': ['names /tmp/x', 'run nyc', 'code javascript file /tmp/x', 'run true'],
      'nyc --unheard-of true': ['unknown option --unheard-of of nyc', 'run true'],
    },
  },
  karma: {
    language: 'javascript',
    options: {
      '--reporters, --plugins': { list: 'loads-code' },
      '--browsers': { list: 'loads-code' },
      '--port, --log-level, --capture-timeout, --format-error, --grep': 'text',
    },
    flags:
      '--single-run --no-single-run --auto-watch --no-auto-watch --detached --colors --no-colors --fail-on-empty-test-suite --no-fail-on-empty-test-suite --refresh --no-refresh -h',
    subcommands: {
      'start, run, init': {
        operands: 'loads-code',
        project: ['karma.conf.js', 'karma.conf.ts', 'karma.conf.cjs'],
      },
      'stop, completion': { operands: 'text' },
    },
    examples: {
      'karma start /tmp/x': ['code javascript file /tmp/x'],
      'karma start --reporters /tmp/x /tmp/x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'karma start --plugins /tmp/x /tmp/x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'karma start --browsers /tmp/x /tmp/x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'cd /tmp/x && karma start /tmp/x': [
        'names /tmp/x',
        'run karma',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x',
      ],
      'karma start --unheard-of': ['unknown option --unheard-of of karma start'],
    },
  },
  cypress: {
    language: 'javascript',
    options: {
      '-P, --project': 'project-directory',
      '-C, --config-file': 'loads-code',
      '-r, --reporter': 'loads-code',
      '-b, --browser': 'loads-code',
      '--ci-build-id, -c, --config, -e, --env, --expose, --group, -o, --reporter-options, -p, --port, -s, --spec, --tag, --auto-cancel-after-failures, --posix-exit-codes, --parallel, --runner-ui':
        'text',
    },
    flags:
      '--headed --headless -q --quiet --no-exit --e2e --component --detached --global --dev --runner-ui --no-runner-ui --pass-with-no-tests -h -v',
    subcommands: {
      'run, open': {
        project: ['cypress.config.js', 'cypress.config.ts'],
        options: { '-k, --key': 'text' },
        // It sends results and videos to a service.
        when: { '--record': ['service cypress create'] },
      },
      'verify, version, info, help': { operands: 'text' },
      'cache path, cache list, cache prune, cache clear': { operands: 'text' },
      install: { flags: '-f --force', effects: ['install npm registry user'] },
    },
    examples: {
      'cypress run': [],
      'cypress run -P /tmp/x -C /tmp/x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'cypress run -r /tmp/x -b /tmp/x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'cypress run --record': ['service cypress create'],
      'cd /tmp/x && cypress run': ['names /tmp/x', 'run cypress', 'code javascript file /tmp/x'],
      'cypress install': ['install npm install registry user'],
      'cypress run --unheard-of': ['unknown option --unheard-of of cypress run'],
    },
  },
  playwright: {
    language: 'javascript',
    flags: '-h -V',
    subcommands: {
      test: {
        operands: 'text',
        project: ['playwright.config.ts', 'playwright.config.js', 'playwright.config.mjs'],
        options: {
          '-c, --config': 'loads-code',
          '--reporter': { list: 'loads-code' },
          '--output': 'directory',
          '--tsconfig': 'read',
          '--test-list, --test-list-invert': 'read',
          '--ui-host': 'listen',
          '--browser, -g, --grep, --grep-invert, --global-timeout, -j, --workers, --max-failures, --project, --repeat-each, --retries, --shard, --timeout, --trace, --ui-port, --update-source-method, --only-changed':
            'text',
          '-u, --update-snapshots, -x': 'text?',
        },
        flags:
          '--debug --fail-on-flaky-tests --forbid-only --fully-parallel --headed --ignore-snapshots --last-failed --list --no-deps --pass-with-no-tests --quiet --ui',
      },
      'install, install-deps': {
        operands: {
          words: 'chromium chrome msedge firefox webkit ffmpeg chromium-headless-shell chrome-beta msedge-dev',
        },
        flags: '--with-deps --dry-run --list --force --only-shell --no-shell',
      },
      'show-report, merge-reports, show-trace': {
        operands: 'read',
        options: {
          '--host': 'listen',
          '-c, --config': 'loads-code',
          '--reporter': 'loads-code',
          '--port': 'text',
          '-b, --browser': 'text',
        },
        flags: '--stdin',
      },
      'uninstall, clear-cache, help': { operands: 'text', flags: '--all' },
    },
    examples: {
      'playwright test x': [],
      'playwright test -c /tmp/x --reporter /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'playwright test --output output-dir --tsconfig tsconf.in x': ['directory output-dir', 'read tsconf.in'],
      'playwright test --test-list test.in --test-list-invert test.in x': ['read test.in', 'read test.in'],
      'playwright test --ui-host :8080 x': ['open listener :8080'],
      'cd /tmp/x && playwright test x': ['names /tmp/x', 'run playwright', 'code javascript file /tmp/x'],
      'playwright show-report --host :8080 a.in': ['open listener :8080', 'read a.in'],
      'playwright show-report -c /tmp/x a.in': ['code javascript file /tmp/x', 'read a.in'],
      'playwright show-report --reporter /tmp/x a.in': ['code javascript file /tmp/x', 'read a.in'],
      'playwright test --unheard-of': ['unknown option --unheard-of of playwright test'],
    },
  },
  'vscode-test': {
    operands: 'text',
    language: 'javascript',
    project: ['.vscode-test.js', '.vscode-test.mjs', '.vscode-test.cjs'],
    options: {
      '--config': 'loads-code',
      '--extensionDevelopmentPath': 'project-directory',
      '--extensionTestsPath': 'loads-code',
      '--coverage-output': 'directory',
      '-l, --label, --code-version, -g, --grep, -f, --fgrep, --coverage-reporter, --timeout, -j': 'text',
    },
    flags: '--coverage --watch --bail --skip-extension-dependencies -h',
    examples: {
      'vscode-test x': [],
      'vscode-test --config /tmp/x x': ['code javascript file /tmp/x'],
      'vscode-test --extensionDevelopmentPath /tmp/x x': ['code javascript file /tmp/x'],
      'vscode-test --extensionTestsPath /tmp/x x': ['code javascript file /tmp/x'],
      'vscode-test --coverage-output covera-dir x': ['directory covera-dir'],
      'cd /tmp/x && vscode-test x': ['names /tmp/x', 'run vscode-test', 'code javascript file /tmp/x'],
      'vscode-test --unheard-of x': ['unknown option --unheard-of of vscode-test'],
    },
  },
  'cucumber cucumber-js': {
    operands: 'project-directory',
    project: ['cucumber.js', 'cucumber.mjs', 'features/support/env.rb'],
    options: {
      '-r, --require, -i, --import, --require-module, --loader': 'loads-code',
      '-c, --config': 'loads-code',
      '-f, --format': {
        keys: { 'json, html, junit, message, usage, rerun, progress, summary, pretty, snippets': 'write' },
        assign: ':',
        else: 'loads-code',
      },
      '-o, --out': 'write',
      '-p, --profile, -t, --tags, -n, --name, --format-options, --parallel, --retry, --retry-tag-filter, --world-parameters, --language, --order, -l, --lines':
        'text',
    },
    flags:
      '-d --dry-run -b --backtrace --fail-fast --strict --no-strict --wip -q --quiet -v --verbose --no-color --color --exit --force-exit -s --no-source --no-snippets -h',
    when: { '--publish': ['send https://reports.cucumber.io'] },
    examples: {
      'cucumber tests': [],
      'cucumber --require /tmp/x --import /tmp/x tests': ['code other file /tmp/x', 'code other file /tmp/x'],
      'cucumber --require-module /tmp/x --loader /tmp/x tests': ['code other file /tmp/x', 'code other file /tmp/x'],
      'cucumber -c /tmp/x -f json:f.out tests': ['code other file /tmp/x', 'write f.out'],
      'cucumber -f /tmp/x -o o.out tests': ['code other file /tmp/x', 'write o.out'],
      'cd /tmp/x && cucumber tests': [
        'names /tmp/x',
        'run cucumber',
        'code other file /tmp/x',
        'code other file /tmp/x/tests',
      ],
      'cucumber --publish tests': ['contact reports.cucumber.io upload data'],
      'cucumber --unheard-of tests': ['unknown option --unheard-of of cucumber'],
    },
  },
}

export const javascriptTestRunners: readonly Program[] = family(entries)
