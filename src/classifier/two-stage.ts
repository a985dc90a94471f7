import type { Limits } from './deadlines.ts'
import type { ModelClient } from './models/model.ts'
import type { ReviewAnswer, Reviewer, ReviewQuestion, Usage } from './reviewer.ts'

export type TwoStageMode = 'both' | 'fast' | 'thinking'

export interface TwoStageOptions {
  readonly client: ModelClient
  /** The model for a session whose agent runs on `sessionModel`. */
  readonly model: (sessionModel: string | undefined) => string
  /** Read anew for every review, so that a flag can change it. */
  readonly mode: () => TwoStageMode
  readonly transfer: 'streamed' | 'whole'
  readonly limits: Limits
  /** Milliseconds that never run backwards. */
  readonly now: () => number
  /** From 0 to 1: the jitter of retries. */
  readonly chance: () => number
  /** Every request that was paid for, as soon as it is known. */
  readonly onUsage?: (session: string, usage: Usage) => void
}

/** The two-stage review: quick first, thoughtful when the quick one objects or cannot be read. */
export function twoStageReviewer(options: TwoStageOptions): Reviewer {
  void options
  return {
    review: async (question: ReviewQuestion, signal: AbortSignal): Promise<ReviewAnswer> => {
      void question
      void signal
      return { outcome: 'unavailable', block: true, cause: 'misconfigured', message: 'not built', usage: [] }
    },
  }
}
