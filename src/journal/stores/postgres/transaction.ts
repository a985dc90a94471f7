import type pg from 'pg'
import type { Digest, SealKeys, SessionSeal } from '../../seal.ts'
import { isEmpty, openSession, rowValue, sealSession, toggle } from '../../seal.ts'
import { add } from '../sqlite-rows.ts'
import { asSessionSeal, forged } from '../sqlite-seals.ts'
import { prepared } from './connect.ts'
import { TEAM_TABLES, type TeamTable, valuesInOrder } from './sealed-tables.ts'

export type Row = Readonly<Record<string, unknown>>

/** What a commit made of one name (a session, all users, one rate limit). */
export interface Version {
  readonly commit: number
  readonly mac: string
}

/** Another daemon changed the same rows between two statements: everything is done again. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/**
 * One transaction of a commit group. Whatever changes a sealed row goes through here, and so its seal is renewed with
 * it. The names that are changed are locked before, in one order for all daemons: they take turns and never block each
 * other for good.
 */
export class Transaction {
  readonly client: pg.ClientBase
  readonly #keys: SealKeys
  readonly #locked = new Map<string, SessionSeal | undefined>()
  readonly #changes = new Map<string, Digest>()

  constructor(client: pg.ClientBase, keys: SealKeys) {
    this.client = client
    this.#keys = keys
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<{ rows: Row[]; changed: number }> {
    const { rows, rowCount } = await this.client.query(prepared(sql, values))
    return { rows: rows as Row[], changed: rowCount ?? 0 }
  }

  async lock(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    const sorted = [...new Set(names)].sort()
    const { rows } = await this.query(LOCK_SEALS, [this.#keys.writer, sorted])
    const found = new Map(rows.map((row) => [row['session'], row]))
    for (const name of sorted) {
      const row = found.get(name)
      const seal = row === undefined ? undefined : asSessionSeal(row)
      if (row !== undefined && seal === undefined) throw forged(`the seal of \`${name}\` cannot be read`)
      this.#locked.set(name, seal)
    }
  }

  /** How often what is stored under a name has changed; 0: never. */
  versionOf(name: string): number {
    return this.#locked.get(name)?.commit ?? 0
  }

  /** Rows as they were, or as they are from now on. Both count the same. */
  touch(table: TeamTable, rows: readonly Row[]): void {
    for (const row of rows) {
      const values = valuesInOrder(table, row)
      const name = String(values[0])
      if (!this.#locked.has(name)) throw new Error(`\`${name}\` was changed without its lock`)
      add(this.#changes, name, rowValue(this.#keys, table, values))
    }
  }

  async insert(table: TeamTable, row: Row): Promise<number> {
    const columns = TEAM_TABLES[table]
    const places = columns.map((_, index) => `$${index + 1}`).join(', ')
    const { rows } = await this.query(
      `insert into "${table}" (${quoted(columns)}) values (${places}) on conflict do nothing returning ${quoted(columns)}`,
      columns.map((column) => row[column]),
    )
    this.touch(table, rows)
    return rows.length
  }

  /** `set` and `where` are written by us; what they say is in the values. Both count their places from $1. */
  async update(table: TeamTable, set: string, where: string, values: readonly unknown[]): Promise<number> {
    const columns = quoted(TEAM_TABLES[table])
    const used = highestPlace(where)
    const before = await this.query(
      `select ${columns} from "${table}" where ${where} for update`,
      values.slice(0, used),
    )
    if (before.rows.length === 0) return 0
    const after = await this.query(`update "${table}" set ${set} where ${where} returning ${columns}`, values)
    if (after.rows.length !== before.rows.length) throw new Overtaken(`rows of ${table} changed meanwhile`)
    this.touch(table, before.rows)
    this.touch(table, after.rows)
    return after.rows.length
  }

  async delete(table: TeamTable, where: string, values: readonly unknown[]): Promise<number> {
    const columns = quoted(TEAM_TABLES[table])
    const { rows } = await this.query(`delete from "${table}" where ${where} returning ${columns}`, values)
    this.touch(table, rows)
    return rows.length
  }

  get touched(): boolean {
    return [...this.#changes.values()].some((change) => !isEmpty(change))
  }

  /** Renews the seals of everything that was changed. */
  async seal(): Promise<ReadonlyMap<string, Version>> {
    const versions = new Map<string, Version>()
    const seals: SessionSeal[] = []
    for (const [name, change] of this.#changes) {
      if (isEmpty(change)) continue
      const before = this.#locked.get(name)
      const digest = Buffer.from(change)
      if (before !== undefined) {
        const opened = openSession(this.#keys, before)
        if (opened === undefined) throw forged(`the seal of \`${name}\` is not genuine`)
        toggle(digest, opened.digest)
      }
      const { seal } = sealSession(this.#keys, name, (before?.commit ?? 0) + 1, digest)
      seals.push(seal)
      versions.set(name, { commit: seal.commit, mac: seal.mac })
    }
    if (seals.length === 0) return versions
    const { changed } = await this.query(SAVE_SEALS, [
      this.#keys.writer,
      seals.map(({ session }) => session),
      seals.map(({ commit }) => commit),
      seals.map(({ rows }) => rows),
      seals.map(({ mac }) => mac),
    ])
    // Somebody else began the same name at the same time.
    if (changed !== seals.length) throw new Overtaken('a seal was renewed meanwhile')
    return versions
  }
}

const LOCK_SEALS =
  'select session, "commit", rows, mac from session_seal where writer = $1 and session = any ($2) order by session for update'
const SAVE_SEALS =
  'insert into session_seal (writer, session, "commit", rows, mac) select $1, * from unnest($2::text[], $3::bigint[], $4::text[], $5::text[]) on conflict (writer, session) do update set "commit" = excluded."commit", rows = excluded.rows, mac = excluded.mac where session_seal."commit" = excluded."commit" - 1'

export function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}

function highestPlace(sql: string): number {
  return Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)))
}
