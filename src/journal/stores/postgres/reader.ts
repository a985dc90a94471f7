import type pg from 'pg'
import type { LogFilter } from '../../query.ts'
import { filtered, RECORD_COLUMNS } from '../../query.ts'
import type { StoredRecord } from '../../records.ts'
import type { DatabasePlace } from '../database-place.ts'
import type { LogReader, LogStats } from '../store.ts'
import { nameOf, openPool, PATIENCE, statements } from './connect.ts'
import { failureOf } from './failures.ts'
import { currentSchema } from './migrate.ts'

/** Long logs are read for minutes. */
const READING = { ...PATIENCE, statement: 600_000, idle: 600_000 }
const AT_ONCE = 2_000

/** Opens the log to read it; it is never changed. Rejects with a `JournalFailure`. */
export async function openPostgresReader({ url }: DatabasePlace): Promise<PostgresReader> {
  const pool = openPool(url, 2, READING)
  const name = nameOf(url)
  try {
    const client = await pool.connect()
    try {
      await currentSchema(client, name)
    } finally {
      client.release()
    }
    return new PostgresReader(pool, name)
  } catch (error) {
    await pool.end().catch(() => undefined)
    throw failureOf(error, name)
  }
}

export class PostgresReader implements LogReader {
  readonly #pool: pg.Pool
  readonly #name: string

  constructor(pool: pg.Pool, name: string) {
    this.#pool = pool
    this.#name = name
  }

  async *records(filter: LogFilter = {}): AsyncIterableIterator<StoredRecord> {
    const query = filtered(statements, filter)
      .select([...RECORD_COLUMNS])
      .orderBy('position')
      .compile()
    const client = await this.#pool.connect()
    let broken = true
    try {
      for await (const row of streamed(client, query.sql, query.parameters)) yield row as unknown as StoredRecord
      broken = false
    } catch (error) {
      throw failureOf(error, this.#name)
    } finally {
      // Whoever stops in the middle leaves a transaction open: the connection goes with it.
      client.release(broken)
    }
  }

  async latest(filter: LogFilter, count: number): Promise<readonly StoredRecord[]> {
    const query = filtered(statements, filter)
      .select([...RECORD_COLUMNS])
      .orderBy('position', 'desc')
      .limit(count)
    return ((await this.#run(query.compile())) as StoredRecord[]).toReversed()
  }

  async positionOfLatest(filter: LogFilter, count: number): Promise<number | undefined> {
    const query = filtered(statements, filter).select('position').orderBy('position', 'desc').offset(count).limit(1)
    return ((await this.#run(query.compile())) as { position: number }[])[0]?.position
  }

  async find(id: string): Promise<readonly StoredRecord[]> {
    const match = /^(?:([0-9a-f]{4,32})-)?(\d{1,15})$/.exec(id)
    if (match === null) return []
    const [, writer, seq] = match
    let query = statements
      .selectFrom('audit_log')
      .select([...RECORD_COLUMNS])
      .where('seq', '=', Number(seq))
    if (writer !== undefined) query = query.where('writer', 'like', `${writer}%`)
    return (await this.#run(query.orderBy('position').limit(10).compile())) as StoredRecord[]
  }

  async stats(filter: LogFilter): Promise<LogStats> {
    const range = filtered(statements, filter).select(({ fn }) => [
      fn.countAll<number>().as('records'),
      fn.min<number | null>('at').as('first'),
      fn.max<number | null>('at').as('last'),
    ])
    const [found] = (await this.#run(range.compile())) as {
      records: number
      first: number | null
      last: number | null
    }[]
    const count = async (column: 'decision' | 'event' | 'agent' | 'tool' | 'code') => {
      const query = filtered(statements, filter)
        .select(({ fn, ref }) => [ref(column).as('value'), fn.countAll<number>().as('count')])
        .groupBy(column)
        .orderBy('count', 'desc')
        .limit(20)
      return ((await this.#run(query.compile())) as { value: string; count: number }[]).map(
        ({ value, count: many }) => [value, many] as const,
      )
    }
    return {
      records: found?.records ?? 0,
      first: found?.first ?? undefined,
      last: found?.last ?? undefined,
      by: {
        decision: await count('decision'),
        event: await count('event'),
        agent: await count('agent'),
        tool: await count('tool'),
        code: await count('code'),
      },
    }
  }

  async close(): Promise<void> {
    await this.#pool.end().catch(() => undefined)
  }

  async #run(query: { readonly sql: string; readonly parameters: readonly unknown[] }): Promise<unknown[]> {
    try {
      return (await this.#pool.query(query.sql, [...query.parameters])).rows
    } catch (error) {
      throw failureOf(error, this.#name)
    }
  }
}

let cursors = 0

/** Rows of one statement, as of one moment, a part at a time. Inside a transaction it is part of it. */
export async function* streamed(
  client: pg.ClientBase,
  sql: string,
  values: readonly unknown[],
  within: 'its own transaction' | 'a transaction' = 'its own transaction',
): AsyncIterableIterator<Record<string, unknown>> {
  const cursor = `portcullis_cursor_${cursors++}`
  if (within === 'its own transaction') await client.query('begin isolation level repeatable read read only')
  await client.query(`declare ${cursor} no scroll cursor for ${sql}`, [...values])
  for (;;) {
    const { rows } = await client.query(`fetch ${AT_ONCE} from ${cursor}`)
    yield* rows as Record<string, unknown>[]
    if (rows.length < AT_ONCE) break
  }
  await client.query(`close ${cursor}`)
  if (within === 'its own transaction') await client.query('commit')
}
