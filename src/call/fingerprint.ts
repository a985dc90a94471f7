import { hash } from 'node:crypto'
import { canonical } from './canonical-json.ts'
import type { JsonValue } from './tool-call.ts'

/** What an approval is bound to: SHA-256 over tool, input and cwd in one canonical spelling. */
export function fingerprintOf(tool: string, input: JsonValue, cwd: string): string {
  return hash('sha256', canonical({ cwd, input, tool }))
}
