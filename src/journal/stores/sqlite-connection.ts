import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { nodeSqlite } from './node-sqlite.ts'
import { JournalFailure } from '../journal.ts'
import { FIRST_SEALED, migrationsFrom, SCHEMA_VERSION } from './migrations.ts'
import type { SealKeys } from '../seal.ts'
import { asInput, statements } from './sqlite-dialect.ts'
import { schemaVersion } from './schema-version.ts'
import { layoutOf, renewLayout } from './sqlite-seals.ts'

/** The part of `DatabaseSync` that writing needs; tests wrap it to make the n-th step fail. */
export interface Connection {
  exec(sql: string): void
  prepare(sql: string): PreparedStatement
  /** Makes a function that statements on this connection can call. */
  function(name: string, options: { readonly varargs: true }, call: (...values: SQLOutputValue[]) => null): void
  close(): void
}

export interface PreparedStatement {
  run(...values: SQLInputValue[]): { changes: number | bigint }
  get(...values: SQLInputValue[]): Record<string, SQLOutputValue> | undefined
  all(...values: SQLInputValue[]): Record<string, SQLOutputValue>[]
  iterate(...values: SQLInputValue[]): Iterable<Record<string, SQLOutputValue>>
}

export type OpenConnection = (path: string) => Connection

export const openDatabase: OpenConnection = (path) => new (nodeSqlite().DatabaseSync)(path, { timeout: 0 })

export interface Pragmas {
  /** Anything but FULL can lose acknowledged records with the power. The others exist so that tests can show it. */
  readonly synchronous: 'FULL' | 'NORMAL' | 'OFF'
  /** Refuse to grow beyond this many pages of 4 KiB. */
  readonly maxPages?: number
}

/** What is known to be in the file. Where something is, a file without it is refused instead of begun anew. */
export type Expected = 'seals' | 'records' | 'nothing yet'

/** The schema that such a file has at least. An older one in its place would otherwise be brought up to date. */
const LEAST_VERSION: Readonly<Record<Expected, number>> = { seals: FIRST_SEALED, records: 1, 'nothing yet': 0 }

/** Opens the journal for writing and brings its schema up to date. */
export function openForWriting(
  open: OpenConnection,
  path: string,
  pragmas: Pragmas,
  expected: Expected,
  lockWait: number,
  keys: SealKeys,
): Connection {
  const size = existsSync(path) ? statSync(path).size : undefined
  if (expected !== 'nothing yet') {
    if (size === undefined) throw new JournalFailure('journal.missing', `the journal is gone: ${path}`)
    if (size === 0) throw new JournalFailure('journal.replaced', `the journal was emptied: ${path}`)
  }
  if (size === undefined) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // SQLite gives its side files the mode of the database.
    closeSync(openSync(path, 'a', 0o600))
  }
  const connection = open(path)
  try {
    connection.exec(`pragma busy_timeout = ${Math.max(1, Math.floor(lockWait))}`)
    // Before the first table: a file that shrank was shortened by somebody else, never by SQLite.
    connection.exec('pragma auto_vacuum = none')
    connection.exec('pragma journal_mode = wal')
    // Four times the usual: copying the log into the database makes everybody wait, and longer logs are copied for less.
    connection.exec('pragma wal_autocheckpoint = 4000')
    connection.exec(`pragma synchronous = ${pragmas.synchronous}`)
    // What stands in the file may not call functions of ours.
    connection.exec('pragma trusted_schema = off')
    if (pragmas.maxPages !== undefined) connection.exec(`pragma max_page_count = ${pragmas.maxPages}`)
    const version = schemaVersion(connection)
    if (version < LEAST_VERSION[expected])
      throw new JournalFailure('journal.replaced', `the journal is not the one that was written: ${path}`)
    migrate(connection, keys, path)
    return connection
  } catch (error) {
    closeQuietly(connection)
    throw error
  }
}

function migrate(connection: Connection, keys: SealKeys, path: string): void {
  const version = schemaVersion(connection)
  refuseNewer(version)
  if (version === SCHEMA_VERSION) return
  connection.exec('begin immediate')
  try {
    // Again inside the transaction: another process may have done it while this one waited.
    const current = schemaVersion(connection)
    refuseNewer(current)
    const before = current < FIRST_SEALED ? undefined : layoutOf(connection)
    if (current === 0) {
      connection.exec('create table if not exists journal_schema (version integer not null) strict')
      connection.exec('insert into journal_schema (version) values (0)')
    }
    for (const step of migrationsFrom(current, statements, 'sqlite')) {
      const { sql, parameters } = step.compile()
      connection.prepare(sql).run(...parameters.map(asInput))
    }
    connection.prepare('update journal_schema set version = ?').run(SCHEMA_VERSION)
    if (before !== undefined) renewLayout(connection, keys, before, path)
    connection.exec('commit')
  } catch (error) {
    rollBackQuietly(connection)
    throw error
  }
}

function refuseNewer(version: number): void {
  if (version <= SCHEMA_VERSION) return
  throw new JournalFailure(
    'journal.newer',
    `the journal has version ${version}, this program knows ${SCHEMA_VERSION}: update the program`,
  )
}

export function rollBackQuietly(connection: Connection): void {
  try {
    connection.exec('rollback')
  } catch {
    // SQLite has rolled back by itself after most errors.
  }
}

export function closeQuietly(connection: Connection): void {
  try {
    connection.close()
  } catch {
    // The connection is given up either way.
  }
}
