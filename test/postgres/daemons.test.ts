import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDaemon } from '../daemon/client.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { SHARED } from '../suites/postgres-daemons.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

describe('several daemons, one database', () => {
  for (const { what, holds } of SHARED)
    test(what, async () => {
      expect(await holds(await loadDaemon(), postgres)).toEqual([])
    })
})
