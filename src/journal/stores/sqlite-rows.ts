import type { Digest, SealKeys } from '../seal.ts'
import { emptyDigest, rowValue, toggle } from '../seal.ts'
import type { SealedTable } from './schema.ts'
import { SEALED_TABLE_NAMES, SEALED_TABLES } from './schema.ts'
import type { Connection } from './sqlite-connection.ts'

/**
 * Which sealed rows a connection changes, session by session, whatever the statements are: temporary triggers, which
 * exist on this connection alone, hand every old and new row over. Rows that another connection changes are not handed
 * over, and so no longer fit their seal.
 */
export class RowChanges {
  readonly #keys: SealKeys
  #job = new Map<string, Digest>()
  #group = new Map<string, Digest>()

  constructor(connection: Connection, keys: SealKeys) {
    this.#keys = keys
    connection.function(HAND_OVER, { varargs: true }, (table: unknown, ...values: unknown[]) => {
      this.#add(String(table), values)
      return null
    })
    connection.exec('pragma temp_store = memory')
    for (const table of SEALED_TABLE_NAMES) connection.exec(triggersOf(table))
  }

  /** Of one caller's statements: kept when they stand, dropped when they are undone. */
  keepJob(): void {
    for (const [session, digest] of this.#job) add(this.#group, session, digest)
    this.#job.clear()
  }

  dropJob(): void {
    this.#job.clear()
  }

  /** What changed since the last time, as the difference of each session's digest. */
  take(): ReadonlyMap<string, Digest> {
    const taken = this.#group
    this.#group = new Map()
    this.#job.clear()
    return taken
  }

  #add(table: string, values: readonly unknown[]): void {
    add(this.#job, String(values[0]), rowValue(this.#keys, table, values))
  }
}

/** Changes the map. */
export function add(digests: Map<string, Digest>, session: string, value: Uint8Array): void {
  let digest = digests.get(session)
  if (digest === undefined) digests.set(session, (digest = emptyDigest()))
  toggle(digest, value)
}

const HAND_OVER = 'portcullis_row'

function triggersOf(table: SealedTable): string {
  const row = (which: 'old' | 'new'): string =>
    `${HAND_OVER}('${table}', ${SEALED_TABLES[table].map((column) => `${which}."${column}"`).join(', ')})`
  const trigger = (event: string, what: string): string =>
    `create temp trigger sealed_${table}_${event} after ${event} on main."${table}" begin select ${what}; end`
  return [
    trigger('insert', row('new')),
    trigger('delete', row('old')),
    trigger('update', `${row('old')}, ${row('new')}`),
  ].join(';')
}

/** A row as it was read, its values in the order of its table's columns. */
export function valuesInOrder(table: SealedTable, row: Readonly<Record<string, unknown>>): readonly unknown[] {
  return SEALED_TABLES[table].map((column) => row[column])
}

/** All rows of a table, or those of one session (the only parameter). */
export function selectRows(table: SealedTable, which: 'all' | 'one session'): string {
  const columns = SEALED_TABLES[table].map((column) => `"${column}"`)
  return `select ${columns.join(', ')} from main."${table}"${which === 'all' ? '' : ` where ${columns[0]} = ?`}`
}
