import type pg from 'pg'
import type { Checkpoint } from '../../checkpoints.ts'
import type { PrunePlan } from '../../prune.ts'
import { anchorOf } from '../../prune.ts'
import type { StatePaths } from '../checkpoint-file.ts'
import { appendCheckpoint } from '../checkpoint-file.ts'
import type { DatabasePlace } from '../database-place.ts'
import { openPool } from './connect.ts'
import { PostgresJournal } from './journal.ts'
import { dropEmptyPartitions } from './partitions.ts'

export interface PostgresPrune {
  readonly journal: PostgresJournal
  readonly pool: pg.Pool
  readonly paths: StatePaths
  readonly before: number
  readonly most: number
  readonly user: string
  readonly now: number
}

/**
 * Removes old records from the start of this daemon's own chain and leaves a signed anchor, in one transaction, after a
 * record that says what is removed. Months that nobody has a record in any more are dropped. Undefined: none is old enough.
 */
export async function prunePostgres(options: PostgresPrune): Promise<PrunePlan | undefined> {
  const { journal, pool, paths, before, now } = options
  await journal.check()
  const plan = await planOf(options)
  if (plan === undefined) {
    const client = await pool.connect()
    try {
      await dropEmptyPartitions(client, now)
    } finally {
      client.release()
    }
    return undefined
  }
  const anchor = anchorOf(plan, journal.key, now)
  await journal.append({
    at: now,
    event: 'permission_granted',
    severity: 'warn',
    session: '',
    agent: '',
    tool: '',
    decision: '',
    code: 'journal.pruned',
    user: options.user,
    fingerprint: '',
    policy: '',
    body: JSON.stringify({ before, hash: plan.hash, records: plan.records, through: plan.through }),
  })
  await journal.run([{ does: 'act', names: [], act: (tx) => remove(tx, plan, anchor) }])
  appendCheckpoint(paths.checkpoints, anchor)
  return plan
}

/** The same for a command, besides a daemon that may run: both lock the writer's row before they write. */
export async function prunePostgresOnce(options: {
  readonly paths: StatePaths
  readonly place: DatabasePlace
  readonly before: number
  readonly now: number
}): Promise<PrunePlan | undefined> {
  const journal = new PostgresJournal({ ...options, now: () => options.now, deadlineMs: 60_000 })
  const pool = openPool(options.place.url, 1)
  try {
    return await prunePostgres({ ...options, journal, pool, most: Number.MAX_SAFE_INTEGER, user: '' })
  } finally {
    await journal.close()
    await pool.end()
  }
}

async function planOf({ journal, pool, before, most }: PostgresPrune): Promise<PrunePlan | undefined> {
  const { writer } = journal.key
  const { rows } = await pool.query(
    `select min(seq) as first, max(seq) as last, min(seq) filter (where at >= $2) as young from audit_log where writer = $1`,
    [writer, before],
  )
  const { first, last, young } = rows[0] as { first: number | null; last: number | null; young: number | null }
  if (first === null || last === null) return undefined
  // The last record always stays: the end of the chain is in the database.
  const through = Math.min((young ?? last) - 1, last - 1, first + most - 1)
  if (through < first) return undefined
  const found = await pool.query('select hash from audit_log where writer = $1 and seq = $2', [writer, through])
  const hash: unknown = found.rows[0]?.hash
  return typeof hash === 'string' ? { writer, through, hash, records: through - first + 1 } : undefined
}

async function remove(
  tx: { query(sql: string, values: readonly unknown[]): Promise<{ changed: number }> },
  { writer, through }: PrunePlan,
  { seq, hash, at, publicKey, signature }: Checkpoint,
): Promise<number> {
  await tx.query(
    `insert into audit_anchor (writer, seq, hash, at, public_key, signature) values ($1, $2, $3, $4, $5, $6)
      on conflict (writer) do update set seq = excluded.seq, hash = excluded.hash, at = excluded.at,
      public_key = excluded.public_key, signature = excluded.signature`,
    [writer, seq, hash, at, publicKey, signature],
  )
  await tx.query('delete from journal_checkpoint where writer = $1 and seq < $2', [writer, seq])
  return (await tx.query('delete from audit_log where writer = $1 and seq <= $2', [writer, through])).changed
}
