import { literal, show, textOf } from '../../word.ts'
import { door, service } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { are, INTERACTIVE, rows, type Row, walk } from './table.ts'

const OUTPUT = {
  ...are('write', '-o --output --out --output-file --outfile --report-file --summary-xml'),
  ...are('directory', '--out-dir --outdir --output-dir --report-dir'),
}
/** Checks, measures or describes the project's files. */
const CHECKS: Omit<Row, 'names'> = {
  operands: 'read-tree',
  inPlace: '--fix, --write, -w, -i, --in-place, --autofix',
  options: {
    ...OUTPUT,
    ...are('text', '--format -f --level -l --min --max --exclude --ignore --include -e'),
    ...are('config', '-c --config'),
  },
}
/** Builds, tests or serves the project: what it runs is the project's own. */
const RUNS: Omit<Row, 'names'> = {
  operands: 'config',
  project: [],
  options: { ...OUTPUT, ...are('config', '-c -C --config -r --require -f --file'), ...are('code', '-e --eval') },
}
const SHOWS: Omit<Row, 'names'> = { operands: 'text' }
const INSPECT: Omit<Row, 'names'> = { does: [{ does: 'change-repository', deed: 'inspect' }], options: OUTPUT }
const COMMITS: Omit<Row, 'names'> = { does: [{ does: 'change-repository', deed: 'rewrite-history' }] }
const EMPTIES: Omit<Row, 'names'> = { does: [{ does: 'change-database', deed: 'drop', target: 'the database' }] }

/** Subcommands by what they do: `verbs({ read: 'list status' }, …)`; one that is not listed stays unknown. */
function verbs(...kinds: readonly (readonly [row: Omit<Row, 'names'>, list: string])[]): Omit<Row, 'names'> {
  return {
    subcommands: Object.fromEntries(
      kinds.flatMap(([row, list]) => list.split(/,? /).map((verb) => [verb.replace('_', ' '), row])),
    ),
  }
}

const DATABASE = {
  ...are('names', '--migrations-dir --schema-file'),
  ...are('send', '-u --url -d --database -database --dev-url --from --to'),
  ...are('names', '--dir'),
}
const SCIENCE: Omit<Row, 'names'> = {
  operands: 'read',
  style: 'single-dash',
  options: {
    ...are('write', '-o --out -out --output -O -S --json --html -prefix --prefix'),
    ...are('directory', '--outdir --output-dir -outdir --out-dir -out-dir'),
    ...are('text', '-t -p --threads -threads --cpu -n -k -q -m -e -evalue -outfmt -x -j --thread'),
    ...are('opaque', '--java-options'),
    ...are('read', '-i -I -1 -2 -U -r -R -g -G -f -s --ref --in --in1 --in2 -in -db --db'),
  },
}

/** Watches a Python script, or a module, while it runs. */
function profile(context: ProgramContext): void {
  const { args } = context.invocation
  const module = args.findIndex((word) => textOf(word) === '-m')
  if (module >= 0) {
    context.runs([literal('python3'), ...args.slice(module)], { via: context.invocation.program })
    return
  }
  walk(
    context,
    {
      operands: ['script', 'text'],
      stopAtOperand: true,
      language: 'python',
      options: {
        ...OUTPUT,
        ...are('write', '--output_file --outfile'),
        ...are('text', '-i --interval -r --renderer --profile-interval --reduced-profile --cpu-percent-threshold'),
        ...are('code', '-c'),
        ...are('opaque', '--attach -p --pid'),
      },
    },
    args,
  )
}

/** A workflow of the project; one named like a repository is fetched and run. */
function nextflow(context: ProgramContext): void {
  const words = context.invocation.args
  const verb = textOf(words.find((word) => !show(word).startsWith('-')))
  const own = words.some((word) => /^[\w./-]+\.nf$/.test(textOf(word) ?? ''))
  if (verb !== undefined && /^(log|list|info|view|config|lint|clean|help|inspect)$/.test(verb)) return
  if (verb === 'run' && own)
    walk(
      context,
      { operands: ['text', 'config', 'text'], style: 'single-dash', options: are('config', '-c -C -params-file') },
      words,
    )
  else context.opaque('unknown-subcommand', `nextflow ${verb ?? ''}`)
}

/** What signs uses a key of the person; what looks at a signature does not. */
function codesign(context: ProgramContext): void {
  const words = context.invocation.args.map(show)
  if (words.some((word) => /^--(sign|remove-signature|force)|^-[a-zA-Z]*[sf]/.test(word)))
    context.opaque('unknown-option', 'codesign with an identity')
  else
    walk(
      context,
      { operands: 'read', options: are('text', '-R --requirements -r --entitlements') },
      context.invocation.args,
    )
}

