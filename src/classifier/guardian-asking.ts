import { shorten, visible } from '../call/visible.ts'
import { Breaker, type BreakerLimits } from './breaker.ts'
import { within } from './deadlines.ts'
import { type LLMAdapter, type LLMReply, type LLMRequest, NotAsked } from './guardian-contract.ts'
import { type GuardianAnswer, readGuardianAnswer } from './guardian-prompt.ts'
import type { Usage } from './reviewer.ts'

/** After this long without an answer the model is taken to have failed. */
export const GUARDIAN_TIMEOUT_MS = 15_000

/**
 * Failures in a row, however slow each was: with 15 seconds for one, no window that counts by time would ever be full.
 * Only failures of the service count. An answer that cannot be read may be the doing of the call that was asked about,
 * and a call must not be able to switch the guardian off for the next one.
 */
export const GUARDIAN_CIRCUIT: BreakerLimits = { failures: 3, within: Infinity, rest: 30_000 }

/** What came of asking: a level, or why there is none. */
export type Asked = (GuardianAnswer | { readonly failure: string }) & { readonly usage?: Usage }

const NEVER_ABORTED = new AbortController().signal

/**
 * Asks the guardian's model: one question, one deadline, one circuit. While the circuit is open nobody is asked and
 * nobody waits; after its rest one question is a trial. Never rejects.
 */
export class GuardianAsking {
  readonly #llm: LLMAdapter
  readonly #millis: number
  readonly #now: () => number
  readonly #breaker = new Breaker(GUARDIAN_CIRCUIT)

  constructor(llm: LLMAdapter, millis: number = GUARDIAN_TIMEOUT_MS, now: () => number = () => performance.now()) {
    this.#llm = llm
    this.#millis = millis
    this.#now = now
  }

  /** An answer that comes after the deadline is not waited for and not used. `signal` ends the waiting: a failure. */
  async ask(request: LLMRequest, signal: AbortSignal = NEVER_ABORTED): Promise<Asked> {
    const admission = this.#breaker.admit(this.#now())
    if (admission === 'rest') return { failure: 'the model failed too often in a row, and is not asked for a while' }
    try {
      const ended = await within(this.#millis, signal, async (inner) => this.#llm.complete(request, inner))
      switch (ended.ended) {
        case 'aborted':
          this.#breaker.gaveUp(admission)
          return { failure: 'the review was aborted' }
        case 'late':
          this.#breaker.failed(this.#now(), admission)
          return { failure: `no answer within ${this.#millis} ms` }
        case 'done': {
          const meaning = meaningOf(ended.value)
          if ('failure' in meaning) this.#breaker.gaveUp(admission)
          else this.#breaker.succeeded()
          const { usage } = ended.value
          return usage === undefined ? meaning : { ...meaning, usage }
        }
      }
    } catch (error) {
      if (error instanceof NotAsked) this.#breaker.gaveUp(admission)
      else this.#breaker.failed(this.#now(), admission)
      return { failure: `the model failed: ${messageOf(error)}` }
    }
  }
}

function meaningOf(reply: LLMReply): Asked {
  if (reply.ended !== true) return { failure: 'the answer was cut or refused' }
  return readGuardianAnswer(reply.text) ?? { failure: 'the answer was not the one JSON object that was asked for' }
}

export function messageOf(error: unknown): string {
  return shorten(visible(error instanceof Error ? error.message : String(error)), 300)
}
