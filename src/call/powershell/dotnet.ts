import type { EffectDraft } from '../shell/programs/program.ts'
import { literal, type Word } from '../word.ts'
import { runBlock, runValue } from './blocks.ts'
import { comMethod } from './com.ts'
import { record, recordOpaque } from './engine.ts'
import { hostName, hostOf } from './hosts.ts'
import { huntsIn, marksIn } from './marks.ts'
import { registryChange } from './native/registry.ts'
import { placeOf } from './places.ts'
import { runCode } from './run.ts'
import type { Script } from './script.ts'
import { decode } from './decode.ts'
import { at, loaded, runDelegates, shortType } from './dotnet-objects.ts'
import { staticMethod } from './dotnet-static.ts'
import { derived, fromNetwork, knownText, NONE, text, type Value, wordOf } from './values.ts'
import { HARMLESS_METHODS } from './dotnet-tables.ts'

/** A property is read. */
export function recordMember(script: Script, receiver: Value, name: string | undefined, evidence: string): Value {
  if (receiver.kind === 'table' && name !== undefined)
    return receiver.entries.get(name.toLowerCase()) ?? derived(evidence, [receiver])
  if (
    receiver.kind === 'items' &&
    /^(?:fullname|name|pspath|path|providerpath|basename|directory|target)$/i.test(name ?? '')
  )
    return receiver
  if (receiver.kind === 'type') {
    const type = shortType(receiver.name)
    const lower = (name ?? '').toLowerCase()
    if (type === 'ref' || type === 'management.automation.psreference')
      return { kind: 'object', type: 'reflection', about: [] }
    if (type === 'environment') {
      record(script.engine, { does: 'read-system', what: 'environment' }, evidence)
      if (lower === 'newline') return text('\n')
      if (lower === 'username') return text(script.engine.context.world.user)
    }
    if (lower === 'utf8' || lower === 'unicode' || lower === 'ascii' || lower === 'default' || lower === 'utf32')
      return { kind: 'object', type: `encoding:${lower}`, about: [] }
    if (lower === 'empty') return text('')
    return { kind: 'object', type: `${type}.${lower}`, about: [] }
  }
  if (receiver.kind === 'object' && receiver.type === 'net.networkcredential' && /^password$/i.test(name ?? ''))
    record(script.engine, { does: 'read-secret', store: 'other', target: 'the password of a credential' }, evidence)
  if (receiver.kind === 'object' && /^(?:net\.sockets|process:|com:|wmi:|reflection)/.test(receiver.type))
    return { ...receiver, type: `${receiver.type}.${(name ?? '').toLowerCase()}` }
  if (receiver.kind === 'text' && name?.toLowerCase() === 'length') return text(String(receiver.text.length))
  return derived(evidence, [receiver])
}

/** A property is set: a few of them are switches of the machine's defences. */
export function recordPropertyChange(script: Script, left: string, value: Value, evidence: string): void {
  const say = (recorded: EffectDraft): void => record(script.engine, recorded, evidence)
  if (/servercertificatevalidationcallback|certificatepolicy|checkcertificaterevocationlist/i.test(left)) {
    say({ does: 'change-system', deed: 'weaken-tls', target: left })
    return
  }
  if (/\.filter$/i.test(left)) for (const recorded of huntsIn(knownText(value) ?? '')) say(recorded)
  if (/\.firewallenabled\b/i.test(left)) say({ does: 'change-system', deed: 'change-firewall', target: left })
  if (/amsi|initfailed/i.test(left)) say({ does: 'change-system', deed: 'disable-security', target: left })
  if (/\.(?:lastwritetime|creationtime|lastaccesstime)(?:utc)?$/i.test(left))
    say({ does: 'change-system', deed: 'hide', target: left })
  if (/\.attributes$/i.test(left) && /hidden|system/i.test(knownText(value) ?? ''))
    say({ does: 'change-system', deed: 'hide', target: left })
  if (/\.executionpolicy|languagemode$/i.test(left))
    say({ does: 'change-system', deed: 'disable-security', target: left })
  if (/psreadline.*history|historysavestyle/i.test(left))
    say({ does: 'change-system', deed: 'erase-history', target: left })
  const filename = /^\$(\w+)\.(?:filename|arguments|targetpath)$/i.exec(left)
  if (filename) runCode(script.engine, 'cmd', wordOf(value), { via: left, evidence })
}

