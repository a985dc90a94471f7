import type * as Grammy from 'grammy'
import type { InlineKeyboardMarkup, MessageEntity, Update } from 'grammy/types'
import {
  backOff,
  ChannelUnusable,
  type ChatService,
  type Heard,
  type Message,
  type Pace,
  pause,
  type Posted,
  type Trouble,
} from './chat-service.ts'
import { importPeers } from './peers.ts'

export interface TelegramOptions {
  readonly token: string
  /** The id of the chat, as Telegram writes it: `-1001234567890`. */
  readonly chat: string
  /** A Bot API server of one's own. */
  readonly apiRoot?: string
  readonly pace: Pace
}

type Api = Grammy.Api

/** 4096 characters fit into a message; the rest is for our own words. */
const MOST_BODY = 3400
/** How long Telegram keeps a request for news open, in seconds. */
const LONG_POLL = 25
const LONGEST_ALERT = 190

/** Telegram: buttons under a message, and replies. What people did while nobody listened is delivered afterwards. */
export class Telegram implements ChatService {
  readonly name = 'telegram'
  readonly mostBody: number = MOST_BODY
  readonly #options: TelegramOptions
  readonly #stopping = new AbortController()
  #grammy: typeof Grammy | undefined
  #api: Api | undefined
  #polling: Promise<void> | undefined

  constructor(options: TelegramOptions) {
    this.#options = options
  }

  get chat(): string {
    return this.#options.chat
  }

  /** No markup is ever parsed: a body is marked as code by its place in the message. */
  literal(text: string): string {
    return text
  }

  async connect(heard: Heard): Promise<void> {
    this.#grammy ??= await importPeers('telegram', () => import('grammy'))
    this.#api ??= this.#client(this.#options.pace.request)
    await this.#api.getMe()
    // While a webhook is set, Telegram hands out nothing here.
    await this.#api.deleteWebhook({ drop_pending_updates: false })
    this.#polling ??= this.#poll(this.#client(LONG_POLL * 1000 + this.#options.pace.request), heard)
  }

