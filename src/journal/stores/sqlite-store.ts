import type { Checkpoint } from '../checkpoints.ts'
import { statePaths } from './checkpoint-file.ts'
import { openSqliteJournal } from './sqlite.ts'
import { SqliteApprovals } from './sqlite-approvals.ts'
import { SqliteLimits } from './sqlite-limits.ts'
import { SqliteMachines } from './sqlite-machines.ts'
import { pruneSqlite } from './sqlite-prune.ts'
import { SqliteSessions } from './sqlite-sessions.ts'
import { SqliteFlags, SqliteTickets } from './sqlite-tickets.ts'
import { SqliteUsers } from './sqlite-users.ts'
import type { Store, StoreJournal } from './store.ts'

export interface SqliteStoreOptions {
  readonly stateDirectory: string
  readonly anchor?: string
  readonly deadlineMs?: number
  readonly onSigned?: (checkpoint: Checkpoint) => void
}

/** Everything in one file of the state directory. */
export function openSqliteStore(options: SqliteStoreOptions): Store<SqliteLimits> {
  const paths = statePaths(options.stateDirectory, options)
  const journal = openSqliteJournal(options)
  const sessions = new SqliteSessions(journal, paths.database)
  const approvals = new SqliteApprovals(journal, paths.database)
  const users = new SqliteUsers(journal, paths.database)
  const limits = new SqliteLimits(journal, paths.database)
  const machines = new SqliteMachines(options.stateDirectory)
  const tickets = new SqliteTickets(journal, paths.database)
  const flags = new SqliteFlags(journal, paths.database)
  const kept: StoreJournal = {
    remember: (record) => journal.remember(record),
    append: (draft, when) => journal.append(draft, when),
    check: () => journal.check(),
    refuse: (failure) => journal.refuse(failure),
    get backlog() {
      return journal.backlog
    },
    get writer() {
      return journal.keys.writer
    },
  }
  return {
    kind: 'sqlite',
    journal: kept,
    sessions,
    approvals,
    users,
    limits,
    machines,
    tickets,
    flags,
    log: { paths },
    prune: (before, most) => pruneSqlite({ ...options, journal, before, most, user: 'settings' }),
    close: async () => {
      try {
        await limits.flush()
      } finally {
        flags.close()
        tickets.close()
        machines.close()
        users.close()
        limits.close()
        approvals.close()
        sessions.close()
        await journal.close()
      }
    },
  }
}
