import { service } from './facts.ts'
import type { Program } from './program.ts'
import { are, rows, type Row } from './table.ts'

const RUNS: Omit<Row, 'names'> = { operands: 'text', project: [] }
const OUTPUT = are('write', '-o --output --out --output-file')

/** A tool that runs the project's code for these verbs and does nothing else that is known: any other verb stays unknown. */
function verbs(list: string, row: Omit<Row, 'names'> = RUNS): Omit<Row, 'names'> {
  return { subcommands: Object.fromEntries(list.split(' ').map((verb) => [verb, row])) }
}

const CHANGES_DATA = (name: string): Omit<Row, 'names'> => ({
  does: [{ does: 'change-database', deed: 'drop', target: name }],
})

/**
 * Frameworks and generators of many languages, by the verbs that build, test, check, generate or serve. Verbs that
 * publish, deploy, empty or delete are left out, so that they are asked about.
 */
export const frameworks: readonly Program[] = rows({
  'ember sails meteor ns compodoc': verbs(
    'test build serve start dev generate g new info lint run check doctor type-check typecheck develop clean version help update-check resources',
  ),
  'react-native': verbs(
    'start run-android run-ios bundle config info doctor clean log-android log-ios build-android build-ios',
  ),
  capacitor: verbs('sync copy update open run doctor ls build add'),
  '11ty pelican nikola cobalt gutenberg middleman bridgetown lume reveal-md': RUNS,
  'plop hygen': RUNS,
  'scrapy luigi snakemake manim': {
    operands: 'text',
    options: { ...OUTPUT, ...are('config', '-s --snakefile -c') },
    project: ['scrapy.cfg', 'Snakefile'],
  },
  'great_expectations sqlmesh zenml feast': verbs(
    'checkpoint suite docs project plan test lint format run info render evaluate list version status init audit dag diff ui',
  ),
  'wandb ray bentoml': verbs('offline disabled status version verify build list get models serve start stop memory'),
  'datasette solara taskiq dramatiq huey arq flower robyn': RUNS,
  'cython cythonize nuitka nuitka3': { operands: 'read', options: OUTPUT, project: [] },
  'commitizen cz cocogitto cog': verbs(
    'check changelog info example schema version commit c bump ls verify log get-version',
  ),
  'templ mage buffalo wails ent': verbs(
    'generate fmt lsp info build dev doctor test task init describe new version check install watch serve -l',
  ),
  'sqlx diesel sea-orm-cli': {
    subcommands: {
      ...verbs('prepare migrate migration generate setup print-schema completions').subcommands,
      'database create': RUNS,
      'database drop': CHANGES_DATA('database'),
      'database reset': CHANGES_DATA('database'),
      'migrate fresh': CHANGES_DATA('database'),
      'migrate reset': CHANGES_DATA('database'),
      'migrate refresh': CHANGES_DATA('database'),
      'migration redo': CHANGES_DATA('database'),
    },
  },
  'dx cargo-leptos': verbs('serve build check fmt new clean doctor test watch end-to-end translate'),
  'quarkus mn jhipster': verbs('dev build test create info list run extension ext entity help version create-app'),
  'kotlinc-jvm kotlinc-js kotlinc-native': {
    operands: 'read',
    options: { ...are('write', '-d -o'), ...are('names', '-cp -classpath'), ...are('script', '-script') },
    style: 'single-dash',
    project: [],
  },
  'liquibase flyway': verbs('status validate info history diff update-sql updateSQL help --version'),
  symfony: verbs(
    'server:start server:stop server:status server:log serve console check:requirements check:security local:php:list local:check:requirements composer new version',
  ),
  drush: verbs(
    'cr cache:rebuild status st updb updatedb cex config:export cst config:status pml pm:list ws watchdog:show version help',
  ),
  wp: {
    options: {
      ...are('code', '--exec'),
      ...are('opaque', '--ssh --http'),
      ...are('config', '--require'),
      ...are('elsewhere', '--path'),
    },
    subcommands: {
      ...verbs('help cli i18n scaffold').subcommands,
      'plugin list': {},
      'plugin status': {},
      'theme list': {},
      'post list': {},
      'user list': {},
      'option get': {},
      'core version': {},
      'core check-update': {},
      'cache flush': {},
      'rewrite flush': {},
      'cron event': {},
    },
  },
  'yii craft typo3': verbs('migrate help list serve cache/flush-all clear-caches/all cache:flush test'),
  'ddev lando sail': verbs('start stop restart describe list logs status version info test artisan composer npm drush'),
  matlab: { operands: 'text', options: are('code', '-batch -r'), style: 'single-dash' },
  xcrun: {
    subcommands: {
      'simctl list': {},
      'simctl boot': {},
      'simctl shutdown': {},
      'simctl install': {},
      'simctl launch': {},
      'simctl io': {},
      'simctl openurl': {},
      'simctl get_app_container': {},
      'simctl status_bar': {},
      'xctrace list': {},
      'xcresulttool get': { operands: 'read' },
      xccov: { operands: 'read' },
      '--show-sdk-path': {},
      '--find': {},
      swift: RUNS,
      'swift-format': RUNS,
      agvtool: {},
    },
  },
  'zipalign aapt aapt2 apkanalyzer bundletool apktool': { operands: 'read', options: OUTPUT },
  'emulator avdmanager': verbs('list -list-avds -avd create'),
  scrcpy: { operands: 'text', options: are('write', '--record') },
  'melos very_good dart_frog mason serverpod patrol flutterfire puro': verbs(
    'bootstrap bs run list test analyze format dev build generate create clean get make doctor version flutter dart',
  ),
  'circleci drone woodpecker-cli': verbs('config local version diagnostic lint exec info fmt'),
  'renovate-config-validator': { operands: 'read' },
  'bru dredd schemathesis stepci': { operands: 'text', options: OUTPUT, project: [] },
  'grpcui protoc-gen-go prototool ogen kiota autorest nswag openapi vacuum graphql-inspector': {
    operands: 'text',
    options: OUTPUT,
    project: [],
  },
  'csharpier fantomas reportgenerator coverlet stylecop dotnet-csharpier': RUNS,
  'paket fake cake nuke': verbs('install restore build test run clean Compile Test Default update outdated'),
  'tapioca jets': verbs('gem gems dsl init annotations require server routes generate console-help'),
  'honcho foreman overmind goreman': {
    subcommands: {
      start: { project: ['Procfile'] },
      check: {},
      run: { operands: 'command', stopAtOperand: true },
      s: { project: ['Procfile'] },
    },
  },
  cdk8s: verbs('synth import get diff init list validate fmt'),
  'regula kubescape tfupdate structurizr': { operands: 'read', options: OUTPUT },
  earthly: {
    operands: 'text',
    project: ['Earthfile'],
    when: {
      '--push': [service('docker', 'publish', [])],
      '-P, --allow-privileged': [{ does: 'change-system', deed: 'grant-privilege', target: 'privileged build' }],
    },
  },
  'danger mint bitrise': verbs('local pr dry_run validate run list bootstrap version help'),
})
