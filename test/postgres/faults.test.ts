import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { FAULTS } from '../suites/postgres-faults.ts'
import { loadStores } from './open.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

describe('a database that fails', () => {
  for (const { what, holds } of FAULTS)
    test(what, async () => {
      expect(await holds(await loadStores(), postgres)).toEqual([])
    })
})