/** A method is called on a value or a type. */
export function recordMethod(
  script: Script,
  receiver: Value,
  name: string | undefined,
  args: readonly Value[],
  evidence: string,
): Value {
  const { engine } = script
  if (name === undefined) {
    recordOpaque(engine, 'dynamic-code', evidence)
    return derived(evidence, [receiver, ...args])
  }
  const method = name.toLowerCase()
  for (const arg of args)
    if (arg.kind === 'block' && /^(?:foreach|where)$/.test(method))
      return derived(evidence, [receiver, runBlock(script, arg.body, receiver)])
  runDelegates(script, args)
  if (receiver.kind === 'type') return staticMethod(script, receiver.name, method, args, evidence)
  if (receiver.kind === 'object' && /^(?:com:|wmi:)/.test(receiver.type))
    return comMethod(script, receiver, method, args, evidence)
  if (receiver.kind === 'object' && receiver.type.startsWith('encoding:'))
    return decode(receiver.type.slice(9), method, args, evidence)
  return instanceMethod(script, receiver, method, args, evidence)
}

const DOWNLOADS =
  /^(?:download(?:string|data|file)(?:async|taskasync)?|openread(?:async)?|get(?:string|bytearray|stream)?async)$/
const UPLOADS = /^(?:upload(?:string|data|file|values)(?:async|taskasync)?|postasync|putasync|sendasync|openwrite)$/

function instanceMethod(
  script: Script,
  receiver: Value,
  method: string,
  args: readonly Value[],
  evidence: string,
): Value {
  const { engine } = script
  const say = (recorded: EffectDraft): void => record(engine, recorded, evidence)
  const type = receiver.kind === 'object' ? receiver.type : ''
  const target: Word = args[0] ? wordOf(args[0]) : literal('')
  if (DOWNLOADS.test(method)) {
    const url = knownText(args[0])
    say({
      does: 'contact-host',
      host: hostOf(target),
      sends: 'nothing',
      purpose: 'fetch',
      ...(url === undefined ? {} : { url }),
    })
    if (method.startsWith('downloadfile') && args[1])
      say({
        does: 'write-file',
        place: at(script, args[1]),
        how: 'overwrite',
        content: { kind: 'network', host: hostName(target) },
      })
    return fromNetwork(evidence, hostName(target))
  }
  if (UPLOADS.test(method)) {
    const file = args.at(-1)
    say({
      does: 'contact-host',
      host: hostOf(target),
      sends: 'data',
      purpose: 'upload',
      ...(method.startsWith('uploadfile') && file ? { payload: { from: 'file', place: at(script, file) } } : {}),
    })
    return fromNetwork(evidence, hostName(target))
  }
  if (receiver.kind === 'block' && /^(?:invoke|invokereturnasis|invokewithcontext)$/.test(method))
    return runBlock(script, receiver.body, NONE, args)
  if (type.startsWith('net.sockets')) {
    if (method === 'connect' && args[0])
      say({ does: 'contact-host', host: hostOf(wordOf(args[0])), sends: 'unknown', purpose: 'other' })
    if (method === 'acceptsocket' || method === 'accepttcpclient') say({ does: 'open-door', what: 'bind-shell' })
    return { kind: 'object', type, about: receiver.kind === 'object' ? receiver.about : [] }
  }
  if (/^(?:reflection|appdomain)/.test(type) && method.startsWith('load'))
    say({ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false })
  if (/^(?:reflection|appdomain)|gettype/.test(type) || /^(?:getfield|getmethod|getproperty|gettype)$/.test(method)) {
    for (const recorded of args.flatMap((arg) => marksIn(knownText(arg) ?? ''))) say(recorded)
    if (method === 'setvalue') say({ does: 'change-system', deed: 'disable-security', target: evidence.slice(0, 200) })
    if (method === 'invoke' || /amsi/i.test(evidence)) recordOpaque(engine, 'dynamic-code', evidence)
    return { kind: 'object', type: 'reflection', about: [receiver, ...args] }
  }
  if (type === 'adsi' && CHANGES_DIRECTORY.test(method))
    say({ does: 'change-system', deed: 'change-account', target: evidence.slice(0, 200) })
  switch (method) {
    case 'invokescript':
    case 'newscriptblock':
    case 'addscript':
      return runValue(script, args[0] ?? NONE, evidence, name(method))
    case 'addcommand':
      return runValue(script, args[0] ?? NONE, evidence, name(method))
    case 'start':
      if (/process/.test(type)) recordOpaque(engine, 'dynamic-program', evidence)
      return derived(evidence, [receiver])
    case 'delete':
    case 'deletesubkey':
    case 'deletesubkeytree':
    case 'deletevalue':
      if (receiver.kind === 'items')
        for (const word of receiver.words)
          say({ does: 'delete-file', place: placeOf(word, engine.cwd, engine.context), recursive: true })
      else if (/registry|subkey/.test(method + type)) say(registryChange(evidence, ''))
      else recordOpaque(engine, 'unknown-subcommand', evidence)
      return NONE
    case 'kill':
    case 'closemainwindow':
      say({ does: 'end-process', whose: 'unknown', target: evidence.slice(0, 200) })
      return NONE
    case 'stop':
      say({ does: 'change-system', deed: 'stop-service', target: evidence.slice(0, 200) })
      return NONE
    case 'setvalue':
    case 'createsubkey':
      say(
        /registry|subkey|hk(?:lm|cu)/i.test(type + evidence)
          ? registryChange(evidence, knownText(args[0]) ?? '')
          : { does: 'something-opaque', text: evidence.slice(0, 300), because: 'unknown-subcommand' },
      )
      return NONE
    case 'findall':
      if (type === 'adsisearcher' || type.startsWith('directoryservices'))
        say({ does: 'change-system', deed: 'scan', target: 'everybody in the directory' })
      return derived(evidence, [receiver])
    case 'getnetworkcredential':
      say({ does: 'read-secret', store: 'other', target: 'the password of a credential' })
      return derived(evidence, [receiver])
    case 'copyfromscreen':
      say({ does: 'read-system', what: 'screen' })
      return NONE
    case 'send':
      say({
        does: 'contact-host',
        host: { kind: 'unknown', source: evidence.slice(0, 100) },
        sends: 'data',
        purpose: 'upload',
      })
      return NONE
    case 'commandline':
    case 'executeshellcommand':
    case 'shellexecute':
    case 'exec':
    case 'run':
      return comMethod(script, { kind: 'object', type: 'com:wscript.shell', about: [] }, method, args, evidence)
    case 'load':
      return loaded(script, args[0], evidence)
    case 'save':
      if (args[0])
        say({ does: 'write-file', place: at(script, args[0]), how: 'overwrite', content: { kind: 'unknown' } })
      return NONE
    case 'copyto':
    case 'moveto':
      if (args[0])
        say({ does: 'write-file', place: at(script, args[0]), how: 'overwrite', content: { kind: 'unknown' } })
      return NONE
    default:
      if (!HARMLESS_METHODS.has(method)) recordOpaque(engine, 'unknown-subcommand', evidence)
      return textMethod(receiver, method, args, evidence)
  }
}

