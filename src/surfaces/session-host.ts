import { type Caller, PLAIN_CALLER } from '../call/caller.ts'
import { modeNow } from '../checks/modes.ts'
import type { ToolCall } from '../call/tool-call.ts'
import { shorten } from '../call/visible.ts'
import type { BroughtBack } from '../classifier/returned.ts'
import { type Gate, judge } from '../gate.ts'
import type { Approver } from '../humans/approver.ts'
import { type LeftQuestions, settlingApprover } from '../humans/queue/left-questions.ts'
import type { AuditLogger } from '../journal/audit-logger.ts'
import type { SessionStore } from '../journal/sessions.ts'
import type { Policy } from '../policy/policy.ts'
import type { ResultSettings } from '../policy/settings.ts'
import { type Incoming, kindOfTool, lookAtIncoming } from '../results/incoming.ts'
import {
  type Grant,
  isStricter,
  type Mark,
  learnWritten,
  markSession,
  type Mode,
  newSession,
  type Session,
  type SubagentNews,
  type Turn,
} from '../session.ts'
import { deny, type Reason, type Verdict } from '../verdict.ts'
import { isTaskOfAgent } from './agent-tasks.ts'
import { noteBefore } from './handoffs.ts'
import { childrenNamed } from './children-named.ts'
import { incomingEvents, readIncoming, whatWasFound } from './read-incoming.ts'
import { askedTurn, neverAnswers, withoutPerson } from './unanswered.ts'

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
  /** The model that the agent's main loop runs on, when it says so. */
  readonly model?: string | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined
  /** An allow is not given later than this. */
  readonly deadline?: Caller['deadline']
  /** The user whose own token the call came with. Left out: whose process this is. */
  readonly user?: string | undefined
  /** People, for this call. Left out: whom the gate can ask. */
  readonly approver?: Approver | undefined
  /** A person has answered the question that this call led to: everything is looked at again, but no model is asked. */
  readonly answered?: true
}

/** A result, as text. */
export interface CameBack {
  readonly tool: string
  readonly text: string
  readonly agent: string
  readonly user?: string | undefined
  /** The agent's id of the call. */
  readonly call?: string | undefined
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

/** Relatives whose work is looked at before a call. */
const MOST_KIN = 16

const SAID_NO: Reason = { code: 'person.denied', sentence: 'a person denied it' }

/** A session is whose agent opened it. Says so when that is somebody else. */
function claimed(session: Session, user: string): Reason | undefined {
  if (session.user === undefined) {
    session.user = user
    session.claimed = true
  }
  return session.user === user
    ? undefined
    : {
        code: 'user.other-session',
        sentence: `the session belongs to another user than \`${user}\``,
        clearedBy: 'a session of your own',
      }
}

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
    /** The agent runs without anybody who could answer, as its own record of the session says. */
    readonly isHeadless?: (agent: string, path: string) => boolean
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

  /** Sessions that share their work: a parent and the children that were started with sessions of their own. */
  readonly #kin = new Map<string, Set<string>>()

