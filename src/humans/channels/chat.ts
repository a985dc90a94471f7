import type { Question, Settlement } from '../questions/question.ts'
import { OUR_SPEECH, type Speech } from '../speech.ts'
import type { Channel, Desk } from './channel.ts'
import {
  backOff,
  ChannelUnusable,
  type ChatService,
  type Heard,
  type Message,
  type Pace,
  PACE,
  pause,
  type Posted,
} from './chat-service.ts'
import { Hearing } from './hearing.ts'
import type { ChannelMemory } from './memory.ts'
import { Outbox } from './outbox.ts'
import { Seal } from './seal.ts'
import { ShownQuestions } from './shown-questions.ts'
import { bodyFor, forgottenMessage, partsOf, questionMessage, settledMessage } from './wording.ts'

export interface ChatOptions {
  readonly service: ChatService
  readonly approvers: readonly string[]
  /** Only this program and the service know it: the token. Buttons are sealed with a key made from it. */
  readonly secret: string
  readonly memory: ChannelMemory
  readonly onTrouble: (message: string) => void
  readonly pace?: Pace
  readonly now?: () => number
  /** Which words answer, and how things are said. Left out: ours. */
  readonly speech?: Speech
}

/** More open questions than this nobody finds in a chat. */
const MOST_IN_CHAT = 20
/** So many times a refusal is tried to be said. */
const TRIES_TO_SAY = 5

/** A chat in which people are asked. Everything but the service's own protocol is here, once for all of them. */
export class ChatChannel implements Channel {
  readonly #options: ChatOptions
  readonly #seal: Seal
  readonly #shown: ShownQuestions
  readonly #outbox: Outbox
  readonly #stopping = new AbortController()
  readonly #pace: Pace
  readonly #speech: Speech
  /** Being shown or shown, and not settled. */
  readonly #open = new Set<string>()
  /** Open ones that have a message, or are about to; and those that wait for room. */
  readonly #inChat = new Set<string>()
  readonly #line: Question[] = []
  /** All of it is being posted. */
  readonly #showing = new Set<string>()
  readonly #now: () => number
  #hearing: Hearing | undefined
  #trouble: string | undefined = 'not connected yet'

