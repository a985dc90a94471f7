import type { UserStore } from '../journal/users.ts'
import type { SqliteJournal } from '../journal/stores/sqlite.ts'
import { SqliteLimits, type SqliteLimitsOptions } from '../journal/stores/sqlite-limits.ts'
import { SqliteUsers } from '../journal/stores/sqlite-users.ts'
import type { GateOptions } from './compose.ts'
import { oncePerTurn } from './event-loop-turn.ts'

/** What a gate takes from its store besides the journal: who is who, and how often each has called. */
export interface KeptAdmission extends Required<Pick<GateOptions, 'users' | 'limits'>> {
  /** Writes what is left to write, and lets go of the file. To be called before the journal is closed. */
  close(): Promise<void>
}

export function keptAdmission(
  journal: SqliteJournal,
  database: string,
  process: SqliteLimitsOptions['process'] = 'goes on',
): KeptAdmission {
  const store = new SqliteUsers(journal, database)
  const limits = new SqliteLimits(journal, database, { process })
  return {
    users: storedPeople(store),
    limits,
    close: async () => {
      try {
        await limits.flush()
      } finally {
        store.close()
        limits.close()
      }
    },
  }
}

/** Who is a user, as the store is in this turn of the event loop. */
export function storedPeople(store: Pick<UserStore, 'read'>): NonNullable<GateOptions['users']> {
  return oncePerTurn(() => store.read().people)
}
