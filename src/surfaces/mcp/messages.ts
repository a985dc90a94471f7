import { isJsonObject, type Limits, MOST_BYTES, type Read, readJson, refuse } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'

/** One message as it is sent: nothing in it is a line end. */
export type Line = Uint8Array | string

export type Id = string | number

/** A JSON-RPC message of either side. `body` is the whole of it. */
export type Message =
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly body: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly body: JsonObject }
  | { readonly kind: 'response'; readonly id: Id; readonly body: JsonObject }

/** No message, and whom to tell so. `id` null: nobody in particular. */
export interface Malformed {
  readonly kind: 'malformed'
  readonly id: Id | null
  readonly why: string
}

/** As large as a call may be that the gate judges. */
export const CLIENT_LIMITS: Limits = { bytes: 1024 * 1024, depth: 64, entries: 10_000, string: 1024 * 1024 }
/** Results carry pictures and tables. */
export const SERVER_LIMITS: Limits = { bytes: MOST_BYTES, depth: 64, entries: 1_000_000, string: MOST_BYTES }

/** A byte order mark is white space to some readers, and an error to others. */
export function readLine(line: Line, limits: Limits): Read<JsonValue> {
  const marked = typeof line === 'string' ? line.startsWith('\ufeff') : line[0] === 0xef && line[1] === 0xbb
  return marked ? refuse('call.unreadable', 'The message begins with a byte order mark.') : readJson(line, limits)
}

const KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])
const CALL_KEYS: ReadonlySet<string> = new Set(['name', 'arguments', 'task'])
export const CALL = 'tools/call'

/** What one message is. Whatever two readers could take for two different messages is none. */
export function messageOf(value: JsonValue): Message | Malformed {
  if (!isJsonObject(value)) return { kind: 'malformed', id: null, why: 'a message is an object' }
  const { id, method } = value
  const known = isId(id) ? id : null
  const malformed = (why: string): Malformed => ({ kind: 'malformed', id: known, why })
  const twin = ambiguousKey(value, KEYS)
  if (twin !== undefined) return malformed(`\`${twin}\` is read as another key by some servers`)
  if (id !== undefined && known === null) return malformed('an id is a text or a whole number')
  const answers = 'result' in value || 'error' in value
  if (method === undefined) {
    if (!answers || known === null) return malformed('it has no method')
    if ('result' in value && 'error' in value) return malformed('it is a result and an error')
    return { kind: 'response', id: known, body: value }
  }
  if (typeof method !== 'string' || method === '') return malformed('a method is a text')
  if (answers) return malformed('it is a request and an answer')
  if (method !== CALL && plain(method) === CALL) return malformed(`the method is almost \`${CALL}\``)
  return known === null
    ? { kind: 'notification', method, body: value }
    : { kind: 'request', id: known, method, body: value }
}

/** What a client asks of a tool; a sentence when it cannot be told. */
export function callOf(body: JsonObject): { readonly tool: string; readonly input: JsonObject } | string {
  const { params } = body
  if (!isJsonObject(params)) return 'the parameters of a call are an object'
  const twin = ambiguousKey(params, CALL_KEYS)
  if (twin !== undefined) return `\`${twin}\` is read as another key by some servers`
  const { name, arguments: input = {} } = params
  if (typeof name !== 'string' || name === '') return 'a call names its tool'
  if (!isJsonObject(input)) return 'the arguments of a call are an object'
  return { tool: name, input }
}

/** Some servers, those in Go for example, do not tell `Method` from `method`. */
function ambiguousKey(object: JsonObject, keys: ReadonlySet<string>): string | undefined {
  return Object.keys(object).find((key) => !keys.has(key) && keys.has(plain(key)))
}

/** Blanks and invisible characters gone, forms of letters and cases folded. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '')
}

function isId(id: JsonValue | undefined): id is Id {
  return typeof id === 'string' ? id.length <= 1024 : typeof id === 'number' && Number.isSafeInteger(id)
}

/** The number 1 and the text "1" are two ids. */
export function keyOf(id: Id): string {
  return JSON.stringify(id)
}

/** -32001 and -32000 have other meanings in the official SDK. */
export const CODES = { unreadable: -32_700, invalid: -32_600, internal: -32_603, withheld: -32_010 } as const

export function errorAnswer(id: Id | null, code: keyof typeof CODES, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code: CODES[code], message: `portcullis: ${message}` } }
}

/** A result that the model reads: the call was not made, and why. */
export function deniedAnswer(id: Id, reason: string, code: string): JsonObject {
  const content = [{ type: 'text', text: reason }]
  return { jsonrpc: '2.0', id, result: { content, isError: true, _meta: { 'portcullis/code': code } } }
}

/** The elements of a JSON array, each exactly as it stands in the text, which was read before and is well-formed. */
export function elementsOf(text: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let inText = false
  let from = text.indexOf('[') + 1
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (inText) {
      if (char === '\\') at++
      else if (char === '"') inText = false
    } else if (char === '"') inText = true
    else if (char === '{' || char === '[') depth++
    else if ((char === ',' || char === ']') && depth === 0) {
      found.push(text.slice(from, at).trim())
      from = at + 1
      if (char === ']') break
    } else if (char === '}' || char === ']') depth--
  }
  return found
}
