import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDaemon } from '../daemon/client.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { TWO_PEOPLE, twoPeopleCase } from '../suites/two-people.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

describe('two people who meet on different daemons', () => {
  for (const each of TWO_PEOPLE)
    test(each.what, async () => {
      expect(await twoPeopleCase(await loadDaemon(), postgres, each)).toEqual([])
    })
})
