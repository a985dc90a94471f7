import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENESIS, linkHash } from '../../journal/chain.ts'
import { newKey, signCheckpoint } from '../../journal/checkpoints.ts'
import type { StoredRecord } from '../../journal/records.ts'
import { nodeSqlite } from '../../journal/stores/node-sqlite.ts'
import { INSERT_RECORD, valuesOf } from '../../journal/stores/schema.ts'
import { anchorOf, type Originals, type Place } from './tamper-originals.ts'

/** One way to tamper, with what everybody can know: the sources, every file at every time, and no key. */
export interface Way {
  readonly name: string
  readonly on: 'late' | 'crashed'
  readonly tamper: (place: Place, originals: Originals) => void
  /** The anchor was put back as well: only a witness can tell. */
  readonly needsWitness?: true
}

export const DB = 'journal.db'

export function sql(place: Place, ...statements: readonly string[]): void {
  const database = new (nodeSqlite().DatabaseSync)(join(place.state, DB))
  for (const statement of statements) database.exec(statement)
  database.close()
}

export function rowsOf(place: Place): StoredRecord[] {
  const database = new (nodeSqlite().DatabaseSync)(join(place.state, DB))
  const rows = database.prepare('select * from audit_log order by position').all()
  database.close()
  return rows as unknown as StoredRecord[]
}

/** Writes records anew, each with the hash that belongs to it: whoever reads the sources can. */
export function rewrite(place: Place, change: (rows: StoredRecord[]) => StoredRecord[]): void {
  const rows = change(rowsOf(place))
  const database = new (nodeSqlite().DatabaseSync)(join(place.state, DB))
  database.exec('delete from audit_log')
  const insert = database.prepare(INSERT_RECORD)
  let hash = GENESIS
  for (const row of rows) {
    hash = linkHash(hash, row)
    insert.run(...valuesOf({ ...row, hash }))
  }
  database.close()
}

export function appendForged(place: Place, count: number): { seq: number; hash: string } {
  const last = rowsOf(place).at(-1)!
  const database = new (nodeSqlite().DatabaseSync)(join(place.state, DB))
  const insert = database.prepare(INSERT_RECORD)
  let { seq, hash } = last
  for (let index = 0; index < count; index++) {
    const row = { ...last, seq: ++seq, at: last.at + index, code: 'rule.allow', decision: 'allow' }
    hash = linkHash(hash, row)
    insert.run(...valuesOf({ ...row, hash }))
  }
  database.close()
  return { seq, hash }
}

/** A chain with a key of one's own, as a second daemon over the same file would write it. */
export function foreignChain(place: Place, checkpoints: 'with checkpoints' | 'without checkpoints'): void {
  const { key } = newKey()
  const sampleRow = rowsOf(place)[0]!
  const database = new (nodeSqlite().DatabaseSync)(join(place.state, DB))
  const insert = database.prepare(INSERT_RECORD)
  let hash = GENESIS
  for (let seq = 1; seq <= 3; seq++) {
    const row = { ...sampleRow, writer: key.writer, seq }
    hash = linkHash(hash, row)
    insert.run(...valuesOf({ ...row, hash }))
  }
  database.close()
  if (checkpoints === 'without checkpoints') return
  const signed = signCheckpoint(key, { kind: 'head', seq: 3, hash, commits: 3, at: 1 })
  appendFileSync(join(place.state, 'checkpoints.jsonl'), `\n${JSON.stringify(signed)}`)
}

/** Puts rows of an earlier time in the place of today's. */
export function putBackRows(place: Place, originals: Originals, tables: readonly string[], where: string = '1'): void {
  const database = new (nodeSqlite().DatabaseSync)(join(place.state, DB))
  database.exec(`attach '${join(originals.early.state, DB)}' as early`)
  for (const table of tables)
    database.exec(
      `delete from main.${table} where ${where}; insert into main.${table} select * from early.${table} where ${where}`,
    )
  database.close()
}

export function putBackFiles(place: Place, originals: Originals, files: readonly string[]): void {
  for (const file of files) {
    const from = join(originals.early.state, file)
    rmSync(join(place.state, file), { force: true })
    if (existsSync(from)) cpSync(from, join(place.state, file))
  }
}

export const ALL_FILES = [DB, `${DB}-wal`, `${DB}-shm`, 'checkpoints.jsonl', 'checkpoints.jsonl.1', 'journal.key']

export function editAnchor(place: Place, change: (anchor: Record<string, unknown>) => Record<string, unknown>): void {
  writeFileSync(anchorOf(place), JSON.stringify(change(JSON.parse(readFileSync(anchorOf(place), 'utf8')))))
}

export function checkpointLines(place: Place): string[] {
  return readFileSync(join(place.state, 'checkpoints.jsonl'), 'utf8').split('\n')
}

export function writeCheckpoints(place: Place, lines: readonly string[]): void {
  writeFileSync(join(place.state, 'checkpoints.jsonl'), lines.join('\n'))
}

export function byStatement(name: string, ...statements: readonly string[]): Way {
  return { name, on: 'late', tamper: (place) => sql(place, ...statements) }
}

/** A table or a group of tables and what is done to it in SQL. */
export function statements(table: Readonly<Record<string, string>>): readonly Way[] {
  return Object.entries(table).map(([name, statement]) => byStatement(name, statement))
}

export const SESSION_TABLES = ['session', 'session_turn', 'session_grant', 'session_written', 'approval']
