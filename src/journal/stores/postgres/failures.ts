import type { JournalCode } from '../../journal.ts'
import { JournalFailure } from '../../journal.ts'
import { messageOf } from '../checkpoint-file.ts'

/** What PostgreSQL says (SQLSTATE, or its first two characters for a whole class), as one of the journal's codes. */
const CODES: ReadonlyMap<string, readonly [JournalCode, string]> = new Map([
  ['08', ['journal.unreachable', 'the connection to the database was lost']],
  ['25P03', ['journal.unreachable', 'the daemon was held up in the middle of a commit']],
  ['25006', ['journal.read-only', 'the database may not be written']],
  ['28', ['journal.read-only', 'the database does not let this daemon in']],
  ['3D000', ['journal.missing', 'there is no such database']],
  ['40', ['journal.locked', 'another daemon was in the way']],
  ['42501', ['journal.read-only', 'the role may not do this in the database']],
  ['42P01', ['journal.missing', 'a table is missing']],
  ['53100', ['journal.full', 'there is no room in the database']],
  ['53', ['journal.unreachable', 'the database takes no more connections']],
  ['55P03', ['journal.locked', 'another daemon holds the row']],
  ['57014', ['journal.locked', 'the database did not answer in time']],
  ['57', ['journal.unreachable', 'the database is shutting down or starting']],
])

/** The same for what the network says. */
const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
])

export function sqlState(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : ''
}

/** The connection is gone, or was never there: nothing is known about what was under way. */
export function isLost(error: unknown): boolean {
  const state = sqlState(error)
  // The server ended a transaction in which nothing happened for too long.
  if (state === '25P03') return true
  if (state !== '')
    return state.startsWith('08') || (state.startsWith('57') && state !== '57014') || state.startsWith('53')
  if (error instanceof AggregateError) return error.errors.some(isLost)
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return (
    LOST.has(code) ||
    /connection (?:was )?terminated|timeout expired|timeout exceeded|read timeout|client was closed|not queryable|socket/i.test(
      messageOf(error),
    )
  )
}

/** The statement itself was refused, and not the store: it would be refused again. */
export function blamesStatement(error: unknown): boolean {
  return /^(?:22|23)/.test(sqlState(error))
}

/** What went wrong with the database `name`, as one of the journal's own codes. Messages of the driver hold no password. */
export function failureOf(error: unknown, name: string): JournalFailure {
  if (error instanceof JournalFailure) return error
  const state = sqlState(error)
  const known = CODES.get(state) ?? CODES.get(state.slice(0, 2))
  if (known !== undefined) return new JournalFailure(known[0], `${known[1]}: ${name}: ${messageOf(error)}`)
  if (isLost(error))
    return new JournalFailure('journal.unreachable', `the database cannot be reached: ${name}: ${firstMessage(error)}`)
  return new JournalFailure('journal.failed', `the journal could not be written: ${name}: ${messageOf(error)}`)
}

function firstMessage(error: unknown): string {
  return error instanceof AggregateError ? messageOf(error.errors[0]) : messageOf(error)
}
