import type { SessionTurnTable, SessionTable } from '../schema.ts'
import { SEALED_TABLES } from '../schema.ts'
import { quoted, type Row, type Transaction } from './transaction.ts'

/** What is new about one session. Applied only to the version it was made from. */
export interface SessionSave {
  readonly does: 'save'
  readonly names: readonly [string]
  readonly version: number
  readonly session: SessionTable
  /** Whose it is, when that is to be said: the first user whose it is stays. */
  readonly user: string | undefined
  readonly turns: readonly SessionTurnTable[]
  /** They take the place of all that are stored. */
  readonly rewrites: boolean
  /** So many of the oldest calls go. */
  readonly forgotten: number
  readonly written: ReadonlyMap<string, string>
  readonly dropped: readonly string[]
}

/** All saves of a group at once: a statement for each table and not for each session. 1: applied; 0: somebody moved it on. */
export async function runSaves(
  tx: Transaction,
  saves: readonly SessionSave[],
): Promise<ReadonlyMap<SessionSave, number>> {
  const outcome = new Map<SessionSave, number>()
  const taken = new Set<string>()
  for (const save of saves) {
    const [name] = save.names
    // Two of one session in one group: the second was made from what the first one changes.
    const applies = tx.versionOf(name) === save.version && !taken.has(name)
    taken.add(name)
    outcome.set(save, applies ? 1 : 0)
  }
  const applied = saves.filter((save) => outcome.get(save) === 1)
  if (applied.length === 0) return outcome
  await saveSessions(tx, applied)
  await claim(tx, applied)
  await forgetOldest(tx, applied)
  await addTurns(tx, applied)
  await saveWritten(tx, applied)
  return outcome
}

const SESSION = quoted(SEALED_TABLES.session)
const READ_SESSIONS = `select ${SESSION} from session where id = any ($1) for update`
const SAVE_SESSIONS = `insert into session (${SESSION})
  select * from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::bigint[], $7::int[], $8::int[])
  on conflict (id) do update set ${SEALED_TABLES.session
    .slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')} returning ${SESSION}`

async function saveSessions(tx: Transaction, saves: readonly SessionSave[]): Promise<void> {
  const before = await tx.query(READ_SESSIONS, [saves.map(({ session }) => session.id)])
  const columns = SEALED_TABLES.session.map((column) => saves.map(({ session }) => session[column]))
  const after = await tx.query(SAVE_SESSIONS, columns)
  tx.touch('session', before.rows)
  tx.touch('session', after.rows)
}

async function claim(tx: Transaction, saves: readonly SessionSave[]): Promise<void> {
  for (const { session, user } of saves)
    if (user !== undefined) await tx.insert('session_user', { session: session.id, user })
}

async function forgetOldest(tx: Transaction, saves: readonly SessionSave[]): Promise<void> {
  for (const { session, forgotten, rewrites } of saves)
    if (rewrites) await tx.delete('session_turn', 'session = $1', [session.id])
    else if (forgotten > 0)
      await tx.delete(
        'session_turn',
        "session = $1 and number in (select number from session_turn where session = $1 and kind like 'call%' order by number limit $2)",
        [session.id, forgotten],
      )
}

const TURN = quoted(SEALED_TABLES.session_turn)
const ADD_TURNS = `insert into session_turn (${TURN}) select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[])`

async function addTurns(tx: Transaction, saves: readonly SessionSave[]): Promise<void> {
  const turns = saves.flatMap((save) => save.turns)
  if (turns.length === 0) return
  await tx.query(
    ADD_TURNS,
    SEALED_TABLES.session_turn.map((column) => turns.map((turn) => turn[column])),
  )
  tx.touch('session_turn', turns as readonly unknown[] as readonly Row[])
}

const WRITTEN = quoted(SEALED_TABLES.session_written)
const DROP_WRITTEN = `delete from session_written where (session, path) in (select * from unnest($1::text[], $2::text[])) returning ${WRITTEN}`
const ADD_WRITTEN = `insert into session_written (${WRITTEN}) select * from unnest($1::text[], $2::text[], $3::text[])`

async function saveWritten(tx: Transaction, saves: readonly SessionSave[]): Promise<void> {
  const rows = saves.flatMap(({ session, written }) =>
    Array.from(written, ([path, content]) => ({ session: session.id, path, content })),
  )
  const gone = [
    ...rows,
    ...saves.flatMap(({ session, dropped }) => dropped.map((path) => ({ session: session.id, path }))),
  ]
  if (gone.length === 0) return
  const before = await tx.query(DROP_WRITTEN, [gone.map(({ session }) => session), gone.map(({ path }) => path)])
  tx.touch('session_written', before.rows)
  if (rows.length === 0) return
  await tx.query(
    ADD_WRITTEN,
    SEALED_TABLES.session_written.map((column) => rows.map((row) => row[column])),
  )
  tx.touch('session_written', rows)
}
