import { type Caller, PLAIN_CALLER } from '../call/caller.ts'
import { modeNow } from '../checks/modes.ts'
import type { ToolCall } from '../call/tool-call.ts'
import type { BroughtBack } from '../classifier/returned.ts'
import { type Gate, judge } from '../gate.ts'
import type { Approver } from '../humans/approver.ts'
import { type LeftQuestions, settlingApprover } from '../humans/left-questions.ts'
import type { AuditLogger } from '../journal/audit-logger.ts'
import type { SessionStore } from '../journal/sessions.ts'
import type { Policy } from '../policy/policy.ts'
import {
  type Grant,
  isStricter,
  type Mode,
  newSession,
  type Session,
  type SubagentNews,
  type Turn,
} from '../session.ts'
import type { Reason, Verdict } from '../verdict.ts'
import { isTaskOfAgent } from './agent-tasks.ts'
import { noteBefore } from './handoffs.ts'

/** How sessions are found and kept: all that differs between a daemon, a hook without one, and a program. */
export interface SessionKeeping {
  /**
   * Uses a session, known or made new. `changed` resolves when all it knows now is durable. Rejects when nobody can say
   * whether it is new. What is done may be done again, on the session as another process left it.
   */
  use<T>(id: string, make: () => Session, act: (session: Session, changed: Changed) => Promise<T>): Promise<T>
  /** A session as it is, without making one. */
  peek(id: string): Promise<Session | undefined>
}

export type Changed = () => Promise<void>

/** How one call is to be judged, as told by whoever may tell: never taken from an agent's own words. */
export interface Manner {
  /** Left out: as the session is, at first one that shows an `ask` to a person. */
  readonly caller?: Caller | undefined
  /** For this call alone, where it is stricter than the session's. */
  readonly mode?: Mode | undefined
  /** Where the agent keeps the conversation, when it says so. */
  readonly transcript?: string | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined
  /** An allow is not given later than this. */
  readonly deadline?: Caller['deadline']
  /** People, for this call. Left out: whom the gate can ask. */
  readonly approver?: Approver | undefined
  /** A person has answered the question that this call led to: everything is looked at again, but no model is asked. */
  readonly answered?: true
}

/** An answer that whoever asked brings. */
export interface Brings {
  readonly approved: boolean
  readonly by: string
  readonly channel: string
  readonly left: Pick<LeftQuestions, 'answer'>
  /** People, for what is left to ask of them: the answer takes their place. */
  readonly approver: Approver
}

const SAID_NO: Reason = { code: 'person.denied', sentence: 'a person looked at it and said no' }

export interface SessionHostOptions {
  /** Asked for every call: who reviews follows the settings. */
  readonly gate: () => Gate
  readonly sessions: SessionKeeping
  /** Where grants outlive a process. */
  readonly grants?: Pick<SessionStore, 'addGrant' | 'spendGrant'>
  /** What users said that no client told. */
  readonly transcripts?: {
    readonly heard: (session: string) => void
    readonly catchUp: (session: Session, agent: string, path: string) => unknown
  }
  /** Where it is recorded how a review of a sub-agent ended, and that settings made a session stricter. */
  readonly audit?: Pick<AuditLogger, 'note'> | undefined
  readonly onStricterMode?: (session: Session) => void
  readonly onTrouble?: (error: unknown) => void
}

/**
 * Sessions and the gate, put together: opens, restores, judges, keeps. The daemon, a hook without one and the library
 * are this with different keepings.
 */
export class SessionHost {
  readonly #options: SessionHostOptions
  /** Sessions known before their first call: only that tells the directory, and so the settings, and so the mode. */
  readonly #unsettled = new WeakSet<Session>()

  constructor(options: SessionHostOptions) {
    this.#options = options
  }

