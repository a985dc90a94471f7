import { dynamic, literal, show, textOf, type Word } from '../word.ts'
import { contentFor, type Doing, given, paths, recordProvider } from './doing.ts'
import { hostOf, isShare } from './hosts.ts'
import { isHiddenStream } from './native/transfers.ts'
import { registryChange } from './native/registry.ts'
import { placeOf, providerOf } from './places.ts'
import { joined, knownText, NONE, text, type Value, wordOf, wordsOf } from './values.ts'

/** Cmdlets that make, copy, move and rename items, and set their properties. */
export function newItem(about: Doing): Value {
  const { bound, script, call } = about
  const { engine } = script
  const base = bound.named.get('path')
  const name = bound.named.get('name')
  const value = base && name ? joined([base, text('/'), name], call.evidence) : (name ?? base)
  const alias = /^(?:md|mkdir)\b/i.test(call.evidence)
  const type = knownText(bound.named.get('itemtype') ?? bound.named.get('type')) ?? (alias ? 'directory' : 'file')
  for (const word of value ? wordsOf(value) : []) {
    const provider = providerOf(show(word))
    if (provider !== 'file') recordProvider(about, provider, show(word), 'change')
    else {
      const place = placeOf(word, engine.cwd, engine.context)
      const target = bound.named.get('target') ?? bound.named.get('value')
      if (/^d/i.test(type)) about.record({ does: 'write-file', place, how: 'directory', content: { kind: 'unknown' } })
      else if (/link|junction/i.test(type))
        about.record({
          does: 'write-file',
          place,
          how: 'link',
          content: target
            ? { kind: 'copy', of: placeOf(wordOf(target), engine.cwd, engine.context) }
            : { kind: 'unknown' },
        })
      else {
        const content = knownText(bound.named.get('value'))
        about.record({
          does: 'write-file',
          place,
          how: bound.has('force') ? 'overwrite' : 'create',
          content:
            content === undefined
              ? bound.named.has('value')
                ? contentFor(about)
                : { kind: 'text', text: '' }
              : { kind: 'text', text: content },
        })
      }
    }
  }
  return { kind: 'items', words: value ? wordsOf(value) : [], filtered: false }
}

export function transfer(about: Doing, moves: boolean): Value {
  const { bound, script } = about
  const { engine } = script
  const destination = bound.named.get('destination')
  const target = destination ? wordOf(destination) : literal('.')
  for (const word of paths(about)) {
    const provider = providerOf(show(word))
    if (provider !== 'file' || providerOf(show(target)) !== 'file') {
      recordProvider(about, provider, show(word), moves ? 'change' : 'read')
      recordProvider(about, providerOf(show(target)), show(target), 'change')
      continue
    }
    const from = placeOf(word, engine.cwd, engine.context)
    const to = placeOf(
      landing(engine.context.world.look, word, target, placeOf(target, engine.cwd, engine.context)),
      engine.cwd,
      engine.context,
    )
    if (!moves)
      about.record({
        does: 'read-file',
        place: from,
        extent: 'content',
        ...(bound.has('recurse') || isDeep(about.call.input) || isDeep(bound.named.get('path'))
          ? { recursive: true }
          : {}),
      })
    else about.record({ does: 'delete-file', place: from, recursive: true, movedTo: to })
    about.record({ does: 'write-file', place: to, how: 'overwrite', content: { kind: 'copy', of: from } })
    if (isShare(show(target)) || bound.named.has('tosession'))
      about.record({
        does: 'contact-host',
        host: bound.named.has('tosession') ? { kind: 'unknown', source: 'session' } : hostOf(target),
        sends: 'data',
        purpose: 'copy',
        payload: { from: 'file', place: from },
      })
    if (isShare(show(word)))
      about.record({ does: 'contact-host', host: hostOf(word), sends: 'nothing', purpose: 'copy' })
    if (isHiddenStream(show(target))) about.record({ does: 'change-system', deed: 'hide', target: show(target) })
  }
  return { kind: 'items', words: [target], filtered: false }
}

/** Names from a listing of a whole tree. */
function isDeep(value: Value | undefined): boolean {
  return value?.kind === 'items' && value.deep === true
}

function landing(look: (path: string) => string, source: Word, target: Word, place: ReturnType<typeof placeOf>): Word {
  const [from, into] = [textOf(source), textOf(target)]
  if (from === undefined || into === undefined || /[*?]/.test(from)) return target
  const directory =
    /[\\/]$|^\.$/.test(into) || (place.kind === 'path' && look(place.real) === 'directory') || !/\.\w+$/.test(into)
  return directory ? literal(`${into.replace(/[\\/]$/, '')}/${from.replaceAll('\\', '/').split('/').at(-1)!}`) : target
}

export function renameItem(about: Doing): Value {
  const { bound, script } = about
  const { engine } = script
  const newName = bound.named.get('newname')
  for (const word of paths(about)) {
    if (providerOf(show(word)) !== 'file') {
      recordProvider(about, providerOf(show(word)), show(word), 'change')
      continue
    }
    const name = newName && newName.kind !== 'block' ? textOf(wordOf(newName)) : undefined
    const from = textOf(word)
    const to = from === undefined || name === undefined ? besides(word) : literal(`${directoryOf(from)}${name}`)
    const movedTo = placeOf(to, engine.cwd, engine.context)
    about.record({ does: 'delete-file', place: placeOf(word, engine.cwd, engine.context), recursive: false, movedTo })
    about.record({
      does: 'write-file',
      place: movedTo,
      how: 'overwrite',
      content: { kind: 'copy', of: placeOf(word, engine.cwd, engine.context) },
    })
  }
  return NONE
}

function directoryOf(path: string): string {
  return path.replace(/[^\\/]*$/, '')
}

/** Some name in the directory of what is renamed. */
function besides(word: Word): Word {
  const directory = word.kind === 'dynamic' ? undefined : directoryOf(show(word))
  return directory === undefined || /[*?]/.test(directory)
    ? dynamic(show(word))
    : {
        kind: 'dynamic',
        source: `${directory}…`,
        pieces: [{ known: directory || './' }, { unknown: '…', from: 'other' }],
      }
}

export function itemProperty(about: Doing): Value {
  const { bound, script } = about
  const names = given(about, 'name').map((word) => show(word))
  for (const word of paths(about)) {
    const path = show(word)
    const provider =
      word.kind === 'literal' ? providerOf(path) : providerOf(path) === 'file' ? 'registry' : providerOf(path)
    if (provider === 'file')
      about.record({
        does: 'write-file',
        place: placeOf(word, script.engine.cwd, script.engine.context),
        how: 'edit',
        content: { kind: 'unknown' },
      })
    else if (textOf(word) === undefined && bound.named.has('name')) about.record(registryChange(path, names[0] ?? ''))
    else for (const name of names.length > 0 ? names : ['']) recordProvider(about, provider, path, 'change', name)
    if (
      provider === 'file' &&
      names.some((name) => /attributes/i.test(name)) &&
      /hidden|system/i.test(knownText(bound.named.get('value')) ?? '')
    )
      about.record({ does: 'change-system', deed: 'hide', target: path })
  }
  return NONE
}
