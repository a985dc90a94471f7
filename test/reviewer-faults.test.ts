import { describe, expect, test } from 'vitest'
import { loadReviewerProduct } from './reviewer-product.ts'
import { FAULTS } from '../src/surfaces/selftest/reviewer-fault-table.ts'
import { faultCases, reviewerFaults, soundAnswers } from './suites/reviewer-faults.ts'
import { MORE_FAULTS } from '../src/surfaces/selftest/reviewer-fault-more.ts'
import { reviewerInGate } from './suites/reviewer-gate.ts'

describe('the way to the model', () => {
  test('a sound no allows, in every format and stage', async () => {
    expect(await soundAnswers(await loadReviewerProduct())).toEqual([])
  })

  test('whatever breaks on it, nothing is allowed and nothing hangs', { timeout: 900_000 }, async () => {
    expect(await reviewerFaults(await loadReviewerProduct())).toEqual([])
  })

  test('nor in the modes with one stage', { timeout: 900_000 }, async () => {
    const plan = { where: ['fast', 'thinking'], interactive: [true], formats: ['messages'] } as const
    expect(await reviewerFaults(await loadReviewerProduct(), plan)).toEqual([])
  })

  test('every kind of fault has a row, there or among the duties of the gate', () => {
    const kinds = new Set(FAULTS.map((row) => row.kind))
    const inGate = [33, 35, 36, 37, 38]
    for (const kind of inGate) kinds.add(kind)
    expect([...kinds].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 38 + MORE_FAULTS.length }, (_, index) => index + 1),
    )
    expect(MORE_FAULTS.length).toBeGreaterThanOrEqual(40)
    expect(faultCases().length).toBeGreaterThan(1_000)
  })

  test('the gate keeps its duties around a review', async () => {
    expect(await reviewerInGate(await loadReviewerProduct())).toEqual([])
  })
})
