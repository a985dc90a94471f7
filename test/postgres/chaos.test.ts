import { afterAll, beforeAll, expect, test } from 'vitest'
import { chaos } from '../chaos/run.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

/** The whole of it: `node scripts/chaos-postgres.ts`. */
test('three daemons over one database keep every promise through each fault', async () => {
  const rows = await chaos(postgres, { form: 'short' })
  expect(rows.length).toBeGreaterThan(10)
  for (const { what, violations } of rows) expect({ what, violations }).toEqual({ what, violations: [] })
})
