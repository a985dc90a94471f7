import { dynamic, type Piece, textOf, type Word } from '../word.ts'
import type { Engine, Given } from './library.ts'
import { leavesPlain, patternIn, replacedParts } from './parts.ts'
import type { At } from './program.ts'
import {
  concatenated,
  data,
  either,
  itemsOf,
  joined,
  knownText,
  type ListValue,
  piecesOf,
  plain,
  plainness,
  type RecordValue,
  text,
  type Value,
} from './values.ts'

/** A method of a value that the language itself has: text, lists, records. Undefined when it is none of these. */
export function ownMethod(of: Value, name: string, given: Given, at: At, engine: Engine): Value | undefined {
  switch (of.kind) {
    case 'text':
      return textMethod(of.word, name, given, at, engine)
    case 'list':
      return listMethod(of, name, given, at, engine)
    case 'record':
      return recordMethod(of, name, given, at, engine)
    default:
      return undefined
  }
}

/** The same text to whoever uses it as a path or command: case, spaces and encoding do not say where it leads. */
const SAME_TEXT = new Set(
  'encode decode strip trim toString expanduser trimEnd trimStart rstrip lstrip chomp to_s'.split(' '),
)

function textMethod(word: Word, name: string, given: Given, at: At, engine: Engine): Value {
  const source = engine.textAt(at)
  const known = textOf(word)
  if (name === 'join') return joinItems(word, given, source)
  if (name === 'format') return formatted(word, given, source)
  if (name === 'concat') return concatenated([{ kind: 'text', word }, ...given.positional], source)
  if (SAME_TEXT.has(name))
    return { kind: 'text', word: known === undefined ? word : { kind: 'literal', text: known.trim() } }
  if (known === undefined) {
    handOn(given, at, engine)
    const replaced = REPLACES.test(name) ? replacedIn(word, name, given, source, engine) : undefined
    if (replaced !== undefined) return replaced
    const asked = plainness({ kind: 'text', word })
    if (asked !== undefined && KEEPS_PLAIN.has(name)) return plain(source, CUTS.test(name) ? 'part' : asked)
    if (/^(?:removesuffix|delete_suffix|removeprefix)$/.test(name)) {
      const end = knownText(given.positional[0])
      if (end !== undefined && name !== 'removeprefix')
        return replacedParts(word, new RegExp(`${escaped(end)}$`), '', source) ?? data(source)
    }
    // Of text that is not wholly known its beginning still says where it leads.
    return /^(?:replace|replaceAll|lower|upper|toLowerCase|toUpperCase|removesuffix)$/.test(name) &&
      'known' in (piecesOf(word)[0] ?? {})
      ? { kind: 'text', word }
      : data(source)
  }
  switch (name) {
    case 'split':
    case 'splitlines':
    case 'lines': {
      const by = knownText(given.positional[0])
      if (name === 'split' && given.positional.length > 1) return data(source)
      if (name === 'split' && given.positional.length === 1 && by === undefined) return data(source)
      const parts =
        name === 'split' && by !== undefined && by !== ''
          ? known.split(by)
          : name === 'split'
            ? known.split(/\s+/).filter(Boolean)
            : known.split('\n')
      return { kind: 'list', items: parts.slice(0, 200).map(text), more: parts.length > 200 }
    }
    case 'lower':
    case 'toLowerCase':
    case 'downcase':
      return text(known.toLowerCase())
    case 'upper':
    case 'toUpperCase':
    case 'upcase':
      return text(known.toUpperCase())
    case 'replace':
    case 'replaceAll':
    case 'gsub':
    case 'sub': {
      const [what, by] = [knownText(given.positional[0]), knownText(given.positional[1])]
      handOn(given, at, engine)
      const pattern = patternOf(name, given.positional[0], engine)
      if (what === undefined && pattern !== undefined && by !== undefined) return text(known.replace(pattern, by))
      return what === undefined || by === undefined
        ? { kind: 'text', word: dynamic(source, 'variable') }
        : text(known.split(what).join(by))
    }
    default:
      handOn(given, at, engine)
      return data(source)
  }
}

const REPLACES = /^(?:replace|replaceAll|gsub|sub)$/
/** What has no separator still has none. */
const KEEPS_PLAIN = new Set(
  `lower upper title capitalize casefold swapcase zfill ljust rjust center slice substring substr padStart padEnd toLowerCase toUpperCase
   downcase upcase removesuffix removeprefix delete_suffix delete_prefix squeeze tr at charAt first last join`.split(
    /\s+/,
  ),
)
const CUTS = /^(?:slice|substring|substr|remove|delete|squeeze|tr|at|charAt|first|last)/