  /** Rejects only when the session cannot be read. */
  judge(call: ToolCall, manner: Manner): Promise<Verdict> {
    const { sessions, transcripts, onTrouble } = this.#options
    const gate = this.#options.gate()
    const { caller, deadline, mode, signal, transcript, approver, answered } = manner
    return sessions.use(call.session, this.#newSession(call.session), async (session, changed) => {
      this.#followSettings(session, gate.policyFor(call.cwd))
      if (transcript !== undefined) transcripts?.catchUp(session, call.agent, transcript)
      if (caller !== undefined) session.interactive = caller.ask === 'shown'
      // Whose process this is: they alone can reach it.
      if (gate.world.user !== '') session.user ??= gate.world.user
      // An allow leaves when what it taught the session is as durable as its record; a deny does not wait.
      const asked: Gate = {
        ...gate,
        keep: changed,
        ...(approver === undefined ? {} : { approver }),
        ...(answered ? { reviewer: undefined, guardian: undefined } : {}),
      }
      const whoAsks = { ...(caller ?? PLAIN_CALLER), ...(deadline === undefined ? {} : { deadline }) }
      const verdict = await judge(asked, call, session, { caller: whoAsks, mode, signal })
      if (verdict.decision === 'deny') void changed().catch((error: unknown) => onTrouble?.(error))
      return verdict
    })
  }

  /**
   * A person answered the question that this call led to, and whoever asked them brings the answer. Everything is looked
   * at again. Resolves with the reason when the answer is a no, or is not taken. Rejects when the session cannot be read.
   */
  async settle(call: ToolCall, brings: Brings, manner: Manner): Promise<Verdict | Reason> {
    const gate = this.#options.gate()
    const mode = await this.#options.sessions.use(call.session, this.#newSession(call.session), (session) =>
      Promise.resolve(modeNow({ session }, gate.policyFor(call.cwd))),
    )
    const choice = brings.approved ? ({ says: 'once' } as const) : ({ says: 'deny' } as const)
    const brought = await brings.left.answer(call, mode, { choice, by: brings.by, channel: brings.channel })
    if ('refused' in brought) {
      const { code, message } = brought.refused
      return { code, sentence: message, clearedBy: 'making the call again, under a new id' }
    }
    if (!brings.approved) return SAID_NO
    const approver = settlingApprover(brings.approver, brought.question, brought.settlement)
    return this.judge(call, { ...manner, caller: PLAIN_CALLER, approver, answered: true })
  }

  /** What the user said. Durable when it resolves. */
  async said(session: string, text: string): Promise<void> {
    this.#options.transcripts?.heard(session)
    await this.change(
      session,
      (open) =>
        void open.turns.push(
          isTaskOfAgent(open, text) ? { kind: 'delivery', from: 'agent', text } : { kind: 'user', text },
        ),
    )
  }

  /** What one agent told another: remembered, and nobody's wish. Durable when it resolves. */
  async delivered(session: string, text: string): Promise<void> {
    await this.change(session, (open) => void open.turns.push({ kind: 'delivery', from: 'agent', text }))
  }

  /** A person chooses the mode of a session, whatever the settings say. */
  async setMode(session: string, mode: Mode): Promise<void> {
    await this.change(session, (open) => {
      open.mode = mode
      this.#unsettled.delete(open)
    })
  }

  /** A child with a session of its own starts with what the user told its parent. */
  async adopt(child: string, parent: string): Promise<void> {
    const told = ((await this.#options.sessions.peek(parent))?.turns ?? []).filter((turn) => turn.kind === 'user')
    await this.change(child, (open) => void open.turns.unshift(...told))
  }

  async subagent(session: string, id: string, what: SubagentNews): Promise<void> {
    await this.change(session, (open) => void open.turns.push({ kind: 'subagent', id, what }))
  }

  /**
   * What has to be said before a result with which a sub-agent may have come back; '' when nothing has. Reviewed once;
   * what cannot be kept of it is looked at again: too much is said, never too little.
   */
  async noteBefore(
    id: string,
    result: BroughtBack,
    options: { readonly patience?: number; readonly signal?: AbortSignal } = {},
  ): Promise<string> {
    const { sessions, audit, onTrouble } = this.#options
    const gate = this.#options.gate()
    const known = gate.reviewer === undefined ? undefined : await sessions.peek(id)
    if (known === undefined) return ''
    const seen: Session = { ...known, turns: [...known.turns] }
    const turnsOf = async (session: string): Promise<readonly Turn[] | undefined> =>
      (await sessions.peek(session))?.turns
    const note = await noteBefore(gate, seen, result, { turnsOf, audit, ...options })
    const learnt = seen.turns.slice(known.turns.length)
    if (learnt.length > 0)
      await this.change(id, (session) => void session.turns.push(...learnt)).catch((error: unknown) =>
        onTrouble?.(error),
      )
    return note
  }

  /** A hook's event could not be read: refused, without a call that could be judged. */
  async refused(agent: string, { code, sentence }: Reason): Promise<void> {
    await this.#options.audit?.note({ type: 'permission_denied', severity: 'warn', agent, code, details: { sentence } })
  }

  /** A permission that a person gives a session, for exactly what it says. Durable when it resolves. */
  async grant(grant: Grant): Promise<void> {
    await this.#options.grants?.addGrant(grant)
    await this.change(grant.session, (open) => {
      if (!open.grants.some(({ id }) => id === grant.id)) open.grants.push(grant)
    })
  }

  /** False when there is no such grant. */
  async revoke(session: string, grant: string): Promise<boolean> {
    let known = false
    await this.change(session, (open) => {
      const place = open.grants.findIndex(({ id }) => id === grant)
      known = place >= 0
      if (known) open.grants.splice(place, 1)
    })
    // Spent without having been used.
    return known && (await this.#options.grants?.spendGrant(grant, 0)) === true
  }

  /** Durable when it resolves. */
  async change(id: string, change: (session: Session) => void): Promise<void> {
    await this.#options.sessions.use(id, this.#newSession(id), async (session, changed) => {
      change(session)
      await changed()
    })
  }

  #newSession(id: string): () => Session {
    return () => {
      const session = newSession(id, { interactive: true })
      this.#unsettled.add(session)
      return session
    }
  }

  /**
   * A new session takes the settings' mode. A running one follows them when they become stricter, and never when they
   * become wider: that is for a person to choose. Settings that cannot be read say nothing; nothing is allowed anyway.
   */
  #followSettings(session: Session, policy: Policy): void {
    const { defaultMode, problems } = policy
    if (problems.length > 0) return
    const before = session.settingsMode ?? session.mode
    session.settingsMode = defaultMode
    if (this.#unsettled.delete(session)) {
      session.mode = defaultMode
      return
    }
    if (before === defaultMode || !isStricter(defaultMode, session.mode)) return
    const details = { mode: defaultMode, before: session.mode }
    session.mode = defaultMode
    this.#options.onStricterMode?.(session)
    void this.#options.audit?.note({
      type: 'operator_action',
      severity: 'info',
      session: session.id,
      ...(session.user === undefined ? {} : { user: session.user }),
      code: 'settings.stricter-mode',
      details,
    })
  }
}
