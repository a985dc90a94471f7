import type * as Rest from '@discordjs/rest'
import type * as Gateway from '@discordjs/ws'
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
import { interactionIn, messageFrom, saidIn } from './discord-events.ts'
import { importPeers } from './peers.ts'

type REST = Rest.REST

export interface DiscordOptions {
  readonly token: string
  /** The id of the channel. */
  readonly channel: string
  readonly api?: string
  readonly pace: Pace
}

interface Libraries {
  readonly rest: typeof Rest
  readonly ws: typeof Gateway
}

/** 2000 characters fit into a message; the rest is for our own words. */
const MOST_BODY = 1600
/** GUILD_MESSAGES, DIRECT_MESSAGES and MESSAGE_CONTENT: replies cannot be read without the last one. */
const INTENTS = (1 << 9) | (1 << 12) | (1 << 15)
/** Discord gives up on a press that is not answered within three seconds. */
const ANSWER_WITHIN = 2000
/** Discord allows one such greeting every five seconds. */
const IDENTIFY_EVERY = 5000
const MOST_MISSED = 100

const SUPPRESS_EMBEDS = 1 << 2
const EPHEMERAL = 1 << 6
const STYLES = { allow: 3, deny: 4, other: 2 } as const

/** Discord: buttons under a message and replies through the gateway; everything we say through the REST API. */
export class Discord implements ChatService {
  readonly name = 'discord'
  readonly mostBody: number = MOST_BODY
  readonly #options: DiscordOptions
  readonly #stopping = new AbortController()
  #libraries: Libraries | undefined
  #rest: REST | undefined
  #gateway: Gateway.WebSocketManager | undefined
  /** Our own id: needed to know what we said ourselves. */
  #me = ''

  constructor(options: DiscordOptions) {
    this.#options = options
  }

  get chat(): string {
    return this.#options.channel
  }

  /** Nothing is markup in a code block but its end: three backticks are written out. */
  literal(text: string): string {
    return literal(text)
  }

