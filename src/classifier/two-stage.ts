import { type Answer, readAnswer } from './answer.ts'
import { readConstrained } from './constrained-answer.ts'
import { answerRoom, prepareWithin } from './fit-context.ts'
import { type Admission, Breaker } from './breaker.ts'
import { type Limits, pause, within } from './deadlines.ts'
import type { ConstrainedForm } from './models/constrained-output.ts'
import { type CacheTtl, factsOf, type ModelFacts, priceOf, pricesFor } from './models/facts.ts'
import type { ModelClient, ModelFailure, ModelReply, ModelRequest } from './models/model.ts'
import { ruleCodes } from './prompt/permissions.ts'
import { isTooLong, type Prepared, requestOf } from './question.ts'
import type {
  Diagnosis,
  ReviewAnswer,
  Reviewer,
  ReviewQuestion,
  Stage,
  UnavailableCause,
  UnreadableWhy,
  Usage,
} from './reviewer.ts'
import type { TranscriptFormat } from './transcript.ts'
import { shownAnswer } from './unreadable.ts'

export type TwoStageMode = 'both' | 'fast' | 'thinking'

export interface TwoStageOptions {
  readonly client: ModelClient
  /** The model for a session whose agent runs on `sessionModel`. */
  readonly model: (sessionModel: string | undefined) => string
  /** Read anew for every review, so that a flag can change it. */
  readonly mode: () => TwoStageMode
  readonly transfer: 'streamed' | 'whole'
  readonly limits: Limits
  /** Milliseconds that never run backwards. */
  readonly now: () => number
  /** From 0 to 1: the jitter of retries. */
  readonly chance: () => number
  readonly format?: TranscriptFormat
  /** How the server holds the model to JSON, where it is known to. Left out: the model is trusted to write the tags. */
  readonly constrained?: ConstrainedForm
  /**
   * The context this model runs with, when a server or the settings say so: then the record is cut to fit. Undefined: what
   * is known of models by their names counts, and what is longer than that is not sent.
   */
  readonly contextTokens?: (model: string, signal: AbortSignal) => Promise<number | undefined>
  /** For the price of what the provider keeps. */
  readonly cacheTtl?: CacheTtl
  /** True when there is money left for this session; asked before every review. */
  readonly maySpend?: (session: string) => boolean
  /** Every request that was paid for, as soon as it is known. */
  readonly onUsage?: (session: string, usage: Usage) => void
  /** Everything that went out and came back, for dumps. Never waited for. */
  readonly onExchange?: (exchange: Exchange) => void
  /** An answer that could not be read ended a review. Never waited for. */
  readonly onUnreadable?: (session: string, why: UnreadableWhy, diagnosis: Diagnosis) => void
}

export interface Exchange {
  readonly session: string
  /** The id of the call it was about, when it was about one. */
  readonly call?: string
  readonly stage: Stage
  readonly request: ModelRequest
  readonly reply: ModelReply
  readonly latencyMs: number
}

/**
 * The two-stage review: quick first, thoughtful when the quick one objects or cannot be read. It never throws, ends
 * within `limits.whole`, and allows only on one complete, well-formed no.
 */
export function twoStageReviewer(options: TwoStageOptions): Reviewer {
  const breaker = new Breaker()
  return {
    async review(question, signal) {
      const usage: Usage[] = []
      if (options.maySpend?.(question.session) === false)
        return unavailable('budget', 'the review budget is used up', usage)
      const admission = breaker.admit(options.now())
      if (admission === 'rest')
        return unavailable('breaker', 'the reviewer failed repeatedly and is not asked for a while', usage)
      const answer = await guarded(options, question, signal, usage)
      tellBreaker(breaker, answer, options.now(), admission)
      return answer
    },
  }
}

async function guarded(
  options: TwoStageOptions,
  question: ReviewQuestion,
  signal: AbortSignal,
  usage: Usage[],
): Promise<ReviewAnswer> {
  try {
    const ended = await within(options.limits.whole, signal, (inner) => new Review(options, question, usage).run(inner))
    switch (ended.ended) {
      case 'done':
        return ended.value
      case 'late':
        return unavailable('timeout', 'the review took too long', usage)
      case 'aborted':
        return unavailable('aborted', 'the review was aborted', usage)
    }
  } catch (error) {
    // A bug of ours, not of the service. It is still no reason to allow.
    return unavailable('malformed', `the reviewer failed: ${error instanceof Error ? error.name : 'unknown'}`, usage)
  }
}

