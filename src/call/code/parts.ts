import { literal, type Piece, textOf, type Word } from '../word.ts'
import { derived, joined, knownText, piecesOf, plain, plainness, type Value } from './values.ts'

type Part = readonly [number | undefined, number | undefined]

/** `list[1:]`, `text.slice(0, 3)`. Undefined: it has no order. */
export function slicedPart(of: Value, [from, to]: Part, source: string): Value | undefined {
  if (of.kind === 'list') {
    if (!of.ends || of.more) return { kind: 'list', items: [...of.items], more: true }
    return { kind: 'list', items: of.items.slice(from ?? 0, to), more: false, ends: true }
  }
  const known = of.kind === 'text' ? textOf(of.word) : undefined
  if (of.kind === 'text' && known === undefined) return slicedText(of.word, [from, to], source)
  if (known !== undefined) return { kind: 'text', word: literal(known.slice(from ?? 0, to)) }
  if (plainness(of) !== undefined) return plain(source, 'part')
  return undefined
}

/** What is cut off at the end of a path whose beginning is known: `path[:-3]`. */
function slicedText(word: Word, [from, to]: Part, source: string): Value {
  const pieces = piecesOf(word)
  const last = pieces.at(-1)
  const asked = plainness({ kind: 'text', word })
  if (
    (from ?? 0) === 0 &&
    to !== undefined &&
    to < 0 &&
    last !== undefined &&
    'known' in last &&
    last.known.length >= -to
  )
    return {
      kind: 'text',
      word: joined(
        [{ kind: 'dynamic', source, pieces: [...pieces.slice(0, -1), { known: last.known.slice(0, to) }] }],
        source,
      ),
    }
  if (asked !== undefined) return plain(source, 'part')
  return derived({ kind: 'text', word }, source)
}

/** A pattern as a program writes it: `/x/g`, or a text that is one. */
export function patternIn(value: Value | undefined, regular: 'text is one' | 'text is plain'): RegExp | undefined {
  const written = value?.kind === 'data' ? /^\/(.*)\/[a-z]*$/s.exec(value.source)?.[1] : undefined
  const known = written ?? knownText(value)
  if (known === undefined || known.length > 78) return undefined
  if (written === undefined && regular === 'text is plain')
    return new RegExp(known.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g')
  // What only other languages write: `\\z`, `\\A`, named groups of Python.
  const ours = known
    .replaceAll(/\\[zZ]/g, '$')
    .replaceAll('\\A', '^')
    .replaceAll('(?P<', '(?<')
  try {
    return new RegExp(ours, 'g')
  } catch {
    return undefined
  }
}

/** The text with what a pattern finds replaced. Undefined: what is unknown in it may hold what is found, or be made of it. */
export function replacedParts(word: Word, pattern: RegExp, by: string, source: string): Value | undefined {
  const known = textOf(word)
  if (known !== undefined) return { kind: 'text', word: literal(known.replace(pattern, by)) }
  if (/[$\\]/.test(by) || (/\/|\.\./.test(by) && !onlyKnown(word, pattern))) return undefined
  const pieces = piecesOf(word)
  const [first] = pieces
  // A directory that no match begins in or reaches stays what it is; of the rest only names are replaced.
  const start = first !== undefined && 'known' in first ? first.known.slice(0, first.known.lastIndexOf('/') + 1) : ''
  const changed = start.replace(pattern, by)
  const rest: Piece = { unknown: source, from: 'argument', ...(tailIsPlain(pieces, start) ? { plain: 'part' } : {}) }
  if (start === '' && !('plain' in rest)) return undefined
  if (start !== '' && (changed === '' || climbs(changed))) return undefined
  const last = pieces.at(-1)
  const ending =
    last !== undefined && 'known' in last && pieces.length > 1 && !last.known.includes('/')
      ? last.known.replace(pattern, by)
      : ''
  const end: readonly Piece[] = ending === '' ? [] : [{ known: ending }]
  const named: readonly Piece[] = ending === '' || last === first ? [rest] : [rest, ...end]
  return {
    kind: 'text',
    word: joined(
      [{ kind: 'dynamic', source, pieces: [...(changed === '' ? [] : [{ known: changed }]), ...named] }],
      source,
    ),
  }
}

function climbs(path: string): boolean {
  return /(?:^|\/)\.\.(?:\/|$)/.test(path)
}

/** Whether a pattern that brings a separator is found in what is known, so that it is not for what is not. */
function onlyKnown(word: Word, pattern: RegExp): boolean {
  const [first] = piecesOf(word)
  return first !== undefined && 'known' in first && new RegExp(pattern.source).test(first.known)
}

function tailIsPlain(pieces: readonly Piece[], start: string): boolean {
  const [first, ...more] = pieces
  if (first === undefined) return false
  const after: Piece[] = 'known' in first ? [{ known: first.known.slice(start.length) }, ...more] : [...pieces]
  return plainness({ kind: 'text', word: { kind: 'dynamic', source: '…', pieces: after } }) !== undefined
}

/** A class of what is replaced by a name's letters: what is left has no separator, as `[^a-z0-9]+` leaves none. */
export function leavesPlain(pattern: RegExp, by: string): boolean {
  if (/[/\\]|\.\./.test(by)) return false
  const found = /^\[\^((?:[^\]\\]|\\.)+)\]\+?$/.exec(pattern.source)
  if (found !== null)
    return (
      !/[/.]|\\[^wdsb_-]/.test(found[1]!) &&
      !new RegExp(`[${found[1]}]`).test('/') &&
      !new RegExp(`[${found[1]}]`).test('.')
    )
  return /^\\W\+?$/.test(pattern.source)
}
