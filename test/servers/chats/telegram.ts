import {
  actsIn,
  type ChatServer,
  Front,
  type Reply,
  type Request,
  type Sender,
  type SeenMessage,
} from './chat-server.ts'

const TOKEN = '123456:telegram-token-for-tests'
const CHAT = '-1001234567890'
const LINKS = [/@\w+/g, /https?:\/\/\S+/g, /\b[\w-]+\.(?:com|org|net|io|sh)\b/g, /\/[a-z]\w*/g]

interface Stored {
  readonly message_id: number
  readonly chat: string
  readonly from?: Sender
  text: string
  entities: readonly { readonly type: string; readonly offset: number; readonly length: number }[]
  keyboard: readonly { readonly text: string; readonly callback_data: string }[]
  readonly reply_to?: number
  edits: number
}

interface Update {
  readonly update_id: number
  readonly [kind: string]: unknown
}

/** The Bot API: https://core.telegram.org/bots/api. Errors have the shape and the words of the real one. */
export async function startTelegram(): Promise<ChatServer & { readonly token: string }> {
  const messages: Stored[] = []
  const told = new Map<string, (text: string | undefined) => void>()
  let updates: Update[] = []
  let nextUpdate = 1000
  let nextMessage = 1
  let nextQuery = 1
  let polling = 0
  const waiting = new Set<() => void>()

  const wakeAll = (): void => {
    for (const wake of waiting) wake()
    waiting.clear()
  }
  const push = (update: Omit<Update, 'update_id'>): void => {
    updates.push({ update_id: nextUpdate++, ...update })
    wakeAll()
  }

  const ok = (result: unknown): Reply => ({ status: 200, body: { ok: true, result } })
  const error = (code: number, description: string, parameters?: object): Reply => ({
    status: code,
    body: { ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) },
  })

  const asMessage = (stored: Stored): object => ({
    message_id: stored.message_id,
    date: Math.floor(Date.now() / 1000),
    chat: { id: Number(stored.chat), type: 'supergroup', title: 'approvals' },
    text: stored.text,
    entities: stored.entities,
    from: stored.from
      ? { id: Number(stored.from.id), is_bot: false, first_name: stored.from.name }
      : { id: 123456, is_bot: true, first_name: 'portcullis' },
    ...(stored.keyboard.length > 0 ? { reply_markup: { inline_keyboard: stored.keyboard.map((each) => [each]) } } : {}),
    ...(stored.reply_to === undefined
      ? {}
      : { reply_to_message: asMessage(messages.find((each) => each.message_id === stored.reply_to)!) }),
  })

  const keyboardIn = (body: Request['body']): Stored['keyboard'] | string => {
    const rows = (body['reply_markup'] as { inline_keyboard?: Stored['keyboard'][] } | undefined)?.inline_keyboard ?? []
    const buttons = rows.flat()
    const tooLong = buttons.some(({ callback_data: data }) => Buffer.byteLength(data) > 64 || data.length === 0)
    return tooLong ? 'Bad Request: BUTTON_DATA_INVALID' : buttons
  }

  const METHODS: Readonly<Record<string, (body: Request['body']) => Reply | Promise<Reply>>> = {
    getMe: () => ok({ id: 123456, is_bot: true, first_name: 'portcullis', username: 'portcullis_bot' }),
    deleteWebhook: () => ok(true),
    getUpdates: async (body) => {
      const offset = Number(body['offset'] ?? 0)
      // A negative or zero offset confirms nothing; any other confirms everything before it.
      if (offset > 0) updates = updates.filter((update) => update.update_id >= offset)
      if (updates.length === 0 && Number(body['timeout'] ?? 0) > 0) {
        polling++
        await new Promise<void>((wake) => waiting.add(wake))
        polling--
      }
      return ok(updates.slice(0, Number(body['limit'] ?? 100)))
    },
    sendMessage: (body) => {
      if (String(body['chat_id']) !== CHAT) return error(400, 'Bad Request: chat not found')
      const text = String(body['text'] ?? '')
      if (text.length === 0) return error(400, 'Bad Request: message text is empty')
      if (text.length > 4096) return error(400, 'Bad Request: message is too long')
      const keyboard = keyboardIn(body)
      if (typeof keyboard === 'string') return error(400, keyboard)
      const replyTo = (body['reply_parameters'] as { message_id?: number } | undefined)?.message_id
      const stored: Stored = {
        message_id: nextMessage++,
        chat: CHAT,
        text,
        entities: entitiesIn(body),
        keyboard,
        edits: 0,
        ...(messages.some((each) => each.message_id === replyTo) ? { reply_to: replyTo! } : {}),
      }
      messages.push(stored)
      return ok(asMessage(stored))
    },
    editMessageText: (body) => {
      const stored = messages.find((each) => each.message_id === Number(body['message_id']))
      if (stored === undefined) return error(400, 'Bad Request: message to edit not found')
      const text = String(body['text'] ?? '')
      if (text.length > 4096) return error(400, 'Bad Request: MESSAGE_TOO_LONG')
      const keyboard = keyboardIn(body)
      if (typeof keyboard === 'string') return error(400, keyboard)
      if (text === stored.text && JSON.stringify(keyboard) === JSON.stringify(stored.keyboard))
        return error(
          400,
          'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
        )
      Object.assign(stored, { text, keyboard, entities: entitiesIn(body), edits: stored.edits + 1 })
      return ok(asMessage(stored))
    },
    answerCallbackQuery: (body) => {
      const text = String(body['text'] ?? '')
      if (text.length > 200) return error(400, 'Bad Request: MESSAGE_TOO_LONG')
      const tell = told.get(String(body['callback_query_id']))
      if (tell === undefined)
        return error(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
      tell(text)
      return ok(true)
    },
  }

  const front = new Front(
    ({ path }) =>
      path.endsWith('/getUpdates')
        ? 'listen'
        : path.endsWith('/sendMessage')
          ? 'post'
          : path.endsWith('/editMessageText')
            ? 'edit'
            : path.endsWith('/answerCallbackQuery')
              ? 'tell'
              : 'connect',
    async ({ path, body }) => {
      const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
      if (token !== TOKEN) return error(401, 'Unauthorized')
      const known = METHODS[method ?? '']
      return known === undefined ? error(404, 'Not Found: method not found') : known(body)
    },
    (fault) =>
      fault === 'busy'
        ? error(429, 'Too Many Requests: retry after 1', { retry_after: 1 })
        : { status: 502, body: '<html><title>502 Bad Gateway</title></html>' },
  )
  await front.listen()

  let last: Omit<Update, 'update_id'> | undefined

  return {
    token: TOKEN,
    chat: CHAT,
    get url() {
      return front.url
    },
    received: front.received,
    messages: () => messages.filter(({ from }) => from === undefined).map(seen),
    press: (sender, message, data, chat = CHAT) =>
      new Promise((resolve) => {
        const id = String(nextQuery++)
        told.set(id, resolve)
        const stored = messages.find((each) => String(each.message_id) === message)
        const from = { id: Number(sender.id), is_bot: false, first_name: sender.name }
        const on =
          stored && chat === CHAT
            ? asMessage(stored)
            : { message_id: Number(message), date: 0, chat: { id: Number(chat), type: 'group' } }
        last = { callback_query: { id, from, message: on, chat_instance: '1', data } }
        push(last)
      }),
    pressAgain: async () => {
      if (last !== undefined) push(last)
    },
    say: (sender, text, { under, chat = CHAT } = {}) => {
      const stored: Stored = {
        message_id: nextMessage++,
        chat,
        from: sender,
        text,
        entities: [],
        keyboard: [],
        edits: 0,
        ...(under === undefined ? {} : { reply_to: Number(under) }),
      }
      messages.push(stored)
      push({ message: asMessage(stored) })
      return String(stored.message_id)
    },
    fail: (step, ...faults) => {
      front.fail(step, faults)
      // A request that already waits fails too.
      if (step === 'listen') wakeAll()
    },
    failing: () => front.failing(),
    goDown: async () => {
      wakeAll()
      await front.goDown()
    },
    comeBack: () => front.comeBack(),
    restart: async () => {
      wakeAll()
      await front.goDown()
      await front.comeBack()
    },
    listeners: () => polling,
    close: async () => {
      wakeAll()
      for (const tell of told.values()) tell(undefined)
      await front.goDown()
    },
  }
}

