import { describe, expect, test } from 'vitest'
import {
  beforeParsing,
  callersAndRestarts,
  crashesAndNeighbours,
  loadLimits,
  loopsHoldBack,
  loopsOverProcesses,
} from './suites/limits.ts'

describe('limits', () => {
  test('hold with 64 callers at once, and over restarts', async () =>
    expect(await callersAndRestarts(await loadLimits())).toEqual([]))
  test('hold over a crash, and between processes', async () =>
    expect(await crashesAndNeighbours(await loadLimits())).toEqual([]))
  test('see a loop that is made of processes of one call each', async () =>
    expect(await loopsOverProcesses(await loadLimits())).toEqual([]))
  test('come before anything of a call is understood', async () =>
    expect(await beforeParsing(await loadLimits())).toEqual([]))
  test('hold a loop back, and never loosen a deny', async () =>
    expect(await loopsHoldBack(await loadLimits())).toEqual([]))
})
