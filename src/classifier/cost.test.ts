import { describe, expect, test } from 'vitest'
import { type CostEntry, maySpend, memoryLedger, sumCosts } from './cost.ts'

const entry = (change: Partial<CostEntry> = {}): CostEntry => ({
  session: 's',
  day: '2026-11-15',
  model: 'claude-sonnet-5',
  stage: 'first',
  tokens: { input: 100, cached: 800, written: 100, output: 10 },
  price: 0.5,
  latencyMs: 100,
  ...change,
})

describe('a budget', () => {
  test.each<[string, readonly CostEntry[], { session?: number; day?: number }, boolean]>([
    ['none set', [entry({ price: 1_000 })], {}, true],
    ['nothing spent', [], { session: 1, day: 1 }, true],
    ['some left', [entry()], { session: 1, day: 1 }, true],
    ['the session has spent it', [entry(), entry()], { session: 1 }, false],
    ['another session has spent it', [entry({ session: 'x' }), entry({ session: 'x' })], { session: 1 }, true],
    ['the day has spent it', [entry({ session: 'x' }), entry({ session: 'y' })], { day: 1 }, false],
    ['yesterday has spent it', [entry({ day: '2026-11-14', price: 5 })], { day: 1 }, true],
    ['a budget of nothing', [], { session: 0 }, false],
    [
      'a price nobody knows counts as the dearest',
      [entry({ price: undefined, tokens: { input: 200_000, cached: 0, written: 0, output: 0 } })],
      { session: 1 },
      false,
    ],
  ])('%s', (_name, spent, budget, expected) =>
    expect(maySpend(memoryLedger(spent), budget, 's', '2026-11-15')).toBe(expected),
  )
})

test('costs add up by name', () => {
  const sums = sumCosts([entry(), entry({ price: undefined }), entry({ day: '2026-11-14', price: 1 })], 'day')
  expect(sums).toEqual([
    {
      name: '2026-11-14',
      requests: 1,
      input: 100,
      cached: 800,
      written: 100,
      output: 10,
      price: 1,
      unpriced: 0,
      cacheShare: 0.8,
    },
    {
      name: '2026-11-15',
      requests: 2,
      input: 200,
      cached: 1_600,
      written: 200,
      output: 20,
      price: 0.5,
      unpriced: 1,
      cacheShare: 0.8,
    },
  ])
})
