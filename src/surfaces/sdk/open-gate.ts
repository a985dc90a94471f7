import { homedir } from 'node:os'
import { visible } from '../../call/visible.ts'
import { readCallValue } from '../../call/read-call.ts'
import type { ToolCall } from '../../call/tool-call.ts'
import { LIMITS } from '../../classifier/deadlines.ts'
import { AbortError } from '../../classifier/denials.ts'
import type { BroughtBack } from '../../classifier/returned.ts'
import { answerTurn } from '../../classifier/transcript.ts'
import { AuditLogger } from '../../journal/audit-logger.ts'
import { JournalFailure } from '../../journal/journal.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { SqliteSessions } from '../../journal/stores/sqlite-sessions.ts'
import { type DeliveredBy, type Mode, newSession, type Session } from '../../session.ts'
import type { Layer, Reason, Verdict } from '../../verdict.ts'
import { composeGate, type GateOptions } from '../compose.ts'
import { changeSentence, type PolicyChange } from '../policies.ts'
import { SessionHost } from '../session-host.ts'
import { stateDirectory } from '../state-directory.ts'
import { refusedOnRecord } from '../unreadable.ts'
import { keptSession, onlySession, unkept } from './kept-session.ts'
import { type AskPerson, libraryApprover } from './library-approver.ts'

export interface OpenGateOptions extends GateOptions {
  /** The directory the agent works in. Default: this process's. */
  readonly cwd?: string
  readonly mode?: Mode
  /** True when you will put `ask` verdicts before a person. Default false: an ask is a deny. */
  readonly interactive?: boolean
  /** Puts an `ask` before a person and waits for what they choose: `promptInTerminal`, or a function of your own. */
  readonly approver?: AskPerson
  /**
   * The session's name. A named session is kept beside the audit log: opened again, by this process or the next, it
   * knows its turns, its denials and the files the agent wrote. Without a name it ends with the gate.
   */
  readonly session?: string
  readonly agent?: string
  /** The person or service account the agent works for: it stands in every record. Default: whose process this is. */
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
  /** A sub-agent inside this session. Its calls are judged under the same rules, and known to be its own. */
  readonly subagent: (id: string, type?: string) => SubagentGate
  /** Waits until every record is written, and closes the log. */
  readonly close: () => Promise<void>
}

/** A gate for one sub-agent. */
export interface SubagentGate {
  readonly judge: OpenGate['judge']
  /**
   * The sub-agent is back: where a model reviews, all that it did is looked at. Returns its report, after what has to be
   * said before it: a warning, or that nobody could look. Give the agent that delegated this, not the report.
   */
  readonly handOver: (report: string, signal?: AbortSignal) => Promise<string>
}

export async function openGate(options: OpenGateOptions = {}): Promise<OpenGate> {
  const state = stateDirectory(options.state, process.env, options.home)
  const own = openSqliteJournal({ stateDirectory: state })
  const audit = new AuditLogger(own)
  const defaults = { environment: process.env, journal: own, audit, onPolicyChange: sayLoudly }
  const composed = await composeGate({ ...defaults, ...options })
  const cwd = options.cwd ?? process.cwd()
  const session = newSession(options.session ?? 'library', {
    mode: options.mode ?? composed.policyFor(cwd).defaultMode,
    interactive: options.interactive ?? false,
  })
  session.settingsMode = composed.policyFor(cwd).defaultMode
  setUser(session, options.user ?? composed.world.user)
  const agent = options.agent ?? 'library'
  const sessions = new SqliteSessions(own, statePaths(state).database)
  // Whoever brings a journal of their own keeps their sessions themselves.
  const kept = options.session === undefined || options.journal ? unkept : keptSession(sessions, session)
  const approver =
    options.approver &&
    libraryApprover({
      ask: options.approver,
      session,
      policyFor: composed.policyFor,
      home: options.home ?? homedir(),
      record: (draft) => own.append(draft),
      audit,
      ...(kept === unkept ? {} : { store: sessions }),
    })
  const host = new SessionHost({
    gate: () => ({ ...composed, ...(approver ? { approver } : {}) }),
    sessions: onlySession(session, kept),
    audit,
  })
  let calls = 0

  const refuse = (call: ToolCall, layer: Layer, reason: Reason): Verdict =>
    refusedOnRecord(composed.journal, call, layer, reason, session.user)

  /** The input is not on record: what could not be read cannot be masked. */
  const refuseUnreadable = (tool: string, reason: Reason): Verdict => {
    const named = String(tool).slice(0, 512)
    const call = { id: `call-${calls}`, session: session.id, agent, tool: named, input: {}, cwd, fingerprint: '' }
    return refuse(call, 'admission', reason)
  }

  const judgeAndKeep = async (tool: string, input: unknown, signal?: AbortSignal, of?: Subagent): Promise<Verdict> => {
    const read = readCallValue({ tool, input }, { id: `call-${++calls}`, cwd, session: session.id, agent })
    if ('unreadable' in read) return refuseUnreadable(tool, read.unreadable)
    const call = of === undefined ? read.ok : { ...read.ok, subagent: of }
    try {
      return await host.judge(call, { signal })
    } catch (error) {
      const code = error instanceof JournalFailure ? error.code : 'gate.crashed'
      const message = error instanceof Error ? error.message : String(error)
      return refuse(call, 'journal', { code, sentence: `the session could not be kept: ${message}` })
    }
  }

  const judgeFor =
    (of?: Subagent): OpenGate['judge'] =>
    async (tool, input, signal) => {
      const verdict = await judgeAndKeep(tool, input, signal, of)
      if (verdict.stopAgent) throw new AbortError()
      return verdict
    }

  /** What cannot be kept of a handoff is looked at again: too much is said, never too little. */
  const handOver = async (id: string, report: string, signal?: AbortSignal): Promise<string> => {
    await kept.restore().catch(() => undefined)
    session.turns.push({ kind: 'subagent', id, what: 'ended' })
    const limits = { patience: LIMITS.whole, ...(signal === undefined ? {} : { signal }) }
    const note = await host.noteBefore(session.id, HANDED_OVER, limits)
    return note === '' ? report : `${note}\n\n${report}`
  }

  return {
    session,
    userSaid: (text) => void session.turns.push({ kind: 'user', text }),
    userAnswered: (question, answer) => void session.turns.push(answerTurn(question, answer)),
    delivered: (from, text) => void session.turns.push({ kind: 'delivery', from, text }),
    judge: judgeFor(),
    subagent: (id, type = 'subagent') => ({
      judge: judgeFor({ id, type }),
      handOver: (report, signal) => handOver(id, report, signal),
    }),
    close: async () => {
      approver?.close()
      await kept.restore().then(kept.save, () => undefined)
      sessions.close()
      await own.close()
    },
  }
}

/** Unless the program wants to hear of it itself, whoever watches it does. */
function sayLoudly(change: PolicyChange): void {
  if (change.problems.length > 0) process.stderr.write(`portcullis: ${visible(changeSentence(change))}\n`)
}

/** A name that the machine cannot tell is none. */
function setUser(session: Session, user: string): void {
  if (user !== '') session.user = user
}

type Subagent = NonNullable<ToolCall['subagent']>

/** Programs say themselves who is back, and to whom a report goes is theirs to know. */
const HANDED_OVER: BroughtBack = { tool: '', to: undefined, calls: 'named' }
