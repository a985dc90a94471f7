import type { ToolCall } from '../../call/tool-call.ts'
import type { BroughtBack } from '../../classifier/returned.ts'
import { type Gate, judge } from '../../gate.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import { JournalFailure } from '../../journal/journal.ts'
import { type Grant, type Mode, newSession, type Session, type SubagentNews, type Turn } from '../../session.ts'
import type { Reason, Verdict } from '../../verdict.ts'
import { noteBefore } from '../handoffs.ts'
import type { Transcripts } from '../hook/transcript.ts'
import { unreadableVerdict } from '../unreadable.ts'
import type { Approvals, Waiting } from './approvals.ts'
import { decisionEvent } from './decision-event.ts'
import type { Events } from './events.ts'
import type { Metrics } from './metrics.ts'
import type { OpenSessions } from './open-sessions.ts'

/** How a call is to be judged, as told by whoever may tell: never taken from an agent's own words. */
export interface Manner {
  /** When the request came in, on the clock that never jumps. */
  readonly arrived: number
  /** For this call alone. Left out: as the session is, at first as the settings say. */
  readonly mode?: Mode
  /** Somebody will be shown an `ask`. Left out: as the session is, at first true. */
  readonly interactive?: boolean
  /** Where the agent keeps the conversation, when it says so. */
  readonly transcript?: string
  /** How long whoever asks waits for the answer, in milliseconds from its arrival. Left out: as long as it takes. */
  readonly patience?: number
  /** Aborted when nobody waits for the answer any more. */
  readonly gone?: AbortSignal
}

export interface JudgingOptions {
  readonly gate: Gate
  readonly sessions: OpenSessions
  readonly events: Events
  readonly metrics: Metrics
  readonly onTrouble: (error: unknown) => void
  /** What users said that no client told. */
  readonly transcripts: Transcripts
  /** More than this under way: new calls are refused at once. */
  readonly most?: number
  /** An allow that comes later than this is not given. */
  readonly deadlineMs?: () => number
  /** How people are reached. Left out: only by the agents' own prompts. */
  readonly approvals?: Approvals
  /** Where it is told how the review of a sub-agent ended. */
  readonly audit?: Pick<AuditLogger, 'note'>
}

const MOST_UNDER_WAY = 256
export const DEADLINE = 10_000

/** Judges calls for every route. Never rejects: whatever fails is a deny with a code. */
export class Judging {
  readonly #options: JudgingOptions
  readonly #underWay = new Set<(verdict: Verdict) => void>()
  /** Those whose question waits for a person: no work, and so not counted as such. */
  readonly #waiting = new Map<(verdict: Verdict) => void, AbortController>()
  /** Sessions known before their first call: only that tells the directory, and so the settings, and so the mode. */
  readonly #unsettled = new WeakSet<Session>()
  #cut = false

  constructor(options: JudgingOptions) {
    this.#options = options
  }

  get underWay(): number {
    return this.#underWay.size
  }

