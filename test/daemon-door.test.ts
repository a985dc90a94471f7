import { describe, expect, test } from 'vitest'
import { loadDaemon, run } from './daemon/client.ts'
import { daemonDoor, negatives } from './suites/daemon-door.ts'
import { daemonRoles } from './suites/daemon-roles.ts'

describe('the door of the daemon', () => {
  test('refuses every request that is not honest, and none leaves a trace', async () => {
    expect(await daemonDoor(await loadDaemon())).toEqual([])
  })

  test('is tried with at least 150 dishonest requests', async () => {
    const running = await run(await loadDaemon())
    const rows = negatives(running)
    await running.end()
    expect(new Set(rows.map((row) => row.what)).size).toBeGreaterThan(150)
  })

  test('lets each token use exactly the routes it may, and no route that is in no table', async () => {
    expect(await daemonRoles(await loadDaemon())).toEqual([])
  })
})
