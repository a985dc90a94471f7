import { agentNamed } from '../../agents/index.ts'
import { type Caller, CANNOT_ASK, PLAIN_CALLER } from '../../call/caller.ts'
import { readCallValue } from '../../call/read-call.ts'
import type { ToolCall } from '../../call/tool-call.ts'
import { LIMITS } from '../../classifier/deadlines.ts'
import { AbortError } from '../../classifier/denials.ts'
import { answerTurn } from '../../classifier/transcript.ts'
import { mayHaveNetwork } from '../../containment/network.ts'
import type { Gate } from '../../gate.ts'
import type { ApprovalStore } from '../../journal/approvals.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import { JournalFailure } from '../../journal/journal.ts'
import type { Draft } from '../../journal/records.ts'
import type { SessionStore } from '../../journal/sessions.ts'
import { markSession, newSession, type Session } from '../../session.ts'
import type { Layer, Reason, Verdict } from '../../verdict.ts'
import { SessionHost } from '../session-host.ts'
import type { ContainedDoor } from './contained-door.ts'
import { refusedOnRecord, refusedVerdict } from '../unreadable.ts'
import type { Emitter } from './gate-events.ts'
import type { SessionOptions } from './gate-options.ts'
import type { AnsweredCall, GatedSession, GatedSubagent, JudgeOptions, ToolResult } from './gated-session.ts'
import { keptSession, onlySession, unkept } from './kept-session.ts'
import { libraryApprover } from './library-approver.ts'
import type { LibraryChats } from './library-chats.ts'
import { lookAtResult, lookAtText, unseen } from './look-at-result.ts'
import { runContained, settleTicket } from './run-contained.ts'
import { judgeOptions, type RunContained, wrapTool } from './wrap-tool.ts'

/** What the sessions of one gate share. */
export interface SharedParts {
  readonly gate: Gate
  readonly audit: AuditLogger
  readonly record: (draft: Draft) => Promise<void>
  readonly home: string
  readonly state: string
  readonly events: Emitter
  /** Where tickets of this gate lie, and where what they ran is settled. */
  readonly door: ContainedDoor
  /** Chats in which people are asked. */
  readonly chats?: LibraryChats | undefined
  /** Where a named session is kept. Left out: it ends with the program. */
  readonly stores?: { readonly sessions: SessionStore; readonly approvals: ApprovalStore }
}

export interface EmbeddedSession extends GatedSession {
  readonly session: Session
  /**
   * Runs what a `'contain'` of this session gave leave for, once and behind walls, and makes its changes real when nothing
   * speaks against them. A shell that runs `verdict.rewritten` comes to the same: one of the two, once. Rejects when nothing
   * ran, or when what it did could not be judged: then nothing of it was written.
   */
  readonly runContained: RunContained
}

type Named = Pick<JudgeOptions, 'id' | 'agent' | 'cwd'>
type Subagent = NonNullable<ToolCall['subagent']>

