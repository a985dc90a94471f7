import { hash } from 'node:crypto'
import type { JsonValue } from './tool-call.ts'

/** What an approval is bound to: SHA-256 over tool, input and cwd in one canonical spelling. */
export function fingerprintOf(tool: string, input: JsonValue, cwd: string): string {
  return hash('sha256', canonicalJson({ cwd, input, tool }))
}

/** JSON with sorted keys and no spaces: equal values have equal text, different values different text. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalJson(item)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}
