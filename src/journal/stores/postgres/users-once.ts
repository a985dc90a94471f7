import type { UserStore } from '../../users.ts'
import type { StatePaths } from '../checkpoint-file.ts'
import type { DatabasePlace } from '../database-place.ts'
import { nameOf, openPool } from './connect.ts'
import { PostgresJournal } from './journal.ts'
import { PostgresUsers } from './users.ts'
import { Versions } from './versions.ts'

/** For a command, besides a daemon that may run: the record of a change goes to the same chain, one after the other. */
export async function withPostgresUsers<T>(
  { paths, place }: { readonly paths: StatePaths; readonly place: DatabasePlace },
  act: (users: UserStore) => Promise<T>,
): Promise<T> {
  const name = nameOf(place.url)
  const journal = new PostgresJournal({ paths, place, deadlineMs: 10_000 })
  const pool = openPool(place.url, 1)
  try {
    await journal.check()
    const users = new PostgresUsers(journal, pool, new Versions(pool, () => journal.keys), name)
    await users.refresh()
    return await act(users)
  } finally {
    await journal.close()
    await pool.end().catch(() => undefined)
  }
}
