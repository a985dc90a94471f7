import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Head } from '../../chain.ts'
import { JournalFailure } from '../../journal.ts'
import type { Batch, DeliveredRecord, ForeignChains, Pin } from '../../machines.ts'
import type { DatabasePlace } from '../database-place.ts'
import { AUDIT_COLUMNS } from '../schema.ts'
import { nameOf, openPool, PATIENCE, prepared, storable } from './connect.ts'
import { failureOf, isLost, sqlState } from './failures.ts'
import type { PostgresJournal } from './journal.ts'
import { MACHINES_REALM, PostgresMachinesReader } from './machines-reader.ts'
import { currentSchema } from './migrate.ts'
import { soundLayout, soundServer } from './server.ts'
import type { Transaction } from './transaction.ts'
import type { Versions } from './versions.ts'

export interface PostgresMachinesOptions {
  readonly journal: PostgresJournal
  readonly versions: Versions
  readonly place: DatabasePlace
}

/** Apart from those with which calls are judged: a long batch keeps no call waiting. */
const CONNECTIONS = 2
const TRIES = 4
const PAUSE = 50

/**
 * Logs of other machines, which several gates take. The row of a chain is its lock: whoever appends holds it, looks
 * where the chain stands, and moves it on in the same transaction. After a connection was cut at COMMIT that row says
 * whether the records stand, and a hash names all of them: they are added once, however often it is tried.
 */
export class PostgresMachines extends PostgresMachinesReader implements ForeignChains {
  readonly #journal: PostgresJournal
  readonly #sound = new WeakSet<pg.PoolClient>()

  constructor({ journal, versions, place }: PostgresMachinesOptions) {
    let reached = false
    super({
      pool: openPool(place.url, CONNECTIONS, PATIENCE),
      name: nameOf(place.url),
      keys: async () => {
        if (!reached) await journal.check()
        reached = true
        return journal.keys
      },
      version: () => versions.now(MACHINES_REALM),
    })
    this.#journal = journal
  }

  async append(writer: string, batch: Batch, expected: Head | undefined): Promise<boolean> {
    const target = batch.records.at(-1) ?? expected ?? batch.from
    for (let tries = 1; ; tries++) {
      try {
        const found = await this.#appendOnce(writer, batch, expected, target)
        if (found === 'added') return true
        // The try before was not heard from, and stands.
        return tries > 1 && isSame(found, target)
      } catch (error) {
        const again = isLost(error) || sqlState(error).startsWith('40')
        if (!again || tries >= TRIES) throw failureOf(error, this.name)
        await sleep(PAUSE * tries)
      }
    }
  }

  async pin({ token, writer, user, at, held = '' }: Pin, expected: Pin | undefined): Promise<boolean> {
    const row = { realm: MACHINES_REALM, token, writer, user: storable(user), at, held }
    const act = async (tx: Transaction): Promise<number> => {
      if (expected !== undefined)
        return tx.update(
          'machine_pin',
          'writer = $5, "user" = $6, at = $7, held = $8',
          'realm = $1 and token = $2 and writer = $3 and held = $4',
          [row.realm, token, expected.writer, expected.held ?? '', writer, row.user, at, held],
        )
      const others = await tx.query(
        'select 1 from machine_pin where realm = $1 and writer = $2 and "user" <> $3 limit 1',
        [row.realm, writer, row.user],
      )
      return others.rows.length > 0 ? 0 : tx.insert('machine_pin', row)
    }
    await this.#journal.check()
    return (await this.#journal.run([{ does: 'act', names: [MACHINES_REALM], act }])) === 1
  }

  /** One transaction. Where the chain stands otherwise, nothing is added. */
  async #appendOnce(
    writer: string,
    { from, records, head }: Batch,
    expected: Head | undefined,
    { seq, hash }: Head,
  ): Promise<'added' | Head | undefined> {
    const client = await this.#connect()
    let broken = true
    try {
      await client.query('begin')
      const row = [writer, from.seq, from.hash, seq, hash, JSON.stringify(head)]
      // Waits for whoever else begins the same chain.
      const began = expected === undefined && (await client.query(prepared(BEGIN_CHAIN, row))).rowCount === 1
      const { rows } = await client.query(prepared(LOCK_CHAIN, [writer]))
      const [found] = rows as readonly (Head | undefined)[]
      if (!began && !isSame(found, expected)) {
        await client.query('rollback')
        broken = false
        return found
      }
      await insertRecords(client, records, this.name)
      if (!began) await client.query(prepared(MOVE_CHAIN, [writer, seq, hash, JSON.stringify(head)]))
      await client.query('commit')
      broken = false
      return 'added'
    } finally {
      // A transaction that was left in the middle ends with its connection.
      client.release(broken)
    }
  }

  /** A connection to a server that keeps what it acknowledges, with tables that we know. */
  async #connect(): Promise<pg.PoolClient> {
    const client = await this.pool.connect()
    if (this.#sound.has(client)) return client
    try {
      await soundServer(client, this.name)
      await currentSchema(client, this.name)
      await soundLayout(client, this.name)
      this.#sound.add(client)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

const BEGIN_CHAIN =
  'insert into machine_chain (writer, from_seq, from_hash, seq, hash, signed) values ($1, $2, $3, $4, $5, $6) on conflict do nothing'
const LOCK_CHAIN = 'select seq, hash from machine_chain where writer = $1 for update'
const MOVE_CHAIN = 'update machine_chain set seq = $2, hash = $3, signed = $4 where writer = $1'
const INSERT_RECORDS =
  'insert into machine_record (writer, seq, hash, record) select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[])'

async function insertRecords(client: pg.PoolClient, records: readonly DeliveredRecord[], name: string): Promise<void> {
  if (records.length === 0) return
  const { rowCount } = await client.query(
    prepared(INSERT_RECORDS, [
      records.map(({ writer }) => writer),
      records.map(({ seq }) => seq),
      records.map(({ hash }) => hash),
      // JSON escapes what text in PostgreSQL cannot hold.
      records.map((record) =>
        JSON.stringify(Object.fromEntries(AUDIT_COLUMNS.map((column) => [column, record[column]]))),
      ),
    ]),
  )
  if (rowCount !== records.length)
    throw new JournalFailure('journal.layout', `a row was not taken by the database, as if a rule dropped it: ${name}`)
}

function isSame(one: Head | undefined, other: Head | undefined): boolean {
  return one !== undefined && one.seq === other?.seq && one.hash === other.hash
}
