import { readCallValue } from '../../call/read-call.ts'
import { AbortError } from '../../classifier/denials.ts'
import { answerTurn } from '../../classifier/transcript.ts'
import { judge } from '../../gate.ts'
import { AuditLogger } from '../../journal/audit-logger.ts'
import { JournalFailure } from '../../journal/journal.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { SqliteSessions } from '../../journal/stores/sqlite-sessions.ts'
import { type DeliveredBy, type Mode, newSession, type Session } from '../../session.ts'
import type { Reason, Verdict } from '../../verdict.ts'
import { composeGate, type GateOptions } from '../compose.ts'
import { stateDirectory } from '../state-directory.ts'
import { refusedVerdict, unreadableVerdict } from '../unreadable.ts'
import { keptSession, unkept } from './kept-session.ts'

export interface OpenGateOptions extends GateOptions {
  /** The directory the agent works in. Default: this process's. */
  readonly cwd?: string
  readonly mode?: Mode
  /** True when you will put `ask` verdicts before a person. Default false: an ask is a deny. */
  readonly interactive?: boolean
  /**
   * The session's name. A named session is kept beside the audit log: opened again, by this process or the next, it
   * knows its turns, its denials and the files the agent wrote. Without a name it ends with the gate.
   */
  readonly session?: string
  readonly agent?: string
  /** The person or service account the agent works for: it stands in every record. */
  readonly user?: string
  /** Where the audit log is kept. Default: `PORTCULLIS_STATE`, else `~/.portcullis/state`. */
  readonly state?: string
}

/** A gate for one agent session, for programs that build agents. */
export interface OpenGate {
  readonly session: Session
  /** What the user said: the review reads it, the agent's own prose never. */
  readonly userSaid: (text: string) => void
  /** What the user chose when the agent asked: it counts as said by the user. */
  readonly userAnswered: (question: string, answer: string) => void
  /** What arrived in the user's place: from a schedule, a webhook, another agent. It gives no consent. */
  readonly delivered: (from: DeliveredBy, text: string) => void
  /**
   * Judges one call. Run the tool only when `decision` is exactly `'allow'`. Throws AbortError, and nothing else, when
   * the agent has been denied too often and nobody is there to decide. The signal gives the call up: it is denied.
   */
  readonly judge: (tool: string, input: unknown, signal?: AbortSignal) => Promise<Verdict>
  /** Waits until every record is written, and closes the log. */
  readonly close: () => Promise<void>
}

export async function openGate(options: OpenGateOptions = {}): Promise<OpenGate> {
  const state = stateDirectory(options.state, process.env, options.home)
  const own = openSqliteJournal({ stateDirectory: state })
  const audit = new AuditLogger(own)
  const gate = await composeGate({ environment: process.env, journal: own, audit, ...options })
  const cwd = options.cwd ?? process.cwd()
  const session = newSession(options.session ?? 'library', {
    mode: options.mode ?? gate.policyFor(cwd).defaultMode,
    interactive: options.interactive ?? false,
  })
  if (options.user !== undefined) session.user = options.user
  const agent = options.agent ?? 'library'
  const sessions = new SqliteSessions(own, statePaths(state).database)
  // Whoever brings a journal of their own keeps their sessions themselves.
  const kept = options.session === undefined || options.journal ? unkept : keptSession(sessions, session)
  let calls = 0

  /** The input is not on record: what could not be read cannot be masked. */
  const refuseUnreadable = (tool: string, reason: Reason): Verdict => {
    const verdict = unreadableVerdict(reason)
    const named = String(tool).slice(0, 512)
    const call = { id: `call-${calls}`, session: session.id, agent, tool: named, input: {}, cwd, fingerprint: '' }
    const { digest } = gate.policyFor(cwd)
    const record = { call, verdict, mode: session.mode, policyDigest: digest, user: session.user }
    gate.journal.remember(record).catch(() => undefined)
    return verdict
  }

  /** An allow leaves when the session that remembers it is durable, too; a deny does not wait. */
  const judgeAndKeep = async (tool: string, input: unknown, signal?: AbortSignal): Promise<Verdict> => {
    const read = readCallValue({ tool, input }, { id: `call-${++calls}`, cwd, session: session.id, agent })
    if ('unreadable' in read) return refuseUnreadable(tool, read.unreadable)
    try {
      await kept.restore()
      const verdict = await judge(gate, read.ok, session, signal)
      const saved = kept.save()
      if (verdict.decision === 'deny') saved.catch(() => undefined)
      else await saved
      return verdict
    } catch (error) {
      const code = error instanceof JournalFailure ? error.code : 'gate.crashed'
      const message = error instanceof Error ? error.message : String(error)
      return refusedVerdict('journal', { code, sentence: `the session could not be kept: ${message}` })
    }
  }

  return {
    session,
    userSaid: (text) => void session.turns.push({ kind: 'user', text }),
    userAnswered: (question, answer) => void session.turns.push(answerTurn(question, answer)),
    delivered: (from, text) => void session.turns.push({ kind: 'delivery', from, text }),
    judge: async (tool, input, signal) => {
      const verdict = await judgeAndKeep(tool, input, signal)
      if (verdict.stopAgent) throw new AbortError()
      return verdict
    },
    close: async () => {
      await kept.restore().then(kept.save, () => undefined)
      sessions.close()
      await own.close()
    },
  }
}
