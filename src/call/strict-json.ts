import type { JsonObject, JsonValue } from './tool-call.ts'
import { shorten, visible } from './visible.ts'

/** Why something from outside could not be taken in. Ends as a deny with this code. */
export interface Unreadable {
  readonly code: 'call.unreadable' | 'call.too-large' | 'call.too-deep'
  readonly sentence: string
  /** What whoever gave it could do. */
  readonly clearedBy?: string
}

export type Read<T> = { readonly ok: T } | { readonly unreadable: Unreadable }

export interface Limits {
  /** Bytes of the whole text. Checked before anything is decoded or parsed. */
  readonly bytes: number
  readonly depth: number
  /** Keys in all objects and elements in all arrays together. */
  readonly entries: number
  /** Characters of one string. */
  readonly string: number
}

export const LIMITS: Limits = { bytes: 1024 * 1024, depth: 64, entries: 10_000, string: 1024 * 1024 }

/** No setting can lift the size above this. */
export const MOST_BYTES = 10 * 1024 * 1024

/** Keys that reach into the prototypes of whatever the object is copied to. */
const DANGEROUS_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

class Refused extends Error {
  readonly unreadable: Unreadable
  constructor(code: Unreadable['code'], sentence: string) {
    super(sentence)
    this.unreadable = { code, sentence }
  }
}

/**
 * JSON as RFC 8259 writes it and nothing more, read once: no duplicate keys (two readers would see two calls), no keys
 * that reach prototypes, no lone surrogates, no NUL, no numbers that overflow. Never throws; linear in the text.
 */
export function readJson(raw: Uint8Array | string, limits: Limits = LIMITS): Read<JsonValue> {
  const most = Math.min(limits.bytes, MOST_BYTES)
  if (raw.length > most)
    return refuse(
      'call.too-large',
      `The call is ${raw.length.toLocaleString('en')} bytes long; at most ${most.toLocaleString('en')} are read.`,
    )
  const text = typeof raw === 'string' ? raw : decode(raw)
  if (text === undefined) return refuse('call.unreadable', 'The call is not valid UTF-8.')
  if (!text.isWellFormed()) return refuse('call.unreadable', 'The call has half of a surrogate pair in its text.')
  return guard(() => new Reader(text, limits).whole())
}

/**
 * A value that somebody else parsed or made, copied into plain JSON. Getters, proxies that throw, cycles, class
 * instances, functions, BigInt, symbols and holes are refused; a key whose value is undefined is absent.
 */
export function copyJson(value: unknown, limits: Limits = LIMITS): Read<JsonValue> {
  const count = { entries: 0, text: 0 }
  return guard(() => copy(value, limits, count, 0, []))
}

