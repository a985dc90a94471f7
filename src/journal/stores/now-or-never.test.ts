import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { freshDirectory, sample } from '../../../test/journal/samples.ts'
import { unhurried, until } from '../../../test/until.ts'
import { AuditLogger } from '../audit-logger.ts'
import type { JournalFailure } from '../journal.ts'
import { openSqliteJournal } from './sqlite.ts'

const ACT = { type: 'operator_action', severity: 'warn', code: 'operator.mode', details: { mode: 'plan' } } as const
const NOT_DONE = { code: 'audit.not-done', details: { mode: 'plan', wanted: 'operator.mode' } }

interface Recorded {
  readonly code: string
  readonly details: unknown
}

function recorded(stateDirectory: string): readonly Recorded[] {
  const database = new DatabaseSync(join(stateDirectory, 'journal.db'), { readOnly: true })
  try {
    const rows = database.prepare("select code, body from audit_log where event = 'operator_action' order by seq").all()
    return rows.map(({ code, body }) => ({ code: String(code), details: JSON.parse(String(body)) }))
  } catch {
    // The tables are still to come.
    return []
  } finally {
    database.close()
  }
}

const codeOf = (refused: Promise<void>): Promise<string> =>
  refused.then(
    () => 'durable',
    (error: JournalFailure) => error.code,
  )

const SIDES = ['', '-wal', '-shm']

test('what is only done once it is on record is not written later; that it was not done is', async () => {
  const stateDirectory = freshDirectory()
  const file = join(stateDirectory, 'journal.db')
  const journal = openSqliteJournal({ stateDirectory, deadlineMs: unhurried(4_000) })
  await journal.remember(sample('before'))
  for (const side of SIDES) renameSync(file + side, `${file}.away${side}`)
  expect(await codeOf(new AuditLogger(journal).logBefore(ACT))).toBe('journal.missing')
  await until('the other record is kept', () => journal.backlog.kept > 0)
  for (const side of SIDES) renameSync(`${file}.away${side}`, file + side)
  await journal.close()
  expect(recorded(stateDirectory)).toEqual([NOT_DONE])
})

test('refused at its deadline and written after all: the next record says that it was not done', async () => {
  const stateDirectory = freshDirectory()
  // No thread starts within a millisecond.
  const slow = openSqliteJournal({ stateDirectory, deadlineMs: 1 })
  expect(await codeOf(new AuditLogger(slow).logBefore(ACT))).toBe('journal.deadline')
  const codes = (): readonly string[] => {
    try {
      return recorded(stateDirectory).map(({ code }) => code)
    } catch {
      // The file is still to come.
      return []
    }
  }
  await until('it is taken back', () => codes().includes('audit.not-done'), 20_000)
  await slow.close()
  expect(codes()).toEqual(['operator.mode', 'audit.not-done'])
})