function escaped(known: string): string {
  return known.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** What a replacement looks for: of Python's and Ruby's text methods a text is plain, of JavaScript's too. */
function patternOf(name: string, what: Value | undefined, engine: Engine): RegExp | undefined {
  const found = patternIn(what, 'text is plain')
  // Without `g` JavaScript replaces once, Ruby's `sub` too: a path begins the same.
  return found === undefined || name === 'gsub' || engine.language.language === 'python'
    ? found
    : new RegExp(found.source)
}

function replacesAll(name: string, what: Value | undefined, engine: Engine): boolean {
  if (engine.language.language !== 'javascript') return name === 'gsub'
  return name === 'replaceAll' || (what?.kind === 'data' && /^\/.*\/[a-z]*g/s.test(what.source))
}

/** Data of which a method leaves only letters that no path needs: `title.replace(/[^a-z]+/g, '-')`. */
export function cleanedData(of: Value, name: string, given: Given, source: string, engine: Engine): Value | undefined {
  if (of.kind === 'data' && of.plain !== undefined) {
    if (KEEPS_PLAIN.has(name) || SAME_TEXT.has(name) || name === 'toString')
      return plain(source, CUTS.test(name) || of.plain === 'part' ? 'part' : 'name')
    if (!REPLACES.test(name)) return undefined
  }
  if (!REPLACES.test(name)) return undefined
  const [pattern, by] = [patternOf(name, given.positional[0], engine), knownText(given.positional[1])]
  if (pattern === undefined || by === undefined) return undefined
  if (of.kind === 'data' && of.plain !== undefined) return /[/\\]|\.\./.test(by) ? undefined : plain(source, 'part')
  return replacesAll(name, given.positional[0], engine) && leavesPlain(pattern, by) ? plain(source, 'part') : undefined
}

/** What is known of a text with one part for another. Undefined: not both are known, or what is unknown may hold the part. */
function replacedIn(word: Word, name: string, given: Given, source: string, engine: Engine): Value | undefined {
  const [what, by] = [knownText(given.positional[0]), knownText(given.positional[1])]
  const pattern = patternOf(name, given.positional[0], engine)
  if (pattern !== undefined && by !== undefined) {
    if (replacesAll(name, given.positional[0], engine) && leavesPlain(pattern, by)) return plain(source, 'part')
    const replaced = replacedParts(word, pattern, by, source)
    if (replaced !== undefined) return replaced
  }
  const pieces = piecesOf(word)
  const [first] = pieces
  if (what === undefined || what === '' || by === undefined || first === undefined || !('known' in first))
    return undefined
  if (!first.known.includes(what)) return undefined
  return {
    kind: 'text',
    word: {
      kind: 'dynamic',
      source,
      pieces: pieces.map((piece) => ('known' in piece ? { known: piece.known.split(what).join(by) } : piece)),
    },
  }
}

function joinItems(separator: Word, given: Given, source: string): Value {
  const [only] = given.positional
  if (only === undefined) return data(source)
  return joinedBy({ kind: 'text', word: separator }, only, source)
}

/** `', '.join(list)`, `list.join(' ')`. */
export function joinedBy(separator: Value, list: Value, source: string): Value {
  const { items, complete } = itemsOf(list)
  if (items.length === 0) return complete ? text('') : data(source)
  const parts = items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))
  if (!complete) parts.push(data('…'))
  return concatenated(parts, source)
}

/** `'{}/{name}'.format(a, name=b)`; a field that is more than a name or position is not known. */
function formatted(word: Word, given: Given, source: string): Value {
  const known = textOf(word)
  if (known === undefined) return data(source)
  const parts: Value[] = []
  let next = 0
  let from = 0
  for (const field of known.matchAll(/\{\{|\}\}|\{(\w*)([^{}]*)\}/g)) {
    parts.push(text(known.slice(from, field.index)))
    from = field.index + field[0].length
    if (field[0] === '{{' || field[0] === '}}') parts.push(text(field[0][0]!))
    else {
      const key = field[1]!
      const value = /^\d*$/.test(key) ? given.positional[key === '' ? next++ : Number(key)] : given.named.get(key)
      parts.push(value !== undefined && field[2] === '' ? value : data(field[0]))
    }
  }
  parts.push(text(known.slice(from)))
  return concatenated(parts, source)
}