/** Which of the tools of the maker is used: those in their own places are. */
function chooseXcode(context: ProgramContext): void {
  const { args } = context.invocation
  const at = args.findIndex((word) => /^(-s|--switch)$/.test(show(word)))
  if (at < 0) return
  if (
    !/^\/(Applications\/Xcode[\w.-]*\.app|Library\/Developer\/CommandLineTools)(\/Contents\/Developer)?\/?$/.test(
      textOf(args[at + 1]) ?? '',
    )
  )
    context.opaque('unknown-option', 'xcode-select --switch')
}

/** Waits for servers, then starts a program. */
const WAITS: Omit<Row, 'names'> = {
  operands: 'command',
  stopAtOperand: true,
  style: 'single-dash',
  options: {
    ...are('text', '-wait -timeout -wait-retry-interval -wait-http-header'),
    ...are('read', '-stdout -stderr'),
    ...are('opaque', '-template -env'),
  },
}

/**
 * Tools of many trades that are not published for `npx` and its like: a package of the same name there is somebody
 * else's.
 */
export const workbench: readonly Program[] = [
  { names: ['pyinstrument', 'viztracer', 'kernprof', 'scalene', 'fil-profile'], means: profile },
  { names: ['nextflow'], means: nextflow },
  { names: ['codesign'], means: codesign },
  { names: ['xcode-select'], means: chooseXcode },
  ...rows({
    dockerize: WAITS,
    comby: {
      operands: ['text', 'text', 'names'],
      style: 'single-dash',
      options: {
        ...are('text', '-matcher -m -f -exclude -rule -match-n -jobs -extensions'),
        ...are('read', '-config -templates'),
        ...are('read-tree', '-d -directory'),
      },
    },
    'dockerfilelint pylint-exit scdoc enchant-2 par2 rdiff advmng': { operands: 'read', options: OUTPUT },
    'advpng advzip advdef': { operands: 'edit' },
    monolith: {
      operands: 'source',
      options: { ...are('write', '-o --output'), ...are('text', '-t -u -b -d'), ...are('opaque', '-C --cookies') },
    },
    skeema: verbs([RUNS, 'diff lint format init pull version']),
    'idevice_id ideviceinfo idevicename idevicesyslog': {
      operands: 'text',
      options: are('text', '-u --udid -k --key -q --domain'),
    },
    ghcup: verbs(
      [SHOWS, 'list whereis tool-requirements debug-info'],
      [
        { does: [{ does: 'install-package', ecosystem: 'ghcup', packages: [], origin: 'registry', scope: 'user' }] },
        'install set',
      ],
    ),
    sdk: verbs(
      [SHOWS, 'list current version env home'],
      [
        { does: [{ does: 'install-package', ecosystem: 'sdkman', packages: [], origin: 'registry', scope: 'user' }] },
        'install use default update upgrade',
      ],
    ),
    jmeter: {
      options: {
        ...are('config', '-t --testfile'),
        ...are('write', '-l --logfile -j --jmeterlogfile -o'),
        ...are('text', '-J -D -G -L'),
        ...are('opaque', '-r -R --remotestart -p -q -S'),
      },
    },
    'pipreqs pyan3 pyreverse pydeps sphinx-lint pydocstringformatter absolufy-imports pycln pyproject-fmt tox-ini-fmt setup-cfg-fmt gprof2dot unparam unconvert dupl goconst gocognit benchcmp goda nancy gocov gocov-xml gcov2lcov go-junit-report tparse gocovmerge gomarkdoc modgraphviz go-mod-outdated golicense phploc phpcpd pdepend phpinsights phparkitect phpdoc debride rubycritic database_consistency erlfmt elvis cppclean clang-uml fastcov pygount pmccabe ohcount abidiff abidw abi-dumper abi-compliance-checker vtable-dumper puncover oasdiff openapi-diff openapi-format squawk pgspot sql-lint regal jsonnet-lint japicmp revapi leptosfmt cbmc esbmc named-checkconf named-checkzone unbound-checkconf doveconf gixy itstool po2json msgcomm msgconv msgen msguniq msgattrib msgcmp msgunfmt msggrep kubectl-neat womtool git-quick-stats actool ibtool genstrings sourcekit-lsp chktex2 kyverno-json':
      CHECKS,
    'cruft copier cookiecutter': verbs([RUNS, 'check diff'], [SHOWS, 'version']),
    memray: {
      subcommands: {
        run: {
          operands: ['script', 'text'],
          stopAtOperand: true,
          language: 'python',
          options: { ...OUTPUT, ...are('opaque', '-m -c --live-remote') },
        },
        ...verbs([{ operands: 'read', options: OUTPUT }, 'flamegraph table tree stats summary parse transform'])
          .subcommands,
      },
    },
    mprof: {
      subcommands: {
        run: { operands: ['script', 'text'], stopAtOperand: true, language: 'python', options: OUTPUT },
        ...verbs([{ operands: 'read', options: OUTPUT }, 'plot list clean peak rm']).subcommands,
      },
    },
    'snakeviz vizviewer tuna': {
      operands: 'read',
      does: [door('listener', '127.0.0.1')],
      options: { ...are('text', '-p --port'), ...are('opaque', '-H --hostname') },
    },
    'austin texfot': {
      operands: 'command',
      stopAtOperand: true,
      options: { ...OUTPUT, ...are('text', '-i -x'), ...are('opaque', '-p --pid') },
    },
    'pact-verifier ptw pytest-watch pytest-watcher mutmut cosmic-ray phpbench atoum peridot phing robo castor grumphp rescript melange gren lamdera elm-pages verus creusot quint dask f2py gopherjs fyne gomobile setup-envtest conversion-gen deepcopy-gen client-gen informer-gen lister-gen openapi-gen bpf2go git-chglog svu puma unicorn thin rackup sidekiq nanoc lektor soupault franklin ruby-lsp planemo cwltool miniwdl shadow-cljs slather cyclonedx-py cyclonedx-gomod rust-analyzer gopls why3 uniffi-bindgen yoyo aerich i18next-parser':
      RUNS,
    'rbs packwerk spoom i18n-tasks licensed license_finder bundle-audit kyverno gator asyncapi rover': verbs(
      [
        CHECKS,
        'validate check test lint list health missing unused normalize srb tc status report version apply explain fetch introspect compose graph_check subgraph_check subgraph_introspect subgraph_lint graph_introspect supergraph_compose',
      ],
      [RUNS, 'prototype collection update cache'],
    ),
    dafny: verbs([CHECKS, 'verify resolve format audit measure-complexity'], [RUNS, 'build test run translate']),
    thor: verbs([SHOWS, 'list help version']),
    gomodifytags: {
      operands: 'text',
      style: 'single-dash',
      options: {
        ...are('edit', '-file'),
        ...are('text', '-struct -field -line -add-tags -remove-tags -add-options -transform -template'),
      },
    },
    'impl fillstruct': { operands: 'text', options: are('read', '-dir -file') },
    'go-licenses': verbs([SHOWS, 'csv check report'], [{ options: are('directory', '--save_path') }, 'save']),
    dbmate: {
      options: {
        ...DATABASE,
        ...are('text', '-e --env'),
        ...are('read', '--env-file'),
        ...are('elsewhere', '-d --migrations-dir'),
      },
      ...verbs([RUNS, 'new up migrate rollback down status dump wait create load'], [EMPTIES, 'drop']),
    },
    sqitch: verbs([RUNS, 'status plan log verify add init deploy revert check show help bundle tag']),
    migrate: {
      style: 'single-dash',
      options: { ...DATABASE, ...are('names', '-path -source') },
      ...verbs([RUNS, 'create goto up down force version'], [EMPTIES, 'drop']),
    },
    dolt: verbs(
      [SHOWS, 'status log diff ls branch schema version init add commit checkout merge'],
      [{ options: are('text', '-q') }, 'sql-none'],
    ),
    'git-sizer git-standup git-recent': INSPECT,
    'git-absorb git-revise': COMMITS,
    quilt: verbs([
      RUNS,
      'series applied unapplied top next previous push pop refresh new add diff files header import delete fold graph patches',
    ]),
    stg: verbs(
      [INSPECT, 'series show top diff log files id next prev'],
      [COMMITS, 'new refresh push pop goto float sink squash rename delete commit uncommit init rebase'],
    ),
    'pijul darcs brz': verbs(
      [INSPECT, 'log status diff change changes whatsnew show info annotate credit ls'],
      [COMMITS, 'record add init remove'],
    ),
    coursier: verbs([SHOWS, 'fetch resolve search complete list version java-home about']),
    jfr: verbs([{ operands: 'read', options: OUTPUT }, 'print summary metadata view scrub assemble']),
    jwebserver: {
      does: [door('listener', '127.0.0.1')],
      options: {
        ...are('read-tree', '-d --directory'),
        ...are('text', '-p --port -o --output'),
        ...are('opaque', '-b --bind-address'),
      },
    },
    'native-image scaladoc': {
      operands: 'names',
      style: 'single-dash',
      project: [],
      options: {
        ...are('names', '-cp -classpath --class-path'),
        ...are('read', '-jar'),
        ...are('write', '-o'),
        ...are('directory', '-d'),
      },
    },
    xcodes: verbs([SHOWS, 'list installed version runtimes']),
    stapler: verbs([{ operands: 'read' }, 'validate'], [{ operands: 'edit' }, 'staple']),
    'pkgbuild productbuild': {
      operands: 'write',
      options: {
        ...are('read-tree', '--root --component --package-path --resources --distribution --scripts'),
        ...are('text', '--identifier --version --install-location'),
        ...are('opaque', '--sign --keychain'),
      },
    },
    sdkmanager: {
      operands: 'text',
      does: [{ does: 'install-package', ecosystem: 'android', packages: [], origin: 'registry', scope: 'user' }],
      options: {
        ...are('directory', '--sdk_root'),
        ...are('text', '--channel'),
        ...are('opaque', '--proxy_host --proxy_port --proxy'),
      },
    },
    dagger: {
      options: are('opaque', '-m --mod'),
      ...verbs([RUNS, 'call functions develop query version init check generate core config']),
    },
    garden: verbs([RUNS, 'validate get options tools version build test plan']),
    'okteto telepresence mirrord gefyra': verbs([SHOWS, 'status list version endpoints verify-config ls']),
    'ctlptl kwokctl': verbs([
      { does: [service('local', 'local-only', [])] },
      'create delete get apply start stop version docker-desktop',
    ]),
    ct: verbs([RUNS, 'lint list-changed version']),
    goss: {
      options: { ...are('config', '-g --gossfile'), ...are('read', '--vars') },
      ...verbs([RUNS, 'validate v render r add a autoadd']),
    },
    localstack: verbs(
      [SHOWS, 'status logs config wait version'],
      [{ does: [service('docker', 'local-only', [])] }, 'start stop restart'],
    ),
    step: verbs(
      [
        { operands: 'names' },
        'certificate_inspect certificate_verify certificate_lint certificate_fingerprint certificate_needs-renewal certificate_format',
      ],
      [SHOWS, 'crypto_hash crypto_rand version path ca_health'],
    ),
    'rpk kafkactl': verbs([
      SHOWS,
      'topic_list topic_describe topic_consume cluster_info cluster_health cluster_metadata group_list group_describe get describe version get_topics describe_topic',
    ]),
    nsc: verbs([
      SHOWS,
      'list_accounts list_operators list_users list_keys describe describe_account describe_operator describe_user validate env version',
    ]),
    'tk tanka': verbs(
      [RUNS, 'show diff eval fmt lint env export init status tool'],
      [{ does: [service('kubernetes', 'deploy', [])] }, 'apply'],
      [{ does: [service('kubernetes', 'delete', [])] }, 'delete prune'],
    ),
    'kbld imgpkg vendir': {
      operands: 'text',
      options: {
        ...OUTPUT,
        ...are('read-tree', '-f --file'),
        ...are('opaque', '--registry-password --registry-username -b --bundle -i --image'),
      },
    },
    dnscontrol: verbs([RUNS, 'check preview fmt print-ir version']),
    tlmgr: {
      subcommands: {
        ...verbs([SHOWS, 'list info search show version candidates print platform dump-texmfcnf']).subcommands,
        ...verbs([
          {
            does: [{ does: 'install-package', ecosystem: 'tex', packages: [], origin: 'registry', scope: 'user' }],
            options: are('opaque', '--repository -repository'),
          },
          'install update',
        ]).subcommands,
      },
    },
    'msgexec msgfilter': {
      operands: 'command',
      stopAtOperand: true,
      options: { ...are('read', '-i --input -D'), ...are('write', '-o --output-file') },
    },
    global: { operands: 'text', options: are('names', '-C --directory') },
    'fastp multiqc bwa-mem2 hisat2 hisat2-build salmon kallisto featurecounts stringtie freebayes vcftools plink plink2 diamond hmmsearch hmmscan hmmbuild hmmpress clustalo iqtree iqtree2 raxml raxml-ng fasttree gffread gffcompare cutadapt spades.py megahit quast.py busco prokka bakta kraken2 kraken2-build bracken centrifuge mash sourmash fastani nanoplot flye racon medaka gatk gmx xtb':
      SCIENCE,
    minizinc: {
      operands: 'read',
      options: { ...OUTPUT, ...are('text', '--solver -D -n -t --time-limit -p'), ...are('read', '-d --data') },
    },
    radare2: {
      operands: 'read',
      options: { ...are('text', '-a -b -e'), ...are('code', '-c -i -qc -I -cmd') },
      does: [INTERACTIVE],
    },
    'cabextract unace unzoo unyaffs innoextract': {
      operands: 'read',
      options: are('directory', '-d --directory --output-dir'),
    },
    'atool als aunpack acat adiff': {
      operands: 'read',
      options: { ...are('directory', '-X --extract-to'), ...are('opaque', '-O --option --config') },
    },
    'ouch patool': {
      subcommands: {
        ...verbs([{ operands: 'read' }, 'list l test info diff search formats']).subcommands,
        ...verbs([{ operands: 'read', options: are('directory', '-d --dir --outdir') }, 'decompress d extract'])
          .subcommands,
        ...verbs([{ operands: 'read', lastOperand: 'write' }, 'compress c create']).subcommands,
      },
    },
  }),
]
