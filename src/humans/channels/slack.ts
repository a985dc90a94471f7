import type * as SocketMode from '@slack/socket-mode'
import type * as WebApi from '@slack/web-api'
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
import { messageFrom, pressIn, saidIn } from './slack-events.ts'

type SocketModeClient = SocketMode.SocketModeClient
type WebClient = WebApi.WebClient
type KnownBlock = WebApi.KnownBlock

export interface SlackOptions {
  readonly botToken: string
  readonly appToken: string
  /** The id of the channel: `C0123456789`. */
  readonly channel: string
  readonly api?: string
  readonly pace: Pace
}

interface Libraries {
  readonly web: typeof WebApi
  readonly socket: typeof SocketMode
}

/** 3000 characters fit into one block of text. */
const MOST_BODY = 2900
const MOST_MISSED = 100

/** Slack: block buttons and thread replies through a socket; everything we say through the Web API. */
export class Slack implements ChatService {
  readonly name = 'slack'
  readonly mostBody: number = MOST_BODY
  readonly #options: SlackOptions
  readonly #stopping = new AbortController()
  #libraries: Libraries | undefined
  #web: WebClient | undefined
  #socket: SocketModeClient | undefined
  #reconnecting: Promise<void> | undefined

  constructor(options: SlackOptions) {
    this.#options = options
  }

  get chat(): string {
    return this.#options.channel
  }

  /** A body is one preformatted element of plain text: nothing in it is looked at. */
  literal(text: string): string {
    return text
  }

  async connect(heard: Heard): Promise<void> {
    this.#libraries ??= await importPeers('slack', async () => ({
      web: await import('@slack/web-api'),
      socket: await import('@slack/socket-mode'),
    }))
    this.#web ??= new this.#libraries.web.WebClient(this.#options.botToken, this.#clientOptions())
    await this.#web.auth.test()
    await this.#open(this.#libraries, heard)
    void this.#catchUp(this.#web, heard)
  }

  async post(message: Message, _key: string, under?: Posted): Promise<Posted> {
    return { chat: this.chat, message: await this.#send(contentOf(message), under) }
  }

  async edit(posted: Posted, message: Message): Promise<void> {
    await this.#connected().chat.update({ channel: posted.chat, ts: posted.message, ...contentOf(message) })
  }

  async say(text: string, under: Posted): Promise<void> {
    await this.#send(contentOf({ title: '', body: text, status: '', buttons: [] }), under)
  }

  isAfter(one: Posted, other: Posted): boolean {
    const [seconds = '', part = ''] = one.message.split('.')
    const [otherSeconds = '', otherPart = ''] = other.message.split('.')
    return BigInt(seconds + part.padEnd(6, '0')) > BigInt(otherSeconds + otherPart.padEnd(6, '0'))
  }

  troubleOf(error: unknown): Trouble {
    if (error instanceof ChannelUnusable) return { try: 'never', message: error.message }
    const web = this.#libraries?.web
    if (web !== undefined && error instanceof web.WebAPIRateLimitedError)
      return { try: 'later', afterMs: error.retryAfter * 1000, message: 'asked to wait (429)' }
    if (web !== undefined && error instanceof web.WebAPIPlatformError) {
      const code = error.data.error
      if (GONE.has(code)) return { try: 'done' }
      if (PASSES.has(code)) return { try: 'later', message: code }
      return { try: 'never', message: `${code}${HINTS[code] ?? ''}` }
    }
    return { try: 'later', message: error instanceof Error ? error.message : 'the request failed' }
  }

  async disconnect(): Promise<void> {
    this.#stopping.abort()
    await this.#socket?.disconnect()
    await this.#reconnecting
  }

  async #send(content: Content, under: Posted | undefined): Promise<string> {
    const thread = under === undefined ? {} : { thread_ts: under.message }
    const message = { channel: under?.chat ?? this.chat, ...content, ...thread }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a chat, not a window
    const { ts } = await this.#connected().chat.postMessage(message)
    if (ts === undefined) throw new Error('the answer has no ts')
    return ts
  }

  #connected(): WebClient {
    if (this.#web === undefined) throw new Error('not connected yet')
    return this.#web
  }

  #clientOptions(): ConstructorParameters<Libraries['web']['WebClient']>[1] {
    const { api, pace } = this.#options
    return {
      ...(api === undefined ? {} : { slackApiUrl: api }),
      // Waiting and trying again is the outbox's, which can be stopped.
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: pace.request,
      logger: SILENT,
    }
  }

  /** The library's own reconnecting ends the process when the network is gone at the wrong moment: it is done here. */
  async #open({ socket }: Libraries, heard: Heard): Promise<void> {
    const client = new socket.SocketModeClient({
      appToken: this.#options.appToken,
      autoReconnectEnabled: false,
      clientOptions: this.#clientOptions() ?? {},
      logger: SILENT,
    })
    let isOpen = false
    client.on('disconnected', () => {
      if (isOpen) this.#reconnecting ??= this.#reopen(heard).finally(() => (this.#reconnecting = undefined))
    })
    client.on('interactive', ({ body, ack }: Delivery) => void this.#press(body, ack, heard))
    client.on('message', ({ body, ack }: Delivery) => void this.#message(body, ack, heard))
    await this.#greeted(client)
    isOpen = true
    this.#socket = client
    if (this.#stopping.signal.aborted) await client.disconnect()
  }

  /** A server that takes the connection and says nothing is one that is not there. */
  async #greeted(client: SocketModeClient): Promise<void> {
    const late = new AbortController()
    try {
      await Promise.race([
        client.start(),
        pause(this.#options.pace.request, late.signal).then(() => {
          if (!late.signal.aborted) throw new Error('the socket was not greeted in time')
        }),
      ])
    } catch (error) {
      client.disconnect().catch(() => undefined)
      throw error
    } finally {
      late.abort()
    }
  }

  async #reopen(heard: Heard): Promise<void> {
    const { signal } = this.#stopping
    const libraries = this.#libraries
    if (libraries === undefined || signal.aborted) return
    heard.connection('the connection is gone')
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#open(libraries, heard)
        heard.connection()
        void this.#catchUp(this.#connected(), heard)
        return
      } catch (error) {
        const trouble = this.troubleOf(error)
        if (trouble.try !== 'done') heard.connection(trouble.message)
        const asked = trouble.try === 'later' ? trouble.afterMs : undefined
        await pause(asked ?? backOff(this.#options.pace, failures), signal)
      }
    }
  }

  /** Acknowledged when the answer is durable: if we die before, the person sees that nothing happened. */
  async #press(body: unknown, ack: Ack, heard: Heard): Promise<void> {
    const press = pressIn(body)
    const said = press === undefined ? undefined : await heard.pressed(press)
    await ack().catch(() => undefined)
    if (press === undefined || said === undefined || said === '') return
    await this.#connected()
      .chat.postEphemeral({
        channel: press.on.chat,
        user: press.sender,
        ...contentOf({ title: '', body: said, status: '', buttons: [] }),
      })
      .catch(() => undefined)
  }

  async #message(body: unknown, ack: Ack, heard: Heard): Promise<void> {
    const said = saidIn(body)
    if (said !== undefined) await heard.said(said)
    await ack().catch(() => undefined)
  }

  /** After a new connection: what was said while there was none may never be told. */
  async #catchUp(web: WebClient, heard: Heard): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted; failures++) {
      const missed = heard.missed()
      if (missed === undefined) return
      const since = { channel: this.chat, oldest: missed.after.message, limit: MOST_MISSED }
      try {
        const found = [(await web.conversations.history(since)).messages ?? []]
        for (const { message: ts } of missed.open)
          found.push((await web.conversations.replies({ ...since, ts })).messages ?? [])
        for (const each of found.flat().sort((one, other) => Number(one.ts) - Number(other.ts))) {
          const said = messageFrom({ ...each, channel: this.chat })
          if (said !== undefined) await heard.said(said)
        }
        return
      } catch (error) {
        const trouble = this.troubleOf(error)
        if (trouble.try !== 'later') return
        await pause(trouble.afterMs ?? backOff(this.#options.pace, failures), signal)
      }
    }
  }
}

