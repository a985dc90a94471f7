import type { ModelRequest, Tokens } from './model.ts'

/** What has to be known about a model before it is asked anything. */
export interface ModelFacts {
  /** `temperature: 0` is accepted. Where it is not, sending it is an error. */
  readonly temperature: 'accepted' | 'refused'
  /**
   * `never`: it does not think unless asked. `disabled` and `between-tools`: it thinks by default, and this turns it
   * off, in both stages alike, because a change between them loses the cached prefix. `always`: it cannot be turned
   * off, so the answer gets more room.
   */
  readonly thinks: 'never' | 'disabled' | 'between-tools' | 'always'
  /** A prefix of fewer tokens than this is not cached. */
  readonly cacheMinimum: number
  readonly contextTokens: number
  readonly prices: Prices | undefined
}

/** US dollars for a million tokens. */
export interface Prices {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
}

/** How long a provider keeps what it was sent. What is kept for an hour is dearer to write. */
export type CacheTtl = '5m' | '1h'

/** A token is written for an hour at twice the price of a plain one. */
export function pricesFor(prices: Prices | undefined, ttl: CacheTtl | undefined): Prices | undefined {
  return prices === undefined || ttl !== '1h' ? prices : { ...prices, written: prices.input * 2 }
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

/** What a model of unknown price is taken to cost where money is counted: more than it will. */
export const DEAREST: Prices = { ...cachedPrices(10, 50), written: 20 }

/** A cached token is read for a tenth and written for five quarters of the price of a plain one. */
function cachedPrices(input: number, output: number): Prices {
  return { input, cached: input / 10, written: input * 1.25, output }
}

type Row = readonly [
  name: string,
  temperature: ModelFacts['temperature'],
  thinks: ModelFacts['thinks'],
  cacheMinimum: number,
  contextTokens: number,
  prices: Prices | undefined,
]

/** By name without date and vendor. The first row that the name begins with, up to a dash, holds. */
const MODELS: readonly Row[] = [
  ['claude-fable-5', 'refused', 'always', 512, 1_000_000, cachedPrices(10, 50)],
  ['claude-mythos', 'refused', 'always', 512, 1_000_000, undefined],
  ['claude-opus-5-5', 'refused', 'always', 512, 1_000_000, cachedPrices(4, 20)],
  ['claude-opus-5', 'refused', 'disabled', 512, 1_000_000, cachedPrices(5, 25)],
  ['claude-opus-4-8', 'refused', 'never', 1_024, 200_000, cachedPrices(5, 25)],
  ['claude-opus-4-7', 'refused', 'never', 4_096, 200_000, cachedPrices(5, 25)],
  ['claude-opus-4-6', 'accepted', 'never', 4_096, 200_000, cachedPrices(5, 25)],
  ['claude-opus-4-5', 'accepted', 'never', 4_096, 200_000, cachedPrices(5, 25)],
  ['claude-sonnet-5-5', 'refused', 'between-tools', 512, 1_000_000, cachedPrices(2, 10)],
  ['claude-sonnet-5', 'refused', 'disabled', 1_024, 1_000_000, cachedPrices(2, 10)],
  ['claude-sonnet-4-6', 'accepted', 'never', 1_024, 200_000, cachedPrices(3, 15)],
  ['claude-sonnet-4-5', 'accepted', 'never', 1_024, 200_000, cachedPrices(3, 15)],
  ['claude-haiku-5-5', 'refused', 'always', 512, 1_000_000, undefined],
  ['claude-haiku-4-5', 'accepted', 'never', 4_096, 200_000, cachedPrices(1, 5)],
  ['gpt-4.1', 'accepted', 'never', 1_024, 1_000_000, undefined],
  ['gpt-4o', 'accepted', 'never', 1_024, 128_000, undefined],
]

export function factsOf(model: string): ModelFacts {
  const name = model
    .toLowerCase()
    .replace(/^.*[/]/, '')
    .replace(/^(?:[a-z]{2,6}\.)?anthropic\./, '')
  const row = MODELS.find(
    ([prefix]) => name === prefix || (/^[-@:]/.test(name.slice(prefix.length)) && name.startsWith(prefix)),
  )
  if (row === undefined) return UNKNOWN_MODEL
  const [prefix, temperature, thinks, cacheMinimum, contextTokens, prices] = row
  // `claude-opus-5-6` is not `claude-opus-5` of some date: it may refuse what its elder accepts.
  const rest = name.slice(prefix.length)
  if (rest !== '' && !/^[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)(?:[-:@].*)?$/.test(rest) && !OPEN_ENDED.has(prefix))
    return UNKNOWN_MODEL
  return { temperature, thinks, cacheMinimum, contextTokens, prices }
}

/** Families whose members are alike in everything the table says. */
const OPEN_ENDED: ReadonlySet<string> = new Set(['claude-fable-5', 'claude-mythos', 'gpt-4.1', 'gpt-4o'])

/** The part of a request that depends on the model: the same for both stages, but for the room. */
export function requestFor(
  facts: ModelFacts,
  maxTokens: number,
): Pick<ModelRequest, 'maxTokens' | 'thinking' | 'temperature'> {
  return {
    maxTokens: maxTokens + (facts.thinks === 'always' ? THINKING_PADDING : 0),
    thinking: facts.thinks === 'disabled' || facts.thinks === 'between-tools' ? facts.thinks : 'untouched',
    ...(facts.temperature === 'accepted' ? { temperature: 0 as const } : {}),
  }
}

/** US dollars; undefined where the prices are not known. */
export function priceOf(prices: Prices | undefined, tokens: Tokens): number | undefined {
  if (prices === undefined) return undefined
  const { input, cached, written, output } = tokens
  return (input * prices.input + cached * prices.cached + written * prices.written + output * prices.output) / 1_000_000
}
