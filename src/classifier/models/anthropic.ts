import type { Anthropic } from '@anthropic-ai/sdk'
import { z } from 'zod'
import {
  type ClientOptions,
  errorType,
  failed,
  failureOf,
  isModelAsked,
  malformed,
  NO_KEY,
  NOT_INSTALLED,
  TOO_LARGE,
  truncated,
  wireFor,
} from './clients.ts'
import type { CacheTtl } from './facts.ts'
import {
  type ModelClient,
  type ModelReply,
  type ModelRequest,
  NO_TOKENS,
  type StopReason,
  type TextBlock,
  type Tokens,
} from './model.ts'
import { fetchOver, keepAliveAgents } from './transport.ts'

/** The Messages API. The SDK is loaded with the first request. */
export function anthropicClient(options: ClientOptions): ModelClient {
  const agents = keepAliveAgents(options.environment)
  return {
    provider: 'anthropic',
    tellsStopSequence: true,
    async complete(request, signal) {
      const sdk = await import('@anthropic-ai/sdk').catch(() => undefined)
      if (sdk === undefined) return failed(NOT_INSTALLED)
      if (options.apiKey === undefined) return failed(NO_KEY)
      const reading = new Reading(request, options.limits.bodyBytes)
      const wire = wireFor(request, options.limits, agents)
      try {
        const client = new sdk.Anthropic({
          apiKey: options.apiKey,
          baseURL: options.baseUrl ?? 'https://api.anthropic.com',
          maxRetries: 0,
          timeout: options.limits.whole * 2,
          logLevel: 'off',
          openTelemetry: false,
          fetch: fetchOver(wire),
        })
        const body = bodyOf(request, options.cacheTtl)
        if (request.transfer === 'whole') {
          const message: unknown = await client.messages.create({ ...body, stream: false }, { signal })
          return reading.whole(message)
        }
        const { data, response } = await client.messages.create({ ...body, stream: true }, { signal }).withResponse()
        if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
          data.controller.abort()
          return malformed('the answer is not an event stream')
        }
        for await (const event of data) {
          const wrong = reading.event(event)
          if (wrong !== undefined) return malformed(wrong, reading.tokens)
        }
        // The SDK ends an aborted stream as if it were over.
        if (signal.aborted) return failed({ cause: 'aborted', message: 'the request was aborted', retry: 'never' })
        return wire.tail.endsWith(/\n\r?\n$/) ? reading.reply() : truncated(reading.tokens)
      } catch (error) {
        const failure = failureOf(error, signal, (thrown) => {
          if (!(thrown instanceof sdk.APIError)) return undefined
          const { status, error: told, headers } = thrown
          return {
            status,
            type: errorType(errorBody.safeParse(told).data?.error.type),
            retryAfter: headers?.get('retry-after') ?? null,
            text: thrown.message,
          }
        })
        return failed(failure, reading.tokens)
      }
    },
  }
}

const errorBody = z.object({ error: z.object({ type: z.string() }) })

function bodyOf(request: ModelRequest, ttl: CacheTtl = '5m'): Omit<Anthropic.MessageCreateParams, 'stream'> {
  const textBlock = ({ text, breakpoint }: TextBlock): Anthropic.TextBlockParam => ({
    type: 'text',
    text,
    ...(breakpoint ? { cache_control: CACHE_CONTROL[ttl] } : {}),
  })
  return {
    model: request.model,
    max_tokens: request.maxTokens,
    system: request.system.map(textBlock),
    messages: request.messages.map(({ content }) => ({ role: 'user', content: content.map(textBlock) })),
    ...(request.stopSequences.length > 0 ? { stop_sequences: [...request.stopSequences] } : {}),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.thinking === 'untouched' ? {} : { thinking: { type: THINKING[request.thinking] } }),
  }
}

const THINKING = { disabled: 'disabled', 'between-tools': 'between_tools' } as const

/** Five minutes are the provider's own default, and sent as such: nothing is said about it. */
const CACHE_CONTROL: Readonly<Record<CacheTtl, Anthropic.CacheControlEphemeral>> = {
  '5m': { type: 'ephemeral' },
  '1h': { type: 'ephemeral', ttl: '1h' },
}

const count = z.number().int().nonnegative()
const usageShape = z.object({
  input_tokens: count.nullish(),
  cache_read_input_tokens: count.nullish(),
  cache_creation_input_tokens: count.nullish(),
  output_tokens: count.nullish(),
})
const blockShape = z.object({ type: z.string(), text: z.string().optional() })
const stopShape = { stop_reason: z.string().nullable(), stop_sequence: z.string().nullish() }
const messageShape = z.object({
  type: z.literal('message'),
  role: z.literal('assistant'),
  model: z.string(),
  content: z.array(blockShape),
  ...stopShape,
  usage: usageShape,
})
const eventShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ model: z.string(), usage: usageShape }) }),
  z.object({ type: z.literal('content_block_start'), index: count, content_block: blockShape }),
  z.object({
    type: z.literal('content_block_delta'),
    index: count,
    delta: z.object({ type: z.string(), text: z.string().optional() }),
  }),
  z.object({ type: z.literal('content_block_stop'), index: count }),
  z.object({ type: z.literal('message_delta'), delta: z.object(stopShape), usage: usageShape.optional() }),
  z.object({ type: z.literal('message_stop') }),
])

