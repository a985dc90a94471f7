import { CANNOT_ASK } from '../../call/caller.ts'
import { toToolCall } from '../../call/read-call.ts'
import { AuditLogger } from '../../journal/audit-logger.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { SqliteSessions } from '../../journal/stores/sqlite-sessions.ts'
import { composeGate, type GateOptions } from '../compose.ts'
import { OpenSessions } from '../daemon/open-sessions.ts'
import { journalFor } from '../journal-places.ts'
import { keptAdmission } from '../kept-admission.ts'
import { SessionHost } from '../session-host.ts'
import { refusedOnRecord, unreadableVerdict } from '../unreadable.ts'
import { type McpJudge, MCP, toolName } from './judge.ts'

export interface EmbeddedOptions extends GateOptions {
  /** A record that is not durable after this is refused. */
  readonly journalDeadlineMs?: number
}

/** Judges in this process, with the same store and the same settings as the daemon. Nobody can be asked from here. */
export async function embeddedJudge(state: string, options: EmbeddedOptions = {}): Promise<McpJudge> {
  const { journalDeadlineMs: deadlineMs } = options
  const journal = openSqliteJournal({
    ...journalFor(state, options.home),
    // One client waits for one record: a thread in between only costs time.
    thread: 'caller',
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  })
  const audit = new AuditLogger(journal)
  const { database } = statePaths(state)
  const kept = keptAdmission(journal, database)
  const { users, limits } = kept
  const gate = await composeGate({ environment: process.env, users, limits, ...options, journal, audit, state })
  const store = new SqliteSessions(journal, database)
  const sessions = new OpenSessions({ store, onTrouble: () => undefined })
  const host = new SessionHost({ gate: () => gate, sessions, grants: store, audit })
  return {
    judge: async (call, signal) => {
      const { input, cwd, session, use, held } = call
      const parts = { tool: toolName(call), input, cwd, ...(use === undefined ? {} : { id: use }) }
      const read = toToolCall(parts, { session, agent: MCP, cwd })
      if ('unreadable' in read) return unreadableVerdict(read.unreadable)
      if (held !== undefined) return refusedOnRecord(gate.journal, read.ok, 'admission', held, gate.world.user)
      const verdict = await host.judge(read.ok, { caller: CANNOT_ASK, signal })
      return gate.reader?.reads === 'all' ? { ...verdict, readsAll: true } : verdict
    },
    remark: async ({ server, session, tool, code, sentence }) => {
      await audit.note({
        type: 'injection_detected',
        severity: 'warn',
        session,
        agent: MCP,
        tool,
        code,
        details: { server, sentence },
      })
      await host.remarked(session, toolName({ server, tool }), sentence)
    },
    resultOf: async ({ server, session, tool, text }) => {
      const seen = await host.resultOf(session, { tool: toolName({ server, tool }), text, agent: MCP })
      return { say: seen.say, withhold: seen.withhold, injected: seen.finding !== undefined }
    },
    close: async () => {
      sessions.close()
      await sessions.flush()
      store.close()
      await kept.close().catch(() => undefined)
      await journal.close()
    },
  }
}