/** One session of an agent inside this process. */
export function embeddedSession(id: string, options: SessionOptions, parts: SharedParts): EmbeddedSession {
  const { gate, audit, stores, events } = parts
  const cwd = options.cwd ?? process.cwd()
  const sessionAgent = options.agent ?? 'library'
  const { defaultMode } = gate.policyFor(cwd)
  const session = newSession(id, { mode: options.mode ?? defaultMode, interactive: options.interactive ?? false })
  session.settingsMode = defaultMode
  const user = options.user ?? gate.world.user
  // A name that the machine cannot tell is none.
  if (user !== '') session.user = user
  const kept = stores === undefined ? unkept : keptSession(stores.sessions, session)
  const people = libraryApprover({
    ask: options.approver,
    chats: parts.chats,
    session,
    policyFor: gate.policyFor,
    people: gate.people,
    login: gate.world.user,
    home: parts.home,
    record: parts.record,
    audit,
    ...(stores === undefined ? {} : { store: stores.sessions, left: stores.approvals }),
    onEvent: (event) => {
      if (event.what === 'asked') events.emit('question', { session: id, question: event.question })
      else events.emit('answer', { session: id, question: event.question, settlement: event.settlement })
    },
  })
  const host = new SessionHost({ gate: () => gate, sessions: onlySession(session, kept), audit })
  let calls = 0
  let closed = false
  const { door } = parts
  const settling = { gate, host, audit, state: parts.state, home: parts.home, door }
  /** Runs that this session may still start. */
  const leave = new Set<string>()

  /** A taint that comes after the ticket takes the network back. */
  const network = (): boolean => !closed && mayHaveNetwork(session)

  /** A shell may spend the ticket, too: what it ran is settled here all the same. */
  const giveLeave = (run: string): void => {
    leave.add(run)
    door.admit(run, {
      network,
      settle: (exit) => {
        leave.delete(run)
        return closed ? Promise.reject(new Error(CLOSED.sentence)) : settleTicket(settling, run, exit)
      },
    })
  }

  const contained: RunContained = async (verdict, signal) => {
    const run = verdict.decision === 'contain' ? verdict.contained?.run : undefined
    if (closed || run === undefined || !leave.delete(run) || door.take(run) === undefined)
      throw new Error('this session gave no leave for that run, or it was used: nothing was run')
    door.admit(run, { network, settle: () => Promise.reject(new Error('this program settles it already')) })
    try {
      return await runContained(settling, verdict, signal)
    } finally {
      door.take(run)
    }
  }

  const told = (call: Pick<ToolCall, 'id' | 'tool' | 'subagent'>, verdict: Verdict): Verdict => {
    if (events.has('verdict')) {
      const { id: name, tool, subagent } = call
      const about = { id: name, tool, ...(subagent === undefined ? {} : { subagent }) }
      events.emit('verdict', { session: id, call: about, verdict })
    }
    return verdict
  }

  const refuse = (call: ToolCall, layer: Layer, reason: Reason): Verdict =>
    told(call, refusedOnRecord(gate.journal, call, layer, reason, session.user))

  /** The call, or the verdict on one that cannot be judged. Of an input that cannot be read nothing is on record. */
  const readCall = (tool: string, input: unknown, of: Subagent | undefined, named: Named): ToolCall | Verdict => {
    const agent = named.agent ?? sessionAgent
    const where = named.cwd ?? cwd
    const defaults = { id: named.id ?? `call-${++calls}`, cwd: where, session: session.id, agent }
    const read = readCallValue({ tool, input, ...(named.id === undefined ? {} : { id: named.id }) }, defaults)
    if ('ok' in read) {
      const own = agentNamed(agent) === undefined ? { ownTools: true as const } : {}
      const call = { ...read.ok, ...own, ...(of === undefined ? {} : { subagent: of }) }
      return closed ? told(call, refusedVerdict('admission', CLOSED)) : call
    }
    const shown = { tool: String(tool).slice(0, 512), id: String(defaults.id).slice(0, 512) }
    return refuse(
      { ...shown, session: session.id, agent, input: {}, cwd: where, fingerprint: '' },
      'admission',
      read.unreadable,
    )
  }

  /** Whatever fails is a deny. */
  const guarded = async (call: ToolCall, act: () => Promise<Verdict>): Promise<Verdict> => {
    try {
      return await act()
    } catch (error) {
      const code = error instanceof JournalFailure ? error.code : 'gate.crashed'
      const message = error instanceof Error ? error.message : String(error)
      return refuse(call, 'journal', { code, sentence: `the session could not be kept: ${message}` })
    }
  }

  const judge = async (tool: string, input: unknown, given: JudgeOptions, of?: Subagent): Promise<Verdict> => {
    const call = readCall(tool, input, of, given)
    if ('decision' in call) return call
    const interactive = given.interactive ?? options.interactive ?? false
    const canRewrite = given.canRunRewritten === true
    const caller: Caller = { ...(interactive ? PLAIN_CALLER : CANNOT_ASK), canRewrite }
    const approver = people.forCall({ interactive: given.interactive, id: given.id })
    const verdict = await guarded(call, async () =>
      told(call, await host.judge(call, { signal: given.signal, caller, approver })),
    )
    if (verdict.decision === 'contain' && verdict.contained !== undefined) giveLeave(verdict.contained.run)
    return verdict
  }

  const settle = async (answered: AnsweredCall, signal?: AbortSignal, of?: Subagent): Promise<Verdict> => {
    const call = readCall(answered.tool, answered.input, of, answered)
    if ('decision' in call) return call
    return guarded(call, async () => {
      await kept.restore()
      await kept.look()
      const brings = {
        approved: answered.approved === true,
        by: answered.by ?? session.user ?? 'person',
        channel: 'library',
        left: people,
        approver: people.forCall({ interactive: undefined, id: undefined }),
      }
      const settled = await host.settle(call, brings, { signal })
      return 'decision' in settled ? told(call, settled) : refuse(call, 'humans', settled)
    })
  }

  /** Its functions, for the session itself or for one of its sub-agents. */
  const gated = (of?: Subagent): Omit<GatedSubagent, 'handOver'> => {
    const results = { session, host, audit, agent: sessionAgent, events }
    const own: Pick<GatedSubagent, 'judge' | 'resultOf' | 'returned'> = {
      judge: async (tool, input, given) => {
        const verdict = await judge(tool, input, judgeOptions(given), of)
        if (verdict.stopAgent) throw new AbortError(verdict.because)
        return verdict
      },
      resultOf: (call, text) => lookAtText(results, call, text).catch((error: unknown) => unseen(call.tool, error)),
      returned: (result: ToolResult, signal) => lookAtResult(results, result, of, signal),
    }
    return {
      ...own,
      settle: (answered, signal) => settle(answered, signal, of),
      wrap: (tool) => wrapTool(own, tool, contained),
      runContained: contained,
    }
  }

  /** What cannot be kept of a handoff is looked at again: too much is said, never too little. */
  const handOver = async (name: string, report: string, signal?: AbortSignal): Promise<string> => {
    await kept.restore().catch(() => undefined)
    session.turns.push({ kind: 'subagent', id: name, what: 'ended' })
    const limits = { patience: LIMITS.whole, ...(signal === undefined ? {} : { signal }) }
    // Programs say themselves who is back, and to whom a report goes is theirs to know.
    const note = await host.noteBefore(session.id, { tool: '', to: undefined, calls: 'named' }, limits)
    const parts = { session, host, audit, agent: sessionAgent, events }
    const { say, withhold } = await lookAtText(parts, { tool: 'Agent' }, report).catch((error: unknown) =>
      unseen('the sub-agent', error),
    )
    const notes = [note, say].filter((line) => line !== '')
    return [...notes, ...(withhold ? [] : [report])].join('\n\n')
  }

  return {
    id,
    session,
    userSaid: (text) => {
      session.turns.push({ kind: 'user', text })
      markSession(session, host.lookAtPrompt(id, 'the prompt', text).marks)
    },
    userAnswered: (question, answer) => void session.turns.push(answerTurn(question, answer)),
    delivered: (from, text) => void session.turns.push({ kind: 'delivery', from, text }),
    ...gated(),
    runContained: contained,
    subagent: (name, type = 'subagent') => ({
      ...gated({ id: name, type }),
      handOver: (report, signal) => handOver(name, report, signal),
    }),
    close: async () => {
      if (closed) return
      closed = true
      gate.guardian?.clearCache(session.id)
      people.close()
      await kept.restore().then(kept.save, () => undefined)
    },
  }
}

const CLOSED: Reason = {
  code: 'gate.closed',
  sentence: 'this session was closed, so nothing of it is allowed any more',
  clearedBy: 'opening the gate or the session again',
}
