import type { JsonObject } from '../../call/tool-call.ts'
import { asEcs } from '../../journal/ecs.ts'
import type { Detail } from '../../journal/exported-fields.ts'
import { asOcsf } from '../../journal/ocsf.ts'
import { type StoredRecord, timeText } from '../../journal/records.ts'
import type { SiemTarget } from '../../policy/observe-settings.ts'

/** A record on its way: as JSON in plain ASCII, on one line. */
export interface Message {
  readonly record: StoredRecord
  readonly json: string
}

/** What every receiver of syslog takes as one message, unless it was told to take more. */
const LARGEST_SUMMARY = 8_000
/** What one datagram holds. */
export const LARGEST_DATAGRAM = 60_000

const FORMATS = { ecs: asEcs, ocsf: asOcsf } as const

export function messageOf(
  record: StoredRecord,
  { format, include }: Pick<SiemTarget, 'format' | 'include'>,
  version: string,
): Message {
  if (include === 'input') return { record, json: ascii(FORMATS[format](record, version, 'full')) }
  return { record, json: bounded((one, detail) => FORMATS[format](one, version, detail), record) }
}

/** A summary that is still too long, by many characters that take six each, goes without its sentences. */
function bounded(as: (record: StoredRecord, detail: Detail) => JsonObject, record: StoredRecord): string {
  const whole = ascii(as(record, 'summary'))
  if (whole.length <= LARGEST_SUMMARY) return whole
  const short = (text: string): string => text.slice(0, 32).toWellFormed()
  return ascii(
    as(
      {
        ...record,
        body: '{}',
        session: short(record.session),
        agent: short(record.agent),
        tool: short(record.tool),
        user: short(record.user),
        code: short(record.code),
      },
      'summary',
    ),
  )
}

/** With a larger record than a datagram holds: the same without the input of the call. */
export function datagramOf(message: Message, target: SiemTarget, version: string): Message {
  return message.json.length <= LARGEST_DATAGRAM
    ? message
    : messageOf(message.record, { format: target.format }, version)
}

/** No byte that a terminal, a line or a header could take for something else; it reads back as the same value. */
function ascii(value: JsonObject): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const SYSLOG_SEVERITY: Readonly<Record<string, number>> = { info: 6, warn: 4, critical: 2 }

/** RFC 5424. The message is ASCII, so it needs no byte order mark; `meta` is registered with IANA. */
export function syslogLine({ record, json }: Message, facility: number, hostname: string): string {
  const priority = facility * 8 + (SYSLOG_SEVERITY[record.severity] ?? 5)
  const host = hostname.replace(/[^\x21-\x7e]/g, '').slice(0, 255) || '-'
  const kind = record.event.replace(/[^\x21-\x7e]/g, '').slice(0, 32) || '-'
  const sequence = record.seq % 2_147_483_647
  return `<${priority}>1 ${timeText(record.at)} ${host} portcullis - ${kind} [meta sequenceId="${sequence}"] ${json}`
}

/** RFC 6587: a message on a stream. */
export function framed(line: string, framing: 'octet-counting' | 'newline'): string {
  return framing === 'newline' ? `${line}\n` : `${line.length} ${line}`
}
