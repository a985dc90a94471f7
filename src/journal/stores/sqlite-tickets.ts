import type { Compilable } from 'kysely'
import { JournalFailure } from '../journal.ts'
import {
  type FlagStore,
  holderOfTickets,
  KEPT_TICKETS,
  type KeptFlags,
  type StoredTicket,
  type TicketStore,
} from '../tickets.ts'
import { FIRST_TICKETS } from './schema.ts'
import type { SqliteJournal } from './sqlite.ts'
import { statements } from './sqlite-dialect.ts'
import { openUsed, type SqliteReader } from './sqlite-reader.ts'

/** What tickets and flags have in common: writes travel in the journal's commit groups, reads have their own connection. */
class SqliteKept {
  protected readonly journal: SqliteJournal
  readonly #path: string
  #reader: SqliteReader | undefined

  constructor(journal: SqliteJournal, database: string) {
    this.journal = journal
    this.#path = database
  }

  close(): void {
    this.#reader?.close()
    this.#reader = undefined
  }

  protected run(...queries: readonly Compilable[]): Promise<number> {
    return this.journal.run(
      queries.map((query) => {
        const { sql, parameters } = query.compile()
        return { sql, parameters }
      }),
    )
  }

  protected async reader(): Promise<SqliteReader> {
    if (this.#reader === undefined) {
      await this.journal.check()
      this.#reader = openUsed(this.#path, FIRST_TICKETS)
    }
    if (this.#reader === undefined)
      throw new JournalFailure('journal.missing', `the journal has not the latest tables: ${this.#path}`)
    return this.#reader
  }
}

/** Tickets in the journal's database, for whichever process opens it. */
export class SqliteTickets extends SqliteKept implements TicketStore {
  async give(ticket: StoredTicket): Promise<void> {
    const row = { ...ticket, holder: holderOfTickets(ticket.session), spent: 0 }
    // A taken id refuses the statement, and with it the ticket.
    await this.run(
      statements.deleteFrom('contained_ticket').where('until', '<', Date.now() - KEPT_TICKETS),
      statements.insertInto('contained_ticket').values(row),
    )
  }

  async unspent(id: string, now: number): Promise<StoredTicket | undefined> {
    const reader = await this.reader()
    const found = await reader.db
      .selectFrom('contained_ticket')
      .select('holder')
      .where('id', '=', id)
      .executeTakeFirst()
    if (found === undefined) return undefined
    const row = reader.session(this.journal.keys, found.holder).contained_ticket.find((each) => each.id === id)
    if (row === undefined || row.spent !== 0 || row.until <= now) return undefined
    const { holder: _, spent: __, ...ticket } = row
    return ticket
  }

  async spend(ticket: StoredTicket, now: number): Promise<boolean> {
    const query = statements
      .updateTable('contained_ticket')
      .set({ spent: now })
      .where('id', '=', ticket.id)
      .where('spent', '=', 0)
      .where('until', '>', now)
      .where('until', '=', ticket.until)
      .where('session', '=', ticket.session)
      .where('fingerprint', '=', ticket.fingerprint)
      .where('cwd', '=', ticket.cwd)
      .where('plan', '=', ticket.plan)
      .where('place', '=', ticket.place)
      .where('machine', '=', ticket.machine)
    return (await this.run(query)) === 1
  }
}

/** The last good flags, in the journal's database. */
export class SqliteFlags extends SqliteKept implements FlagStore {
  async read(source: string): Promise<KeptFlags | undefined> {
    const row = (await this.reader()).session(this.journal.keys, source).kept_flag[0]
    return row === undefined ? undefined : { value: row.value, at: row.at }
  }

  async keep(source: string, flags: KeptFlags): Promise<void> {
    await this.run(
      statements
        .insertInto('kept_flag')
        .values({ source, ...flags })
        .onConflict((conflict) => conflict.column('source').doUpdateSet(flags)),
    )
  }
}
