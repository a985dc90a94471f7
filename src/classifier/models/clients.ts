import type { Limits } from '../deadlines.ts'
import type { CacheTtl } from './facts.ts'
import type { ModelClient, ModelFailure, ModelReply, ModelRequest, Tokens } from './model.ts'
import { Tail, wireFailure, type Wire } from './transport.ts'

/** How a client is made. The key is a value here and appears in no message. */
export interface ClientOptions {
  /** Left out: a server of one's own that wants none. */
  readonly apiKey?: string
  /** Without a path of the API itself: `https://api.anthropic.com`, `http://localhost:11434/v1`. */
  readonly baseUrl?: string
  readonly limits: Limits
  /** How long the provider keeps what it was sent, where that can be chosen. Left out: five minutes. */
  readonly cacheTtl?: CacheTtl
  /** Where `HTTPS_PROXY` and its kin are looked for. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

export type MakeClient = (options: ClientOptions) => ModelClient

/** Longer waits than this are somebody else's problem: the review has a deadline. */
const LONGEST_RETRY_AFTER = 10_000

/** A stream wraps every few characters into an event of its own. */
const STREAM_OVERHEAD = 32

/** A short answer begins at once even when it is sent whole; a long one that is sent whole begins when it is done. */
const SHORT_ANSWER = 512

/** How the wire is watched for one kind of request. */
export function wireFor(request: ModelRequest, limits: Limits, agents: Wire['agents']): Wire {
  const whole = request.transfer === 'whole'
  return {
    limits,
    agents,
    tail: new Tail(),
    firstByte: whole && request.maxTokens > SHORT_ANSWER ? Infinity : limits.firstByte,
    mostBytes: whole ? limits.bodyBytes : limits.bodyBytes * STREAM_OVERHEAD,
  }
}

/** What both SDKs' errors have in common; read, never trusted. */
interface ApiError {
  readonly status: number | undefined
  readonly type: string
  readonly retryAfter: string | null
  /** Only searched for the words that mean "too long"; never shown. */
  readonly text: string
}

/** Whatever was thrown, as a reply. */
export function failureOf(
  error: unknown,
  signal: AbortSignal,
  apiErrorOf: (error: unknown) => ApiError | undefined,
): ModelFailure {
  if (signal.aborted) return { cause: 'aborted', message: 'the request was aborted', retry: 'never' }
  const wire = wireFailure(error)
  if (wire !== undefined)
    return { cause: wire.failure, message: wire.message, retry: wire.failure === 'connection' ? 'soon' : 'never' }
  const api = apiErrorOf(error)
  if (api !== undefined) return ofStatus(api)
  return { cause: 'malformed', message: 'the answer could not be read', retry: 'never' }
}

function ofStatus({ status, type, retryAfter, text }: ApiError): ModelFailure {
  const message = `status ${status ?? 'none'}${type === '' ? '' : `, ${type}`}`
  if (status === 413 || (status === 400 && TOO_LONG.test(text))) return { cause: 'too-long', message, retry: 'never' }
  if (status === undefined) return ofEvent(type, message)
  if (status === 429) {
    const after = retryAfter === null ? NaN : Number(retryAfter) * 1_000
    if (Number.isNaN(after) || after < 0) return { cause: 'quota', message, retry: 'never' }
    return { cause: 'rate-limited', message, retry: after <= LONGEST_RETRY_AFTER ? after : 'never' }
  }
  if (status === 402) return { cause: 'quota', message, retry: 'never' }
  if (status === 408 || status >= 500) return { cause: 'overloaded', message, retry: 'soon' }
  return { cause: 'misconfigured', message, retry: 'never' }
}

/** An error that came inside a stream, where there is no status left to send. */
function ofEvent(type: string, message: string): ModelFailure {
  switch (type) {
    case 'overloaded_error':
    case 'api_error':
    case 'server_error':
    case 'timeout_error':
      return { cause: 'overloaded', message, retry: 'soon' }
    case 'rate_limit_error':
    case 'billing_error':
      return { cause: 'quota', message, retry: 'never' }
    default:
      return { cause: 'malformed', message, retry: 'never' }
  }
}

const TOO_LONG =
  /prompt is too long|context[ _](?:length|window)|maximum context|too many (?:input )?tokens|exceeds? the (?:model'?s |available )?context/i

/** A name of an error type, and nothing that could be anything else. */
export function errorType(value: unknown): string {
  return typeof value === 'string' && /^[a-z_]{1,40}$/.test(value) ? value : ''
}

/** The SDK is loaded with the first request, and may be missing where it was left out on purpose. */
export const NOT_INSTALLED: ModelFailure = {
  cause: 'misconfigured',
  message: 'the SDK of this provider is not installed',
  retry: 'never',
}

/** A key is needed and there is none: nothing is sent. */
export const NO_KEY: ModelFailure = { cause: 'misconfigured', message: 'no key: nothing was sent', retry: 'never' }

/** What is wrong with an answer whose text exceeds the size limit. */
export const TOO_LARGE = 'the answer is too large'

export function malformed(message: string, tokens?: Tokens): ModelReply {
  return failed({ cause: message === TOO_LARGE ? 'too-large' : 'malformed', message, retry: 'never' }, tokens)
}

export function truncated(tokens?: Tokens): ModelReply {
  return failed({ cause: 'truncated', message: 'the stream ended before its last event', retry: 'never' }, tokens)
}

export function failed(failure: ModelFailure, tokens?: Tokens): ModelReply {
  return { outcome: 'failed', failure, ...(tokens === undefined ? {} : { tokens }) }
}

/**
 * An alias may be answered by its dated version or its `:latest`, and nothing else: an answer by another model than the one that was
 * asked is not an answer.
 */
export function isModelAsked(asked: string, answered: string): boolean {
  if (asked === answered) return true
  const name = asked.replace(/-latest$/, '')
  return answered.startsWith(name) && /^(?:-\d{8}|-\d{4}-\d{2}-\d{2}|@\d{8}|:latest)$/.test(answered.slice(name.length))
}
