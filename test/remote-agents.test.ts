import { describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { awayAndBack, cutAnywhere } from './suites/remote/delivery.ts'

describe("a machine's log reaches its team's gate", () => {
  test('whole and in order, however often the gate is away', async () => {
    expect(await awayAndBack(await loadDaemon())).toEqual([])
  })
  test('whole and in order, wherever a delivery is cut', async () => {
    expect(await cutAnywhere(await loadDaemon())).toEqual([])
  })
})
