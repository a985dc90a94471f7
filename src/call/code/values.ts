import { dynamic, literal, type Piece, textOf, type Word } from '../word.ts'
import type { ClassText, FunctionText } from './program.ts'
import type { Scope } from './scope.ts'

/**
 * What an expression may be when the code runs. Text and paths are words, so that "not wholly known" is the same thing
 * here as in a shell command.
 */
export type Value =
  | { readonly kind: 'text'; readonly word: Word }
  /** Computed from data: its methods compute too. */
  | DataValue
  | ListValue
  | RecordValue
  /** A module, function or class of a library, by its full name. */
  | { readonly kind: 'library'; readonly name: string }
  /** Something that a library made: its methods are looked up under its type. `held` is its path, address or command. */
  | { readonly kind: 'object'; readonly type: string; readonly held?: Value; readonly answer?: string }
  | { readonly kind: 'method'; readonly of: Value; readonly name: string }
  | FunctionValue
  | ClassValue
  | InstanceValue
  | { readonly kind: 'either'; readonly options: readonly Value[] }

export interface DataValue {
  readonly kind: 'data'
  readonly source: string
  /** Nobody knows what calling it does. */
  readonly called?: 'unknown'
  /** It is what a file holds, or made of that: what is sent with it leaves. */
  readonly holds?: 'content'
  /** As text it has no separator and is no `..`; a `part` may be empty. */
  readonly plain?: 'name' | 'part'
  /** A host that was asked at this address gave it. */
  readonly answer?: string
  /** What nobody gave on the command line: where it is all there is, nothing happens. */
  readonly absent?: true
  /** A part of something that has an order: `[1:]`. */
  readonly slice?: readonly [number | undefined, number | undefined]
}

export interface ListValue {
  readonly kind: 'list'
  /** Each thing that may be in it; what nobody knows stands in it as data. */
  readonly items: Value[]
  /** How many there are, and in which order, is not known. */
  more: boolean
  /** Several results of one call. */
  readonly tuple?: true
  /** Nothing follows its last item: the words of a command line. */
  readonly ends?: true
}

export interface RecordValue {
  readonly kind: 'record'
  readonly entries: Map<string, Value>
  more: boolean
  /** What every other name in it is. */
  readonly missing?: Value
}

export interface FunctionValue {
  readonly kind: 'function'
  readonly text: FunctionText
  readonly scope: Scope
  readonly self?: Value
  /** Arguments that are given first: `partial(f, 1)`, `f.bind(this, 1)`. */
  readonly first?: readonly Value[]
  /** What parameters are that nobody gives: they come from the command line. */
  readonly presets?: ReadonlyMap<string, Value>
}

export interface ClassValue {
  readonly kind: 'class'
  readonly text: ClassText
  readonly scope: Scope
  readonly members: Map<string, Value>
  readonly bases: readonly Value[]
}

export interface InstanceValue {
  readonly kind: 'instance'
  readonly of: ClassValue
  readonly fields: Map<string, Value>
}

const MOST_OPTIONS = 12

export const NOTHING: Value = { kind: 'data', source: 'nothing' }

export function text(known: string): Value {
  return { kind: 'text', word: literal(known) }
}

export function data(source: string): Value {
  return { kind: 'data', source: source.slice(0, 80) }
}

/** What is computed from a value: it holds what that held. */
export function derived(from: Value, source: string): DataValue {
  const called = from.kind === 'data' && from.called !== undefined ? { called: from.called } : {}
  return { ...derivedFrom([from], source), ...called }
}

export function derivedFrom(values: readonly Value[], source: string): DataValue {
  const answer = values.map(answerOf).find((one) => one !== undefined)
  return {
    kind: 'data',
    source: source.slice(0, 80),
    ...(values.some(holdsContent) ? { holds: 'content' } : {}),
    ...(answer === undefined ? {} : { answer }),
  }
}

/** The address of the host whose answer it is, or is made of. */
export function answerOf(value: Value): string | undefined {
  switch (value.kind) {
    case 'data':
      return value.answer
    case 'object':
      return value.answer
    case 'method':
      return answerOf(value.of)
    case 'list':
      return value.items.map(answerOf).find((one) => one !== undefined)
    case 'either': {
      const all = value.options.map(answerOf)
      return all.every((one) => one !== undefined) ? all[0] : undefined
    }
    default:
      return undefined
  }
}

