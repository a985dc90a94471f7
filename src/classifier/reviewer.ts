import type { AutoMode } from '../policy/policy.ts'
import type { Turn } from '../session.ts'
import type { ReviewUsage } from '../verdict.ts'
import type { FailureCause, StopReason } from './models/model.ts'
import type { Remark } from './remarks.ts'

/** A second mind. Only an answer whose `block` is `false` allows; a reviewer never throws. */
export interface Reviewer {
  review(question: ReviewQuestion, signal: AbortSignal): Promise<ReviewAnswer>
}

/** Everything a reviewer is told. What is not here it cannot be influenced by. */
export interface ReviewQuestion {
  /** The session's id: whose transcript, whose cache, whose budget. */
  readonly session: string
  /** The id of the call it is about, for whoever keeps what was asked. No model is told. */
  readonly call?: string
  /** Oldest first. The action is not among them. */
  readonly turns: readonly Turn[]
  readonly action: { readonly tool: string; readonly encoded: string }
  /** `handoff`: the action stands for all the turns of a sub-agent that is back. Left out: the action is judged. */
  readonly about?: 'action' | 'handoff'
  readonly autoMode: AutoMode
  /** CLAUDE.md, AGENTS.md: the project's own words, which describe but never authorise. */
  readonly instructions: readonly Instructions[]
  /** What the rulebook says about the action. */
  readonly noted: readonly Remark[]
  /** The model the agent itself runs on, when known. */
  readonly sessionModel?: string
}

export interface Instructions {
  readonly file: string
  readonly text: string
}

export type ReviewAnswer =
  | { readonly outcome: 'allow'; readonly block: false; readonly stage: Stage; readonly usage: readonly Usage[] }
  | {
      readonly outcome: 'block'
      readonly block: true
      readonly stage: Stage
      /** At most 500 visible characters; empty when the model gave none. */
      readonly reason: string
      /** The code of the rule that the reason names, when it names one. */
      readonly rule?: string
      readonly usage: readonly Usage[]
    }
  /** No verdict was reached: neither an allow nor a denial, and never counted as one. */
  | {
      readonly outcome: 'unavailable'
      readonly block: true
      readonly cause: UnavailableCause
      readonly message: string
      readonly usage: readonly Usage[]
    }
  /** Something came back, and it is no verdict: neither an allow nor a denial, and counted towards a person. */
  | {
      readonly outcome: 'unreadable'
      readonly block: true
      readonly why: UnreadableWhy
      readonly diagnosis: Diagnosis
      readonly usage: readonly Usage[]
    }
  /** The transcript does not fit the model. It only grows, so nothing but a person can help. */
  | {
      readonly outcome: 'too-long'
      readonly block: true
      readonly usage: readonly Usage[]
      /** What does not fit where, and how much would be needed, when that is known. */
      readonly message?: string
    }

/** The reason code is `review.unreadable.` and this. */
export type UnreadableWhy =
  | 'malformed'
  | 'truncated'
  | 'too-large'
  /** Two verdicts, or one where none belongs. */
  | 'ambiguous'
  /** The model's own safeguards answered instead of the model. */
  | 'refusal'

/** What came back in place of a verdict. */
export interface Diagnosis {
  readonly stage: Stage
  readonly model: string
  /** Why the text ended; `failed`: there was no text that could be taken for one. */
  readonly ended: StopReason | 'failed'
  /** Masked, visible, at most 160 characters: the text, or what the client says about it. */
  readonly text: string
}

/** The reason code is `review.unavailable.` and this. */
export type UnavailableCause =
  | Exclude<FailureCause, 'too-long'>
  /** The money set aside for reviews is spent. */
  | 'budget'
  /** Too many failures in a row: nobody is asked for a while. */
  | 'breaker'

/**
 * `first`: stage 1 of two, 64 tokens, ended by the stop sequence. `only`: stage 1 alone, 256 tokens. `thinking`: stage
 * 2, 4,096 tokens.
 */
export type Stage = 'first' | 'only' | 'thinking'

/** What one request to a model cost, and what it was for. */
export interface Usage extends ReviewUsage {
  readonly stage: Stage | 'guardian' | 'handoff' | 'critique' | 'incoming'
}
