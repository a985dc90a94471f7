import { baseName } from '../paths.ts'
import { NOTHING } from '../shell/stream.ts'
import { dynamic, literal, show, textOf, type Word } from '../word.ts'
import { canonicalName } from './aliases.ts'
import { runBlock, runValue } from './blocks.ts'
import { type Doing, given, paths } from './doing.ts'
import { madeObject } from './dotnet-objects.ts'
import { recordOpaque, within } from './engine.ts'
import { hostOf, isShare, isUrl } from './hosts.ts'
import { turns } from './nodes.ts'
import { splitArguments } from './argument-lines.ts'
import { marksIn } from './marks.ts'
import { placeOf } from './places.ts'
import { languageOf, runCode, runFile, startProgram } from './run.ts'
import { assign } from './script.ts'
import { derived, itemsOf, knownText, NONE, text, unknown, type Value, wordOf, wordsOf } from './values.ts'

/** Cmdlets that run code, make objects or change what names mean. Undefined: the default result. */
export function codeDeeds(name: string, about: Doing): Value | undefined {
  const { script, call, bound } = about
  const { engine, scope } = script
  switch (name) {
    case 'invoke-expression':
      return runValue(script, bound.named.get('command') ?? call.input, call.evidence, 'Invoke-Expression')
    case 'invoke-command':
      return invokeCommand(about)
    case 'start-job':
    case 'start-threadjob': {
      const block = bound.named.get('scriptblock')
      if (block) runValue(script, block, call.evidence, name)
      for (const file of given(about, 'filepath'))
        runFile(engine, placeOf(file, engine.cwd, engine.context), 'powershell', call.evidence, name)
      return derived(call.evidence, block ? [block] : [])
    }
    case 'foreach-object':
      return forEachObject(about)
    case 'start-process':
      return startsProcess(about)
    case 'invoke-item':
      for (const word of paths(about)) opened(about, word)
      return NONE
    case 'import-module':
      return importModule(about)
    case 'new-object':
      return newObject(about)
    case 'add-type':
      return addType(about)
    case 'set-alias':
    case 'new-alias': {
      const [alias, target] = [knownText(bound.named.get('name')), knownText(bound.named.get('value'))]
      if (alias !== undefined && target !== undefined) scope.aliases.set(alias.toLowerCase(), canonicalName(target))
      else recordOpaque(engine, 'dynamic-program', call.evidence)
      return NONE
    }
    case 'set-variable':
    case 'new-variable': {
      const variable = knownText(bound.named.get('name'))?.toLowerCase()
      const value = bound.named.get('value') ?? call.input
      if (variable !== undefined) assign(scope, variable, value, derived(variable, [value]))
      return NONE
    }
    case 'get-variable': {
      const variable = knownText(bound.named.get('name'))?.toLowerCase()
      return (variable === undefined ? undefined : scope.variables.get(variable)) ?? unknown(call.evidence)
    }
    case 'stop-process': {
      const id = given(about, 'id', 'inputobject')
      const names = given(about, 'name')
      const piped =
        call.input.kind === 'object' && call.input.type.startsWith('process:') ? call.input.type.slice(8) : undefined
      about.record({
        does: 'end-process',
        whose:
          names.length > 0 || piped !== undefined
            ? piped === ''
              ? 'all'
              : 'named'
            : id.length > 0
              ? 'pid'
              : 'unknown',
        target: names[0] ? show(names[0]) : (piped ?? (id[0] ? show(id[0]) : call.evidence)),
      })
      if (names.some((word) => /msmpeng|mssense|sysmon|defend|csfalcon|sentinel|lsass|winlogon/i.test(show(word))))
        about.record({ does: 'change-system', deed: 'disable-security', target: call.evidence })
      return NONE
    }
    case 'invoke-wmimethod':
    case 'invoke-cimmethod':
      return wmiMethod(about)
    case 'set-wmiinstance':
    case 'new-ciminstance':
    case 'set-ciminstance': {
      const type = knownText(bound.named.get('class') ?? bound.named.get('classname')) ?? call.evidence
      if (bound.has('clientonly')) return unknown(call.evidence)
      about.record({
        does: 'change-system',
        deed: /eventfilter|eventconsumer|filtertoconsumer|commandline|activescript/i.test(type)
          ? 'persist'
          : 'change-configuration',
        target: type,
      })
      return { kind: 'object', type: `wmi:${type.toLowerCase()}`, about: [] }
    }
    case 'get-wmiobject':
    case 'get-ciminstance': {
      const type =
        knownText(bound.named.get('class') ?? bound.named.get('classname')) ?? knownText(bound.named.get('query')) ?? ''
      return { kind: 'object', type: `wmi:${type.toLowerCase()}`, about: [] }
    }
    case 'set-service': {
      const disabled =
        /disabled|manual/i.test(knownText(bound.named.get('startuptype')) ?? '') ||
        /stopped/i.test(knownText(bound.named.get('status')) ?? '')
      about.record({ does: 'change-system', deed: disabled ? 'stop-service' : 'persist', target: call.evidence })
      return NONE
    }
    case 'install-module': {
      const packages = given(about, 'name').map((word) => show(word))
      about.record({
        does: 'install-package',
        ecosystem: 'powershell',
        packages,
        origin: bound.named.has('repository') ? 'other-registry' : 'registry',
        scope: 'user',
      })
      return NONE
    }
    case 'invoke-psake':
      for (const file of given(about, 'buildfile'))
        runFile(engine, placeOf(file, engine.cwd, engine.context), 'powershell', call.evidence, name)
      return unknown(call.evidence)
    case 'invoke-sqlcmd':
      return asksDatabase(about)
    case 'convertto-json':
      return undefined
    default:
      return undefined
  }
}

