import type { PrunePlan } from '../journal/prune.ts'
import { pruneSqlite } from '../journal/stores/sqlite-prune.ts'
import { databaseFrom, databasePlaces } from './database.ts'
import { journalFor } from './journal-places.ts'

/** Removes old records from the chain of a state directory, wherever it is kept. Undefined: none is old enough. */
export async function pruneLog(state: string, before: number): Promise<PrunePlan | undefined> {
  const database = databaseFrom(state, {}, process.env)
  if (database === undefined) return pruneSqlite({ ...journalFor(state), before })
  const { prunePostgresOnce } = await import('../journal/stores/postgres/prune.ts')
  return prunePostgresOnce({ ...databasePlaces(state, database), before, now: Date.now() })
}
