import type { Caller } from '../../call/caller.ts'
import type { ToolCall } from '../../call/tool-call.ts'
import type { Gate } from '../../gate.ts'
import { JournalFailure } from '../../journal/journal.ts'
import type { Mode } from '../../session.ts'
import { GivenUp, type Layer, type Reason, type Verdict } from '../../verdict.ts'
import type { SessionHost } from '../session-host.ts'
import type { Tracer } from '../observe/tracer.ts'
import type { TraceParent } from '../observe/traceparent.ts'
import { refusedOnRecord } from '../unreadable.ts'
import type { Approvals, Waiting } from './approvals.ts'
import { decisionEvent } from './decision-event.ts'
import type { Events } from './events.ts'
import { HookNotes } from './hook-notes.ts'
import type { Metrics } from './metrics.ts'
import type { OpenSessions } from './open-sessions.ts'
import { type LineLimits, WaitingLine } from './waiting-line.ts'

/** How a call is to be judged, as told by whoever may tell: never taken from an agent's own words. */
export interface Arrival {
  /** When the request came in, on the clock that never jumps. */
  readonly arrived: number
  /** Left out: as the session is, at first one that shows an `ask` to a person. */
  readonly caller?: Caller
  /** For this call alone, where it is stricter than the session's. */
  readonly mode?: Mode
  /** Where the agent keeps the conversation, when it says so. */
  readonly transcript?: string
  /** Whoever asks shows an ask to a person itself, and brings the answer to `settle`. */
  readonly brings?: 'brings the answer'
  /** What a person said to the question this call led to. */
  readonly answered?: { readonly approved: boolean; readonly by: string }
  /** How long whoever asks waits for the answer, in milliseconds from its arrival. Left out: as long as it takes. */
  readonly patience?: number
  /** The user whose own token it came with. */
  readonly user?: string
  /** Aborted when nobody waits for the answer any more. */
  readonly gone?: AbortSignal
  /** The trace that the call is a part of, where its sender says so. */
  readonly parent?: TraceParent
}

export interface JudgingOptions {
  readonly gate: Gate
  readonly host: SessionHost
  readonly sessions: OpenSessions
  readonly events: Events
  readonly metrics: Metrics
  readonly tracer?: Tracer
  readonly onTrouble: (error: unknown) => void
  /** More than this under way: new calls wait for room. */
  readonly most?: number
  /** How many wait: more than that are refused at once. */
  readonly line?: Partial<LineLimits>
  /** An allow that comes later than this is not given. */
  readonly deadlineMs?: () => number
  /** How people are reached. Left out: only by the agents' own prompts. */
  readonly approvals?: Approvals
}

const MOST_UNDER_WAY = 256
const LINE: LineLimits = { most: 1024, mostOfOne: 256 }
/** The part of the deadline in which a call may wait for room; the rest is for judging it. */
const WAIT_SHARE = 0.5
export const DEADLINE = 10_000
/** How long calls under way have to end by themselves, each with its own record, when the daemon stops. */
const CUT_PATIENCE = 100

/** Judges calls for every route. Never rejects: whatever fails is a deny with a code. */
export class Judging {
  readonly #options: JudgingOptions
  readonly #underWay = new Set<Waits>()
  /** Those whose question waits for a person: no work, and so not counted as such. */
  readonly #waiting = new Set<Waits>()
  readonly #line: WaitingLine
  #cut = false
  /** What hooks were told about MCP tools. */
  readonly notes = new HookNotes()

  constructor(options: JudgingOptions) {
    this.#options = options
    this.#line = new WaitingLine({ ...LINE, ...options.line })
  }

  get underWay(): number {
    return this.#underWay.size
  }

  /** Calls that wait for room. */
  get inLine(): number {
    return this.#line.length
  }

  /** A further call has to wait. */
  get full(): boolean {
    return this.#underWay.size >= (this.#options.most ?? MOST_UNDER_WAY)
  }

  /** What is known of sessions, and what people tell about them. */
  get host(): SessionHost {
    return this.#options.host
  }

