import { describe, expect, test } from 'vitest'
import { faultSuite } from './fault-suite.ts'
import { FAULTS } from './fault-table.ts'
import { loadMcp } from './scene.ts'

describe('between a client, the gate and an MCP server', () => {
  test('at least 60 things go wrong', () => expect(FAULTS.length).toBeGreaterThanOrEqual(60))

  test('and none lets a call through that was not allowed', async () =>
    expect(await faultSuite(await loadMcp())).toEqual([]))
})
