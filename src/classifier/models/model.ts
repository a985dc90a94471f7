import type { Constraint } from './constrained-output.ts'

/**
 * One request to one model, and what came back. A client never throws and never retries: whatever happens is a reply,
 * and the caller owns deadlines and retries. The signal ends the request; a client that was aborted says so.
 */
export interface ModelClient {
  readonly provider: 'anthropic' | 'openai-compatible' | 'scripted'
  /**
   * True when the reply says that a stop sequence ended the text. Where a provider reports only `stop`, a text that was
   * cut by the sequence looks like one that ended by itself, so no sequence is sent and the whole answer is demanded.
   */
  readonly tellsStopSequence: boolean
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>
}

export interface ModelRequest {
  readonly model: string
  readonly system: readonly TextBlock[]
  /** Only the user speaks: no model's prose is ever sent, and no answer is begun for it. */
  readonly messages: readonly UserMessage[]
  readonly maxTokens: number
  readonly stopSequences: readonly string[]
  /** Absent where the model refuses it. */
  readonly temperature?: 0
  /** How thinking before the answer is turned off; `untouched` sends nothing about it. */
  readonly thinking: 'disabled' | 'between-tools' | 'untouched'
  readonly transfer: 'streamed' | 'whole'
  /** The server itself sees to it that nothing but a verdict is written. */
  readonly constrained?: Constraint
}

export interface UserMessage {
  readonly content: readonly TextBlock[]
}

export interface TextBlock {
  readonly text: string
  /** A cache breakpoint stands at the end of this block. At most four in one request. */
  readonly breakpoint?: true
}

export type ModelReply =
  | {
      readonly outcome: 'answered'
      /** All of the text, and nothing but text: an answer with any other kind of block is a failure. */
      readonly text: string
      readonly stopReason: StopReason
      readonly tokens: Tokens
      /** The model that says it answered. */
      readonly model: string
    }
  | { readonly outcome: 'failed'; readonly failure: ModelFailure; readonly tokens?: Tokens }

/** Why the text ended. `other` is anything we were not told about. */
export type StopReason = 'end' | 'stop-sequence' | 'max-tokens' | 'refusal' | 'other'

/** Disjoint: `input` is what was neither read from nor written to the cache. */
export interface Tokens {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
}

export const NO_TOKENS: Tokens = { input: 0, cached: 0, written: 0, output: 0 }

export interface ModelFailure {
  readonly cause: FailureCause
  /** One sentence without secrets: status, error type, never a header or a key. */
  readonly message: string
  /** Whether trying the same again can help. A number: not before so many milliseconds. */
  readonly retry: 'never' | 'soon' | number
}

export type FailureCause =
  /** No byte in time, no progress in time, or not whole in time. */
  | 'timeout'
  /** 429 that says when to come back. */
  | 'rate-limited'
  /** 429 without that, 402, spend limits. */
  | 'quota'
  /** 5xx, 529, an error event in the stream. */
  | 'overloaded'
  /** Refused, reset, no such host, TLS. */
  | 'connection'
  /** 400, 401, 403, 404, redirects, no key. */
  | 'misconfigured'
  /** The answer is larger than we read. */
  | 'too-large'
  /** The prompt does not fit the model, or the request is larger than the service reads (413). */
  | 'too-long'
  /** Not the wire format: not JSON, wrong type, other blocks than text, another model's answer. */
  | 'malformed'
  /** The stream ended before its last event. */
  | 'truncated'
  /** The caller's signal. */
  | 'aborted'
