import type { Program } from './program.ts'
import { are, rows } from './table.ts'

/** Test runners: they run the project's own tests. */
export const testing: readonly Program[] = rows({
  'pytest py.test pytest-xdist trial nose2 nosetests ward green unittest behave robot lettuce hypothesis': {
    operands: 'names',
    options: {
      ...are(
        'text',
        '-k -m -n --numprocesses --maxfail --tb --durations -r --cov-report --cov-fail-under --color -o --override-ini --dist --log-level --log-cli-level --timeout -W --import-mode --capture --markers --reruns --group --splits --include --variable --tags --asyncio-mode',
      ),
      ...are('names', '--rootdir --cov --ignore --deselect --confcutdir --ignore-glob'),
      ...are('directory', '--basetemp -d --outputdir'),
      ...are('write', '--junitxml --junit-xml --log-file --resultlog --html --report-log'),
      ...are('config', '-c --config-file'),
      ...are('text', '-p'),
    },
    project: ['conftest.py'],
    language: 'python',
  },
  coverage: {
    subcommands: {
      run: {
        operands: ['script', 'text'],
        stopAtOperand: true,
        options: {
          ...are('text', '--source --include --omit -m --concurrency --context'),
          ...are('config', '--rcfile'),
          ...are('write', '--data-file'),
        },
        project: ['conftest.py'],
        language: 'python',
      },
      report: { options: are('text', '--include --omit --fail-under -i --sort --format') },
      html: { options: are('directory', '-d --directory') },
      xml: { options: are('write', '-o') },
      json: { options: are('write', '-o') },
      lcov: { options: are('write', '-o') },
      combine: { operands: 'read' },
      erase: {},
      annotate: {},
      debug: {},
      help: {},
    },
  },
  'jest vitest mocha ava tap tape jasmine karma qunit uvu japa lab nyc c8 istanbul cypress playwright testcafe nightwatch wdio puppeteer codecept protractor web-test-runner wtr vscode-test cucumber-js cucumber newman bats stryker loki backstop chromatic percy detox maestro poku node-tap tsd expect-type vrt test-storybook node-qunit-puppeteer borp':
    {
      operands: 'text',
      options: {
        ...are(
          'text',
          '-t --testNamePattern --testPathPattern -g --grep --project -p --workers -w --maxWorkers --timeout --reporter -R --reporters --shard --browser --spec -s --retries --environment --pool --env -e --tags',
        ),
        ...are('config', '-c --config --setupFiles --globalSetup --setup --opts --tsconfig'),
        ...are('config', '-r --require --import --loader --plugin'),
        ...are('directory', '--coverageDirectory --report-dir --output --outputDir --reporter-options'),
        ...are('write', '--outputFile'),
      },
      project: [
        'jest.config.js',
        'vitest.config.ts',
        'vitest.config.js',
        'jest.setup.js',
        'karma.conf.js',
        'playwright.config.ts',
        'cypress.config.js',
        '.mocharc.js',
      ],
      language: 'javascript',
    },
  'rspec minitest cucumber-ruby guard spring m testunit test-unit parallel_rspec parallel_test spinach turbo_tests': {
    operands: 'text',
    options: {
      ...are('text', '-e --example -t --tag -f --format --seed --order -P --pattern'),
      ...are('write', '-o --out'),
      ...are('config', '-r --require -O --options'),
      ...are('names', '-I --default-path'),
    },
    project: ['spec/spec_helper.rb', '.rspec'],
    language: 'ruby',
  },
  'rails hanami': {
    operands: 'text',
    subcommands: {
      test: { project: [] },
      'test:system': { project: [] },
      routes: {},
      generate: { project: [] },
      g: { project: [] },
      new: {},
      server: { project: [] },
      s: { project: [] },
      'db:migrate': { project: [] },
      'db:create': { project: [] },
      'db:setup': { project: [] },
      'db:seed': { project: [] },
      'db:prepare': { project: [] },
      'db:rollback': { project: [] },
      'db:test:prepare': { project: [] },
      'db:schema:load': { project: [] },
      'db:drop': { does: [{ does: 'change-database', deed: 'drop', target: 'rails' }] },
      'db:reset': { does: [{ does: 'change-database', deed: 'drop', target: 'rails' }] },
      'assets:precompile': { project: [] },
      'zeitwerk:check': { project: [] },
      stats: {},
      notes: {},
      about: {},
      version: {},
      destroy: {},
      d: {},
      tmp: {},
      'tmp:clear': {},
      'log:clear': {},
      runner: { operands: 'code' },
      r: { operands: 'code' },
      console: { does: [{ does: 'something-opaque', text: 'rails console', because: 'interactive' }] },
      c: { does: [{ does: 'something-opaque', text: 'rails console', because: 'interactive' }] },
    },
  },
  'phpunit pest paratest behat phpspec infection simple-phpunit kahlan': {
    operands: 'text',
    options: {
      ...are('text', '--filter --testsuite --group --exclude-group --processes -p'),
      ...are('config', '-c --configuration --bootstrap'),
      ...are('write', '--coverage-clover --coverage-text --log-junit'),
      ...are('directory', '--coverage-html'),
    },
    project: ['tests/bootstrap.php'],
    language: 'php',
  },
  'gotestsum ginkgo richgo gotest': {
    operands: 'text',
    options: {
      ...are('text', '--format -f --packages -r -p --procs --focus --skip'),
      ...are('write', '--junitfile --jsonfile'),
      ...are('shell', '--post-run-command'),
    },
    project: [],
  },
  xcodebuild: {
    operands: 'text',
    style: 'single-dash',
    options: {
      ...are(
        'text',
        '-scheme -destination -project -workspace -configuration -sdk -jobs -only-testing -skip-testing -target -arch -testPlan -resultBundleVersion -parallel-testing-enabled',
      ),
      ...are('directory', '-derivedDataPath -archivePath -resultBundlePath -clonedSourcePackagesDirPath -exportPath'),
      ...are('config', '-xcconfig -exportOptionsPlist -toolchain'),
    },
    project: [],
  },
  'busted prove tasty hspec xctest catch2 gtest-parallel llvm-lit lit dejagnu runtest avocado tmt testthat roxygen2': {
    operands: 'text',
    options: {
      ...are('text', '-j'),
      ...are('program', '--exec -e'),
    },
    project: [],
  },
  'locust benchmark.js tinybench asv airspeed pyperf codspeed bencher': { operands: 'text', project: [] },
  'flask uvicorn gunicorn hypercorn daphne waitress-serve django-admin manage.py streamlit gradio celery rq alembic granian litestar fastapi sanic chainlit panel voila bokeh':
    {
      operands: 'text',
      options: {
        ...are(
          'text',
          '-h --host -p --port --app --bind -b -w --workers --reload-dir -k -A -l --loglevel -t -n -m --message',
        ),
        ...are('config', '-c --config'),
        ...are('read', '--env-file'),
      },
      project: ['manage.py', 'app.py', 'wsgi.py'],
      language: 'python',
    },
  'php-cs-fixer phpcs phpcbf phpstan psalm rector pint php-parallel-lint parallel-lint phpmd phan deptrac ecs twigcs composer-normalize composer-unused composer-require-checker phpmetrics churn':
    {
      operands: 'read-tree',
      inPlace: 'fix, --fix',
      options: {
        ...are('text', '--level -l --memory-limit --standard --rules --format --report --error-format'),
        ...are('config', '-c --config --configuration --autoload-file -a --bootstrap'),
        ...are('write', '--report-file --generate-baseline'),
      },
      project: [],
    },
})
