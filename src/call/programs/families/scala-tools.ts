import type { Program, ProgramContext } from '../../shell/programs/program.ts'
import { service } from '../../shell/programs/facts.ts'
import { runsProject } from '../../shell/programs/project.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import type { Entries, Entry } from '../entry.ts'
import { closed, family } from '../walk.ts'

const SBT: Entry = {
  options: { '-D*, -J-Xmx*, -J-Xms*, -J-Xss*': 'text', '-mem, -sbt-version': 'text' },
  style: 'single-dash',
  flags: '-batch -no-colors -client -v -V -debug -h -supershell=false -color=always -color=never -no-server -timings',
}

/** Tasks and commands that build, test or describe, whatever words follow them. */
const TASKS =
  /^(?:compile|test|testOnly|testQuick|run|runMain|package|packageBin|packageSrc|packageDoc|clean|cleanFull|update|reload|doc|publishLocal|publishM2|console|consoleQuick|project|projects|tasks|settings|about|help|inspect|show|last|history|exit|assembly|stage|dist|bloopInstall|scalafmt|scalafmtAll|scalafmtSbt|scalafmtCheck|scalafmtCheckAll|scalafmtSbtCheck|scalafix|scalafixAll|dependencyTree|dependencyBrowseGraph|dependencyUpdates|evicted|plugins|products|fullClasspath|dependencyClasspath|fastOptJS|fullOptJS|fastLinkJS|fullLinkJS|nativeLink|coverage|coverageOff|coverageReport|coverageAggregate|mimaReportBinaryIssues|headerCheck|headerCheckAll|headerCreate|headerCreateAll|unusedCompileDependencies|undeclaredCompileDependencies|version|name|scalaVersion|crossScalaVersions|sourceDirectories|libraryDependencies|jmh:run|shutdown|shutdownall)$/

/** An argument is one command, or several with `;` between; a task stands behind its project and configuration. */
function meansSbt(context: ProgramContext): void {
  const { operands } = closed(context, SBT, context.invocation.args)
  runsProject(context, ['build.sbt'])
  for (const word of operands) recordCommands(context, word)
}

function recordCommands(context: ProgramContext, word: Word): void {
  const text = textOf(word)
  if (text === undefined) return context.opaque('unknown-option', `sbt ${show(word)}`)
  for (const command of text.split(';').map((part) => part.trim())) if (command !== '') recordCommand(context, command)
}

