import type { Tokens } from './model.ts'

/** What has to be known about a model before it is asked anything. */
export interface ModelFacts {
  /** `temperature: 0` is accepted. Where it is not, sending it is an error. */
  readonly temperature: 'accepted' | 'refused'
  /**
   * `never`: it does not think unless asked. `can-be-disabled`: it thinks by default; disabled in both stages, because
   * a change between them loses the cached prefix. `always`: it cannot be stopped, so the answer gets more room.
   */
  readonly thinks: 'never' | 'can-be-disabled' | 'always'
  /** A prefix shorter than this is not cached. */
  readonly cacheMinimum: number
  readonly contextTokens: number
  /** US dollars for a million tokens. */
  readonly prices: Prices | undefined
}

export interface Prices {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
}

/** Room for thoughts that cannot be turned off, added to the stage's own. */
export const THINKING_PADDING = 2_048

/** A model nobody told us about: no parameter that any model refuses, room to think, no price that could be wrong. */
export const UNKNOWN_MODEL: ModelFacts = {
  temperature: 'refused',
  thinks: 'always',
  cacheMinimum: 4_096,
  contextTokens: 100_000,
  prices: undefined,
}

export function factsOf(model: string): ModelFacts {
  void model
  return UNKNOWN_MODEL
}

/** US dollars; undefined where the prices are not known. */
export function priceOf(facts: ModelFacts, tokens: Tokens): number | undefined {
  const { prices } = facts
  if (prices === undefined) return undefined
  const { input, cached, written, output } = tokens
  return (input * prices.input + cached * prices.cached + written * prices.written + output * prices.output) / 1_000_000
}
