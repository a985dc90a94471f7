import type { Action } from './call/action.ts'
import type { JsonObject } from './call/tool-call.ts'

/** Only `allow` means: run it as it is. `contain`: run what stands in its place, behind walls, and nothing else. */
export type Decision = 'allow' | 'contain' | 'ask' | 'deny'

export const DECISIONS: readonly Decision[] = ['allow', 'contain', 'ask', 'deny']

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
  | 'user.named'
  | 'user.described'
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

/** In the order in which they are asked. */
export const LAYERS = [
  'admission',
  'firewall',
  'rules',
  'guardian',
  'taint',
  'mode',
  'fast paths',
  'review',
  'team',
  'denials',
  'humans',
  'journal',
  'gate',
] as const

export type Layer = (typeof LAYERS)[number]

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
  readonly contained?: Contained
}

/** The run behind walls that a `contain` gives leave for: what it did is recorded under this id. */
export interface Contained {
  readonly run: string
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
  /** To be run is exactly this input, not the one that was asked about. A `contain` always has one. */
  readonly rewritten?: JsonObject
  readonly contained?: Contained
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

/**
 * The one place where leave to run behind walls is made: for doubt alone, and only by the review. It runs nothing until
 * `rewritten` says what stands in the place of the call.
 */
export function contain(...doubts: readonly [Reason, ...Reason[]]): Ruling {
  return { says: 'contain', because: [CONTAINED, ...doubts] }
}

const CONTAINED: Reason = {
  code: 'contain.doubt',
  sentence: 'it is not understood, so it runs contained: no secrets, no network, and writes are proposals',
}

export function ask(...because: readonly [Reason, ...Reason[]]): Ruling {
  return { says: 'ask', because }
}

export function deny(...because: readonly [Reason, ...Reason[]]): Ruling {
  return { says: 'deny', because }
}

/** Collects the steps of one judgement and turns the ruling into the verdict. */
export class Trace {
  readonly #steps: Step[] = []
  readonly #clock: () => number
  #last: number
  #layer: Layer = 'gate'
  #usage: readonly ReviewUsage[] = []
  readonly #notes: Reason[] = []
  actions: readonly Action[] = []

  /** `clock` counts microseconds and never runs backwards. */
  constructor(clock: () => number) {
    this.#clock = clock
    this.#last = clock()
  }

  /** Notes what a layer said, and how long it took since the one before. Passes the ruling on. */
  record(layer: Layer, ruling: Ruling | undefined): Ruling | undefined {
    const now = this.#clock()
    this.#steps.push({
      layer,
      said: ruling?.says ?? 'passed',
      reasons: ruling?.because ?? [],
      // In tenths: a clock that counts in fractions would fill a tenth of the record with digits that say nothing.
      micros: Math.round(Math.max(0, now - this.#last) * 10) / 10,
    })
    this.#last = now
    if (ruling) this.#layer = layer
    this.#pay(ruling?.usage ?? [])
    return ruling
  }

  /** What a layer has to say without deciding: it stands in the trace, and whoever is asked or told reads it. */
  note(layer: Layer, reason: Reason, usage?: ReviewUsage): void {
    this.record(layer, undefined)
    const step = this.#steps.pop()!
    this.#steps.push({ ...step, reasons: [reason] })
    this.#notes.push(reason)
    this.#pay(usage === undefined ? [] : [usage])
  }

  /** A question, or a permission, with what was noted on the way. A refusal needs none. */
  withNotes(ruling: Ruling): Ruling {
    if (ruling.says === 'deny' || this.#notes.length === 0) return ruling
    return { ...ruling, because: [...ruling.because, ...this.#notes] }
  }

  /** A ruling that is recorded again is paid for once. */
  #pay(usage: readonly ReviewUsage[]): void {
    this.#usage = [...this.#usage, ...usage.filter((each) => !this.#usage.includes(each))]
  }

  /** Notes what a layer said, if it said anything: for what most calls never come to. */
  recordIfAny(layer: Layer, ruling: Ruling | undefined): Ruling | undefined {
    return ruling && this.record(layer, ruling)
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
      trace: [...this.#steps],
      actions: this.actions,
      fingerprint,
      ...(ruling.stopAgent ? { stopAgent: true as const } : {}),
      ...(this.#usage.length > 0 ? { usage: this.#usage } : {}),
      ...(ruling.approver === undefined ? {} : { approver: ruling.approver }),
      ...(ruling.rewritten === undefined ? {} : { rewritten: ruling.rewritten }),
      ...(ruling.contained === undefined ? {} : { contained: ruling.contained }),
    }
  }
}
