import type { Technique } from './order-rules.ts'
import type { InjectionSign } from './prompt-guardian.ts'
import type { Reading } from './reading/score.ts'

interface Seen {
  readonly name: string
  readonly technique: Technique
  readonly weight: number
  readonly start: number
  readonly end: number
  /** The text in which it stands: the one that was given, or a decoded one. */
  readonly text: string
  /** What it weighs without what stands in quotes; undefined: nothing does. */
  readonly unquoted?: number | undefined
  /** Found by words alone: what the sentence reads like counts, too. */
  readonly words?: true
}

export interface Place {
  readonly span: { readonly start: number; readonly end: number }
  readonly adds: number
  readonly how: string
}

export interface HiddenPart {
  readonly name: string
  readonly adds: number
  readonly start: number
  /** Where the text inside begins. */
  readonly opened: number
  readonly end: number
}

/** Signs count together that stand this near: a long document is many texts. */
const WINDOW = 500
/** Weak ones count only in the same breath: in a long text there is always some. */
const WEAK = 0.4
const WEAK_WINDOW = 160
/** An example in quotes, in a text about attacks, is an example. */
const AS_EXAMPLE = 0.2
/** Examples alone are never enough, however many there are. */
const MOST_EXAMPLES = 0.8
/** A string in code that is handed to a function or stands in a list: a test's input more often than a message. */
const AS_ARGUMENT = 0.5
/** Unquoted, in a text with several words about attacks: it tells of orders. */
const AS_TOLD = 0.7
const SEVERAL = 3
/** Words in sentences that read nothing like an order. */
const AS_CALM = 0.65
const CALM = -2.2
const QUOTED_WITHIN = 160
const ABOUT_WITHIN = 400
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['`', '`'],
  ['‘', '’'],
  ["'", "'"],
]

