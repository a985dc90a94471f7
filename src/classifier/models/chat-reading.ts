import { z } from 'zod'
import { failed, isModelAsked, malformed, TOO_LARGE, truncated } from './clients.ts'
import { type ModelReply, type ModelRequest, NO_TOKENS, type StopReason, type Tokens } from './model.ts'

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

const SURELY_LONG = 4_000
const MOST_CHARACTERS_TO_A_TOKEN = 12

/** Puts an answer together, chunk by chunk. Only text, one choice, and a reason for the end. */
export class ChatReading {
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
    const unread = this.#unread()
    if (unread !== undefined) return failed({ cause: 'too-long', message: unread, retry: 'never' }, this.tokens)
    return {
      outcome: 'answered',
      text: this.#text,
      stopReason: this.#refused ? 'refusal' : stopReason(this.#finish),
      tokens: this.tokens ?? NO_TOKENS,
      model: this.#model,
    }
  }

  /**
   * Some servers cut a prompt that is too long for them and say nothing: a verdict over a part of the rules is none. No
   * text of ours has so many characters to a token.
   */
  #unread(): string | undefined {
    const { system, messages } = this.#request
    const sent = [...system, ...messages.flatMap(({ content }) => content)].reduce(
      (sum, { text }) => sum + text.length,
      0,
    )
    const read = this.tokens === undefined ? 0 : this.tokens.input + this.tokens.cached
    if (read === 0 || sent < SURELY_LONG || sent / read <= MOST_CHARACTERS_TO_A_TOKEN) return undefined
    return `the server read ${read} tokens of a prompt of ${sent} characters: it cut the rest off`
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
