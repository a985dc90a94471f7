import { DEAREST, priceOf } from './models/facts.ts'
import type { Usage } from './reviewer.ts'

/** One request that was paid for. */
export interface CostEntry extends Usage {
  readonly session: string
  /** `2026-11-15`. */
  readonly day: string
}

/** Where costs are kept. In memory here; a store can stand behind it. `add` must not throw. */
export interface CostLedger {
  readonly add: (entry: CostEntry) => void
  /** US dollars spent by a session, and on a day, as far as the ledger goes back. */
  readonly spentBy: (session: string) => number
  readonly spentOn: (day: string) => number
}

export interface Budget {
  readonly session?: number | undefined
  readonly day?: number | undefined
}

/** A request of unknown price is counted at the dearest: a budget may stop early, never late. */
export function counted(entry: Pick<CostEntry, 'price' | 'tokens'>): number {
  return entry.price ?? priceOf(DEAREST, entry.tokens) ?? 0
}

export function memoryLedger(before: readonly CostEntry[] = []): CostLedger {
  const sessions = new Map<string, number>()
  const days = new Map<string, number>()
  const add = (entry: CostEntry): void => {
    const price = counted(entry)
    sessions.set(entry.session, (sessions.get(entry.session) ?? 0) + price)
    days.set(entry.day, (days.get(entry.day) ?? 0) + price)
  }
  before.forEach(add)
  return {
    add,
    spentBy: (session) => sessions.get(session) ?? 0,
    spentOn: (day) => days.get(day) ?? 0,
  }
}

/** Is there money left for another review? A budget of nothing allows none. */
export function maySpend(ledger: CostLedger, budget: Budget, session: string, day: string): boolean {
  return (
    (budget.session === undefined || ledger.spentBy(session) < budget.session) &&
    (budget.day === undefined || ledger.spentOn(day) < budget.day)
  )
}

/** What a group of requests came to. */
export interface CostSum {
  readonly name: string
  readonly requests: number
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
  /** US dollars of the requests whose price is known. */
  readonly price: number
  /** Requests of models whose price is not. */
  readonly unpriced: number
  /** Cached out of all input tokens, from 0 to 1. */
  readonly cacheShare: number
}

/** Adds entries up by day, session, model or stage; largest name last, as days want it. */
export function sumCosts(entries: Iterable<CostEntry>, by: 'day' | 'session' | 'model' | 'stage'): readonly CostSum[] {
  const sums = new Map<string, Omit<CostSum, 'cacheShare'>>()
  for (const entry of entries) {
    const name = entry[by]
    const before = sums.get(name) ?? EMPTY
    sums.set(name, {
      name,
      requests: before.requests + 1,
      input: before.input + entry.tokens.input,
      cached: before.cached + entry.tokens.cached,
      written: before.written + entry.tokens.written,
      output: before.output + entry.tokens.output,
      price: before.price + (entry.price ?? 0),
      unpriced: before.unpriced + (entry.price === undefined ? 1 : 0),
    })
  }
  return [...sums.values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((sum) => ({ ...sum, cacheShare: sum.cached / Math.max(1, sum.input + sum.cached + sum.written) }))
}

const EMPTY = { requests: 0, input: 0, cached: 0, written: 0, output: 0, price: 0, unpriced: 0 }
