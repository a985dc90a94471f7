import { literal, show, textOf, type Word } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { isOwn, runsProject } from '../../shell/programs/project.ts'
import { readClosed } from '../arguments.ts'
import { optionsOf } from '../compile.ts'
import type { Entry } from '../entry.ts'
import { closed, walk } from '../walk.ts'

/** What starts Java. Agents, plugins, boot classes and files with further options are not among its options. */
const JAVA: Entry = {
  style: 'single-dash',
  stopAtOperand: true,
  options: {
    '-cp, -classpath, -class-path, -p, -module-path': 'text',
    '-jar': 'text',
    '-m, -module, -add-modules, -add-opens, -add-exports, -add-reads, -limit-modules, -source, -enable-native-access':
      'text',
    '-D*': {
      keys: {
        'com.sun.management.*, java.rmi.*, java.system.class.loader, java.security.manager, java.ext.dirs, sun.*, jdk.*':
          'opaque',
        'log4j.configurationFile, log4j2.configurationFile, log4j.configuration, logback.configurationFile, logging.config, spring.config.location, spring.config.additional-location, spring.config.import, java.util.logging.config.file, java.security.policy, java.security.properties, loader.path, java.library.path, jna.library.path':
          'loads-code',
        // A property of the program.
        '*': 'text',
      },
    },
    '-XX:OnError=*, -XX:OnOutOfMemoryError=*': 'run-command',
    '-XX:HeapDumpPath=*, -XX:ErrorFile=*, -XX:LogFile=*, -XX:ArchiveClassesAtExit=*': 'write',
    '-XX:SharedArchiveFile=*': 'loads-code',
    '-XX:+*, -XX:-*, -XX:Max*, -XX:Min*, -XX:Initial*, -XX:Parallel*, -XX:Conc*, -XX:G1*, -XX:Active*, -XX:Reserved*, -XX:Metaspace*, -XX:NewRatio=*, -XX:NewSize=*, -XX:SurvivorRatio=*, -XX:TieredStopAtLevel=*, -XX:CICompilerCount=*, -XX:SoftRef*, -XX:Native*, -XX:Compile*, -XX:Thread*':
      'text',
    '-Xlog:*': { words: 'gc gc* gc+heap class+load disable all=warning async startuptime', else: 'opaque' },
    '-Xmx*, -Xms*, -Xss*, -Xmn*, -Xshare:*, -Xverify:*, -XshowSettings*, -ea*, -da*, -verbose*': 'text',
  },
  flags:
    '-Xint -Xcomp -Xbatch -Xrs -Xmixed -esa -dsa -server -client -enable-preview -version -showversion -show-version -help -h -X -list-modules -dry-run -validate-modules -enableassertions -disableassertions',
  operands: 'text',
}

function runJava(context: ProgramContext): void {
  const { args } = context.invocation
  walk(context, JAVA, args)
  const read = readClosed(args, {
    options: optionsOf(JAVA),
    style: 'single-dash',
    abbreviations: false,
    stopAtOperand: true,
  })
  if (read.has('-version', '-help', '-h', '--help', '--version')) return
  const jar = read.value('-jar')
  const [main] = read.operands
  if (jar) context.file(jar, 'binary', read.operands)
  else if (main && /\.(java|kts?|scala|groovy|jsh|sc)$/.test(show(main)))
    context.file(main, /\.(?:java|jsh)$/.test(show(main)) ? 'compiled' : 'other')
  else if (main && runsClass(context, main, read.values('-cp', '-classpath', '-class-path'))) return
  else if (main || read.has('-m', '-module')) context.opaque('unreadable-code', context.invocation.evidence)
}

/**
 * A class that a build of the project left in directories of its own, or one whose source is there: source that this
 * session wrote is read, a class file that it brought is not trusted.
 */
