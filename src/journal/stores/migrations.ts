import type { Compilable, Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './schema.ts'

export type StoreKind = 'sqlite' | 'postgres'

/** The statements of one step, in order. A store runs a step and raises the version in one transaction. */
type Migration = (db: Kysely<Tables>, kind: StoreKind) => readonly Compilable[]

/** Never edit a step that was released; add one. */
const MIGRATIONS: readonly Migration[] = [begin, addApprovals, addHolds, addSeals, addUsers, addMachines, addTickets]

/** The version this program reads and writes. A journal with a higher one is refused, not guessed at. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** The first version with seals. */
export const FIRST_SEALED = 4

/** What to run to bring a journal from `version` to `to`. */
export function migrationsFrom(
  version: number,
  db: Kysely<Tables>,
  kind: StoreKind,
  to: number = SCHEMA_VERSION,
): readonly Compilable[] {
  return MIGRATIONS.slice(version, to).flatMap((migration) => migration(db, kind))
}

function begin(db: Kysely<Tables>, kind: StoreKind): readonly Compilable[] {
  const { schema } = db
  // STRICT: a text column that was turned into a number or a blob is corruption, not a value.
  const strict = kind === 'sqlite' ? sql`strict` : sql``
  const number = kind === 'sqlite' ? sql`integer` : sql`bigint`
  const log = schema.createTable('audit_log')
  return [
    (kind === 'sqlite'
      ? log.addColumn('position', 'integer', (column) => column.primaryKey())
      : log.addColumn('position', 'bigserial', (column) => column.notNull())
    )
      .addColumn('writer', 'text', (column) => column.notNull())
      .addColumn('seq', number, (column) => column.notNull())
      .addColumn('at', number, (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('severity', 'text', (column) => column.notNull())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('tool', 'text', (column) => column.notNull())
      .addColumn('decision', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('user', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .modifyEnd(kind === 'sqlite' ? strict : sql`partition by range (at)`),
    // One record per place of a chain: two writers with one key cannot fork it. PostgreSQL has it for each month.
    ...(kind === 'sqlite'
      ? [schema.createIndex('audit_log_chain').on('audit_log').columns(['writer', 'seq']).unique()]
      : []),
    schema.createIndex('audit_log_session').on('audit_log').column('session'),
    schema.createIndex('audit_log_at').on('audit_log').column('at'),
    schema
      .createTable('audit_anchor')
      .addColumn('writer', 'text', (column) => column.primaryKey().notNull())
      .addColumn('seq', number, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('at', number, (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('signature', 'text', (column) => column.notNull())
      .modifyEnd(strict),
    schema
      .createTable('session')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('interactive', 'integer', (column) => column.notNull())
      .addColumn('consecutive', 'integer', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('updated', number, (column) => column.notNull())
      .modifyEnd(strict),
    schema
      .createTable('session_turn')
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('tool', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('session_turn_key', ['session', 'number'])
      .modifyEnd(strict),
    schema
      .createTable('session_grant')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('rule', 'text', (column) => column.notNull())
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('at', number, (column) => column.notNull())
      .addColumn('expires', number, (column) => column.notNull())
      .addColumn('spent', 'integer', (column) => column.notNull())
      .modifyEnd(strict),
    schema.createIndex('session_grant_session').on('session_grant').column('session'),
    schema
      .createTable('session_written')
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('session_written_key', ['session', 'path'])
      .modifyEnd(strict),
  ]
}

function addApprovals(db: Kysely<Tables>, kind: StoreKind): readonly Compilable[] {
  const { schema } = db
  const strict = kind === 'sqlite' ? sql`strict` : sql``
  const number = kind === 'sqlite' ? sql`integer` : sql`bigint`
  return [
    schema
      .createTable('approval')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('asked', number, (column) => column.notNull())
      .addColumn('expires', number, (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('settlement', 'text', (column) => column.notNull())
      .addColumn('settled', number, (column) => column.notNull())
      .addColumn('delivered', 'integer', (column) => column.notNull())
      .modifyEnd(strict),
    schema.createIndex('approval_state').on('approval').columns(['state', 'settled']),
    schema.createIndex('approval_session').on('approval').column('session'),
  ]
}

/** What a person does to a running session: pause it, stop it. */
function addHolds(db: Kysely<Tables>): readonly Compilable[] {
  return (['paused', 'stopped'] as const).map((name) =>
    db.schema.alterTable('session').addColumn(name, 'integer', (column) => column.notNull().defaultTo(0)),
  )
}

/** What makes the rows the writer's own. The writer fills them in: only it has the key. */
function addSeals(db: Kysely<Tables>, kind: StoreKind): readonly Compilable[] {
  const { schema } = db
  const strict = kind === 'sqlite' ? sql`strict` : sql``
  const number = kind === 'sqlite' ? sql`integer` : sql`bigint`
  return [
    schema
      .createTable('session_seal')
      .addColumn('writer', 'text', (column) => column.notNull())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('commit', number, (column) => column.notNull())
      .addColumn('rows', 'text', (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('session_seal_key', ['writer', 'session'])
      .modifyEnd(strict),
    schema
      .createTable('journal_seal')
      .addColumn('writer', 'text', (column) => column.primaryKey().notNull())
      .addColumn('commits', number, (column) => column.notNull())
      .addColumn('seq', number, (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('layout', 'text', (column) => column.notNull())
      .addColumn('sessions', 'text', (column) => column.notNull())
      .addColumn('signed', number, (column) => column.notNull())
      .addColumn('hashed_only', number, (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .modifyEnd(strict),
  ]
}

/** Who is who, and how often each has called. Every row is sealed: an edited role must be noticed. */
function addUsers(db: Kysely<Tables>, kind: StoreKind): readonly Compilable[] {
  const { schema } = db
  const strict = kind === 'sqlite' ? sql`strict` : sql``
  const number = kind === 'sqlite' ? sql`integer` : sql`bigint`
  return [
    schema
      .createTable('gate_user')
      .addColumn('realm', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('disabled', 'integer', (column) => column.notNull())
      .addColumn('created', number, (column) => column.notNull())
      .addPrimaryKeyConstraint('gate_user_key', ['realm', 'id'])
      .modifyEnd(strict),
    // One identity belongs to one user.
    schema
      .createTable('user_identity')
      .addColumn('realm', 'text', (column) => column.notNull())
      .addColumn('identity', 'text', (column) => column.notNull())
      .addColumn('user', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_identity_key', ['realm', 'identity'])
      .modifyEnd(strict),
    schema
      .createTable('user_token')
      .addColumn('realm', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('user', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created', number, (column) => column.notNull())
      .addColumn('expires', number, (column) => column.notNull())
      .addColumn('revoked', number, (column) => column.notNull())
      .addPrimaryKeyConstraint('user_token_key', ['realm', 'id'])
      .modifyEnd(strict),
    schema
      .createTable('session_user')
      .addColumn('session', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user', 'text', (column) => column.notNull())
      .modifyEnd(strict),
    schema
      .createTable('rate_limit')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('tokens', number, (column) => column.notNull())
      .addColumn('at', number, (column) => column.notNull())
      .addColumn('over', number, (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .modifyEnd(strict),
    schema.createIndex('rate_limit_over').on('rate_limit').column('over'),
  ]
}

/** Logs of other machines: PostgreSQL adds its own tables for them with this step, SQLite has them in another file. */
function addMachines(): readonly Compilable[] {
  return []
}

/** What several daemons have to agree about besides sessions: tickets, the first of two answers, the last good flags. */
function addTickets(db: Kysely<Tables>, kind: StoreKind): readonly Compilable[] {
  const { schema } = db
  const strict = kind === 'sqlite' ? sql`strict` : sql``
  const number = kind === 'sqlite' ? sql`integer` : sql`bigint`
  return [
    schema
      .createTable('contained_ticket')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('cwd', 'text', (column) => column.notNull())
      .addColumn('until', number, (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('machine', 'text', (column) => column.notNull())
      .addColumn('door', 'text', (column) => column.notNull())
      .addColumn('spent', number, (column) => column.notNull())
      .modifyEnd(strict),
    schema.createIndex('contained_ticket_holder').on('contained_ticket').column('holder'),
    schema.createIndex('contained_ticket_until').on('contained_ticket').column('until'),
    schema
      .createTable('approval_yes')
      .addColumn('question', 'text', (column) => column.primaryKey().notNull())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('at', number, (column) => column.notNull())
      .modifyEnd(strict),
    schema.createIndex('approval_yes_holder').on('approval_yes').column('holder'),
    schema
      .createTable('kept_flag')
      .addColumn('source', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('at', number, (column) => column.notNull())
      .modifyEnd(strict),
  ]
}