function recordCommand(context: ProgramContext, command: string): void {
  // `~test` watches, `+test` goes through the versions of Scala, `++2.13.14` picks one.
  const [head, ...rest] = command
    .replace(/^~\s*/, '')
    .replace(/^\+(?!\+)/, '')
    .split(/\s+/)
  const task = head!.replace(/^.*\//, '').replace(/^(?:test|it|compile|Test|IntegrationTest|Compile):/, '')
  if (head === 'set' || head === 'eval') context.code('other', literal(rest.join(' ')), { via: 'sbt' })
  else if (/^(?:publish|publishSigned|sonatypeRelease|sonatypeBundleRelease|ci-release|release)$/.test(task))
    context.record(service('maven', 'publish', [literal(command)], false))
  else if (!TASKS.test(task) && !/^\+\+[\w.-]+!?$/.test(head!)) context.opaque('unknown-option', `sbt ${command}`)
}

const JVM = '-O, --scalac-option, -J, --java-opt, --java-prop, --scalac-verbose'

const entries: Entries = {
  'scala-cli': {
    options: {
      '-e, --execute-script, --execute-scala, --script-snippet, --scala-snippet': 'code',
      '--java-snippet': 'code',
      '-o, --output': 'write',
      '-d, --destination': 'directory',
      '--jar, --extra-jars': 'loads-code',
      '--compiler-plugin, -P, --plugin': 'opaque',
      '-r, --repo, --repository': 'registry',
      '-w, --workspace': 'project-directory',
      [`${JVM}, -S, --scala, --scala-version, -j, --jvm, --dep, --dependency, -M, --main-class, --platform, --js-version, --native-version, --test-framework, --test-only, --scalafmt-conf-str, --log-level, --progress`]:
        'text',
    },
    flags:
      '--js --native --watch --server=false -q --quiet -v --verbose --power --test --assembly --library --check -f --force --[no-]color --offline --sbt --mill',
    subcommands: {
      'run, compile, test, package, doc, repl, console, setup-ide': {
        operands: 'project-directory',
        project: ['project.scala'],
      },
      'fmt, format, scalafmt': { operands: 'edit', default: '.', forms: { '--check': { operands: 'read-tree' } } },
      fix: { operands: 'edit', default: '.', project: ['project.scala'] },
      clean: { operands: 'names' },
      'version, about, directories, default-file, help': { operands: 'text' },
      publish: 'service maven publish',
      'publish local': { operands: 'project-directory', project: ['project.scala'] },
    },
    examples: {
      'scala-cli test . --test-only Json': [],
      'scala-cli run /tmp/x': ['code other file /tmp/x'],
      'cd /tmp/x && scala-cli compile .': [
        'names /tmp/x',
        'run scala-cli',
        'code other file /tmp/x',
        'code other file /tmp/x',
      ],
      'scala-cli --execute-script x': ['code other inline'],
      'scala-cli --execute-scala x': ['code other inline'],
      'scala-cli --script-snippet x': ['code other inline'],
      'scala-cli --scala-snippet x': ['code other inline'],
      'scala-cli --java-snippet x': ['code other inline'],
      'scala-cli run --output o.jar --destination dir --jar /tmp/a.jar .': [
        'write o.jar',
        'directory dir',
        'code other file /tmp/a.jar',
      ],
      'scala-cli run --extra-jars /tmp/a.jar --workspace /tmp/w .': [
        'code other file /tmp/a.jar',
        'code other file /tmp/w',
      ],
      'scala-cli run --compiler-plugin a:b:1 .': ['unknown option --compiler-plugin of scala-cli run'],
      'scala-cli run --plugin a:b:1 .': ['unknown option --plugin of scala-cli run'],
      'scala-cli run --repo https://r.example .': ['contact r.example registry'],
      'scala-cli run --repository https://r.example .': ['contact r.example registry'],
      'scala-cli fmt --check src': ['read-tree src'],
      'scala-cli fmt src': ['edit src'],
      'scala-cli fix src': ['edit src'],
      'cd /tmp/x && scala-cli fix src': ['names /tmp/x', 'run scala-cli', 'code other file /tmp/x', 'edit /tmp/x/src'],
      'scala-cli fmt': ['edit .'],
      'scala-cli fix': ['edit .'],
      'scala-cli clean dir': ['names dir'],
      'scala-cli publish .': ['service maven publish'],
      'scala-cli publish local /tmp/x': ['code other file /tmp/x'],
      'cd /tmp/x && scala-cli publish local .': [
        'names /tmp/x',
        'run scala-cli',
        'code other file /tmp/x',
        'code other file /tmp/x',
      ],
      'scala-cli run --unheard-of .': ['unknown option --unheard-of of scala-cli run'],
    },
  },
  mill: {
    operands: 'text',
    project: ['build.mill', 'build.sc'],
    options: {
      '-j, --jobs, -D, --define, --ticker, --color, --meta-level': 'text',
      '--import': 'opaque',
    },
    flags:
      '-i --interactive --no-server -w --watch -k --keep-going -d --debug -s --silent --no-build-lock --disable-ticker --offline -b --bell -v --version',
    stopAtOperand: true,
    examples: {
      'mill -j 4 core.test': [],
      'mill --import ivy:a::b:1 core.test': ['unknown option --import of mill'],
      'cd /tmp/x && mill core.test': ['names /tmp/x', 'run mill', 'code other file /tmp/x'],
      'mill --unheard-of core.test': ['unknown option --unheard-of of mill'],
    },
  },
  bloop: {
    subcommands: {
      'compile, test, run, clean, projects, configure, about, autocomplete, console, link': {
        operands: 'text',
        project: ['.bloop/root.json'],
      },
      'exit, help': {},
    },
    options: {
      '-c, --config-dir': 'project-directory',
      '-p, --project, -o, --only, --reporter, -m, --main, --parallelism, --exclude, --args': 'text',
    },
    flags:
      '-w --watch --incremental --pipeline --cascade --propagate --include-dependencies --no-color --verbose -v -h',
    examples: {
      'bloop compile core': [],
      'bloop test core --only *Json': [],
      'cd /tmp/x && bloop test core': ['names /tmp/x', 'run bloop', 'code other file /tmp/x'],
      'bloop --config-dir /tmp/x compile core': ['code other file /tmp/x'],
      'bloop --unheard-of compile core': ['unknown option --unheard-of of bloop'],
    },
  },
}

/** Build tools of Scala. */
export const scalaTools: readonly Program[] = [
  {
    names: ['sbt', 'sbtn'],
    means: meansSbt,
    examples: {
      sbt: [],
      "sbt 'project core' 'testOnly *JsonSpec -- -z round'": [],
      "sbt 'core/Test/compile; ++2.13.14 ~test:compile; scalafmtCheckAll'": [],
      'sbt +publishSigned': ['service maven publish'],
      "sbt 'set x := 1' test": ['code other inline'],
      "sbt 'eval sys.exit(1)'": ['code other inline'],
      'sbt x': ['opaque unknown-option'],
      "sbt 'test; x'": ['opaque unknown-option'],
      'cd /tmp/x && sbt test': ['names /tmp/x', 'run sbt', 'code other file /tmp/x'],
      'sbt -unheard-of test': ['unknown option -unheard-of of sbt'],
    },
  },
  ...family(entries),
]