  async post(message: Message, _key: string, under?: Posted): Promise<Posted> {
    const { text, entities } = textOf(message)
    const sent = await this.#connected().sendMessage(this.chat, text, {
      entities,
      link_preview_options: { is_disabled: true },
      ...(message.buttons.length === 0 ? {} : { reply_markup: keyboardOf(message) }),
      ...(under === undefined ? {} : { reply_parameters: replyTo(under) }),
    })
    return { chat: this.chat, message: String(sent.message_id) }
  }

  async edit(posted: Posted, message: Message): Promise<void> {
    const { text, entities } = textOf(message)
    await this.#connected().editMessageText(posted.chat, Number(posted.message), text, {
      entities,
      link_preview_options: { is_disabled: true },
      reply_markup: keyboardOf(message),
    })
  }

  async say(text: string, under: Posted): Promise<void> {
    await this.#connected().sendMessage(under.chat, text, {
      link_preview_options: { is_disabled: true },
      reply_parameters: replyTo(under),
    })
  }

  isAfter(one: Posted, other: Posted): boolean {
    return Number(one.message) > Number(other.message)
  }

  troubleOf(error: unknown): Trouble {
    if (error instanceof ChannelUnusable) return { try: 'never', message: error.message }
    if (this.#grammy === undefined || !(error instanceof this.#grammy.GrammyError))
      return { try: 'later', message: error instanceof Error ? error.message : 'the request failed' }
    const { error_code: code, description, parameters } = error
    const message = `${code}: ${description}`
    if (code === 429) return { try: 'later', message, afterMs: (parameters.retry_after ?? 1) * 1000 }
    if (code >= 500 || code === 409) return { try: 'later', message }
    if (code === 400 && DONE.test(description)) return { try: 'done' }
    if (code === 401 || code === 404) return { try: 'never', message: `${message}: the token of the bot is not valid` }
    if (parameters.migrate_to_chat_id !== undefined)
      return { try: 'never', message: `the chat has a new id: set \`chat\` to ${parameters.migrate_to_chat_id}` }
    return { try: 'never', message: `${message}: is \`chat\` right, and is the bot a member of it?` }
  }

  async disconnect(): Promise<void> {
    this.#stopping.abort()
    await this.#polling
  }

  #connected(): Api {
    if (this.#api === undefined) throw new Error('not connected yet')
    return this.#api
  }

  #client(timeout: number): Api {
    const { token, apiRoot } = this.#options
    return new this.#grammy!.Api(token, {
      ...(apiRoot === undefined ? {} : { apiRoot }),
      timeoutSeconds: Math.max(1, Math.ceil(timeout / 1000)),
    })
  }

  /**
   * Asks for news until it is told to stop. An update is confirmed by asking for the next one, after it was handled: one
   * that was handled when the daemon died comes again, and is then a second answer to a settled question.
   */
  async #poll(api: Api, heard: Heard): Promise<void> {
    const { signal } = this.#stopping
    let offset = 0
    for (let failures = 0; !signal.aborted;) {
      try {
        const updates = await api.getUpdates(
          { offset, timeout: LONG_POLL, allowed_updates: ['message', 'callback_query'] },
          this.#abortSignal(),
        )
        if (failures > 0) heard.connection()
        failures = 0
        for (const update of updates) {
          await this.#take(update, heard)
          offset = update.update_id + 1
        }
      } catch (error) {
        if (signal.aborted) break
        const trouble = this.troubleOf(error)
        const said = trouble.try === 'done' ? 'the request failed' : trouble.message
        heard.connection(said)
        await pause(
          (trouble.try === 'later' ? trouble.afterMs : undefined) ?? backOff(this.#options.pace, failures++),
          signal,
        )
        failures = Math.max(1, failures)
      }
    }
    // What was handled need not come again. If this fails it does, and does no harm.
    if (offset > 0)
      await this.#connected()
        .getUpdates({ offset, limit: 1, timeout: 0 })
        .catch(() => undefined)
  }

  async #take(update: Update, heard: Heard): Promise<void> {
    const { callback_query: query, message } = update
    if (query?.data !== undefined && query.message !== undefined) {
      const said = await heard.pressed({
        event: `press ${query.id}`,
        sender: String(query.from.id),
        data: query.data,
        on: { chat: String(query.message.chat.id), message: String(query.message.message_id) },
      })
      // Telegram forgets a press after a while: then there is nobody to tell.
      await this.#connected()
        .answerCallbackQuery(query.id, { text: said.slice(0, LONGEST_ALERT), show_alert: said.length > 40 })
        .catch(() => undefined)
      return
    }
    // A message in the name of a channel or an anonymous administrator has no person behind it that we could check.
    if (message?.text === undefined || message.from === undefined || message.from.is_bot || message.sender_chat) return
    const chat = String(message.chat.id)
    const under = message.reply_to_message
    await heard.said({
      event: `message ${chat} ${message.message_id}`,
      sender: String(message.from.id),
      text: message.text,
      at: { chat, message: String(message.message_id) },
      ...(under === undefined ? {} : { under: { chat, message: String(under.message_id) } }),
    })
  }

  /** Grammy has its own type for what Node has built in. */
  #abortSignal(): Parameters<Api['getUpdates']>[1] {
    return this.#stopping.signal as Parameters<Api['getUpdates']>[1]
  }
}

/** What Telegram says when there is nothing left to do. */
const DONE =
  /message is not modified|message to edit not found|message can't be edited|MESSAGE_ID_INVALID|query is too old/i

function replyTo(under: Posted): { message_id: number; allow_sending_without_reply: true } {
  return { message_id: Number(under.message), allow_sending_without_reply: true }
}

function textOf({ title, body, status }: Message): { readonly text: string; readonly entities: MessageEntity[] } {
  const start = `${title}\n\n`
  const text = `${start}${body}${status === '' ? '' : `\n\n${status}`}`
  return {
    text,
    entities: [
      { type: 'bold', offset: 0, length: title.length },
      { type: 'pre', offset: start.length, length: body.length },
      ...(status === '' ? [] : [{ type: 'code' as const, offset: text.length - status.length, length: status.length }]),
    ],
  }
}

function keyboardOf({ buttons }: Message): InlineKeyboardMarkup {
  return { inline_keyboard: buttons.map(({ label, data }) => [{ text: label, callback_data: data }]) }
}