const CHANGES_DIRECTORY =
  /^(?:add|remove|create|delete|put|putex|invoke\w*|setpassword|changepassword|setinfo|commitchanges|moveto|rename|deletetree)$/

function name(method: string): string {
  return `.${method}()`
}

/** String methods on constants. */
function textMethod(receiver: Value, method: string, args: readonly Value[], evidence: string): Value {
  const subject = receiver.kind === 'text' ? receiver.text : undefined
  const given = args.map((arg) => knownText(arg))
  if (subject === undefined || given.some((arg) => arg === undefined)) return derived(evidence, [receiver, ...args])
  const [first, second] = given
  switch (method) {
    case 'replace':
      return text(first === undefined || first === '' ? subject : subject.replaceAll(first, second ?? ''))
    case 'tolower':
      return text(subject.toLowerCase())
    case 'toupper':
      return text(subject.toUpperCase())
    case 'trim':
      return text(subject.trim())
    case 'substring':
      return text(
        second === undefined
          ? subject.slice(Number(first))
          : subject.slice(Number(first), Number(first) + Number(second)),
      )
    case 'insert':
      return text(subject.slice(0, Number(first)) + (second ?? '') + subject.slice(Number(first)))
    case 'remove':
      return text(
        subject.slice(0, Number(first)) + (second === undefined ? '' : subject.slice(Number(first) + Number(second))),
      )
    case 'split':
      return first === undefined
        ? derived(evidence, [receiver])
        : {
            kind: 'list',
            items: subject
              .split(first === '' ? ' ' : first)
              .slice(0, 500)
              .map((part) => text(part)),
          }
    case 'tochararray':
      return { kind: 'list', items: [...subject].slice(0, 2000).map((char) => text(char)) }
    case 'tostring':
      return receiver
    default:
      return derived(evidence, [receiver])
  }
}
