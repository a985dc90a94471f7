import { ownCommand } from '../../call/own-command.ts'
import { existsSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { nodeSqlite } from './node-sqlite.ts'
import type { Kysely } from 'kysely'
import type { Checkpoint } from '../checkpoints.ts'
import { JournalFailure } from '../journal.ts'
import type { LogFilter } from '../query.ts'
import { filtered, RECORD_COLUMNS } from '../query.ts'
import type { StoredRecord } from '../records.ts'
import type { SealKeys } from '../seal.ts'
import { SCHEMA_VERSION } from './migrations.ts'
import type { Tables } from './schema.ts'
import type { SessionRows } from './sealed-rows.ts'
import { readSession } from './sealed-rows.ts'
import type { Connection } from './sqlite-connection.ts'
import { schemaVersion } from './schema-version.ts'
import { asInput, kyselyOver } from './sqlite-dialect.ts'
import { failureOf } from './sqlite-failures.ts'
import type { LogReader, LogStats } from './store.ts'

/** Opens a journal to read it; it is never changed. Throws a `JournalFailure`. */
export function openReader(path: string): SqliteReader {
  if (!existsSync(path))
    throw new JournalFailure(
      'journal.missing',
      `nothing was recorded yet, there is no journal at ${path}: \`${ownCommand('init')}\` puts the gate in front of your agents`,
    )
  try {
    const database = new (nodeSqlite().DatabaseSync)(path, { readOnly: true, timeout: 2000 })
    const version = schemaVersion(database)
    if (version > SCHEMA_VERSION) {
      database.close()
      throw new JournalFailure(
        'journal.newer',
        `the journal has version ${version}, this program knows ${SCHEMA_VERSION}`,
      )
    }
    if (version === 0) {
      database.close()
      throw new JournalFailure('journal.replaced', `the file is not a journal: ${path}`)
    }
    return new SqliteReader(database)
  } catch (error) {
    throw failureOf(error, path)
  }
}

/** The same, where there may be none yet, or only one from before: undefined until its schema has this version. */
export function openUsed(path: string, version: number): SqliteReader | undefined {
  if (!existsSync(path)) return undefined
  try {
    const database = new (nodeSqlite().DatabaseSync)(path, { readOnly: true, timeout: 2000 })
    if (schemaVersion(database) >= version) return new SqliteReader(database)
    database.close()
    return undefined
  } catch (error) {
    throw failureOf(error, path)
  }
}

export class SqliteReader implements LogReader {
  readonly db: Kysely<Tables>
  readonly #database: DatabaseSync
  #seal: StatementSync | undefined

  constructor(database: DatabaseSync) {
    this.#database = database
    this.db = kyselyOver(database)
  }

  /** Every record that fits, one at a time, in order of arrival. */
  *records(filter: LogFilter = {}): IterableIterator<StoredRecord> {
    const query = filtered(this.db, filter)
      .select([...RECORD_COLUMNS])
      .orderBy('position')
      .compile()
    const rows = this.#database.prepare(query.sql).iterate(...query.parameters.map(asInput))
    // STRICT tables hold every column to its type.
    for (const row of rows) yield row as unknown as StoredRecord
  }

  /** The latest that fit, oldest first. */
  async latest(filter: LogFilter, count: number): Promise<readonly StoredRecord[]> {
    const query = filtered(this.db, filter).select([...RECORD_COLUMNS])
    return (await query.orderBy('position', 'desc').limit(count).execute()).reverse()
  }

  /** Behind which position the latest `count` records that fit begin; undefined: there are not that many. */
  async positionOfLatest(filter: LogFilter, count: number): Promise<number | undefined> {
    const query = filtered(this.db, filter).select('position').orderBy('position', 'desc').offset(count).limit(1)
    return (await query.executeTakeFirst())?.position
  }

  /** By `id` as it is shown, or by sequence number alone when only one chain has it. */
  async find(id: string): Promise<readonly StoredRecord[]> {
    const match = /^(?:([0-9a-f]{4,32})-)?(\d{1,15})$/.exec(id)
    if (match === null) return []
    const [, writer, seq] = match
    let query = this.db
      .selectFrom('audit_log')
      .select([...RECORD_COLUMNS])
      .where('seq', '=', Number(seq))
    if (writer !== undefined) query = query.where('writer', 'like', `${writer}%`)
    return query.orderBy('position').limit(10).execute()
  }

  async stats(filter: LogFilter): Promise<LogStats> {
    const range = await filtered(this.db, filter)
      .select(({ fn }) => [
        fn.countAll<number>().as('records'),
        fn.min<number | null>('at').as('first'),
        fn.max<number | null>('at').as('last'),
      ])
      .executeTakeFirst()
    const count = async (column: 'decision' | 'event' | 'agent' | 'tool' | 'code') => {
      const rows = await filtered(this.db, filter)
        .select(({ fn, ref }) => [ref(column).as('value'), fn.countAll<number>().as('count')])
        .groupBy(column)
        .orderBy('count', 'desc')
        .limit(20)
        .execute()
      return rows.map(({ value, count }) => [value, count] as const)
    }
    return {
      records: range?.records ?? 0,
      first: range?.first ?? undefined,
      last: range?.last ?? undefined,
      by: {
        decision: await count('decision'),
        event: await count('event'),
        agent: await count('agent'),
        tool: await count('tool'),
        code: await count('code'),
      },
    }
  }

  async anchors(): Promise<readonly Checkpoint[]> {
    const rows = await this.db.selectFrom('audit_anchor').selectAll().execute()
    return rows.map(({ public_key: publicKey, ...row }) => ({ kind: 'pruned', publicKey, ...row }))
  }

  /** What SQLite finds wrong with the file itself, indexes included: they decide which records a search can see. */
  damage(): readonly string[] {
    try {
      const rows = this.#database.prepare('pragma integrity_check(10)').all()
      return rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok')
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)]
    }
  }

  /** Everything stored about a session, checked against its seal. Throws a `JournalFailure` where it does not fit. */
  session(keys: SealKeys, id: string): SessionRows {
    return readSession(this.#database, keys, id)
  }

  /** Another text whenever what is stored under this name was changed; '' while nothing is. Says nothing about its truth. */
  sealOf({ writer }: SealKeys, name: string): string {
    this.#seal ??= this.#database.prepare('select mac from main.session_seal where writer = ? and session = ?')
    const mac = this.#seal.get(writer, name)?.['mac']
    return typeof mac === 'string' ? mac : ''
  }

  /** The file itself, for verification. */
  get connection(): Pick<Connection, 'prepare' | 'exec'> {
    return this.#database
  }

  close(): void {
    this.#database.close()
  }
}
