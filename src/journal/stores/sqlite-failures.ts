import type { JournalCode } from '../journal.ts'
import { JournalFailure } from '../journal.ts'
import { messageOf } from './checkpoint-file.ts'

/** Primary result codes of SQLite (the low byte) that have a code of their own. Everything else is `journal.failed`. */
const CODES: ReadonlyMap<number, readonly [JournalCode, string]> = new Map([
  [5, ['journal.locked', 'another process holds the journal']],
  [6, ['journal.locked', 'another connection holds the journal']],
  [8, ['journal.read-only', 'the journal cannot be written']],
  [13, ['journal.full', 'there is no room for the journal']],
  [14, ['journal.read-only', 'the journal cannot be opened']],
  [23, ['journal.read-only', 'the journal may not be opened']],
  [26, ['journal.replaced', 'the file is not a journal']],
])

/** The same for what the system says about a file. */
const SYSTEM_CODES: ReadonlyMap<string, readonly [JournalCode, string]> = new Map([
  ['ENOSPC', ['journal.full', 'there is no room for the journal']],
  ['EDQUOT', ['journal.full', 'there is no room for the journal']],
  ['EROFS', ['journal.read-only', 'the journal cannot be written']],
  ['EACCES', ['journal.read-only', 'the journal may not be written']],
  ['EPERM', ['journal.read-only', 'the journal may not be written']],
])

function systemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** What went wrong with the database file `path`, as one of the journal's own codes. */
export function failureOf(error: unknown, path: string): JournalFailure {
  if (error instanceof JournalFailure) return error
  const known = CODES.get(resultCode(error) & 0xff) ?? SYSTEM_CODES.get(systemCode(error))
  const [code, sentence] = known ?? (['journal.failed', 'the journal could not be written'] as const)
  return new JournalFailure(code, `${sentence}: ${path}: ${messageOf(error)}`)
}

/** SQLite's extended result code, 0 when the error is not SQLite's. */
export function resultCode(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return 0
  return typeof error.errcode === 'number' ? error.errcode : 0
}
