import type { Answer, Answered, Question, Settlement } from '../questions/question.ts'

/** What happens to questions, for whoever shows them. */
export type QueueEvent =
  | { readonly what: 'asked'; readonly question: Question; readonly elsewhere?: true }
  | {
      readonly what: 'settled'
      readonly question: Question
      readonly settlement: Settlement
      readonly elsewhere?: true
    }

/** Why a question was not even asked. */
export type NotAsked = {
  readonly code: 'approval.too-many' | 'team.away' | 'team.nobody' | 'team.refused'
  readonly message: string
}

/** `calls`: not what runs behind walls have changed, for which nobody waits. */
export type Withdrawn = 'everything' | 'calls'

/**
 * Questions that wait for a person. Every question is a row before anyone is shown it; the first settlement that is
 * written wins and the others are told. Restarting keeps them.
 */
export interface Queue {
  /**
   * Asks, or comes back to a question with the same key: a caller that was cut off gets the stored answer, once.
   * Resolves with the settlement. An abort of the signal lets go of the question, which stays for whoever comes back
   * until it expires. Never rejects because of what people or channels do; rejects with a `JournalFailure` when the row
   * cannot be made durable.
   */
  ask(question: Question, signal?: AbortSignal): Promise<Settlement | NotAsked>
  /** Takes an answer if it is the first, still in time, and to exactly what was shown. Durable when it resolves. */
  answer(id: string, answer: Answer): Promise<Answered>
  /** Questions nobody has answered, oldest first. */
  pending(): readonly Question[]
  find(id: string): Question | undefined
  /** The latest settled ones, newest first. */
  settled(most: number): readonly { readonly question: Question; readonly settlement: Settlement }[]
  /** Ends the questions of a session: nothing of them can be approved any more. */
  withdrawSession(session: string, because: string, which?: Withdrawn): Promise<void>
  /** Another daemon asked it, under its own rules. */
  isElsewhere?(id: string): boolean
  listen(listener: (event: QueueEvent) => void): () => void
}