/** What stands before a quote that tells of words and does not speak them. */
const SAID =
  /\b(?:said|says|wrote|writes|typed|reads|like|as|example|e\.g\.|phrases?|strings?|lines?|wordings?|samples?|among them|is|sentences?|called|asked|told|prompts?|messages?|text|payload|expect|assert\w*|test|it|scan|detect|check)\b[^\w"“„«`「]{0,12}["“„«`「]/i

const CODE = /\b(?:expect|assert\w*|test|it|describe|const|let|var|def|return|await|any|print|raise|throw|new)\b/

/** Letters of two alphabets in one word, full-width and mathematical letters, invisible characters. */
const DISGUISED =
  /[a-z][\u0370-\u03ff\u0400-\u04ff]|[\u0370-\u03ff\u0400-\u04ff][a-z]|[\u{1d400}-\u{1d7ff}\uff21-\uff5a\u200b-\u200d\u2060\u00ad]/iu
const LOOK_ALIKES = { name: 'in disguised letters', adds: 0.5 } as const

/** Adds up what was seen, place by place. */
export class Weighing {
  readonly #text: string
  readonly #seen: { readonly sign: Seen; readonly place: Place | undefined }[] = []
  readonly #hidden: HiddenPart[] = []
  readonly #examples = new Set<InjectionSign>()
  #about: readonly number[] = []
  #reading: Reading | undefined

  constructor(text: string) {
    this.#text = text
  }

  add(sign: Seen, place: Place | undefined): void {
    this.#seen.push({ sign, place })
  }

  hiding(part: HiddenPart): void {
    this.#hidden.push(part)
  }

  /** What a reader does not see, each piece of text once: the outermost of parts that lie in one another. */
  hiddenParts(): readonly HiddenPart[] {
    let end = -1
    return this.#hidden
      .toSorted((one, other) => one.start - other.start)
      .filter((part) => {
        if (part.start < end) return false
        end = part.end
        return true
      })
  }

  about(places: readonly number[]): void {
    this.#about = places
  }

  reading(reading: Reading): void {
    this.#reading = reading
  }

  /** Sentences that read at least so much like an order, the strongest first. */
  doubtful(level: number): readonly { readonly start: number; readonly end: number }[] {
    return this.#reading?.sentencesFrom(level) ?? []
  }

  /** The place at which most comes together. */
  heaviest(): { readonly score: number; readonly signs: readonly InjectionSign[] } {
    const hidden = this.#hidden.sort((one, other) => one.start - other.start)
    const signs = this.#seen.map(({ sign, place }) => this.#weighed(sign, place, hidden))
    signs.sort((one, other) => one.span.start - other.span.start)
    const open = new Map<string, InjectionSign>()
    let score = 0
    let best: readonly InjectionSign[] = []
    for (const sign of signs) {
      for (const [name, other] of open) {
        const reach = other.weight < WEAK ? WEAK_WINDOW : WINDOW
        if (sign.span.start - other.span.end > reach) open.delete(name)
      }
      const known = open.get(sign.name)
      if (known === undefined || known.weight <= sign.weight) open.set(sign.name, sign)
      let sum = 0
      let examples = 0
      for (const one of open.values())
        if (this.#examples.has(one)) examples += one.weight
        else sum += one.weight
      sum += Math.min(examples, MOST_EXAMPLES)
      if (sum > score) {
        score = sum
        best = [...open.values()]
      }
    }
    return { score, signs: best.toSorted((one, other) => other.weight - one.weight) }
  }

  #weighed(sign: Seen, place: Place | undefined, hidden: readonly HiddenPart[]): InjectionSign {
    const { name, technique, weight, start, end, text } = sign
    const quote = text.slice(start, end)
    if (place !== undefined)
      return {
        name,
        technique,
        weight: weight + (weight >= 0.4 ? place.adds : place.adds / 2),
        span: place.span,
        disguise: place.how,
        quote,
      }
    const part = partAround(hidden, start, end) ?? (DISGUISED.test(quote) ? LOOK_ALIKES : undefined)
    const adds = part === undefined || weight < 0.4 ? 0 : part.adds
    const calm = sign.words === true && weight < 1 && part === undefined && this.#isCalm(start, end) ? AS_CALM : 1
    const factor = (part === undefined ? this.#factor(start, end) : 1) * calm
    const told = part === undefined && sign.unquoted !== undefined && this.#tellsOf(start, end)
    const weighed = {
      name,
      technique,
      weight: (told ? Math.min(weight, sign.unquoted!) : weight + adds) * factor,
      span: { start, end },
      disguise: part?.name ?? '',
      quote,
    }
    if (factor === AS_EXAMPLE || factor === AS_EXAMPLE * AS_CALM) this.#examples.add(weighed)
    return weighed
  }

  #isCalm(start: number, end: number): boolean {
    return this.#reading !== undefined && this.#reading.bestWithin(start, end) < CALM
  }

  #factor(start: number, end: number): number {
    const about = this.#aboutWords(start, end)
    if (this.#isQuoted(start, end)) return about > 0 ? AS_EXAMPLE : this.#isArgument(start) ? AS_ARGUMENT : 1
    return about >= SEVERAL ? AS_TOLD : 1
  }

  /** Quotes in these sentences are examples: of an attack, of what somebody said, of a test. */
  #tellsOf(start: number, end: number): boolean {
    return (
      this.#aboutWords(start, start) > 0 ||
      this.#aboutWords(end, end) > 0 ||
      SAID.test(this.#text.slice(start, end)) ||
      this.#isArgument(end)
    )
  }

  /** `scan("…")`, `["…", "…"]`, with a word of code on the line before or on this one. */
  #isArgument(start: number): boolean {
    const before = this.#text.slice(Math.max(0, start - QUOTED_WITHIN), start + 1)
    return /(?:[([,]|\breturn|==|\bor|\bin)\s{0,2}["'`][^"'`\n]{0,120}$/.test(before) && CODE.test(before)
  }

  #isQuoted(start: number, end: number): boolean {
    // What it ends with is what is ordered: the first word may stand before the quote.
    const before = this.#text.slice(Math.max(0, start - QUOTED_WITHIN), end - 1)
    const after = this.#text.slice(end, end + QUOTED_WITHIN)
    if (/(?:^|\n)> [^\n]*$/.test(before)) return true
    return (
      this.#startsQuoted(start, end) ||
      QUOTES.some(([open, close]) => {
        const at = before.lastIndexOf(open)
        if (at < 0 || !after.includes(close)) return false
        // An apostrophe opens nothing.
        return open === close
          ? (at === 0 || !/\w/.test(before[at - 1]!)) && !/\s/.test(before[at + 1] ?? 'x')
          : !before.includes(close, at + 1)
      })
    )
  }

  /** The quote closes before the sign does: words after it were read with it. */
  #startsQuoted(start: number, end: number): boolean {
    const before = this.#text.slice(Math.max(0, start - QUOTED_WITHIN), start)
    const inside = this.#text.slice(start, end)
    return QUOTES.some(([open, close]) => {
      const at = before.lastIndexOf(open)
      return open !== close && at >= 0 && !before.includes(close, at + 1) && inside.includes(close)
    })
  }

  #aboutWords(start: number, end: number): number {
    const list = this.#about
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (list[middle]! < start - ABOUT_WITHIN) low = middle + 1
      else high = middle
    }
    let count = 0
    for (let index = low; index < list.length && list[index]! < end + ABOUT_WITHIN / 2 && count < SEVERAL; index++)
      if (list[index]! < start || list[index]! > end) count++
    return count
  }
}

/** `hidden` in the order in which they start. */
function partAround(hidden: readonly HiddenPart[], start: number, end: number): HiddenPart | undefined {
  let low = 0
  let high = hidden.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (hidden[middle]!.start <= start) low = middle + 1
    else high = middle
  }
  // Parts lie in one another only a little: an attribute in an element.
  for (let index = low - 1; index >= Math.max(0, low - 6); index--) if (hidden[index]!.end >= end) return hidden[index]
  return undefined
}
