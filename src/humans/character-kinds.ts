import { LATIN_LOOKING, OTHER_SCRIPTS, PLAINLY_THEMSELVES, SIGNS, STROKES } from './look-alikes-table.ts'

/** What one character is to somebody who reads it. */
export interface Kind {
  readonly char: string
  /** Passes for another character, or for none, wherever it stands. */
  readonly always: boolean
  readonly letter: boolean
  readonly latin: boolean
  readonly blank: boolean
  readonly mark: boolean
  /** Printable ASCII but the blank. */
  readonly ascii: boolean
  readonly plain: boolean
  readonly digit: boolean
  readonly rightToLeft: boolean
  readonly eastAsian: boolean
  /** Punctuation that stands among East Asian writing. */
  readonly eastAsianSign: boolean
  /** A wide sign that is no operator of any shell. */
  readonly noOperator: boolean
  readonly stroke: boolean
  readonly dash: boolean
  readonly curly: boolean
  /** Another form of plain text: full-width, mathematical, circled, a ligature. */
  readonly otherForm: boolean
  /** One of the scripts whose letters are taken for Latin ones. */
  readonly script: string | undefined
  readonly latinLooking: boolean
  /** Of a script where a letter with a mark is one character. */
  readonly composes: boolean
}

const kinds = new Map<string, Kind>()
const MOST_KINDS = 5000

/** Looked up: text is long, and its characters come again. */
export function kindOf(char: string): Kind {
  const known = kinds.get(char)
  if (known !== undefined) return known
  if (kinds.size >= MOST_KINDS) kinds.clear()
  const kind = find(char)
  kinds.set(char, kind)
  return kind
}

/** Overlays, keycaps and bars: they change the letter they stand on into another. */
const OVERLAY = /[\u0305\u0332-\u0338\u033f\u0347\u035e\u0360-\u0362\u20d0-\u20ff\u1ab0-\u1aff]/
/** Letters of phonetic alphabets and small capitals: the image of a Latin letter, and not that letter. */
const PHONETIC = /[\u0250-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/
const UNPRINTABLE = /[\p{Co}\p{Cn}\p{Cf}\p{Cs}]/u
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u
const EAST_ASIAN_SIGN = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65“”‘’—…·]/u
const SCRIPTS = OTHER_SCRIPTS.map((name) => ({ name, letters: new RegExp(`\\p{Script=${name}}`, 'u') }))

function find(char: string): Kind {
  const script = SCRIPTS.find(({ letters }) => letters.test(char))?.name
  const form = char.normalize('NFKC')
  return {
    char,
    always: SIGNS.has(char) || UNPRINTABLE.test(char) || PHONETIC.test(char) || OVERLAY.test(char),
    letter: /\p{L}/u.test(char),
    latin: /\p{Script=Latin}/u.test(char),
    blank: /\s/u.test(char),
    mark: /\p{M}/u.test(char),
    ascii: /^[!-~]$/.test(char),
    plain: /^[a-z0-9]$/i.test(char),
    digit: /\p{Nd}/u.test(char),
    rightToLeft: RIGHT_TO_LEFT.test(char),
    eastAsian: EAST_ASIAN.test(char),
    eastAsianSign: EAST_ASIAN_SIGN.test(char),
    noOperator: /[（），：！？［］]/.test(char),
    stroke: STROKES.has(char),
    dash: /[–—―]/.test(char),
    curly: /[“”„‟‘’‛]/.test(char),
    otherForm: form !== char && /^[\u0020-\u007e]+$/.test(form) && !PLAINLY_THEMSELVES.test(char),
    script,
    latinLooking:
      script !== undefined && (!Object.hasOwn(LATIN_LOOKING, script) || LATIN_LOOKING[script]!.includes(char)),
    composes: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(char),
  }
}
