import type { ShownQueue } from '../../humans/channels/desk.ts'
import type { Answer, Answered, Question } from '../../humans/questions/question.ts'
import type { QueueEvent } from '../../humans/queue/queue.ts'
import { UNKNOWN } from '../../humans/questions/settlements.ts'

/** The questions of several sessions as a chat sees them: each session has a queue, and a chat shows them all. */
export class JointQueue implements ShownQueue {
  readonly #queues = new Set<ShownQueue>()
  readonly #listeners = new Set<(event: QueueEvent) => void>()

  /** From now on its questions are shown. Call what is returned when its session is over. */
  add(queue: ShownQueue): () => void {
    this.#queues.add(queue)
    const deaf = queue.listen((event) => {
      for (const listener of this.#listeners) listener(event)
    })
    return () => {
      deaf()
      this.#queues.delete(queue)
    }
  }

  /** Short ids are unique in one session only: the answer goes to the question that was shown. */
  async answer(id: string, answer: Answer): Promise<Answered> {
    const all = [...this.#queues]
    const asked = all.find((queue) => queue.pending().some((each) => each.id === id && each.shown === answer.shown))
    const known = asked ?? all.find((queue) => queue.find(id) !== undefined)
    return known?.answer(id, answer) ?? { refused: UNKNOWN }
  }

  pending(): readonly Question[] {
    return [...this.#queues].flatMap((queue) => queue.pending())
  }

  find(id: string): Question | undefined {
    for (const queue of this.#queues) {
      const found = queue.find(id)
      if (found !== undefined) return found
    }
    return undefined
  }

  settled(most: number): ReturnType<ShownQueue['settled']> {
    return [...this.#queues].flatMap((queue) => queue.settled(most)).slice(0, most)
  }

  listen(listener: (event: QueueEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
