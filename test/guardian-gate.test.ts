import { describe, expect, test } from 'vitest'
import { loadReviewerProduct } from './reviewer-product.ts'
import {
  guardianFaults,
  guardianFloor,
  guardianLevels,
  guardianReads,
  guardianRefusals,
  guardianStale,
} from './suites/guardian-gate.ts'
import { guardianCircuit } from './suites/guardian.ts'

const product = await loadReviewerProduct()

describe('the guardian in the gate', () => {
  test('in every mode, before rules that allow, ask or say nothing: every level', async () =>
    expect(await guardianLevels(product)).toEqual([]))

  test('every kind of failure: guard lets pass and says so, strict denies', async () =>
    expect(await guardianFaults(product)).toEqual([]))

  test('what is certain is denied in every mode, with `allow: Bash(*)` too', async () =>
    expect(await guardianFloor(product)).toEqual([]))

  test('what only reads is free but in strict', async () => expect(await guardianReads(product)).toEqual([]))

  test('a refusal ends it: no question, no stop, nothing counted', async () =>
    expect(await guardianRefusals(product)).toEqual([]))

  test('failures of the service in a row open the circuit, and one trial closes it', async () =>
    expect(await guardianCircuit(product)).toEqual([]))

  test('rules that change while it is asked are not answered with the old ones', async () =>
    expect(await guardianStale(product)).toEqual([]))
})
