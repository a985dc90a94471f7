import {
  type ConceptTable,
  conceptTable,
  grow,
  letterOf,
  LONGEST_PHRASE,
  LONGEST_STEM,
  mix,
  SEED,
  SHORTEST_STEM,
  SKIP,
  standsAlone,
  UNKNOWN,
} from './concept-table.ts'
import { type Mark, MARKS } from './concepts.ts'

/** Features are numbers below this: places in the table of weights. The lower half is for words, the upper for what they mean. */
export const FEATURES = 1 << 17
/** A sentence ends here at the latest. */
const MOST_WORDS = 48
/** As many words with a meaning are remembered for pairs. */
const REMEMBERED = 6
/** Farther apart, two words are no pair. */
const PAIR_WITHIN = 16

/** As many sentences in a row are looked at together. */
export const MOST_SENTENCES = 3

/** How the sum of a window is brought to one scale: a long text is not more of an order than a short one. */
export function normalized(sum: number, count: number, bias: number): number {
  return sum / Math.sqrt(count + 32) + bias
}

export interface Reader {
  /** A sentence, with the sum of the weights of its features and their number. */
  sentence(start: number, end: number, sum: number, count: number): void
  /** Every feature, with the place of the word that brought it. */
  readonly feature?: (index: number, start: number, end: number) => void
}

const KIND = {
  word: 1,
  pair: 2,
  stem: 3,
  opens: 5,
  concept: 6,
  together: 7,
  first: 8,
  before: 9,
  after: 10,
  beside: 11,
} as const

const MARK_OF = new Uint8Array(128).fill(MARKS.indexOf('OTHER'))
const marked = (mark: Mark, chars: string): void => {
  for (const char of chars) MARK_OF[char.charCodeAt(0)] = MARKS.indexOf(mark)
}
marked('COLON', ':')
marked('COMMA', ',')
marked('EXCLAIM', '!')
marked('QUESTION', '?')
marked('QUOTE', '"\'')
marked('TICK', '`')
marked('ROUND', '()')
marked('SQUARE', '[]')
marked('CURLY', '{}$%')
marked('TAG', '<>')
marked('HASH', '#')
marked('STAR', '*')
marked('DASH', '-')
marked('SLASH', '/\\')
marked('EQUALS', '=+')
marked('SEMICOLON', ';')
marked('PIPE', '|')
marked('AT', '@')
const QUOTE = MARKS.indexOf('QUOTE')
const OTHER = MARKS.indexOf('OTHER')
const URL = MARKS.indexOf('URL')
const URL_DATA = MARKS.indexOf('URL-DATA')
const NUMBER = MARKS.indexOf('NUMBER')
const NONE: readonly number[] = []
const ALONE: readonly (readonly number[])[] = MARKS.map((_, id) => [id])

const NO_WEIGHTS = new Int8Array(FEATURES)
const letters = new Uint16Array(0x10000).fill(UNKNOWN)

/**
 * Reads a text once, word by word, and tells a reader the features of every sentence: words, pairs of words, beginnings of
 * words, what they can mean, and which meanings stand together. Time is linear: a word has a bounded number of features.
 */
export class Sentences {
  readonly #table: ConceptTable = conceptTable()
  readonly #reader: Reader
  readonly #weights: Int8Array
  #sum = 0
  #count = 0
  /** Hashes of the phrases that end at the word before: of 1, 2, … words. */
  readonly #phrases = new Int32Array(LONGEST_PHRASE)
  #known = 0
  #words = 0
  #wordStart = 0
  #wordEnd = 0
  #beforeHash = 0
  #beforeIds: readonly number[] = NONE
  readonly #ringIds: (readonly number[])[] = Array.from({ length: REMEMBERED }, () => NONE)
  readonly #ringAt = new Int32Array(REMEMBERED)
  #ring = 0
  #from = 0

  constructor(reader: Reader, weights: Int8Array = NO_WEIGHTS) {
    this.#reader = reader
    this.#weights = weights
  }

  read(text: string): void {
    const { stems } = this.#table
    this.#from = 0
    this.#open()
    let hash = SEED
    let length = 0
    let start = 0
    let digits = 0
    let stem5 = 0
    let stemIds: readonly number[] | undefined
    const size = text.length
    for (let at = 0; at <= size; at++) {
      const code = at < size ? text.charCodeAt(at) : 10
      let letter = letters[code]!
      if (letter === UNKNOWN) letter = letters[code] = letterOf(code)
      if (letter === SKIP) continue
      const alone = letter > SKIP && code >= 0x3040 && standsAlone(code)
      if (letter > SKIP && !alone) {
        if (length === 0) start = at
        hash = grow(hash, letter)
        length++
        if (code >= 48 && code <= 57) digits++
        if (length === 5) stem5 = hash
        if (length >= SHORTEST_STEM && length <= LONGEST_STEM) stemIds = stems.get(hash) ?? stemIds
        continue
      }
      if (length > 0) {
        this.#wordStart = start
        this.#wordEnd = at
        if (digits === length) this.#mark(NUMBER)
        else this.#word(hash, length > 5 ? stem5 : 0, stemIds)
        hash = SEED
        length = digits = 0
        stemIds = undefined
      }
      if (alone) {
        this.#wordStart = at
        this.#wordEnd = at + 1
        this.#word(grow(SEED, letter), 0, undefined)
        continue
      }
      if (code <= 32) {
        if (code === 10 && this.#words > 0 && endsLine(text, at)) this.#close(at)
        continue
      }
      this.#wordStart = at
      this.#wordEnd = at + 1
      if (code === 58 && text.charCodeAt(at + 1) === 47 && text.charCodeAt(at + 2) === 47) {
        at = this.#address(text, at) - 1
        continue
      }
      if (code === 46 || code === 33 || code === 63) {
        if (code !== 46) this.#mark(MARK_OF[code]!)
        const next = at + 1 < size ? text.charCodeAt(at + 1) : 32
        if (next <= 32 || ((next === 34 || next === 39 || next === 41) && text.charCodeAt(at + 2) <= 32))
          this.#close(at + 1)
      } else if (code < 128) this.#mark(MARK_OF[code]!)
      else if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x061f) this.#close(at + 1)
      else if (code === 0xff0c || code === 0x3001 || code === 0x060c) this.#mark(1)
      else if (code === 0xff1a) this.#mark(0)
      else
        this.#mark(
          (code >= 0x2018 && code <= 0x201f) || code === 0xab || code === 0xbb || (code >= 0x300c && code <= 0x300f)
            ? QUOTE
            : OTHER,
        )
      if (this.#words >= MOST_WORDS) this.#close(at)
    }
    this.#close(size)
  }

