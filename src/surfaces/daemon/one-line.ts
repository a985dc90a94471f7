import type { JsonObject, ToolCall } from '../../call/tool-call.ts'
import { visible } from '../../call/visible.ts'
import { redact } from '../../journal/redact.ts'

const LONGEST = 200

/** What a call is about, on one line and without secrets. */
export function summaryLine(input: JsonObject): string {
  return oneLine(summaryOf({ input }))
}

/** What a call is about: its command, its path, its address, else its whole input. */
export function summaryOf(call: Pick<ToolCall, 'input'>): string {
  for (const key of ['command', 'cmd', 'file_path', 'path', 'notebook_path', 'url', 'query', 'pattern']) {
    const value = Object.hasOwn(call.input, key) ? call.input[key] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return JSON.stringify(call.input)
}

/** Masked before it is cut to what is shown: half a secret is one, too. */
export function oneLine(text: string): string {
  const line = visible(redact(text.slice(0, LONGEST * 10)))
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}
