import { expect, test } from 'vitest'
import { FIGURES, HABITS, MEASURED, peakRate, simulate, sizeFor, storageGigabytes } from '../bench/scale-model.ts'

const sizes = [100, 1_000, 10_000, 100_000]

test('more developers never need less', () => {
  const sites = sizes.map((developers) => sizeFor(developers, FIGURES, HABITS))
  for (const [index, site] of sites.entries()) {
    const before = sites[index - 1] ?? { daemons: 0, databaseCores: 0, primaries: 0 }
    expect(site.daemons).toBeGreaterThanOrEqual(before.daemons)
    expect(site.databaseCores * site.primaries).toBeGreaterThanOrEqual(before.databaseCores * before.primaries)
  }
  expect(storageGigabytes(2_000, FIGURES, HABITS)).toBeCloseTo(2 * storageGigabytes(1_000, FIGURES, HABITS))
})

test('what is sized is half busy at most, and answers what arrives', () => {
  for (const developers of sizes) {
    const rate = peakRate(developers, HABITS)
    const { daemonBusy, databaseBusy, perSecond } = simulate(rate, sizeFor(developers, FIGURES, HABITS), FIGURES)
    expect(daemonBusy).toBeLessThan(0.6)
    expect(databaseBusy).toBeLessThan(0.6)
    expect(perSecond).toBeGreaterThan(rate * 0.9)
  }
})

test('more load on the same machines takes longer', () => {
  const site = { daemons: 2, databaseCores: 2, primaries: 1 }
  const p99 = [0.2, 0.6, 0.9].map((share) => simulate((share * 2 * 1000) / FIGURES.daemonMs, site, FIGURES).p99)
  expect(p99[0]!).toBeLessThan(p99[1]!)
  expect(p99[1]!).toBeLessThan(p99[2]!)
})

test('the model promises no more than was measured, and not less than half of it', () => {
  const { perSecond } = simulate(1_000_000, MEASURED.site, FIGURES)
  expect(perSecond / MEASURED.perSecond).toBeGreaterThan(0.5)
  expect(perSecond / MEASURED.perSecond).toBeLessThan(1.05)
})