  #open(): void {
    this.#words = 0
    this.#known = 0
    this.#beforeHash = SEED
    this.#beforeIds = NONE
    for (let slot = 0; slot < REMEMBERED; slot++) this.#ringIds[slot] = NONE
    this.#ring = 0
  }

  #close(end: number): void {
    if (this.#words > 0) this.#reader.sentence(this.#from, end, this.#sum, this.#count)
    this.#sum = this.#count = 0
    this.#from = end
    this.#open()
  }

  #feature(kind: number, one: number, two: number): void {
    const place = (mix(mix(kind, one), two) >>> 16) | (kind >= KIND.concept ? 0x10000 : 0)
    this.#sum += this.#weights[place]!
    this.#count++
    this.#reader.feature?.(place, this.#wordStart, this.#wordEnd)
  }

  #word(hash: number, stem: number, stemIds: readonly number[] | undefined): void {
    const { words, phrases } = this.#table
    let ids = words.get(hash) ?? stemIds ?? NONE
    this.#feature(KIND.word, hash, 0)
    if (stem !== 0) this.#feature(KIND.stem, stem, 0)
    if (this.#words === 0) this.#feature(KIND.opens, hash, 0)
    else {
      this.#feature(KIND.pair, this.#beforeHash, hash)
    }
    // The longest phrase that ends here says best what is meant.
    const known = this.#known
    for (let length = Math.min(known, LONGEST_PHRASE - 1); length >= 1; length--) {
      const phrase = mix(this.#phrases[length - 1]!, hash)
      this.#phrases[length] = phrase
      if (length + 1 >= 2) {
        const meant = phrases[length - 1]!.get(phrase)
        if (meant !== undefined) this.#meanings(meant, hash)
      }
    }
    this.#phrases[0] = hash
    if (known < LONGEST_PHRASE) this.#known = known + 1
    if (ids.length > 0) this.#meanings(ids, hash)
    else for (const before of this.#beforeIds) this.#feature(KIND.after, before, hash)
    this.#beforeHash = hash
    this.#beforeIds = ids
    if (++this.#words >= MOST_WORDS) this.#close(this.#wordEnd)
  }

  #meanings(ids: readonly number[], hash: number): void {
    for (const id of ids) {
      this.#feature(KIND.concept, id, 0)
      if (this.#words === 0) this.#feature(KIND.first, id, 1)
      else this.#feature(KIND.before, this.#beforeHash, id)
      for (const before of this.#beforeIds) {
        this.#feature(KIND.after, before, hash)
        this.#feature(KIND.beside, before, id)
      }
      for (let slot = 0; slot < REMEMBERED; slot++) {
        if (this.#words - this.#ringAt[slot]! > PAIR_WITHIN) continue
        for (const other of this.#ringIds[slot]!) this.#feature(KIND.together, other, id)
      }
    }
    this.#ringIds[this.#ring] = ids
    this.#ringAt[this.#ring] = this.#words
    this.#ring = (this.#ring + 1) % REMEMBERED
  }

  #mark(mark: number): void {
    this.#feature(KIND.concept, mark, 0)
    for (const before of this.#beforeIds) this.#feature(KIND.beside, before, mark)
    this.#beforeHash = mark
    this.#beforeIds = ALONE[mark]!
    this.#known = 0
  }

  /** To the end of an address: its words are nobody's words. */
  #address(text: string, at: number): number {
    let end = at + 3
    let data = false
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code <= 32 || code === 34 || code === 39 || code === 41 || code === 62 || code === 96 || code > 0x2fff) break
      if (code === 123 || code === 91 || code === 36 || code === 60) data = true
      else if (code === 61) {
        const next = text.charCodeAt(end + 1)
        if (!(next > 32)) data = true
      }
    }
    this.#mark(data ? URL_DATA : URL)
    return end
  }
}

/** A line's end that ends a sentence: what follows does not go on in small letters. */
function endsLine(text: string, at: number): boolean {
  let next = at + 1
  while (next < text.length && next - at < 40) {
    const code = text.charCodeAt(next)
    if (code === 10) return true
    if (code > 32) return !(code >= 97 && code <= 122)
    next++
  }
  return true
}
