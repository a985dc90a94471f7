import type { Checkpoint } from '../journal/checkpoints.ts'
import { JournalFailure } from '../journal/journal.ts'
import type { Store } from '../journal/stores/store.ts'
import { openSqliteStore } from '../journal/stores/sqlite-store.ts'
import type { GateOptions } from './compose.ts'
import { type Database, databasePlaces } from './database.ts'
import { CannotStart } from './daemon/cannot-start.ts'
import type { Log } from './daemon/log.ts'
import { journalFor } from './journal-places.ts'

export interface StoreOptions {
  readonly home?: string
  readonly log?: Log
  readonly journalDeadlineMs?: number
  /** PostgreSQL, together with other daemons. Left out: SQLite in the state directory. */
  readonly database?: Database
}

/** Opens what a daemon keeps. With PostgreSQL it may take as long as the database takes to answer. */
export async function openStore(
  state: string,
  options: StoreOptions,
  onSigned: (checkpoint: Checkpoint) => void,
): Promise<Store<NonNullable<GateOptions['limits']>>> {
  const deadline = options.journalDeadlineMs === undefined ? {} : { deadlineMs: options.journalDeadlineMs }
  if (options.database === undefined)
    return openSqliteStore({ ...journalFor(state, options.home), onSigned, ...deadline })
  const { openPostgresStore } = await import('../journal/stores/postgres/store.ts')
  const onNotice = (message: string): void => options.log?.('warn', message)
  try {
    const places = databasePlaces(state, options.database, options.home)
    return await openPostgresStore({ ...places, onSigned, onNotice, ...deadline })
  } catch (error) {
    if (!(error instanceof JournalFailure)) throw error
    throw new CannotStart(`the journal cannot be used (${error.code}): ${error.message}`, { cause: error })
  }
}
