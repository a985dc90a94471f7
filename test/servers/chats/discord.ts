import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { unhurried } from '../../until.ts'
import {
  actsIn,
  type ChatServer,
  Front,
  type Reply,
  type Request,
  type Sender,
  type SeenMessage,
} from './chat-server.ts'

const TOKEN = 'discord.token.for-tests'
const CHANNEL = '1100000000000000001'
const ME = '1200000000000000002'
const PINGS = [/@everyone|@here/g, /<@[!&]?\d+>/g, /<#\d+>/g, /https?:\/\/\S+/g, /\[[^\]]*\]\([^)]*\)/g]
/** Discord itself waits three seconds. */
const PATIENCE = 3000

interface Stored {
  readonly id: string
  readonly channel_id: string
  readonly author: Sender | 'bot'
  content: string
  components: readonly { readonly components: readonly { readonly label: string; readonly custom_id: string }[] }[]
  flags: number
  mentions: 'none' | 'parsed'
  readonly reference?: string
  readonly nonce?: string
  edits: number
}

interface Session {
  readonly id: string
  /** Every dispatch of the session, for whoever resumes it. */
  readonly sent: { readonly s: number; readonly t: string; readonly d: unknown }[]
  socket: WebSocket | undefined
}

/** REST v10 and the gateway: https://discord.com/developers/docs. Sequence, resume and heartbeats as in the real one. */
export async function startDiscord(
  /** Whoever says hello is told to go, with this code. */
  goAway?: number,
): Promise<ChatServer & { readonly token: string }> {
  const messages: Stored[] = []
  const told = new Map<string, (text: string | undefined) => void>()
  const timers = new Set<NodeJS.Timeout>()
  let sessions: Session[] = []
  let nextId = 1_300_000_000_000_000_000n
  let nextSession = 1
  const snowflake = (): string => String((nextId += 4_194_304n))

  const error = (status: number, code: number, message: string): Reply => ({ status, body: { message, code } })
  const asMessage = (stored: Stored): object => ({
    id: stored.id,
    channel_id: stored.channel_id,
    type: stored.reference === undefined ? 0 : 19,
    content: stored.content,
    author:
      stored.author === 'bot'
        ? { id: ME, username: 'portcullis', bot: true }
        : { id: stored.author.id, username: stored.author.name, global_name: stored.author.name },
    components: stored.components,
    flags: stored.flags,
    timestamp: new Date().toISOString(),
    ...(stored.reference === undefined
      ? {}
      : { message_reference: { message_id: stored.reference, channel_id: stored.channel_id } }),
  })

  const checked = (body: Request['body']): Reply | undefined => {
    const content = String(body['content'] ?? '')
    const buttons = ((body['components'] ?? []) as Stored['components']).flatMap((row) => row.components)
    if (content.length === 0 || content.length > 2000) return error(400, 50_035, 'Invalid Form Body')
    if (buttons.some(({ custom_id: id }) => id.length > 100) || buttons.length > 5)
      return error(400, 50_035, 'Invalid Form Body')
    return undefined
  }
  const fieldsOf = (body: Request['body']): Pick<Stored, 'content' | 'components' | 'flags' | 'mentions'> => {
    const allowed = body['allowed_mentions'] as { parse?: readonly string[] } | undefined
    return {
      content: String(body['content']),
      components: (body['components'] ?? []) as Stored['components'],
      flags: Number(body['flags'] ?? 0),
      mentions: allowed?.parse?.length === 0 ? 'none' : 'parsed',
    }
  }

  const answer = ({ method, path, headers, body, query }: Request): Reply => {
    const route = path.replace(/^\/v10/, '')
    const callback = /^\/interactions\/(\d+)\/([\w-]+)\/callback$/.exec(route)
    if (callback !== null) {
      const tell = told.get(callback[1]!)
      if (tell === undefined || callback[2] !== `token-${callback[1]}`) return error(404, 10_062, 'Unknown interaction')
      told.delete(callback[1]!)
      tell(body['type'] === 4 ? String((body['data'] as { content?: string }).content) : '')
      return { status: 204, body: undefined }
    }
    if (headers.authorization !== `Bot ${TOKEN}`) return error(401, 0, '401: Unauthorized')
    if (route === '/users/@me') return { status: 200, body: { id: ME, username: 'portcullis', bot: true } }
    if (route === '/gateway/bot')
      return {
        status: 200,
        body: {
          url: `ws://127.0.0.1:${front.port}/gateway`,
          shards: 1,
          session_start_limit: { total: 1000, remaining: 999, reset_after: 14_400_000, max_concurrency: 1 },
        },
      }
    const [, channel, , id] = /^\/channels\/(\d+)\/messages(\/(\d+))?$/.exec(route) ?? []
    if (channel === undefined) return error(404, 0, '404: Not Found')
    if (channel !== CHANNEL && !messages.some((each) => each.id === channel))
      return error(404, 10_003, 'Unknown Channel')
    if (method === 'GET') {
      const after = BigInt(query.get('after') ?? '0')
      const found = messages.filter((each) => each.channel_id === channel && BigInt(each.id) > after)
      return {
        status: 200,
        body: found
          .slice(0, Number(query.get('limit') ?? 50))
          .toReversed()
          .map(asMessage),
      }
    }
    const bad = checked(body)
    if (bad !== undefined) return bad
    if (method === 'PATCH') {
      const stored = messages.find((each) => each.id === id)
      if (stored === undefined) return error(404, 10_008, 'Unknown Message')
      Object.assign(stored, fieldsOf(body), { edits: stored.edits + 1 })
      return { status: 200, body: asMessage(stored) }
    }
    const nonce = body['nonce'] === undefined ? undefined : String(body['nonce'])
    const same = body['enforce_nonce'] === true ? messages.find((each) => each.nonce === nonce) : undefined
    if (same !== undefined) return { status: 200, body: asMessage(same) }
    const reference = (body['message_reference'] as { message_id?: string } | undefined)?.message_id
    const stored: Stored = {
      id: snowflake(),
      channel_id: channel,
      author: 'bot',
      ...fieldsOf(body),
      edits: 0,
      ...(nonce === undefined ? {} : { nonce }),
      ...(reference === undefined ? {} : { reference }),
    }
    messages.push(stored)
    dispatch('MESSAGE_CREATE', asMessage(stored))
    return { status: 200, body: asMessage(stored) }
  }

  const front = new Front(
    ({ method, path }) =>
      path.endsWith('/callback')
        ? 'tell'
        : path.endsWith('/gateway/bot') || path.endsWith('/users/@me')
          ? 'connect'
          : method === 'GET'
            ? 'listen'
            : method === 'PATCH'
              ? 'edit'
              : 'post',
    async (request) => answer(request),
    (fault) =>
      fault === 'busy'
        ? {
            status: 429,
            body: { message: 'You are being rate limited.', retry_after: 0.2, global: false },
            headers: { 'retry-after': '1', 'x-ratelimit-scope': 'user' },
          }
        : { status: 502, body: '<html><title>502 Bad Gateway</title></html>' },
  )

  const dispatch = (t: string, d: unknown): void => {
    for (const session of sessions) {
      const event = { s: session.sent.length + 1, t, d }
      session.sent.push(event)
      if (session.socket?.readyState === 1) session.socket.send(JSON.stringify({ op: 0, ...event }))
    }
  }
  const begin = (session: Session, socket: WebSocket): void => {
    session.socket = socket
    socket.on('close', () => {
      if (session.socket === socket) session.socket = undefined
    })
  }
  const hello = (socket: WebSocket): void => {
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }))
    socket.on('error', () => undefined)
    socket.on('message', (bytes) => {
      const { op, d } = JSON.parse(String(bytes)) as { op: number; d: Record<string, unknown> }
      if (op === 1) socket.send(JSON.stringify({ op: 11 }))
      if ((op === 2 || op === 6) && d['token'] !== TOKEN) return socket.close(4004, 'Authentication failed.')
      if (op === 2 && goAway !== undefined) return socket.close(goAway, 'go away')
      if (op === 2) {
        const session: Session = { id: `session-${nextSession++}`, sent: [], socket: undefined }
        sessions = [session]
        begin(session, socket)
        dispatch('READY', {
          v: 10,
          user: { id: ME, username: 'portcullis', bot: true },
          session_id: session.id,
          resume_gateway_url: `ws://127.0.0.1:${front.port}/gateway`,
          guilds: [],
        })
      }
      if (op === 6) {
        const session = sessions.find(({ id }) => id === d['session_id'])
        if (session === undefined) return socket.send(JSON.stringify({ op: 9, d: false }))
        for (const event of session.sent.slice(Number(d['seq']))) socket.send(JSON.stringify({ op: 0, ...event }))
        begin(session, socket)
        dispatch('RESUMED', {})
      }
    })
  }
  front.onUpgrade = (server: Server) => {
    const sockets = new WebSocketServer({ server, path: '/gateway' })
    sockets.on('error', () => undefined)
    sockets.on('connection', hello)
  }
  front.onUpgrade(front.server)
  await front.listen()

  const press = (sender: Sender, message: string, data: string, chat: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      const id = snowflake()
      // Without a connection nobody hears a press, and it is not kept: the person reads "interaction failed".
      if (!sessions.some(({ socket }) => socket !== undefined)) return resolve(undefined)
      const timer = setTimeout(() => {
        told.delete(id)
        resolve(undefined)
      }, unhurried(PATIENCE))
      timers.add(timer)
      told.set(id, (text) => {
        clearTimeout(timer)
        resolve(text)
      })
      last = {
        id,
        application_id: ME,
        type: 3,
        token: `token-${id}`,
        channel_id: chat,
        member: { user: { id: sender.id, username: sender.name, global_name: sender.name } },
        message: { id: message, channel_id: chat },
        data: { custom_id: data, component_type: 2 },
        version: 1,
      }
      dispatch('INTERACTION_CREATE', last)
    })
  let last: object | undefined

  return {
    token: TOKEN,
    chat: CHANNEL,
    get url() {
      return front.url
    },
    received: front.received,
    messages: () => messages.filter(({ author }) => author === 'bot').map(seen),
    press: (sender, message, data, chat = CHANNEL) => press(sender, message, data, chat),
    pressAgain: async () => {
      if (last !== undefined) dispatch('INTERACTION_CREATE', last)
    },
    say: (sender, text, { under, chat = CHANNEL } = {}) => {
      const stored: Stored = {
        id: snowflake(),
        channel_id: chat,
        author: sender,
        content: text,
        components: [],
        flags: 0,
        mentions: 'parsed',
        edits: 0,
        ...(under === undefined ? {} : { reference: under }),
      }
      messages.push(stored)
      dispatch('MESSAGE_CREATE', asMessage(stored))
      return stored.id
    },
    fail: (step, ...faults) => front.fail(step, faults),
    failing: () => front.failing(),
    goDown: () => front.goDown(),
    comeBack: () => front.comeBack(),
    restart: async () => {
      await front.goDown()
      sessions = []
      await front.comeBack()
    },
    listeners: () => sessions.filter(({ socket }) => socket !== undefined).length,
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await front.goDown()
    },
  }
}

/** As a client shows it: what stands between two fences is shown letter by letter, everything else is markup. */
function seen(stored: Stored): SeenMessage {
  const pieces = stored.content.split('```')
  const literal = pieces.filter((_, index) => index % 2 === 1).map((piece) => piece.replace(/^\n|\n$/g, ''))
  const words = pieces.filter((_, index) => index % 2 === 0).join('\n')
  return {
    id: stored.id,
    chat: stored.channel_id,
    ...(stored.reference === undefined ? {} : { under: stored.reference }),
    // The first block is the question; the second is what we say about it.
    literal: literal[0] ?? '',
    words: [words, ...literal.slice(1)].join('\n'),
    acts: [...actsIn(words, PINGS), ...(stored.mentions === 'parsed' ? ['mentions are parsed'] : [])],
    buttons: stored.components.flatMap((row) => row.components).map(({ label, custom_id: data }) => ({ label, data })),
    edits: stored.edits,
  }
}
