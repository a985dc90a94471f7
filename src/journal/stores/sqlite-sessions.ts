import type { Compilable } from 'kysely'
import type { WrittenContent } from '../../call/memory.ts'
import type { Session } from '../../session.ts'
import type { Grant, SessionStore } from '../sessions.ts'
import {
  modeForStore,
  modesFromStore,
  turnForStore,
  turnFromStore,
  writtenForStore,
  writtenFromStore,
} from '../sessions.ts'
import type { SqliteJournal } from './sqlite.ts'
import { statements } from './sqlite-dialect.ts'
import type { SessionRows } from './sealed-rows.ts'
import { openReader } from './sqlite-reader.ts'
import type { SqliteReader } from './sqlite-reader.ts'
import type { Statement } from './sqlite-writer.ts'

/** What of a session this process has already written, so that saving again costs only what is new. */
interface Saved {
  /** How many turns, from the first. */
  readonly turns: number
  /** The number of the next one in the store: it counts those that were forgotten, too. */
  readonly next: number
  /** Calls that are no longer among the turns and still in the store. */
  readonly forgotten: number
  /** Whose it is stands in the store. */
  readonly claimed: boolean
  /** The very objects that were written: the same object is the same content. */
  readonly written: ReadonlyMap<string, WrittenContent>
}

/** Beyond this the longest unused are forgotten, and saved from scratch the next time. */
const MOST_SAVED = 10_000

/** Sessions in the journal's database. Writes travel in the journal's commit groups; reads have a connection of their own. */
export class SqliteSessions implements SessionStore {
  readonly #journal: SqliteJournal
  readonly #path: string
  readonly #now: () => number
  readonly #saved = new Map<string, Saved>()
  #reader: SqliteReader | undefined

  constructor(journal: SqliteJournal, database: string, now: () => number = Date.now) {
    this.#journal = journal
    this.#path = database
    this.#now = now
  }

  async load(id: string): Promise<Session | undefined> {
    const rows = await this.#rows(id)
    const session = sessionFromRows(id, rows, this.#now())
    if (session === undefined) return undefined
    this.#note(id, {
      turns: session.turns.length,
      next: rows.session_turn.reduce((most, { number }) => Math.max(most, number), -1) + 1,
      forgotten: 0,
      claimed: session.claimed === true,
      written: new Map(session.written),
    })
    return session
  }

  /** One that is refused because another process wrote the same turn first rejects: what is known here is then old. */
  async save(session: Session): Promise<void> {
    const { id, denials } = session
    const known = this.#saved.get(id)
    // Unknown here, or shorter than before: what the store has cannot be trusted to be a beginning of it.
    const saved = known !== undefined && session.turns.length >= known.turns ? known : undefined
    const interactive = session.interactive ? 1 : 0
    const paused = session.paused === true ? 1 : 0
    const stopped = session.stopped === true ? 1 : 0
    const list: Statement[] = [
      {
        sql: SAVE_SESSION,
        parameters: [
          id,
          modeForStore(session),
          interactive,
          denials.consecutive,
          denials.total,
          this.#now(),
          paused,
          stopped,
        ],
      },
    ]
    const claimed = session.claimed === true
    if (claimed && saved?.claimed !== true) list.push({ sql: SAVE_USER, parameters: [id, session.user ?? ''] })
    if (saved === undefined) list.push({ sql: DROP_TURNS, parameters: [id] }, { sql: DROP_WRITTEN, parameters: [id] })
    else if (saved.forgotten > 0) list.push({ sql: DROP_OLDEST_CALLS, parameters: [id, id, saved.forgotten] })
    const turns = session.turns.length
    let next = saved?.next ?? 0
    for (let index = saved?.turns ?? 0; index < turns; index++) {
      const { kind, tool, text } = turnForStore(session.turns[index]!)
      list.push({ sql: ADD_TURN, parameters: [id, next++, kind, tool, text] })
    }
    const files = writtenSince(session, saved?.written ?? NONE)
    const written = files.length === 0 && saved !== undefined ? saved.written : new Map(session.written)
    try {
      await this.#journal.run([...list, ...files])
    } catch (error) {
      // It may reach the disk after all, or another process wrote there: the next save writes everything anew.
      this.#saved.delete(id)
      throw error
    }
    // Some may have been forgotten while these were written.
    const meanwhile = (this.#saved.get(id)?.forgotten ?? 0) - (saved?.forgotten ?? 0)
    this.#note(id, { turns: turns - meanwhile, next, forgotten: meanwhile, claimed, written })
  }

  forgetOldest(id: string, calls: number): void {
    const saved = this.#saved.get(id)
    if (saved) this.#saved.set(id, { ...saved, turns: saved.turns - calls, forgotten: saved.forgotten + calls })
  }

  #note(id: string, saved: Saved): void {
    this.#saved.delete(id)
    this.#saved.set(id, saved)
    const [oldest] = this.#saved.keys()
    if (this.#saved.size > MOST_SAVED && oldest !== undefined) this.#saved.delete(oldest)
  }

  async addGrant(grant: Grant): Promise<void> {
    const { expires, ...rest } = grant
    const row = { ...rest, expires: expires ?? 0, spent: 0 }
    await this.#journal.run([asStatement(statements.insertInto('session_grant').values(row))])
  }

  async grants(session: string, now: number): Promise<readonly Grant[]> {
    return liveGrants(await this.#rows(session), now)
  }

  async spendGrant(id: string, now: number): Promise<boolean> {
    const changed = await this.#journal.run([
      asStatement(
        statements
          .updateTable('session_grant')
          .set({ spent: 1 })
          .where('id', '=', id)
          .where('spent', '=', 0)
          .where((where) => where.or([where('expires', '=', 0), where('expires', '>', now)])),
      ),
    ])
    return changed === 1
  }

  async cleanupSession(id: string): Promise<void> {
    await this.#journal.run([asStatement(statements.deleteFrom('session_grant').where('session', '=', id))])
  }

  async forgetSession(id: string): Promise<void> {
    await this.#journal.run([
      asStatement(statements.deleteFrom('session_grant').where('session', '=', id)),
      asStatement(statements.deleteFrom('session_turn').where('session', '=', id)),
      asStatement(statements.deleteFrom('session_written').where('session', '=', id)),
      asStatement(statements.deleteFrom('session_user').where('session', '=', id)),
      asStatement(statements.deleteFrom('session').where('id', '=', id)),
    ])
    this.#saved.delete(id)
  }

  close(): void {
    this.#reader?.close()
    this.#reader = undefined
  }

  /** The first read makes sure that there is a database with tables. */
  async #rows(session: string): Promise<SessionRows> {
    if (this.#reader === undefined) {
      await this.#journal.check()
      this.#reader = openReader(this.#path)
    }
    return this.#reader.session(this.#journal.keys, session)
  }
}

