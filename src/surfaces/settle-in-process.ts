import { AuditLogger } from '../journal/audit-logger.ts'
import { statePaths } from '../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../journal/stores/sqlite.ts'
import { SqliteSessions } from '../journal/stores/sqlite-sessions.ts'
import type { Tools } from '../containment/runs.node.ts'
import { composeGate } from './compose.ts'
import { storedSessions } from './hook/stored-sessions.ts'
import { journalFor } from './journal-places.ts'
import { SessionHost } from './session-host.ts'
import { type Settled, settleContained } from './settle-contained.ts'

/**
 * Settles a contained run in this process, with the same store and the same settings as the daemon, for when none is
 * there. Nobody can be asked from here: what is held waits for `run --decide`, or for the daemon.
 */
export async function settleInProcess(state: string, tools: Tools, id: string, exit: number): Promise<Settled> {
  const journal = openSqliteJournal({ ...journalFor(state), thread: 'caller' })
  const sessions = new SqliteSessions(journal, statePaths(state).database)
  try {
    const audit = new AuditLogger(journal)
    const gate = await composeGate({ journal, audit, grammars: 'when needed', state })
    const host = new SessionHost({ gate: () => gate, sessions: storedSessions(sessions), audit })
    return await settleContained({ gate, host, audit, state, tools }, id, exit)
  } finally {
    sessions.close()
    await journal.close()
  }
}
