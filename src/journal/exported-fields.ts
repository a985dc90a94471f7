import type { JsonObject, JsonValue } from '../call/tool-call.ts'
import type { StoredRecord } from './records.ts'

/** How much of a record leaves: `summary` goes without the input of a call. Its reasons quote their evidence, masked. */
export type Detail = 'summary' | 'full'

/** What a summary says beside the columns: who decided, why, and what kind of deeds. Bounded, whatever is in the record. */
export interface Summary {
  readonly call?: string
  readonly layer?: string
  readonly mode?: string
  readonly approver?: string
  readonly told?: string
  readonly deeds: readonly string[]
  readonly reasons: readonly { readonly code: string; readonly sentence: string; readonly severity?: string }[]
}

const LONGEST_WORD = 128
const LONGEST_SENTENCE = 240
const MOST_REASONS = 4
const MOST_DEEDS = 8

export function clip(text: string, most: number = LONGEST_WORD): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

/** The body as it was written; text that is not JSON is shown as text, not dropped. */
export function parseBody(body: string): JsonValue {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

export function summaryOf(record: StoredRecord): Summary {
  const body = parseBody(record.body)
  const read = isObject(body) ? body : {}
  const text = (key: string): { [key: string]: string } => {
    const value = read[key]
    return typeof value === 'string' && value !== '' ? { [key]: clip(value) } : {}
  }
  return {
    ...text('call'),
    ...text('layer'),
    ...text('mode'),
    ...text('approver'),
    ...text('told'),
    deeds: list(read['deeds'])
      .flatMap((deed) => (typeof deed === 'string' ? [clip(deed)] : []))
      .slice(0, MOST_DEEDS),
    reasons: list(read['because']).slice(0, MOST_REASONS).flatMap(reasonIn),
  }
}

function reasonIn(value: JsonValue): Summary['reasons'] {
  if (!isObject(value)) return []
  const { code, sentence, severity } = value
  if (typeof code !== 'string' || typeof sentence !== 'string') return []
  return [
    {
      code: clip(code),
      sentence: clip(sentence, LONGEST_SENTENCE),
      ...(typeof severity === 'string' ? { severity } : {}),
    },
  ]
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The value of a key of our own table; a record may hold any text, `constructor` too. */
export function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
