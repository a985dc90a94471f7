import type { Policy } from '../policy/policy.ts'
import type { Grant, Mode } from '../session.ts'
import type { NotAsked } from './queue/queue.ts'
import type { AnswerRefusal, Question, Settlement } from './questions/question.ts'

/** Who would decide now: the agent's own prompt, a person who is asked here, or nobody. */
export type Decider = 'agent' | 'person' | 'nobody'

/** How a gate reaches people, and keeps what they allowed. */
export interface Approver {
  /** `interactive`: the client puts an `ask` before a person itself. */
  readonly who: (asked: { readonly interactive: boolean }, policy: Policy) => Decider
  /** Milliseconds since 1970, and for how long a question asked now may be answered. */
  readonly times: (policy: Policy) => { readonly now: number; readonly timeoutMs: number }
  /** Puts the question and waits. Rejects with a `JournalFailure` when it cannot be made durable. */
  readonly ask: (question: Question, signal?: AbortSignal) => Promise<Settlement | NotAsked>
  /**
   * The client shows this question to a person itself and brings the answer later: it is kept until then. Resolves when it
   * is durable, with the reason when nobody may be asked about this call any more. Left out: no answer is brought.
   */
  readonly leave?: ((question: Question, mode: Mode) => Promise<AnswerRefusal | undefined>) | undefined
  /** With nobody there: what would clear the deny, for whoever set the gate up. */
  readonly nobodyThere?: string
  /** Resolves when the grant is durable. */
  readonly keep: (grant: Omit<Grant, 'id' | 'at'>) => Promise<Grant>
  /** True for exactly one caller. */
  readonly spend: (grant: Grant) => Promise<boolean>
  /** Writes a rule into the user's settings; what went wrong is told to the person, not to the agent. */
  readonly save: (question: Question, rule: string) => Promise<void>
}
