import type * as Sdk from 'openai'
import { ChatReading } from './chat-reading.ts'
import {
  type ClientOptions,
  errorType,
  failed,
  failureOf,
  malformed,
  NOT_INSTALLED,
  truncated,
  wireFor,
} from './clients.ts'
import { constraintFields } from './constrained-output.ts'
import { adapted, type Endpoint, endpointOf, type Refusal, rememberEndpoint } from './endpoint.ts'
import type { ModelClient, ModelFailure, ModelReply, ModelRequest, Tokens } from './model.ts'
import { type Agents, fetchOver, keepAliveAgents } from './transport.ts'

const OPENAI = 'https://api.openai.com/v1'

/**
 * Chat Completions: OpenAI, llama.cpp, Ollama, vLLM, LM Studio and gateways. The SDK is loaded with the first request. A
 * server that names a form it does not take (streams, the system role) is asked again in the form it takes, and from
 * then on only in that. Without a key there is no `Authorization` header at all.
 */
export function openAiCompatibleClient(options: ClientOptions): ModelClient {
  const agents = keepAliveAgents(options.environment)
  const baseURL = options.baseUrl ?? OPENAI
  return {
    provider: 'openai-compatible',
    tellsStopSequence: false,
    async complete(request, signal) {
      const sdk = await import('openai').catch(() => undefined)
      if (sdk === undefined) return failed(NOT_INSTALLED)
      for (;;) {
        const known = endpointOf(baseURL, request.model)
        const sent = known.streams === 'no' ? { ...request, transfer: 'whole' as const } : request
        const reply = await attempt({ sdk, options, agents, baseURL }, sent, known, signal)
        if (!('refused' in reply)) return reply
        const next = adapted(known, reply.refused)
        if (next === undefined) return failed(reply.failure, reply.tokens)
        rememberEndpoint(baseURL, request.model, next)
      }
    },
  }
}

/** A request that was refused, with the words of the refusal: perhaps only its form was. */
interface Refused {
  readonly refused: Refusal
  readonly failure: ModelFailure
  readonly tokens: Tokens | undefined
}

interface Service {
  readonly sdk: typeof Sdk
  readonly options: ClientOptions
  readonly agents: Agents
  readonly baseURL: string
}

async function attempt(
  { sdk, options, agents, baseURL }: Service,
  request: ModelRequest,
  known: Endpoint,
  signal: AbortSignal,
): Promise<ModelReply | Refused> {
  const reading = new ChatReading(request, options.limits.bodyBytes)
  const wire = wireFor(request, options.limits, agents)
  let refused: Refusal | undefined
  try {
    const client = new sdk.OpenAI({
      apiKey: options.apiKey ?? 'none',
      ...(options.apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      baseURL,
      maxRetries: 0,
      timeout: options.limits.whole * 2,
      logLevel: 'off',
      fetch: fetchOver(wire),
    })
    const body = bodyOf(request, new URL(baseURL).host === new URL(OPENAI).host, known.roles)
    if (request.transfer === 'whole') {
      const completion: unknown = await client.chat.completions.create({ ...body, stream: false }, { signal })
      return reading.whole(completion)
    }
    const counting = known.countsStreams === 'yes' ? { stream_options: { include_usage: true } } : {}
    const { data, response } = await client.chat.completions
      .create({ ...body, stream: true, ...counting }, { signal })
      .withResponse()
    const type = response.headers.get('content-type') ?? ''
    if (/^application\/json\b/i.test(type)) {
      // It was asked for a stream and answers whole: an answer like any other, and the next is asked for whole.
      const told = reading.whole(jsonOf(await response.text()))
      if (told.outcome === 'answered') rememberEndpoint(baseURL, request.model, { ...known, streams: 'no' })
      return told
    }
    if (!/^text\/event-stream\b/i.test(type)) {
      data.controller.abort()
      return malformed('the answer is not an event stream')
    }
    for await (const chunk of data) {
      const wrong = reading.chunk(chunk)
      if (wrong !== undefined) return malformed(wrong, reading.tokens)
    }
    if (signal.aborted) return failed({ cause: 'aborted', message: 'the request was aborted', retry: 'never' })
    return wire.tail.endsWith(/\ndata: ?\[DONE\]\r?\n\r?\n$/) ? reading.reply() : truncated(reading.tokens)
  } catch (error) {
    const failure = failureOf(error, signal, (thrown) => {
      if (!(thrown instanceof sdk.APIError)) return undefined
      const text = `${thrown.code ?? ''} ${thrown.message}`
      refused = { status: thrown.status, text }
      return {
        status: thrown.status,
        type: errorType(thrown.type) || errorType(thrown.code),
        retryAfter: thrown.headers?.get('retry-after') ?? null,
        text,
      }
    })
    return refused === undefined ? failed(failure, reading.tokens) : { refused, failure, tokens: reading.tokens }
  }
}

/** Undefined for what is no JSON: then it is no completion either. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Body = Omit<Sdk.OpenAI.Chat.ChatCompletionCreateParams, 'stream' | 'stream_options'>

function bodyOf(request: ModelRequest, isOpenAi: boolean, roles: Endpoint['roles']): Body {
  return {
    model: request.model,
    messages: messagesOf(request, roles),
    // OpenAI's newer models know only the new name; many others know only the old one.
    ...(isOpenAi ? { max_completion_tokens: request.maxTokens } : { max_tokens: request.maxTokens }),
    ...(request.stopSequences.length > 0 ? { stop: [...request.stopSequences] } : {}),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.constrained === undefined ? {} : constraintFields(request.constrained)),
  }
}

function messagesOf(request: ModelRequest, roles: Endpoint['roles']): Sdk.OpenAI.Chat.ChatCompletionMessageParam[] {
  const system = request.system.map((block) => block.text).join('\n\n')
  const said = request.messages.map(({ content }) => content.map((block) => block.text).join(''))
  switch (roles) {
    case 'system':
      return [{ role: 'system', content: system }, ...said.map((content) => ({ role: 'user' as const, content }))]
    case 'alternating':
      return [
        { role: 'system', content: system },
        { role: 'user', content: said.join('\n') },
      ]
    case 'user-only':
      return [{ role: 'user', content: [system, ...said].join('\n\n') }]
  }
}
