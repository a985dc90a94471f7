import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { JournalFailure } from '../../journal/journal.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openReader } from '../../journal/stores/sqlite-reader.ts'
import { SqliteSessions } from '../../journal/stores/sqlite-sessions.ts'
import { openSqliteJournal, type SqliteJournal } from '../../journal/stores/sqlite.ts'
import { newSession } from '../../session.ts'
import { OpenSessions } from './open-sessions.ts'

let state: string
let journal: SqliteJournal
let store: SqliteSessions

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'open-sessions-'))
  journal = openSqliteJournal({ stateDirectory: state, thread: 'caller', synchronous: 'OFF' })
  store = new SqliteSessions(journal, statePaths(state).database)
})
afterEach(async () => {
  store.close()
  await journal.close()
  rmSync(state, { recursive: true, force: true })
})

function open(): OpenSessions {
  const onTrouble = (error: unknown): void => {
    throw error
  }
  return new OpenSessions({ store, onTrouble })
}

/** One change of the session, durable when it resolves. */
async function call(sessions: OpenSessions, number: number): Promise<void> {
  await sessions.use(
    's',
    () => newSession('s'),
    async (session) => {
      if (number % 100 === 0) session.turns.push({ kind: 'user', text: `wish ${number}` })
      session.turns.push({ kind: 'call', tool: 'Bash', encoded: `call ${number}` })
      await sessions.changed('s')
    },
  )
}

test('of a long session the user’s words and the latest calls are kept, and each save costs what is new', async () => {
  const sessions = open()
  const sizes: number[] = []
  const run = journal.run.bind(journal)
  journal.run = (statements) => {
    sizes.push(statements.length)
    return run(statements)
  }
  for (let number = 0; number < 2_600; number++) await call(sessions, number)
  expect(Math.max(...sizes), 'statements in the largest save').toBeLessThan(6)

  const known = (await sessions.peek('s'))!
  const text = known.turns.map((turn) => (turn.kind === 'call' ? turn.encoded : 'text' in turn ? turn.text : ''))
  expect(text.filter((line) => line.startsWith('wish'))).toHaveLength(26)
  const calls = text.filter((line) => line.startsWith('call'))
  expect(calls.length).toBeLessThanOrEqual(1_000)
  expect(calls.at(-1)).toBe('call 2599')
  expect(calls[0]).toBe(`call ${2_600 - calls.length}`)

  // What the next daemon finds is the same.
  const again = new SqliteSessions(journal, statePaths(state).database)
  expect((await again.load('s'))?.turns).toEqual(known.turns)
  again.close()
  const reader = openReader(statePaths(state).database)
  const { length } = await reader.db.selectFrom('session_turn').select('number').execute()
  reader.close()
  expect(length).toBe(known.turns.length)
})

test('it goes on after it was loaded again', async () => {
  const sessions = open()
  for (let number = 0; number < 1_100; number++) await call(sessions, number)
  store.close()
  store = new SqliteSessions(journal, statePaths(state).database)
  const later = open()
  for (let number = 1_100; number < 1_300; number++) await call(later, number)
  const known = (await later.peek('s'))!
  const other = new SqliteSessions(journal, statePaths(state).database)
  expect((await other.load('s'))?.turns).toEqual(known.turns)
  expect(known.turns.at(-1)).toMatchObject({ encoded: 'call 1299' })
  other.close()
})

test('what could not be written is tried again until it is, and meanwhile it is told why', async () => {
  const told: string[] = []
  const sessions = new OpenSessions({ store, onTrouble: (error) => told.push(String(error)) })
  await call(sessions, 1)
  const other = new SqliteSessions(journal, statePaths(state).database)
  await other.load('s')
  const run = journal.run.bind(journal)
  let refused = 0
  journal.run = (statements) => {
    if (refused++ < 3) return Promise.reject(new JournalFailure('journal.locked', 'another process holds the journal'))
    return run(statements)
  }
  await expect(call(sessions, 2)).rejects.toThrow('another process holds the journal')
  await until('it is written', async () => (await other.load('s'))?.turns.length === 2, 10_000)
  expect(refused).toBe(4)
  expect(told).toEqual(
    Array(2).fill(expect.stringContaining('a session could not be written, and is tried again: another')),
  )
  sessions.close()
  other.close()
})
