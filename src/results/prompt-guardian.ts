import { shorten, visible } from '../call/visible.ts'
import { type Decoded, decodedPieces, joinedPiece, joinedSentences, turnedPiece } from './encodings.ts'
import { HIDINGS, MARKUP_SIGNS } from './markup-signs.ts'
import type { Technique } from './order-rules.ts'
import { readSentences, type Reading, scoreOf, strongestWords, weightOf } from './reading/score.ts'
import { scanWords } from './scan-words.ts'
import { vocabulary } from './vocabulary.ts'
import { type Place, Weighing } from './weighing.ts'

/** One sign that a text speaks to the agent and not to its reader. */
export interface InjectionSign {
  readonly name: string
  readonly technique: Technique
  readonly weight: number
  /** Where it stands in the text as it was given: of decoded text, where the encoded piece stands. */
  readonly span: { readonly start: number; readonly end: number }
  /** How it was disguised or hidden: `base64`, `in an HTML comment`; '' when it stands there for anybody to read. */
  readonly disguise: string
  /** The words themselves, not yet made safe to show. */
  readonly quote: string
}

export interface PromptFinding {
  /** The text speaks to the agent: it is not to be obeyed. */
  readonly injected: boolean
  /** The sum of the signs that stand together; 1 is enough. */
  readonly score: number
  /** One line per sign, with the piece of text that shows it. */
  readonly evidence: readonly string[]
  readonly signs: readonly InjectionSign[]
  /** Nothing was found, but these places are not clearly clean: a mind that understands sentences should read them. */
  readonly doubts: readonly { readonly start: number; readonly end: number }[]
}

export const READS_LIKE_AN_ORDER = 'reads like an order to an assistant'
const MOST_WORDS_TOLD = 4

/** A shorter run of single letters means something only in its sentence. */
const SHORTEST_APART = 15
/** Signs together that weigh this much are no finding, and not clearly clean either. */
const DOUBTFUL_SIGNS = 0.4
/** So far below the threshold of the trained reading a sentence may be an order in words it does not know. */
const DOUBTFUL = -2
/** More places than these are told as one: the whole text. */
const MOST_DOUBTS = 64
/** How often what is decoded is decoded again. */
const DEEPEST = 3
/** No decoded piece of a text counts beyond this many times its length. */
const MOST_DECODED = 3

/**
 * Looks for injected instructions in what a tool brought back, in a prompt, in a description. Deterministic and linear:
 * tables of words, forms and encodings, and a trained reading of sentences, whose weights add up where they stand together.
 * It warns; whether an action runs is decided by the gate.
 */
export class PromptGuardian {
  readonly #threshold: number

  constructor(threshold: number = 1) {
    this.#threshold = threshold
  }

  check(text: string): PromptFinding {
    const weighing = new Weighing(text)
    const budget = { left: text.length * MOST_DECODED + 1000 }
    this.#look(text, weighing, undefined, 0, budget)
    const { score, signs } = weighing.heaviest()
    const injected = score >= this.#threshold
    return {
      injected,
      doubts: injected ? [] : doubtsIn(text, score, signs, weighing.doubtful(DOUBTFUL)),
      score: Math.round(score * 100) / 100,
      evidence: signs.map(({ name, disguise, quote }) => {
        const why = name === READS_LIKE_AN_ORDER ? strongestWords(quote, MOST_WORDS_TOLD) : []
        const told = [...(disguise === '' ? [] : [disguise]), ...(why.length === 0 ? [] : [`by ${why.join(', ')}`])]
        const how = told.length === 0 ? '' : ` (${told.join('; ')})`
        return quote === '' ? `${name}${how}` : `${name}${how}: \`${shorten(visible(quote), 120)}\``
      }),
      signs,
    }
  }

  /** `from`: the piece that this text was decoded from. */
  #look(text: string, weighing: Weighing, from: Decoded | undefined, depth: number, budget: { left: number }): void {
    budget.left -= text.length
    if (budget.left < 0) return
    const words = vocabulary()
    const glued = from?.how === 'letters pulled apart' && !from.text.includes(' ') ? 'glued' : 'spaced'
    const { found, about, turned, apart, floods } = scanWords(text, words, glued)
    const place =
      from === undefined ? undefined : { span: { start: from.start, end: from.end }, adds: from.adds, how: from.how }
    const reading = readSentences(text)
    ordersIn(text, reading, weighing, () => place)
    if (from === undefined) weighing.reading(reading)
    for (const { sequence, start, end } of found) {
      const { name, technique, weight } = words.sequences[sequence]!.rule
      weighing.add({ name, technique, weight, start, end, text, words: true }, place)
    }
    for (const start of floods)
      weighing.add(
        { name: 'floods with one word', technique: 'hidden text', weight: 1, start, end: start, text: '' },
        place,
      )
    if (from === undefined) weighing.about(about)
    for (const { name, technique, weight, pattern, anchors } of MARKUP_SIGNS)
      for (const match of anchored(text, anchors) ? text.matchAll(pattern) : [])
        weighing.add({ name, technique, weight, start: match.index, end: match.index + match[0].length, text }, place)
    if (from === undefined) {
      hidingsIn(text, weighing)
      hiddenOrders(text, weighing)
    }
    if (depth >= DEEPEST) return
    const inside = (piece: Decoded): Decoded =>
      from === undefined
        ? piece
        : {
            ...piece,
            start: from.start,
            end: from.end,
            how: `${piece.how} in ${from.how}`,
            adds: Math.max(piece.adds, from.adds),
          }
    for (const piece of decodedPieces(text)) {
      if (piece.how === 'tag characters' || piece.how === 'variation selectors')
        weighing.add(
          {
            name: `hides text in ${piece.how}`,
            technique: 'hidden text',
            weight: 1,
            start: piece.start,
            end: piece.end,
            text: '',
          },
          place,
        )
      this.#look(piece.text, weighing, inside(piece), depth + 1, budget)
    }
    for (const { start, end } of apart) {
      if (end - start < SHORTEST_APART) continue
      const piece = joinedPiece(text, start, end)
      this.#look(piece.text, weighing, inside(piece), depth + 1, budget)
    }
    if (from?.how !== 'letters pulled apart in a sentence')
      for (const piece of joinedSentences(text, apart))
        this.#look(piece.text, weighing, inside(piece), depth + 1, budget)
    let last = Number.NEGATIVE_INFINITY
    for (const { by, at } of turned) {
      if (
        at - last < 300 ||
        from?.how.includes('turned') ||
        from?.how.includes('backwards') ||
        from?.how.includes('rot13')
      )
        continue
      last = at
      const piece = turnedPiece(text, at, by)
      this.#look(piece.text, weighing, inside(piece), depth + 1, budget)
    }
  }
}

