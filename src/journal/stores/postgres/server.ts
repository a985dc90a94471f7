import type pg from 'pg'
import { ownCommand } from '../../../call/own-command.ts'
import { JournalFailure } from '../../journal.ts'

/**
 * Refuses a server on which "durable" would not mean it: a standby, or one that acknowledges before the disk has it.
 * Returns what an operator should know.
 */
export async function soundServer(client: pg.ClientBase, name: string): Promise<readonly string[]> {
  const { rows } = await client.query(
    `select pg_is_in_recovery() as standby, current_setting('synchronous_commit') as acknowledges,
      current_setting('fsync') as syncs, current_setting('full_page_writes') as pages,
      current_setting('server_version_num')::int as version, current_setting('synchronous_standby_names') as standbys,
      current_setting('server_encoding') as encoding,
      (select count(*) from pg_stat_replication) as replicas`,
  )
  const found = rows[0] as Record<string, string | number | boolean>
  const refuse = (because: string): never => {
    throw new JournalFailure('journal.failed', `${because}: ${name}`)
  }
  if (found['standby'] !== false) refuse('the database is a standby: give the address of the primary')
  if (found['syncs'] !== 'on') refuse('the database runs with fsync=off, so a record could be lost with the power')
  if (found['pages'] !== 'on') refuse('the database runs with full_page_writes=off, so a crash could damage it')
  if (found['acknowledges'] === 'off')
    refuse('the database runs with synchronous_commit=off, so a record could be lost after it was acknowledged')
  if (Number(found['version']) < 130_000) refuse('PostgreSQL 13 or later is needed')
  if (found['encoding'] !== 'UTF8') refuse('the database does not store UTF-8')
  const replicas = Number(found['replicas'])
  return replicas > 0 && (found['standbys'] === '' || found['acknowledges'] === 'local')
    ? [
        `the database has ${replicas} standby server(s) and does not wait for them: after a failover the last records may be gone, and ${ownCommand('log verify')} says so`,
      ]
    : []
}

/** Whatever runs by itself when rows are written, or hides rows: none of it is ours. */
export async function soundLayout(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query(
    `select 'trigger ' || t.tgname as what from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
     union all
     select 'rule ' || r.rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     union all
     select 'row security on ' || relname from pg_class
       where relnamespace = current_schema()::regnamespace and relrowsecurity
     union all
     select 'view ' || relname from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('v', 'm') and relname = any ($1)
     union all
     select 'unlogged table ' || relname from pg_class
       where relnamespace = current_schema()::regnamespace and relpersistence <> 'p' and relkind in ('r', 'p')
     limit 5`,
    [OURS],
  )
  if (rows.length > 0)
    throw new JournalFailure(
      'journal.layout',
      `something was added to the tables: ${rows.map((row: { what: string }) => row.what).join(', ')}: ${name}`,
    )
}

const OURS: readonly string[] = [
  'audit_log',
  'audit_anchor',
  'session',
  'session_turn',
  'session_grant',
  'session_written',
  'session_user',
  'session_seal',
  'journal_seal',
  'approval',
  'gate_user',
  'user_identity',
  'user_token',
  'rate_limit',
  'contained_ticket',
  'approval_yes',
  'kept_flag',
  'machine_chain',
  'machine_record',
  'machine_pin',
]
