import type pg from 'pg'
import { ownCommand } from '../../../call/own-command.ts'
import { JournalFailure } from '../../journal.ts'
import { migrationsFrom, SCHEMA_VERSION } from '../migrations.ts'
import { statements } from './connect.ts'
import { addPartitions, PARTITIONED } from './partitions.ts'

/**
 * What only PostgreSQL has, by the version it comes with. Steps only ever add: daemons that run go on with the tables
 * they know, so this may be run while they do.
 */
const MORE: Readonly<Record<number, readonly string[]>> = {
  1: [
    ...PARTITIONED,
    'create index audit_log_position on audit_log (position)',
    // One key for all daemons: its fingerprint, so that a daemon with another one is told so.
    'create table journal_team (one integer primary key check (one = 1), writer text not null)',
    // Whose chains belong here. `mac`: under the team's key.
    `create table journal_writer (writer text primary key, public_key text not null, name text not null,
      since bigint not null, ended bigint not null, mac text not null)`,
    `create table journal_checkpoint (writer text not null, commits bigint not null, seq bigint not null,
      hash text not null, at bigint not null, public_key text not null, signature text not null,
      primary key (writer, commits))`,
  ],
  2: [`alter table approval add column asker text not null default ''`, 'create index approval_key on approval (key)'],
  // Logs of other machines. A record is JSON of all its columns: what a machine wrote may hold U+0000, which text may not.
  6: [
    `create table machine_chain (writer text primary key, from_seq bigint not null, from_hash text not null,
      seq bigint not null, hash text not null, signed text not null)`,
    `create table machine_record (writer text not null, seq bigint not null, hash text not null, record text not null,
      primary key (writer, seq))`,
    `create table machine_pin (realm text not null, token text not null, writer text not null, "user" text not null,
      at bigint not null, held text not null, primary key (realm, token))`,
  ],
}

/** Any number: it only has to be ours. */
const MIGRATING = 7_041_977

export async function schemaVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query("select to_regclass('journal_schema') is not null as there")
  if (rows[0]?.there !== true) return 0
  const found = await client.query('select version from journal_schema')
  const version: unknown = found.rows[0]?.version
  return typeof version === 'number' ? version : 0
}

/** Brings the tables up to date, one program at a time. Returns the version before. */
export async function migrate(client: pg.ClientBase, now: number): Promise<number> {
  await client.query('select pg_advisory_lock($1)', [MIGRATING])
  try {
    const before = await schemaVersion(client)
    refuseNewer(before)
    await client.query('begin')
    if (before === 0) {
      await client.query('create table journal_schema (version integer not null)')
      await client.query('insert into journal_schema (version) values (0)')
    }
    for (let version = before; version < SCHEMA_VERSION; version++) {
      for (const step of migrationsFrom(version, statements, 'postgres', version + 1)) {
        const { sql, parameters } = step.compile()
        await client.query(sql, [...parameters])
      }
      for (const sql of MORE[version + 1] ?? []) await client.query(sql)
    }
    await client.query('update journal_schema set version = $1', [SCHEMA_VERSION])
    await client.query('commit')
    await addPartitions(client, now)
    return before
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATING]).catch(() => undefined)
  }
}

/** A daemon writes only tables it knows. */
export async function currentSchema(client: pg.ClientBase, name: string): Promise<void> {
  const version = await schemaVersion(client)
  refuseNewer(version)
  if (version === SCHEMA_VERSION) return
  throw new JournalFailure(
    'journal.missing',
    version === 0
      ? `there are no tables yet: run \`${ownCommand('migrate')}\`: ${name}`
      : `the tables have version ${version} and ${SCHEMA_VERSION} is needed: run \`${ownCommand('migrate')}\`: ${name}`,
  )
}

export function refuseNewer(version: number): void {
  if (version <= SCHEMA_VERSION) return
  throw new JournalFailure(
    'journal.newer',
    `the database has version ${version}, this program knows ${SCHEMA_VERSION}: update the program`,
  )
}