  judge(call: ToolCall, arrival: Arrival): Promise<Verdict> {
    if (this.#cut) return Promise.resolve(this.#told(call, arrival, this.#refusal(call, STOPPING)))
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    const told = (verdict: Verdict): void => resolve(this.#told(call, arrival, verdict))
    if (!this.full && this.#line.length === 0) this.#begin(call, arrival, told)
    else
      this.#line.join(call.session, this.#mayWait(arrival), arrival.gone, (outcome) => {
        if (outcome === 'room') this.#begin(call, arrival, told)
        else told(this.#refusal(call, outcome === 'closed' ? STOPPING : BUSY))
      })
    return promise
  }

  #begin(call: ToolCall, arrival: Arrival, told: (verdict: Verdict) => void): void {
    const places = { underWay: this.#underWay, waiting: this.#waiting, freed: () => this.#letIn() }
    const waits = new Waits(call, arrival, places, told)
    void this.#decide(call, arrival, waits).then((verdict) => waits.end(verdict))
  }

  #letIn(): void {
    while (!this.full && this.#line.next());
  }

  /** Milliseconds. Whoever asks may wait less than an allow may take. */
  #mayWait({ arrived, patience = Number.POSITIVE_INFINITY }: Arrival): number {
    const deadline = this.#options.deadlineMs?.() ?? DEADLINE
    return arrived + Math.min(deadline, patience) * WAIT_SHARE - performance.now()
  }

  /** What was granted ends, and calls that are still asked about can no longer be approved. Held runs go on waiting. */
  async ended(session: string): Promise<void> {
    this.#options.gate.guardian?.clearCache(session)
    await this.#options.sessions.end(session)
    await this.#options.approvals?.queue.withdrawSession(session, 'the session ended', 'calls')
  }

  /** Whatever the session would be allowed is asked, until it goes on. Durable when it resolves. */
  async pause(session: string, paused: boolean): Promise<void> {
    await this.host.change(session, (open) => void (open.paused = paused))
  }

  /** Nothing of the session is allowed any more. Durable when it resolves. */
  async stop(session: string): Promise<void> {
    await this.host.change(session, (open) => void (open.stopped = true))
    await this.#options.approvals?.queue.withdrawSession(session, 'the session was stopped')
  }

  /**
   * Everything still under way or waiting for a person is given up, and the gate denies it on record; what does not end
   * even so is denied here. What comes is denied at once. Questions stay, for whoever comes back.
   */
  async cut(): Promise<void> {
    this.#cut = true
    this.#line.close()
    for (const waits of this.#open()) waits.giveUp(STOPPING)
    const until = performance.now() + CUT_PATIENCE
    while (this.#open().length > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
    for (const waits of this.#open()) waits.end(this.#refusal(waits.call, STOPPING))
  }

  #open(): readonly Waits[] {
    return [...this.#underWay, ...this.#waiting]
  }

  async #decide(call: ToolCall, arrival: Arrival, waits: Waits): Promise<Verdict> {
    const { host, approvals, deadlineMs } = this.#options
    const { arrived, caller, mode, transcript, brings, answered, user } = arrival
    try {
      const manner = {
        caller,
        deadline: { arrived, milliseconds: deadlineMs?.() ?? DEADLINE },
        mode,
        transcript,
        user,
        signal: waits.signal,
        approver: approvals?.approverFor(waits, brings),
      }
      if (answered === undefined) return await host.judge(call, manner)
      if (approvals === undefined) return this.#refusal(call, NOBODY_KEPT)
      const settled = await host.settle(
        call,
        { ...answered, channel: 'http', left: approvals.left, approver: approvals.approverFor(waits) },
        manner,
      )
      return 'decision' in settled ? settled : this.#refusal(call, settled, 'humans')
    } catch (error) {
      this.#options.onTrouble(error)
      return this.#refusal(call, failure(error))
    }
  }

  #refusal(call: ToolCall, reason: Reason, layer: Layer = 'admission'): Verdict {
    const { gate, sessions } = this.#options
    return refusedOnRecord(gate.journal, call, layer, reason, sessions.user(call.session))
  }

  #told(call: ToolCall, arrival: Arrival, verdict: Verdict): Verdict {
    const { metrics, events, tracer } = this.#options
    const took = performance.now() - arrival.arrived
    metrics.judged(verdict, took)
    const [endedAt, commit] = [Date.now(), metrics.commitOf(verdict)]
    tracer?.ended({ tool: call.tool, verdict, endedAt, took, commit, parent: arrival.parent })
    events.tell('decision', decisionEvent(call, verdict, this.#options.sessions.user(call.session)))
    return verdict
  }
}

interface Places {
  readonly underWay: Set<Waits>
  readonly waiting: Set<Waits>
  /** To be called when there is room for another one. */
  readonly freed: () => void
}

/** One call on its way from work to waiting and back. */
class Waits implements Waiting {
  readonly call: ToolCall
  readonly #arrival: Arrival
  readonly #places: Places
  readonly #resolve: (verdict: Verdict) => void
  readonly #stop = new AbortController()
  readonly signal: AbortSignal

  constructor(call: ToolCall, arrival: Arrival, places: Places, resolve: (verdict: Verdict) => void) {
    this.call = call
    this.#arrival = arrival
    this.#places = places
    this.#resolve = resolve
    this.signal = this.#stop.signal
    places.underWay.add(this)
    arrival.gone?.addEventListener('abort', () => this.#stop.abort(), { once: true })
  }

  /** The first end counts. */
  end(verdict: Verdict): void {
    const { underWay, waiting, freed } = this.#places
    if (!underWay.delete(this) && !waiting.delete(this)) return
    this.#resolve(verdict)
    freed()
  }

  giveUp(because: Reason): void {
    this.#stop.abort(new GivenUp(because))
  }

  patience(): number | undefined {
    const { patience, arrived } = this.#arrival
    return patience === undefined ? undefined : arrived + patience - performance.now()
  }

  begins(): void {
    const { underWay, waiting, freed } = this.#places
    if (!underWay.delete(this)) return
    waiting.add(this)
    freed()
  }

  ends(): void {
    const { underWay, waiting } = this.#places
    if (waiting.delete(this)) underWay.add(this)
  }
}

const NOBODY_KEPT: Reason = { code: 'approval.unknown', sentence: 'no question was asked about this call' }
const STOPPING: Reason = { code: 'gate.stopping', sentence: 'the daemon is stopping, so the call is refused' }
const BUSY: Reason = {
  code: 'gate.busy',
  sentence: 'too many calls are being judged, and there was no room for this one in time, so it is refused',
  clearedBy: 'trying again in a moment',
}

function failure(error: unknown): Reason {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof JournalFailure)
    return { code: error.code, sentence: `what is known about the session cannot be read or written: ${message}` }
  return { code: 'gate.crashed', sentence: `the gate failed on this call, so it is refused: \`${message}\`` }
}
