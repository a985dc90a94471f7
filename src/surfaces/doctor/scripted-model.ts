import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A tool as a client offers it to the model. */
export interface OfferedTool {
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** Codex groups some tools under a name. */
  readonly namespace?: string
}

/** One request of a client, in one vocabulary for all four wire formats. */
export interface Turn {
  readonly tools: readonly OfferedTool[]
  /** How many times the model has called tools in this conversation. */
  readonly calls: number
  /** What came back from them, in order. */
  readonly results: readonly string[]
  /** Everything the conversation holds, as text. */
  readonly text: string
  /** What the first user messages say: which conversation this is. */
  readonly task: string
}

export type Reply =
  | { readonly say: string }
  | { readonly call: string; readonly input: Readonly<Record<string, unknown>>; readonly namespace?: string }

export interface ScriptedModel {
  readonly url: string
  /** What the tools gave back, as the client told the model. */
  readonly seen: readonly string[]
  close(): Promise<void>
}

/** More than any of our scripts needs: a client that loops is stopped. */
const MOST_REQUESTS = 60

/**
 * A model that plays a script, over Anthropic Messages, OpenAI Responses, OpenAI Chat and Gemini. It remembers nothing:
 * the reply depends on the conversation alone, so that retries do no harm.
 */
export async function startModel(script: (turn: Turn) => Reply): Promise<ScriptedModel> {
  const seen: string[] = []
  let requests = 0
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const wire = wireFor(request.url ?? '')
      if (++requests > MOST_REQUESTS || wire === undefined) return aside(request, response)
      const turn = wire.read(body)
      seen.push(turn.text)
      const streams = body['stream'] === true || /stream/i.test(request.url ?? '')
      return wire.write(response, script(turn), body, streams, `r${requests}`)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}

type Json = Record<string, unknown>

interface Wire {
  readonly read: (body: Json) => Turn
  readonly write: (response: ServerResponse, reply: Reply, body: Json, streams: boolean, id: string) => void
}

function wireFor(url: string): Wire | undefined {
  const path = url.split('?', 1)[0]!
  if (path.endsWith('/messages')) return anthropic
  if (path.endsWith('/responses')) return responses
  if (path.endsWith('/chat/completions')) return chat
  if (/:(?:stream)?[gG]enerateContent$/.test(path)) return gemini
  return undefined
}

/** Lists of models, token counts, probes. */
function aside(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').split('?', 1)[0]!
  if (/count_?tokens/i.test(path)) return json(response, { input_tokens: 10, totalTokens: 10 })
  if (/\/models\/?$/.test(path))
    return json(response, { object: 'list', data: [{ id: 'scripted', object: 'model', type: 'model' }], models: [] })
  response.writeHead(request.method === 'HEAD' ? 200 : 404, { 'content-type': 'application/json' })
  response.end('{}')
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Json
  } catch {
    return {}
  }
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as Json[]) : []
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

