/** Which forms of a request an OpenAI-compatible endpoint takes. */
export interface Endpoint {
  /** `no`: it answers whole, whatever is asked. */
  readonly streams: 'yes' | 'no'
  /** Whether it knows `stream_options`, with which a stream says how many tokens it cost. */
  readonly countsStreams: 'yes' | 'no'
  /** `alternating`: one user message after the system's. `user-only`: the rules stand first in the user's message. */
  readonly roles: 'system' | 'alternating' | 'user-only'
}

const UNTRIED: Endpoint = { streams: 'yes', countsStreams: 'yes', roles: 'system' }

/** By address and model: templates refuse roles, servers refuse streams. Found out once, kept for the process. */
const FOUND = new Map<string, Endpoint>()

export function endpointOf(baseUrl: string, model: string): Endpoint {
  return FOUND.get(keyOf(baseUrl, model)) ?? UNTRIED
}

/** Adds to what is known: of two requests at the same time neither makes forgotten what the other found out. */
export function rememberEndpoint(baseUrl: string, model: string, found: Endpoint): void {
  const known = endpointOf(baseUrl, model)
  FOUND.set(keyOf(baseUrl, model), {
    streams: known.streams === 'no' ? 'no' : found.streams,
    countsStreams: known.countsStreams === 'no' ? 'no' : found.countsStreams,
    roles: ROLES.indexOf(known.roles) > ROLES.indexOf(found.roles) ? known.roles : found.roles,
  })
}

/** From what most take to what all do. */
const ROLES: readonly Endpoint['roles'][] = ['system', 'alternating', 'user-only']

function keyOf(baseUrl: string, model: string): string {
  return `${baseUrl} ${model}`
}

/** What a server said when it refused a request. */
export interface Refusal {
  readonly status: number | undefined
  readonly text: string
}

/** Templates fail with 500 in some servers; a key or a name that is wrong is never a matter of form. */
const FORM_STATUS: ReadonlySet<number> = new Set([400, 404, 405, 422, 500, 501])

/**
 * The next form to try after a refusal that names what it does not take; undefined when it names nothing of that kind.
 * Each step leaves one form behind for good, so there are at most four.
 */
export function adapted(known: Endpoint, { status, text }: Refusal): Endpoint | undefined {
  if (status === undefined || !FORM_STATUS.has(status)) return undefined
  if (known.streams === 'yes' && known.countsStreams === 'yes' && /stream_options/i.test(text))
    return { ...known, countsStreams: 'no' }
  if (known.streams === 'yes' && NO_STREAM.test(text)) return { ...known, streams: 'no' }
  if (known.roles !== 'user-only' && NO_SYSTEM.test(text)) return { ...known, roles: 'user-only' }
  if (MUST_ALTERNATE.test(text))
    return known.roles === 'user-only' ? undefined : { ...known, roles: NEXT_ROLES[known.roles] }
  return undefined
}

const NEXT_ROLES = { system: 'alternating', alternating: 'user-only' } as const

const NO_STREAM =
  /stream(?:ing|ed)?\b.{0,60}(?:not (?:supported|implemented|allowed|available|enabled)|unsupported|must be false|disabled)|(?:not|n't) support\w*.{0,40}\bstream|unsupported.{0,40}\bstream/is
const NO_SYSTEM =
  /system (?:role|message|prompt|instruction)s?\b.{0,60}(?:not (?:supported|allowed|enabled)|unsupported)|(?:unsupported|unknown|invalid|unexpected) role.{0,30}system|role.{0,20}system.{0,30}(?:not (?:supported|allowed)|unsupported|invalid)|(?:not|n't) support.{0,30}system (?:role|message|prompt)|only user and assistant roles/is
const MUST_ALTERNATE = /roles? must alternate/i