function runsClass(context: ProgramContext, main: Word, paths: readonly Word[]): boolean {
  const parts = paths.flatMap((word) => (textOf(word) ?? '/').split(':').filter((part) => part !== ''))
  const brought = [...context.memory.written.keys()].some((path) => /\.(?:class|jar)$/.test(path))
  if (
    brought ||
    context.invocation.elevated ||
    !parts.every((part) => isOwn(context, context.place(literal(part.replace(/\*$/, '')))))
  )
    return false
  const source = literal(`${show(main).replaceAll('.', '/')}.java`)
  const place = context.place(source)
  if (context.written(place)) {
    context.file(source, 'compiled')
    return true
  }
  if (parts.length === 0 && (place.kind !== 'path' || context.world.look(place.real) === 'absent')) return false
  runsProject(context)
  return true
}

const JAR: Entry = {
  options: {
    '-f, --file, -m, --manifest, -C, --dir, -e, --main-class, --module-version, --release, --date': 'text',
  },
  flags:
    '-c --create -x --extract -t --list -u --update -i --generate-index -d --describe-module -v --verbose -0 --no-compress -M --no-manifest -P -n -k -h',
}

/** As tar: `jar tf a.jar`, `jar cfe app.jar Main -C build .`. */
function archive(context: ProgramContext): void {
  const [first, ...others] = context.invocation.args
  const letters = /^[ctxuivfmeM0Pnk]+$/.exec(textOf(first) ?? '')?.[0]
  // Each letter that takes a value takes the next word.
  const values = [...others]
  const spelled =
    letters === undefined
      ? context.invocation.args
      : [
          ...[...letters].flatMap((letter) => [
            literal(`-${letter}`),
            ...('fme'.includes(letter) && values.length > 0 ? [values.shift()!] : []),
          ]),
          ...values,
        ]
  const read = closed(context, JAR, spelled)
  const makes = read.has('-c', '--create', '-u', '--update', '-i', '--generate-index')
  for (const word of read.values('-f', '--file'))
    if (makes) context.writes(word, 'overwrite')
    else context.reads(word)
  for (const word of read.values('-m', '--manifest')) context.reads(word)
  if (read.has('-x', '--extract')) context.writes(read.value('-C', '--dir') ?? literal('.'), 'directory')
  else for (const word of read.values('-C')) context.reads(word, 'content', { recursive: true })
  if (makes) for (const word of read.operands) context.reads(word, 'content', { recursive: true })
}

export const java: readonly Program[] = [
  {
    names: ['java', 'javaw'],
    means: runJava,
    examples: {
      'java -version': [],
      'java -jar build/app.jar --help': [],
      'java -Xmx1g -cp build/classes Main': [],
      'java -jar /tmp/x.jar': ['code binary file /tmp/x.jar'],
      'java Main.java': [],
      "java -XX:OnError='touch a' -cp build/classes Main": ['run touch', 'append a'],
      "java -XX:OnOutOfMemoryError='touch a' -cp build/classes Main": ['run touch', 'append a'],
      'java -XX:HeapDumpPath=/etc/x -cp build/classes Main': ['write /etc/x'],
      'java -XX:SharedArchiveFile=/tmp/x -cp build/classes Main': ['code other file /tmp/x'],
      'java -Dlogging.config=/tmp/x -Dapp.port=1 -cp build/classes Main': ['code other file /tmp/x'],
      'java -Dcom.sun.management.jmxremote.port=9010 -cp build/classes Main': ['opaque unknown-option'],
      'java -Xlog:gc:file=/etc/x -cp build/classes Main': ['opaque unknown-option'],
      'java -Xlog:gc -cp /tmp/x Main': ['opaque unreadable-code'],
      'java -javaagent:/tmp/x.jar -cp build/classes Main': ['unknown option -javaagent:/tmp/x.jar of java'],
    },
  },
  {
    names: ['jar'],
    means: archive,
    examples: {
      'jar tf a.jar': ['read a.jar'],
      'jar cfe a.jar Main -C build .': ['write a.jar', 'read-tree build', 'read-tree .'],
      'jar cfm a.jar m.txt src': ['write a.jar', 'read m.txt', 'read-tree src'],
      'jar xf a.jar': ['read a.jar', 'directory .'],
      'jar --create --file a.jar src': ['write a.jar', 'read-tree src'],
      'jar --extract --file a.jar --dir /etc': ['read a.jar', 'directory /etc'],
      'jar --unheard-of': ['unknown option --unheard-of of jar'],
    },
  },
]
