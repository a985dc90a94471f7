import { visible } from '../../call/visible.ts'
import type { Answer, Choice, Question } from '../questions/question.ts'
import type { Speech } from '../speech.ts'
import type { Desk } from './channel.ts'
import type { ChatService, Posted, Press, Saying } from './chat-service.ts'
import type { Kept } from './memory.ts'
import type { Seal } from './seal.ts'
import type { ShownQuestions } from './shown-questions.ts'

export interface HearingOptions {
  readonly service: Pick<ChatService, 'name' | 'chat' | 'isAfter'>
  readonly desk: Desk
  readonly shown: ShownQuestions
  readonly seal: Seal
  /** Ids of people as the service authenticates them. Nobody else answers anything. */
  readonly approvers: ReadonlySet<string>
  /** Somebody wants to see the rest. */
  readonly showAll: (question: Question) => void
  /** A message of this question arrived, although the service did not tell us so. */
  readonly foundCopy: (id: string, on: Posted) => void
  readonly now: () => number
  readonly speech: Speech
}

const MOST_EVENTS = 2000
/** Two questions were open a moment ago: nobody knows which one a bare `y` was for. */
const JUST_SETTLED = 3000
const SHOWN_WITHIN = 3000
const LOOK_EVERY = 25
const MOST_NOTES = 60
const NOTES_EVERY = 60_000

/** Turns what people do in a chat into answers, or into refusals that are on record. */
export class Hearing {
  readonly #options: HearingOptions
  /** What was said to each delivery: a service that is not sure we heard it says it again. */
  readonly #told = new Map<string, Promise<string | undefined>>()
  readonly #settledAt = new Map<string, number>()
  #notes = 0
  #notesSince = Number.NEGATIVE_INFINITY

  constructor(options: HearingOptions) {
    this.#options = options
  }

