import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call that the model makes. */
export interface ScriptedCall {
  readonly tool: string
  readonly input: object
  readonly id?: string
}

/** One answer of the model: calls, made at once, or text. */
export type Step = readonly ScriptedCall[] | string

/** What the model was sent. */
export interface Sent {
  readonly path: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the wire formats of two providers
  readonly body: any
}

export interface ScriptedModel {
  readonly url: string
  readonly sent: readonly Sent[]
  /** The results that the model has read, of all requests, in order and without repetition. */
  readonly results: () => readonly string[]
  readonly close: () => Promise<void>
}

/**
 * A model on 127.0.0.1 that plays a script: OpenAI chat completions and Anthropic messages, at once or streamed. It keeps
 * no state: the step it answers with is the number of its own answers that the request brings along, so that a request
 * that is sent again gets the same answer. `stepsFor` chooses another script, for a sub-agent.
 */
export async function startScriptedModel(
  steps: readonly Step[],
  stepsFor: (body: string) => readonly Step[] | undefined = () => undefined,
): Promise<ScriptedModel> {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const body = text === '' ? {} : JSON.parse(text)
      const script = stepsFor(text) ?? steps
      sent.push({ path: pathname, body })
      if (pathname.endsWith('/chat/completions')) return answerChat(response, body, script)
      if (pathname.endsWith('/messages')) return answerMessages(response, body, script)
      if (pathname.endsWith('/count_tokens')) return json(response, { input_tokens: 10 })
      response.writeHead(request.method === 'HEAD' ? 200 : 404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    results: () => [...new Map(sent.flatMap(({ body }) => resultsIn(body))).values()],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Call ids and what came back, in both formats. */
function resultsIn(body: Sent['body']): readonly (readonly [string, string])[] {
  return (body.messages ?? []).flatMap((message: Sent['body']) => {
    if (message.role === 'tool') return [[message.tool_call_id, textOf(message.content)]]
    if (message.role !== 'user' || !Array.isArray(message.content)) return []
    return message.content
      .filter((part: Sent['body']) => part.type === 'tool_result')
      .map((part: Sent['body']) => [part.tool_use_id, textOf(part.content)])
  })
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('\n')
}

/** No two models make calls with the same id: a gate that remembers answers would take them for one. */
function stepFor(
  steps: readonly Step[],
  answered: number,
  prefix: string,
): { text: string; calls: Required<ScriptedCall>[] } {
  const step = steps[Math.min(answered, steps.length - 1)] ?? 'done'
  if (typeof step === 'string') return { text: step, calls: [] }
  return {
    text: '',
    calls: step.map((call, index) => ({ id: `${prefix}${randomUUID().slice(0, 8)}_${answered}_${index}`, ...call })),
  }
}

function answerChat(response: ServerResponse, body: Sent['body'], steps: readonly Step[]): void {
  const answered = body.messages.filter(({ role }: { role: string }) => role === 'assistant').length
  const { text, calls } = stepFor(steps, answered, 'call_')
  const toolCalls = calls.map(({ id, tool, input }, index) => ({
    index,
    id,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }))
  const finish = calls.length > 0 ? 'tool_calls' : 'stop'
  const said = calls.length > 0 ? { content: null, tool_calls: toolCalls } : { content: text }
  const base = { id: `scripted-${randomUUID()}`, created: 1, model: body.model }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  if (!body.stream) {
    const message = { role: 'assistant', ...said }
    return json(response, {
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: finish, message }],
      usage,
    })
  }
  const chunk = (delta: object, reason: string | null) => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  })
  events(response, [
    [chunk({ role: 'assistant', ...said }, null)],
    [chunk({}, finish)],
    [{ ...base, object: 'chat.completion.chunk', choices: [], usage }],
    ['[DONE]'],
  ])
}

function answerMessages(response: ServerResponse, body: Sent['body'], steps: readonly Step[]): void {
  const answered = body.messages.filter(({ role }: { role: string }) => role === 'assistant').length
  const offered = new Set((body.tools ?? []).map(({ name }: { name: string }) => name))
  const { text, calls } = stepFor(steps, answered, 'toolu_')
  // Titles, summaries and the like are asked for without the tools.
  const isPlayed = calls.length > 0 && calls.every(({ tool }) => offered.has(tool))
  const content = isPlayed
    ? calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input }))
    : [{ type: 'text', text: text === '' ? 'ok' : text }]
  const reason = isPlayed ? 'tool_use' : 'end_turn'
  const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const base = {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    stop_sequence: null,
    usage,
  }
  if (!body.stream) return json(response, { ...base, content, stop_reason: reason })
  const parts = content.flatMap((part, index): Event[] => {
    const isText = part.type === 'text'
    const start = isText ? { type: 'text', text: '' } : { ...part, input: {} }
    const delta = isText
      ? { type: 'text_delta', text: (part as { text: string }).text }
      : { type: 'input_json_delta', partial_json: JSON.stringify((part as { input: object }).input) }
    return [
      named('content_block_start', { index, content_block: start }),
      named('content_block_delta', { index, delta }),
      named('content_block_stop', { index }),
    ]
  })
  events(response, [
    named('message_start', { message: { ...base, content: [], stop_reason: null } }),
    ...parts,
    named('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 1 } }),
    named('message_stop', {}),
  ])
}

type Event = readonly [data: object | string, name?: string]

function named(type: string, data: object): Event {
  return [{ type, ...data }, type]
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function events(response: ServerResponse, all: readonly Event[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [data, name] of all) {
    if (name !== undefined) response.write(`event: ${name}\n`)
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  }
  response.end()
}