  judge(call: ToolCall, manner: Manner): Promise<Verdict> {
    if (this.#cut) return Promise.resolve(this.#told(call, manner, refusal(STOPPING)))
    if (this.#underWay.size >= (this.#options.most ?? MOST_UNDER_WAY))
      return Promise.resolve(this.#told(call, manner, refusal(BUSY)))
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    const end = (verdict: Verdict): void => {
      if (!this.#underWay.delete(end) && !this.#waiting.delete(end)) return
      resolve(this.#told(call, manner, verdict))
    }
    this.#underWay.add(end)
    void this.#decide(call, manner, new Waits(manner, this.#underWay, this.#waiting, end)).then(end)
    return promise
  }

  /** Whoever waits for a person is told that the daemon stops. The questions stay, for whoever comes back. */
  letGo(): void {
    for (const [end, stop] of this.#waiting) {
      end(refusal(STOPPING))
      stop.abort()
    }
  }

  /** What the user said. Durable when it resolves. */
  async said(session: string, text: string): Promise<void> {
    this.#options.transcripts.heard(session)
    await this.#change(session, (open) => void open.turns.push({ kind: 'user', text }))
  }

  /** From now on, whatever the settings say. */
  async setMode(session: string, mode: Mode): Promise<void> {
    await this.#change(session, (open) => {
      open.mode = mode
      this.#unsettled.delete(open)
    })
  }

  /** A child with a session of its own starts with what the user told its parent. */
  async adopt(child: string, parent: string): Promise<void> {
    const told = ((await this.#options.sessions.peek(parent))?.turns ?? []).filter((turn) => turn.kind === 'user')
    await this.#change(child, (open) => void open.turns.unshift(...told))
  }

  async subagent(session: string, id: string, what: SubagentNews): Promise<void> {
    await this.#change(session, (open) => void open.turns.push({ kind: 'subagent', id, what }))
  }

  /** What has to be said before a result with which a sub-agent may have come back; '' when nothing has. */
  async noteBefore(id: string, result: BroughtBack): Promise<string> {
    const { gate, sessions } = this.#options
    const known = gate.reviewer === undefined ? undefined : await sessions.peek(id)
    if (known === undefined) return ''
    const turnsOf = async (session: string): Promise<readonly Turn[] | undefined> =>
      (await sessions.peek(session))?.turns
    return sessions.use(
      id,
      () => known,
      async (session) => {
        const before = session.turns.length
        const note = await noteBefore(gate, session, result, { turnsOf, audit: this.#options.audit })
        if (session.turns.length > before) await sessions.changed(id)
        return note
      },
    )
  }

  /** What was granted ends, and what is still asked can no longer be approved. */
  async ended(session: string): Promise<void> {
    await this.#options.sessions.end(session)
    await this.#options.approvals?.queue.withdrawSession(session, 'the session ended')
  }

  /** Whatever the session would be allowed is asked, until it goes on. Durable when it resolves. */
  async pause(session: string, paused: boolean): Promise<void> {
    await this.#change(session, (open) => void (open.paused = paused))
  }

  /** Nothing of the session is allowed any more. Durable when it resolves. */
  async stop(session: string): Promise<void> {
    await this.#change(session, (open) => void (open.stopped = true))
    await this.#options.approvals?.queue.withdrawSession(session, 'the session was stopped')
  }

  /** A permission that a person gives a session, for exactly what it says. Durable when it resolves. */
  async grant(grant: Grant): Promise<void> {
    await this.#options.sessions.grant(grant)
    await this.#change(grant.session, (open) => {
      if (!open.grants.some(({ id }) => id === grant.id)) open.grants.push(grant)
    })
  }

  /** False when there is no such grant. */
  async revoke(session: string, grant: string): Promise<boolean> {
    let known = false
    await this.#change(session, (open) => {
      const place = open.grants.findIndex(({ id }) => id === grant)
      known = place >= 0
      if (known) open.grants.splice(place, 1)
    })
    return known && (await this.#options.sessions.revoke(grant))
  }

  /** Everything still under way is denied now, whoever waits for a person is let go; what comes is denied at once. */
  cut(): void {
    this.#cut = true
    this.letGo()
    for (const end of this.#underWay) end(refusal(STOPPING))
  }

  async #decide(call: ToolCall, manner: Manner, waits: Waits): Promise<Verdict> {
    const { gate, sessions, approvals } = this.#options
    const wall = Date.now()
    try {
      return await sessions.use(
        call.session,
        () => this.#newSession(call.session, call.cwd, manner),
        async (session) => {
          if (this.#unsettled.delete(session)) session.mode = gate.policyFor(call.cwd).defaultMode
          if (manner.transcript !== undefined) this.#options.transcripts.catchUp(session, call.agent, manner.transcript)
          if (manner.interactive !== undefined) session.interactive = manner.interactive
          // Only whoever owns the daemon has its tokens: its sessions are theirs.
          if (gate.world.user !== '') session.user = gate.world.user
          const seen = manner.mode === undefined ? session : inMode(session, manner.mode)
          // An allow leaves when what it taught the session is as durable as its record; a deny does not wait.
          const asking: Gate = { ...gate, keep: () => sessions.changed(call.session) }
          const verdict = await judge(
            approvals ? { ...asking, approver: approvals.approverFor(waits) } : asking,
            call,
            seen,
            waits.signal,
          )
          if (verdict.decision === 'deny') void sessions.changed(call.session).catch(this.#options.onTrouble)
          return verdict.decision === 'allow' && this.#isLate(manner.arrived + waits.spent, wall + waits.spentByWall)
            ? refusal(LATE)
            : verdict
        },
      )
    } catch (error) {
      this.#options.onTrouble(error)
      return refusal(failure(error))
    }
  }

  /** Either clock: the one that never jumps stands still while the machine sleeps. */
  #isLate(arrived: number, wall: number): boolean {
    const most = this.#options.deadlineMs?.() ?? DEADLINE
    return performance.now() - arrived > most || Date.now() - wall > most
  }

  #newSession(id: string, cwd: string, manner: Manner): Session {
    return newSession(id, {
      mode: this.#options.gate.policyFor(cwd).defaultMode,
      interactive: manner.interactive ?? true,
    })
  }

  async #change(id: string, change: (session: Session) => void): Promise<void> {
    const { sessions } = this.#options
    const make = (): Session => {
      const session = newSession(id, { interactive: true })
      this.#unsettled.add(session)
      return session
    }
    await sessions.use(id, make, async (session) => {
      change(session)
      await sessions.changed(id)
    })
  }

  #told(call: ToolCall, manner: Manner, verdict: Verdict): Verdict {
    const { metrics, events } = this.#options
    metrics.count('decisions', verdict.decision)
    metrics.time(performance.now() - manner.arrived)
    events.tell('decision', decisionEvent(call, verdict, this.#options.sessions.user(call.session)))
    return verdict
  }
}

/** A view: what is learned and what happens is the session's, the mode is the call's own. */
function inMode(session: Session, mode: Mode): Session {
  return Object.create(session, { mode: { value: mode, enumerable: true } }) as Session
}

/** One call on its way from work to waiting and back. */
class Waits implements Waiting {
  readonly #manner: Manner
  readonly #underWay: Set<(verdict: Verdict) => void>
  readonly #waiting: Map<(verdict: Verdict) => void, AbortController>
  readonly #end: (verdict: Verdict) => void
  readonly #stop = new AbortController()
  readonly signal: AbortSignal
  #since = { steady: 0, wall: 0 }
  /** Milliseconds spent waiting for a person, by both clocks. */
  spent = 0
  spentByWall = 0

  constructor(
    manner: Manner,
    underWay: Set<(verdict: Verdict) => void>,
    waiting: Map<(verdict: Verdict) => void, AbortController>,
    end: (verdict: Verdict) => void,
  ) {
    this.#manner = manner
    this.#underWay = underWay
    this.#waiting = waiting
    this.#end = end
    this.signal = this.#stop.signal
    manner.gone?.addEventListener('abort', () => this.#stop.abort(), { once: true })
  }

  patience(): number | undefined {
    const { patience, arrived } = this.#manner
    return patience === undefined ? undefined : arrived + patience - performance.now()
  }

  begins(): void {
    if (!this.#underWay.delete(this.#end)) return
    this.#waiting.set(this.#end, this.#stop)
    this.#since = { steady: performance.now(), wall: Date.now() }
  }

  ends(): void {
    if (!this.#waiting.delete(this.#end)) return
    this.#underWay.add(this.#end)
    this.spent += performance.now() - this.#since.steady
    this.spentByWall += Math.max(0, Date.now() - this.#since.wall)
  }
}

const STOPPING: Reason = { code: 'gate.stopping', sentence: 'the daemon is stopping, so the call is refused' }
const BUSY: Reason = {
  code: 'gate.busy',
  sentence: 'too many calls are being judged at this moment, so this one is refused',
  clearedBy: 'trying again in a moment',
}
const LATE: Reason = {
  code: 'gate.late',
  sentence: 'the judgement took longer than its caller may be taken to wait, so it is refused',
  clearedBy: 'trying again',
}

function refusal(reason: Reason): Verdict {
  return unreadableVerdict(reason)
}

function failure(error: unknown): Reason {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof JournalFailure)
    return { code: error.code, sentence: `what is known about the session cannot be read or written: ${message}` }
  return { code: 'gate.crashed', sentence: `the gate failed on this call, so it is refused: \`${message}\`` }
}
