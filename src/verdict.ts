import type { Action } from './call/action.ts'

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
  | 'tool'
  | 'mode'
  | 'fast paths'
  | 'review'
  | 'denials'
  | 'humans'
  | 'journal'
  | 'gate'

/** What a layer says when it speaks. `nothing` (undefined) means: go on to the next layer. */
export interface Ruling {
  readonly says: Decision
  readonly because: readonly Reason[]
  /** The agent is to stop altogether: too many denials with nobody to ask. */
  readonly stopAgent?: true
}

export interface Verdict {
  readonly decision: Decision
  readonly because: readonly Reason[]
  readonly layer: Layer
  readonly trace: readonly Step[]
  readonly actions: readonly Action[]
  readonly fingerprint: string
  readonly stopAgent?: true
}