  constructor(options: ChatOptions) {
    this.#options = options
    this.#pace = options.pace ?? PACE
    this.#now = options.now ?? Date.now
    this.#speech = options.speech ?? OUR_SPEECH
    this.#seal = new Seal(options.secret, options.service.name)
    this.#shown = new ShownQuestions(options.memory)
    this.#outbox = new Outbox({
      pace: this.#pace,
      troubleOf: (error) => options.service.troubleOf(error),
      onTrouble: (message) => this.#tell(message),
    })
  }

  get name(): string {
    return this.#options.service.name
  }

  get trouble(): string | undefined {
    return this.#trouble
  }

  get waiting(): number {
    return this.#open.size
  }

  async start(desk: Desk): Promise<void> {
    const { service, approvers } = this.#options
    this.#hearing = new Hearing({
      service,
      desk,
      shown: this.#shown,
      seal: this.#seal,
      approvers: new Set(approvers),
      showAll: (question) => this.#showAll(question),
      foundCopy: (id, on) => this.#foundCopy(desk.find(id), id, on),
      now: this.#now,
      speech: this.#speech,
    })
    await this.#connect(service, this.#heard(this.#hearing))
    for (const { id } of this.#shown.open())
      if (desk.find(id) === undefined) this.#edit(id, forgottenMessage(id, this.#speech), 'closes')
      else this.#open.add(id)
    this.#outbox.open()
  }

  show(question: Question): void {
    const { id } = question
    this.#open.add(id)
    this.#line.push(question)
    this.#postNext()
  }

  /** As many as there is room for; the others wait until one is settled. */
  #postNext(): void {
    while (this.#inChat.size < MOST_IN_CHAT) {
      const question = this.#line.shift()
      if (question === undefined) return
      if (this.#open.has(question.id)) this.#post(question)
    }
  }

  #post(question: Question): void {
    const { id } = question
    const { service } = this.#options
    this.#inChat.add(id)
    this.#outbox.add({
      isWanted: () => this.#open.has(id) && !this.#isShown(question) && this.#now() < question.expiresAt,
      run: async () => {
        const { message, isWhole } = this.#messageOf(question)
        const posted = await service.post(message, id)
        this.#shown.opened(question, posted, isWhole ? 'whole' : 'part')
      },
    })
  }

  settle(question: Question, settlement: Settlement): void {
    const { id } = question
    const kept = this.#shown.find(id)
    if (!this.#open.delete(id) && (kept === undefined || kept.closed)) return
    this.#hearing?.settled(id)
    this.#inChat.delete(id)
    const { service } = this.#options
    const body = bodyFor(question, (text) => service.literal(text), service.mostBody, this.#speech)
    this.#edit(id, settledMessage(question, body, settlement, this.#speech), 'closes')
    this.#postNext()
  }

  /** Short ids come round again; what is shown does not. */
  #isShown({ id, shown }: Question): boolean {
    const kept = this.#shown.find(id)
    return kept !== undefined && kept.shown === shown
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#options.service.disconnect()
    await this.#outbox.close()
  }

  #messageOf(question: Question): { readonly message: Message; readonly isWhole: boolean } {
    const { service } = this.#options
    const literal = (text: string): string => service.literal(text)
    const body = bodyFor(question, literal, service.mostBody, this.#speech)
    const all = this.#shown.find(question.id)?.whole
      ? 'posted'
      : partsOf(question, literal, service.mostBody, this.#speech) === undefined
        ? 'too long'
        : 'can be posted'
    return { message: questionMessage(question, body, all, this.#seal, this.#speech), isWhole: body.isWhole }
  }

  /** Every part, then the buttons: nobody can allow what has not been there to be read. */
  #showAll(question: Question): void {
    const { service } = this.#options
    const { id } = question
    const parts = partsOf(question, (text) => service.literal(text), service.mostBody, this.#speech)
    const kept = this.#shown.find(id)
    if (parts === undefined || kept === undefined || kept.whole || this.#showing.has(id)) return
    this.#showing.add(id)
    for (const [index, part] of parts.entries())
      this.#outbox.add({
        isWanted: () => this.#open.has(id) && (this.#shown.find(id)?.parts.length ?? 0) === index,
        run: async () => this.#shown.addPart(id, await service.post(part, `${id}-${index}`, kept.posted[0])),
      })
    this.#outbox.add({
      isWanted: () => this.#open.has(id) && this.#shown.find(id)?.parts.length === parts.length,
      run: async () => {
        this.#shown.isWholeNow(id)
        this.#showing.delete(id)
        this.#edit(id, this.#messageOf(question).message, 'stays open')
      },
    })
  }

  /** All messages of a question that have buttons. */
  #edit(id: string, message: Message, then: 'closes' | 'stays open'): void {
    this.#outbox.add({
      isWanted: () => this.#shown.find(id)?.closed === false && (then === 'closes' || this.#open.has(id)),
      run: async () => {
        for (const posted of this.#shown.find(id)?.posted ?? []) await this.#editOne(posted, message)
        if (then === 'closes') this.#shown.close(id)
      },
    })
  }

  /** A post whose answer was lost arrived after all. If the question is over, this message has to say so too. */
  #foundCopy(question: Question | undefined, id: string, on: Posted): void {
    const kept = this.#shown.find(id)
    if (kept === undefined) {
      if (question !== undefined && this.#open.has(id))
        this.#shown.opened(question, on, this.#messageOf(question).isWhole ? 'whole' : 'part')
      return
    }
    this.#shown.adopt(id, on)
    if (kept.closed) this.#outbox.add({ run: () => this.#editOne(on, forgottenMessage(id, this.#speech)) })
  }

  /** A copy that cannot be edited, because somebody removed it, does not keep the others from it. */
  async #editOne(posted: Posted, message: Message): Promise<void> {
    const { service } = this.#options
    try {
      await service.edit(posted, message)
    } catch (error) {
      const trouble = service.troubleOf(error)
      if (trouble.try === 'later') throw error
      if (trouble.try === 'never') this.#tell(trouble.message)
    }
  }

  async #connect(service: ChatService, heard: Heard): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await service.connect(heard)
        this.#trouble = undefined
        return
      } catch (error) {
        const trouble = service.troubleOf(error)
        if (trouble.try === 'done') return
        this.#tell(trouble.message)
        if (trouble.try === 'never') throw new ChannelUnusable(trouble.message)
        await pause(trouble.afterMs ?? backOff(this.#pace, failures), signal)
      }
    }
  }

  #heard(hearing: Hearing): Heard {
    const { service } = this.#options
    return {
      pressed: (press) => hearing.pressed(press),
      said: async (saying) => {
        const words = await hearing.said(saying)
        if (words !== undefined && words !== '')
          this.#outbox.add({ run: () => service.say(words, saying.at), mostTries: TRIES_TO_SAY })
      },
      missed: () => {
        const open = this.#shown.open().flatMap(({ posted }) => posted)
        const [first] = open
        const { heard } = this.#shown
        if (first === undefined) return undefined
        return { after: heard !== undefined && service.isAfter(heard, first) ? heard : first, open }
      },
      connection: (trouble) => this.#tell(trouble),
    }
  }

  #tell(message: string | undefined): void {
    if (message !== undefined && message !== this.#trouble) this.#options.onTrouble(`${this.name}: ${message}`)
    this.#trouble = message
  }
}