/** The strongest first. */
function doubtsIn(
  text: string,
  score: number,
  signs: readonly InjectionSign[],
  sentences: readonly { readonly start: number; readonly end: number }[],
): PromptFinding['doubts'] {
  const places = [...(score >= DOUBTFUL_SIGNS ? signs.map(({ span }) => span) : []), ...sentences]
  const inside = places.map(({ start, end }) => ({ start, end: Math.min(end, text.length) }))
  return inside.length <= MOST_DOUBTS ? inside : [...inside.slice(0, MOST_DOUBTS), { start: 0, end: text.length }]
}

/** Quotation marks of every kind, and what stands between them on one line. */
const QUOTED = /"[^"\n]{3,400}"|“[^”\n]{3,400}”|„[^“\n]{3,400}“|«[^»\n]{3,400}»|`[^`\n]{3,400}`|「[^」\n]{3,400}」/g

const CLOSES = /["”“»`」]/

/** What the trained reading says. What it says without the quotes counts where the text tells of attacks. */
function ordersIn(
  text: string,
  reading: Reading,
  weighing: Weighing,
  placeOf: (start: number) => Place | undefined,
): void {
  for (const { start, end, score } of reading.orders) {
    const from = start + /^\s*/.exec(text.slice(start, end))![0].length
    // A quote may close just after the sentence in it.
    const piece = text.slice(from, CLOSES.test(text.charAt(end)) ? end + 1 : end)
    const bare = piece.replaceAll(QUOTED, '"…"')
    weighing.add(
      {
        name: READS_LIKE_AN_ORDER,
        technique: 'order',
        weight: weightOf(score),
        start: from,
        end,
        text,
        unquoted: bare === piece ? undefined : weightOf(scoreOf(bare)),
      },
      placeOf(start),
    )
  }
}

/** What a reader does not see is read by itself, too: the sentences around it are not its own. */
function hiddenOrders(text: string, weighing: Weighing): void {
  const parts = weighing.hiddenParts()
  if (parts.length === 0) return
  const starts: number[] = []
  const pieces: string[] = []
  let length = 0
  for (const { opened, end } of parts) {
    starts.push(length)
    pieces.push(text.slice(opened, end), '\n\n')
    length += end - opened + 2
  }
  const joined = pieces.join('')
  ordersIn(joined, readSentences(joined), weighing, (at) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= at) low = middle + 1
      else high = middle
    }
    const { start, end, adds, name } = parts[low - 1]!
    return { span: { start, end }, adds, how: name }
  })
}

/** What opens and never closes hides no more than this. */
const LONGEST_HIDDEN = 20_000

function anchored(text: string, anchors: readonly string[]): boolean {
  return anchors.some((anchor) => text.includes(anchor))
}

/** Places that a reader does not see, and characters that nobody does. */
function hidingsIn(text: string, weighing: Weighing): void {
  for (const { name, adds, anchors, opens, if: only, closes } of HIDINGS) {
    if (!anchored(text, anchors)) continue
    // The next end counts for everything that opens before it: no text is searched twice.
    let end = -1
    for (const { index, 0: opening } of text.matchAll(opens)) {
      if (only !== undefined && !only.test(opening)) continue
      const start = index + opening.length
      if (end < start && end !== Number.POSITIVE_INFINITY) end = text.indexOf(closes, start)
      if (end < 0) end = Number.POSITIVE_INFINITY
      weighing.hiding({
        name,
        adds,
        start: index,
        opened: start,
        end: Math.min(end, text.length, start + LONGEST_HIDDEN),
      })
    }
  }
  if (!/[\u00ad\u200b-\u202e\u2060-\u2064\ufeff]/.test(text)) return
  for (const { index, 0: run } of text.matchAll(/[\u200b-\u200d\u2060-\u2064]{12,}/g))
    weighing.add(
      {
        name: 'hides data in invisible characters',
        technique: 'hidden text',
        weight: 1,
        start: index,
        end: index + run.length,
        text: '',
      },
      undefined,
    )
  for (const { index } of text.matchAll(/\w[\u200b\u2060\u00ad\ufeff]\w{1,20}[\u200b\u2060\u00ad\ufeff]\w/g))
    weighing.add(
      {
        name: 'breaks words with invisible characters',
        technique: 'hidden text',
        weight: 0.4,
        start: index,
        end: index + 5,
        text: '',
      },
      undefined,
    )
  for (const { index } of text.matchAll(/[\u202d\u202e]/g))
    weighing.add(
      {
        name: 'turns the direction of text',
        technique: 'hidden text',
        weight: 0.4,
        start: index,
        end: index + 1,
        text: '',
      },
      undefined,
    )
}