  /** To be told of every end, so that a bare reply is not taken for one to the question that is left. */
  settled(id: string): void {
    this.#settledAt.set(id, this.#options.now())
    const [oldest] = this.#settledAt.keys()
    if (this.#settledAt.size > 100 && oldest !== undefined) this.#settledAt.delete(oldest)
  }

  async pressed(press: Press): Promise<string> {
    return (await this.#once(press.event, () => this.#press(press))) ?? ''
  }

  said(saying: Saying): Promise<string | undefined> {
    return this.#once(saying.event, () => this.#say(saying))
  }

  async #press(press: Press): Promise<string> {
    const { service, desk, shown, seal, approvers, showAll } = this.#options
    const { say } = this.#options.speech
    const { sender, on } = press
    if (!approvers.has(sender)) return this.#refuse(sender, 'approval.stranger', say('stranger'))
    if (on.chat !== service.chat) return this.#refuse(sender, 'channel.elsewhere', say('elsewhere'))
    const claim = seal.read(press.data)
    const kept = claim && shown.find(claim.id)
    const question = claim && desk.find(claim.id)
    const known = question ?? kept
    if (claim === undefined || known === undefined || !seal.isOurs(claim, known))
      return this.#refuse(sender, 'channel.forged', say('notOurs'))
    const owner = shown.of(on)
    if (owner !== undefined && owner.id !== claim.id)
      return this.#refuse(sender, 'channel.wrong-thread', say('anotherQuestion'), claim.id)
    // Nobody told us that this copy arrived, but only we can have made its buttons.
    if (owner === undefined) this.#options.foundCopy(claim.id, on)
    switch (claim.pressed) {
      case 'all':
        if (question === undefined || !this.#isPending(claim.id))
          return this.#refuse(sender, 'approval.unknown', say('notOpen', { id: claim.id }), claim.id)
        showAll(question)
        return say('allOfIt')
      case 'once':
      case 'session':
      case 'deny':
        return (await this.#answer(sender, { says: claim.pressed }, known)) ?? say('taken')
    }
  }

  async #say(saying: Saying): Promise<string | undefined> {
    const { service, desk, shown, approvers, showAll } = this.#options
    const { say, read } = this.#options.speech
    const { sender, at, under } = saying
    const thread = under && shown.of(under)
    // A thread that hangs on a message of ours is part of the chat; any other place is not.
    if (at.chat !== service.chat && thread === undefined) return undefined
    const reply = read(saying.text)
    if (reply === undefined) return undefined
    const pending = desk.pending()
    const isAddressed = reply.id !== undefined || thread !== undefined
    // A bare word under somebody else's message, or when nothing is asked, is talk among people.
    if (!isAddressed && (under !== undefined || pending.length === 0)) return undefined
    shown.hear(at)
    if (!approvers.has(sender)) {
      const said = this.#refuse(sender, 'approval.stranger', say('stranger'), reply.id ?? thread?.id)
      return isAddressed ? said : undefined
    }
    if (reply.id !== undefined && thread !== undefined && reply.id !== thread.id)
      return this.#refuse(
        sender,
        'channel.wrong-thread',
        say('anotherThread', { thread: thread.id, id: reply.id }),
        reply.id,
      )
    const id = reply.id ?? thread?.id ?? (await this.#onlyOne(pending, at))
    if (id === undefined) {
      const answers = pending.map((question) => say('whichAnswer', { id: question.id })).join(' · ')
      return say('whichOne', { answers })
    }
    const question = desk.find(id)
    const kept = await this.#whenShown(id)
    if (question === undefined && kept === undefined)
      return this.#refuse(sender, 'approval.unknown', say('unknown', { id: visible(id) }), id)
    if (kept === undefined) return this.#refuse(sender, 'approval.not-shown', say('notShownHere', { id }), id)
    if (reply.says === 'show') {
      if (question !== undefined && this.#isPending(id)) showAll(question)
      return undefined
    }
    if (!kept.whole && reply.says !== 'no')
      return this.#refuse(sender, 'approval.not-shown', say('notAllSeen', { id }), id)
    return this.#answer(sender, choiceOf(reply.says, reply.reason), kept)
  }

  /** The one a bare word can only be for: alone, shown before the word was said, and alone at that time too. */
  async #onlyOne(pending: readonly Question[], at: Posted): Promise<string | undefined> {
    const { service, now } = this.#options
    const [only, ...more] = pending
    if (only === undefined || more.length > 0) return undefined
    const [posted] = (await this.#whenShown(only.id))?.posted ?? []
    if (posted === undefined || (at.chat === posted.chat && !service.isAfter(at, posted))) return undefined
    for (const when of this.#settledAt.values())
      if (when > only.askedAt && now() - when < JUST_SETTLED) return undefined
    return only.id
  }

  /** People may see a message, and answer it, before the service has told us that it is there. */
  async #whenShown(id: string): Promise<Kept | undefined> {
    const { shown } = this.#options
    for (
      let waited = 0;
      waited < SHOWN_WITHIN && shown.find(id) === undefined && this.#isPending(id);
      waited += LOOK_EVERY
    )
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
    return shown.find(id)
  }

  async #answer(
    sender: string,
    choice: Choice,
    { id, shown }: Pick<Kept, 'id' | 'shown'>,
  ): Promise<string | undefined> {
    const { service, desk } = this.#options
    const answer: Answer = { choice, shown, by: `${service.name}:${sender}`, channel: service.name }
    try {
      const answered = await desk.answer(id, answer)
      // What the queue refuses it puts on record itself.
      return 'ok' in answered ? undefined : `${id}: ${visible(answered.refused.message)}.`
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return this.#refuse(sender, 'channel.failed', `${id}: the answer could not be written down: ${message}`, id)
    }
  }

  #isPending(id: string): boolean {
    return this.#options.desk.pending().some((question) => question.id === id)
  }

  /** On record, within reason: a stranger in a busy chat must not fill the log. */
  #refuse(sender: string, code: string, message: string, question?: string): string {
    const { desk, service, now } = this.#options
    if (now() - this.#notesSince > NOTES_EVERY) {
      this.#notesSince = now()
      this.#notes = 0
    }
    if (++this.#notes > MOST_NOTES) return ''
    desk.note({
      channel: service.name,
      sender: visible(sender),
      code,
      message: visible(message),
      ...(question === undefined ? {} : { question: visible(question) }),
    })
    return message
  }

  #once(event: string, act: () => Promise<string | undefined>): Promise<string | undefined> {
    const told = this.#told.get(event) ?? act()
    this.#told.set(event, told)
    const [oldest] = this.#told.keys()
    if (this.#told.size > MOST_EVENTS && oldest !== undefined) this.#told.delete(oldest)
    return told
  }
}

/** `always` is this exact call, until the session ends. */
function choiceOf(says: 'yes' | 'always' | 'no', reason: string | undefined): Choice {
  switch (says) {
    case 'yes':
      return { says: 'once' }
    case 'always':
      return { says: 'session' }
    case 'no':
      return reason === undefined ? { says: 'deny' } : { says: 'deny', message: reason }
  }
}