  /** Rejects only when a session cannot be read. */
  judge(call: ToolCall, manner: Manner): Promise<Verdict> {
    const { sessions, transcripts, onTrouble } = this.#options
    const gate = this.#options.gate()
    const { deadline, mode, model, signal, transcript, approver, answered, user } = manner
    return sessions.use(call.session, this.#newSession(call.session), async (session, changed) => {
      this.#followSettings(session, gate.policyFor(call.cwd))
      const kin = this.#kinOf(session)
      if (kin.size > 0)
        for (const written of await this.#writtenBy(kin))
          learnWritten(session, written, (path) => gate.world.read(path))
      if (transcript !== undefined) transcripts?.catchUp(session, call.agent, transcript)
      if (model !== undefined) session.model = model
      const headless = transcript !== undefined && transcripts?.isHeadless?.(call.agent, transcript) === true
      const caller = manner.caller && withoutPerson(manner.caller, headless || neverAnswers(session))
      if (caller !== undefined) session.interactive = caller.ask === 'shown'
      const others = user === undefined ? undefined : claimed(session, user)
      // Whose process this is: they alone can reach it.
      if (gate.world.user !== '') session.user ??= gate.world.user
      let kept: Promise<void> | undefined
      const asked: Gate = {
        ...gate,
        // An answer leaves when what it taught the session is as durable as its record.
        keep: () => (kept = changed()),
        ...(others === undefined ? {} : { admit: () => deny(others) }),
        ...(approver === undefined ? {} : { approver }),
        ...(answered ? { reviewer: undefined, guardian: gate.guardian?.certainOnly() } : {}),
      }
      const whoAsks = { ...(caller ?? PLAIN_CALLER), ...(deadline === undefined ? {} : { deadline }) }
      const verdict = await judge(asked, call, session, { caller: whoAsks, mode, signal })
      if (verdict.decision === 'ask' && caller?.ask === 'shown') session.unanswered = (session.unanswered ?? 0) + 1
      // What was turned away before anything was counted waits for nothing.
      if (verdict.decision === 'deny') void (kept ?? changed()).catch((error: unknown) => onTrouble?.(error))
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

  /** Before anything is told about a session with a user's token. Throws when it is somebody else's. */
  async claim(session: string, user: string): Promise<void> {
    await this.change(session, (open) => {
      const others = claimed(open, user)
      if (others !== undefined) throw new Error(others.sentence)
    })
  }

  /** What the user said. Durable when it resolves. */
  async said(session: string, text: string): Promise<void> {
    this.#options.transcripts?.heard(session)
    const { marks, noted } = this.lookAtPrompt(session, 'the prompt', text)
    await noted
    await this.change(session, (open) => {
      open.turns.push(isTaskOfAgent(open, text) ? { kind: 'delivery', from: 'agent', text } : { kind: 'user', text })
      markSession(open, marks)
      open.unanswered = 0
    })
  }

  /** What one agent told another: remembered, and nobody's wish. Durable when it resolves. */
  async delivered(session: string, text: string): Promise<void> {
    const { marks, noted } = this.lookAtPrompt(session, 'another agent', text)
    await noted
    await this.change(session, (open) => {
      open.turns.push({ kind: 'delivery', from: 'agent', text })
      markSession(open, marks)
    })
  }

  /**
   * What a tool brought back, before the model sees it: looked at, recorded, remembered. The record is noted, the memory
   * of it durable when it resolves.
   */
  async resultOf(id: string, result: CameBack): Promise<Incoming> {
    const { tool, text, agent, user, call } = result
    const kind = kindOfTool(tool)
    const settings = this.#resultSettings()
    const { reader } = this.#options.gate()
    const sessionModel = reader === undefined ? undefined : (await this.#options.sessions.peek(id))?.model
    const { seen, read } = await readIncoming({ reader, session: id, sessionModel, kind, from: tool, text, settings })
    const about = { session: id, agent, tool, ...(user === undefined ? {} : { user }) }
    for (const event of incomingEvents(seen, read, call)) await this.#options.audit?.note({ ...event, ...about })
    if (seen.marks.length > 0) await this.change(id, (open) => void markSession(open, seen.marks))
    return seen
  }

  /** What an MCP server said, as its proxy found it: the session of the connection remembers it. */
  async remarked(session: string, from: string, sentence: string): Promise<void> {
    const detail = shorten(sentence, 200)
    await this.change(session, (open) => void markSession(open, [{ mark: 'injection', from, detail }]))
  }

  /** What is typed may be pasted. `noted` resolves, and never rejects, when the record of it is as durable as it gets. */
  lookAtPrompt(session: string, from: string, text: string): { marks: readonly Mark[]; noted: Promise<unknown> } {
    const { finding, marks } = lookAtIncoming('prompts', from, text, this.#resultSettings())
    const event = { type: 'prompt_review', severity: 'warn', session, code: 'prompt.injected' } as const
    const noted =
      finding === undefined
        ? undefined
        : this.#options.audit?.note({ ...event, details: { from, by: 'scanner', ...whatWasFound(finding) } })
    return { marks, noted: noted ?? Promise.resolve() }
  }

  /** Only an owner's settings speak of results: they are the same in every directory. */
  #resultSettings(): ResultSettings | undefined {
    const gate = this.#options.gate()
    return gate.policyFor(gate.world.home).results
  }

  /** A person chooses the mode of a session, whatever the settings say. */
  async setMode(session: string, mode: Mode): Promise<void> {
    await this.change(session, (open) => {
      open.mode = mode
      open.modeChosen = true
      this.#unsettled.delete(open)
    })
  }

  /** A child with a session of its own starts with what the user told its parent, and with what its parent wrote. */
  async adopt(child: string, parent: string): Promise<void> {
    const known = await this.#options.sessions.peek(parent)
    const told = (known?.turns ?? []).filter((turn) => turn.kind === 'user')
    for (const [one, other] of [
      [child, parent],
      [parent, child],
    ] as const)
      this.#kin.set(one, (this.#kin.get(one) ?? new Set()).add(other))
    await this.change(child, (open) => {
      open.turns.unshift(...told)
      for (const [path, content] of known?.written ?? []) if (!open.written.has(path)) open.written.set(path, content)
    })
  }

  /** Relatives: those that this process saw start, and the children that the session's own record names. */
  #kinOf({ id, turns }: Session): ReadonlySet<string> {
    const seen = this.#kin.get(id)
    const named = childrenNamed(turns)
    return seen === undefined ? named : new Set([...seen, ...named])
  }

  async #writtenBy(kin: ReadonlySet<string>): Promise<readonly Session['written'][]> {
    const known = await Promise.all([...kin].slice(-MOST_KIN).map((other) => this.#options.sessions.peek(other)))
    return known.flatMap((session) => (session === undefined ? [] : [new Map(session.written)]))
  }

  async subagent(session: string, id: string, what: SubagentNews): Promise<void> {
    await this.change(session, (open) => void open.turns.push({ kind: 'subagent', id, what }))
  }

  /**
   * A call ran, and an approver is available. When the client was left to ask about it, its person said yes there: the
   * record says so from now on. Never rejects: what cannot be kept leaves the question unanswered, which permits nothing.
   */
  async ran(id: string, call?: string, agent = ''): Promise<void> {
    try {
      const known = await this.#options.sessions.peek(id)
      if (call !== undefined) await this.#ranContained(known?.turns ?? [], id, call, agent)
      const asked = (turns: readonly Turn[]): ReturnType<typeof askedTurn> =>
        call === undefined ? undefined : askedTurn(turns, call)
      if (asked(known?.turns ?? []) === undefined && (known?.unanswered ?? 0) === 0) return
      await this.change(id, (open) => {
        open.unanswered = 0
        const turn = asked(open.turns)
        if (turn === undefined || call === undefined) return
        const { reviewed: _reviewed, ...rest } = turn
        open.turns.push({ ...rest, encoded: turn.encoded.slice(0, 200), outcome: { kind: 'ran', call } })
      })
    } catch (error) {
      this.#options.onTrouble?.(error)
    }
  }

  /**
   * A call that was to run behind walls came back, and its ticket was never used: the client ran something else, or its
   * commands cannot build walls. From now on it is asked as before.
   */
  async #ranContained(turns: readonly Turn[], session: string, call: string, agent: string): Promise<void> {
    const { walls } = this.#options.gate()
    const found = turns.findLast(
      (turn) => turn.kind === 'call' && turn.outcome?.kind === 'contained' && turn.outcome.call === call,
    )
    if (walls === undefined || found?.kind !== 'call' || found.outcome?.kind !== 'contained') return
    const { run, fingerprint } = found.outcome
    if (agent === '' || walls.fate(run) !== 'unused') return
    walls.notUsed(agent)
    const about = {
      type: 'contained_run',
      severity: 'critical',
      session,
      agent,
      tool: found.tool,
      fingerprint,
    } as const
    await this.#options.audit?.note({ ...about, code: 'contain.not-built', details: { run, call, became: 'failed' } })
    await this.change(session, (open) => {
      const outcome = { kind: 'contained', run, fingerprint, became: 'failed' } as const
      open.turns.push({ kind: 'call', tool: found.tool, encoded: found.encoded.slice(0, 200), outcome })
    })
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
    const known = await sessions.peek(id)
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

  /** A session as it is now, or as it would begin. */
  async look(id: string): Promise<Session> {
    return (await this.known(id)) ?? this.#newSession(id)()
  }

  /** Undefined: there is no such session. None is begun. */
  async known(id: string): Promise<Session | undefined> {
    return this.#options.sessions.peek(id)
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
