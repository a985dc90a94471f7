import type { EffectDraft } from '../shell/programs/program.ts'
import { show } from '../word.ts'
import { runBlock } from './blocks.ts'
import { comMade } from './com.ts'
import { isMade, isPureType, OPENS } from './dotnet-tables.ts'
import { record, recordOpaque } from './engine.ts'
import { hostName, hostOf } from './hosts.ts'
import { placeOf } from './places.ts'
import type { Script } from './script.ts'
import { derived, fromNetwork, knownText, NONE, type Value, wordOf } from './values.ts'

export function shortType(name: string): string {
  return name
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/^system\./, '')
    .replace(/\[.*$/, '')
}

/** An object is made: `New-Object`, `[T]::new()`. */
export function madeObject(script: Script, typed: string, args: readonly Value[], evidence: string): Value {
  const { engine, scope } = script
  if (typed.startsWith('com:')) return comMade(script, typed.slice(4).toLowerCase(), args, evidence)
  const type = shortType(typed)
  scope.made.add(type)
  runDelegates(script, args)
  const say = (recorded: EffectDraft): void => record(engine, recorded, evidence)
  if (/^net\.sockets\.(?:tcpclient|udpclient|socket)$/.test(type)) {
    const host = args[0] ? hostOf(wordOf(args[0])) : ({ kind: 'unknown', source: evidence } as const)
    say({ does: 'contact-host', host, sends: 'unknown', purpose: 'other' })
    return { kind: 'object', type, about: [fromNetwork(evidence, host.kind === 'named' ? host.name : host.source)] }
  }
  if (type === 'net.sockets.tcplistener' || type === 'net.httplistener') {
    say({ does: 'open-door', what: 'listener', ...(args[0] ? { address: show(wordOf(args[0])) } : {}) })
    return { kind: 'object', type, about: [fromNetwork(evidence, 'whoever connects')] }
  }
  if (type === 'io.streamreader' || type === 'io.streamwriter' || type === 'io.filestream') {
    const from = args[0]
    if (from && knownText(from) !== undefined)
      say(
        type === 'io.streamreader'
          ? { does: 'read-file', place: at(script, from), extent: 'content' }
          : { does: 'write-file', place: at(script, from), how: 'overwrite', content: { kind: 'unknown' } },
      )
    return { kind: 'object', type, about: args }
  }
  // Binding to the directory with a user and a password, again and again, is guessing.
  if (type === 'directoryservices.directoryentry' && args.length >= 3)
    say(
      scope.conditional > 0
        ? { does: 'change-system', deed: 'crack', target: 'passwords of the directory' }
        : { does: 'contact-host', host: { kind: 'unknown', source: 'directory' }, sends: 'data', purpose: 'other' },
    )
  if (!isPureType(type) && !isMade(type) && !scope.made.has(`own:${type}`))
    recordOpaque(engine, 'unknown-subcommand', evidence)
  if (OPENS.has(type) && args[0]?.kind === 'text' && !/^\d+$/.test(args[0].text)) loaded(script, args[0], evidence)
  if (type === 'xml.xmltextwriter' && args[0] && knownText(args[0]) !== undefined)
    say({ does: 'write-file', place: at(script, args[0]), how: 'overwrite', content: { kind: 'unknown' } })
  if (type === 'io.filesystemwatcher' && args[0])
    say({ does: 'read-file', place: at(script, args[0]), extent: 'content', recursive: true })
  if (/net\.mail\.smtpclient/.test(type))
    say({
      does: 'contact-host',
      host: args[0] ? hostOf(wordOf(args[0])) : { kind: 'unknown', source: evidence },
      sends: 'data',
      purpose: 'upload',
    })
  return { kind: 'object', type, about: args }
}

export function at(script: Script, value: Value) {
  return placeOf(wordOf(value), script.engine.cwd, script.engine.context)
}

/** `.Load(…)` of a document takes a file or an address. */
export function loaded(script: Script, from: Value | undefined, evidence: string): Value {
  const address = knownText(from)
  if (from === undefined || address === undefined) return derived(evidence, from === undefined ? [] : [from])
  if (!/^[a-z][\w+.-]+:\/\//i.test(address)) {
    record(script.engine, { does: 'read-file', place: at(script, from), extent: 'content' }, evidence)
    return derived(evidence, [from])
  }
  const host = hostOf(wordOf(from))
  record(script.engine, { does: 'contact-host', host, sends: 'nothing', purpose: 'fetch', url: address }, evidence)
  return fromNetwork(evidence, hostName(wordOf(from)))
}

/** A script block that is handed to a class is run by it, at once or later, on whichever thread. */
export function runDelegates(script: Script, args: readonly Value[]): void {
  for (const arg of args) if (arg.kind === 'block') runBlock(script, arg.body, NONE)
}
