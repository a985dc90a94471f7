import type { ToolCall } from '../../call/tool-call.ts'
import type { BroughtBack } from '../../classifier/returned.ts'
import { type Gate, judge } from '../../gate.ts'
import { JournalFailure } from '../../journal/journal.ts'
import { type Mode, newSession, type Session, type SubagentNews, type Turn } from '../../session.ts'
import type { Reason, Verdict } from '../../verdict.ts'
import { noteBefore } from '../handoffs.ts'
import type { Transcripts } from '../hook/transcript.ts'
import { unreadableVerdict } from '../unreadable.ts'
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
  readonly deadlineMs?: number
}

const MOST_UNDER_WAY = 256
export const DEADLINE = 10_000

/** Judges calls for every route. Never rejects: whatever fails is a deny with a code. */
export class Judging {
  readonly #options: JudgingOptions
  readonly #underWay = new Set<(verdict: Verdict) => void>()
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
      if (!this.#underWay.delete(end)) return
      resolve(this.#told(call, manner, verdict))
    }
    this.#underWay.add(end)
    void this.#decide(call, manner).then(end)
    return promise
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
        const note = await noteBefore(gate, session, result, { turnsOf })
        if (session.turns.length > before) await sessions.changed(id)
        return note
      },
    )
  }

  async ended(session: string): Promise<void> {
    await this.#options.sessions.end(session)
  }

  /** Everything still under way is denied now; what comes is denied at once. */
  cut(): void {
    this.#cut = true
    for (const end of this.#underWay) end(refusal(STOPPING))
  }

  async #decide(call: ToolCall, manner: Manner): Promise<Verdict> {
    const { gate, sessions } = this.#options
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
          // A view: what is learned goes to the session, the mode does not.
          const seen = manner.mode === undefined ? session : { ...session, mode: manner.mode }
          const verdict = await judge(gate, call, seen)
          const kept = sessions.changed(call.session)
          // An allow leaves when what it taught the session is as durable as its record; a deny does not wait.
          if (verdict.decision === 'deny') void kept.catch(this.#options.onTrouble)
          else await kept
          return verdict.decision === 'allow' && this.#isLate(manner.arrived, wall) ? refusal(LATE) : verdict
        },
      )
    } catch (error) {
      this.#options.onTrouble(error)
      return refusal(failure(error))
    }
  }

  /** Either clock: the one that never jumps stands still while the machine sleeps. */
  #isLate(arrived: number, wall: number): boolean {
    const most = this.#options.deadlineMs ?? DEADLINE
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
    events.tell('decision', {
      call: call.id,
      session: call.session,
      agent: call.agent,
      tool: call.tool,
      decision: verdict.decision,
      code: verdict.because[0]?.code ?? '',
      layer: verdict.layer,
      fingerprint: call.fingerprint,
    })
    return verdict
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
