import type { Compilable } from 'kysely'
import type { WrittenContent } from '../../call/memory.ts'
import type { Session } from '../../session.ts'
import type { Grant, SessionStore } from '../sessions.ts'
import { modeFromStore, turnForStore, turnFromStore, writtenForStore, writtenFromStore } from '../sessions.ts'
import type { SqliteJournal } from './sqlite.ts'
import { statements } from './sqlite-dialect.ts'
import { openReader } from './sqlite-reader.ts'
import type { SqliteReader } from './sqlite-reader.ts'
import type { Statement } from './sqlite-writer.ts'

/** What of a session this process has already written, so that saving again costs only what is new. */
interface Saved {
  readonly turns: number
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
    const { db } = await this.#read()
    const row = await db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) return undefined
    const turns = await db.selectFrom('session_turn').selectAll().where('session', '=', id).orderBy('number').execute()
    const written = await db.selectFrom('session_written').selectAll().where('session', '=', id).execute()
    const session: Session = {
      id,
      mode: modeFromStore(row.mode),
      interactive: row.interactive === 1,
      turns: turns.map(turnFromStore),
      denials: { consecutive: row.consecutive, total: row.total },
      written: new Map(written.map((file) => [file.path, writtenFromStore(file.content)])),
      // What is there and not 0 holds the session.
      ...(row.paused === 0 ? {} : { paused: true }),
      ...(row.stopped === 0 ? {} : { stopped: true }),
      grants: [...(await this.grants(id, this.#now()))],
    }
    this.#note(session)
    return session
  }

  async save(session: Session): Promise<void> {
    const { id } = session
    const saved = this.#saved.get(id)
    const columns = {
      mode: session.mode,
      interactive: session.interactive ? 1 : 0,
      consecutive: session.denials.consecutive,
      total: session.denials.total,
      updated: this.#now(),
      paused: session.paused === true ? 1 : 0,
      stopped: session.stopped === true ? 1 : 0,
    }
    const queries: Compilable[] = [
      statements
        .insertInto('session')
        .values({ id, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns)),
    ]
    const from = saved?.turns ?? 0
    // Unknown here, or shorter than before: what the store has cannot be trusted to be a beginning of it.
    const anew = saved === undefined || session.turns.length < from
    if (anew) queries.push(statements.deleteFrom('session_turn').where('session', '=', id))
    for (const [index, turn] of session.turns.entries()) {
      if (!anew && index < from) continue
      queries.push(statements.insertInto('session_turn').values({ session: id, number: index, ...turnForStore(turn) }))
    }
    if (anew) queries.push(statements.deleteFrom('session_written').where('session', '=', id))
    for (const [path, content] of session.written) {
      if (!anew && saved.written.get(path) === content) continue
      const text = writtenForStore(content)
      queries.push(
        statements
          .insertInto('session_written')
          .values({ session: id, path, content: text })
          .onConflict((conflict) => conflict.columns(['session', 'path']).doUpdateSet({ content: text })),
      )
    }
    for (const path of saved?.written.keys() ?? []) {
      if (session.written.has(path)) continue
      queries.push(statements.deleteFrom('session_written').where('session', '=', id).where('path', '=', path))
    }
    const noted = { turns: session.turns.length, written: new Map(session.written) }
    await this.#journal.run(queries.map(asStatement))
    this.#note(session, noted)
  }

  #note(session: Session, saved: Saved = { turns: session.turns.length, written: new Map(session.written) }): void {
    this.#saved.delete(session.id)
    this.#saved.set(session.id, saved)
    const [oldest] = this.#saved.keys()
    if (this.#saved.size > MOST_SAVED && oldest !== undefined) this.#saved.delete(oldest)
  }

  async addGrant(grant: Grant): Promise<void> {
    const { expires, ...rest } = grant
    const row = { ...rest, expires: expires ?? 0, spent: 0 }
    await this.#journal.run([asStatement(statements.insertInto('session_grant').values(row))])
  }

  async grants(session: string, now: number): Promise<readonly Grant[]> {
    const { db } = await this.#read()
    const rows = await db
      .selectFrom('session_grant')
      .selectAll()
      .where('session', '=', session)
      .where('spent', '=', 0)
      .where((where) => where.or([where('expires', '=', 0), where('expires', '>', now)]))
      .orderBy('at')
      .execute()
    return rows.flatMap(({ spent: _spent, expires, scope, ...row }) => {
      if (scope !== 'call' && scope !== 'command' && scope !== 'rule') return []
      return [{ ...row, scope, ...(expires === 0 ? {} : { expires }) }]
    })
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
      asStatement(statements.deleteFrom('session').where('id', '=', id)),
    ])
    this.#saved.delete(id)
  }

  close(): void {
    this.#reader?.close()
    this.#reader = undefined
  }

  /** The first read makes sure that there is a database with tables. */
  async #read(): Promise<SqliteReader> {
    if (this.#reader === undefined) {
      await this.#journal.check()
      this.#reader = openReader(this.#path)
    }
    return this.#reader
  }
}

function asStatement(query: Compilable): Statement {
  const { sql, parameters } = query.compile()
  return { sql, parameters }
}
