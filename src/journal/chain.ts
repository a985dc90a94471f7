import { hash } from 'node:crypto'
import type { JsonValue } from '../call/tool-call.ts'

/** What a chain starts from: the hash "before" its first record. */
export const GENESIS = '0'.repeat(64)

/** Deeper than any input the edge lets in: `JSON.stringify` and this file recurse, and a stack overflow is a lost record. */
const DEEPEST = 200

/**
 * The one text of a JSON value: keys sorted by code unit, no white space, numbers as JavaScript prints them. Refuses
 * what has no unique bytes: lone surrogates (all of them encode to EF BF BD, so two texts would share one hash), numbers
 * that are not finite, and nesting beyond `DEEPEST`.
 */
export function canonical(value: JsonValue): string {
  return write(value, 0)
}

function write(value: JsonValue, depth: number): string {
  if (depth > DEEPEST) throw new RangeError(`nested deeper than ${DEEPEST} levels`)
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`)
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object': {
      if (value === null) return 'null'
      if (isList(value)) {
        let text = '['
        for (const [index, item] of value.entries()) text += (index === 0 ? '' : ',') + write(item, depth + 1)
        return `${text}]`
      }
      let text = ''
      for (const key of Object.keys(value).sort()) {
        const item = value[key]
        if (item === undefined) continue
        text += (text === '' ? '{' : ',') + quoteKey(key) + ':' + write(item, depth + 1)
      }
      return text === '' ? '{}' : `${text}}`
    }
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`)
  }
}

function quote(text: string): string {
  // `JSON.stringify` writes a lone surrogate as an escape: well-formed, but not what the text is.
  if (!text.isWellFormed()) throw new TypeError('text with half of a surrogate pair has no unique encoding')
  return JSON.stringify(text)
}

/** The same few keys come with every record. */
const quotedKeys = new Map<string, string>()
const MOST_KEYS = 1000

function quoteKey(key: string): string {
  const known = quotedKeys.get(key)
  if (known !== undefined) return known
  const quoted = quote(key)
  if (key.length <= 40 && quotedKeys.size < MOST_KEYS) quotedKeys.set(key, quoted)
  return quoted
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** One place in a chain: its last sequence number and that record's hash. */
export interface Head {
  readonly seq: number
  readonly hash: string
}

/** The columns of a stored record that its hash covers: all of them. */
export interface ChainedRow {
  readonly writer: string
  readonly seq: number
  readonly at: number
  readonly event: string
  readonly severity: string
  readonly session: string
  readonly agent: string
  readonly tool: string
  readonly decision: string
  readonly code: string
  readonly user: string
  readonly fingerprint: string
  readonly policy: string
  /** Canonical JSON. */
  readonly body: string
}

/**
 * The hash of a record after its predecessor: SHA-256 over the canonical JSON of every column and the previous hash. The
 * body is spliced in as it is stored, so verifying needs no parsing: another body text is another hash.
 */
export function linkHash(previous: string, row: ChainedRow): string {
  // Keys in code-unit order, so this is the canonical form without the cost of sorting.
  const text = `{"agent":${quoteAgain(row.agent)},"at":${row.at},"body":${row.body},"code":${quoteAgain(row.code)},"decision":${quoteAgain(row.decision)},"event":${quoteAgain(row.event)},"fingerprint":${JSON.stringify(row.fingerprint)},"policy":${quoteAgain(row.policy)},"previous":${JSON.stringify(previous)},"seq":${row.seq},"session":${quoteAgain(row.session)},"severity":${quoteAgain(row.severity)},"tool":${quoteAgain(row.tool)},"user":${quoteAgain(row.user)},"writer":${quoteAgain(row.writer)}}`
  return hash('sha256', text, 'hex')
}

/** Texts that come again and again: a look-up costs less than quoting. Forgotten all at once when there are many. */
const quotedTexts = new Map<string, string>()
const MOST_TEXTS = 5000

function quoteAgain(text: string): string {
  const known = quotedTexts.get(text)
  if (known !== undefined) return known
  const quoted = JSON.stringify(text)
  if (text.length > 100) return quoted
  if (quotedTexts.size >= MOST_TEXTS) quotedTexts.clear()
  quotedTexts.set(text, quoted)
  return quoted
}
