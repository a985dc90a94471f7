import { type CallDefaults, readCallText, readCallValue } from './read-call.ts'
import { copyJson, type Limits, LIMITS, MOST_BYTES, type Read, readJson } from './strict-json.ts'
import type { JsonValue, ToolCall } from './tool-call.ts'
import { visible } from './visible.ts'

/**
 * What comes from outside is cleaned here, once: limits before parsing, strict JSON, plain values. Nothing throws and
 * nothing is repaired: input that is not clean is refused with a code.
 */
export class InputSanitizer {
  readonly #limits: Limits

  constructor(limits: Partial<Limits> = {}) {
    const merged = { ...LIMITS, ...limits }
    this.#limits = { ...merged, bytes: Math.min(merged.bytes, MOST_BYTES) }
  }

  /** Text or bytes that should be JSON. */
  parse(raw: Uint8Array | string): Read<JsonValue> {
    return readJson(raw, this.#limits)
  }

  /** A value that should be plain JSON already. */
  copy(value: unknown): Read<JsonValue> {
    return copyJson(value, this.#limits)
  }

  /** A whole call `{tool, input, cwd?, id?, session?, agent?}`, as text, bytes or an object. */
  call(raw: unknown, defaults: CallDefaults): Read<ToolCall> {
    return typeof raw === 'string' || raw instanceof Uint8Array
      ? readCallText(raw, defaults, this.#limits)
      : readCallValue(raw, defaults, this.#limits)
  }

  /** Text made safe to show to a person. */
  display(text: string): string {
    return visible(text)
  }
}
