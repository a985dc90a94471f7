import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { hostName, isShare, isUrl } from '../hosts.ts'
import { isOwn } from '../../shell/programs/project.ts'
import { joinWords, readSlashes } from './slashes.ts'
import { system } from './verbs.ts'

/**
 * Signed programs of Windows that execute what they are given. Every operand that is a URL or a share is fetched and
 * executed; a file is executed unseen; with neither, what they do is not known.
 */
const EXECUTORS =
  'mshta regsvr32 installutil regasm regsvcs cmstp odbcconf hh presentationhost xwizard ieexec msxsl infdefaultinstall dfsvc bginfo devinit squirrel update vslaunchbrowser vsjitdebugger remote rcsi csi dnx tracker te wab wsreset fodhelper computerdefaults eventvwr sdclt slui diskcleanup gpscript syncappvpublishingserver pubprn manage-bde.wsf winword excel powerpnt mspub msaccess onedrivestandaloneupdater appvlp register-cimprovider scriptrunner verclsid workfolders wuauclt ttdinject stordiag settingsynchost runscripthelper rasautou provlaunch pnputil.exe pester openconsole offlinescannershell microsoft.workflow.compiler mftrace jsc iscsicpl ilasm gpup fltmc64 dxcap dotnetcore devtoolslauncher desktopimgdownldr customshellhost conhost cdb ntsd windbg kd bash.scr atbroker aspnet_compiler agentexecutor acccheckconsole ntprint addinutil vbc'

export const proxies: readonly Program[] = [
  { names: EXECUTORS.split(' '), means: (context) => executes(context, readSlashes(context.invocation.args).operands) },
  { names: ['msbuild'], means: builds },
  { names: ['devenv'], means: buildsSolution },
  { names: ['makensis', 'iscc', 'wix', 'candle', 'light'], means: packs },
  { names: ['signtool'], means: signs },
  { names: ['plink', 'pscp', 'psftp', 'klink', 'kitty'], means: puttySession },
  { names: ['rundll32'], means: rundll },
  { names: ['msiexec'], means: installs },
  { names: ['wscript', 'cscript'], means: scripts },
  {
    names: ['pcalua', 'explorer', 'control', 'forfiles', 'runas', 'psexec', 'psexec64', 'paexec', 'waitfor'],
    means: starts,
  },
  {
    names: ['msdt'],
    means: (context) => context.record({ does: 'run-code', language: 'other', origin: 'dynamic', seenThrough: false }),
  },
]