/** The known beginning of an address, with its whole host. */
export function addressIn(held: Value): string | undefined {
  for (const option of optionsOf(held)) {
    const found =
      option.kind === 'text' ? /^https?:\/\/[^/?#]+(?=[/?#])/.exec(`${startOf(option.word)}`)?.[0] : undefined
    if (found === undefined) return option.kind === 'data' ? option.answer : undefined
    return found
  }
  return undefined
}

function startOf(word: Word): string {
  const known = textOf(word)
  if (known !== undefined) return `${known}/`
  const [first] = piecesOf(word)
  return first === undefined ? '' : 'known' in first ? first.known : `${first.answer ?? ''}/`
}

/** As text it names something in a directory and leads nowhere else: a number, a date, a listed name. */
export function plain(source: string, how: 'name' | 'part' = 'name'): DataValue {
  return { kind: 'data', source: source.slice(0, 80), plain: how }
}

export const ABSENT: DataValue = { kind: 'data', source: 'nothing', absent: true }

export function isAbsent(value: Value): boolean {
  return value.kind === 'data' && value.absent === true
}

/** Whether it is a text without a separator, and whether it may be empty. */
export function plainness(value: Value): 'name' | 'part' | undefined {
  if (value.kind === 'data') return value.plain
  if (value.kind === 'object' && value.held !== undefined) return plainness(value.held)
  if (value.kind === 'either') {
    const all = value.options.map(plainness)
    return all.includes(undefined) ? undefined : all.includes('part') ? 'part' : 'name'
  }
  if (value.kind !== 'text') return undefined
  const pieces = piecesOf(value.word)
  if (!pieces.every((piece) => 'known' in piece || piece.plain !== undefined)) return undefined
  // What is left where a part is empty must not lead up either.
  if (/[/\\]|\.\./.test(pieces.map((piece) => ('known' in piece ? piece.known : '')).join(''))) return undefined
  const [only] = pieces
  if (pieces.length === 0 || (pieces.length === 1 && 'known' in only! && only.known === '.')) return undefined
  return pieces.some((piece) => ('known' in piece ? piece.known !== '' : piece.plain === 'name')) ? 'name' : 'part'
}

/** Whether what a file holds is in it. */
export function holdsContent(value: Value): boolean {
  switch (value.kind) {
    case 'data':
      return value.holds === 'content'
    case 'text':
      return piecesOf(value.word).some((piece) => 'unknown' in piece && piece.holds === 'content')
    case 'list':
      return value.items.some(holdsContent)
    case 'record':
      return [...value.entries.values()].some(holdsContent)
    case 'either':
      return value.options.some(holdsContent)
    case 'object':
      return value.type === 'File' || (value.held !== undefined && value.type !== 'Path' && holdsContent(value.held))
    case 'method':
      return holdsContent(value.of)
    default:
      return false
  }
}

export function library(name: string): Value {
  return { kind: 'library', name }
}

/** A value that may be one of several. */
export function either(values: readonly Value[]): Value {
  const options: Value[] = []
  for (const value of values)
    for (const option of value.kind === 'either' ? value.options : [value])
      if (!isAbsent(option) && !options.some((other) => isSame(other, option))) options.push(option)
  if (options.length === 0) return values.length > 0 ? ABSENT : NOTHING
  if (options.length === 1) return options[0]!
  // Plain data beside other data says nothing new.
  if (options.length > MOST_OPTIONS) {
    const texts = options.filter((option) => option.kind === 'text')
    const others = options.filter((option) => option.kind !== 'text' && option.kind !== 'data')
    return { kind: 'either', options: [...texts.slice(0, 4), ...others.slice(0, 8), data('one of many')] }
  }
  return { kind: 'either', options }
}

function isSame(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a.kind === 'data' && b.kind === 'data')
    return a.called === b.called && a.holds === b.holds && a.plain === b.plain && a.answer === b.answer
  if (a.kind === 'library' && b.kind === 'library') return a.name === b.name
  if (a.kind === 'text' && b.kind === 'text') return isSameWord(a.word, b.word)
  if (a.kind === 'object' && b.kind === 'object')
    return (
      a.type === b.type &&
      (a.held === b.held || (a.held !== undefined && b.held !== undefined && isSame(a.held, b.held)))
    )
  return false
}

