import type { JsonObject, JsonValue } from './tool-call.ts'

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
        if (value.every(isWellFormedText)) return JSON.stringify(value)
        let text = '['
        for (let index = 0; index < value.length; index++)
          text += (index === 0 ? '' : ',') + write(value[index]!, depth + 1)
        return `${text}]`
      }
      let text = ''
      for (const key of sortedKeys(value)) {
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

/** Most of what is written here was made in this order. */
function sortedKeys(value: JsonObject): readonly string[] {
  const keys = Object.keys(value)
  for (let index = 1; index < keys.length; index++) if (keys[index - 1]! > keys[index]!) return keys.sort()
  return keys
}

function quote(text: string): string {
  // `JSON.stringify` writes a lone surrogate as an escape: well-formed, but not what the text is.
  if (!text.isWellFormed()) throw new TypeError('text with half of a surrogate pair has no unique encoding')
  return JSON.stringify(text)
}

/** Lists of texts, some of them long, are written in one go. */
function isWellFormedText(value: JsonValue): boolean {
  return typeof value === 'string' && value.isWellFormed()
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