/** Undefined: there is no such session. */
export function sessionFromRows(id: string, rows: SessionRows, now: number): Session | undefined {
  const [row] = rows.session
  if (row === undefined) return undefined
  return {
    id,
    ...modesFromStore(row.mode),
    interactive: row.interactive === 1,
    turns: rows.session_turn.toSorted((one, other) => one.number - other.number).map(turnFromStore),
    denials: { consecutive: row.consecutive, total: row.total },
    written: new Map(rows.session_written.map((file) => [file.path, writtenFromStore(file.content)])),
    // What is there and not 0 holds the session.
    ...(row.paused === 0 ? {} : { paused: true }),
    ...(row.stopped === 0 ? {} : { stopped: true }),
    ...(rows.session_user[0] === undefined ? {} : { user: rows.session_user[0].user, claimed: true as const }),
    grants: liveGrants(rows, now),
  }
}

export function liveGrants(rows: SessionRows, now: number): Grant[] {
  return rows.session_grant
    .filter((grant) => grant.spent === 0 && (grant.expires === 0 || grant.expires > now))
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ spent: _spent, expires, scope, ...row }) => {
      if (scope !== 'call' && scope !== 'once' && scope !== 'command' && scope !== 'rule') return []
      return [{ ...row, scope, ...(expires === 0 ? {} : { expires }) }]
    })
}

const NONE: ReadonlyMap<string, WrittenContent> = new Map()

function writtenSince(session: Session, before: ReadonlyMap<string, WrittenContent>): readonly Statement[] {
  const list: Statement[] = []
  for (const [path, content] of session.written)
    if (before.get(path) !== content)
      list.push({ sql: SAVE_WRITTEN, parameters: [session.id, path, writtenForStore(content)] })
  for (const path of before.keys())
    if (!session.written.has(path)) list.push({ sql: DROP_ONE_WRITTEN, parameters: [session.id, path] })
  return list
}

/** Spelled out once: every allow saves its session, and building the text would cost more than running it. */
const SAVE_SESSION =
  'insert into session (id, mode, interactive, consecutive, total, updated, paused, stopped) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do update set mode = excluded.mode, interactive = excluded.interactive, consecutive = excluded.consecutive, total = excluded.total, updated = excluded.updated, paused = excluded.paused, stopped = excluded.stopped'
/** The first user whose it is stays. */
const SAVE_USER = 'insert into session_user (session, user) values (?, ?) on conflict (session) do nothing'
const DROP_TURNS = 'delete from session_turn where session = ?'
const DROP_OLDEST_CALLS =
  "delete from session_turn where session = ? and number in (select number from session_turn where session = ? and kind like 'call%' order by number limit ?)"
const ADD_TURN = 'insert into session_turn (session, number, kind, tool, text) values (?, ?, ?, ?, ?)'
const DROP_WRITTEN = 'delete from session_written where session = ?'
const SAVE_WRITTEN =
  'insert into session_written (session, path, content) values (?, ?, ?) on conflict (session, path) do update set content = excluded.content'
const DROP_ONE_WRITTEN = 'delete from session_written where session = ? and path = ?'

function asStatement(query: Compilable): Statement {
  const { sql, parameters } = query.compile()
  return { sql, parameters }
}
