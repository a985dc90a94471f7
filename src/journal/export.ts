import type { JsonObject, JsonValue } from '../call/tool-call.ts'
import { visible } from '../call/visible.ts'
import type { StoredRecord } from './records.ts'
import { idOf, timeText } from './records.ts'
import { AUDIT_COLUMNS } from './stores/schema.ts'

export const EXPORT_FORMATS = ['jsonl', 'csv', 'ocsf'] as const

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
      return `${jsonText(asOcsf(record, version))}\n`
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

/** The body as it was written; text that is not JSON is shown as text, not dropped. */
export function parseBody(body: string): JsonValue {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
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

/** Names and numbers of the Open Cybersecurity Schema Framework, class API Activity. */
const OCSF = {
  class: { class_uid: 6003, class_name: 'API Activity', category_uid: 6, category_name: 'Application Activity' },
  activity: { activity_id: 99, activity_name: 'Tool call' },
  severity: { info: [1, 'Informational'], warn: [3, 'Medium'], critical: [5, 'Critical'] },
  // disposition: what the gate did; action: whether it went on.
  disposition: {
    allow: [1, 'Allowed', 1, 'Allowed'],
    deny: [2, 'Blocked', 2, 'Denied'],
    ask: [99, 'Asked', 99, 'Other'],
  },
} as const

function asOcsf(record: StoredRecord, version: string): JsonObject {
  const [severityId, severity] = lookUp(OCSF.severity, record.severity) ?? [0, 'Unknown']
  const [dispositionId, disposition, actionId, action] = lookUp(OCSF.disposition, record.decision) ?? [
    0,
    'Unknown',
    0,
    'Unknown',
  ]
  return {
    ...OCSF.class,
    ...OCSF.activity,
    type_uid: OCSF.class.class_uid * 100 + OCSF.activity.activity_id,
    time: record.at,
    severity_id: severityId,
    severity,
    disposition_id: dispositionId,
    disposition,
    action_id: actionId,
    action,
    status_id: record.decision === 'allow' ? 1 : 2,
    status_code: record.code,
    actor: {
      user: { name: record.user === '' ? 'unknown' : record.user },
      session: { uid: record.session },
      app_name: record.agent,
    },
    api: { operation: record.tool, request: { uid: idOf(record) } },
    src_endpoint: { name: record.agent },
    metadata: {
      version: '1.5.0',
      product: { name: 'Portcullis', vendor_name: 'Portcullis', version },
      uid: idOf(record),
      sequence: record.seq,
      log_name: 'audit_log',
      event_code: record.event,
    },
    unmapped: {
      fingerprint: record.fingerprint,
      policy: record.policy,
      hash: record.hash,
      writer: record.writer,
      body: parseBody(record.body),
    },
  }
}

function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
