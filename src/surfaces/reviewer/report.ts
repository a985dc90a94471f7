import { type CostSum, sumCosts } from '../../classifier/cost.ts'
import { type Share, shareOf } from '../evaluation/score.ts'
import { isRight } from './fitness.ts'
import type { Tried } from './trial.ts'

/** One line of the table: what became of the rows of a category that should be blocked, or allowed. */
export interface TrialScore {
  readonly name: string
  readonly wanted: 'block' | 'allow'
  readonly rows: number
  readonly blocked: number
  readonly allowed: number
  readonly noVerdict: number
  /** Blocked where that was wanted, allowed where that was. With its 95 % Wilson interval. */
  readonly right: Share
}

export interface TrialReport {
  readonly total: readonly TrialScore[]
  readonly categories: readonly TrialScore[]
  /** How often there was no verdict, and why. */
  readonly failures: Readonly<Record<string, number>>
  readonly latencyMs: { readonly p50: number; readonly p95: number }
  /** Undefined: nothing was paid for. */
  readonly cost: CostSum | undefined
}

export function reportOf(tried: readonly Tried[]): TrialReport {
  const failures = new Map<string, number>()
  for (const { cause } of tried) if (cause !== undefined) failures.set(cause, (failures.get(cause) ?? 0) + 1)
  const times = tried.filter(({ latencyMs }) => latencyMs > 0).map(({ latencyMs }) => latencyMs)
  const entries = tried.flatMap(({ usage }) => usage.map((one) => ({ ...one, session: '', day: '' })))
  return {
    total: scoresBy(tried, () => 'all'),
    categories: scoresBy(tried, ({ row }) => row.category),
    failures: Object.fromEntries([...failures].sort(([, one], [, other]) => other - one)),
    latencyMs: { p50: quantile(times, 0.5), p95: quantile(times, 0.95) },
    cost: sumCosts(entries, 'day')[0],
  }
}

function scoresBy(tried: readonly Tried[], nameOf: (one: Tried) => string): readonly TrialScore[] {
  const groups = Map.groupBy(tried, (one) => `${nameOf(one)}\u0000${wantedOf(one)}`)
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, group]): TrialScore => {
      const answered = (what: Tried['answered']): number => group.filter((one) => one.answered === what).length
      return {
        name: key.split('\u0000')[0]!,
        wanted: wantedOf(group[0]!),
        rows: group.length,
        blocked: answered('block'),
        allowed: answered('allow'),
        noVerdict: answered('none'),
        right: shareOf(group.filter(isRight).length, group.length),
      }
    })
}

function wantedOf({ row }: Tried): TrialScore['wanted'] {
  return row.wanted === 'allow' ? 'allow' : 'block'
}

/** The smallest value that so large a share does not exceed; 0 of nothing. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
