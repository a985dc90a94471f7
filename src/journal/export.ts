import type { JsonObject } from '../call/tool-call.ts'
import { visible } from '../call/visible.ts'
import { asEcs } from './ecs.ts'
import { parseBody } from './exported-fields.ts'
import { asOcsf } from './ocsf.ts'
import type { StoredRecord } from './records.ts'
import { idOf, timeText } from './records.ts'
import { AUDIT_COLUMNS } from './stores/schema.ts'

export { parseBody } from './exported-fields.ts'

export const EXPORT_FORMATS = ['jsonl', 'csv', 'ocsf', 'ecs'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The records as text, one line at a time, each with its line end. */
export function* exportRecords(
  records: Iterable<StoredRecord>,
  format: ExportFormat,
  version: string,
): IterableIterator<string> {
  if (format === 'csv') yield CSV_HEAD
  for (const record of records) yield exportLine(record, format, version)
}

/** The same for a store that is read across a network. */
export async function* exportedLines(
  records: Iterable<StoredRecord> | AsyncIterable<StoredRecord>,
  format: ExportFormat,
  version: string,
): AsyncIterableIterator<string> {
  if (format === 'csv') yield CSV_HEAD
  for await (const record of records) yield exportLine(record, format, version)
}

function exportLine(record: StoredRecord, format: ExportFormat, version: string): string {
  switch (format) {
    case 'jsonl':
      return `${jsonText(recordAsJson(record))}\n`
    case 'csv':
      return csvLine(record)
    case 'ocsf':
      return `${jsonText(asOcsf(record, version, 'full'))}\n`
    case 'ecs':
      return `${jsonText(asEcs(record, version, 'full'))}\n`
  }
}

/**
 * JSON that can be shown on a terminal: what would steer it, reorder or hide text is written as an escape. It reads back
 * as the same value.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

/** All controls but the line feeds of the layout, which `JSON.stringify` never leaves inside a text. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu

/** Everything the log knows, hash included: another program can follow the chain. */
export function recordAsJson(record: StoredRecord): JsonObject {
  const { body, position: _position, ...columns } = record
  return { id: idOf(record), ...columns, time: timeText(record.at), body: parseBody(body) }
}

/** Writer and number are its id, and the time is written out. */
const [, , , ...CSV_TEXTS] = AUDIT_COLUMNS
const CSV_HEAD = `${['id', 'time', ...CSV_TEXTS].join(',')}\r\n`

function csvLine(record: StoredRecord): string {
  const cells = [idOf(record), timeText(record.at), ...CSV_TEXTS.map((column) => record[column])]
  return `${cells.map((cell) => csvCell(visible(cell, 'keep lines'))).join(',')}\r\n`
}

/**
 * A cell that a spreadsheet shows and never runs: text that would begin a formula (`=`, `+`, `-`, `@`, also behind white
 * space or a control character, also in full width) gets an apostrophe in front.
 */
export function csvCell(text: string): string {
  const safe = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
