import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { unhurried, until } from '../../until.ts'
import {
  actsIn,
  type ChatServer,
  Front,
  type Reply,
  type Request,
  type Sender,
  type SeenMessage,
} from './chat-server.ts'

const BOT_TOKEN = 'xoxb-bot-token-for-tests'
const APP_TOKEN = 'xapp-app-token-for-tests'
const CHANNEL = 'C0123456789'
const PINGS = [/<[!@#][^>]*>/g, /<https?:[^>]*>/g, /https?:\/\/\S+/g, /@(?:channel|here|everyone)\b/g]
const PATIENCE = 3000

interface Stored {
  readonly ts: string
  readonly channel: string
  readonly user: Sender | 'bot'
  text: string
  blocks: readonly Block[]
  readonly thread_ts?: string
  edits: number
}

interface Block {
  readonly type: string
  readonly text?: { readonly type: string; readonly text: string }
  readonly elements?: readonly {
    readonly type: string
    readonly value?: string
    readonly text?: { readonly text: string }
    readonly elements?: readonly { readonly type: string; readonly text?: string }[]
  }[]
}

interface Envelope {
  readonly envelope_id: string
  readonly type: string
  readonly payload: unknown
}

/** The Web API and socket mode: https://docs.slack.dev. Events that nobody acknowledged are told again. */
export async function startSlack(): Promise<ChatServer & { readonly botToken: string; readonly appToken: string }> {
  const messages: Stored[] = []
  const unacknowledged = new Map<string, Envelope>()
  const acknowledged = new Map<string, () => void>()
  const ephemeral: { readonly user: string; readonly text: string }[] = []
  const sockets = new Set<WebSocket>()
  let nextTs = 1_700_000_000_000_100n
  let nextEnvelope = 1
  const stamp = (): string => {
    const micros = String((nextTs += 1000n))
    return `${micros.slice(0, -6)}.${micros.slice(-6)}`
  }

  const ok = (body: object): Reply => ({ status: 200, body: { ok: true, ...body } })
  const error = (code: string): Reply => ({ status: 200, body: { ok: false, error: code } })

  const checked = (body: Request['body']): Reply | undefined => {
    if (body['channel'] !== CHANNEL) return error('channel_not_found')
    const blocks = (body['blocks'] ?? []) as readonly Block[]
    const texts = blocks.flatMap((block) => [block.text?.text ?? ''])
    const values = blocks.flatMap((block) => (block.elements ?? []).map(({ value }) => value ?? ''))
    if (texts.some((text) => text.length > 3000) || values.some((value) => value.length > 2000) || blocks.length > 50)
      return error('invalid_blocks')
    return undefined
  }

  const METHODS: Readonly<Record<string, (body: Request['body']) => Reply>> = {
    'auth.test': () => ok({ url: 'https://example.slack.com/', user_id: 'UBOT', bot_id: 'BBOT', team_id: 'T1' }),
    'chat.postMessage': (body) => {
      const bad = checked(body)
      if (bad !== undefined) return bad
      const thread = body['thread_ts'] === undefined ? {} : { thread_ts: String(body['thread_ts']) }
      const stored: Stored = { ts: stamp(), channel: CHANNEL, user: 'bot', ...fieldsOf(body), ...thread, edits: 0 }
      messages.push(stored)
      tellEvent(asEvent(stored))
      return ok({ channel: CHANNEL, ts: stored.ts, message: { ...asEvent(stored) } })
    },
    'chat.update': (body) => {
      const bad = checked(body)
      if (bad !== undefined) return bad
      const stored = messages.find(({ ts }) => ts === body['ts'])
      if (stored === undefined) return error('message_not_found')
      Object.assign(stored, fieldsOf(body), { edits: stored.edits + 1 })
      return ok({ channel: CHANNEL, ts: stored.ts, text: stored.text })
    },
    'chat.postEphemeral': (body) => {
      const bad = checked(body)
      if (bad !== undefined) return bad
      ephemeral.push({ user: String(body['user']), text: literalOf((body['blocks'] ?? []) as readonly Block[]) })
      return ok({ message_ts: stamp() })
    },
    'conversations.history': (body) =>
      ok({
        messages: since(body)
          .filter(({ thread_ts: thread }) => thread === undefined)
          .map(asEvent)
          .toReversed(),
      }),
    'conversations.replies': (body) =>
      ok({
        messages: since(body)
          .filter(({ thread_ts: thread }) => thread === body['ts'])
          .map(asEvent),
      }),
  }
  const since = (body: Request['body']): readonly Stored[] =>
    messages.filter(({ ts, channel }) => channel === body['channel'] && Number(ts) > Number(body['oldest'] ?? 0))

  const front = new Front(
    ({ path }) =>
      path.endsWith('/chat.postMessage')
        ? 'post'
        : path.endsWith('/chat.update')
          ? 'edit'
          : path.endsWith('/chat.postEphemeral')
            ? 'tell'
            : path.includes('/conversations.')
              ? 'listen'
              : 'connect',
    async ({ path, headers, body }) => {
      const method = path.split('/').at(-1) ?? ''
      const token = headers.authorization?.replace('Bearer ', '')
      if (method === 'apps.connections.open')
        return token === APP_TOKEN ? ok({ url: `ws://127.0.0.1:${front.port}/link` }) : error('invalid_auth')
      if (token !== BOT_TOKEN) return error(token === undefined ? 'not_authed' : 'invalid_auth')
      return METHODS[method]?.(body) ?? error('unknown_method')
    },
    (fault) =>
      fault === 'busy'
        ? { status: 429, body: { ok: false, error: 'ratelimited' }, headers: { 'retry-after': '1' } }
        : { status: 503, body: '<html><title>503</title></html>' },
  )

  const asEvent = (stored: Stored): object => ({
    type: 'message',
    channel: stored.channel,
    ts: stored.ts,
    text: stored.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    ...(stored.user === 'bot' ? { user: 'UBOT', bot_id: 'BBOT' } : { user: stored.user.id }),
    ...(stored.thread_ts === undefined ? {} : { thread_ts: stored.thread_ts }),
  })
  const send = (envelope: Envelope): void => {
    for (const socket of sockets)
      if (socket.readyState === 1) return socket.send(JSON.stringify({ ...envelope, accepts_response_payload: false }))
  }
  const tellEvent = (event: object): void => {
    const id = `envelope-${nextEnvelope++}`
    const envelope = {
      envelope_id: id,
      type: 'events_api',
      payload: { type: 'event_callback', event_id: `Ev${id}`, event },
    }
    unacknowledged.set(id, envelope)
    send(envelope)
  }
  front.onUpgrade = (server: Server) => {
    const link = new WebSocketServer({ server, path: '/link' })
    link.on('error', () => undefined)
    link.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
      socket.on('message', (bytes) => {
        const { envelope_id: id } = JSON.parse(String(bytes)) as { envelope_id: string }
        unacknowledged.delete(id)
        acknowledged.get(id)?.()
      })
      socket.send(JSON.stringify({ type: 'hello', num_connections: 1, connection_info: { app_id: 'A1' } }))
      for (const envelope of unacknowledged.values()) if (envelope.type === 'events_api') send(envelope)
    })
  }
  front.onUpgrade(front.server)
  await front.listen()

  let last: Envelope | undefined
  return {
    botToken: BOT_TOKEN,
    appToken: APP_TOKEN,
    chat: CHANNEL,
    get url() {
      return `${front.url}/api/`
    },
    received: front.received,
    messages: () => messages.filter(({ user }) => user === 'bot').map(seen),
    press: async (sender, message, data, chat = CHANNEL) => {
      if (sockets.size === 0) return undefined
      const id = `envelope-${nextEnvelope++}`
      const action = { type: 'button', action_id: 'portcullis-0', value: data, action_ts: stamp() }
      const payload = {
        type: 'block_actions',
        user: { id: sender.id, username: sender.name, name: sender.name, team_id: 'T1' },
        container: { type: 'message', message_ts: message, channel_id: chat, is_ephemeral: false },
        channel: { id: chat },
        actions: [action],
      }
      const before = ephemeral.length
      const acked = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), unhurried(PATIENCE))
        acknowledged.set(id, () => {
          clearTimeout(timer)
          resolve(true)
        })
        last = { envelope_id: id, type: 'interactive', payload }
        send(last)
      })
      if (!acked) return undefined
      // What the presser is told comes on its own, after the acknowledgement.
      await until('the presser is told', () => ephemeral.length > before, 1_000).catch(() => undefined)
      return ephemeral.slice(before).find(({ user }) => user === sender.id)?.text
    },
    pressAgain: async () => {
      if (last !== undefined) send(last)
    },
    say: (sender, text, { under, chat = CHANNEL } = {}) => {
      const thread = under === undefined ? {} : { thread_ts: under }
      const stored: Stored = { ts: stamp(), channel: chat, user: sender, text, blocks: [], ...thread, edits: 0 }
      messages.push(stored)
      tellEvent(asEvent(stored))
      return stored.ts
    },
    fail: (step, ...faults) => front.fail(step, faults),
    failing: () => front.failing(),
    goDown: () => front.goDown(),
    comeBack: () => front.comeBack(),
    restart: async () => {
      await front.goDown()
      unacknowledged.clear()
      await front.comeBack()
    },
    listeners: () => sockets.size,
    close: () => front.goDown(),
  }
}