/** The same words in the manner of `sqlcmd`. A connection string names a place that is not looked for in it. */
function asksDatabase(about: Doing): Value {
  const { bound, script, call } = about
  const options: readonly (readonly [string, string])[] = [
    ['serverinstance', '-S'],
    ['database', '-d'],
    ['query', '-Q'],
    ['inputfile', '-i'],
  ]
  const words = options.flatMap(([parameter, option]) => {
    const word = given(about, parameter)[0]
    return word ? [literal(option), word] : []
  })
  if (bound.named.has('connectionstring')) recordOpaque(script.engine, 'unknown-option', call.evidence)
  startProgram(script.engine, { words: [literal('sqlcmd'), ...words], evidence: call.evidence, stdin: NOTHING })
  return unknown(call.evidence)
}

function invokeCommand(about: Doing): Value {
  const { bound, script, call } = about
  const { engine } = script
  const hosts = given(about, 'computername', 'hostname', 'vmname', 'connectionuri')
  const session = bound.named.get('session')
  const remote = hosts.filter((word) => !/^(?:localhost|\.|127\.0\.0\.1|\$env:computername)$/i.test(show(word)))
  for (const word of remote) {
    about.record({ does: 'contact-host', host: hostOf(word), sends: 'unknown', purpose: 'shell' })
    about.record({ does: 'open-door', what: 'remote-access', address: show(word) })
  }
  const host = remote[0] ? show(remote[0]) : session ? 'session' : undefined
  const where = host === undefined ? engine.scene.where : ({ kind: 'remote', host } as const)
  const block = bound.named.get('scriptblock')
  within(engine, { where }, () => {
    if (block) runValue(script, block, call.evidence, 'Invoke-Command')
    for (const file of given(about, 'filepath'))
      runFile(engine, placeOf(file, engine.cwd, engine.context), 'powershell', call.evidence, 'Invoke-Command')
  })
  return unknown(call.evidence)
}

function forEachObject(about: Doing): Value {
  const { bound, script, call } = about
  const outputs: Value[] = []
  for (const key of ['begin', 'process', 'parallel', 'end', 'remainingscripts', 'membername']) {
    const value = bound.named.get(key)
    for (const item of value ? itemsOf(value) : [])
      if (item.kind === 'block')
        for (const turn of turns(call.input, call.evidence)) outputs.push(runBlock(script, item.body, turn))
      else if (/^(?:delete|kill|terminate|stop|remove\w*|invoke\w*|create)$/i.test(knownText(item) ?? '?'))
        about.record({ does: 'something-opaque', text: call.evidence, because: 'unknown-subcommand' })
  }
  for (const rest of bound.rest) if (rest.kind === 'block') outputs.push(runBlock(script, rest.body, call.input))
  const flat = outputs.flatMap((output) => itemsOf(output))
  return flat.length > 0 && flat.every((item) => knownText(item) !== undefined)
    ? { kind: 'list', items: flat }
    : derived(call.evidence, [call.input, ...outputs])
}

