import { isInside } from '../paths.ts'
import type { Place } from '../place.ts'
import type { EffectDraft } from '../shell/programs/program.ts'
import { NOTHING } from '../shell/stream.ts'
import { literal } from '../word.ts'
import { splitArguments } from './argument-lines.ts'
import { comMade } from './com.ts'
import { decode } from './decode.ts'
import { at, loaded, madeObject, shortType } from './dotnet-objects.ts'
import { isPureType } from './dotnet-tables.ts'
import { record, recordOpaque } from './engine.ts'
import { hostName, hostOf } from './hosts.ts'
import { marksIn } from './marks.ts'
import { registryChange, registryRead } from './native/registry.ts'
import { startProgram } from './run.ts'
import type { Script } from './script.ts'
import { derived, fromNetwork, itemsOf, knownText, NONE, text, unknown, type Value, wordOf } from './values.ts'
import { setEnvironment } from './variables.ts'

/** `[Type]::Method(…)`: a class without a meaning here must be one of the pure ones, else it is opaque. */
export function staticMethod(
  script: Script,
  typed: string,
  method: string,
  args: readonly Value[],
  evidence: string,
): Value {
  const { engine } = script
  const type = shortType(typed)
  const say = (recorded: EffectDraft): void => record(engine, recorded, evidence)
  const file = (index: number) =>
    args[index] ? at(script, args[index]!) : ({ kind: 'unknown', source: evidence } as const)
  if (method === 'new')
    return madeObject(
      script,
      type,
      args.flatMap((arg) => itemsOf(arg)),
      evidence,
    )
  if (/(?:^|\.)clipboard$/.test(type) && /^(?:get|contains)/.test(method))
    say({ does: 'read-system', what: 'clipboard' })
  for (const [types, methods, recorded] of GRAVE) if (types.test(type) && methods.test(method)) say(recorded)
  switch (type) {
    case 'io.file':
    case 'io.directory':
      if (/^(?:read|open(?:read|text)?$)/.test(method)) {
        const deep = args[0]?.kind === 'items' && args[0].deep === true
        say({ does: 'read-file', place: file(0), extent: 'content', ...(deep ? { recursive: true } : {}) })
        return unknown(evidence, { kind: 'file', places: [file(0)] })
      }
      if (/^(?:exists|get|enumerate)/.test(method)) {
        if (HUNTED.test(knownText(args[1]) ?? '') && !isOwn(script, file(0)))
          say({ does: 'read-secret', store: 'other', target: `files named ${knownText(args[1])}` })
        say({ does: 'read-file', place: file(0), extent: 'names' })
        return derived(evidence, args)
      }
      if (method.startsWith('delete'))
        say({ does: 'delete-file', place: file(0), recursive: type === 'io.directory' && args.length > 1 })
      else if (/^move|^replace/.test(method)) {
        say({ does: 'delete-file', place: file(0), recursive: true, movedTo: file(1) })
        say({ does: 'write-file', place: file(1), how: 'overwrite', content: { kind: 'copy', of: file(0) } })
      } else if (method.startsWith('copy')) {
        say({ does: 'read-file', place: file(0), extent: 'content' })
        say({ does: 'write-file', place: file(1), how: 'overwrite', content: { kind: 'copy', of: file(0) } })
      } else if (/^set.*time/.test(method)) say({ does: 'change-system', deed: 'hide', target: evidence.slice(0, 200) })
      else if (method.startsWith('setcurrentdirectory')) engine.cwd = file(0)
      else if (method.startsWith('set'))
        say({ does: 'change-access', place: file(0), grants: 'other', recursive: false })
      else {
        const content = args[1] ? knownText(args[1]) : undefined
        const origin = args[1]?.kind === 'unknown' ? args[1].origin : undefined
        say({
          does: 'write-file',
          place: file(0),
          how: type === 'io.directory' ? 'directory' : method.startsWith('append') ? 'append' : 'overwrite',
          content:
            origin?.kind === 'network'
              ? { kind: 'network', host: origin.host }
              : content === undefined
                ? { kind: 'unknown' }
                : { kind: 'text', text: content },
        })
      }
      return NONE
    case 'io.compression.zipfile':
      say({ does: 'read-file', place: file(0), extent: 'content', recursive: true })
      if (method === 'openread') return derived(evidence, args)
      say({ does: 'write-file', place: file(1), how: 'overwrite', content: { kind: 'copy', of: file(0) } })
      return NONE
    case 'diagnostics.process':
      if (method === 'start') {
        const words = args.flatMap((arg, index) => (index === 0 ? [wordOf(arg)] : splitArguments(wordOf(arg))))
        startProgram(engine, { words, evidence, stdin: NOTHING })
      } else say({ does: 'read-system', what: 'processes' })
      return unknown(evidence)
    case 'scriptblock':
    case 'management.automation.scriptblock': {
      const code = knownText(args[0])
      return code === undefined ? derived(evidence, args) : { kind: 'block', body: code }
    }
    case 'reflection.assembly':
    case 'appdomain':
    case 'runtime.loader.assemblyloadcontext':
      if (method === 'loadwithpartialname' || method.startsWith('get')) {
        if (
          method === 'loadwithpartialname' &&
          !/^(?:system|microsoft|windows|presentation)/i.test(knownText(args[0]) ?? '')
        )
          recordOpaque(engine, 'unreadable-code', evidence)
        return { kind: 'object', type: 'reflection', about: args }
      }
      {
        const origin = args[0] ? derived('', args) : NONE
        const stream = origin.kind === 'unknown' ? origin.origin : undefined
        say({
          does: 'run-code',
          language: 'binary',
          origin:
            stream?.kind === 'network'
              ? 'network'
              : stream?.kind === 'file'
                ? 'file'
                : knownText(args[0]) === undefined
                  ? 'dynamic'
                  : 'file',
          ...(stream?.kind === 'network' ? { host: stream.host } : {}),
          seenThrough: false,
        })
      }
      return { kind: 'object', type: 'reflection', about: args }
    case 'runtime.interopservices.marshal':
      if (/^(?:copy|getdelegateforfunctionpointer|writebyte|writeint\w*|allochglobal)$/.test(method))
        say({ does: 'change-system', deed: 'inject-process', target: evidence.slice(0, 200) })
      if (method.startsWith('securestringto'))
        say({ does: 'read-secret', store: 'other', target: 'a protected string in clear' })
      return derived(evidence, args)
    case 'activator':
    case 'type':
      if (/^gettypefrom(?:progid|clsid)$/.test(method))
        return { kind: 'object', type: `progid:${(knownText(args[0]) ?? '').toLowerCase()}`, about: args }
      if (method === 'createinstance') {
        const from = args[0]
        return from?.kind === 'object' && from.type.startsWith('progid:')
          ? comMade(script, from.type.slice(7), from.about, evidence)
          : madeObject(script, from?.kind === 'type' ? from.name : 'unknown', args.slice(1), evidence)
      }
      recordOpaque(engine, 'dynamic-code', evidence)
      return derived(evidence, args)
    case 'environment':
      if (method === 'setenvironmentvariable') {
        const lasting = args.length > 2
        if (lasting)
          say({
            does: 'change-system',
            deed: /^(?:path|cor_|psmodulepath)/i.test(knownText(args[0]) ?? '') ? 'persist' : 'change-configuration',
            target: knownText(args[0]) ?? '',
          })
        else if (knownText(args[0]) !== undefined && args[1])
          setEnvironment(engine, knownText(args[0])!, wordOf(args[1]), evidence)
        return NONE
      }
      if (method === 'exit' || method === 'failfast') return NONE
      say({ does: 'read-system', what: 'environment' })
      return derived(evidence, args)
    case 'microsoft.win32.registry':
      say(
        method === 'setvalue'
          ? registryChange(knownText(args[0]) ?? '', knownText(args[1]) ?? '')
          : registryRead(knownText(args[0]) ?? ''),
      )
      return NONE
    case 'microsoft.win32.registrykey':
      return { kind: 'object', type: 'registry', about: args }
    case 'convert':
    case 'text.encoding':
      return decode(type === 'convert' ? 'convert' : 'utf8', method, args, evidence)
    case 'net.webrequest':
    case 'net.httpwebrequest':
    case 'net.ftpwebrequest': {
      const word = args[0] ? wordOf(args[0]) : literal('')
      say({ does: 'contact-host', host: hostOf(word), sends: 'unknown', purpose: 'fetch' })
      return fromNetwork(evidence, hostName(word))
    }
    case 'net.dns':
      say({
        does: 'contact-host',
        host: args[0] ? hostOf(wordOf(args[0])) : { kind: 'unknown', source: evidence },
        // A name that is put together while it runs can carry data out through the resolver.
        sends: args[0] && wordOf(args[0]).kind === 'dynamic' ? 'unknown' : 'nothing',
        purpose: 'lookup',
      })
      return derived(evidence, args)
    case 'string':
      return method === 'join' || method === 'concat' ? joinStatic(method, args, evidence) : derived(evidence, args)
    case 'array': {
      const list = args[0]
      return method === 'reverse' && list?.kind === 'list'
        ? { kind: 'list', items: list.items.toReversed() }
        : derived(evidence, args)
    }
    case 'powershell':
    case 'management.automation.powershell':
      return { kind: 'object', type: 'management.automation.powershell', about: [] }
    case 'ref':
      return { kind: 'object', type: 'reflection', about: args }
    default:
      if (method === 'start' && /process/.test(type)) recordOpaque(engine, 'dynamic-program', evidence)
      if (script.scope.made.has(`own:${type}`)) return derived(evidence, args)
      if ((method === 'load' || method === 'fromfile') && isPureType(type)) return loaded(script, args[0], evidence)
      if (!isPureType(type)) recordOpaque(engine, 'unknown-subcommand', evidence)
      for (const recorded of marksIn(evidence)) say(recorded)
      return derived(evidence, args)
  }
}

