import type { Place } from '../place.ts'
import type { Stream } from '../shell/stream.ts'
import { dynamic, literal, type Piece, show, textOf, type Word } from '../word.ts'

/** What a PowerShell expression is worth, as far as it is known without running anything. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'table'; readonly entries: ReadonlyMap<string, Value> }
  /** A script block: the source of its body. */
  | { readonly kind: 'block'; readonly body: string }
  /** An object of a known class: `New-Object Net.WebClient`, a COM object by its ProgID. Lower case. */
  | { readonly kind: 'object'; readonly type: string; readonly about: readonly Value[] }
  | { readonly kind: 'type'; readonly name: string }
  /** Items that a cmdlet put into the pipe: files, registry keys. */
  | { readonly kind: 'items'; readonly words: readonly Word[]; readonly filtered: boolean; readonly deep?: boolean }
  /** Not known; `origin` is where its content comes from, `among` the texts one of which it is, when that is known. */
  | { readonly kind: 'unknown'; readonly word: Word; readonly origin: Stream; readonly among?: readonly string[] }

/** Constants are not computed beyond this: doubling a string must not cost us memory. */
const LONGEST_TEXT = 150_000

export const NONE: Value = { kind: 'list', items: [] }

export function text(value: string): Value {
  return { kind: 'text', text: value }
}

export function unknown(source: string, origin: Stream = { kind: 'unknown' }): Value {
  return { kind: 'unknown', word: dynamic(source.slice(0, 200)), origin }
}

/** A variable of the environment that nothing in this call sets: it was there before. */
export function fromEnvironment(source: string): Value {
  return { kind: 'unknown', word: dynamic(source.slice(0, 200), 'variable'), origin: { kind: 'unknown' } }
}

export function fromNetwork(source: string, host: string): Value {
  return unknown(source, { kind: 'network', host })
}

/** The words an argument becomes when it is passed on: a list becomes several. */
export function wordsOf(value: Value): readonly Word[] {
  switch (value.kind) {
    case 'text':
      return [literal(value.text)]
    case 'list':
      return value.items.flatMap((item) => wordsOf(item))
    case 'items':
      return value.words
    case 'unknown':
      return [value.word]
    case 'table':
      return [dynamic('@{…}')]
    case 'block':
      return [literal(`{${value.body}}`)]
    case 'object':
    case 'type':
      return [dynamic(value.kind === 'object' ? value.type : value.name)]
  }
}

export function wordOf(value: Value): Word {
  const words = wordsOf(value)
  if (words.length === 1) return words[0]!
  return words.every((word) => word.kind === 'literal')
    ? literal(words.map((word) => show(word)).join(' '))
    : dynamic(words.map((word) => show(word)).join(' '))
}

/** The text of a wholly known value; a list is joined by spaces, as PowerShell prints it into a string. */
export function knownText(value: Value | undefined): string | undefined {
  if (!value) return undefined
  if (value.kind === 'text') return value.text
  if (value.kind === 'list') {
    const parts = value.items.map((item) => knownText(item))
    return parts.every((part) => part !== undefined) ? parts.join(' ') : undefined
  }
  return undefined
}

export function itemsOf(value: Value): readonly Value[] {
  return value.kind === 'list' ? value.items : [value]
}

/** Joins pieces into one string value. */
export function joined(parts: readonly Value[], source: string): Value {
  const texts = parts.map((part) => knownText(part))
  if (texts.every((part) => part !== undefined)) {
    const length = texts.reduce((sum, part) => sum + part.length, 0)
    return length > LONGEST_TEXT ? unknown(source) : text(texts.join(''))
  }
  const pieces: Piece[] = parts.flatMap((part): readonly Piece[] => {
    const known = knownText(part)
    if (known !== undefined) return [{ known }]
    const word = wordOf(part)
    return word.kind === 'dynamic' ? word.pieces : [{ unknown: textOf(word) ?? show(word), from: 'variable' as const }]
  })
  return { kind: 'unknown', word: { kind: 'dynamic', source, pieces }, origin: mixedOrigin(parts) }
}

/** Where the content of something computed from these comes from: the network wins, then files. */
export function mixedOrigin(parts: readonly Value[]): Stream {
  const places: Place[] = []
  let file = false
  for (const part of parts) {
    const origin = originOf(part)
    if (origin.kind === 'network') return origin
    if (origin.kind === 'file') {
      file = true
      places.push(...origin.places)
    }
  }
  return file ? { kind: 'file', places } : { kind: 'unknown' }
}

export function originOf(value: Value): Stream {
  switch (value.kind) {
    case 'unknown':
      return value.origin
    case 'text':
      return { kind: 'text', text: value.text }
    case 'list': {
      const known = knownText(value)
      return known === undefined ? mixedOrigin(value.items) : { kind: 'text', text: known }
    }
    case 'table':
      return mixedOrigin([...value.entries.values()])
    case 'object':
      return mixedOrigin(value.about)
    default:
      return { kind: 'unknown' }
  }
}

/** The result of an operation we do not evaluate: unknown, but it keeps where its operands came from. */
export function derived(source: string, parts: readonly Value[]): Value {
  return unknown(source, mixedOrigin(parts))
}
