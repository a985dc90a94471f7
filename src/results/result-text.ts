/** More than any model is given; beyond it nobody can say what was not looked at. */
const MOST_TEXT = 20_000_000
const MOST_VALUES = 500_000
const DEEPEST = 200

/** A result that cannot be looked at as a whole. */
export class UnreadableResult extends Error {
  override readonly name = 'UnreadableResult'
}

/**
 * All text in what a tool brought back: strings, the keys and values of objects, bytes as UTF-8, errors. Throws
 * `UnreadableResult` for what can only be read once (streams, promises), for cycles, and for what refuses to be read.
 */
export function resultText(output: unknown): string {
  if (typeof output === 'string') return output
  const texts: string[] = []
  try {
    new Walk(texts).into(output, 0)
  } catch (error) {
    if (error instanceof UnreadableResult) throw error
    throw new UnreadableResult('a part of it refuses to be read')
  }
  return texts.join('\n')
}

const utf8 = new TextDecoder()

class Walk {
  readonly #texts: string[]
  readonly #path = new Set<object>()
  #values = 0
  #length = 0

  constructor(texts: string[]) {
    this.#texts = texts
  }

  into(value: unknown, depth: number): void {
    if (++this.#values > MOST_VALUES) throw new UnreadableResult('it has too many parts')
    if (depth > DEEPEST) throw new UnreadableResult('it is nested too deeply')
    switch (typeof value) {
      case 'string':
        this.#add(value)
        return
      case 'object':
        if (value !== null) this.#object(value, depth)
        return
      case 'function':
        throw new UnreadableResult('a part of it is a function')
      case 'symbol':
      case 'number':
      case 'bigint':
      case 'boolean':
      case 'undefined':
    }
  }

  #object(value: object, depth: number): void {
    if (this.#path.has(value)) throw new UnreadableResult('it contains itself')
    this.#path.add(value)
    if (ArrayBuffer.isView(value))
      this.#add(utf8.decode(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)))
    else if (value instanceof ArrayBuffer) this.#add(utf8.decode(value))
    else if (Array.isArray(value) || value instanceof Set) for (const one of value) this.into(one, depth + 1)
    else if (value instanceof Map) for (const pair of value) for (const one of pair) this.into(one, depth + 1)
    else this.#fields(value, depth)
    this.#path.delete(value)
  }

  #fields(value: object, depth: number): void {
    if ('then' in value && typeof value.then === 'function') throw new UnreadableResult('it is still being made')
    if (Symbol.asyncIterator in value || 'getReader' in value) throw new UnreadableResult('it is a stream')
    if (value instanceof Error) {
      this.#add(`${value.name}: ${value.message}`)
      this.into(value.cause, depth + 1)
    }
    for (const [key, one] of Object.entries(value)) {
      this.#add(key)
      if (typeof one !== 'function') this.into(one, depth + 1)
    }
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      const written: unknown = value.toJSON()
      if (written !== value) this.into(written, depth + 1)
    }
  }

  #add(text: string): void {
    this.#length += text.length
    if (this.#length > MOST_TEXT) throw new UnreadableResult('it is too long')
    this.#texts.push(text)
  }
}