function fieldsOf(body: Request['body']): Pick<Stored, 'text' | 'blocks'> {
  return { text: String(body['text'] ?? ''), blocks: (body['blocks'] ?? []) as readonly Block[] }
}

function literalOf(blocks: readonly Block[]): string {
  return blocks
    .filter(({ type }) => type === 'rich_text')
    .flatMap(({ elements }) => elements ?? [])
    .filter(({ type }) => type === 'rich_text_preformatted')
    .flatMap(({ elements }) => (elements ?? []).map(({ text }) => text ?? ''))
    .join('')
}

/** The text beside blocks is parsed for notifications; of blocks only mrkdwn is. */
function seen(stored: Stored): SeenMessage {
  const marked = stored.blocks.flatMap(({ text }) => (text?.type === 'mrkdwn' ? [text.text] : []))
  const plain = stored.blocks.flatMap(({ text }) => (text?.type === 'plain_text' ? [text.text] : []))
  return {
    id: stored.ts,
    chat: stored.channel,
    ...(stored.thread_ts === undefined ? {} : { under: stored.thread_ts }),
    literal: literalOf(stored.blocks),
    words: [...marked, ...plain].join('\n'),
    acts: actsIn([stored.text, ...marked].join('\n'), PINGS),
    buttons: stored.blocks
      .filter(({ type }) => type === 'actions')
      .flatMap(({ elements }) => elements ?? [])
      .map(({ text, value }) => ({ label: text?.text ?? '', data: value ?? '' })),
    edits: stored.edits,
  }
}
