import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { BEHAVIOURS, withStore } from '../suites/store-conformance.ts'
import { loadStores } from './open.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

describe.each(['sqlite', 'postgres'] as const)('a store in %s', (kind) => {
  for (const { what, holds } of BEHAVIOURS)
    test(what, async () => {
      const product = await loadStores()
      expect(await withStore(kind, product, postgres, (opened) => holds(opened, product))).toEqual([])
    })
})
