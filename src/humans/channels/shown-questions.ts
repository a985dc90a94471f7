import type { Question } from '../questions/question.ts'
import type { Posted } from './chat-service.ts'
import type { ChannelMemory, Kept } from './memory.ts'

/** Closed ones are kept for a while, so that a late answer is told what became of the question. */
const MOST_CLOSED = 200

/** Which messages belong to which question. Every change is kept for the next start. */
export class ShownQuestions {
  readonly #memory: ChannelMemory
  readonly #byId = new Map<string, Kept>()
  #heard: Posted | undefined

  constructor(memory: ChannelMemory) {
    this.#memory = memory
    const { questions, heard } = memory.load()
    for (const kept of questions) this.#byId.set(kept.id, kept)
    this.#heard = heard
  }

  find(id: string): Kept | undefined {
    return this.#byId.get(id)
  }

  /** The question that a message belongs to. */
  of(posted: Posted): Kept | undefined {
    const isSame = (each: Posted): boolean => each.chat === posted.chat && each.message === posted.message
    for (const kept of this.#byId.values()) if (kept.posted.some(isSame) || kept.parts.some(isSame)) return kept
    return undefined
  }

  open(): readonly Kept[] {
    return [...this.#byId.values()].filter(({ closed }) => !closed)
  }

  get heard(): Posted | undefined {
    return this.#heard
  }

  opened(question: Pick<Question, 'id' | 'shown'>, posted: Posted, extent: 'whole' | 'part'): void {
    const { id, shown } = question
    this.#byId.set(id, { id, shown, posted: [posted], parts: [], whole: extent === 'whole', closed: false })
    this.#save()
  }

  /** A copy that turned up. */
  adopt(id: string, posted: Posted): void {
    this.#change(id, (kept) => ({ ...kept, posted: [...kept.posted, posted] }))
  }

  addPart(id: string, part: Posted): void {
    this.#change(id, (kept) => ({ ...kept, parts: [...kept.parts, part] }))
  }

  isWholeNow(id: string): void {
    this.#change(id, (kept) => ({ ...kept, whole: true }))
  }

  close(id: string): void {
    this.#change(id, (kept) => ({ ...kept, closed: true }))
  }

  hear(at: Posted): void {
    this.#heard = at
    this.#save()
  }

  #change(id: string, change: (kept: Kept) => Kept): void {
    const kept = this.#byId.get(id)
    if (kept === undefined) return
    this.#byId.set(id, change(kept))
    this.#save()
  }

  #save(): void {
    const closed = [...this.#byId.values()].filter((kept) => kept.closed)
    for (const { id } of closed.slice(0, Math.max(0, closed.length - MOST_CLOSED))) this.#byId.delete(id)
    this.#memory.save({
      questions: [...this.#byId.values()],
      ...(this.#heard === undefined ? {} : { heard: this.#heard }),
    })
  }
}
