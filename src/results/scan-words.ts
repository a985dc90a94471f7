import { BREAK, SKIP, SPACE } from './alphabet.ts'
import type { WordClass } from './lexicon/word-classes.ts'
import type { Entry, Vocabulary } from './vocabulary.ts'

/** A rule that was met, where. */
export interface WordsFound {
  readonly sequence: number
  readonly start: number
  readonly end: number
}

export interface ScannedWords {
  readonly found: readonly WordsFound[]
  /** Where words stand that belong to texts about attacks. */
  readonly about: readonly number[]
  /** Pieces in a turned alphabet or backwards: `by` letters. */
  readonly turned: readonly { readonly by: number; readonly at: number }[]
  /** Runs of single letters: words that were pulled apart. */
  readonly apart: readonly { readonly start: number; readonly end: number }[]
  /** Where the same word stands for the thirtieth time in a row. */
  readonly floods: readonly number[]
}

/** What a pause is worth, in words. */
const SENTENCE = 8
const LINE = 1
const PARAGRAPH = 12
const CHARACTER = 0.34
/** As many single letters in a row are words pulled apart. */
const FEWEST_APART = 5
/** Two markers of one turned alphabet this near are no accident. */
const TURNED_NEAR = 160
const FLOOD = 30
const OFTEN = 200
const SELDOM = 400

/**
 * One pass over a text: words and phrases of the lexicon, and the rules they meet. Time is linear in the text: every
 * character starts at most one walk, and no walk is longer than the longest phrase.
 */
export function scanWords(text: string, words: Vocabulary, glued: 'glued' | 'spaced' = 'spaced'): ScannedWords {
  return new Scan(text, words, glued === 'glued').run()
}

class Scan {
  readonly #text: string
  readonly #words: Vocabulary
  readonly #glued: boolean
  readonly #found: WordsFound[] = []
  readonly #about: number[] = []
  readonly #turned: { by: number; at: number }[] = []
  readonly #apart: { start: number; end: number }[] = []
  /** Per sequence and step: the place of the last word, where the first stood, which languages all have. */
  readonly #at: Float64Array
  readonly #start: Float64Array
  readonly #languages: Int32Array
  readonly #lastFound: Int32Array
  readonly #markers = new Int32Array(26).fill(-1)
  readonly #markerWords: string[] = []
  readonly #floods: number[] = []
  readonly #times: Int32Array
  #before = 0
  #same = 0
  #place = 100
  #telling = -1
  #needing = -1
  #end = 0
  #entry: Entry | undefined
  /** The word that starts the phrase in `#entry`, where it is one itself. */
  #prefix: Entry | undefined

  constructor(text: string, words: Vocabulary, glued: boolean) {
    this.#text = text
    this.#words = words
    this.#glued = glued
    const size = words.sequences.length * STEPS
    this.#at = new Float64Array(size).fill(-1)
    this.#start = new Float64Array(size)
    this.#languages = new Int32Array(size)
    this.#lastFound = new Int32Array(words.sequences.length).fill(-1)
    this.#times = new Int32Array(words.sequences.length)
  }