function startsProcess(about: Doing): Value {
  const { bound, script, call } = about
  const { engine } = script
  const program = given(about, 'filepath')[0] ?? (call.input === NONE ? undefined : wordOf(call.input))
  if (!program) return unknown(call.evidence)
  const verb = knownText(bound.named.get('verb')) ?? ''
  const elevated = /^runas/i.test(verb)
  if (elevated) about.record({ does: 'change-system', deed: 'become-administrator', target: show(program) })
  if (bound.named.has('credential'))
    about.record({ does: 'change-system', deed: 'grant-privilege', target: `${show(program)} as another user` })
  if (isUrl(show(program))) {
    about.record({
      does: 'contact-host',
      host: hostOf(program),
      sends: 'nothing',
      purpose: 'fetch',
      ...(textOf(program) === undefined ? {} : { url: show(program) }),
    })
    return NONE
  }
  if (
    /^hidden$/i.test(knownText(bound.named.get('windowstyle')) ?? '') &&
    /(?:^|[\\/])(?:powershell|pwsh)(?:\.exe)?$/i.test(show(program))
  )
    about.record({ does: 'change-system', deed: 'hide', target: 'a window' })
  const args = given(about, 'argumentlist', 'args').flatMap((word) => splitArguments(word))
  within(engine, { elevated: engine.scene.elevated || elevated, via: [...engine.scene.via, 'Start-Process'] }, () =>
    startProgram(engine, { words: [program, ...args], evidence: call.evidence, stdin: NOTHING }),
  )
  return unknown(call.evidence)
}

/** Opening a file starts it when it is a program, and shows it when it is not. */
function opened(about: Doing, word: Word): void {
  const { engine } = about.script
  const name = show(word)
  if (/\.(?:exe|com|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|msi|scr|lnk|cpl|url|jar)$/i.test(name))
    runFile(engine, placeOf(word, engine.cwd, engine.context), languageOf(name), about.call.evidence, 'Invoke-Item')
  else if (textOf(word) === undefined) recordOpaque(engine, 'dynamic-program', about.call.evidence)
  else about.record({ does: 'read-file', place: placeOf(word, engine.cwd, engine.context), extent: 'content' })
}

/** Modules that Windows and PowerShell ship, and everyday ones from the gallery. */
const MODULES =
  /^(?:microsoft\.powershell\.|psdiagnostics|psreadline|powershellget|packagemanagement|cimcmdlets|pester|posh-git|psscriptanalyzer|activedirectory|scheduledtasks|storage|net(?:adapter|tcpip|security|connection)|dnsclient|smbshare|bitstransfer|defender|hyper-v|dism|appx|pki|international|psscheduledjob|psworkflow|threadjob|az(?:\.|$)|azuread|msonline|webadministration|iisadministration|sqlserver|vmware\.|servermanager|grouppolicy|bitlocker|ise$|testmodule|[\w]+$)/i

const ATTACK_MODULES =
  /powersploit|powerview|powerup|nishang|empire|mimikatz|aadinternals|inveigh|sharphound|bloodhound|winpwn|powerupsql|microburst|invoke-|dsinternals/i

function importModule(about: Doing): Value {
  const { engine } = about.script
  for (const word of given(about, 'name', 'assembly', 'fullyqualifiedname')) {
    const name = show(word)
    if (ATTACK_MODULES.test(baseName(name.replaceAll('\\', '/'))))
      about.record({ does: 'run-code', language: 'powershell', origin: 'file', seenThrough: false })
    else if (isShare(name))
      about.record({
        does: 'run-code',
        language: 'powershell',
        origin: 'network',
        host: name.split(/[\\/]/)[2] ?? '',
        seenThrough: false,
      })
    else if (/[\\/]|\.(?:psm1|psd1|dll|ps1)$/i.test(name))
      runFile(
        engine,
        placeOf(word, engine.cwd, engine.context),
        languageOf(name) === 'binary' && !/\.dll$/i.test(name) ? 'powershell' : languageOf(name),
        about.call.evidence,
        'Import-Module',
        // What a module defines can be called after it.
        about.script.scope,
      )
    else if (textOf(word) === undefined) recordOpaque(engine, 'dynamic-code', about.call.evidence)
    else if (!MODULES.test(name)) recordOpaque(engine, 'unreadable-code', about.call.evidence)
  }
  return NONE
}

function newObject(about: Doing): Value {
  const { bound, script, call } = about
  const com = bound.named.get('comobject')
  const type = knownText(com ?? bound.named.get('typename') ?? NONE)
  const args = [
    ...(bound.named.has('argumentlist') ? itemsOf(bound.named.get('argumentlist')!) : []),
    ...bound.rest.flatMap((value) => itemsOf(value)),
  ]
  if (type === undefined || type === '') {
    recordOpaque(script.engine, 'dynamic-code', call.evidence)
    return derived(call.evidence, args)
  }
  return madeObject(script, com ? `com:${type}` : type, args, call.evidence)
}

