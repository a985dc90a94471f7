import type { Checkpoint } from '../checkpoints.ts'
import { anchorOf, planPrune } from '../prune.ts'
import type { PrunePlan } from '../prune.ts'
import { appendCheckpoint, loadKey, statePaths } from './checkpoint-file.ts'
import { openSqliteJournal, type SqliteJournal } from './sqlite.ts'
import { statements } from './sqlite-dialect.ts'
import { openReader } from './sqlite-reader.ts'
import type { Statement } from './sqlite-writer.ts'

export interface PruneOptions {
  readonly stateDirectory: string
  readonly database?: string
  readonly anchor?: string
  /** Records older than this go, milliseconds since 1970. */
  readonly before: number
  /** So many at once at most. Left out: all of them. */
  readonly most?: number
  /** Of whoever writes this log already. Left out: it is opened. */
  readonly journal?: Pick<SqliteJournal, 'append' | 'run'>
  /** Who asked for it, for the record that says so. */
  readonly user?: string
  readonly now?: () => number
}

/**
 * Removes old records and leaves a signed anchor, in one transaction, after a record that says what is removed. Returns
 * undefined when nothing is old enough. The anchor is also kept with the checkpoints.
 */
export async function pruneSqlite(options: PruneOptions): Promise<PrunePlan | undefined> {
  const now = options.now ?? Date.now
  const paths = statePaths(options.stateDirectory, options)
  // First: where there is no journal, no key is made for one.
  const reader = openReader(paths.database)
  const key = loadKey(paths)
  let plan: PrunePlan | undefined
  try {
    plan = planPrune(reader.records(), key.writer, options.before, options.most)
  } finally {
    reader.close()
  }
  if (plan === undefined) return undefined
  const anchor = anchorOf(plan, key, now())
  const own = options.journal === undefined ? openSqliteJournal({ ...options, thread: 'caller' }) : undefined
  const journal = options.journal ?? own!
  try {
    await journal.append({
      at: now(),
      event: 'permission_granted',
      severity: 'warn',
      session: '',
      agent: '',
      tool: '',
      decision: '',
      code: 'journal.pruned',
      user: options.user ?? '',
      fingerprint: '',
      policy: '',
      body: JSON.stringify({ before: options.before, hash: plan.hash, records: plan.records, through: plan.through }),
    })
    await journal.run(pruneStatements(plan, anchor))
    appendCheckpoint(paths.checkpoints, anchor)
  } finally {
    await own?.close()
  }
  return plan
}

function pruneStatements(plan: PrunePlan, anchor: Checkpoint): readonly Statement[] {
  const { writer, seq, hash, at, publicKey, signature } = anchor
  const row = { seq, hash, at, public_key: publicKey, signature }
  return [
    statements
      .insertInto('audit_anchor')
      .values({ writer, ...row })
      .onConflict((conflict) => conflict.column('writer').doUpdateSet(row))
      .compile(),
    statements.deleteFrom('audit_log').where('writer', '=', writer).where('seq', '<=', plan.through).compile(),
  ]
}
