import { createHash } from 'node:crypto'
import { once } from '../../call/once.ts'
import { FEATURES, MOST_SENTENCES, normalized, type Reader, Sentences } from './sentences.ts'
import { MODEL } from './weights.ts'

/** Sentences that read like an order to an assistant. */
export interface OrderRead {
  readonly start: number
  readonly end: number
  /** 0 is the threshold; see `weightOf`. */
  readonly score: number
}

/** Orders this far below the threshold still count beside other signs. */
const NEARLY = 1.2
/** So many orders in one text are told one by one; after that one in each stretch of the text is. */
const OFTEN = 200
const SELDOM = 400

/** What an order of this score weighs: 1 is a finding by itself. */
export function weightOf(score: number): number {
  if (score >= 0) return Math.min(1.5, 1 + score / 6)
  return score <= -NEARLY ? 0 : 0.35 * (1 + score / NEARLY)
}

const NO_READING = new Int8Array(FEATURES)

/** The trained weights; undefined when they are not those that were made. */
const trained: () => Int8Array | undefined = once(() => {
  const bytes = Buffer.from(MODEL.weights, 'base64')
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  if (bytes.length !== FEATURES || digest !== MODEL.digest) return undefined
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
})

/** Damaged weights say nothing of a text: the rules alone do, and `doctor` says so. */
export function readingIsWhole(): boolean {
  return trained() !== undefined
}

/** The sentences of a text that read like an order, or nearly so, in the order of the text. */
export function readOrders(text: string): readonly OrderRead[] {
  return readSentences(text).orders
}

/** A text as it was read. */
export interface Reading {
  readonly orders: readonly OrderRead[]
  /** The best score of the sentences from one place to another, each with the sentences before it. */
  bestWithin(start: number, end: number): number
  /** Sentences of at least this score, with the ones before them, the strongest first. The last may end anywhere. */
  sentencesFrom(score: number): readonly { readonly start: number; readonly end: number }[]
}

export function readSentences(text: string): Reading {
  const scoring = new Scoring()
  const weights = trained()
  if (weights !== undefined) new Sentences(scoring, weights).read(text)
  return scoring
}

/** How strongly a short text as a whole reads like an order. */
export function scoreOf(text: string): number {
  let best = Number.NEGATIVE_INFINITY
  for (const { score } of readOrders(text)) best = Math.max(best, score)
  return best
}

class Scoring implements Reader, Reading {
  readonly orders: OrderRead[] = []
  readonly #starts: number[] = []
  readonly #best: number[] = []
  readonly #sums = new Float64Array(MOST_SENTENCES)
  readonly #counts = new Float64Array(MOST_SENTENCES)

  sentence(start: number, end: number, ownSum: number, ownCount: number): void {
    const number = this.#starts.length
    this.#starts.push(start)
    this.#sums[number % MOST_SENTENCES] = ownSum
    this.#counts[number % MOST_SENTENCES] = ownCount
    let sum = 0
    let count = 0
    let best = Number.NEGATIVE_INFINITY
    let first = number
    for (let back = 0; back < MOST_SENTENCES && back <= number; back++) {
      const slot = (number - back) % MOST_SENTENCES
      sum += this.#sums[slot]!
      count += this.#counts[slot]!
      const score = normalized(sum / MODEL.scale, count, MODEL.bias) - MODEL.threshold
      if (score > best) {
        best = score
        first = number - back
      }
    }
    this.#best.push(best)
    if (best > -NEARLY) this.#note({ start: this.#starts[first]!, end, score: best })
  }

  bestWithin(start: number, end: number): number {
    // Nothing was read: no words are known to stand in a calm sentence.
    if (this.#starts.length === 0) return Number.POSITIVE_INFINITY
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#starts[middle]! <= start) low = middle + 1
      else high = middle
    }
    let best = Number.NEGATIVE_INFINITY
    // A window that began here ends up to two sentences on.
    const first = Math.max(0, low - 1)
    for (let at = first; at < this.#starts.length && (this.#starts[at]! < end || at < first + MOST_SENTENCES); at++)
      best = Math.max(best, this.#best[at]!)
    return best
  }

  sentencesFrom(score: number): readonly { readonly start: number; readonly end: number }[] {
    const numbers = this.#best.flatMap((best, number) => (best >= score ? [number] : []))
    return numbers
      .toSorted((one, other) => this.#best[other]! - this.#best[one]!)
      .map((number) => ({
        start: this.#starts[Math.max(0, number - MOST_SENTENCES + 1)]!,
        end: this.#starts[number + 1] ?? Number.POSITIVE_INFINITY,
      }))
  }

  /** Windows lie in one another: the best of those that do is kept. */
  #note(order: OrderRead): void {
    const last = this.orders.at(-1)
    if (last !== undefined && order.start < last.end) {
      if (order.score > last.score) this.orders[this.orders.length - 1] = order
      return
    }
    if (last !== undefined && this.orders.length > OFTEN && order.start - last.end < SELDOM) return
    this.orders.push(order)
  }
}

/** The words of a piece that make it read like an order, strongest first. */
export function strongestWords(text: string, most: number): readonly string[] {
  const table = trained() ?? NO_READING
  const sums = new Map<string, number>()
  const reader: Reader = {
    feature: (index: number, start: number, end: number) => {
      const word = text.slice(start, end).toLowerCase()
      sums.set(word, (sums.get(word) ?? 0) + table[index]!)
    },
    sentence: () => {},
  }
  new Sentences(reader).read(text)
  return [...sums]
    .filter(([word, sum]) => sum > 0 && /\p{L}/u.test(word))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([word]) => word)
}
