import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  QueryCompiler,
  QueryResult,
} from 'kysely'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Tables } from './schema.ts'

/** kysely over the SQLite that is part of Node. One connection; closing is its owner's business. */
export function kyselyOver(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect(() => new SqliteDriver(database)) })
}

class SqliteDialect implements Dialect {
  readonly #driver: () => Driver
  constructor(driver: () => Driver) {
    this.#driver = driver
  }
  createAdapter(): DialectAdapter {
    return new SqliteAdapter()
  }
  createDriver(): Driver {
    return this.#driver()
  }
  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  constructor(database: DatabaseSync) {
    this.#connection = new SqliteConnection(database)
  }
  async init(): Promise<void> {}
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection)
  }
  async beginTransaction(): Promise<void> {
    this.#connection.database.exec('begin immediate')
  }
  async commitTransaction(): Promise<void> {
    this.#connection.database.exec('commit')
  }
  async rollbackTransaction(): Promise<void> {
    this.#connection.database.exec('rollback')
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly database: DatabaseSync
  constructor(database: DatabaseSync) {
    this.database = database
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.database.prepare(query.sql)
    const parameters = query.parameters.map(asInput)
    if (statement.columns().length > 0) {
      // The row type is the caller's schema, which the STRICT tables hold to.
      return Promise.resolve({ rows: statement.all(...parameters) as R[] })
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return Promise.resolve({ rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) })
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const rows = this.database.prepare(query.sql).iterate(...query.parameters.map(asInput))
    for (const row of rows) yield { rows: [row as R] }
  }
}

/** For building statements that another thread runs: compiles, never executes. */
export const statements: Kysely<Tables> = new Kysely<Tables>({ dialect: new SqliteDialect(() => new DummyDriver()) })

export function asInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`not a value for the store: ${typeof value}`)
}