  async connect(heard: Heard): Promise<void> {
    const { token, api, pace } = this.#options
    this.#libraries ??= await importPeers('discord', async () => ({
      rest: await import('@discordjs/rest'),
      ws: await import('@discordjs/ws'),
    }))
    this.#rest ??= new this.#libraries.rest.REST({
      version: '10',
      ...(api === undefined ? {} : { api }),
      timeout: pace.request,
      retries: 0,
      // What is limited is waited for in the outbox, which can be stopped.
      rejectOnRateLimit: () => true,
      hashSweepInterval: 0,
      handlerSweepInterval: 0,
    }).setToken(token)
    const me = await this.#rest.get('/users/@me')
    this.#me = idIn(me)
    await this.#open(this.#libraries, this.#rest, heard)
  }

  async post(message: Message, key: string, under?: Posted): Promise<Posted> {
    const sent = await this.#connected().post(`/channels/${this.chat}/messages`, {
      // The same nonce again within minutes is the same message: a lost answer does not post it twice.
      body: { ...contentOf(message), nonce: key.slice(0, 25), enforce_nonce: true, ...referenceTo(under) },
    })
    return { chat: this.chat, message: idIn(sent) }
  }

  async edit(posted: Posted, message: Message): Promise<void> {
    await this.#connected().patch(`/channels/${posted.chat}/messages/${posted.message}`, { body: contentOf(message) })
  }

  async say(text: string, under: Posted): Promise<void> {
    await this.#connected().post(`/channels/${under.chat}/messages`, {
      body: { content: codeBlock(literal(text)), ...HARMLESS, ...referenceTo(under) },
    })
  }

  isAfter(one: Posted, other: Posted): boolean {
    return BigInt(one.message) > BigInt(other.message)
  }

  troubleOf(error: unknown): Trouble {
    if (error instanceof ChannelUnusable) return { try: 'never', message: error.message }
    const rest = this.#libraries?.rest
    if (rest !== undefined && error instanceof rest.RateLimitError)
      return { try: 'later', afterMs: Math.max(error.retryAfter, 1), message: 'asked to wait (429)' }
    if (rest !== undefined && error instanceof rest.DiscordAPIError) {
      const message = `${error.status}: ${error.message}`
      if (error.status >= 500) return { try: 'later', message }
      // Unknown message, unknown interaction, interaction already acknowledged.
      if ([10_008, 10_062, 40_060].includes(Number(error.code))) return { try: 'done' }
      if (error.status === 401) return { try: 'never', message: `${message}: the token of the bot is not valid` }
      return { try: 'never', message: `${message}: is \`channel\` right, and may the bot write there?` }
    }
    if (rest !== undefined && error instanceof rest.HTTPError && error.status < 500 && error.status >= 400)
      return { try: 'never', message: `status ${error.status}` }
    return { try: 'later', message: error instanceof Error ? error.message : 'the request failed' }
  }

  async disconnect(): Promise<void> {
    this.#stopping.abort()
    await this.#gateway?.destroy()
  }

  #connected(): REST {
    if (this.#rest === undefined) throw new Error('not connected yet')
    return this.#rest
  }

  /** The library mends the connection by itself, and resumes where it was: what happened meanwhile is told again. */
  async #open({ ws }: Libraries, rest: REST, heard: Heard): Promise<void> {
    const { token, pace } = this.#options
    const { WebSocketShardEvents } = ws
    // Left to itself the library keeps sessions for the whole process: two channels would resume each other's.
    let session: Gateway.SessionInfo | null = null
    const gateway = new ws.WebSocketManager({
      token,
      retrieveSessionInfo: () => session,
      updateSessionInfo: (_shard, info) => void (session = info),
      rest,
      intents: INTENTS,
      shardCount: 1,
      handshakeTimeout: pace.request,
      helloTimeout: pace.request,
      readyTimeout: pace.request,
      buildIdentifyThrottler: () => everySoOften(Math.min(IDENTIFY_EVERY, pace.first * 5), this.#stopping.signal),
    })
    this.#gateway = gateway
    let isKnown = false
    const opened = new Promise<void>((resolve, reject) => {
      gateway.on(WebSocketShardEvents.Ready, () => {
        if (isKnown) heard.connection()
        isKnown = true
        resolve()
        void this.#catchUp(rest, heard)
      })
      gateway.on(WebSocketShardEvents.Resumed, () => heard.connection())
      // Without a listener these would end the process.
      gateway.on(WebSocketShardEvents.Error, (error) => {
        const why = `${error.message}${HINTS[error.message] ?? ''}`
        reject(new ChannelUnusable(why))
        heard.connection(why)
      })
      gateway.on(WebSocketShardEvents.SocketError, (error) => heard.connection(error.message))
      gateway.on(WebSocketShardEvents.Closed, (code) => {
        if (!this.#stopping.signal.aborted) heard.connection(`the gateway closed the connection (${code})`)
      })
      this.#stopping.signal.addEventListener('abort', () => resolve())
    })
    gateway.on(WebSocketShardEvents.Dispatch, (payload) => void this.#take(payload, rest, heard))
    await gateway.fetchGatewayInformation()
    gateway.connect().catch((error: unknown) => heard.connection(this.#wordsOf(error)))
    try {
      await opened
    } catch (error) {
      await gateway.destroy()
      throw error
    }
  }

  #wordsOf(error: unknown): string {
    const trouble = this.troubleOf(error)
    return trouble.try === 'done' ? 'the request failed' : trouble.message
  }

  async #take(payload: unknown, rest: REST, heard: Heard): Promise<void> {
    const said = saidIn(payload, this.#me, this.chat)
    if (said !== undefined) return heard.said(said)
    const interaction = interactionIn(payload)
    if (interaction === undefined) return
    const answer = heard.pressed(interaction.press)
    const inTime = await Promise.race([answer, pause(ANSWER_WITHIN, this.#stopping.signal)])
    // Late: only that we heard it. What came of it stands in the message when it is edited.
    const body =
      typeof inTime === 'string'
        ? { type: 4, data: { content: codeBlock(literal(inTime)), ...HARMLESS, flags: EPHEMERAL | SUPPRESS_EMBEDS } }
        : { type: 6 }
    await rest
      .post(`/interactions/${interaction.id}/${interaction.token}/callback`, { body, auth: false })
      .catch(() => undefined)
    await answer
  }

  /** After a new greeting: the gateway does not tell what was said before it. */
  async #catchUp(rest: REST, heard: Heard): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; !signal.aborted; failures++) {
      const missed = heard.missed()
      if (missed === undefined) return
      try {
        const query = new URLSearchParams({ after: missed.after.message, limit: String(MOST_MISSED) })
        const found = await rest.get(`/channels/${this.chat}/messages`, { query })
        if (!Array.isArray(found)) return
        for (const each of found.toReversed()) {
          const said = messageFrom(each, this.#me, this.chat)
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

const HINTS: Readonly<Record<string, string>> = {
  'Authentication failed': ': the token of the bot is not valid',
  'Used disallowed intents': ': switch on "Message Content Intent" for the bot in the developer portal',
}

/** Nobody is mentioned, whatever stands in the text, and no link is unfolded. */
const HARMLESS = { allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS } as const

function contentOf({ title, body, status, buttons }: Message): object {
  return {
    content: `**${title}**\n${codeBlock(body)}${status === '' ? '' : `\n${codeBlock(literal(status))}`}`,
    ...HARMLESS,
    components:
      buttons.length === 0
        ? []
        : [
            {
              type: 1,
              components: buttons.map(({ label, kind, data }) => ({
                type: 2,
                style: STYLES[kind],
                label,
                custom_id: data,
              })),
            },
          ],
  }
}

function literal(text: string): string {
  return text.replace(/`{3,}/g, (run) => '\\x60'.repeat(run.length))
}

function codeBlock(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``
}

function referenceTo(under: Posted | undefined): object {
  return under === undefined
    ? {}
    : { message_reference: { message_id: under.message, channel_id: under.chat, fail_if_not_exists: false } }
}

function idIn(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string') return answer.id
  throw new Error('the answer has no id')
}

function everySoOften(milliseconds: number, stopping: AbortSignal): { waitForIdentify(): Promise<void> } {
  let last = Number.NEGATIVE_INFINITY
  return {
    waitForIdentify: async () => {
      const wait = last + milliseconds - performance.now()
      if (wait > 0) await pause(wait, stopping)
      last = performance.now()
    },
  }
}