/** Compiling code into the session: its text is searched for calls that only attacks need; it is never seen through. */
function addType(about: Doing): Value {
  const { bound, script, call } = about
  const { engine } = script
  const source =
    bound.named.get('typedefinition') ??
    bound.named.get('memberdefinition') ??
    (bound.named.has('assemblyname') || bound.named.has('path') ? undefined : call.input)
  for (const word of given(about, 'path', 'literalpath'))
    runFile(engine, placeOf(word, engine.cwd, engine.context), 'binary', call.evidence, 'Add-Type')
  if (!source || source === NONE) return NONE
  const code =
    knownText(source) ??
    wordsOf(source)
      .map((word) => show(word))
      .join(' ')
  for (const recorded of marksIn(code)) about.record(recorded)
  const known = knownText(source)
  const plain = known !== undefined && !bound.named.has('memberdefinition') && isPlainClass(known)
  for (const [, name] of plain ? known.matchAll(/\b(?:class|struct|enum)\s+(\w+)/g) : [])
    script.scope.made.add(`own:${name!.toLowerCase()}`)
  about.record({
    does: 'run-code',
    language: 'other',
    origin: known === undefined ? 'dynamic' : 'inline',
    seenThrough: plain,
  })
  return NONE
}

const PLAIN_NAMESPACES = /^System(?:\.(?:Collections(?:\.Generic)?|Linq|Text|Globalization))?$/
/** What a class can reach out with although it names no other namespace. */
const REACHES =
  /\b(?:System\s*\.|Microsoft\s*\.|global\s*::|extern|unsafe|stackalloc|dynamic|Environment|Activator|AppDomain|Type|typeof|GetType|Delegate|IntPtr|UIntPtr|Console\s*\.\s*(?:Set|Open)|GC|Uri)\b|\[\s*(?:assembly|module|DllImport|ModuleInitializer)|\\u[0-9a-f]{4}|@\w/i

/** A class in C# that computes: it names no namespace through which anything outside of it could be reached. */
function isPlainClass(code: string): boolean {
  const plain = code.replaceAll(/\/\*[^]*?\*\//g, ' ').replaceAll(/\/\/[^\n]*/g, ' ')
  const named = [...plain.matchAll(/\busing\s+(?:static\s+)?([^;(]+);/g)].map((match) => match[1]!.trim())
  if (!named.every((name) => PLAIN_NAMESPACES.test(name))) return false
  return (
    /\b(?:class|struct|enum|interface)\s+\w/.test(plain) && !REACHES.test(plain.replaceAll(/\busing\s[^;(]+;/g, ' '))
  )
}

function wmiMethod(about: Doing): Value {
  const { bound, script, call } = about
  const { engine } = script
  const method = knownText(bound.named.get('name') ?? bound.named.get('methodname')) ?? ''
  const type =
    knownText(bound.named.get('class') ?? bound.named.get('classname')) ??
    (call.input.kind === 'object' ? call.input.type : '')
  const given_ = bound.named.get('arguments') ?? bound.named.get('argumentlist')
  const line = given_?.kind === 'table' ? given_.entries.get('commandline') : given_ ? itemsOf(given_)[0] : undefined
  const host = given(about, 'computername')[0]
  if (/^create$/i.test(method) && /win32_process\b/i.test(type)) {
    const where =
      host && !/^(?:localhost|\.)$/i.test(show(host))
        ? ({ kind: 'remote', host: show(host) } as const)
        : engine.scene.where
    about.record({ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false })
    within(engine, { where }, () =>
      runCode(engine, 'cmd', line ? wordOf(line) : dynamic(call.evidence), {
        via: 'Win32_Process.Create',
        evidence: call.evidence,
      }),
    )
  } else if (/shadowcopy/i.test(type)) about.record({ does: 'read-secret', store: 'other', target: 'shadow copy' })
  else if (/defender|msft_mp/i.test(type + call.evidence))
    about.record({ does: 'change-system', deed: 'disable-security', target: call.evidence })
  else if (/service/i.test(type) || /service/i.test(method))
    about.record({ does: 'change-system', deed: 'stop-service', target: call.evidence })
  else if (/terminate/i.test(method)) about.record({ does: 'end-process', whose: 'named', target: call.evidence })
  else if (/^get/i.test(method)) about.record({ does: 'read-system', what: 'machine' })
  else about.record({ does: 'change-system', deed: 'change-configuration', target: `${type} ${method}`.trim() })
  return text('')
}
