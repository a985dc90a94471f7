import { FEATURES, MOST_SENTENCES, normalized, Sentences } from '../../src/results/reading/sentences.ts'

/** One text to learn from. Texts of one group came from one template: they are never learnt and tried at once. */
export interface Lesson {
  readonly group: string
  readonly injected: boolean
  readonly text: string
}

/** A text as its windows: the features of one to three sentences in a row. */
export interface Bag {
  readonly group: string
  readonly injected: boolean
  readonly windows: readonly Int32Array[]
}

export interface Model {
  readonly weights: Float64Array
  readonly bias: number
}

export function bagOf({ group, injected, text }: Lesson): Bag {
  const sentences: number[][] = []
  let open: number[] = []
  new Sentences({
    feature: (index) => {
      open.push(index)
    },
    sentence: () => {
      sentences.push(open)
      open = []
    },
  }).read(text)
  const windows: Int32Array[] = []
  for (let first = 0; first < sentences.length; first++)
    for (let last = first; last < Math.min(sentences.length, first + MOST_SENTENCES); last++)
      windows.push(Int32Array.from(sentences.slice(first, last + 1).flat()))
  return { group, injected, windows }
}

export function scoreOf(model: Model, window: Int32Array): number {
  let sum = 0
  for (const index of window) sum += model.weights[index]!
  return normalized(sum, window.length, model.bias)
}

export function bagScore(model: Model, bag: Bag): number {
  let best = Number.NEGATIVE_INFINITY
  for (const window of bag.windows) best = Math.max(best, scoreOf(model, window))
  return best
}

/** A generator of the same numbers for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

export interface Training {
  readonly epochs: number
  readonly rate: number
  /** How strongly weights are drawn to 0: of words, and of what words mean. */
  readonly words: number
  readonly concepts: number
  /** A feature that fewer groups have says nothing. */
  readonly groups: number
  /** What a false alarm costs, where a miss costs 1. */
  readonly alarm: number
}

export const TRAINING: Training = { epochs: 50, rate: 0.2, words: 5e-5, concepts: 1e-5, groups: 1, alarm: 2 }

/** Logistic regression on the strongest window of every text, by AdaGrad, in an order that the seed fixes. */
export function train(bags: readonly Bag[], how: Training = TRAINING, seed = 7): Model {
  const next = random(seed)
  const weights = new Float64Array(FEATURES)
  const squares = new Float64Array(FEATURES).fill(1e-2)
  const known = usedBy(bags, how.groups)
  const model = { weights, bias: -1 }
  let biasSquare = 1e-2
  const order = bags.map((_, index) => index)
  const positives = bags.filter(({ injected }) => injected).length
  const negatives = bags.length - positives
  const learn = (window: Int32Array, injected: boolean, share: number): void => {
    const score = scoreOf(model, window)
    const error = (1 / (1 + Math.exp(-score)) - (injected ? 1 : 0)) * share
    if (Math.abs(error) < 1e-3) return
    const scale = 1 / Math.sqrt(window.length + 32)
    for (const index of window) {
      if (known[index] === 0) continue
      const decay = index < FEATURES / 2 ? how.words : how.concepts
      const gradient = error * scale + decay * weights[index]!
      squares[index]! += gradient * gradient
      weights[index]! -= (how.rate * gradient) / Math.sqrt(squares[index]!)
    }
    biasSquare += error * error
    model.bias -= (how.rate * 0.2 * error) / Math.sqrt(biasSquare)
  }
  const sums = new Float64Array(FEATURES)
  let biasSum = 0
  let averaged = 0
  for (let epoch = 0; epoch < how.epochs; epoch++) {
    for (let index = order.length - 1; index > 0; index--) {
      const other = Math.floor(next() * (index + 1))
      ;[order[index], order[other]] = [order[other]!, order[index]!]
    }
    for (const index of order) {
      const { windows, injected } = bags[index]!
      if (windows.length === 0) continue
      const scores = windows.map((window) => scoreOf(model, window))
      if (injected) {
        let best = 0
        for (let at = 1; at < scores.length; at++) if (scores[at]! > scores[best]!) best = at
        learn(windows[best]!, true, Math.min(2, negatives / positives))
        continue
      }
      const ranked = scores.map((score, at) => ({ score, at })).toSorted((one, other) => other.score - one.score)
      for (const { at } of ranked.slice(0, 3)) learn(windows[at]!, false, how.alarm)
    }
    // The mean of the later rounds forgets what only the last texts said.
    if (epoch < how.epochs / 2) continue
    averaged++
    biasSum += model.bias
    for (let index = 0; index < FEATURES; index++) sums[index]! += weights[index]!
  }
  return { weights: sums.map((sum) => sum / averaged), bias: biasSum / averaged }
}

function usedBy(bags: readonly Bag[], fewest: number): Uint8Array {
  const counts = new Uint8Array(FEATURES)
  const last = new Int32Array(FEATURES).fill(-1)
  const groups = new Map<string, Bag[]>()
  for (const bag of bags) groups.set(bag.group, [...(groups.get(bag.group) ?? []), bag])
  let number = 0
  for (const list of groups.values()) {
    for (const bag of list)
      for (const window of bag.windows)
        for (const index of window)
          if (last[index] !== number) {
            last[index] = number
            if (counts[index]! < 255) counts[index]!++
          }
    number++
  }
  return counts.map((count) => (count >= fewest ? 1 : 0))
}

/** The scores of every text by a model that has seen no text of its group. */
export function heldOut(bags: readonly Bag[], folds: number, how: Training = TRAINING): Float64Array {
  const groups = [...new Set(bags.map(({ group }) => group))]
  const next = random(11)
  const foldOf = new Map(groups.map((group) => [group, Math.floor(next() * folds)]))
  const scores = new Float64Array(bags.length)
  for (let fold = 0; fold < folds; fold++) {
    const model = train(
      bags.filter(({ group }) => foldOf.get(group) !== fold),
      how,
    )
    for (const [index, bag] of bags.entries()) if (foldOf.get(bag.group) === fold) scores[index] = bagScore(model, bag)
  }
  return scores
}

/** The lowest threshold at which no more than `share` of the ordinary texts are above it. */
export function thresholdFor(bags: readonly Bag[], scores: Float64Array, share: number): number {
  const ordinary = [...scores].filter((_, index) => !bags[index]!.injected).toSorted((one, other) => other - one)
  return ordinary[Math.floor(ordinary.length * share)]! + 1e-6
}
