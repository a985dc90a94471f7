import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDaemon } from '../daemon/client.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { GATES, MACHINE_BEHAVIOURS } from '../suites/machines-stores.ts'
import { REMOTE_GATES } from '../suites/remote/several-gates.ts'
import { withStore } from '../suites/store-conformance.ts'
import { loadStores } from './open.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

describe.each(['sqlite', 'postgres'] as const)('logs of other machines in %s', (kind) => {
  for (const { what, holds } of MACHINE_BEHAVIOURS)
    test(what, async () => {
      const product = await loadStores()
      expect(await withStore(kind, product, postgres, (opened) => holds(opened, product))).toEqual([])
    })
})

describe('logs of other machines in the database of two gates', () => {
  for (const { what, holds } of GATES)
    test(what, async () => {
      expect(await holds(await loadStores(), postgres)).toEqual([])
    })
})

describe('machines and several gates over one database', () => {
  for (const { what, holds } of REMOTE_GATES)
    test(what, async () => {
      expect(await holds(await loadDaemon(), postgres)).toEqual([])
    })
})
