import { describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { awayAndBack, cutAnywhere } from './suites/remote/delivery.ts'
import { away, peopleAtTheGate, refusedTokens, slowGate, theStricterCounts } from './suites/remote/following.ts'
import { changedAtTheGate, hostileDeliveries, pinnedKeys } from './suites/remote/hostile-deliveries.ts'

describe("a machine's log reaches its team's gate", () => {
  test('whole and in order, however often the gate is away', async () => {
    expect(await awayAndBack(await loadDaemon())).toEqual([])
  })
  test('whole and in order, wherever a delivery is cut', async () => {
    expect(await cutAnywhere(await loadDaemon())).toEqual([])
  })
})

describe("what a team's gate takes of a machine's log", () => {
  test('is what the machine signed, in its place, once', async () => {
    expect(await hostileDeliveries(await loadDaemon())).toEqual([])
  })
  test('comes from the key that its token is bound to', async () => {
    expect(await pinnedKeys(await loadDaemon())).toEqual([])
  })
  test('cannot be changed there unnoticed', async () => {
    expect(await changedAtTheGate(await loadDaemon())).toEqual([])
  })
})

describe('a machine that joined a team', () => {
  test('does what both gates allow, and keeps its secrets', async () => {
    expect(await theStricterCounts(await loadDaemon())).toEqual([])
  })
  test("asks the people at the team's gate", async () => {
    expect(await peopleAtTheGate(await loadDaemon())).toEqual([])
  })
  test('judges alone, or denies, while the gate is away', async () => {
    expect(await away(await loadDaemon())).toEqual([])
  })
  test('denies without waiting for a gate that does not answer', async () => {
    expect(await slowGate(await loadDaemon())).toEqual([])
  })
  test('allows nothing when the gate does not want it', async () => {
    expect(await refusedTokens(await loadDaemon())).toEqual([])
  })
})