/** `'%s/%d' % (a, b)`. */
export function percentFormat(word: Word, value: Value, source: string): Value {
  const known = textOf(word)
  if (known === undefined) return data(source)
  const values = value.kind === 'list' ? value.items : [value]
  const parts: Value[] = []
  let next = 0
  let from = 0
  for (const field of known.matchAll(/%%|%(?:\((\w+)\))?[-+ #0-9.]*[a-zA-Z]/g)) {
    parts.push(text(known.slice(from, field.index)))
    from = field.index + field[0].length
    if (field[0] === '%%') parts.push(text('%'))
    else if (field[1] !== undefined)
      parts.push((value.kind === 'record' ? value.entries.get(field[1]) : undefined) ?? data(field[0]))
    else parts.push(values[next++] ?? data(field[0]))
  }
  parts.push(text(known.slice(from)))
  return concatenated(parts, source)
}

const ADDS_ITEMS = new Set('append push add unshift insert appendleft << insert_all'.split(' '))
const SAME_ITEMS = new Set(
  'copy sort reverse filter slice toSorted reverse toReversed flat values keys sorted select reject uniq compact first to_a freeze dup clone lazy to_set each_slice each_cons shuffle rotate sample values_at concat take drop find at pop shift'.split(
    ' ',
  ),
)
const EACH_ITEM = new Set(
  'forEach map filter find some every flatMap each each_with_index collect select reject reduce sort_by flat_map any? all? findIndex sort find_each each_entry'.split(
    ' ',
  ),
)

function listMethod(list: ListValue, name: string, given: Given, at: At, engine: Engine): Value {
  const source = engine.textAt(at)
  if (ADDS_ITEMS.has(name)) {
    list.items.push(...given.positional.slice(name === 'insert' ? 1 : 0))
    if (given.open) {
      list.more = true
      list.items.push(data(source))
    }
    return list
  }
  if (name === 'extend') {
    for (const value of given.positional) {
      const { items, complete } = itemsOf(value)
      list.items.push(...(items.length === 0 && !complete ? [data(source)] : items))
      if (!complete) list.more = true
    }
    return list
  }
  if (name === 'join') return joinedBy(given.positional[0] ?? text(','), list, source)
  if (name === 'entries')
    return {
      kind: 'list',
      items: list.items.map((item): Value => ({ kind: 'list', items: [plain('index'), item], more: false })),
      more: list.more,
    }
  const callback = given.positional.find(isCallable) ?? given.named.get('&')
  if (EACH_ITEM.has(name) && callback !== undefined) {
    const results = list.items
      .slice(0, 32)
      .map((item) => engine.call(callback, name === 'reduce' ? [data('sum'), item] : [item, plain('index')], at))
    if (list.items.length > 32 || (list.items.length === 0 && list.more))
      results.push(engine.call(callback, [data('item'), plain('index')], at))
    if (name === 'find') return either(list.items.length === 0 ? [data(source)] : list.items)
    return name === 'map' || name === 'collect'
      ? { kind: 'list', items: results, more: list.more }
      : { kind: 'list', items: [...list.items], more: list.more }
  }
  handOn(given, at, engine)
  if (name === 'pop' || name === 'shift' || name === 'at' || name === 'first' || name === 'last')
    return list.items.length === 0 ? data(source) : either(list.items)
  if (name === 'concat') {
    const added = given.positional.map(itemsOf)
    return {
      kind: 'list',
      items: [...list.items, ...added.flatMap(({ items }) => items)],
      more: list.more || added.some(({ complete }) => !complete),
    }
  }
  if (SAME_ITEMS.has(name))
    return { kind: 'list', items: [...list.items], more: name === 'slice' || name === 'filter' ? true : list.more }
  return data(source)
}

function recordMethod(record: RecordValue, name: string, given: Given, at: At, engine: Engine): Value {
  const source = engine.textAt(at)
  const key = knownText(given.positional[0])
  switch (name) {
    case 'get':
    case 'pop':
    case 'fetch':
    case 'setdefault': {
      const found = key === undefined ? undefined : record.entries.get(key)
      const fallback = given.positional[1]
      if (found !== undefined) return fallback === undefined ? found : either([found, fallback])
      return key !== undefined && !record.more
        ? (fallback ?? data(source))
        : either([...record.entries.values(), ...(fallback === undefined ? [] : [fallback]), data(source)])
    }
    case 'set':
      if (key === undefined || given.positional[1] === undefined) record.more = true
      else record.entries.set(key, given.positional[1])
      return record
    case 'items':
    case 'entries':
    case 'each':
      handOn(given, at, engine)
      return {
        kind: 'list',
        items: [...record.entries].map(([one, value]): Value => ({
          kind: 'list',
          items: [text(one), value],
          more: false,
        })),
        more: record.more,
      }
    case 'values':
      return { kind: 'list', items: [...record.entries.values()], more: record.more }
    case 'keys':
      return { kind: 'list', items: [...record.entries.keys()].map(text), more: record.more }
    case 'update':
      for (const value of given.positional)
        if (value.kind === 'record') {
          for (const [one, held] of value.entries) record.entries.set(one, held)
          record.more ||= value.more
        } else record.more = true
      for (const [one, value] of given.named) record.entries.set(one, value)
      return record
    case 'copy':
      return { kind: 'record', entries: new Map(record.entries), more: record.more }
    default: {
      // A method that the code put there itself: `{ run() { … } }`.
      const held = record.entries.get(name)
      if (held !== undefined && isCallable(held)) return engine.call(held, given.positional, at)
      handOn(given, at, engine)
      return data(source)
    }
  }
}

export function isCallable(value: Value): boolean {
  switch (value.kind) {
    case 'function':
    case 'library':
    case 'method':
    case 'class':
      return true
    case 'either':
      return value.options.some(isCallable)
    default:
      return false
  }
}

/** What is handed to something that computes may be called by it, with nobody knows what. */
export function handOn(given: Given, at: At, engine: Engine): void {
  for (const value of [...given.positional, ...given.named.values()]) if (isCallable(value)) engine.handOn(value, at)
}

/** The known beginning of text, and then anything: what a loop makes of text that it adds to. */
export function widened(value: Value, source: string): Value {
  if (value.kind !== 'text') return value
  const pieces: Piece[] = [...piecesOf(value.word), { unknown: source, from: 'variable' }]
  return { kind: 'text', word: joined([{ kind: 'dynamic', source, pieces }], source) }
}
