import { LEXICON } from './lexicon/index.ts'

/**
 * Every character as the column of a table: letters that look alike or stand for one another (case, accents, full-width,
 * Cyrillic twins, digits for letters) share one, so that a disguised word is the word itself.
 */
export const BREAK = 0
/** Not seen by a reader and not part of a word: zero-width, soft hyphen, direction marks, accents, apostrophes. */
export const SKIP = 1
export const OTHER_LETTER = 2
export const SPACE = 3
const FIRST_LETTER = 4

const TWINS: Readonly<Record<string, string>> = {
  а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', х: 'x', у: 'y', і: 'i', ѕ: 's', ј: 'j', һ: 'h', ԁ: 'd', ո: 'n', к: 'k', м: 'm', т: 't', в: 'b', н: 'h',
  α: 'a', ο: 'o', ρ: 'p', ν: 'v', ι: 'i', κ: 'k', τ: 't', υ: 'u', ε: 'e', ɡ: 'g', ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 's', ℓ: 'l',
  '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a',
  أ: 'ا', إ: 'ا', آ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي',
} // prettier-ignore

/** Where letters have forms: other blocks stand for themselves. */
const FOLDED: readonly (readonly [number, number])[] = [
  [0x21, 0x24f],
  [0x250, 0x2af],
  [0x370, 0x58f],
  [0x620, 0x6ff],
  [0x1e00, 0x1fff],
  [0x2100, 0x214f],
  [0x2460, 0x24ff],
  [0xfb00, 0xfb4f],
  [0xfe70, 0xfefc],
  [0xff01, 0xff5e],
  [0xff66, 0xff9f],
]

function inFolded(code: number): boolean {
  return FOLDED.some(([first, last]) => code >= first && code <= last)
}

const SKIPPED = /[\u00ad\u034f\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\p{M}'’‘ʼ`]/u

/** One character in the form in which the lexicon has it; '' for what is not seen. */
export function folded(char: string): string {
  const code = char.codePointAt(0)!
  if (code < 0x1d400 || code > LAST_STYLED) return unstyled(char, code)
  const known = styled.get(code)
  if (known !== undefined) return known
  const made = unstyled(char, code)
  styled.set(code, made)
  return made
}

/** Mathematical letters up to those in boxes: looked up once each. */
const LAST_STYLED = 0x1f1ff
const styled = new Map<number, string>()

function unstyled(char: string, code: number): string {
  if (SKIPPED.test(char)) return ''
  if (!inFolded(code) && code < 0x1d400) return char
  const base = char.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const [first] = base
  return first === undefined ? '' : (TWINS[first] ?? first)
}

export function foldedWord(text: string): string {
  return Array.from(text, folded).join('').replaceAll('-', '')
}

const CJK: readonly (readonly [number, number])[] = [
  [0x3040, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
]

function isLetter(code: number): boolean {
  return (
    (code < 0x250 || inFolded(code) || (code >= 0x250 && code < 0x2000) || (code > 0x303f && code < 0xd800)) &&
    LETTER.test(String.fromCharCode(code))
  )
}

const LETTER = /[\p{L}\p{N}_]/u

export class Alphabet {
  readonly columns = new Uint16Array(0x10000)
  /** 1: no spaces between words. */
  readonly together = new Uint8Array(0x10000)
  /** 1: part of a word. The first half of a letter beyond the first plane is none. */
  readonly letter = new Uint8Array(0x10000)
  readonly #letters = new Map<string, number>()
  #size = FIRST_LETTER

  constructor() {
    for (const words of Object.values(LEXICON))
      for (const list of Object.values(words))
        for (const char of foldedWord(list))
          if (char !== '|' && char !== '*' && char !== ' ' && !this.#letters.has(char))
            this.#letters.set(char, this.#size++)
    for (let code = 0; code < 0x10000; code++) {
      this.columns[code] = this.#columnOf(code)
      this.letter[code] = isLetter(code) ? 1 : 0
    }
    for (const [first, last] of CJK) this.together.fill(1, first, last + 1)
  }

  get size(): number {
    return this.#size
  }

  /** For the letters of the lexicon. */
  columnOf(letter: string): number {
    return letter === ' ' ? SPACE : (this.#letters.get(letter) ?? OTHER_LETTER)
  }

  /** A character beyond the first plane: mathematical letters and the like. */
  beyond(code: number): number {
    if (code >= 0xe0000 && code <= 0xe0fff) return SKIP
    if (code < 0x1d400 || code > 0x1f1ff) return BREAK
    return this.#letters.get(folded(String.fromCodePoint(code))) ?? BREAK
  }

  #columnOf(code: number): number {
    if (
      code <= 0x20 ||
      code === 0xa0 ||
      code === 0x3000 ||
      (code >= 0x2000 && code <= 0x200a) ||
      code === 0x2028 ||
      code === 0x2029
    )
      return SPACE
    if (code < 0x80 || inFolded(code)) {
      const form = folded(String.fromCharCode(code))
      if (form === '') return SKIP
      return this.#letters.get(form) ?? (/[\p{L}\p{N}_]/u.test(form) ? OTHER_LETTER : BREAK)
    }
    if (code >= 0xd800 && code <= 0xdfff) return BREAK
    if (code >= 0x300 && code <= 0x36f) return SKIP
    const known = this.#letters.get(String.fromCharCode(code))
    if (known !== undefined) return known
    if (code >= 0x2000 && code <= 0x2fff) return SKIPPED.test(String.fromCharCode(code)) ? SKIP : BREAK
    if (code >= 0x3000 && code <= 0x303f) return BREAK
    return SKIPPED.test(String.fromCharCode(code)) ? SKIP : OTHER_LETTER
  }
}
