import { LIMITS, type Limits } from './deadlines.ts'
import { GUARDIAN_TIMEOUT_MS } from './guardian-asking.ts'
import { type LLMAdapter, NotAsked } from './guardian-contract.ts'
import { type CacheTtl, factsOf, priceOf, pricesFor, requestFor } from './models/facts.ts'
import type { ModelClient, ModelRequest } from './models/model.ts'
import type { Usage } from './reviewer.ts'

/** One JSON object with one sentence. */
const MOST_TOKENS = 300

/** For a client that asks for the guardian: it alone ends the waiting, so nothing below it gives up sooner. */
export const GUARDIAN_LIMITS: Limits = { ...LIMITS, firstByte: GUARDIAN_TIMEOUT_MS, idle: GUARDIAN_TIMEOUT_MS }

export interface GuardianModelOptions {
  readonly model: string
  readonly transfer?: ModelRequest['transfer']
  /** What a request cost, whether or not its answer was of use. */
  readonly onUsage?: (session: string, usage: Usage) => void
  /** False: there is no money left for this session. */
  readonly maySpend?: (session: string) => boolean
  /** For the price of what the provider keeps. */
  readonly cacheTtl?: CacheTtl | undefined
  /** Milliseconds that never run backwards. */
  readonly now?: () => number
}

/** A model client as the guardian's model. A failure that may pass is tried once more; the guardian owns the deadline. */
export function guardianModel(client: ModelClient, options: GuardianModelOptions): LLMAdapter {
  const { model, transfer = 'whole', now = () => 0 } = options
  const facts = factsOf(model)
  return {
    complete: async ({ system, user, session }, signal) => {
      if (options.maySpend?.(session) === false) throw new NotAsked('the review budget is used up')
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
        price: priceOf(pricesFor(facts.prices, options.cacheTtl), reply.tokens),
        latencyMs: now() - began,
      }
      if (usage) options.onUsage?.(session, usage)
      if (reply.outcome === 'failed') throw new Error(`${reply.failure.cause}: ${reply.failure.message}`)
      return { text: reply.text, ended: reply.stopReason === 'end', ...(usage ? { usage } : {}) }
    },
  }
}
