import type { JsonObject } from '../tool-call.ts'
import type { Understanding } from '../understanding.ts'
import { deed, understood } from './deeds.ts'
import { pairs } from './input.ts'

/** A tool nobody told us about is shown by its parameters and reviewed; it never encodes as ''. */
export function encodeUnknown(input: JsonObject): string {
  return pairs(input) || '(no parameters)'
}

export function understandUnknown(name: string, input: JsonObject): Understanding {
  const text = `${name} ${pairs(input)}`.trim()
  return understood(deed({ does: 'something-opaque', text, because: 'unknown-tool' }, text))
}
