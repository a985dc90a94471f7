import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDaemon } from '../daemon/client.ts'
import { loadStores } from './open.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { TICKET_CASES, ticketCase } from '../suites/shared-tickets.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

describe.each(['sqlite', 'postgres'] as const)('tickets in %s', (kind) => {
  for (const each of TICKET_CASES)
    test(each.what, async () => {
      expect(await ticketCase({ ...(await loadStores()), ...(await loadDaemon()) }, kind, postgres, each)).toEqual([])
    })
})
