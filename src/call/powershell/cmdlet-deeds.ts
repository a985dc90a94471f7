import type { EffectDraft } from '../shell/programs/program.ts'
import { allOf, chosenBy } from '../place-condition.ts'
import { protectedBelow } from '../place-protected.ts'
import { foundWord, literal, show, textOf, type Word } from '../word.ts'
import type { Cmdlet } from './cmdlets.ts'
import { runBlock } from './blocks.ts'
import type { Bound, Call } from './commands.ts'
import { codeDeeds } from './cmdlet-code.ts'
import { itemProperty, newItem, renameItem, transfer } from './cmdlet-items.ts'
import { deedsOfUse, milderUse } from './cmdlet-uses.ts'
import { downloads, requests } from './cmdlet-web.ts'
import { contentFor, type Doing, given, paths, recordProvider } from './doing.ts'
import { record, recordOpaque } from './engine.ts'
import { hostOf, isShare } from './hosts.ts'
import { isHiddenStream } from './native/transfers.ts'
import { placeOf, providerOf } from './places.ts'
import type { Script } from './script.ts'
import type { Parameter } from './specification.ts'
import { derived, itemsOf, joined, knownText, NONE, text, unknown, type Value, wordsOf } from './values.ts'

/** Tells the deeds of a cmdlet whose arguments are bound; answers what it puts out. */
export function recordCmdlet(script: Script, cmdlet: Cmdlet, call: Call, bound: Bound): Value {
  const { engine } = script
  const say = (recorded: EffectDraft): void => record(engine, recorded, call.evidence)
  if (bound.uncertain && (cmdlet.does.length > 0 || [...cmdlet.parameters.values()].some((one) => one.role !== 'text')))
    recordOpaque(engine, 'dynamic-code', call.evidence)
  // A cmdlet of this table honours -WhatIf: it says what it would do and does nothing.
  // ForEach-Object and the like run their blocks all the same; a value that is not known is not a promise.
  if (knownText(bound.named.get('whatif')) === 'True' && !RUNNERS.has(cmdlet.name) && cmdlet.name !== 'start-process')
    return unknown(call.evidence)
  const about: Doing = { script, call, bound, record: say }
  for (const recorded of milderUse(cmdlet.name, about) ?? cmdlet.does) say(named(recorded, call.evidence))
  for (const recorded of deedsOfUse(cmdlet.name, call.evidence)) say(recorded)
  if (cmdlet.does.some((recorded) => recorded.does === 'open-door')) remoteHosts(about)
  const special = cmdlet.special ? (fileDeeds(cmdlet.name, about) ?? codeDeeds(cmdlet.name, about)) : undefined
  for (const parameter of cmdlet.parameters.values()) recordParameter(about, parameter)
  runBlocks(about, cmdlet)
  return special ?? derived(call.evidence, [call.input, ...bound.named.values(), ...bound.rest])
}

function named(recorded: EffectDraft, evidence: string): EffectDraft {
  if ('target' in recorded && recorded.target === '') return { ...recorded, target: evidence.trim().slice(0, 200) }
  return recorded.does === 'schedule' && recorded.task === ''
    ? { ...recorded, task: evidence.trim().slice(0, 200) }
    : recorded
}

function remoteHosts(about: Doing): void {
  const target = about.bound.named.get('computername') ?? about.bound.rest[0]
  for (const word of target ? wordsOf(target) : [])
    about.record({ does: 'contact-host', host: hostOf(word), sends: 'unknown', purpose: 'shell' })
}

/** Cmdlets that run their blocks themselves. */
const RUNNERS = new Set(['invoke-command', 'invoke-expression', 'foreach-object', 'start-job', 'start-threadjob'])

/** Script blocks given to a cmdlet run, whatever the parameter: filters, calculated properties, event actions. */
function runBlocks(about: Doing, cmdlet: Cmdlet): void {
  if (RUNNERS.has(cmdlet.name)) return
  const visit = (value: Value, depth: number): void => {
    if (value.kind === 'block') runBlock(about.script, value.body, about.call.input)
    else if (depth < 4 && value.kind === 'list') for (const item of value.items) visit(item, depth + 1)
    else if (depth < 4 && value.kind === 'table') for (const item of value.entries.values()) visit(item, depth + 1)
  }
  for (const value of [...about.bound.named.values(), ...about.bound.rest]) visit(value, 0)
}

