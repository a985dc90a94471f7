import { canonical } from '../call/canonical-json.ts'
import { isJsonObject, MOST_BYTES, readJson } from '../call/strict-json.ts'
import type { JsonObject } from '../call/tool-call.ts'
import type { StoredRecord } from './records.ts'

/** A line of an export that is not a record. */
export class UnreadableExport extends Error {
  override readonly name = 'UnreadableExport'
}

/** As large as a record can be. */
const LIMITS = { bytes: MOST_BYTES, depth: 128, entries: 200_000, string: MOST_BYTES }

/**
 * The records of a JSON Lines export, as they were written: bodies are canonical JSON, so that encoding one again gives
 * the same bytes. Throws `UnreadableExport` with the number of the line for anything that is no record.
 */
export function* readExport(lines: Iterable<string>): IterableIterator<StoredRecord> {
  let position = 0
  for (const line of lines) {
    position++
    if (line.trim() === '') continue
    const read = readJson(line, LIMITS)
    if ('unreadable' in read) throw new UnreadableExport(`line ${position}: ${read.unreadable.sentence}`)
    if (!isJsonObject(read.ok)) throw new UnreadableExport(`line ${position}: a record is a JSON object`)
    yield recordOf(read.ok, position)
  }
}

function recordOf(row: JsonObject, position: number): StoredRecord {
  const fail = (name: string): never => {
    throw new UnreadableExport(
      `line ${position}: \`${name}\` is missing; verify a file that \`log export --format jsonl\` wrote`,
    )
  }
  const text = (name: string): string => {
    const value = row[name]
    return typeof value === 'string' ? value : fail(name)
  }
  const count = (name: string): number => {
    const value = row[name]
    return typeof value === 'number' ? value : fail(name)
  }
  const { body } = row
  return {
    position,
    writer: text('writer'),
    seq: count('seq'),
    at: count('at'),
    event: text('event'),
    severity: text('severity'),
    session: text('session'),
    agent: text('agent'),
    tool: text('tool'),
    decision: text('decision'),
    code: text('code'),
    user: text('user'),
    fingerprint: text('fingerprint'),
    policy: text('policy'),
    body: typeof body === 'string' ? body : isJsonObject(body) ? canonical(body) : fail('body'),
    hash: text('hash'),
  }
}
