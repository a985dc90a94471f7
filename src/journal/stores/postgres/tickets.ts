import type pg from 'pg'
import { JournalFailure } from '../../journal.ts'
import {
  type FlagStore,
  holderOfTickets,
  KEPT_TICKETS,
  type KeptFlags,
  type StoredTicket,
  type TicketStore,
} from '../../tickets.ts'
import { storable } from './connect.ts'
import { failureOf } from './failures.ts'
import type { PostgresJournal } from './journal.ts'
import { type Named, readNamed } from './rows.ts'

class PostgresKept {
  protected readonly journal: PostgresJournal
  protected readonly pool: pg.Pool
  readonly #name: string

  constructor(journal: PostgresJournal, pool: pg.Pool, name: string) {
    this.journal = journal
    this.pool = pool
    this.#name = name
  }

  protected named(name: string): Promise<Named> {
    return this.asked(() => readNamed(this.pool, this.journal.keys, name))
  }

  protected async asked<T>(ask: () => Promise<T>): Promise<T> {
    await this.journal.check()
    try {
      return await ask()
    } catch (error) {
      throw failureOf(error, this.#name)
    }
  }
}

/** Tickets that several daemons share: whoever changes the row first has used it, on whichever daemon. */
export class PostgresTickets extends PostgresKept implements TicketStore {
  async give(ticket: StoredTicket): Promise<void> {
    const row = clean({ ...ticket, holder: holderOfTickets(ticket.session), spent: 0 })
    const { holder } = row
    const given = await this.journal.run([
      {
        does: 'act',
        names: [holder],
        act: async (tx) => {
          await tx.delete('contained_ticket', 'holder = $1 and until < $2', [holder, Date.now() - KEPT_TICKETS])
          return tx.insert('contained_ticket', row)
        },
      },
    ])
    if (given !== 1) throw new JournalFailure('journal.failed', 'a ticket with this id was given before')
  }

  async unspent(id: string, now: number): Promise<StoredTicket | undefined> {
    const { rows } = await this.asked(() =>
      this.pool.query('select holder from contained_ticket where id = $1', [storable(id)]),
    )
    const holder: unknown = (rows[0] as { holder?: unknown } | undefined)?.holder
    if (typeof holder !== 'string') return undefined
    const row = (await this.named(holder)).rows.contained_ticket.find((each) => each.id === id)
    if (row === undefined || row.spent !== 0 || row.until <= now) return undefined
    const { holder: _, spent: __, ...ticket } = row
    return ticket
  }

  async spend(ticket: StoredTicket, now: number): Promise<boolean> {
    const { id, session, fingerprint, cwd, until, plan, place, machine } = clean(ticket)
    const holder = holderOfTickets(session)
    const changed = await this.journal.run([
      {
        does: 'act',
        names: [holder],
        act: (tx) =>
          tx.update(
            'contained_ticket',
            'spent = $3',
            `holder = $1 and id = $2 and spent = 0 and until > $3 and until = $4 and session = $5 and
              fingerprint = $6 and cwd = $7 and plan = $8 and place = $9 and machine = $10`,
            [holder, id, now, until, session, fingerprint, cwd, plan, place, machine],
          ),
      },
    ])
    return changed === 1
  }
}

/** The last good flags that any daemon of the team has read. */
export class PostgresFlags extends PostgresKept implements FlagStore {
  async read(source: string): Promise<KeptFlags | undefined> {
    const row = (await this.named(storable(source))).rows.kept_flag[0]
    return row === undefined ? undefined : { value: row.value, at: row.at }
  }

  async keep(source: string, { value, at }: KeptFlags): Promise<void> {
    const row = clean({ source, value, at })
    await this.journal.run([
      {
        does: 'act',
        names: [row.source],
        act: async (tx) => {
          if ((await tx.insert('kept_flag', row)) > 0) return 1
          return tx.update('kept_flag', 'value = $2, at = $3', 'source = $1', [row.source, row.value, row.at])
        },
      },
    ])
  }
}

function clean<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'string' ? storable(value) : value]),
  ) as Row
}