function stream(response: ServerResponse): (data: unknown, event?: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  return (data, event) =>
    void response.write(
      `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
}

/** Text as it is; anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

function firstUserText(messages: readonly Json[], role: string, content: string): string {
  const texts: string[] = []
  for (const message of messages) {
    if (message['role'] !== role) {
      if (message['role'] === 'assistant' || message['role'] === 'model') break
      continue
    }
    texts.push(JSON.stringify(message[content] ?? ''))
  }
  return texts.join('\n')
}

const anthropic: Wire = {
  read: (body) => {
    const messages = list(body['messages'])
    return {
      tools: list(body['tools']).map((tool) => ({
        name: String(tool['name']),
        parameters: (tool['input_schema'] ?? {}) as Json,
      })),
      calls: messages.filter(
        ({ role, content }) => role === 'assistant' && list(content).some(({ type }) => type === 'tool_use'),
      ).length,
      results: messages
        .filter(({ role }) => role === 'user')
        .flatMap(({ content }) => list(content).filter(({ type }) => type === 'tool_result'))
        .map(({ content }) => textOf(content)),
      text: JSON.stringify(messages),
      task: firstUserText(messages, 'user', 'content'),
    }
  },
  write: (response, reply, body, streams, id) => {
    const calls = 'call' in reply
    const block = calls
      ? { type: 'tool_use', id: `toolu_${id}`, name: reply.call, input: reply.input }
      : { type: 'text', text: reply.say }
    const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
    const message = {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: body['model'],
      stop_sequence: null,
      usage,
    }
    const stop_reason = calls ? 'tool_use' : 'end_turn'
    if (!streams) return json(response, { ...message, content: [block], stop_reason })
    const send = stream(response)
    const event = (type: string, data: object): void => send({ type, ...data }, type)
    event('message_start', { message: { ...message, content: [], stop_reason: null } })
    const empty = calls ? { ...block, input: {} } : { type: 'text', text: '' }
    event('content_block_start', { index: 0, content_block: empty })
    const delta = calls
      ? { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) }
      : { type: 'text_delta', text: reply.say }
    event('content_block_delta', { index: 0, delta })
    event('content_block_stop', { index: 0 })
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } })
    event('message_stop', {})
    response.end()
  },
}

const chat: Wire = {
  read: (body) => {
    const messages = list(body['messages'])
    return {
      tools: list(body['tools']).map((tool) => {
        const named = (tool['function'] ?? {}) as Json
        return { name: String(named['name']), parameters: (named['parameters'] ?? {}) as Json }
      }),
      calls: messages.filter(({ role, tool_calls }) => role === 'assistant' && list(tool_calls).length > 0).length,
      results: messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content)),
      text: JSON.stringify(messages.filter(({ role }) => role !== 'system')),
      task: firstUserText(messages, 'user', 'content'),
    }
  },
  write: (response, reply, body, streams, id) => {
    const base = { id: `chatcmpl-${id}`, created: 1, model: body['model'] }
    const calls = 'call' in reply
    const call = calls
      ? [
          {
            index: 0,
            id: `call_${id}`,
            type: 'function',
            function: { name: reply.call, arguments: JSON.stringify(reply.input) },
          },
        ]
      : undefined
    const message = { role: 'assistant', content: calls ? null : reply.say, ...(call ? { tool_calls: call } : {}) }
    const finish_reason = calls ? 'tool_calls' : 'stop'
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    if (!streams)
      return json(response, {
        ...base,
        object: 'chat.completion',
        choices: [{ index: 0, finish_reason, message }],
        usage,
      })
    const send = stream(response)
    const chunk = (delta: object, finish: string | null): void =>
      send({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })
    chunk(message, null)
    chunk({}, finish_reason)
    send({ ...base, object: 'chat.completion.chunk', choices: [], usage })
    send('[DONE]')
    response.end()
  },
}

const responses: Wire = {
  read: (body) => {
    const input = list(body['input'])
    return {
      tools: list(body['tools']).flatMap((tool) => {
        const one = (each: Json, namespace?: string): OfferedTool => ({
          name: String(each['name'] ?? each['type']),
          parameters: (each['parameters'] ?? {}) as Json,
          ...(namespace === undefined ? {} : { namespace }),
        })
        return tool['type'] === 'namespace'
          ? list(tool['tools']).map((each) => one(each, String(tool['name'])))
          : [one(tool)]
      }),
      calls: input.filter(({ type }) => type === 'function_call' || type === 'custom_tool_call').length,
      results: input
        .filter(({ type }) => type === 'function_call_output' || type === 'custom_tool_call_output')
        .map(({ output }) => textOf(output)),
      text: JSON.stringify(input),
      task: firstUserText(input, 'user', 'content'),
    }
  },
  write: (response, reply, body, streams, id) => {
    const item =
      'call' in reply
        ? {
            type: 'function_call',
            id: `fc_${id}`,
            call_id: `call_${id}`,
            name: reply.call,
            ...(reply.namespace === undefined ? {} : { namespace: reply.namespace }),
            arguments: JSON.stringify(reply.input),
            status: 'completed',
          }
        : {
            type: 'message',
            id: `msg_${id}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: reply.say, annotations: [] }],
          }
    const whole = {
      id: `resp_${id}`,
      object: 'response',
      created_at: 1,
      model: body['model'],
      status: 'completed',
      output: [item],
      parallel_tool_calls: false,
      tools: [],
      error: null,
      incomplete_details: null,
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 15,
      },
    }
    if (!streams) return json(response, whole)
    const send = stream(response)
    let number = 0
    const event = (type: string, data: object): void => send({ type, sequence_number: number++, ...data }, type)
    event('response.created', { response: { ...whole, status: 'in_progress', output: [] } })
    event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } })
    event('response.output_item.done', { output_index: 0, item })
    event('response.completed', { response: whole })
    response.end()
  },
}

const gemini: Wire = {
  read: (body) => {
    const contents = list(body['contents'])
    return {
      tools: list(body['tools']).flatMap((tool) =>
        list(tool['functionDeclarations']).map((each) => ({
          name: String(each['name']),
          parameters: (each['parametersJsonSchema'] ?? each['parameters'] ?? {}) as Json,
        })),
      ),
      calls: contents.filter(
        ({ role, parts }) => role === 'model' && list(parts).some((part) => 'functionCall' in part),
      ).length,
      results: contents.flatMap(({ parts }) =>
        list(parts).flatMap((part) => ('functionResponse' in part ? [textOf(part['functionResponse'])] : [])),
      ),
      text: JSON.stringify(contents),
      task: firstUserText(contents, 'user', 'parts'),
    }
  },
  write: (response, reply, _body, streams, id) => {
    const part =
      'call' in reply
        ? { functionCall: { id: `call_${id}`, name: reply.call, args: reply.input } }
        : { text: reply.say }
    const whole = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: 'scripted',
      responseId: id,
    }
    if (!streams) return json(response, whole)
    stream(response)(whole)
    response.end()
  },
}
