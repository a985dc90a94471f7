import { type Found, oneOf } from '../place-condition.ts'
import type { Place } from '../place.ts'

/** What flows through a pipe or comes out of a substitution, as far as it is known without running anything. */
export type Stream =
  | { readonly kind: 'nothing' }
  /** Constant text: `echo x`, `printf`, a heredoc, `echo … | base64 -d`. */
  | { readonly kind: 'text'; readonly text: string }
  /** The content of files, perhaps filtered: `cat f`, `grep x f`, `tar c dir`. */
  | { readonly kind: 'file'; readonly places: readonly Place[] }
  /** Something that came from the network: `curl url`. */
  | { readonly kind: 'network'; readonly host: string }
  /** `below`: every line is a path that one of these searches yields: `find src`, `ls`, `git ls-files`. */
  | { readonly kind: 'unknown'; readonly below?: readonly Found[] }

export const NOTHING: Stream = { kind: 'nothing' }
export const UNKNOWN: Stream = { kind: 'unknown' }

/** The same, when its lines are no longer the names they were. */
export function withoutNames(stream: Stream): Stream {
  if (stream.kind !== 'unknown' || stream.below === undefined) return stream
  return { kind: 'unknown', below: stream.below.map(({ below }) => ({ below, rewritten: true })) }
}

/** The search that a line of it comes from. */
export function searchOf(stream: Stream): Found | undefined {
  return stream.kind === 'unknown' ? oneOf(stream.below ?? []) : undefined
}

/** What comes out when one command runs after the other. A stream of unknown text from the network stays from there. */
export function inSequence(first: Stream, second: Stream): Stream {
  if (first.kind === 'nothing') return second
  if (second.kind === 'nothing') return first
  if (first.kind === 'network') return first
  if (second.kind === 'network') return second
  if (first.kind === 'text' && second.kind === 'text') return { kind: 'text', text: first.text + second.text }
  if (first.kind === 'file' && second.kind === 'file')
    return { kind: 'file', places: [...first.places, ...second.places] }
  if (first.kind === 'unknown' && second.kind === 'unknown' && first.below && second.below)
    return { kind: 'unknown', below: [...first.below, ...second.below].slice(0, MOST_SEARCHES) }
  // Lines of a search among others.
  return perhapsNamed(first, second)
}

const MOST_SEARCHES = 16

function perhapsNamed(...streams: readonly Stream[]): Stream {
  const below = streams.flatMap((stream) => (stream.kind === 'unknown' ? (stream.below ?? []) : []))
  return below.length === 0 ? UNKNOWN : withoutNames({ kind: 'unknown', below })
}

/** What comes out when only one of the two runs. */
export function either(first: Stream, second: Stream): Stream {
  if (first.kind === 'network') return first
  if (second.kind === 'network') return second
  if ((first.kind === 'file' || first.kind === 'unknown') && second.kind === 'nothing') return first
  if ((second.kind === 'file' || second.kind === 'unknown') && first.kind === 'nothing') return second
  if (first.kind === 'nothing' && second.kind === 'nothing') return NOTHING
  if (first.kind === 'text' && second.kind === 'text' && first.text === second.text) return first
  return perhapsNamed(first, second)
}
