import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { looksIntoSource } from '../written-source.ts'
import { family } from '../walk.ts'

/** Compilers and tools of the Java platform. Processors, plugins and agents are code that runs. */
const entries: Entries = {
  'javac ecj': {
    operands: 'read',
    style: 'single-dash',
    responseFiles: true,
    options: {
      '-d, -s, -h': 'directory',
      '-cp, -classpath, -class-path, -sourcepath, -source-path, -bootclasspath, -module-path, -p, -module-source-path, -extdirs, -endorseddirs, -system, -upgrade-module-path':
        { list: 'names', separator: ':' },
      '-source, -target, -release, -encoding, -Xmaxerrs, -Xmaxwarns, -add-modules, -add-exports, -add-reads, -limit-modules, -m, -module, -module-version, -Xpkginfo, -patch-module, -default-module-for-created-files':
        'text',
      '-Xlint*, -g*, -A*, -Xdoclint*, -proc:*, -implicit:*, -Xdiags:*, -Xprefer:*, -Xpkginfo:*': 'text',
    },
    flags: '-nowarn -verbose -deprecation -parameters -Werror -version -help -X -enable-preview',
    examples: {
      'javac a.in': ['read a.in'],
      'javac -d d-dir -s s-dir -h h-dir a.in': ['directory d-dir', 'directory s-dir', 'directory h-dir', 'read a.in'],
      'javac -cp dir -classpath dir -class-path dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'javac -sourcepath dir -source-path dir a.in': ['names dir', 'names dir', 'read a.in'],
      'javac -bootclasspath dir -module-path dir -p dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'javac -module-source-path dir -extdirs dir a.in': ['names dir', 'names dir', 'read a.in'],
      'javac -endorseddirs dir -system dir a.in': ['names dir', 'names dir', 'read a.in'],
      'javac -upgrade-module-path dir a.in': ['names dir', 'read a.in'],
      'javac @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of javac'],
    },
  },
  kotlinc: {
    operands: 'read',
    style: 'single-dash',
    responseFiles: true,
    forms: { '-script': { operands: ['run-file'], rest: 'text' } },
    options: {
      '-d': 'write',
      '-expression, -e': 'code',
      '-cp, -classpath': { list: 'names', separator: ':' },
      '-kotlin-home, -jdk-home': 'project-directory',
      '-jvm-target, -module-name, -language-version, -api-version, -opt-in, -Xjvm-default=*, -Xlambdas=*, -Xjsr305=*':
        'text',
    },
    flags:
      '-include-runtime -nowarn -verbose -version -help -no-jdk -no-reflect -no-stdlib -progressive -Werror -Xcontext-receivers -Xcontext-parameters -java-parameters -h',
    examples: {
      'kotlinc a.in': ['read a.in'],
      'kotlinc -d d.out -expression x a.in': ['write d.out', 'code other inline', 'read a.in'],
      'kotlinc -e x -cp dir -classpath dir a.in': ['code other inline', 'names dir', 'names dir', 'read a.in'],
      'kotlinc -kotlin-home /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'kotlinc -jdk-home /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'kotlinc @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of kotlinc'],
      'kotlinc -script /tmp/x': ['code other file /tmp/x'],
    },
  },
  'scalac scala3-compiler': {
    operands: 'read',
    style: 'single-dash',
    responseFiles: true,
    options: {
      '-d': 'write',
      '-cp, -classpath, -sourcepath, -bootclasspath': { list: 'names', separator: ':' },
      '-Xplugin:*, -Xplugin, -J*, -Xpluginsdir, -toolcp, -P:*, -Xmacro-settings': 'opaque',
      '-encoding, -target, -release, -source, -color, -language, -Xsource': 'text',
      '-language:*, -X*, -W*, -opt*, -g*, -target:*, -release:*, -Y*': 'text',
    },
    flags:
      '-deprecation -feature -unchecked -explain -verbose -version -help -nowarn -optimise -indent -rewrite -new-syntax -no-indent -uniqid -usejavacp',
    examples: {
      'scalac a.in': ['read a.in'],
      'scalac -d d.out -cp dir -classpath dir a.in': ['write d.out', 'names dir', 'names dir', 'read a.in'],
      'scalac -sourcepath dir -bootclasspath dir a.in': ['names dir', 'names dir', 'read a.in'],
      'scalac -Xplugin:x a.in': ['unknown option -Xplugin:* of scalac', 'read a.in'],
      'scalac -Xplugin x -Jx a.in': ['unknown option -Xplugin of scalac', 'unknown option -J* of scalac', 'read a.in'],
      'scalac -Xpluginsdir x a.in': ['unknown option -Xpluginsdir of scalac', 'read a.in'],
      'scalac -toolcp x -P:x a.in': ['unknown option -toolcp of scalac', 'unknown option -P:* of scalac', 'read a.in'],
      'scalac -Xmacro-settings x a.in': ['unknown option -Xmacro-settings of scalac', 'read a.in'],
      'scalac @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of scalac'],
    },
  },
  groovyc: {
    operands: 'read',
    options: {
      '-d': 'directory',
      '-cp, -classpath, --classpath': { list: 'names', separator: ':' },
      '--configscript': 'loads-code',
      '--encoding, -F, -J': 'text',
    },
    flags: '-e --exception -j --jointCompilation -h -v --indy -pa --parameters -pr --enable-preview',
    style: 'single-dash',
    examples: {
      'groovyc a.in': ['read a.in'],
      'groovyc -d d-dir -cp dir a.in': ['directory d-dir', 'names dir', 'read a.in'],
      'groovyc --configscript /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'groovyc -unheard-of a.in': ['unknown option -unheard-of of groovyc', 'read a.in'],
    },
  },
  'javap jdeps jdeprscan': {
    operands: 'read',
    style: 'single-dash',
    options: {
      '-cp, -classpath, -class-path, -module-path, -bootclasspath': { list: 'names', separator: ':' },
      '-dotoutput, -generate-module-info, -generate-open-module': 'directory',
      '-m, -module, -system, -p, -package, -e, -regex, -filter, -include, -multi-release, -release': 'text',
    },
    flags:
      '-c -l -s -v -verbose -public -protected -package -private -sysinfo -constants -summary -R -recursive -apionly -jdkinternals -print-module-deps -ignore-missing-deps -list -version -help',
    examples: {
      'javap a.in': ['read a.in'],
      'javap -cp dir -classpath dir -class-path dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'javap -module-path dir -bootclasspath dir a.in': ['names dir', 'names dir', 'read a.in'],
      'javap -dotoutput dotout-dir a.in': ['directory dotout-dir', 'read a.in'],
      'javap -generate-module-info genera-dir a.in': ['directory genera-dir', 'read a.in'],
      'javap -generate-open-module genera-dir a.in': ['directory genera-dir', 'read a.in'],
      'javap -unheard-of a.in': ['unknown option -unheard-of of javap', 'read a.in'],
    },
  },
  jinfo: {
    operands: 'text',
    style: 'single-dash',
    effects: ['look processes'],
    flags: '-flags -sysprops -h',
    examples: {
      'jinfo -flags 700': ['look processes'],
      'jinfo -unheard-of 700': ['unknown option -unheard-of of jinfo', 'look processes'],
    },
  },
  jmap: {
    operands: 'attach-process',
    style: 'single-dash',
    options: { '-histo*': 'text', '-F': 'flag' },
    flags: '-heap -clstats -finalizerinfo -l -e -h',
    examples: {
      'jmap 1': ['system dump-memory'],
      'jmap -unheard-of 1': ['unknown option -unheard-of of jmap', 'system dump-memory'],
    },
  },
}

export const javaCompilers: readonly Program[] = family(entries).map(looksIntoSource)
