import { hash } from 'node:crypto'
import { canonical } from '../call/canonical-json.ts'
import type { JsonObject } from '../call/tool-call.ts'
import { redact } from '../journal/redact.ts'
import { CHAT_PHRASES, type ChatWording, unsoundWording } from '../policy/chat-wording.ts'
import { type ReplyWords, unsoundWord } from '../policy/reply-words.ts'
import { truthful } from './look-alikes.ts'
import { makeQuestion, viewOf } from './questions/make-question.ts'
import { memoryQueue } from './queue/memory-queue.ts'
import { type Answered, type Choice, type Question, QUESTION_TIMEOUT_MS } from './questions/question.ts'
import type { Queue } from './queue/queue.ts'
import type { Reply } from './reply.ts'
import { type Speech, speechOf } from './speech.ts'

/** Questions that may wait in one chat of a channel. */
export const MAX_PENDING = 5
export const TIMEOUT_MS = QUESTION_TIMEOUT_MS

/** What fits into one message of every chat we know, with room for what stands around it. */
const LONGEST_TEXT = 1500
const DISPLAYED = 120
const MOST_ALWAYS = 1000

/** Says something in a chat. What it rejects with ends the question that could not be asked. */
export type SendMessage = (channelId: string, chatId: string, text: string) => Promise<void>

export interface ChannelGateOptions {
  readonly queue?: Queue
  readonly now?: () => number
  readonly timeoutMs?: number
  readonly maxPending?: number
  /** Further words that answer, in your language: `{ yes: ['ja'], no: ['nein'], always: ['immer'] }`. */
  readonly replies?: ReplyWords
  /** Other words for what is said. What is left out is said as we say it. */
  readonly wording?: Partial<ChatWording>
}

export interface ConfirmationDetails {
  /** The whole input, where the caller has it: then the grant is bound to it. */
  readonly input?: JsonObject
  readonly cwd?: string
  readonly session?: string
  readonly agent?: string
  readonly policyDigest?: string
  readonly signal?: AbortSignal
}

interface Asked {
  /** As the queue keeps it. */
  question: Question
  readonly channelId: string
  readonly chatId: string
  readonly senderId: string
  /** All of it was sent to the chat. */
  whole: boolean
}

/**
 * What an `always` is bound to: the first 120 characters for people, and the hash of everything for us. Two calls that
 * begin alike are two.
 */
export function buildToolFingerprint(toolName: string, description: string, details: ConfirmationDetails = {}): string {
  const everything = { toolName, description, input: details.input ?? null, cwd: details.cwd ?? '' }
  return `${toolName}:${description.slice(0, DISPLAYED)}#${hash('sha256', canonical(everything))}`
}

/**
 * Permission questions in a chat. The sender who is asked answers with a word in that chat; each question has a short id,
 * and a bare word counts only when exactly one question waits for that sender.
 */
export class ChannelPermissionGate {
  readonly #send: SendMessage
  readonly #queue: Queue
  readonly #options: ChannelGateOptions
  readonly #asked = new Map<string, Asked>()
  readonly #always = new Set<string>()
  readonly #speech: Speech
  #calls = 0

  constructor(send: SendMessage, options: ChannelGateOptions = {}) {
    this.#send = send
    this.#options = options
    this.#speech = checkedSpeech(options)
    // How many may wait is counted here, chat by chat: one that is full takes nothing from another.
    this.#queue = options.queue ?? memoryQueue(Infinity, options.now)
  }