function recordParameter(about: Doing, parameter: Parameter): void {
  const value = about.bound.named.get(parameter.name)
  const words = value
    ? wordsOf(value)
    : parameter.piped && parameter.role !== 'text' && !given(about, 'literalpath').length
      ? pipedPaths(about)
      : []
  const deep = value?.kind === 'items' && value.deep === true
  for (const word of words) recordRole(about, parameter, word, deep ? 'every name below' : 'one name')
}

function pipedPaths(about: Doing): readonly Word[] {
  const { input } = about.call
  if (input.kind === 'items') return input.words
  return input === NONE ? [] : wordsOf(input)
}

function recordRole(about: Doing, parameter: Parameter, word: Word, reach: 'one name' | 'every name below'): void {
  const { engine } = about.script
  const written = show(word)
  const provider = providerOf(written)
  const reading = parameter.role === 'read' || parameter.role === 'names' || parameter.role === 'tree'
  if (
    provider !== 'file' &&
    ['read', 'tree', 'names', 'write', 'append', 'edit', 'delete', 'directory'].includes(parameter.role)
  ) {
    recordProvider(about, provider, written, reading ? 'read' : 'change')
    return
  }
  const place = () => placeOf(word, engine.cwd, engine.context)
  switch (parameter.role) {
    case 'read':
    case 'tree':
    case 'names':
      about.record({
        does: 'read-file',
        place: place(),
        extent: parameter.role === 'names' ? 'names' : 'content',
        ...(about.bound.has('recurse') || parameter.role === 'tree' || reach === 'every name below'
          ? { recursive: true }
          : {}),
      })
      if (isShare(written))
        about.record({ does: 'contact-host', host: hostOf(word), sends: 'nothing', purpose: 'copy' })
      return
    case 'write':
    case 'append':
    case 'edit':
    case 'directory':
      about.record({
        does: 'write-file',
        place: place(),
        how: parameter.role === 'write' ? (about.bound.has('append') ? 'append' : 'overwrite') : parameter.role,
        content: contentFor(about),
      })
      if (isHiddenStream(written) || about.bound.named.has('stream'))
        about.record({ does: 'change-system', deed: 'hide', target: written })
      if (isShare(written)) about.record({ does: 'contact-host', host: hostOf(word), sends: 'data', purpose: 'copy' })
      return
    case 'delete':
      about.record({
        does: 'delete-file',
        place: place(),
        recursive: about.bound.has('recurse'),
        ...(about.call.input.kind === 'items' && about.call.input.filtered ? { filtered: true } : {}),
      })
      return
    case 'computer': {
      if (/^(?:localhost|\.|127\.0\.0\.1|::1)$/i.test(written)) return
      // A name that is put together while it runs can carry data out through the resolver.
      const lookup = parameter.name === 'name'
      about.record({
        does: 'contact-host',
        host: hostOf(word),
        sends: lookup && word.kind === 'dynamic' ? 'unknown' : 'nothing',
        purpose: lookup ? 'lookup' : 'probe',
      })
      return
    }
    default:
  }
}

/**
 * What a listing yields. Above protected places it is any of them that its own filters do not leave out; elsewhere
 * whatever lies in the directory.
 */
function yielded(about: Doing, word: Word): Word {
  const { engine } = about.script
  const place = placeOf(word, engine.cwd, engine.context)
  if (place.kind !== 'path' || protectedBelow(place.real, engine.context).length === 0) return inside(word)
  const names = [...given(about, 'filter'), ...given(about, 'include')].map((name) =>
    name.kind === 'dynamic' ? undefined : show(name),
  )
  const only = allOf(
    about.bound.has('recurse') ? undefined : { is: 'depth', base: place.real, least: 1, most: 1 },
    names.length === 0 ? undefined : chosenBy(names, place.real),
  )
  return foundWord(about.call.evidence, { below: place.real, ...(only ? { only } : {}) })
}