function isSameWord(a: Word, b: Word): boolean {
  if (a === b) return true
  if (a.kind === 'literal') return b.kind === 'literal' && a.text === b.text
  return a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b)
}

export function optionsOf(value: Value): readonly Value[] {
  return value.kind === 'either' ? value.options : [value]
}

/** The words a value may be as text. */
export function wordsOf(value: Value | undefined, source: string): readonly Word[] {
  if (value === undefined) return [dynamic(source, 'argument')]
  const words: Word[] = []
  for (const option of optionsOf(value)) {
    if (option.kind === 'text') words.push(option.word)
    // In text it is nothing, or a word for that.
    else if (isAbsent(option)) words.push(literal(''), literal('undefined'))
    else if (option.kind === 'object' && option.held !== undefined) words.push(...wordsOf(option.held, source))
    else words.push(unknownWord(option, source))
  }
  return words
}

function unknownWord(value: Value, source: string): Word {
  const shown = value.kind === 'data' ? value.source : source
  const [plain, answer] = [plainness(value), answerOf(value)]
  const piece: Piece = {
    unknown: shown,
    from: 'variable',
    ...(holdsContent(value) ? { holds: 'content' } : {}),
    ...(plain === undefined ? {} : { plain }),
    ...(answer === undefined ? {} : { answer }),
  }
  return { kind: 'dynamic', source: shown, pieces: [piece] }
}

export function wordOf(value: Value | undefined, source: string): Word {
  const words = wordsOf(value, source)
  return words.length === 1 ? words[0]! : dynamic(source, 'variable')
}

/** The text of a value that is wholly known. */
export function knownText(value: Value | undefined): string | undefined {
  if (value?.kind === 'text') return textOf(value.word)
  if (value?.kind === 'object' && value.held !== undefined) return knownText(value.held)
  return undefined
}

export function piecesOf(word: Word): readonly Piece[] {
  switch (word.kind) {
    case 'literal':
      return word.text === '' ? [] : [{ known: word.text }]
    case 'glob':
      return [{ unknown: word.pattern, from: 'argument' }]
    case 'dynamic':
      return word.pieces
  }
}

/** Longer text is not put together: it is data, of which the beginning is known. */
const LONGEST_TEXT = 64 * 1024

/** Words one after another, as one word. */
export function joined(words: readonly Word[], source: string): Word {
  const pieces: Piece[] = []
  let length = 0
  for (const piece of words.flatMap(piecesOf)) {
    const last = pieces.at(-1)
    if ('known' in piece) length += piece.known.length
    if (length > LONGEST_TEXT || pieces.length > 64) {
      pieces.push({ unknown: '…', from: 'other' })
      break
    }
    if (last !== undefined && 'known' in last && 'known' in piece)
      // Names of a search are whole paths here, and may be printed without the directory it began in: `home + '/' + name`.
      pieces[pieces.length - 1] = {
        known: last.known.endsWith('/') && piece.known.startsWith('~/') ? piece.known : last.known + piece.known,
      }
    else pieces.push(piece)
  }
  if (pieces.length === 0) return literal('')
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined && 'known' in only) return literal(only.known)
  return { kind: 'dynamic', source: source.slice(0, 80), pieces }
}

/** Text put together from values, one result for each way it may turn out. */
export function concatenated(values: readonly Value[], source: string): Value {
  let results: Word[][] = [[]]
  for (const value of values) {
    const words = wordsOf(value, source)
    const many = words.length * results.length > MOST_OPTIONS
    results = many
      ? results.map((before) => [...before, dynamic(source, 'variable')])
      : results.flatMap((before) => words.map((word) => [...before, word]))
  }
  return either(results.map((words) => ({ kind: 'text', word: joined(words, source) })))
}

/** What iterating over a value yields, and whether the list is complete. */
export function itemsOf(value: Value): { readonly items: readonly Value[]; readonly complete: boolean } {
  if (value.kind === 'list') return { items: value.items, complete: !value.more }
  if (value.kind === 'record') return { items: [...value.entries.keys()].map(text), complete: !value.more }
  if (value.kind === 'either') {
    const all = value.options.map(itemsOf)
    return { items: all.flatMap(({ items }) => items), complete: false }
  }
  return { items: [], complete: false }
}
