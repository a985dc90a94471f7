import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as PrepareModule from '../../src/journal/stores/postgres/prepare.ts'
import { SCHEMA_VERSION } from '../../src/journal/stores/migrations.ts'
import { loadDaemon, type Running } from '../daemon/client.ts'
import { loaderFor } from '../product.ts'
import { putBack, scratchFor } from '../put-back.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { until } from '../until.ts'
import { team } from './team.ts'

let postgres: TestPostgres
const scratch = scratchFor('upgrade')
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

/** The next version of the program: one more step, which adds a table and a column. */
function nextVersion(): string {
  return putBack(scratch, 'next', [
    {
      file: 'journal/stores/migrations.ts',
      find: 'addMachines, addTickets]',
      replace: 'addMachines, addTickets, addLater]',
    },
    {
      file: 'journal/stores/migrations.ts',
      find: '/** What several daemons have to agree about besides',
      replace: `function addLater(db: Kysely<Tables>): readonly Compilable[] {
  return [
    db.schema.createTable('later' as never).addColumn('id', 'text', (column) => column.primaryKey().notNull()),
    db.schema.alterTable('audit_anchor').addColumn('later' as never, 'text', (column) => column.notNull().defaultTo('')),
  ]
}

/** What several daemons have to agree about besides`,
    },
  ])
}

test('daemons are replaced one after the other across a change of the schema, and no call is refused meanwhile', async () => {
  const root = nextVersion()
  const [now, next] = [await loadDaemon(), await loadDaemon(root)]
  const url = await postgres.database()
  const old = team(now, url)
  const later = team(next, url)
  const refused: string[] = []
  let serving: readonly Running[] = []
  const load = { sent: 0, stopping: false }
  const sendAll = async (): Promise<void> => {
    while (!load.stopping) {
      const daemon = serving[load.sent++ % serving.length]!
      const { status, body } = await daemon.post('/v1/judge', daemon.call('ls -la', `s${load.sent % 5}`))
      if (status !== 200 || (JSON.parse(body) as { decision?: string }).decision !== 'allow') refused.push(body)
    }
  }
  const tenMore = (): Promise<unknown> => {
    const wanted = load.sent + 10
    return until('ten more calls', () => load.sent >= wanted)
  }
  try {
    const one = await old.join()
    const two = await old.join()
    serving = [one, two]
    const running = sendAll()
    const { prepareDatabase } = await loaderFor(root)<typeof PrepareModule>('journal/stores/postgres/prepare.ts')
    const teamKey = join(one.daemon.paths.directory, 'postgres', 'team.key')
    const migrated = await prepareDatabase({ url, teamKey }, Date.now(), 'migrate')
    expect(migrated).toMatchObject({ before: SCHEMA_VERSION, after: SCHEMA_VERSION + 1 })
    // Both old ones go on with the tables they know.
    await tenMore()
    // A new one takes the place of each: the same state directory, so the same key and chain.
    const replace = async (daemon: Running, other: Running): Promise<Running> => {
      serving = [other]
      await daemon.daemon.stop()
      const home = join(daemon.directory, 'home')
      const again = await later.join({ stateDirectory: daemon.daemon.paths.directory, home })
      serving = [again, other]
      return again
    }
    const newOne = await replace(one, two)
    await tenMore()
    // An old one that starts now is told so.
    await expect(old.join()).rejects.toThrow(/update the program/)
    const newTwo = await replace(two, newOne)
    await tenMore()
    load.stopping = true
    await running
    expect(refused).toEqual([])
    const { body } = await newTwo.get('/v1/audit/verify')
    expect((JSON.parse(body) as { verification: object }).verification).toMatchObject({ ok: true, findings: [] })
    const rows = await postgres.query(url, "select count(*)::int as n from audit_log where decision = 'allow'")
    expect(rows[0]?.['n']).toBe(load.sent)
  } finally {
    load.stopping = true
    await later.end()
    await old.end()
  }
})