function entitiesIn(body: Request['body']): Stored['entities'] {
  // Any parse mode would have the text parsed; the tests look for what comes of it.
  return body['parse_mode'] === undefined
    ? ((body['entities'] ?? []) as Stored['entities'])
    : [{ type: 'parsed', offset: 0, length: 0 }]
}

/** Offsets count UTF-16 units, as strings here do. */
function seen(stored: Stored): SeenMessage {
  const code = stored.entities.filter(({ type }) => type === 'pre' || type === 'code')
  const pieces = code.map(({ offset, length }) => stored.text.slice(offset, offset + length))
  let parsedText = stored.text
  for (const { offset, length } of [...code].toReversed())
    parsedText = parsedText.slice(0, offset) + parsedText.slice(offset + length)
  const parsed = stored.entities.some(({ type }) => type === 'parsed')
  return {
    id: String(stored.message_id),
    chat: stored.chat,
    ...(stored.reply_to === undefined ? {} : { under: String(stored.reply_to) }),
    // The first piece is the question; the second is what we say about it.
    literal: pieces[0] ?? '',
    words: [parsedText, ...pieces.slice(1)].join('\n'),
    acts: parsed ? ['parse_mode'] : actsIn(parsedText, LINKS),
    buttons: stored.keyboard.map(({ text, callback_data: data }) => ({ label: text, data })),
    edits: stored.edits,
  }
}
