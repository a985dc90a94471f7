import { pieces } from './messages.ts'
import { type Answer, type Fault, type LocalServer, type Seen, startServer, type Travel } from './server.ts'

/** What the model says, in the Chat Completions format. Left out: finish reason `stop`, no tokens. */
export interface ChatReply extends Travel {
  readonly text?: string | null
  readonly refusal?: string
  readonly finishReason?: string | null
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: string }[]
  readonly usage?: ChatUsage
  readonly model?: string
  readonly headers?: Readonly<Record<string, string>>
  /** More than one choice, each with this text. */
  readonly choices?: readonly string[]
  /** Streamed: an `error` object instead of everything after the text. Whole: the error as the body, with 200. */
  readonly errorEvent?: { readonly type: string; readonly message: string }
  /** Streamed only. */
  readonly without?: readonly ('finish' | 'done')[]
}

export interface ChatUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details?: { readonly cached_tokens: number }
}

export type ChatScript = (request: Seen) => ChatReply | Fault | Promise<ChatReply | Fault>

/** A server that speaks OpenAI's Chat Completions format, whole and as server-sent events. */
export async function startChatServer(script: ChatScript): Promise<LocalServer> {
  const server = await startServer(async (seen) => {
    if (!seen.path.endsWith('/chat/completions'))
      return { fault: 'raw', status: 404, body: chatError('invalid_request_error', `no such path: ${seen.path}`) }
    const said = await script(seen)
    return 'fault' in said ? said : chatAnswer(seen, said)
  })
  return { ...server, url: `${server.url}/v1` }
}

export function chatError(type: string, message: string): string {
  return JSON.stringify({ error: { message, type, param: null, code: null } })
}

/** The exact bytes of an answer: the fault suites cut them at every place. */
export function chatAnswer(seen: Pick<Seen, 'body' | 'streamed' | 'index'>, reply: ChatReply): Answer {
  return {
    status: 200,
    headers: {
      'content-type': seen.streamed ? 'text/event-stream' : 'application/json',
      'x-request-id': `req_local_${seen.index}`,
      ...reply.headers,
    },
    body: Buffer.from(seen.streamed ? events(seen, reply) : whole(seen, reply)),
    travel: reply,
  }
}

const NO_TOKENS: ChatUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

function common(seen: Pick<Seen, 'body' | 'index'>, reply: ChatReply, object: string): object {
  return {
    id: `chatcmpl-${String(seen.index).padStart(6, '0')}`,
    object,
    created: 1,
    model: reply.model ?? String(seen.body['model']),
  }
}

function finish(reply: ChatReply): string | null {
  return reply.finishReason === undefined ? 'stop' : reply.finishReason
}

function toolCalls(reply: ChatReply): object {
  if (!reply.toolCalls) return {}
  return {
    tool_calls: reply.toolCalls.map((call, index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: call,
    })),
  }
}

function whole(seen: Pick<Seen, 'body' | 'index'>, reply: ChatReply): string {
  if (reply.errorEvent) return chatError(reply.errorEvent.type, reply.errorEvent.message)
  const texts = reply.choices ?? [reply.text ?? null]
  return JSON.stringify({
    ...common(seen, reply, 'chat.completion'),
    choices: texts.map((content, index) => ({
      index,
      message: { role: 'assistant', content, refusal: reply.refusal ?? null, ...toolCalls(reply) },
      logprobs: null,
      finish_reason: finish(reply),
    })),
    usage: reply.usage ?? NO_TOKENS,
  })
}

function events(seen: Pick<Seen, 'body' | 'index'>, reply: ChatReply): string {
  const left = new Set<string>(reply.without)
  const base = common(seen, reply, 'chat.completion.chunk')
  const lines: string[] = []
  const say = (rest: object): void => void lines.push(`data: ${JSON.stringify({ ...base, ...rest })}\n\n`)
  const delta = (index: number, change: object, finish_reason: string | null = null): void =>
    say({ choices: [{ index, delta: change, logprobs: null, finish_reason }] })
  for (const [index, text] of (reply.choices ?? [reply.text ?? '']).entries()) {
    delta(index, { role: 'assistant', content: '' })
    for (const content of pieces(text)) delta(index, { content })
    if (reply.refusal !== undefined) delta(index, { refusal: reply.refusal })
    if (reply.toolCalls) delta(index, toolCalls(reply))
    if (reply.errorEvent) break
    if (!left.has('finish')) delta(index, {}, finish(reply))
  }
  if (reply.errorEvent) {
    lines.push(`data: ${chatError(reply.errorEvent.type, reply.errorEvent.message)}\n\n`)
    return lines.join('')
  }
  if (reply.usage) say({ choices: [], usage: reply.usage })
  if (!left.has('done')) lines.push('data: [DONE]\n\n')
  return lines.join('')
}
