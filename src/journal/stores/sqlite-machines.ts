import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Head } from '../chain.ts'
import { JournalFailure } from '../journal.ts'
import type { Batch, DeliveredRecord, ForeignChain, ForeignChains, Pin } from '../machines.ts'
import { chainFrom, pinFrom } from './machine-rows.ts'
import { nodeSqlite } from './node-sqlite.ts'
import { AUDIT_COLUMNS } from './schema.ts'
import { failureOf } from './sqlite-failures.ts'

/** A file of its own: what other machines send shares no lock, no seal and no size with the gate's own log. */
export function machinesFile(stateDirectory: string): string {
  return join(stateDirectory, 'machines.db')
}

const COLUMNS = AUDIT_COLUMNS satisfies readonly (keyof DeliveredRecord)[]

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

  async head(writer: string): Promise<ForeignChain | undefined> {
    return this.#reading(undefined, (database) => {
      const row = database.prepare('select * from chain where writer = ?').get(writer)
      return row === undefined ? undefined : chainFrom(row)
    })
  }

  async chains(): Promise<readonly ForeignChain[]> {
    return this.#reading([], (database) => database.prepare('select * from chain order by writer').all().map(chainFrom))
  }

  async hashes(writer: string, first: number, last: number): Promise<ReadonlyMap<number, string>> {
    return this.#reading(new Map<number, string>(), (database) => {
      const rows = database
        .prepare('select seq, hash from record where writer = ? and seq between ? and ?')
        .all(writer, first, last)
      return new Map(rows.map((row) => [Number(row['seq']), String(row['hash'])]))
    })
  }

  async append(writer: string, batch: Batch, expected: Head | undefined): Promise<boolean> {
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

  async records(writer: string, after: number, most: number): Promise<readonly DeliveredRecord[]> {
    return this.#reading([], (database) =>
      database
        .prepare(`select ${NAMES} from record where writer = ? and seq > ? order by seq limit ?`)
        .all(writer, after, most)
        // STRICT tables hold every column to its type.
        .map((row) => ({ ...row }) as unknown as DeliveredRecord),
    )
  }

  async pinOf(token: string): Promise<Pin | undefined> {
    return this.#reading(undefined, (database) => {
      const row = database.prepare('select * from pin where token = ?').get(token)
      return row === undefined ? undefined : pinFrom(row)
    })
  }

  async pins(): Promise<readonly Pin[]> {
    return this.#reading([], (database) => database.prepare('select * from pin order by at').all().map(pinFrom))
  }

  async pin({ token, writer, user, at, held = '' }: Pin, expected: Pin | undefined): Promise<boolean> {
    return this.#changing((database) => {
      const { changes } =
        expected === undefined
          ? database
              .prepare(
                `insert into pin (token, writer, user, at, held) select ?, ?, ?, ?, ?
                 where not exists (select 1 from pin where token = ? or (writer = ? and user <> ?))`,
              )
              .run(token, writer, user, at, held, token, writer, user)
          : database
              .prepare(
                'update pin set writer = ?, user = ?, at = ?, held = ? where token = ? and writer = ? and held = ?',
              )
              .run(writer, user, at, held, token, expected.writer, expected.held ?? '')
      return changes === 1
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