export function refuse(code: Unreadable['code'], sentence: string): { readonly unreadable: Unreadable } {
  return { unreadable: { code, sentence } }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function guard(read: () => JsonValue): Read<JsonValue> {
  try {
    return { ok: read() }
  } catch (error) {
    if (error instanceof Refused) return { unreadable: error.unreadable }
    return refuse('call.unreadable', 'The call could not be read: an object in it refused to be looked at.')
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string | undefined {
  try {
    return UTF_8.decode(bytes)
  } catch {
    return undefined
  }
}

const SPACE = /[\t\n\r ]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

/** Neither a quote, a backslash, a control character nor the end (NaN). */
function isPlain(code: number): boolean {
  return code >= 0x20 && code !== 0x22 && code !== 0x5c
}

class Reader {
  readonly #text: string
  readonly #limits: Limits
  #at = 0
  #entries = 0

  constructor(text: string, limits: Limits) {
    this.#text = text
    this.#limits = limits
  }

  whole(): JsonValue {
    const value = this.#value(0)
    this.#space()
    if (this.#at < this.#text.length) this.#fail('something follows the value')
    return value
  }

  #value(depth: number): JsonValue {
    this.#space()
    if (depth > this.#limits.depth) throw tooDeep(this.#limits)
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth)
      case '[':
        return this.#array(depth)
      case '"':
        return this.#string()
      default:
        return this.#scalar()
    }
  }

  #object(depth: number): JsonObject {
    const out: Record<string, JsonValue> = {}
    this.#at++
    if (this.#taken('}')) return out
    do {
      this.#space()
      if (this.#text[this.#at] !== '"') this.#fail('a key in quotes was expected')
      const key = this.#string()
      checkKey(key)
      if (Object.hasOwn(out, key)) throw new Refused('call.unreadable', `The key ${quote(key)} is there twice.`)
      if (!this.#taken(':')) this.#fail('a colon was expected')
      this.#count()
      out[key] = this.#value(depth + 1)
    } while (this.#taken(','))
    if (!this.#taken('}')) this.#fail('an object does not end')
    return out
  }

  #array(depth: number): JsonValue[] {
    const out: JsonValue[] = []
    this.#at++
    if (this.#taken(']')) return out
    do {
      this.#count()
      out.push(this.#value(depth + 1))
    } while (this.#taken(','))
    if (!this.#taken(']')) this.#fail('a list does not end')
    return out
  }

  #string(): string {
    this.#at++
    let out = ''
    for (;;) {
      const start = this.#at
      while (isPlain(this.#text.charCodeAt(this.#at))) this.#at++
      out += this.#text.slice(start, this.#at)
      if (out.length > this.#limits.string) throw tooLong(this.#limits)
      const char = this.#text[this.#at]
      if (char === '"') break
      if (char !== '\\') this.#fail('a string does not end or has a control character in it')
      out += this.#escape()
    }
    this.#at++
    checkText(out)
    return out
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? ''
    if (letter === 'u') {
      const digits = this.#text.slice(this.#at + 2, this.#at + 6)
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail('an escape is not four hexadecimal digits')
      this.#at += 6
      return String.fromCharCode(Number.parseInt(digits, 16))
    }
    const char = ESCAPES.get(letter)
    if (char === undefined) this.#fail('an escape is not known')
    this.#at += 2
    return char
  }

  #scalar(): JsonValue {
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return value
    }
    NUMBER.lastIndex = this.#at
    const digits = NUMBER.exec(this.#text)?.[0]
    if (digits === undefined) this.#fail(this.#at < this.#text.length ? 'no value starts here' : 'it ends too early')
    this.#at += digits.length
    return checkNumber(Number(digits), digits)
  }

  #count(): void {
    if (++this.#entries > this.#limits.entries) throw tooMany(this.#limits)
  }

  #taken(char: string): boolean {
    this.#space()
    if (this.#text[this.#at] !== char) return false
    this.#at++
    return true
  }

  #space(): void {
    SPACE.lastIndex = this.#at
    this.#at += SPACE.exec(this.#text)![0].length
  }

  #fail(what: string): never {
    throw new Refused('call.unreadable', `The call is not JSON: ${what} (character ${this.#at + 1}).`)
  }
}

function copy(
  value: unknown,
  limits: Limits,
  count: { entries: number; text: number },
  depth: number,
  above: readonly object[],
): JsonValue {
  if (depth > limits.depth) throw tooDeep(limits)
  switch (typeof value) {
    case 'string':
      count.text += value.length
      if (value.length > limits.string || count.text > MOST_BYTES) throw tooLong(limits)
      checkText(value)
      return value
    case 'number':
      return checkNumber(value, String(value))
    case 'boolean':
      return value
    case 'object':
      break
    default:
      throw new Refused('call.unreadable', `The call has a value of type ${typeof value}, which is not JSON.`)
  }
  if (value === null) return null
  if (above.includes(value)) throw new Refused('call.unreadable', 'An object of the call contains itself.')
  const path = [...above, value]
  if (Array.isArray(value)) {
    if (value.length > limits.entries) throw tooMany(limits)
    if (Object.getPrototypeOf(value) !== Array.prototype)
      throw new Refused('call.unreadable', 'A list of the call is not a plain list.')
    return Array.from({ length: value.length }, (_, index) => {
      if (++count.entries > limits.entries) throw tooMany(limits)
      return copy(ownValue(value, String(index)), limits, count, depth + 1, path)
    })
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype)
    throw new Refused('call.unreadable', 'An object of the call is not a plain object.')
  const out: Record<string, JsonValue> = {}
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol') throw new Refused('call.unreadable', 'An object of the call has a symbol for a key.')
    if (++count.entries > limits.entries) throw tooMany(limits)
    checkText(key)
    checkKey(key)
    const found = ownValue(value, key)
    if (found !== undefined) out[key] = copy(found, limits, count, depth + 1, path)
  }
  return out
}

/** Reads a property once and without running code of the caller: a getter could answer differently the next time. */
function ownValue(object: object, key: string): unknown {
  const property = Object.getOwnPropertyDescriptor(object, key)
  if (property === undefined) throw new Refused('call.unreadable', 'A list of the call has a hole in it.')
  if (!('value' in property)) throw new Refused('call.unreadable', `The key ${quote(key)} is a getter.`)
  const value: unknown = property.value
  return value
}

function checkKey(key: string): void {
  if (DANGEROUS_KEYS.has(key)) throw new Refused('call.unreadable', `The key ${quote(key)} is not taken from outside.`)
}

function checkText(text: string): void {
  if (!text.isWellFormed()) throw new Refused('call.unreadable', 'The call has half of a surrogate pair in its text.')
  if (text.includes('\u0000')) throw new Refused('call.unreadable', 'The call has a NUL character in its text.')
}

function checkNumber(value: number, text: string): number {
  if (!Number.isFinite(value)) throw new Refused('call.unreadable', `The number ${quote(text)} cannot be represented.`)
  return value
}

function tooDeep(limits: Limits): Refused {
  return new Refused('call.too-deep', `The call is nested more than ${limits.depth} levels deep.`)
}

function tooMany(limits: Limits): Refused {
  return new Refused('call.too-large', `The call has more than ${limits.entries.toLocaleString('en')} entries.`)
}

function tooLong(limits: Limits): Refused {
  return new Refused(
    'call.too-large',
    `A string of the call has more than ${limits.string.toLocaleString('en')} characters.`,
  )
}

function quote(text: string): string {
  return `\`${shorten(visible(text), 60)}\``
}
