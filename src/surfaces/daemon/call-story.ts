import { explainAction } from '../../call/action-words.ts'
import type { Action } from '../../call/action.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import { shorten, visible } from '../../call/visible.ts'
import { redact } from '../../journal/redact.ts'
import type { Reason } from '../../verdict.ts'

/** A dangerous part of a displayed text: from `start` up to but not including `end`, in UTF-16 units. */
export interface Highlight {
  readonly start: number
  readonly end: number
  readonly code: string
}

/** An input as it is displayed, and where in it the reasons point. */
export interface ShownInput {
  /** Made visible: nothing in it can steer, hide or reorder what a person sees. */
  readonly text: string
  readonly highlights: readonly Highlight[]
}

const MOST_DEEDS = 50
const LONGEST_DEED = 300
const MOST_PLACES = 5
const MOST_HIGHLIGHTS = 50

/** What a call would do, in words, each once. */
export function deedsInWords(actions: readonly Action[]): readonly string[] {
  const words = actions.map((action) => visible(shorten(redact(explainAction(action)), LONGEST_DEED)))
  return [...new Set(words)].slice(0, MOST_DEEDS)
}

/**
 * The input as a person is to see it, with the parts that the reasons quote. What cannot be found in the text has no
 * highlight: the reason itself still says it.
 */
export function showInput(input: JsonObject, reasons: readonly Reason[], actions: readonly Action[] = []): ShownInput {
  const command = mainCommand(input)
  const raw = command ?? JSON.stringify(input, undefined, 2)
  const inText = (quote: string): string => (command === undefined ? JSON.stringify(quote).slice(1, -1) : quote)
  const found = reasons.flatMap(({ code, sentence }) =>
    quotesOf(sentence)
      .flatMap((quote) => placesOf(quote, raw, inText, actions))
      .map(([start, end]) => ({ start, end, code })),
  )
  const [first] = reasons
  if (found.length > 0 || first === undefined) return visibly(raw, apart(found))
  // The reason quotes what was decoded or expanded; what brings it about stands in the text.
  const hidden = actions.filter(({ does }) => does === 'run-code' || does === 'something-opaque')
  const places = hidden.flatMap(({ evidence }) => placesAsWritten(inText(evidence), raw))
  return visibly(raw, apart(places.map(([start, end]) => ({ start, end, code: first.code }))))
}

/** A shell command stands alone; everything else is shown as JSON. */
function mainCommand(input: JsonObject): string | undefined {
  for (const key of ['command', 'cmd', 'script']) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    if (typeof value === 'string') return value
  }
  return undefined
}

/** What a reason quotes: all between its first and last backtick, else each pair of them. */
function quotesOf(sentence: string): readonly string[] {
  const first = sentence.indexOf('`')
  const last = sentence.lastIndexOf('`')
  if (first < 0 || last <= first + 1) return []
  const whole = sentence.slice(first + 1, last)
  return whole.includes('`') ? [whole, ...[...sentence.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)] : [whole]
}

type Place = readonly [start: number, end: number]

/** As written; else with other white space; else what the deed that is about it was written as. */
function placesOf(
  quote: string,
  text: string,
  inText: (quote: string) => string,
  actions: readonly Action[],
): readonly Place[] {
  const places = placesAsWritten(inText(quote), text)
  if (places.length > 0) return places
  const written = actions.filter((action) => isAbout(action, quote)).map((action) => action.evidence)
  return [...new Set(written)].flatMap((evidence) => placesAsWritten(inText(evidence), text))
}

function isAbout(action: Action, quote: string): boolean {
  return quote.length > 1 && JSON.stringify(action).includes(JSON.stringify(quote).slice(1, -1))
}

function placesAsWritten(quote: string, text: string): readonly Place[] {
  const wanted = quote.trim()
  if (wanted === '') return []
  const parts = wanted.split(/ …\d+ more characters… /)
  if (parts.length > 1) return parts.flatMap((part) => placesAsWritten(part, text))
  const places: Place[] = []
  for (let at = text.indexOf(wanted); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(wanted, at + 1))
    if (!isInsideWord(text, at, at + wanted.length)) places.push([at, at + wanted.length])
  if (places.length > 0 || !/\s/.test(wanted) || wanted.length > 2000) return places
  const loose = new RegExp(
    wanted
      .split(/\s+/)
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('\\s+'),
    'g',
  )
  return [...text.matchAll(loose)]
    .slice(0, MOST_PLACES)
    .map((match) => [match.index, match.index + match[0].length] as const)
}

/** `sh` in `push` is not `sh`. */
function isInsideWord(text: string, start: number, end: number): boolean {
  const joins = (at: number): boolean => /^\w\w$/.test(text.slice(at - 1, at + 1))
  return (start > 0 && joins(start)) || joins(end)
}

/** In order, without overlaps: the first reason keeps what it points at. */
function apart(found: readonly Highlight[]): readonly Highlight[] {
  const kept: Highlight[] = []
  for (const one of found) if (kept.every((other) => one.end <= other.start || one.start >= other.end)) kept.push(one)
  return kept.toSorted((a, b) => a.start - b.start).slice(0, MOST_HIGHLIGHTS)
}

/** Made visible piece by piece, so that the places still fit. */
function visibly(raw: string, highlights: readonly Highlight[]): ShownInput {
  let text = ''
  let done = 0
  const moved = highlights.map(({ start, end, code }) => {
    text += visible(raw.slice(done, start), 'keep lines')
    const from = text.length
    text += visible(raw.slice(start, end), 'keep lines')
    done = end
    return { start: from, end: text.length, code }
  })
  return { text: text + visible(raw.slice(done), 'keep lines'), highlights: moved }
}