/** Whatever came of a stage: an answer that could be read or not, or no answer at all. */
type StageEnd = Answer | { readonly says: 'nothing'; readonly failure: ModelFailure }

/** A question as it is sent, the same in both stages. */
interface Told {
  readonly prepared: Prepared
  readonly answerRoom?: number
}

class Review {
  readonly #options: TwoStageOptions
  readonly #question: ReviewQuestion
  readonly #usage: Usage[]
  readonly #model: string
  readonly #facts: ModelFacts
  /** What came back last. */
  #reply: ModelReply | undefined

  constructor(options: TwoStageOptions, question: ReviewQuestion, usage: Usage[]) {
    this.#options = options
    this.#question = question
    this.#usage = usage
    this.#model = options.model(question.sessionModel)
    this.#facts = factsOf(this.#model)
  }

  async run(signal: AbortSignal): Promise<ReviewAnswer> {
    const { format = 'jsonl', constrained } = this.#options
    const tokens = await this.#options.contextTokens?.(this.#model, signal)
    const context = tokens === undefined ? undefined : { tokens }
    const prepared = prepareWithin(this.#question, format, constrained === undefined ? 'tags' : 'json', context)
    if ('tooLong' in prepared) return this.#tooLong(prepared.tooLong)
    if (context === undefined && isTooLong(prepared, this.#facts)) return this.#tooLong(undefined)
    return this.#stages({ prepared, ...(context === undefined ? {} : { answerRoom: answerRoom(context) }) }, signal)
  }

  #tooLong(message: string | undefined): ReviewAnswer {
    return { outcome: 'too-long', block: true, usage: this.#usage, ...(message === undefined ? {} : { message }) }
  }

  async #stages(told: Told, signal: AbortSignal): Promise<ReviewAnswer> {
    switch (this.#options.mode()) {
      case 'fast':
        return this.#final('only', await this.#ask(told, 'only', signal))
      case 'thinking':
        return this.#final('thinking', await this.#ask(told, 'thinking', signal))
      case 'both': {
        const first = await this.#ask(told, 'first', signal)
        if (!escalates(first)) return this.#final('first', first)
        return this.#final('thinking', await this.#ask(told, 'thinking', signal))
      }
    }
  }

  /** One stage: attempts until one is answered, all within the stage's own time. */
  async #ask(told: Told, stage: Stage, signal: AbortSignal): Promise<StageEnd> {
    const { limits } = this.#options
    const time = stage === 'thinking' ? limits.stage2 : limits.stage1
    const ended = await within(time, signal, (inner) => this.#attempts(told, stage, inner, this.#options.now() + time))
    switch (ended.ended) {
      case 'done':
        return ended.value
      case 'late':
        return nothing('timeout', 'the answer took too long')
      case 'aborted':
        return nothing('aborted', 'the review was aborted')
    }
  }

  async #attempts(told: Told, stage: Stage, signal: AbortSignal, until: number): Promise<StageEnd> {
    const { client, limits, now, chance, transfer, constrained } = this.#options
    const request = requestOf(told.prepared, stage, {
      model: this.#model,
      facts: this.#facts,
      transfer,
      tellsStopSequence: client.tellsStopSequence,
      constrained,
      answerRoom: told.answerRoom,
    })
    for (let attempt = 0; ; attempt++) {
      const began = now()
      const reply = await client.complete(request, signal)
      this.#account(stage, request, reply, now() - began)
      if (reply.outcome === 'answered')
        return request.constrained === undefined
          ? readAnswer(reply.text, reply.stopReason, stage)
          : readConstrained(reply.text, reply.stopReason)
      const { failure } = reply
      if (failure.retry === 'never' || attempt >= limits.retries) return { says: 'nothing', failure }
      const wait =
        failure.retry === 'soon' ? limits.backoff * 2 ** attempt * (0.5 + Math.min(1, chance()) / 2) : failure.retry
      if (now() + wait >= until) return { says: 'nothing', failure }
      await pause(wait, signal)
      if (signal.aborted) return nothing('aborted', 'the review was aborted')
    }
  }

  #account(stage: Stage, request: ModelRequest, reply: ModelReply, latencyMs: number): void {
    this.#reply = reply
    const { onUsage, onExchange } = this.#options
    const { session, call } = this.#question
    quietly(() => onExchange?.({ session, ...(call === undefined ? {} : { call }), stage, request, reply, latencyMs }))
    if (reply.tokens === undefined) return
    const price = priceOf(pricesFor(this.#facts.prices, this.#options.cacheTtl), reply.tokens)
    const kind = this.#question.about === 'handoff' ? 'handoff' : stage
    const usage: Usage = { model: this.#model, stage: kind, tokens: reply.tokens, price, latencyMs }
    this.#usage.push(usage)
    quietly(() => onUsage?.(session, usage))
  }

  #final(stage: Stage, end: StageEnd): ReviewAnswer {
    const usage = this.#usage
    switch (end.says) {
      case 'no':
        return { outcome: 'allow', block: false, stage, usage }
      case 'yes': {
        const named = end.rule !== undefined && ruleCodes(this.#question.autoMode).has(end.rule)
        return {
          outcome: 'block',
          block: true,
          stage,
          reason: end.reason,
          usage,
          ...(named && end.rule !== undefined ? { rule: end.rule } : {}),
        }
      }
      case 'unreadable':
        return this.#unreadable(stage, end.why)
      case 'nothing':
        switch (end.failure.cause) {
          case 'too-long':
            return this.#tooLong(end.failure.message)
          // The service answers, and nobody can read what: that is not one that cannot be reached.
          case 'malformed':
          case 'truncated':
          case 'too-large':
            return this.#unreadable(stage, end.failure.cause)
          default:
            return unavailable(end.failure.cause, end.failure.message, usage)
        }
    }
  }

  #unreadable(stage: Stage, why: UnreadableWhy): ReviewAnswer {
    const reply = this.#reply
    const answered = reply?.outcome === 'answered'
    const diagnosis: Diagnosis = {
      stage,
      model: this.#model,
      ended: answered ? reply.stopReason : 'failed',
      text: shownAnswer(answered ? reply.text : (reply?.failure.message ?? '')),
    }
    quietly(() => this.#options.onUnreadable?.(this.#question.session, why, diagnosis))
    return { outcome: 'unreadable', block: true, why, diagnosis, usage: this.#usage }
  }
}

/** The second look is for objections and for what could not be read; a service that does not answer is not asked twice. */
function escalates(end: StageEnd): boolean {
  switch (end.says) {
    case 'no':
      return false
    case 'yes':
    case 'unreadable':
      return true
    case 'nothing':
      return end.failure.cause === 'malformed' || end.failure.cause === 'truncated'
  }
}

function nothing(cause: ModelFailure['cause'], message: string): StageEnd {
  return { says: 'nothing', failure: { cause, message, retry: 'never' } }
}

function unavailable(cause: UnavailableCause, message: string, usage: readonly Usage[]): ReviewAnswer {
  return { outcome: 'unavailable', block: true, cause, message, usage }
}

function tellBreaker(breaker: Breaker, answer: ReviewAnswer, now: number, admission: Admission): void {
  switch (answer.outcome) {
    case 'allow':
    case 'block':
      return breaker.succeeded()
    case 'too-long':
    // It was reached. Resting would turn answers that nobody can read into denials that nobody hears of.
    case 'unreadable':
      return breaker.gaveUp(admission)
    case 'unavailable':
      return SERVICE_FAILURES.has(answer.cause) ? breaker.failed(now, admission) : breaker.gaveUp(admission)
  }
}

/** Causes that say something about the service, and not about this one question. */
const SERVICE_FAILURES: ReadonlySet<UnavailableCause> = new Set<UnavailableCause>([
  'timeout',
  'rate-limited',
  'quota',
  'overloaded',
  'connection',
  'misconfigured',
])

/** A listener that fails is its own problem. */
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // What is told here decides nothing.
  }
}