interface Content {
  readonly text: string
  readonly blocks: KnownBlock[]
  readonly unfurl_links: false
  readonly unfurl_media: false
}

type Ack = () => Promise<void>

interface Delivery {
  readonly body: unknown
  readonly ack: Ack
}

/** The message is no longer there, or is as it should be. */
const GONE: ReadonlySet<string> = new Set(['message_not_found', 'cant_update_message', 'thread_not_found'])
const PASSES: ReadonlySet<string> = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
  'rate_limited',
  'team_added_to_org',
])
const HINTS: Readonly<Record<string, string>> = {
  invalid_auth: ': a token is not valid; the bot token begins with xoxb-, the app token with xapp-',
  not_authed: ': a token is missing',
  channel_not_found: ': is `channel` right, and was the app invited into it?',
  not_in_channel: ': invite the app into the channel',
  missing_scope: ': the app needs chat:write and channels:history, its app token connections:write',
}

/** Library logs may quote requests, and requests carry tokens. */
const SILENT: NonNullable<NonNullable<ConstructorParameters<Libraries['web']['WebClient']>[1]>['logger']> = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  setName: () => undefined,
  getLevel: () => 'error' as never,
}

/** What is read aloud and in notifications is our own words; text from elsewhere stands only where it is not parsed. */
function contentOf({ title, body, status, buttons }: Message): Content {
  const blocks: KnownBlock[] = []
  if (title !== '') blocks.push({ type: 'section', text: { type: 'plain_text', text: title, emoji: false } })
  blocks.push({
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: body }] }],
  })
  if (status !== '') blocks.push({ type: 'section', text: { type: 'plain_text', text: status, emoji: false } })
  if (buttons.length > 0)
    blocks.push({
      type: 'actions',
      elements: buttons.map(({ label, kind, data }, index) => ({
        type: 'button' as const,
        text: { type: 'plain_text' as const, text: label, emoji: false },
        action_id: `portcullis-${index}`,
        value: data,
        ...(kind === 'other' ? {} : { style: kind === 'allow' ? ('primary' as const) : ('danger' as const) }),
      })),
    })
  return { text: title === '' ? 'Portcullis' : title, blocks, unfurl_links: false, unfurl_media: false }
}