/** Thoughts may stand before the text; they are never read. */
const THOUGHTS: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking'])

/** Puts an answer together, event by event. Only text, only one block of it, everything in its order. */
class Reading {
  readonly #request: ModelRequest
  readonly #mostText: number
  #model: string | undefined
  #text: string | undefined
  #open: { readonly index: number; readonly kind: 'text' | 'thoughts' } | undefined
  #next = 0
  #stop: { readonly reason: string | null; readonly sequence: string | null | undefined } | undefined
  #over = false
  tokens: Tokens | undefined

  constructor(request: ModelRequest, mostText: number) {
    this.#request = request
    this.#mostText = mostText
  }

  /** What is wrong with the event, if anything. Kinds of event that we do not know say nothing. */
  event(raw: unknown): string | undefined {
    const parsed = eventShape.safeParse(raw)
    if (!parsed.success) return isKnownEvent(raw) ? 'an event of the stream has the wrong shape' : undefined
    const event = parsed.data
    if (this.#over) return 'the stream goes on after its end'
    if ((event.type === 'message_start') !== (this.#model === undefined)) return 'the stream does not begin once'
    switch (event.type) {
      case 'message_start':
        this.#model = event.message.model
        this.#count(event.message.usage)
        return undefined
      case 'content_block_start':
        if (this.#open !== undefined || this.#stop !== undefined || event.index !== this.#next)
          return 'the blocks of the answer are out of order'
        return this.#begin(event.content_block, event.index)
      case 'content_block_delta':
        if (this.#open?.index !== event.index) return 'the blocks of the answer are out of order'
        if (this.#open.kind === 'thoughts') return undefined
        if (event.delta.type !== 'text_delta' || event.delta.text === undefined) return 'the answer is not only text'
        return this.#add(event.delta.text)
      case 'content_block_stop':
        if (this.#open?.index !== event.index) return 'the blocks of the answer are out of order'
        this.#open = undefined
        this.#next += 1
        return undefined
      case 'message_delta':
        if (this.#open !== undefined || this.#stop !== undefined) return 'the answer ends twice'
        this.#stop = { reason: event.delta.stop_reason, sequence: event.delta.stop_sequence }
        if (event.usage !== undefined) this.#count(event.usage)
        return undefined
      case 'message_stop':
        this.#over = true
        return this.#stop === undefined ? 'the answer ends without a reason' : undefined
    }
  }

  whole(raw: unknown): ModelReply {
    const parsed = messageShape.safeParse(raw)
    if (!parsed.success) return malformed('the answer is not a message')
    const message = parsed.data
    this.#model = message.model
    this.#count(message.usage)
    for (const block of message.content) {
      const wrong = this.#begin(block, this.#next++)
      if (wrong !== undefined) return malformed(wrong, this.tokens)
    }
    this.#stop = { reason: message.stop_reason, sequence: message.stop_sequence }
    this.#over = true
    return this.reply()
  }

  reply(): ModelReply {
    if (!this.#over || this.#model === undefined || this.#stop === undefined) return truncated(this.tokens)
    if (!isModelAsked(this.#request.model, this.#model)) return malformed('another model answered', this.tokens)
    return {
      outcome: 'answered',
      text: this.#text ?? '',
      stopReason: this.#stopReason(this.#stop),
      tokens: this.tokens ?? NO_TOKENS,
      model: this.#model,
    }
  }

  #begin(block: z.infer<typeof blockShape>, index: number): string | undefined {
    if (THOUGHTS.has(block.type) && this.#text === undefined) {
      this.#open = { index, kind: 'thoughts' }
      return undefined
    }
    if (block.type !== 'text' || block.text === undefined) return 'the answer is not only text'
    if (this.#text !== undefined) return 'the answer has two texts'
    this.#open = { index, kind: 'text' }
    this.#text = ''
    return this.#add(block.text)
  }

  #add(text: string): string | undefined {
    this.#text = (this.#text ?? '') + text
    return this.#text.length > this.#mostText ? TOO_LARGE : undefined
  }

  #stopReason({ reason, sequence }: { reason: string | null; sequence: string | null | undefined }): StopReason {
    switch (reason) {
      case 'end_turn':
        return 'end'
      case 'stop_sequence':
        return typeof sequence === 'string' && this.#request.stopSequences.includes(sequence)
          ? 'stop-sequence'
          : 'other'
      case 'max_tokens':
      case 'model_context_window_exceeded':
        return 'max-tokens'
      case 'refusal':
        return 'refusal'
      default:
        return 'other'
    }
  }

  /** Later figures replace earlier ones: the last event has the whole count. */
  #count(usage: z.infer<typeof usageShape>): void {
    const before = this.tokens ?? NO_TOKENS
    this.tokens = {
      input: usage.input_tokens ?? before.input,
      cached: usage.cache_read_input_tokens ?? before.cached,
      written: usage.cache_creation_input_tokens ?? before.written,
      output: usage.output_tokens ?? before.output,
    }
  }
}

function isKnownEvent(raw: unknown): boolean {
  const type = z.object({ type: z.string() }).safeParse(raw)
  return !type.success || KNOWN_EVENTS.has(type.data.type)
}

const KNOWN_EVENTS: ReadonlySet<string> = new Set(eventShape.options.map((option) => option.shape.type.value))
