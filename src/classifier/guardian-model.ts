import type { LLMAdapter } from './guardian.ts'
import { factsOf, priceOf, requestFor } from './models/facts.ts'
import type { ModelClient, ModelRequest } from './models/model.ts'
import type { Usage } from './reviewer.ts'

/** One JSON object with one sentence. */
const MOST_TOKENS = 300

export interface GuardianModelOptions {
  readonly model: string
  readonly transfer?: ModelRequest['transfer']
  /** What a request cost, whether or not its answer was of use. */
  readonly onUsage?: (session: string, usage: Usage) => void
  /** False: there is no money left for this session. */
  readonly maySpend?: (session: string) => boolean
  /** Milliseconds that never run backwards. */
  readonly now?: () => number
}

/** A model client as the guardian's model. A failure that may pass is tried once more; the guardian owns the deadline. */
export function guardianModel(client: ModelClient, options: GuardianModelOptions): LLMAdapter {
  const { model, transfer = 'whole', now = () => 0 } = options
  const facts = factsOf(model)
  return {
    complete: async ({ system, user, session }, signal) => {
      if (options.maySpend?.(session) === false) throw new Error('the money set aside for reviews is spent')
      const request: ModelRequest = {
        model,
        system: [{ text: system, breakpoint: true }],
        messages: [{ content: [{ text: user }] }],
        ...requestFor(facts, MOST_TOKENS),
        stopSequences: [],
        transfer,
      }
      const began = now()
      let reply = await client.complete(request, signal)
      if (reply.outcome === 'failed' && reply.failure.retry === 'soon' && !signal.aborted)
        reply = await client.complete(request, signal)
      const usage: Usage | undefined = reply.tokens && {
        model,
        stage: 'guardian',
        tokens: reply.tokens,
        price: priceOf(facts.prices, reply.tokens),
        latencyMs: now() - began,
      }
      if (usage) options.onUsage?.(session, usage)
      if (reply.outcome === 'failed') throw new Error(`${reply.failure.cause}: ${reply.failure.message}`)
      return { text: reply.text, ended: reply.stopReason === 'end', ...(usage ? { usage } : {}) }
    },
  }
}
