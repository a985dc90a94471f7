import type pg from 'pg'
import type { Checkpoint } from '../../checkpoints.ts'
import { JournalFailure } from '../../journal.ts'
import type { StoredRecord } from '../../records.ts'
import type { JournalSeal } from '../../seal.ts'
import { AUDIT_COLUMNS } from '../schema.ts'
import { prepared } from './connect.ts'
import { Overtaken, quoted } from './transaction.ts'

/** Older ones in the table tell nothing that the last one does not: the chain holds them together. */
const CHECKPOINTS_KEPT = 100_000

/** A record as it is stored; its position is the database's. */
export type StoredRow = Omit<StoredRecord, 'position'>

const ARRAY: Readonly<Record<(typeof AUDIT_COLUMNS)[number], string>> = Object.fromEntries(
  AUDIT_COLUMNS.map((column) => [column, column === 'seq' || column === 'at' ? 'bigint[]' : 'text[]']),
) as Record<(typeof AUDIT_COLUMNS)[number], string>

const INSERT_RECORDS = `insert into audit_log (${quoted(AUDIT_COLUMNS)}) select * from unnest(${AUDIT_COLUMNS.map(
  (column, index) => `$${index + 1}::${ARRAY[column]}`,
).join(', ')}) order by 2`

export async function insertRecords(client: pg.ClientBase, records: readonly StoredRow[], name: string): Promise<void> {
  const columns = AUDIT_COLUMNS.map((column) => records.map((record) => record[column]))
  const { rowCount } = await client.query(prepared(INSERT_RECORDS, columns))
  if (rowCount !== records.length)
    throw new JournalFailure('journal.layout', `a row was not taken by the database, as if a rule dropped it: ${name}`)
}

const SEAL_COLUMNS = ['writer', 'commits', 'seq', 'hash', 'layout', 'sessions', 'signed', 'hashed_only', 'mac'] as const
const SAVE_SEAL = `insert into journal_seal (${quoted(SEAL_COLUMNS)}) values (${SEAL_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
  on conflict (writer) do update set ${SEAL_COLUMNS.slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')} where journal_seal.commits = $10`

export async function saveSeal(
  client: pg.ClientBase,
  next: JournalSeal,
  before: JournalSeal | undefined,
  name: string,
): Promise<void> {
  const values = [...SEAL_COLUMNS.map((column) => next[column]), before?.commits ?? -1]
  const { rowCount } = await client.query(prepared(SAVE_SEAL, values))
  if (rowCount !== 1) throw new Overtaken(`another process with this key writes to ${name}`)
}

export async function saveCheckpoints(client: pg.ClientBase, checkpoints: readonly Checkpoint[]): Promise<void> {
  for (const { writer, commits = 0, seq, hash, at, publicKey, signature } of checkpoints)
    await client.query(
      prepared(
        'insert into journal_checkpoint (writer, commits, seq, hash, at, public_key, signature) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing',
        [writer, commits, seq, hash, at, publicKey, signature],
      ),
    )
  const last = checkpoints.at(-1)
  if (last !== undefined)
    await client.query(
      prepared('delete from journal_checkpoint where writer = $1 and commits < $2', [
        last.writer,
        (last.commits ?? 0) - CHECKPOINTS_KEPT,
      ]),
    )
}
