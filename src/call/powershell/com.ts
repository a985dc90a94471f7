import type { EffectDraft } from '../shell/programs/program.ts'
import { literal, show } from '../word.ts'
import { record, recordOpaque, within } from './engine.ts'
import { hostName, hostOf } from './hosts.ts'
import { registryChange, registryRead } from './native/registry.ts'
import { placeOf } from './places.ts'
import { runCode } from './run.ts'
import type { Script } from './script.ts'
import { derived, fromNetwork, knownText, NONE, unknown, type Value, wordOf } from './values.ts'

/** A COM object by its ProgID. Another machine as second argument means its methods run there. */
export function comMade(script: Script, progId: string, args: readonly Value[], evidence: string): Value {
  const { engine } = script
  const host = args.at(1) ?? (args.length === 1 && knownText(args[0]) !== progId ? undefined : args.at(1))
  if (host && !/^(?:localhost|127\.0\.0\.1)$/i.test(knownText(host) ?? ''))
    record(engine, { does: 'contact-host', host: hostOf(wordOf(host)), sends: 'unknown', purpose: 'shell' }, evidence)
  if (/(?:mmc20|shellwindows|excel|word|outlook|visio|powerpoint)\.?application/.test(progId))
    record(engine, { does: 'run-code', language: 'other', origin: 'dynamic', seenThrough: false }, evidence)
  else if (
    !/^(?:wscript\.shell|shell\.application|scripting\.|msxml2\.|microsoft\.xmlhttp|winhttp\.|adodb\.|sapi\.|schedule\.service|microsoft\.update|hnetcfg\.|wmplayer|shell\.users|shell\.explorer)/.test(
      progId,
    )
  )
    recordOpaque(engine, 'unknown-subcommand', evidence)
  return { kind: 'object', type: `com:${progId}`, about: host ? [host] : [] }
}

/** A method of a COM or WMI object. */
export function comMethod(
  script: Script,
  receiver: Extract<Value, { kind: 'object' }>,
  method: string,
  args: readonly Value[],
  evidence: string,
): Value {
  const { engine } = script
  const say = (recorded: EffectDraft): void => record(engine, recorded, evidence)
  const first = args[0]
  switch (method) {
    case 'run':
    case 'exec':
    case 'shellexecute':
    case 'executeshellcommand':
    case 'shellrun': {
      const line = args
        .slice(0, 2)
        .map((arg) => knownText(arg) ?? '')
        .join(' ')
        .trim()
      if (/^runas$/i.test(knownText(args[3]) ?? ''))
        say({ does: 'change-system', deed: 'become-administrator', target: evidence.slice(0, 200) })
      within(engine, {}, () =>
        runCode(engine, 'cmd', first && knownText(first) !== undefined ? literal(line) : wordOf(first ?? NONE), {
          via: `${receiver.type.slice(4)}.${method}`,
          evidence,
        }),
      )
      say({ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false })
      return unknown(evidence)
    }
    case 'create':
      if (/win32_process\b/.test(receiver.type)) {
        runCode(engine, 'cmd', wordOf(first ?? NONE), { via: 'Win32_Process.Create', evidence })
        say({ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false })
      } else if (/shadowcopy/.test(receiver.type)) say({ does: 'read-secret', store: 'other', target: 'shadow copy' })
      else say({ does: 'change-system', deed: 'change-configuration', target: evidence.slice(0, 200) })
      return NONE
    case 'delete':
    case 'delete_':
      say(
        /shadowcopy/.test(receiver.type)
          ? { does: 'change-system', deed: 'remove-backup', target: 'shadow copies' }
          : { does: 'change-system', deed: 'change-configuration', target: evidence.slice(0, 200) },
      )
      return NONE
    case 'terminate':
      say({ does: 'end-process', whose: 'named', target: receiver.type })
      return NONE
    case 'uninstall':
      say({ does: 'change-system', deed: 'remove-package', target: receiver.type })
      return NONE
    case 'stopservice':
    case 'changestartmode':
    case 'change':
    case 'pauseservice':
      say({ does: 'change-system', deed: 'stop-service', target: evidence.slice(0, 200) })
      return NONE
    case 'regwrite':
    case 'regdelete':
      say(registryChange(knownText(first) ?? evidence, ''))
      return NONE
    case 'regread':
      say(registryRead(knownText(first) ?? evidence))
      return unknown(evidence)
    case 'createshortcut':
      if (first)
        say({
          does: 'write-file',
          place: placeOf(wordOf(first), engine.cwd, engine.context),
          how: 'create',
          content: { kind: 'unknown' },
        })
      return unknown(evidence)
    case 'open':
      if (args[1]) {
        say({
          does: 'contact-host',
          host: hostOf(wordOf(args[1])),
          sends: /post|put/i.test(knownText(first) ?? '') ? 'data' : 'nothing',
          purpose: 'fetch',
        })
        script.scope.made.add('com:http')
        return NONE
      }
      recordOpaque(engine, 'unknown-subcommand', evidence)
      return NONE
    case 'navigate':
    case 'navigate2':
      if (first) say({ does: 'contact-host', host: hostOf(wordOf(first)), sends: 'nothing', purpose: 'fetch' })
      return fromNetwork(evidence, first ? hostName(wordOf(first)) : '?')
    case 'connect':
    case 'send':
    case 'popup':
    case 'speak':
    case 'namespace':
    case 'items':
    case 'item':
    case 'windows':
    case 'get':
    case 'getfolder':
    case 'getspecialfolder':
    case 'expandenvironmentstrings':
    case 'setrequestheader':
      return derived(evidence, [receiver, ...args])
    case 'sendkeys':
      say({ does: 'something-opaque', because: 'other', text: 'types for the person' })
      return NONE
    case 'appactivate':
      return NONE
    case 'copyhere':
    case 'movehere':
      if (first)
        say({ does: 'read-file', place: placeOf(wordOf(first), engine.cwd, engine.context), extent: 'content' })
      recordOpaque(engine, 'other', evidence)
      return NONE
    case 'deletefile':
    case 'deletefolder':
      if (first)
        say({
          does: 'delete-file',
          place: placeOf(wordOf(first), engine.cwd, engine.context),
          recursive: method === 'deletefolder',
        })
      return NONE
    default:
      if (/^(?:get|to|is|equals)/.test(method)) return derived(evidence, [receiver, ...args])
      recordOpaque(engine, 'unknown-subcommand', `${show(wordOf(receiver))}.${method}`)
      return derived(evidence, [receiver, ...args])
  }
}
