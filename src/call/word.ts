import type { Found } from './place-condition.ts'

/**
 * One word of a command after the shell's expansions, as far as they can be known without running anything.
 * "I don't know" is a value: a `dynamic` word is never treated as empty or harmless.
 */
export type Word = Literal | Glob | Dynamic

/** Fully known text. Quotes, escapes, constant variables and constant substitutions are already resolved. */
export interface Literal {
  readonly kind: 'literal'
  readonly text: string
}

/** Known text with live wildcards (`*`, `?`, `[…]`, extglob). Quoted wildcards in it are escaped with a backslash. */
export interface Glob {
  readonly kind: 'glob'
  readonly pattern: string
  /** Its `*` matches hidden names too: `shopt -s dotglob`. */
  readonly hidden?: true
}

/** Text of which at least one piece is unknown until it runs. `source` is how it was written. */
export interface Dynamic {
  readonly kind: 'dynamic'
  readonly source: string
  readonly pieces: readonly Piece[]
}

export type Piece =
  | { readonly known: string }
  | {
      readonly unknown: string
      readonly from: 'variable' | 'substitution' | 'argument' | 'arithmetic' | 'other'
      /** It is the rest of a path that a search yields; the directory stands before it. */
      readonly found?: Found
      /** It is what a file holds. */
      readonly holds?: 'content'
      /** It holds what was read from this secret place. */
      readonly secret?: string
      /** It holds what stands in this file, as it is or in another alphabet. */
      readonly content?: string
      /** It has no separator and is no `..`: a number, a date, a name that a directory lists. A `part` may be empty. */
      readonly plain?: 'name' | 'part'
      /** A host that was asked at this address gave it. */
      readonly answer?: string
      /** A variable that nothing in this call sets. */
      readonly unset?: true
    }

export function literal(text: string): Literal {
  return { kind: 'literal', text }
}

export function dynamic(
  source: string,
  from: 'variable' | 'substitution' | 'argument' | 'arithmetic' | 'other' = 'other',
): Dynamic {
  return { kind: 'dynamic', source, pieces: [{ unknown: source, from }] }
}

/** The text of a wholly known word, else undefined. A glob is not wholly known. */
export function textOf(word: Word | undefined): string | undefined {
  return word?.kind === 'literal' ? word.text : undefined
}

/** How to quote the word back to a person. */
export function show(word: Word): string {
  switch (word.kind) {
    case 'literal':
      return word.text
    case 'glob':
      return word.pattern
    case 'dynamic':
      return word.source
  }
}

/** The text before the first unknown or wildcard: enough to tell an option from an operand. */
export function knownPrefix(word: Word): string {
  switch (word.kind) {
    case 'literal':
      return word.text
    case 'glob': {
      const wild = word.pattern.search(/[*?[\\]|[?*+@!]\(/)
      return wild < 0 ? word.pattern : word.pattern.slice(0, wild)
    }
    case 'dynamic': {
      let prefix = ''
      for (const piece of word.pieces) {
        if (!('known' in piece)) break
        prefix += piece.known
      }
      return prefix
    }
  }
}

/** Every known piece of a word, with a NUL in place of each unknown one. */
export function knownText(word: Word): string {
  switch (word.kind) {
    case 'literal':
      return word.text
    case 'glob':
      return word.pattern
    case 'dynamic':
      return word.pieces.map((piece) => ('known' in piece ? piece.known : '\u0000')).join('')
  }
}

/** A path that a search yields. */
export function foundWord(source: string, found: Found, from: 'substitution' | 'argument' = 'argument'): Dynamic {
  const unknown: Piece = { unknown: source, from, found }
  if (found.rewritten) return { kind: 'dynamic', source, pieces: [unknown] }
  return { kind: 'dynamic', source, pieces: [{ known: found.below === '/' ? '/' : `${found.below}/` }, unknown] }
}

/** Whether it lies below the directory it is used in, whatever the unknown pieces are: no separator comes first. */
export function isPlainName(word: Dynamic): boolean {
  // A bare name of a listing may be any of them, and a loop makes it all of them.
  if (!word.pieces.some((piece) => 'known' in piece && /\w/.test(piece.known))) return false
  let named = false
  for (const piece of word.pieces) {
    if ('unknown' in piece) {
      if (piece.plain === undefined) return false
      named ||= piece.plain === 'name'
      continue
    }
    const slash = piece.known.indexOf('/')
    if (slash >= 0) return slash > 0 || named
    named ||= piece.known !== ''
  }
  return true
}

/** The search that a word comes from, when it is nothing but a path that one yields. */
export function foundBy(word: Word): Found | undefined {
  if (word.kind !== 'dynamic' || word.pieces.length > 2) return undefined
  const last = word.pieces.at(-1)
  return last !== undefined && 'unknown' in last ? last.found : undefined
}

/** True when every unknown part is a variable or a parameter that nothing in this call sets: `$OUT`, `"$1"/x`. */
export function isGiven(word: Word): boolean {
  return (
    word.kind === 'dynamic' &&
    word.pieces.every(
      (piece) =>
        'known' in piece || ((piece.from === 'variable' || piece.from === 'argument') && piece.unknown.startsWith('$')),
    )
  )
}

/** A value that was read from a secret place. What it is made part of carries it along. */
export function secretWord(source: string, secret: string): Dynamic {
  return { kind: 'dynamic', source, pieces: [{ unknown: source, from: 'variable', secret }] }
}

/** The secret place that a part of the word was read from. */
export function secretOf(word: Word): string | undefined {
  if (word.kind !== 'dynamic') return undefined
  for (const piece of word.pieces) if ('unknown' in piece && piece.secret !== undefined) return piece.secret
  return undefined
}

/** The file whose content a part of the word holds. */
export function contentOf(word: Word): string | undefined {
  if (word.kind !== 'dynamic') return undefined
  for (const piece of word.pieces) if ('unknown' in piece && piece.content !== undefined) return piece.content
  return undefined
}
