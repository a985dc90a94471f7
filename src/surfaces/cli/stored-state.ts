import { existsSync } from 'node:fs'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import type { Person } from '../../policy/people.ts'
import type { Session } from '../../session.ts'
import { journalFor } from '../journal-places.ts'
import { stateDirectory } from '../state-directory.ts'

/** What the gate of this machine remembers, for whoever only looks: nothing is written, and nothing is made. */
export interface StoredState {
  /** Who is a user of this installation. */
  readonly users: () => readonly Person[]
  /** A session as it stands. Undefined: it is not known. */
  readonly session: (id: string) => Promise<Session | undefined>
  readonly close: () => Promise<void>
}

/** Undefined: there is nothing yet. Loaded only where there is something: a check starts fast. */
export async function storedState(given?: string): Promise<StoredState | undefined> {
  const state = stateDirectory(given)
  const { database } = statePaths(state)
  if (!existsSync(database)) return undefined
  const [{ openSqliteJournal }, { SqliteUsers }, { SqliteSessions }] = await Promise.all([
    import('../../journal/stores/sqlite.ts'),
    import('../../journal/stores/sqlite-users.ts'),
    import('../../journal/stores/sqlite-sessions.ts'),
  ])
  const journal = openSqliteJournal({ ...journalFor(state), thread: 'caller' })
  const users = new SqliteUsers(journal, database)
  const sessions = new SqliteSessions(journal, database)
  return {
    users: () => users.read().people,
    session: (id) => sessions.load(id),
    close: async () => {
      users.close()
      sessions.close()
      await journal.close()
    },
  }
}
