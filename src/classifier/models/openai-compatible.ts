import type { OpenAI } from 'openai'
import { z } from 'zod'
import {
  type ClientOptions,
  errorType,
  failed,
  failureOf,
  isModelAsked,
  malformed,
  NOT_INSTALLED,
  TOO_LARGE,
  truncated,
  wireFor,
} from './clients.ts'
import {
  type ModelClient,
  type ModelReply,
  type ModelRequest,
  NO_TOKENS,
  type StopReason,
  type Tokens,
} from './model.ts'
import { fetchOver, keepAliveAgents } from './transport.ts'

const OPENAI = 'https://api.openai.com/v1'

/** Chat Completions: OpenAI, Ollama, vLLM and gateways. The SDK is loaded with the first request. */
export function openAiCompatibleClient(options: ClientOptions): ModelClient {
  const agents = keepAliveAgents(options.environment)
  const baseURL = options.baseUrl ?? OPENAI
  return {
    provider: 'openai-compatible',
    tellsStopSequence: false,
    async complete(request, signal) {
      const sdk = await import('openai').catch(() => undefined)
      if (sdk === undefined) return failed(NOT_INSTALLED)
      const reading = new Reading(request, options.limits.bodyBytes)
      const wire = wireFor(request, options.limits, agents)
      try {
        const client = new sdk.OpenAI({
          apiKey: options.apiKey,
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
        const body = bodyOf(request, new URL(baseURL).host === new URL(OPENAI).host)
        if (request.transfer === 'whole') {
          const completion: unknown = await client.chat.completions.create({ ...body, stream: false }, { signal })
          return reading.whole(completion)
        }
        const { data, response } = await client.chat.completions
          .create({ ...body, stream: true, stream_options: { include_usage: true } }, { signal })
          .withResponse()
        if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
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
          return {
            status: thrown.status,
            type: errorType(thrown.type) || errorType(thrown.code),
            retryAfter: thrown.headers?.get('retry-after') ?? null,
            text: `${thrown.code ?? ''} ${thrown.message}`,
          }
        })
        return failed(failure, reading.tokens)
      }
    },
  }
}

type Body = Omit<OpenAI.Chat.ChatCompletionCreateParams, 'stream' | 'stream_options'>

function bodyOf(request: ModelRequest, isOpenAi: boolean): Body {
  const system = request.system.map((block) => block.text).join('\n\n')
  return {
    model: request.model,
    messages: [
      { role: 'system', content: system },
      ...request.messages.map(({ content }) => ({
        role: 'user' as const,
        content: content.map((block) => block.text).join(''),
      })),
    ],
    // OpenAI's newer models know only the new name; many others know only the old one.
    ...(isOpenAi ? { max_completion_tokens: request.maxTokens } : { max_tokens: request.maxTokens }),
    ...(request.stopSequences.length > 0 ? { stop: [...request.stopSequences] } : {}),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
  }
}

const count = z.number().int().nonnegative()
const usageShape = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish(),
})
const saidShape = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
  function_call: z.unknown().optional(),
})
const completionShape = z.object({
  model: z.string(),
  choices: z.tuple([z.object({ index: z.literal(0), message: saidShape, finish_reason: z.string().nullish() })]),
  usage: usageShape.nullish(),
})
const chunkShape = z.object({
  model: z.string(),
  choices: z.array(z.object({ index: z.literal(0), delta: saidShape, finish_reason: z.string().nullish() })).max(1),
  usage: usageShape.nullish(),
})

/** Puts an answer together, chunk by chunk. Only text, one choice, and a reason for the end. */
class Reading {
  readonly #request: ModelRequest
  readonly #mostText: number
  #model: string | undefined
  #text = ''
  #refused = false
  #finish: string | undefined
  tokens: Tokens | undefined

  constructor(request: ModelRequest, mostText: number) {
    this.#request = request
    this.#mostText = mostText
  }

  chunk(raw: unknown): string | undefined {
    const parsed = chunkShape.safeParse(raw)
    if (!parsed.success) return 'a chunk of the stream has the wrong shape'
    const { model, choices, usage } = parsed.data
    if (this.#model !== undefined && model !== this.#model) return 'two models answered'
    this.#model = model
    if (usage) this.#count(usage)
    const [choice] = choices
    return choice === undefined ? undefined : this.#take(choice.delta, choice.finish_reason)
  }

  whole(raw: unknown): ModelReply {
    const parsed = completionShape.safeParse(raw)
    if (!parsed.success) return malformed('the answer is not a completion')
    const { model, choices, usage } = parsed.data
    this.#model = model
    if (usage) this.#count(usage)
    const wrong = this.#take(choices[0].message, choices[0].finish_reason)
    return wrong === undefined ? this.reply() : malformed(wrong, this.tokens)
  }

  reply(): ModelReply {
    if (this.#model === undefined || this.#finish === undefined) return truncated(this.tokens)
    if (!isModelAsked(this.#request.model, this.#model)) return malformed('another model answered', this.tokens)
    return {
      outcome: 'answered',
      text: this.#text,
      stopReason: this.#refused ? 'refusal' : stopReason(this.#finish),
      tokens: this.tokens ?? NO_TOKENS,
      model: this.#model,
    }
  }

  #take(said: z.infer<typeof saidShape>, finish: string | null | undefined): string | undefined {
    if ((said.tool_calls ?? []).length > 0 || (said.function_call ?? null) !== null)
      return 'the answer is not only text'
    if (this.#finish !== undefined && (said.content || typeof finish === 'string'))
      return 'the stream goes on after its end'
    if (said.refusal) this.#refused = true
    this.#text += said.content ?? ''
    if (typeof finish === 'string') this.#finish = finish
    return this.#text.length > this.#mostText ? TOO_LARGE : undefined
  }

  #count({ prompt_tokens, completion_tokens, prompt_tokens_details }: z.infer<typeof usageShape>): void {
    const cached = Math.min(prompt_tokens, prompt_tokens_details?.cached_tokens ?? 0)
    this.tokens = { input: prompt_tokens - cached, cached, written: 0, output: completion_tokens }
  }
}

function stopReason(finish: string): StopReason {
  switch (finish) {
    case 'stop':
      return 'end'
    case 'length':
      return 'max-tokens'
    case 'content_filter':
      return 'refusal'
    default:
      return 'other'
  }
}