/** Cmdlets that work on items. Undefined: not one of these. */
function fileDeeds(name: string, about: Doing): Value | undefined {
  const { script, call, bound } = about
  const { engine } = script
  switch (name) {
    case 'get-content':
      return unknown(call.evidence, {
        kind: 'file',
        places: paths(about).map((word) => placeOf(word, engine.cwd, engine.context)),
      })
    case 'get-childitem':
    case 'get-item':
    case 'resolve-path':
    case 'convert-path': {
      const words = paths(about)
      if (name === 'get-childitem' && words.length === 0)
        about.record({
          does: 'read-file',
          place: engine.cwd,
          extent: 'names',
          ...(bound.has('recurse') ? { recursive: true } : {}),
        })
      const listed = words.length > 0 ? words : [literal('.')]
      return {
        kind: 'items',
        words: name === 'get-childitem' ? listed.map((word) => yielded(about, word)) : listed,
        filtered: ['filter', 'include'].some((key) => isChoice(bound.named.get(key))),
        ...(bound.has('recurse') ? { deep: true } : {}),
      }
    }
    case 'where-object':
      if (call.input.kind === 'items')
        return { ...call.input, filtered: call.input.filtered || CHOOSES.test(call.evidence) }
      return someOf(call.input, call.evidence)
    case 'select-object':
      return call.input.kind === 'items' ? call.input : someOf(call.input, call.evidence)
    case 'get-process':
      return {
        kind: 'object',
        type: `process:${given(about, 'name')
          .map((word) => show(word))
          .join(' ')}`,
        about: [],
      }
    case 'set-content':
    case 'add-content':
    case 'out-file':
      return NONE
    case 'tee-object':
      return call.input
    case 'new-item':
      return newItem(about)
    case 'copy-item':
    case 'move-item':
      return transfer(about, name === 'move-item')
    case 'rename-item':
      return renameItem(about)
    case 'set-itemproperty':
    case 'new-itemproperty':
    case 'remove-itemproperty':
    case 'clear-itemproperty':
    case 'rename-itemproperty':
    case 'copy-itemproperty':
    case 'move-itemproperty':
      return itemProperty(about)
    case 'set-location':
    case 'push-location': {
      const [word] = paths(about)
      if (word)
        engine.cwd =
          providerOf(show(word)) === 'file'
            ? placeOf(word, engine.cwd, engine.context)
            : { kind: 'unknown', source: show(word) }
      return NONE
    }
    case 'pop-location':
      engine.cwd = { kind: 'unknown', source: 'Pop-Location' }
      return NONE
    case 'join-path': {
      const parts = ['path', 'childpath', 'additionalchildpath'].flatMap((key) =>
        bound.named.has(key) ? itemsOf(bound.named.get(key)!) : [],
      )
      return parts.length > 1
        ? joined(
            parts.flatMap((part, index) => (index === 0 ? [part] : [text('/'), part])),
            call.evidence,
          )
        : undefined
    }
    case 'expand-archive': {
      const [archive] = paths(about)
      if (archive && !bound.named.has('destinationpath')) {
        const of = placeOf(archive, engine.cwd, engine.context)
        const directory = literal(
          show(archive)
            .replaceAll('\\', '/')
            .replace(/^.*\//, '')
            .replace(/\.\w+$/, ''),
        )
        about.record({
          does: 'write-file',
          place: placeOf(directory, engine.cwd, engine.context),
          how: 'directory',
          content: { kind: 'copy', of },
        })
      }
      return NONE
    }
    case 'write-output':
    case 'out-string':
      return bound.named.get('inputobject') ?? (call.input === NONE ? undefined : call.input)
    case 'invoke-webrequest':
    case 'invoke-restmethod':
    case 'new-webserviceproxy':
      return requests(about)
    case 'start-bitstransfer':
      return downloads(about)
    default:
      return undefined
  }
}

/** A condition on what a file is called, how old or how large it is: it leaves something out. */
const CHOOSES =
  /\b(?:name|basename|extension|fullname|directoryname|last(?:write|access)time(?:utc)?|creationtime(?:utc)?|length)\b/i

/** Names to choose by: `*` alone chooses everything. */
function isChoice(value: Value | undefined): boolean {
  if (value === undefined) return false
  const words = wordsOf(value)
  return words.length > 0 && words.every((word) => !/^[*.?]*$/.test(show(word)))
}

/** One of several known texts, nobody knows which. */
function someOf(value: Value, source: string): Value | undefined {
  const among = value.kind === 'unknown' ? value.among : textsOf(value)
  const left = derived(source, [value])
  return among === undefined || left.kind !== 'unknown' ? undefined : { ...left, among }
}

function textsOf(value: Value): readonly string[] | undefined {
  const texts = value.kind === 'list' ? value.items.map((item) => knownText(item)) : []
  return texts.length > 0 && texts.length <= 16 && texts.every((one) => one !== undefined) ? texts : undefined
}

/** What lies in a directory that was listed. */
function inside(word: Word): Word {
  const path = textOf(word)
  return path === undefined || /[*?]/.test(path) ? word : { kind: 'glob', pattern: `${path.replace(/[\\/]$/, '')}/*` }
}
