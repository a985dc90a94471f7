import { textOf } from '../../word.ts'
import { service } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { runsProject } from './project.ts'
import { are, rows, type Row } from './table.ts'

const RUNS: Omit<Row, 'names'> = { operands: 'text', project: [] }
const SHOWS: Omit<Row, 'names'> = {}
/** Which schema of the project; an address of a database given by hand is where it works. */
const ORM: Row['options'] = {
  ...are('text', '--name --env --dialect --schema --attributes -x -n'),
  ...are('config', '--config --knexfile -d --dataSource --options-path'),
  ...are('send', '--url'),
}
const VALUES = are('text', '-e -D -b --board -p -t --target --env -d --build-dir -v -vv -j --jobs')

/** Lanes that build and test; any other may publish. */
const LANES = { test: RUNS, tests: RUNS, unit_tests: RUNS, scan: RUNS, lint: RUNS, build: RUNS, gym: RUNS }

/** Builds for release; unless it stays here, what was built goes out. */
function meansRelease(context: ProgramContext): void {
  const { args, program } = context.invocation
  const words = args.map((word) => textOf(word) ?? '?')
  const verb = words.find((word) => !word.startsWith('-'))
  if (verb === undefined || /^(check|healthcheck|jsonschema|version|help|completion|deps)$/.test(verb)) return
  if (words.some((word) => /^(-f|--config)\b|^\?$/.test(word))) context.opaque('unknown-option', `${program} --config`)
  runsProject(context)
  const stays = program === 'ko' ? /^(--local|-L|--push=false)$/ : /^(--snapshot|--skip=publish)$/
  if (verb === 'build' && program === 'goreleaser') return
  if (!/^(release|build|apply|resolve|publish)$/.test(verb)) context.opaque('unknown-subcommand', `${program} ${verb}`)
  else if (!words.some((word) => stays.test(word))) context.record(service(program, 'publish', args))
}

