import { describe, expect, test } from 'vitest'
import { loadDaemon } from './daemon/client.ts'
import { readiness, READINESS_ROWS } from './suites/readiness.ts'

describe('health, readiness and draining', () => {
  test.each(READINESS_ROWS)('%s', async (name) => {
    expect(await readiness(await loadDaemon(), new RegExp(`^${name}$`))).toEqual([])
  })
})
