import { type Answer, type Fault, type LocalServer, type Seen, startServer, type Travel } from './server.ts'

/** What the model says, in the Messages format. Left out: one text block, `end_turn`, no tokens. */
export interface MessagesReply extends Travel {
  readonly text?: string
  /** Instead of `text`: content blocks as they go over the wire. */
  readonly blocks?: readonly Block[]
  readonly stopReason?: string | null
  readonly stopSequence?: string | null
  readonly usage?: MessagesUsage
  /** The answer calls itself something else than what was asked for. */
  readonly model?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Streamed only: an `error` event instead of everything after the text. Whole: the error as the body, with 200. */
  readonly errorEvent?: { readonly type: string; readonly message: string }
  /** Streamed only: these closing events never come. */
  readonly without?: readonly ('content_block_stop' | 'message_delta' | 'message_stop')[]
}

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }

export interface MessagesUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens?: number
  readonly cache_read_input_tokens?: number
}

export type MessagesScript = (request: Seen) => MessagesReply | Fault | Promise<MessagesReply | Fault>

/** A server that speaks Anthropic's Messages format, whole and as server-sent events. */
export async function startMessagesServer(script: MessagesScript): Promise<LocalServer> {
  return startServer(async (seen) => {
    if (!seen.path.startsWith('/v1/messages'))
      return { fault: 'raw', status: 404, body: errorBody('not_found_error', `no such path: ${seen.path}`) }
    const said = await script(seen)
    return 'fault' in said ? said : messagesAnswer(seen, said)
  })
}

export function errorBody(type: string, message: string): string {
  return JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_local' })
}

/** The exact bytes of an answer: the fault suites cut them at every place. */
export function messagesAnswer(seen: Pick<Seen, 'body' | 'streamed' | 'index'>, reply: MessagesReply): Answer {
  const text = seen.streamed ? events(seen, reply) : whole(seen, reply)
  return {
    status: 200,
    headers: {
      'content-type': seen.streamed ? 'text/event-stream; charset=utf-8' : 'application/json',
      'request-id': `req_local_${seen.index}`,
      ...reply.headers,
    },
    body: Buffer.from(text),
    travel: reply,
  }
}

const NO_TOKENS: MessagesUsage = { input_tokens: 0, output_tokens: 0 }

function envelope(seen: Pick<Seen, 'body' | 'index'>, reply: MessagesReply): object {
  return {
    id: `msg_${String(seen.index).padStart(6, '0')}`,
    type: 'message',
    role: 'assistant',
    model: reply.model ?? String(seen.body['model']),
  }
}

function blocksOf(reply: MessagesReply): readonly Block[] {
  return reply.blocks ?? (reply.text === undefined ? [] : [{ type: 'text', text: reply.text }])
}

function endOf(reply: MessagesReply): { stop_reason: string | null; stop_sequence: string | null } {
  return {
    stop_reason: reply.stopReason === undefined ? 'end_turn' : reply.stopReason,
    stop_sequence: reply.stopSequence ?? null,
  }
}

function whole(seen: Pick<Seen, 'body' | 'index'>, reply: MessagesReply): string {
  if (reply.errorEvent) return errorBody(reply.errorEvent.type, reply.errorEvent.message)
  return JSON.stringify({
    ...envelope(seen, reply),
    content: blocksOf(reply),
    ...endOf(reply),
    usage: reply.usage ?? NO_TOKENS,
  })
}

function events(seen: Pick<Seen, 'body' | 'index'>, reply: MessagesReply): string {
  const usage = reply.usage ?? NO_TOKENS
  const left = new Set<string>(reply.without)
  const lines: string[] = []
  const say = (type: string, rest: object): void => {
    if (!left.has(type)) lines.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`)
  }
  say('message_start', {
    message: {
      ...envelope(seen, reply),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    },
  })
  say('ping', {})
  for (const [index, block] of blocksOf(reply).entries()) {
    say('content_block_start', { index, content_block: emptied(block) })
    for (const delta of deltasOf(block)) say('content_block_delta', { index, delta })
    if (reply.errorEvent) break
    say('content_block_stop', { index })
  }
  if (reply.errorEvent) {
    say('error', { error: reply.errorEvent })
    return lines.join('')
  }
  say('message_delta', { delta: endOf(reply), usage: { output_tokens: usage.output_tokens } })
  say('message_stop', {})
  return lines.join('')
}

function emptied(block: Block): object {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' }
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'tool_use':
      return { ...block, input: {} }
  }
}

function deltasOf(block: Block): readonly object[] {
  switch (block.type) {
    case 'text':
      return pieces(block.text).map((text) => ({ type: 'text_delta', text }))
    case 'thinking':
      return [
        ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'tool_use':
      return [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }]
  }
}

/** Small, so that tags are split across events as they are in life. */
export function pieces(text: string, size = 7): readonly string[] {
  // A long answer in seven-character events would only test patience.
  const step = Math.max(size, Math.ceil(text.length / 64))
  const found: string[] = []
  for (let at = 0; at < text.length; at += step) found.push(text.slice(at, at + step))
  return found
}