/** Compilers, frameworks and code generators that work on the project by verbs: an unlisted verb stays unknown. */
export const projectTools: readonly Program[] = [
  { names: ['goreleaser', 'ko'], means: meansRelease },
  ...rows({
    'spark-submit pyspark-submit': {
      operands: 'script',
      stopAtOperand: true,
      options: {
        ...are(
          'text',
          '--master --deploy-mode --name --class --conf --executor-memory --driver-memory --num-executors --packages',
        ),
        ...are('read', '--properties-file --files --jars --py-files'),
      },
    },
    'emcmake emconfigure emmake cov-build': { operands: 'command', stopAtOperand: true },
    'scan-build flamegraph uftrace': {
      operands: 'command',
      stopAtOperand: true,
      options: {
        ...are('directory', '-o'),
        ...are(
          'text',
          '--use-cc --use-c++ --use-analyzer -enable-checker -disable-checker --exclude -F --freq -p --pid',
        ),
        ...are('write', '--output'),
      },
    },
    crystal: {
      stopAtOperand: true,
      subcommands: {
        spec: RUNS,
        build: { ...RUNS, operands: 'read', options: are('write', '-o --output') },
        run: { operands: ['script', 'text'], stopAtOperand: true },
        docs: RUNS,
        version: SHOWS,
        env: SHOWS,
        tool: { ...RUNS, operands: ['text', 'edit'] },
      },
    },
    'ameba purs-tidy': { operands: 'read-tree', inPlace: '--fix, format-in-place' },
    spago: { subcommands: { build: RUNS, test: RUNS, bundle: RUNS, docs: RUNS, ls: SHOWS, install: RUNS } },
    forge: {
      subcommands: {
        build: RUNS,
        test: { ...RUNS, options: are('fetch', '--fork-url -f --rpc-url') },
        fmt: RUNS,
        coverage: RUNS,
        snapshot: RUNS,
        clean: SHOWS,
        inspect: SHOWS,
        tree: SHOWS,
        remappings: SHOWS,
        doc: RUNS,
        lint: SHOWS,
      },
    },
    hardhat: { subcommands: { compile: RUNS, test: RUNS, coverage: RUNS, clean: RUNS, node: RUNS, help: SHOWS } },
    truffle: { subcommands: { compile: RUNS, test: RUNS, version: SHOWS, help: SHOWS } },
    'idf.py west': {
      options: VALUES,
      subcommands: {
        build: { ...RUNS, options: VALUES },
        size: RUNS,
        'set-target': RUNS,
        reconfigure: RUNS,
        fullclean: RUNS,
        clean: RUNS,
        update: RUNS,
        list: SHOWS,
        topdir: SHOWS,
        boards: SHOWS,
        twister: RUNS,
      },
    },
    fastlane: {
      subcommands: {
        ...LANES,
        ios: { subcommands: LANES },
        android: { subcommands: LANES },
        mac: { subcommands: LANES },
        lanes: SHOWS,
        init: RUNS,
      },
    },
    jscodeshift: {
      operands: 'edit',
      project: [],
      options: {
        ...are('script', '-t --transform'),
        ...are('text', '--extensions --parser --ignore-pattern --cpus -c --verbose -v'),
        ...are('read', '--ignore-config --parser-config'),
      },
    },
    act: {
      operands: 'text',
      project: [],
      options: {
        ...are('text', '-j --job -P --platform -e --eventpath --container-architecture --matrix'),
        ...are('script', '-W --workflows'),
        ...are('read', '--env-file --var-file --input-file'),
        ...are('opaque', '-s --secret --secret-file --container-options --privileged --bind -b'),
      },
    },
    'kubebuilder operator-sdk': {
      subcommands: { init: RUNS, create: RUNS, edit: RUNS, version: SHOWS, generate: RUNS },
    },
    prisma: {
      options: ORM,
      subcommands: {
        generate: RUNS,
        format: RUNS,
        validate: SHOWS,
        version: SHOWS,
        init: RUNS,
        'migrate dev': { ...RUNS, options: ORM },
        'migrate status': RUNS,
        'migrate deploy': { ...RUNS, options: ORM },
        'migrate diff': { options: { ...are('text', '--from-url --to-url'), ...are('write', '-o --output') } },
        'db seed': RUNS,
        'db pull': RUNS,
        'db push': { ...RUNS, options: { ...ORM, ...are('opaque', '--force-reset --accept-data-loss') } },
        studio: RUNS,
      },
    },
    'drizzle-kit': {
      subcommands: {
        generate: { ...RUNS, options: ORM },
        check: RUNS,
        up: RUNS,
        pull: { ...RUNS, options: ORM },
        introspect: RUNS,
        push: { ...RUNS, options: { ...ORM, ...are('opaque', '--force') } },
        migrate: { ...RUNS, options: ORM },
        studio: RUNS,
      },
    },
    'knex sequelize sequelize-cli typeorm typeorm-ts-node-esm typeorm-ts-node-commonjs mikro-orm': {
      options: { ...ORM, ...are('text', '--env') },
      subcommands: Object.fromEntries(
        'migrate:latest migrate:up migrate:make migrate:status migrate:list migrate:currentVersion seed:run seed:make db:migrate db:migrate:status db:seed db:seed:all db:create migration:generate migration:create migration:run migration:show migration:up migration:list model:generate model:create seed:generate entity:create init schema:log'
          .split(' ')
          .map((verb) => [verb, { ...RUNS, options: ORM }]),
      ),
    },
    'dvc kedro': {
      subcommands: {
        status: SHOWS,
        repro: RUNS,
        dag: SHOWS,
        diff: SHOWS,
        add: { operands: 'read' },
        run: RUNS,
        test: RUNS,
        metrics: SHOWS,
        params: SHOWS,
        plots: SHOWS,
        pull: RUNS,
        fetch: RUNS,
        list: SHOWS,
        registry: SHOWS,
        init: RUNS,
      },
    },
    tensorboard: { options: { ...are('read-tree', '--logdir'), ...are('text', '--port'), ...are('opaque', '--host') } },
    'accelerate torchrun deepspeed': {
      operands: ['script', 'text'],
      stopAtOperand: true,
      options: are(
        'text',
        '--nproc_per_node --nproc-per-node --nnodes --node_rank --master_port --num_gpus --rdzv_backend --num_processes --mixed_precision',
      ),
    },
    'wasmtime wasmer': {
      subcommands: {
        run: {
          operands: ['script', 'text'],
          stopAtOperand: true,
          options: { ...are('elsewhere', '--dir --mapdir --volume'), ...are('text', '--env --invoke --entrypoint') },
        },
        compile: { operands: 'read', options: are('write', '-o --output') },
        validate: { operands: 'read' },
        inspect: { operands: 'read' },
      },
    },
    'tuist xcodegen swiftgen sourcery': {
      subcommands: { generate: RUNS, build: RUNS, test: RUNS, config: RUNS, clean: RUNS, dump: SHOWS, version: SHOWS },
    },
    'muon gn': {
      subcommands: { setup: RUNS, gen: RUNS, desc: SHOWS, ls: SHOWS, check: SHOWS, fmt: RUNS, format: RUNS },
    },
    hpack: RUNS,
    opa: {
      subcommands: {
        test: { operands: 'read-tree' },
        check: { operands: 'read-tree' },
        fmt: { operands: 'read-tree', inPlace: '-w, --write' },
        version: SHOWS,
        inspect: { operands: 'read' },
      },
    },
    'ytt pkl kcl nickel': {
      operands: 'read-tree',
      options: { ...are('read-tree', '-f --file'), ...are('text', '-v --data-value'), ...are('write', '-o --output') },
    },
  }),
]
