import { shorten, visible } from '../../call/visible.ts'
import { parseBody } from '../../journal/export.ts'
import { idOf, type StoredRecord, timeText } from '../../journal/records.ts'
import { asFields, asList, asText } from '../../journal/transcripts/transcript.ts'
import { DECISIONS } from '../../verdict.ts'
import type { Paint } from './paint.ts'
import { CONTAINED_RUN, containedLine, containedStory } from './show-contained-record.ts'

const LONGEST_DECISION = Math.max(...DECISIONS.map(({ length }) => length))

/** One record on one line. Whatever is in it, it stays on that line. */
export function recordLine(record: StoredRecord, paint: Paint): string {
  const body = asFields(parseBody(record.body))
  const input = body?.['input'] ?? body
  const what =
    record.event === CONTAINED_RUN
      ? containedLine(body ?? {})
      : input === undefined
        ? record.body
        : (mainText(input) ?? JSON.stringify(input))
  const decision = DECISIONS.find((known) => known === record.decision)
  const said =
    decision === undefined
      ? visible(shorten(record.event, 20))
      : paint.decision(decision) + ' '.repeat(LONGEST_DECISION - decision.length)
  const parts = [
    paint.dim(
      timeText(record.at)
        .replace('T', ' ')
        .replace(/\.\d+Z$/, ''),
    ),
    paint.dim(idOf(record)),
    said,
    visible(shorten(`${record.agent} ${record.tool}`, 60)),
    visible(shorten(what, 160)),
    paint.dim(visible(shorten(record.code, 60))),
  ]
  return parts.join('  ')
}

function mainText(input: unknown): string | undefined {
  const fields = asFields(input)
  for (const key of ['command', 'file_path', 'path', 'url', 'pattern', 'query']) {
    const text = asText(fields?.[key])
    if (text !== undefined) return text
  }
  return undefined
}

/** A record with everything it says: input, reasons, every step, who and what was asked. */
export function recordStory(record: StoredRecord, paint: Paint): string {
  const body = asFields(parseBody(record.body)) ?? {}
  const facts: readonly (readonly [string, string])[] = [
    ['record', `${idOf(record)} (${record.event}, ${record.severity})`],
    ['time', timeText(record.at)],
    ['decision', `${record.decision} ${record.code}`],
    ['agent', record.agent],
    ['session', record.session],
    ['user', record.user],
    ['tool', record.tool],
    ['directory', asText(body['cwd']) ?? ''],
    ['mode', asText(body['mode']) ?? ''],
    ['call', asText(body['call']) ?? ''],
    ['approver', asText(body['approver']) ?? ''],
    ['fingerprint', record.fingerprint],
    ['policy', record.policy],
    ['hash', record.hash],
  ]
  const lines = facts
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${paint.bold(name.padEnd(12))}${visible(value)}`)
  const known = new Set(['cwd', 'mode', 'call', 'approver', 'trace', 'because', 'input', 'layer', 'contained'])
  const run = asText(asFields(body['contained'])?.['run'])
  if (run !== undefined) lines.push(`${paint.bold('contained'.padEnd(12))}run ${visible(run)}`)
  if (record.event === CONTAINED_RUN) {
    const reasons = asList(body['because']).flatMap((reason) => reasonLines(reason, '  '))
    return [
      ...lines,
      ...containedStory(body, paint),
      ...(reasons.length === 0 ? [] : ['', paint.bold('Held because'), ...reasons]),
    ].join('\n')
  }
  if (body['input'] !== undefined) lines.push('', paint.bold('Input'), ...jsonLines(body['input']))
  const reasons = asList(body['because'])
  if (reasons.length > 0)
    lines.push('', paint.bold('Because'), ...reasons.flatMap((reason) => reasonLines(reason, '  ')))
  const trace = asList(body['trace'])
  if (trace.length > 0) lines.push('', paint.bold('The gate'), ...trace.flatMap((step) => stepLines(step, paint)))
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => !known.has(key)))
  if (Object.keys(rest).length > 0) lines.push('', paint.bold('More'), ...jsonLines(rest))
  return lines.join('\n')
}

function jsonLines(value: unknown): readonly string[] {
  return JSON.stringify(value, undefined, 2)
    .split('\n')
    .map((line) => `  ${visible(line)}`)
}

function reasonLines(value: unknown, indent: string): readonly string[] {
  const reason = asFields(value) ?? {}
  const severity = asText(reason['severity'])
  const cleared = asText(reason['clearedBy'])
  const first = `${asText(reason['code']) ?? ''}${severity === undefined ? '' : ` [${severity}]`}: ${asText(reason['sentence']) ?? ''}`
  return [
    `${indent}${visible(first)}`,
    ...(cleared === undefined ? [] : [`${indent}  cleared by: ${visible(cleared)}`]),
  ]
}

function stepLines(value: unknown, paint: Paint): readonly string[] {
  const step = asFields(value) ?? {}
  const micros = typeof step['micros'] === 'number' ? `${Math.round(step['micros'])} µs` : ''
  const head = `${(asText(step['layer']) ?? '').padEnd(11)} ${(asText(step['said']) ?? '').padEnd(7)} ${micros}`
  return [
    `  ${visible(head)}`,
    ...asList(step['reasons']).flatMap((reason) => reasonLines(reason, '      ').map((line) => paint.dim(line))),
  ]
}