  /** True only when the person said so; a refusal, silence and every failure are false. */
  async requestConfirmation(
    channelId: string,
    chatId: string,
    senderId: string,
    toolName: string,
    description: string,
    details: ConfirmationDetails = {},
  ): Promise<boolean> {
    const fingerprint = buildToolFingerprint(toolName, description, details)
    const granted = canonical([channelId, chatId, senderId, fingerprint])
    if (this.#always.has(granted)) return true
    const here = [...this.#asked.values()].filter((asked) => asked.channelId === channelId && asked.chatId === chatId)
    if (here.length >= (this.#options.maxPending ?? MAX_PENDING)) return false
    const question = this.#questionOf(channelId, chatId, senderId, toolName, description, fingerprint, details)
    const asked: Asked = { question, channelId, chatId, senderId, whole: false }
    // Nobody is shown a question before it is kept, and its short id may have changed by then.
    const deaf = this.#queue.listen((event) => {
      if (event.question.key !== question.key) return
      if (event.what === 'settled') {
        this.#asked.delete(question.key)
        return
      }
      asked.question = event.question
      this.#show(asked).catch(() => this.#giveUp(asked))
    })
    this.#asked.set(question.key, asked)
    try {
      const settlement = await this.#queue.ask(question, details.signal)
      if (!('how' in settlement) || settlement.how !== 'answered') return false
      const { says } = settlement.choice
      if (says === 'session') this.#remember(granted)
      return says === 'once' || says === 'session' || says === 'rule' || says === 'save'
    } catch {
      return false
    } finally {
      deaf()
      this.#asked.delete(question.key)
    }
  }

  /** The chat cannot be reached: nobody will answer. */
  async #giveUp(asked: Asked): Promise<void> {
    const { question, channelId } = asked
    const choice = { says: 'deny', message: 'the chat could not be reached' } as const
    await this.#queue
      .answer(question.id, { choice, shown: question.shown, by: channelId, channel: channelId })
      .catch(() => undefined)
  }

  /** True when the text was an answer and was taken. Whoever wrote it is told, in the chat, when it could not be. */
  async processReply(channelId: string, chatId: string, senderId: string, text: string): Promise<boolean> {
    const reply = this.#speech.read(text)
    if (reply === undefined) return false
    const asked = this.#meant(channelId, chatId, senderId, reply)
    if (asked === undefined) return false
    if (asked === 'several') {
      const ids = this.#of(channelId, senderId).map((each) => each.question.id)
      const words = this.#speech.say('confirmSeveral', { id: ids[0] ?? '', ids: ids.join(', ') })
      await this.#say(channelId, chatId, words)
      return false
    }
    if (reply.says === 'show') {
      await this.#showAll(asked)
      return false
    }
    const answered = await this.#answer(asked, reply)
    if ('ok' in answered) return true
    const words = this.#speech.say('confirmNotTaken', { id: asked.question.id, why: answered.refused.message })
    await this.#say(channelId, chatId, words)
    return false
  }

  /** Takes back every `always` of a chat. */
  forget(channelId: string, chatId: string): void {
    const prefix = canonical([channelId, chatId]).slice(0, -1)
    for (const granted of this.#always) if (granted.startsWith(`${prefix},`)) this.#always.delete(granted)
  }

  #questionOf(
    channelId: string,
    chatId: string,
    senderId: string,
    toolName: string,
    description: string,
    fingerprint: string,
    details: ConfirmationDetails,
  ): Question {
    const now = (this.#options.now ?? Date.now)()
    const asked = {
      session: details.session ?? canonical([channelId, chatId]),
      agent: details.agent ?? 'channel',
      call: `${canonical([channelId, chatId, senderId])} ${++this.#calls}`,
      tool: truthful(toolName),
      cwd: truthful(details.cwd ?? ''),
      fingerprint,
      policyDigest: details.policyDigest ?? '',
      text: truthful(redact(description.toWellFormed())),
      deeds: [],
      why: [],
      offers: [],
    }
    return makeQuestion(asked, now, this.#options.timeoutMs ?? TIMEOUT_MS)
  }

  #of(channelId: string, senderId: string): readonly Asked[] {
    return [...this.#asked.values()].filter((asked) => asked.channelId === channelId && asked.senderId === senderId)
  }

  /** The question a reply is about. It was asked of this sender, in this chat. */
  #meant(channelId: string, chatId: string, senderId: string, reply: Reply): Asked | 'several' | undefined {
    const mine = this.#of(channelId, senderId)
    const here = mine.filter((asked) => asked.chatId === chatId)
    if (reply.id !== undefined) return here.find((asked) => asked.question.id === reply.id)
    if (here.length === 0) return undefined
    return mine.length === 1 ? here[0] : 'several'
  }

  #answer(asked: Asked, reply: Reply): Promise<Answered> {
    const { question, channelId, senderId } = asked
    const shown = asked.whole ? question.shown : ''
    return this.#queue.answer(question.id, {
      choice: choiceOf(reply),
      shown,
      by: `${channelId}:${senderId}`,
      channel: channelId,
    })
  }

  async #show(asked: Asked): Promise<void> {
    const { question, channelId, chatId } = asked
    const view = viewOf(question, LONGEST_TEXT)
    const title = `${question.tool}: ${question.text.split('\n')[0]!.slice(0, DISPLAYED)}`
    const body = title === `${question.tool}: ${question.text}` ? '' : `\n\n${view.text}`
    const { say } = this.#speech
    const minutes = Math.round((question.expiresAt - question.askedAt) / 60_000)
    const how =
      view.hidden === 0
        ? say('confirmHow', { minutes })
        : say('confirmHidden', { hidden: view.hidden, id: question.id })
    asked.whole = view.hidden === 0
    await this.#send(channelId, chatId, `${say('confirm', { id: question.id, what: title })}${body}\n\n${how}`)
  }

  async #showAll(asked: Asked): Promise<void> {
    const { question, channelId, chatId } = asked
    const pieces = Array.from({ length: Math.ceil(question.text.length / LONGEST_TEXT) }, (_, index) =>
      question.text.slice(index * LONGEST_TEXT, (index + 1) * LONGEST_TEXT),
    )
    for (const [index, piece] of pieces.entries()) {
      await this.#send(channelId, chatId, `[${question.id}] ${index + 1}/${pieces.length}\n${piece}`)
    }
    asked.whole = true
  }

  async #say(channelId: string, chatId: string, text: string): Promise<void> {
    await this.#send(channelId, chatId, text).catch(() => undefined)
  }

  #remember(granted: string): void {
    const [oldest] = this.#always
    if (this.#always.size >= MOST_ALWAYS && oldest !== undefined) this.#always.delete(oldest)
    this.#always.add(granted)
  }
}

/** Throws a sentence when a word would mean two things, or a wording leaves something out. */
function checkedSpeech({ replies = {}, wording = {} }: ChannelGateOptions): Speech {
  const problem =
    unsoundWord(replies) ??
    CHAT_PHRASES.map((phrase) =>
      wording[phrase] === undefined ? undefined : unsoundWording(phrase, wording[phrase]),
    ).find((each) => each !== undefined)
  if (problem !== undefined) throw new RangeError(problem)
  return speechOf({ replies, wording })
}

function choiceOf(reply: Reply): Choice {
  switch (reply.says) {
    case 'yes':
      return { says: 'once' }
    case 'always':
      return { says: 'session' }
    case 'no':
    case 'show':
      return { says: 'deny', ...(reply.reason === undefined ? {} : { message: reply.reason }) }
  }
}