/** Static methods that do more than their class suggests. */
const GRAVE: readonly (readonly [types: RegExp, methods: RegExp, recorded: EffectDraft])[] = [
  [/windowsidentity$/, /impersonat/, { does: 'change-system', deed: 'grant-privilege', target: 'another account' }],
  [/process$/, /^enterdebugmode$/, { does: 'change-system', deed: 'grant-privilege', target: 'the memory of others' }],
  [/sendkeys$/, /^send/, { does: 'something-opaque', because: 'other', text: 'types for the person' }],
  [
    /interaction$/,
    /^(?:shell|createobject|getobject)$/,
    { does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false },
  ],
]

/** Names that only keys and passwords have. */
const HUNTED =
  /\.(?:kdbx?|ppk|pfx|p12|pem|key|jks|ovpn|rdp|pst|ost)$|id_(?:rsa|ed25519|ecdsa)|passw|\*pass\*|credential/i

function isOwn(script: Script, place: Place): boolean {
  const path = place.kind === 'path' ? place.real : place.kind === 'glob' ? place.base : place.within
  return path !== undefined && isInside(path, script.engine.context.surroundings.workspace)
}

function joinStatic(method: string, args: readonly Value[], evidence: string): Value {
  const flat = args.flatMap((arg) => itemsOf(arg)).map((item) => knownText(item))
  if (!flat.every((item) => item !== undefined)) return derived(evidence, args)
  return text(method === 'concat' ? flat.join('') : flat.slice(1).join(flat[0] ?? ''))
}
