import pg from 'pg'
import type { Kysely } from 'kysely'
import {
  DummyDriver,
  Kysely as KyselyClass,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { JournalFailure } from '../../journal.ts'
import type { Tables } from '../schema.ts'

export { nameOf } from '../database-place.ts'

/** Times of one connection, in milliseconds. The server ends what takes longer, so that nobody waits for a daemon that hangs. */
export interface Patience {
  readonly connect: number
  readonly statement: number
  readonly lock: number
  /** A transaction in which nothing happens: its locks are given up. */
  readonly idle: number
}

export const PATIENCE: Patience = { connect: 2_000, statement: 5_000, lock: 1_500, idle: 1_000 }

/** Whole numbers as numbers: times and counts stay far below 2^53. */
const BIGINT = 20
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === BIGINT ? (text: string) => Number(text) : pg.types.getTypeParser(id, format as 'text'),
} as pg.CustomTypesConfig

/** How one connection is made. Throws a `JournalFailure` that does not quote the address: it may hold a password. */
export function configOf(url: string, patience: Patience = PATIENCE): pg.ClientConfig {
  const read = parse(url)
  const local = isLocal(read.searchParams.get('host') ?? read.hostname)
  // Over a network the server proves who it is, unless the address says otherwise.
  if (!local && !read.searchParams.has('sslmode')) read.searchParams.set('sslmode', 'verify-full')
  return {
    connectionString: read.href,
    types,
    application_name: 'portcullis',
    connectionTimeoutMillis: patience.connect,
    statement_timeout: patience.statement,
    lock_timeout: patience.lock,
    idle_in_transaction_session_timeout: patience.idle,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

function parse(url: string): URL {
  try {
    const read = new URL(url)
    if (read.protocol === 'postgres:' || read.protocol === 'postgresql:') return read
  } catch {}
  throw new JournalFailure('journal.failed', 'the address of the database is not a postgres:// address')
}

/** A socket file, or this machine. */
function isLocal(host: string): boolean {
  return (
    host === '' || host.startsWith('/') || host.startsWith('%2F') || /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/.test(host)
  )
}

/** Opens one connection. Whoever gets it hears of its end by a query that fails. */
export async function connect(url: string, patience: Patience = PATIENCE): Promise<pg.Client> {
  const client = new pg.Client(configOf(url, patience))
  // Without a listener a connection that is cut would end the program.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    cut(client)
    throw error
  }
}

/** Lets go of a connection at once, whatever it is doing. */
export function cut(client: pg.Client): void {
  const { connection } = client as unknown as { readonly connection?: { readonly stream?: { destroy(): void } } }
  connection?.stream?.destroy()
  client.end().catch(() => undefined)
}

/** Connections for reading. */
export function openPool(url: string, most: number, patience: Patience = PATIENCE): pg.Pool {
  const pool = new pg.Pool({
    ...configOf(url, patience),
    // Kept here as well: a server that cannot be reached ends nothing.
    query_timeout: patience.statement,
    max: most,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  })
  pool.on('error', () => undefined)
  // The pool listens only while nobody uses a connection: one that is cut in use would end the program.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** Statements are compiled by kysely and run by us. */
export const statements: Kysely<Tables> = new KyselyClass<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** PostgreSQL keeps no U+0000 in text, and UTF-8 no half of a surrogate pair. */
export function storable(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
}

const names = new Map<string, string>()

/** A statement that is prepared once on each connection. */
export function prepared(sql: string, values: readonly unknown[]): pg.QueryConfig {
  let name = names.get(sql)
  if (name === undefined) names.set(sql, (name = `portcullis_${names.size}`))
  return { name, text: sql, values: [...values] }
}
