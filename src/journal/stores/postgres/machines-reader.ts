import type pg from 'pg'
import { JournalFailure } from '../../journal.ts'
import type { DeliveredRecord, ForeignChain, ForeignReader, Pin } from '../../machines.ts'
import { sealKeysOf, type SealKeys } from '../../seal.ts'
import type { DatabasePlace } from '../database-place.ts'
import { chainFrom, pinFrom } from '../machine-rows.ts'
import { AUDIT_COLUMNS } from '../schema.ts'
import { nameOf, openPool, PATIENCE, prepared } from './connect.ts'
import { failureOf } from './failures.ts'
import { currentSchema } from './migrate.ts'
import { readNamed } from './rows.ts'
import { readTeamKey } from './team.ts'
import type { Version } from './transaction.ts'

/** Under which pins are sealed, all of them together. */
export const MACHINES_REALM = 'portcullis:machines'

/** Characters of records in one answer, but for a single one that is longer. */
const MOST_AT_ONCE = 8_000_000

export interface MachinesReaderOptions {
  readonly pool: pg.Pool
  readonly name: string
  /** Of the rows. Resolves when the database was reached and is one that may be used. */
  readonly keys: () => Promise<SealKeys>
  /** Which version of the pins the database has. Left out: they are read every time. */
  readonly version?: () => Promise<Version | undefined>
}

/** Logs of other machines in PostgreSQL. */
export class PostgresMachinesReader implements ForeignReader {
  protected readonly pool: pg.Pool
  protected readonly name: string
  readonly #options: MachinesReaderOptions
  #known: { readonly mac: string; readonly commit: number; readonly pins: readonly Pin[] } | undefined

  constructor(options: MachinesReaderOptions) {
    this.pool = options.pool
    this.name = options.name
    this.#options = options
  }

  async head(writer: string): Promise<ForeignChain | undefined> {
    const [row] = await this.#select('select * from machine_chain where writer = $1', [writer])
    return row === undefined ? undefined : chainFrom(row)
  }

  async chains(): Promise<readonly ForeignChain[]> {
    return (await this.#select('select * from machine_chain order by writer', [])).map(chainFrom)
  }

  async hashes(writer: string, first: number, last: number): Promise<ReadonlyMap<number, string>> {
    const rows = await this.#select(
      'select seq, hash from machine_record where writer = $1 and seq between $2 and $3',
      [writer, first, last],
    )
    return new Map(rows.map((row) => [Number(row['seq']), String(row['hash'])]))
  }

  async records(writer: string, after: number, most: number): Promise<readonly DeliveredRecord[]> {
    const rows = await this.#select(
      `select seq, hash, record from (
         select seq, hash, record, sum(length(record)) over (order by seq) - length(record) as before
         from (select * from machine_record where writer = $1 and seq > $2 order by seq limit $3) page) counted
       where before < $4 order by seq`,
      [writer, after, most, MOST_AT_ONCE],
    )
    return rows.map((row) => recordFrom(writer, row))
  }

  async pinOf(token: string): Promise<Pin | undefined> {
    return (await this.pins()).find((pin) => pin.token === token)
  }

  /** Pins decide whose key counts: rows that no daemon of the team sealed, or that went back, are never used. */
  async pins(): Promise<readonly Pin[]> {
    const keys = await this.#options.keys()
    const before = this.#known?.commit ?? 0
    try {
      const version = await this.#options.version?.()
      if (this.#known !== undefined && version !== undefined && version.mac === this.#known.mac) return this.#known.pins
      const { rows, version: read } = await readNamed(this.pool, keys, MACHINES_REALM)
      const commit = read?.commit ?? 0
      if (commit < before)
        throw new JournalFailure('journal.forged', `the keys of machines are from an earlier time: ${this.name}`)
      const pins = rows.machine_pin
        .toSorted((one, other) => one.at - other.at || (one.token < other.token ? -1 : 1))
        .map((row) => pinFrom({ ...row }))
      if (commit >= (this.#known?.commit ?? 0)) this.#known = { mac: read?.mac ?? '', commit, pins }
      return pins
    } catch (error) {
      throw failureOf(error, this.name)
    }
  }

  async close(): Promise<void> {
    await this.pool.end().catch(() => undefined)
  }

  async #select(sql: string, values: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
    await this.#options.keys()
    try {
      return (await this.pool.query(prepared(sql, values))).rows as Record<string, unknown>[]
    } catch (error) {
      throw failureOf(error, this.name)
    }
  }
}

/** For a command that looks; nothing is changed. Rejects with a `JournalFailure`. */
export async function openMachinesReader(place: DatabasePlace): Promise<PostgresMachinesReader> {
  const name = nameOf(place.url)
  const pool = openPool(place.url, 1, { ...PATIENCE, statement: 60_000 })
  try {
    const keys = sealKeysOf(readTeamKey(place.teamKey))
    const client = await pool.connect()
    try {
      await currentSchema(client, name)
    } finally {
      client.release()
    }
    return new PostgresMachinesReader({ pool, name, keys: () => Promise.resolve(keys) })
  } catch (error) {
    await pool.end().catch(() => undefined)
    throw failureOf(error, name)
  }
}

/** What is not one of a record's columns, or of another type, is left out: then the hash does not fit. */
function recordFrom(writer: string, row: Readonly<Record<string, unknown>>): DeliveredRecord {
  const { seq, hash, record } = row
  const said = parsed(String(record))
  const columns = AUDIT_COLUMNS.map((column) => {
    const value = said[column]
    return [column, column === 'at' ? (typeof value === 'number' ? value : 0) : typeof value === 'string' ? value : '']
  })
  const read = Object.fromEntries(columns) as unknown as DeliveredRecord
  return { ...read, writer, seq: Number(seq), hash: String(hash) }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
