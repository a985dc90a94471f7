import type { Action } from './call/action.ts'
import type { JsonObject } from './call/tool-call.ts'

export type Decision = 'allow' | 'ask' | 'deny'

/** A stable code plus one sentence that quotes the evidence in backticks and says what would clear it. */
export interface Reason {
  /** `rule.deny`, `firewall.path`, `git.force-push`, `gate.crashed`, … listed in docs/reference/reason-codes.md. */
  readonly code: string
  readonly sentence: string
  /** What would clear it, in words; absent when nothing does. */
  readonly clearedBy?: string
  /** Absent for reasons that are not about harm. */
  readonly severity?: 'hard' | 'soft'
}

/** The only reasons for which anything is ever allowed. */
export type AllowCode =
  | 'rule.allow'
  | 'mode.bypass'
  | 'mode.read-only'
  | 'mode.accept-edits'
  | 'fast.irrelevant'
  | 'fast.edit'
  | 'fast.safe-tool'
  | 'rulebook.harmless'
  | 'review.no-block'
  | 'person.approved'
  | 'hook.allowed'
  | 'hook.asked'

/** One step of the flow: what was asked, what it said, how long it took. */
export interface Step {
  readonly layer: Layer
  /** `passed`: the layer had nothing to say. */
  readonly said: Decision | 'passed'
  readonly reasons: readonly Reason[]
  readonly micros: number
}

export type Layer =
  | 'admission'
  | 'firewall'
  | 'rules'
  | 'mode'
  | 'fast paths'
  | 'review'
  | 'denials'
  | 'humans'
  | 'journal'
  | 'gate'

/** What one request to a reviewing model cost. */
export interface ReviewUsage {
  readonly model: string
  /** `first`, `thinking`, `guardian`, … */
  readonly stage: string
  readonly tokens: {
    readonly input: number
    readonly cached: number
    readonly written: number
    readonly output: number
  }
  /** US dollars; undefined for a model whose prices are not known. */
  readonly price: number | undefined
  readonly latencyMs: number
}

/** What a layer says when it speaks. Undefined means: go on to the next layer. */
export interface Ruling {
  readonly says: Decision
  readonly because: readonly Reason[]
  /** The agent is to stop altogether: too many denials with nobody to ask. */
  readonly stopAgent?: true
  /** What it cost to find out, when a model was asked. */
  readonly usage?: readonly ReviewUsage[]
  /** Who decided, when a person did: a name as their channel gave it. */
  readonly approver?: string
  /** An allow of exactly this input in place of the call's own; only for callers that run what an answer gives them. */
  readonly rewritten?: JsonObject
}

export interface Verdict {
  readonly decision: Decision
  readonly because: readonly Reason[]
  readonly layer: Layer
  readonly trace: readonly Step[]
  readonly actions: readonly Action[]
  readonly fingerprint: string
  readonly stopAgent?: true
  /** What the reviewing models were asked, one entry per request; absent when none was. */
  readonly usage?: readonly ReviewUsage[]
  /** Who decided, when a person did. */
  readonly approver?: string
  /** Allowed is exactly this input, not the one that was asked about. */
  readonly rewritten?: JsonObject
}

/**
 * The call is given up: nobody waits for the verdict any more, or it came too late. An abort signal that carries one
 * says why.
 */
export class GivenUp extends Error {
  override readonly name = 'GivenUp'
  readonly reason: Reason

  constructor(why: string | Reason) {
    super(typeof why === 'string' ? why : why.sentence)
    this.reason = typeof why === 'string' ? { code: 'gate.given-up', sentence: why } : why
  }
}

/** The one place where an allow is made. */
export function allow(code: AllowCode, sentence: string): Ruling {
  return { says: 'allow', because: [{ code, sentence }] }
}

export function ask(...because: readonly [Reason, ...Reason[]]): Ruling {
  return { says: 'ask', because }
}

export function deny(...because: readonly [Reason, ...Reason[]]): Ruling {
  return { says: 'deny', because }
}

/** Collects the steps of one judgement and turns the ruling into the verdict. */
export class Story {
  readonly #trace: Step[] = []
  readonly #clock: () => number
  #last: number
  #layer: Layer = 'gate'
  #usage: readonly ReviewUsage[] = []
  actions: readonly Action[] = []

  /** `clock` counts microseconds and never runs backwards. */
  constructor(clock: () => number) {
    this.#clock = clock
    this.#last = clock()
  }

  /** Notes what a layer said, and how long it took since the one before. Passes the ruling on. */
  tell(layer: Layer, ruling: Ruling | undefined): Ruling | undefined {
    const now = this.#clock()
    this.#trace.push({
      layer,
      said: ruling?.says ?? 'passed',
      reasons: ruling?.because ?? [],
      micros: Math.max(0, now - this.#last),
    })
    this.#last = now
    if (ruling) this.#layer = layer
    if (ruling?.usage) this.#usage = ruling.usage
    return ruling
  }

  /** Notes what a layer said, if it said anything: for what most calls never come to. */
  hear(layer: Layer, ruling: Ruling | undefined): Ruling | undefined {
    return ruling && this.tell(layer, ruling)
  }

  /** The layer that spoke last. */
  get layer(): Layer {
    return this.#layer
  }

  end(ruling: Ruling, fingerprint: string): Verdict {
    return {
      decision: ruling.says,
      because: ruling.because,
      layer: this.#layer,
      // A call that is taken back goes on: what was recorded of it before stays as it was.
      trace: [...this.#trace],
      actions: this.actions,
      fingerprint,
      ...(ruling.stopAgent ? { stopAgent: true as const } : {}),
      ...(this.#usage.length > 0 ? { usage: this.#usage } : {}),
      ...(ruling.approver === undefined ? {} : { approver: ruling.approver }),
      ...(ruling.rewritten === undefined ? {} : { rewritten: ruling.rewritten }),
    }
  }
}
