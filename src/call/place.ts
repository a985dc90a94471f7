import type { Condition } from './place-condition.ts'

/**
 * Where on the machine a word points. A symlink is what it points to: `path` is what was written (made absolute,
 * `.` and `..` removed), `real` is what the machine would open.
 */
export type Place =
  | { readonly kind: 'path'; readonly path: string; readonly real: string }
  /** A wildcard: the fixed directory before it, the absolute pattern, and what it matches now (capped). */
  | {
      readonly kind: 'glob'
      readonly base: string
      readonly pattern: string
      readonly matches: readonly string[]
      /** Its `*` matches hidden names too. */
      readonly hidden?: true
    }
  /** Not known. `within` is the absolute directory it must lie in when the unknown part has no `..`, if there is one. */
  | {
      readonly kind: 'unknown'
      readonly source: string
      readonly within?: string
      /** A search below this directory named it before something rewrote the name: it may well lie there. */
      readonly near?: string
      /** What is provable of it: of an absolute path below `within`. */
      readonly only?: Condition
      /** Every unknown part is a variable or a parameter that nothing in this call sets. */
      readonly given?: true
    }

export function showPlace(place: Place): string {
  switch (place.kind) {
    case 'path':
      return place.path
    case 'glob':
      return place.pattern
    case 'unknown':
      // A word that is only handed over at run time has no text to quote.
      return place.source === '…' && place.within !== undefined ? `something below ${place.within}` : place.source
  }
}
