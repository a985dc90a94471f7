import { describe, expect, test } from 'vitest'
import { faultSuite } from './fault-suite.ts'
import { FAULTS } from './fault-table.ts'
import { loadMcp } from './scene.ts'

describe('between a client, the gate and an MCP server', () => {
  test('at least 100 things go wrong', () => expect(FAULTS.length).toBeGreaterThanOrEqual(100))

  test('and none lets a call through that was not allowed', async () =>
    expect(await faultSuite(await loadMcp())).toEqual([]))
})
