import { isGlob } from '../glob.ts'
import type { Found } from '../place-condition.ts'
import { foundBy, literal, type Piece, type Word } from '../word.ts'

/** A run of text in a word under construction. Only unquoted text has live wildcards. */
type Chunk = { readonly text: string; readonly live: boolean } | Exclude<Piece, { known: string }>

/**
 * Collects the words that one written word expands to. `split` is the field separators, or undefined where the shell
 * does not split (assignments, `case`, here-strings).
 */
export class Fields {
  readonly words: Word[] = []
  readonly #split: string | undefined
  readonly #source: string
  #chunks: Chunk[] = []
  #started = false

  constructor(source: string, split: string | undefined) {
    this.#source = source
    this.#split = split
  }

  /** Text that is neither split nor matched against files: quoted or escaped. An empty one still makes a word. */
  quoted(text: string): void {
    this.#started = true
    if (text !== '') this.#chunks.push({ text, live: false })
  }

  /** A wildcard as written. */
  wild(text: string): void {
    this.#started = true
    this.#chunks.push({ text, live: this.#split !== undefined })
  }

  unknown(
    source: string,
    from: 'variable' | 'substitution' | 'argument' | 'arithmetic' | 'other',
    holds: { readonly secret?: string; readonly content?: string } = {},
  ): void {
    this.#piece({ unknown: source, from, ...holds })
  }

  /** Paths we do not know, below a directory we do: at the start of a word they say where it points. */
  found(found: Found, source: string): void {
    if (this.#chunks.length === 0 && !found.rewritten) this.quoted(found.below === '/' ? '/' : `${found.below}/`)
    this.#piece({ unknown: source, from: 'substitution', found })
  }

  #piece(piece: Exclude<Piece, { known: string }>): void {
    this.#started = true
    this.#chunks.push(piece)
  }

  /** The result of an unquoted expansion: split at separators, wildcards in it live. */
  unquoted(text: string): void {
    if (this.#split === undefined) {
      this.quoted(text)
      return
    }
    let from = 0
    for (let at = 0; at <= text.length; at++) {
      const ends = at === text.length
      if (!ends && !this.#split.includes(text[at]!)) continue
      if (at > from) {
        this.#started = true
        this.#chunks.push({ text: text.slice(from, at), live: true })
      }
      if (!ends) this.next()
      from = at + 1
    }
  }

  /** A value from a variable, as it stands between quotes or not. */
  value(word: Word, quoted: boolean): void {
    if (this.#chunks.length > MOST_CHUNKS || this.words.length > MOST_WORDS) {
      this.unknown('…', 'other')
      return
    }
    if (word.kind === 'dynamic') {
      // Behind other text the directory that a search began in is not part of the path.
      const pieces = this.#chunks.length > 0 && foundBy(word) ? word.pieces.slice(-1) : word.pieces
      for (const piece of pieces) {
        if (!('known' in piece)) this.#piece(piece)
        else if (quoted) this.quoted(piece.known)
        else this.unquoted(piece.known)
      }
      return
    }
    if (word.kind === 'glob') this.wild(word.pattern)
    else if (quoted) this.quoted(word.text)
    else this.unquoted(word.text)
  }

  /** Ends the current word, if there is one. */
  next(): void {
    if (!this.#started) return
    this.words.push(joined(this.#chunks, this.#source))
    this.#chunks = []
    this.#started = false
  }
}

/** A value that doubles itself in every step must stay small: beyond this it is only unknown. */
const LONGEST_VALUE = 128 * 1024
const MOST_CHUNKS = 256
const MOST_WORDS = 4096

function joined(chunks: readonly Chunk[], source: string): Word {
  let text = ''
  let live = false
  let unknown = false
  for (const chunk of chunks) {
    if ('unknown' in chunk) unknown = true
    else {
      text += chunk.text
      live ||= chunk.live
    }
  }
  if (text.length > LONGEST_VALUE || (unknown && chunks.length > MOST_CHUNKS))
    return { kind: 'dynamic', source: source.slice(0, 200), pieces: [{ unknown: source.slice(0, 200), from: 'other' }] }
  if (unknown) return { kind: 'dynamic', source, pieces: mergedPieces(chunks) }
  if (!live) return literal(text)
  const pattern = chunks
    .map((chunk) => ('text' in chunk ? (chunk.live ? chunk.text : escaped(chunk.text)) : ''))
    .join('')
  return isGlob(pattern) ? { kind: 'glob', pattern } : literal(text)
}

function mergedPieces(chunks: readonly Chunk[]): readonly Piece[] {
  const pieces: Piece[] = []
  for (const chunk of chunks) {
    const last = pieces.at(-1)
    if ('unknown' in chunk) pieces.push(chunk)
    else if (last && 'known' in last) pieces[pieces.length - 1] = { known: last.known + chunk.text }
    else pieces.push({ known: chunk.text })
  }
  return pieces
}

function escaped(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&')
}
