import { type Compilable, sql } from 'kysely'
import type { Approval, ApprovalEnd, ApprovalStore, FirstYes } from '../approvals.ts'
import { boundYes, holderOfYes, stateFromStore } from '../approvals.ts'
import { JournalFailure } from '../journal.ts'
import type { Draft } from '../records.ts'
import type { ApprovalTable } from './schema.ts'
import type { SqliteJournal } from './sqlite.ts'
import { statements } from './sqlite-dialect.ts'
import { openReader, type SqliteReader } from './sqlite-reader.ts'
import type { Statement } from './sqlite-writer.ts'

/** Questions in the journal's database. Writes travel in the journal's commit groups; reads have their own connection. */
export class SqliteApprovals implements ApprovalStore {
  readonly #journal: SqliteJournal
  readonly #path: string
  #reader: SqliteReader | undefined

  constructor(journal: SqliteJournal, database: string) {
    this.#journal = journal
    this.#path = database
  }

  async add(approval: Parameters<ApprovalStore['add']>[0]): Promise<boolean> {
    const row: ApprovalTable = { ...approval, state: 'pending', settlement: '', settled: 0, delivered: 0 }
    const insert = statements.insertInto('approval').values(row)
    return (await this.#run(insert.onConflict((conflict) => conflict.column('id').doNothing()))) === 1
  }

  async settle(id: string, end: ApprovalEnd, record: Draft): Promise<boolean> {
    const update = statements
      .updateTable('approval')
      .set({ state: end.state, settlement: end.settlement, settled: end.at })
      .where('id', '=', id)
      .where('state', '=', 'pending')
    return (await this.#journal.change([asStatement(update)], record)) === 1
  }

  async firstYes(yes: FirstYes): Promise<string> {
    const { by, at, instead } = yes
    const holder = holderOfYes(yes)
    const question = boundYes(yes)
    const insert = statements.insertInto('approval_yes').values({ holder, question, by, at })
    await this.#run(
      insert.onConflict((conflict) =>
        instead === undefined
          ? conflict.column('question').doNothing()
          : conflict.column('question').doUpdateSet({ by, at }).where('approval_yes.by', '=', instead),
      ),
    )
    const reader = await this.#read()
    const row = reader.session(this.#journal.keys, holder).approval_yes.find((each) => each.question === question)
    if (row === undefined) throw new JournalFailure('journal.forged', 'a first answer that was written is not there')
    return row.by
  }

  async deliver(id: string): Promise<boolean> {
    const update = statements
      .updateTable('approval')
      .set({ delivered: 1 })
      .where('id', '=', id)
      .where('state', '!=', 'pending')
      .where('delivered', '=', 0)
    return (await this.#run(update)) === 1
  }

  async read(id: string): Promise<Approval | undefined> {
    const { db } = await this.#read()
    const row = await db.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? undefined : (await this.#checked([row])).map(fromRow)[0]
  }

  async open(now: number): Promise<readonly Approval[]> {
    const { db } = await this.#read()
    const rows = await db
      .selectFrom('approval')
      .selectAll()
      .where((where) =>
        where.or([where('state', '=', 'pending'), where.and([where('delivered', '=', 0), where('expires', '>', now)])]),
      )
      .orderBy('asked')
      .orderBy('id')
      .execute()
    return (await this.#checked(rows)).map(fromRow)
  }

  async latest(most: number): Promise<readonly Approval[]> {
    const { db } = await this.#read()
    const rows = await db
      .selectFrom('approval')
      .selectAll()
      .where('state', '!=', 'pending')
      .orderBy('settled', 'desc')
      .limit(most)
      .execute()
    return rows.map(fromRow)
  }

  async closeSession(session: string): Promise<void> {
    await this.#run(
      statements
        .updateTable('approval')
        .set({ delivered: 1 })
        .where('session', '=', session)
        .where('state', '!=', 'pending')
        .where('delivered', '=', 0),
    )
  }

  async prune(keep: number, now: number): Promise<void> {
    const latest = statements
      .selectFrom('approval')
      .select('id')
      .where('state', '!=', 'pending')
      .orderBy('settled', 'desc')
      .limit(keep)
    await this.#run(
      statements
        .deleteFrom('approval')
        .where('state', '!=', 'pending')
        .where((where) => where.or([where('delivered', '=', 1), where('expires', '<=', now)]))
        .where('id', 'not in', latest),
    )
    // What was said first about a question that waits no longer.
    await this.#run(
      statements
        .deleteFrom('approval_yes')
        .where(
          sql<string>`substr(question, 1, instr(question, ' ') - 1)`,
          'not in',
          statements.selectFrom('approval').select('id').where('state', '=', 'pending'),
        ),
    )
  }

  close(): void {
    this.#reader?.close()
    this.#reader = undefined
  }

  #run(query: Compilable): Promise<number> {
    return this.#journal.run([asStatement(query)])
  }

  /** The same rows as their sessions' seals cover them. Throws a `JournalFailure` where they are not. */
  async #checked(rows: readonly ApprovalTable[]): Promise<readonly ApprovalTable[]> {
    const reader = await this.#read()
    const sealed = new Map<string, ReadonlyMap<string, ApprovalTable>>()
    for (const session of new Set(rows.map((row) => row.session)))
      sealed.set(session, new Map(reader.session(this.#journal.keys, session).approval.map((row) => [row.id, row])))
    return rows.flatMap((row) => sealed.get(row.session)?.get(row.id) ?? [])
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

function fromRow(row: ApprovalTable): Approval {
  return { ...row, state: stateFromStore(row.state), delivered: row.delivered !== 0 }
}

function asStatement(query: Compilable): Statement {
  const { sql, parameters } = query.compile()
  return { sql, parameters }
}
