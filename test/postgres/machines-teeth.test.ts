import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDaemon } from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'
import { startPostgres, type TestPostgres } from '../servers/postgres.ts'
import { GATES, MACHINE_BEHAVIOURS } from '../suites/machines-stores.ts'
import { REMOTE_GATES } from '../suites/remote/several-gates.ts'
import { withStore } from '../suites/store-conformance.ts'
import { loadStores } from './open.ts'

type Notices = (root: string, postgres: TestPostgres) => Promise<Failures>

function named<T extends { readonly what: string }>(table: readonly T[], part: string): T {
  const found = table.find(({ what }) => what.includes(part))
  if (found === undefined) throw new Error(`nothing is called \`${part}\``)
  return found
}

const gates =
  (part: string): Notices =>
  async (root, postgres) =>
    named(GATES, part).holds(await loadStores(root), postgres)
const remote =
  (part: string): Notices =>
  async (root, postgres) =>
    named(REMOTE_GATES, part).holds(await loadDaemon(root), postgres)
const behaviour =
  (part: string): Notices =>
  async (root, postgres) => {
    const product = await loadStores(root)
    return withStore('postgres', product, postgres, (opened) => named(MACHINE_BEHAVIOURS, part).holds(opened, product))
  }

const MACHINES = 'journal/stores/postgres/machines.ts'
const READER = 'journal/stores/postgres/machines-reader.ts'

const BUGS: readonly (Change & { readonly bug: string; readonly noticedBy: Notices })[] = [
  {
    bug: 'nobody compares where the chain stands',
    file: MACHINES,
    find: 'if (!began && !isSame(found, expected)) {',
    replace: 'if (!began && found === undefined) {',
    noticedBy: behaviour('another one than expected'),
  },
  {
    bug: 'a try that was not heard from is taken for none',
    file: MACHINES,
    find: 'return tries > 1 && isSame(found, target)',
    replace: 'return tries > TRIES && isSame(found, target)',
    noticedBy: gates('at COMMIT, after it was done'),
  },
  {
    bug: 'a connection that is lost is not tried again',
    file: MACHINES,
    find: "const again = isLost(error) || sqlState(error).startsWith('40')",
    replace: "const again = sqlState(error).startsWith('40') && isLost(error)",
    noticedBy: gates('at COMMIT, before it arrives'),
  },
  {
    bug: 'the chain is moved on without its records',
    file: MACHINES,
    find: 'await insertRecords(client, records, this.name)',
    replace: 'if (began) await insertRecords(client, records, this.name)',
    noticedBy: gates('now to one gate'),
  },
  {
    bug: 'a pin replaces any other',
    file: MACHINES,
    find: "'realm = $1 and token = $2 and writer = $3 and held = $4',",
    replace: "'realm = $1 and token = $2 and $3::text is not null and $4::text is not null',",
    noticedBy: behaviour('a token is bound once'),
  },
  {
    bug: "another user's key is bound",
    file: MACHINES,
    find: 'return others.rows.length > 0 ? 0 : tx.insert',
    replace: 'return others.rows.length > 1 ? 0 : tx.insert',
    noticedBy: behaviour('a token is bound once'),
  },
  {
    bug: 'pins are not sealed',
    file: 'journal/stores/postgres/sealed-tables.ts',
    find: 'return TEAM_TABLES[table].map((column) => row[column])',
    replace:
      "return TEAM_TABLES[table].map((column) => (table === 'machine_pin' && column !== 'realm' ? '' : row[column]))",
    noticedBy: gates('a pin that is edited'),
  },
  {
    bug: 'pins that were put back are used',
    file: READER,
    find: 'if (commit < before)',
    replace: 'if (commit < 0)',
    noticedBy: gates('a pin that is edited'),
  },
  {
    bug: 'records hold only what the text of PostgreSQL can',
    file: MACHINES,
    find: 'JSON.stringify(Object.fromEntries(AUDIT_COLUMNS.map((column) => [column, record[column]])))',
    replace:
      "JSON.stringify(Object.fromEntries(AUDIT_COLUMNS.map((column) => [column, typeof record[column] === 'string' ? storable(record[column]) : record[column]])))",
    noticedBy: behaviour('U+0000 in a column'),
  },
  {
    bug: 'a gate keeps delivered logs to itself',
    file: 'surfaces/daemon/daemon.ts',
    find: 'machines: stored.machines,',
    replace: "machines: new (await import('../../journal/stores/sqlite-machines.ts')).SqliteMachines(paths.directory),",
    noticedBy: remote('bound at one gate'),
  },
  {
    bug: 'a gate follows another one',
    file: 'surfaces/daemon/daemon.ts',
    find: 'if (options.database !== undefined) refuseFollower(paths.directory)',
    replace: 'void refuseFollower',
    noticedBy: remote('does not start'),
  },
  {
    bug: 'a gate that runs becomes a follower',
    file: 'surfaces/team/follower.ts',
    find: 'if (team !== undefined && this.#options.joins === false) throw new Error(isGate(state))',
    replace: '',
    noticedBy: remote('does not start'),
  },
]

describe('a bug put back is noticed', () => {
  const scratch = scratchFor('machines-postgres')
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  for (const { bug, noticedBy, ...change } of BUGS)
    it(bug, async () => {
      const root = putBack(scratch, bug, [change])
      expect(await noticedBy(root, postgres).catch((error: unknown) => [String(error)])).not.toEqual([])
    })
})
