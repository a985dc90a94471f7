import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Head } from '../chain.ts'
import { parseCheckpoint } from '../checkpoints.ts'
import { JournalFailure } from '../journal.ts'
import type { Batch, DeliveredRecord, ForeignChain, ForeignChains, Pin } from '../machines.ts'
import { nodeSqlite } from './node-sqlite.ts'
import { failureOf } from './sqlite-failures.ts'

/** A file of its own: what other machines send shares no lock, no seal and no size with the gate's own log. */
export function machinesFile(stateDirectory: string): string {
  return join(stateDirectory, 'machines.db')
}

const COLUMNS = [
  'writer',
  'seq',
  'at',
  'event',
  'severity',
  'session',
  'agent',
  'tool',
  'decision',
  'code',
  'user',
  'fingerprint',
  'policy',
  'body',
  'hash',
] as const satisfies readonly (keyof DeliveredRecord)[]

const NAMES = COLUMNS.map((column) => `"${column}"`).join(', ')

const SCHEMA = `
create table if not exists chain (
  writer text primary key not null, from_seq integer not null, from_hash text not null,
  seq integer not null, hash text not null, signed text not null
) strict;
create table if not exists record (
  ${COLUMNS.map((column) => `"${column}" ${column === 'seq' || column === 'at' ? 'integer' : 'text'} not null`).join(', ')},
  primary key (writer, seq)
) strict, without rowid;
create table if not exists pin (
  token text primary key not null, writer text not null, user text not null, at integer not null, held text not null
) strict;
pragma user_version = 1;
`

/** Chains of other machines in SQLite. Opened when it is first used; nothing is made where only somebody looks. */
export class SqliteMachines implements ForeignChains {
  readonly #path: string
  #database: DatabaseSync | undefined

  constructor(stateDirectory: string) {
    this.#path = machinesFile(stateDirectory)
  }

  head(writer: string): ForeignChain | undefined {
    return this.#reading(undefined, (database) => {
      const row = database.prepare('select * from chain where writer = ?').get(writer)
      return row === undefined ? undefined : chainOf(row)
    })
  }

  chains(): readonly ForeignChain[] {
    return this.#reading([], (database) => database.prepare('select * from chain order by writer').all().map(chainOf))
  }

  hashAt(writer: string, seq: number): string | undefined {
    return this.#reading(undefined, (database) => {
      const row = database.prepare('select hash from record where writer = ? and seq = ?').get(writer, seq)
      return row === undefined ? undefined : String(row['hash'])
    })
  }

  append(writer: string, batch: Batch, expected: Head | undefined): boolean {
    return this.#changing((database) => {
      const row = database.prepare('select seq, hash from chain where writer = ?').get(writer)
      if ((row === undefined) !== (expected === undefined)) return false
      if (row !== undefined && (row['seq'] !== expected?.seq || row['hash'] !== expected?.hash)) return false
      const insert = database.prepare(`insert into record (${NAMES}) values (${COLUMNS.map(() => '?').join(', ')})`)
      for (const record of batch.records) insert.run(...COLUMNS.map((column) => record[column]))
      const { seq, hash } = batch.records.at(-1) ?? expected ?? batch.from
      database
        .prepare(
          `insert into chain (writer, from_seq, from_hash, seq, hash, signed) values (?, ?, ?, ?, ?, ?)
           on conflict (writer) do update set seq = excluded.seq, hash = excluded.hash, signed = excluded.signed`,
        )
        .run(writer, batch.from.seq, batch.from.hash, seq, hash, JSON.stringify(batch.head))
      return true
    })
  }

  records(writer: string, after: number, most: number): readonly DeliveredRecord[] {
    return this.#reading([], (database) =>
      database
        .prepare(`select ${NAMES} from record where writer = ? and seq > ? order by seq limit ?`)
        .all(writer, after, most)
        // STRICT tables hold every column to its type.
        .map((row) => ({ ...row }) as unknown as DeliveredRecord),
    )
  }

  pinOf(token: string): Pin | undefined {
    return this.#reading(undefined, (database) => {
      const row = database.prepare('select * from pin where token = ?').get(token)
      return row === undefined ? undefined : pinFrom(row)
    })
  }

  pins(): readonly Pin[] {
    return this.#reading([], (database) => database.prepare('select * from pin order by at').all().map(pinFrom))
  }

  pin({ token, writer, user, at, held }: Pin): void {
    this.#changing((database) => {
      database
        .prepare('insert or replace into pin (token, writer, user, at, held) values (?, ?, ?, ?, ?)')
        .run(token, writer, user, at, held ?? '')
    })
  }

  close(): void {
    this.#database?.close()
    this.#database = undefined
  }

  #reading<T>(nothing: T, read: (database: DatabaseSync) => T): T {
    if (this.#database === undefined && !existsSync(this.#path)) return nothing
    try {
      return read(this.#open())
    } catch (error) {
      throw failureOf(error, this.#path)
    }
  }

  #changing<T>(change: (database: DatabaseSync) => T): T {
    try {
      const database = this.#open()
      database.exec('begin immediate')
      try {
        const outcome = change(database)
        database.exec('commit')
        return outcome
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        throw error
      }
    } catch (error) {
      throw failureOf(error, this.#path)
    }
  }

  #open(): DatabaseSync {
    if (this.#database !== undefined) return this.#database
    const fresh = !existsSync(this.#path)
    const database = new (nodeSqlite().DatabaseSync)(this.#path, { timeout: 2000 })
    if (fresh) chmodSync(this.#path, 0o600)
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off')
    const version = Number(database.prepare('pragma user_version').get()?.['user_version'])
    if (version > 1) {
      database.close()
      throw new JournalFailure('journal.newer', `${this.#path} was written by a later version: update the program`)
    }
    if (version === 0) database.exec(`begin immediate; ${SCHEMA} commit`)
    this.#database = database
    return database
  }
}

type Row = Readonly<Record<string, unknown>>

function chainOf(row: Row): ForeignChain {
  const signed = parseCheckpoint(String(row['signed']))
  if (signed === undefined)
    throw new JournalFailure('journal.forged', `the head of chain ${String(row['writer'])} is not what was delivered`)
  return {
    writer: String(row['writer']),
    from: { seq: Number(row['from_seq']), hash: String(row['from_hash']) },
    head: { seq: Number(row['seq']), hash: String(row['hash']) },
    signed,
  }
}

function pinFrom(row: Row): Pin {
  const held = String(row['held'])
  return {
    token: String(row['token']),
    writer: String(row['writer']),
    user: String(row['user']),
    at: Number(row['at']),
    ...(held === '' ? {} : { held }),
  }
}
