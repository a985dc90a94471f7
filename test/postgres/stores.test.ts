import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { MOVES } from '../suites/postgres-moves.ts'
import { notices, TAMPERINGS, usedDatabase } from '../suites/postgres-tampering.ts'
import { BEHAVIOURS, withStore } from '../suites/store-conformance.ts'
import { SHARED_ROWS } from '../suites/store-shared.ts'
import { loadStores, type Member } from './open.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

describe.each(['sqlite', 'postgres'] as const)('a store in %s', (kind) => {
  for (const { what, holds } of [...BEHAVIOURS, ...SHARED_ROWS])
    test(what, async () => {
      const product = await loadStores()
      expect(await withStore(kind, product, postgres, (opened) => holds(opened, product))).toEqual([])
    })
})

describe('who can write to the database is noticed', () => {
  let used: Member
  beforeAll(async () => {
    used = await usedDatabase(await loadStores(), postgres)
  })
  test('without any of it nothing is found', async () => {
    const { log } = await loadStores()
    const { findings } = await log.verifyPlace({ paths: used.paths, postgres: used.place })
    expect(findings).toEqual([])
  })
  for (const tampering of TAMPERINGS)
    test(tampering.what, async () => {
      expect(await notices(tampering, await loadStores(), postgres, used)).toEqual([])
    })
})

describe('databases come, go and change', () => {
  for (const { what, holds } of MOVES)
    test(what, async () => {
      expect(await holds(await loadStores(), postgres)).toEqual([])
    })
})