  run(): ScannedWords {
    const text = this.#text
    const { columns, together, letter } = this.#words.alphabet
    let index = 0
    let newlines = 0
    while (index < text.length) {
      const code = text.charCodeAt(index)
      const column = this.#column(code, index)
      if (column === SPACE) {
        if (code === 10 && ++newlines <= 2) this.#place += newlines === 1 ? LINE : PARAGRAPH
        index++
        continue
      }
      newlines = 0
      if (column === SKIP) {
        index++
        continue
      }
      const beyond = code >= 0xd800 && code <= 0xdbff
      if (column === BREAK || (letter[code] !== 1 && !beyond && !this.#opens(index))) {
        if (code === 46 || code === 33 || code === 63 || code === 0x3002 || code === 0xff01 || code === 0xff1f) {
          if (code > 255 || columns[text.charCodeAt(index + 1)] === SPACE || index + 1 === text.length)
            this.#place += SENTENCE
        } else if (
          code === 64 &&
          index > 0 &&
          this.#isLetter(text.charCodeAt(index - 1)) &&
          this.#isLetter(text.charCodeAt(index + 1))
        )
          this.#mail(index)
        else if (code === 44 || MARKS.has(code)) this.#place += 1
        index += beyond ? 2 : 1
        continue
      }
      if (!this.#glued && letter[text.charCodeAt(index + 1)] !== 1 && together[code] === 0) {
        const apart = this.#singleLetters(index)
        if (apart > index) {
          this.#apart.push({ start: index, end: apart })
          index = apart
          this.#place += 1
          continue
        }
      }
      if (this.#walk(index)) {
        const { classes, opens } = this.#entry!
        const end = this.#end
        this.#place += 1
        if (opens && this.#prefix?.classes.has('your')) this.#take(this.#prefix, index, end)
        this.#take(this.#entry!, index, end)
        if ((classes.has('ai') || classes.has('helper')) && this.#isCalled(index, end))
          this.#take(this.#words.called, index, end)
        // `your guidelines` is one thing, and `guidelines` another that counts as well.
        const inner = opens && !this.#glued && together[code] === 0 ? this.#nextWord(index, end) : end
        if (inner < end) this.#place -= 1
        index = Math.max(inner, index + 1)
      } else if (this.#glued || together[code] === 1) {
        this.#place += CHARACTER
        index++
      } else {
        const end = this.#wordEnd(index)
        this.#place += 1
        this.#countSame(index, end)
        if (
          (code === 104 || code === 72) &&
          text.startsWith('://', end) &&
          end - index <= 5 &&
          !isHere(text, end + 3)
        ) {
          this.#take(this.#words.outside, index, end + 3)
        }
        index = Math.max(this.#afterElision(index, end), index + 1)
      }
    }
    return { found: this.#found, about: this.#about, turned: this.#turned, apart: this.#apart, floods: this.#floods }
  }

  /** Where the second word of a phrase starts; its end, when it is one word. */
  #nextWord(start: number, end: number): number {
    const { columns } = this.#words.alphabet
    let at = start
    while (at < end && columns[this.#text.charCodeAt(at)] !== SPACE) at++
    while (at < end && columns[this.#text.charCodeAt(at)] === SPACE) at++
    return at
  }

  #isLetter(code: number): boolean {
    return this.#words.alphabet.letter[code] === 1
  }

  #column(code: number, index: number): number {
    if (code < 0xd800 || code > 0xdbff) return this.#words.alphabet.columns[code]!
    return this.#words.alphabet.beyond(this.#text.codePointAt(index) ?? code)
  }

  /** `somebody@example.org`: an address outside. */
  #mail(at: number): void {
    const end = this.#wordEnd(at + 1)
    if (this.#text.charCodeAt(end) === 46 && this.#isLetter(this.#text.charCodeAt(end + 1)))
      this.#take(this.#words.outside, at, end)
  }

  /** `.env`, `*.pem`: words that start with a sign. */
  #opens(index: number): boolean {
    const before = index === 0 ? 32 : this.#text.charCodeAt(index - 1)
    return !this.#isLetter(before) && this.#isLetter(this.#text.charCodeAt(index + 1))
  }

  /** The longest entry that starts here; its end in `#end`. */
  #walk(from: number): boolean {
    const { next, exact, stem } = this.#words
    const text = this.#text
    let node = 0
    let index = from
    this.#entry = undefined
    this.#prefix = undefined
    while (index < text.length) {
      const code = text.charCodeAt(index)
      const size = code >= 0xd800 && code <= 0xdbff ? 2 : 1
      let column = this.#column(code, index)
      if (column === SKIP) {
        index += size
        continue
      }
      if (code === 45) {
        const joined = this.#joined(index)
        if (joined === index) break
        index = joined
        continue
      }
      if (column === SPACE) {
        const after = this.#spaces(index)
        if (after === index) break
        node = next.from(node, SPACE)
        if (node === 0) break
        index = after
        continue
      }
      if (code === 44 && this.#words.alphabet.columns[text.charCodeAt(index + 1)] === SPACE) {
        index += 1
        continue
      }
      if (column < SPACE) break
      column = next.from(node, column)
      if (column === 0) break
      node = column
      index += size
      const ends = exact[node]
      if (ends !== undefined && (this.#glued || !this.#goesOn(index))) {
        this.#prefix ??= this.#entry
        this.#entry = ends
        this.#end = index
      } else if (stem[node] !== undefined) {
        this.#entry = stem[node]
        this.#end =
          this.#glued || this.#words.alphabet.together[text.charCodeAt(from)] === 1 ? index : this.#wordEnd(index)
      }
    }
    // A number is no disguised word.
    return this.#entry !== undefined && !(this.#end - from <= 2 && isDigit(text.charCodeAt(from)))
  }

  #goesOn(index: number): boolean {
    let at = index
    while (at < this.#text.length && this.#words.alphabet.columns[this.#text.charCodeAt(at)] === SKIP) at++
    const code = this.#text.charCodeAt(at)
    if (this.#isLetter(code)) return this.#words.alphabet.together[code] === 0
    if (code === 45) return this.#joined(at) !== at
    return code >= 0xd800 && code <= 0xdbff && this.#words.alphabet.beyond(this.#text.codePointAt(at)!) > SPACE
  }

  /** A hyphen inside a word, or at the end of its line: it goes on after it. */
  #joined(index: number): number {
    const text = this.#text
    let at = index + 1
    if (text.charCodeAt(at) === 13) at++
    if (text.charCodeAt(at) === 10) {
      at++
      for (let spaces = 0; spaces < 8 && text.charCodeAt(at) === 32; spaces++) at++
    }
    return this.#isLetter(text.charCodeAt(at)) ? at : index
  }

  /** Blanks between the words of a phrase: not more than one line's end. */
  #spaces(index: number): number {
    const text = this.#text
    const { columns } = this.#words.alphabet
    let newlines = 0
    let at = index
    for (; at < text.length && at - index < 24; at++) {
      const code = text.charCodeAt(at)
      if (columns[code] !== SPACE) break
      if (code === 10 && ++newlines > 1) return index
    }
    return at
  }

  /** `l’utilisateur`: the word is what follows the apostrophe. */
  #afterElision(start: number, end: number): number {
    for (let at = start + 1; at < end && at - start < 6; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === 39 || code === 0x2019) return at + 1
    }
    return end
  }

  #wordEnd(from: number): number {
    const { columns } = this.#words.alphabet
    const text = this.#text
    let at = from
    while (at < text.length) {
      const code = text.charCodeAt(at)
      if (columns[code] === SKIP || this.#isLetter(code)) at++
      else if (code === 45 && this.#joined(at) !== at) at = this.#joined(at)
      else break
    }
    return at
  }

  /** The end of a run of single letters, or where it was asked about. */
  #singleLetters(from: number): number {
    const text = this.#text
    let at = from
    let letters = 0
    while (at < text.length && this.#isLetter(text.charCodeAt(at))) {
      let after = at + 1
      if (this.#isLetter(text.charCodeAt(after))) return letters >= FEWEST_APART ? at : from
      letters++
      while (after < text.length && after - at < 5 && APART.has(text.charCodeAt(after))) after++
      at = after
    }
    return letters >= FEWEST_APART ? at : from
  }

  #isCalled(start: number, end: number): boolean {
    const after = this.#text.charCodeAt(end)
    if (after === 0xff1a) return true
    // A program's own message starts with its name in small letters.
    const first = this.#text.charCodeAt(start)
    if (first >= 97 && first <= 122) return false
    if (after !== 58 && after !== 44 && after !== 33) return false
    // `agent: "x"` is a key of some data; `Assistant: do this` calls somebody.
    if (this.#text.charCodeAt(end + 1) !== 32) return false
    // `Claude, our cat`: told of. `Assistant: Hello`: a record of a talk.
    if (NO_ORDER.test(this.#text.slice(end + 2, end + 16))) return false
    const before = this.#text.slice(Math.max(0, start - 3), start).trimEnd()
    return before === '' || /[.!?\n>*#(“"=:'‘„«-]$/.test(before) || start === 0
  }

  #take(entry: Entry, start: number, end: number): void {
    const { classes } = entry
    if (entry.turned !== undefined) return this.#noteTurned(entry.turned, start, end)
    if (classes.has('about')) this.#about.push(start)
    const ordered = this.#place - this.#telling > 1.5 || this.#telling - this.#needing < 1.5
    if (classes.has('telling')) this.#telling = this.#place
    if (classes.has('needing')) this.#needing = this.#place
    const { sequences } = this.#words
    for (const { sequence, step, languages } of entry.moves) {
      const { rule, steps } = sequences[sequence]!
      if (!ordered && languages === ENGLISH && ORDERED.has(steps[step]!)) continue
      const slot = sequence * STEPS + step
      if (step === 0) {
        this.#at[slot] = this.#place
        this.#start[slot] = start
        this.#languages[slot] = languages
      } else {
        const before = slot - 1
        if (this.#at[before]! < 0 || this.#place - this.#at[before]! > rule.gap + 1) continue
        const shared = this.#languages[before]! & languages
        if (shared === 0) continue
        this.#at[slot] = this.#place
        this.#start[slot] = this.#start[before]!
        this.#languages[slot] = shared
      }
      if (step === steps.length - 1) this.#meet(sequence, this.#start[slot]!, end)
    }
  }

  /** A word that is no part of an order, again and again: nobody reads that, and a model loses its thread. */
  #countSame(start: number, end: number): void {
    const length = end - start
    const text = this.#text
    let same = length > 2 && length <= 40 && start - length - 1 === this.#before
    for (let at = 0; same && at < length; at++)
      same = text.charCodeAt(start + at) === text.charCodeAt(this.#before + at)
    this.#before = start
    this.#same = same ? this.#same + 1 : 0
    if (this.#same === FLOOD) this.#floods.push(start)
  }

  /** The same rule met again at once says nothing new; met very often it counts now and then. */
  #meet(sequence: number, start: number, end: number): void {
    const last = this.#lastFound[sequence]!
    if (start < last || (this.#times[sequence]! > OFTEN && start - last < SELDOM)) return
    this.#times[sequence]!++
    this.#lastFound[sequence] = end
    this.#found.push({ sequence, start, end })
  }

  #noteTurned(by: number, start: number, end: number): void {
    const word = this.#text.slice(start, end).toLowerCase()
    const last = this.#markers[by]!
    if (last >= 0 && start - last < TURNED_NEAR && this.#markerWords[by] !== word) this.#turned.push({ by, at: start })
    this.#markers[by] = start
    this.#markerWords[by] = word
  }
}

const STEPS = 4
/** The first of the lexicon. Other languages show by the form of a verb that it is an order. */
const ENGLISH = 1
/** Told of and not ordered, these say nothing: `to ignore`, `never send`. */
const ORDERED: ReadonlySet<WordClass> = new Set<WordClass>([
  'drop',
  'send',
  'show',
  'disable',
  'hide',
  'acts',
  'act as',
])
/** What stands after a name that is told of, or that speaks itself. */
const NO_ORDER =
  /^(?:our|my|a|an|who|which|his|her|their|and|or|is|has|was|are|were|I|I['’]\w+|it|hello|hi|sure|may I|of course|thanks?|sorry|yes|no|okay|let me|we)\b/i
/** Signs of code: words on both sides are not one sentence. */
const MARKS: ReadonlySet<number> = new Set(Array.from('{}()[]=;|<>\\', (char) => char.charCodeAt(0)))
/** What is put between letters: blank, dot, underline, asterisk, bar, slash. */
const APART: ReadonlySet<number> = new Set([32, 46, 95, 42, 124, 47])

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isHere(text: string, at: number): boolean {
  return text.startsWith('localhost', at) || text.startsWith('127.', at) || text.startsWith('[::1]', at)
}
