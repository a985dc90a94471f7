import type { Answer, Answered, Question, Settlement } from '../questions/question.ts'

/** What a channel needs from the queue. It can show and answer; it cannot ask. */
export interface Desk {
  /** Takes the answer of an authenticated sender. A refusal is said to the sender, in the channel. */
  answer(id: string, answer: Answer): Promise<Answered>
  /** Questions this channel has been shown and nobody has answered. */
  pending(): readonly Question[]
  find(id: string): Question | undefined
  /** Something that ought to be on record: a stranger's answer, a forged id, a replayed callback. */
  note(what: ChannelNote): void
}

export interface ChannelNote {
  readonly channel: string
  /** As the chat service authenticated them. */
  readonly sender: string
  readonly code: string
  readonly message: string
  readonly question?: string
}

/**
 * A place where people are asked. `show` and `settle` may be called while the network is gone: a channel keeps what it
 * has to say and says it when the service is back, in order, once.
 */
export interface Channel {
  /** `telegram`, `discord`, `slack`, `webhook`; with a name when there are several: `slack:ops`. */
  readonly name: string
  /** Resolves when the service knows us; rejects with what is wrong and what to do. */
  start(desk: Desk): Promise<void>
  show(question: Question): void
  /** The message is edited to say who answered what; its buttons go. */
  settle(question: Question, settlement: Settlement): void
  /** How many questions wait for an answer there. */
  readonly waiting: number
  /** What is wrong now, in words. Undefined while the service can be reached. */
  readonly trouble: string | undefined
  stop(): Promise<void>
}