function executes(context: ProgramContext, operands: readonly Word[]): void {
  const all = [
    ...operands,
    ...context.invocation.args.filter(
      (word) => /(?:https?|ftp):|script:|\\\\/i.test(show(word)) && !operands.includes(word),
    ),
  ]
  if (all.length === 0) {
    context.record({ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false })
    return
  }
  for (const word of all) {
    const found =
      /(?:https?|ftp):\/\/[^\s"')]+/i.exec(show(word))?.[0] ?? (isShare(show(word)) ? show(word) : undefined)
    if (found !== undefined) {
      const address = literal(found)
      context.contacts(address, 'fetch')
      context.record({
        does: 'run-code',
        language: 'binary',
        origin: 'network',
        host: hostName(address),
        seenThrough: false,
      })
    } else
      context.record({
        does: 'run-code',
        language: 'binary',
        origin: textOf(word) === undefined ? 'dynamic' : 'file',
        place: context.place(word),
        seenThrough: false,
      })
  }
}

/** A build of the project is a build; a logger or a project from elsewhere is code. */
function builds(context: ProgramContext): void {
  const { args } = context.invocation
  const loggers = args.filter((word) => /^[-/](?:l|logger|dl|distributedlogger|nologger)[:=]/i.test(show(word)))
  const plain = context.programs.named('msbuild')
  const others = args.filter(
    (word) => !/^[-/]/.test(show(word)) && !/\.(?:slnx?|slnf|\w*proj|targets|props)$/i.test(show(word)),
  )
  if (
    loggers.length > 0 ||
    others.length > 0 ||
    args.some((word) => isUrl(show(word)) || isShare(show(word))) ||
    !plain
  )
    executes(
      context,
      args.filter((word) => !/^[-/]/.test(show(word)) || loggers.includes(word)),
    )
  else plain.means(context)
}

/** Visual Studio without its window: it builds what msbuild builds. The name is also that of a tool of another world. */
function buildsSolution(context: ProgramContext): void {
  const { args } = context.invocation
  const solution = args.filter((word) => /\.(?:slnx?|\w+proj)$/i.test(show(word)))
  if (solution.length === 0) context.programs.named('devenv')?.means(context)
  else if (args.some((word) => /^\/(?:build|rebuild|clean)$/i.test(show(word))))
    builds({ ...context, invocation: { ...context.invocation, args: solution } })
  else context.opaque('interactive')
}

/** Compilers of installers. Their sources may start programs, as those of any build may. */
function packs(context: ProgramContext): void {
  const { args } = context.invocation
  for (const [index, word] of args.entries()) {
    const before = show(args[index - 1] ?? literal(''))
    if (/^[-/](?:o|out|output|intermediatefolder)$/i.test(before)) context.writes(word, 'overwrite')
    else if (/^[-/]/.test(show(word)) || /^(?:build|convert|msi|burn|extension)$/i.test(show(word))) continue
    else if (isOwn(context, context.place(word)) && !context.written(context.place(word))) context.reads(word)
    else context.file(word, 'other')
  }
}

/** Checking a signature reads; making one uses somebody's key. */
function signs(context: ProgramContext): void {
  const [verb, ...rest] = context.invocation.args
  if (!/^verify$/i.test(show(verb ?? literal('')))) context.opaque('unknown-subcommand')
  for (const word of rest) if (!/^[-/]/.test(show(word))) context.reads(word)
}

/** PuTTY without its window. `plink` has another meaning where there is no PuTTY. */
function puttySession(context: ProgramContext): void {
  const { args, program } = context.invocation
  const host =
    args.find((word) => /^[^\s/\\-]+@[\w.-]+/.test(show(word))) ?? args.findLast((word) => !show(word).startsWith('-'))
  if (!host) return context.opaque('interactive')
  context.contacts(
    literal(show(host).replace(/^.*@/, '').replace(/:.*$/, '')),
    program === 'plink' ? 'shell' : 'copy',
    'data',
    { from: 'unknown' },
  )
  if (args.some((word) => /^-[RLD]/.test(show(word))))
    context.record({ does: 'open-door', what: 'tunnel', address: show(host) })
  context.record({ does: 'open-door', what: 'remote-access', address: show(host) })
}

const RUNDLL: readonly (readonly [RegExp, (context: ProgramContext) => void])[] = [
  [/comsvcs(?:\.dll)?\s*,?.*(?:minidump|#\+?0*24)/i, (context) => dumps(context)],
  [/minidump/i, (context) => dumps(context)],
  [/keymgr/i, (context) => context.record({ does: 'read-secret', store: 'vault', target: 'saved passwords' })],
  [/user32(?:\.dll)?\s*,\s*lockworkstation/i, (context) => context.record(system('power'))],
  [/powrprof/i, (context) => context.record(system('power'))],
  [/inetcpl\.cpl\s*,\s*clearmytracks/i, (context) => context.record(system('erase-history'))],
]

function dumps(context: ProgramContext): void {
  context.record(system('dump-memory', 'comsvcs MiniDump'))
  context.record({ does: 'read-secret', store: 'memory', target: 'process memory' })
}

function rundll(context: ProgramContext): void {
  const line = show(joinWords(context.invocation.args))
  const row = RUNDLL.find(([pattern]) => pattern.test(line))
  if (row) row[1](context)
  else executes(context, context.invocation.args)
}

function installs(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args, [
    'i',
    'package',
    'a',
    'x',
    'y',
    'z',
    'uninstall',
    'l',
    'log',
    'p',
    'update',
    'j',
    'm',
    'f',
  ])
  if (read.has('x', 'uninstall')) {
    context.record(system('remove-package'))
    return
  }
  const what = read.value('i', 'package', 'a', 'y', 'z', 'p', 'update', 'j', 'm') ?? read.operands[0]
  if (!what) {
    context.opaque('unknown-option')
    return
  }
  const remote = isUrl(show(what)) || isShare(show(what))
  if (remote) executes(context, [what])
  else context.file(what, 'binary')
  context.record(system('change-configuration', `installs ${show(what)} for the machine`))
  context.record({
    does: 'install-package',
    ecosystem: 'msi',
    packages: [show(what)],
    origin: remote ? 'url' : 'file',
    scope: 'system',
  })
}

function scripts(context: ProgramContext): void {
  const read = readSlashes(context.invocation.args)
  const script = read.operands[0]
  if (!script) {
    context.opaque('interactive')
    return
  }
  if (isUrl(show(script)) || isShare(show(script))) executes(context, [script])
  else context.file(script, /\.jse?$/i.test(show(script)) ? 'javascript' : 'other', read.operands.slice(1))
}

/** `runas /user:x "command"`, `psexec \\host command`, `pcalua -a command`, `forfiles /c "command"`. */
function starts(context: ProgramContext): void {
  const { program, args } = context.invocation
  switch (program) {
    case 'runas': {
      const read = readSlashes(args)
      const user = read.value('user')
      context.record(system('become-administrator', user ? show(user) : 'another user'))
      for (const word of read.operands) context.code('cmd', word, { via: 'runas', elevated: true })
      return
    }
    case 'psexec':
    case 'psexec64':
    case 'paexec': {
      const hostWord = args.find((word) => isShare(show(word)))
      const elevated = args.some((word) => /^[-/]s$/i.test(show(word)))
      const command = psexecCommand(args)
      if (elevated) context.record(system('become-administrator', 'LocalSystem'))
      const host = hostWord ? hostName(hostWord) : undefined
      if (hostWord) context.contacts(hostWord, 'shell', 'data')
      if (host) context.record({ does: 'open-door', what: 'remote-access', address: host })
      if (command.length > 0)
        context.runs(command, { via: program, elevated, ...(host ? { where: { kind: 'remote', host } } : {}) })
      else if (!hostWord) context.opaque('interactive')
      return
    }
    case 'forfiles': {
      const read = readSlashes(args, ['p', 'm', 'c', 'd'])
      const command = read.value('c')
      // What does not speak of the files it goes through only wants something started by somebody else.
      if (command && !/@(?:file|path|fname|ext|relpath|isdir|fsize|fdate|ftime)/i.test(show(command)))
        context.record({ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false })
      if (command) context.code('cmd', namesIn(unquoted(command), read), { via: 'forfiles' })
      else context.reads(read.value('p') ?? literal('.'), 'names', { recursive: read.has('s') })
      return
    }
    case 'pcalua': {
      const at = args.findIndex((word) => /^[-/]a$/i.test(show(word)))
      if (at >= 0 && args[at + 1]) {
        context.record({
          does: 'run-code',
          language: 'binary',
          origin: 'file',
          place: context.place(args[at + 1]!),
          seenThrough: false,
        })
        context.runs(args.slice(at + 1), { via: 'pcalua' })
      } else context.opaque('unknown-option')
      return
    }
    case 'explorer':
    case 'control':
      if (args.length === 0) return
      if (program === 'explorer' && args.every((word) => isDirectoryHere(textOf(word)))) {
        for (const word of args) context.reads(word, 'names')
        return
      }
      executes(context, args)
      return
    default:
      context.opaque('unknown-option')
  }
}

/** What `@path` and its like stand for: the names that are looked for, where they are looked for. */
function namesIn(command: Word, read: ReturnType<typeof readSlashes>): Word {
  const line = textOf(command)
  const place = show(read.value('p') ?? literal('.')).replace(/[\\/]$/, '')
  const names = `"${place}\\${show(read.value('m') ?? literal('*'))}"`
  return line === undefined ? command : literal(line.replaceAll(/"?@(?:path|file|relpath)\b"?/gi, () => names))
}

/** `.`, `src`, `.\dist\app`: a window of the desktop shows it. */
function isDirectoryHere(path: string | undefined): boolean {
  return path !== undefined && /^\.?(?:[\\/]?[\w -]+)*[\\/]?$/.test(path) && !path.startsWith('/')
}

function unquoted(word: Word): Word {
  const text = textOf(word)
  return text === undefined ? word : literal(text.replace(/^"(.*)"$/s, '$1'))
}

function psexecCommand(args: readonly Word[]): readonly Word[] {
  const takes = new Set(['u', 'p', 'n', 'w', 'a', 'r', 'i'])
  for (let index = 0; index < args.length; index++) {
    const text = show(args[index]!)
    const option = /^[-/](\w+)$/.exec(text)
    if (option) {
      const name = option[1]!.toLowerCase()
      if (name === 'i' ? /^\d+$/.test(show(args[index + 1] ?? literal(''))) : takes.has(name)) index++
      continue
    }
    if (isShare(text)) continue
    return args.slice(index)
  }
  return []
}
