import type pg from 'pg'
import type { Approval, ApprovalEnd, ApprovalStore, FirstYes } from '../../approvals.ts'
import { boundYes, holderOfYes, stateFromStore } from '../../approvals.ts'
import { JournalFailure } from '../../journal.ts'
import type { Draft } from '../../records.ts'
import type { ApprovalTable } from '../schema.ts'
import { statements, storable } from './connect.ts'
import { failureOf } from './failures.ts'
import type { PostgresJournal } from './journal.ts'
import { APPROVALS, type News, tellOthers } from './news.ts'
import { readNamed } from './rows.ts'
import type { TeamRows } from './sealed-tables.ts'
import type { Transaction } from './transaction.ts'

/** Questions that several daemons share: whoever changes a row from pending first has settled it, on whichever daemon. */
export class PostgresApprovals implements ApprovalStore {
  readonly #journal: PostgresJournal
  readonly #pool: pg.Pool
  readonly #news: News
  readonly #name: string

  constructor(journal: PostgresJournal, pool: pg.Pool, news: News, name: string) {
    this.#journal = journal
    this.#pool = pool
    this.#news = news
    this.#name = name
  }

  async add(approval: Parameters<ApprovalStore['add']>[0]): Promise<boolean> {
    const { id, key, session, question } = approval
    const row = {
      ...approval,
      id: storable(id),
      key: storable(key),
      session: storable(session),
      question: storable(question),
      state: 'pending',
      settlement: '',
      settled: 0,
      delivered: 0,
    }
    const added = await this.#journal.run([
      {
        does: 'act',
        names: [row.session],
        act: async (tx) => {
          const changed = await tx.insert('approval', row)
          if (changed > 0) {
            // Not sealed: it only says who acts on the end, and lets nobody approve anything.
            await tx.query('update approval set asker = $2 where id = $1', [row.id, this.#journal.key.writer])
            await tellOthers(tx, APPROVALS, row.id)
          }
          return changed
        },
      },
    ])
    return added === 1
  }

  async settle(id: string, end: ApprovalEnd, record: Draft): Promise<boolean> {
    const session = await this.#sessionOf(id)
    if (session === undefined) return false
    const { state, settlement, at } = end
    const act = async (tx: Transaction): Promise<number> => {
      const changed = await tx.update(
        'approval',
        'state = $3, settlement = $4, settled = $5',
        "session = $1 and id = $2 and state = 'pending'",
        [session, storable(id), state, storable(settlement), at],
      )
      if (changed > 0) await tellOthers(tx, APPROVALS, storable(id))
      return changed
    }
    return (await this.#journal.change([{ does: 'act', names: [session], act }], record)) === 1
  }

  async firstYes(yes: FirstYes): Promise<string> {
    const { by, at, instead } = yes
    const holder = storable(holderOfYes(yes))
    const question = storable(boundYes(yes))
    const row = { holder, question, by: storable(by), at }
    const act = async (tx: Transaction): Promise<number> => {
      if ((await tx.insert('approval_yes', row)) > 0) return 1
      if (instead === undefined) return 0
      const values = [holder, question, storable(instead), row.by, at]
      return tx.update('approval_yes', '"by" = $4, at = $5', 'holder = $1 and question = $2 and "by" = $3', values)
    }
    await this.#journal.run([{ does: 'act', names: [holder], act }])
    const found = (await this.#named(holder)).approval_yes.find((each) => each.question === question)
    if (found === undefined) throw new JournalFailure('journal.forged', 'a first answer that was written is not there')
    return found.by
  }

  async deliver(id: string): Promise<boolean> {
    const session = await this.#sessionOf(id)
    if (session === undefined) return false
    const act = (tx: Transaction): Promise<number> =>
      tx.update('approval', 'delivered = 1', "session = $1 and id = $2 and state <> 'pending' and delivered = 0", [
        session,
        storable(id),
      ])
    return (await this.#journal.run([{ does: 'act', names: [session], act }])) === 1
  }

  async read(id: string): Promise<Approval | undefined> {
    const session = await this.#sessionOf(id)
    return session === undefined ? undefined : (await this.#ofSession(session)).find((row) => row.id === storable(id))
  }

  async open(now: number): Promise<readonly Approval[]> {
    const query = statements
      .selectFrom('approval')
      .select(['id', 'session'])
      .where((where) =>
        where.or([where('state', '=', 'pending'), where.and([where('delivered', '=', 0), where('expires', '>', now)])]),
      )
      .compile()
    const wanted = (await this.#select(query.sql, query.parameters)) as readonly { id: string; session: string }[]
    const ids = new Set(wanted.map(({ id }) => id))
    const found: Approval[] = []
    for (const session of new Set(wanted.map((row) => row.session)))
      for (const approval of await this.#ofSession(session))
        if (ids.has(approval.id) && (approval.state === 'pending' || (!approval.delivered && approval.expires > now)))
          found.push(approval)
    return found.toSorted((one, other) => one.asked - other.asked || (one.id < other.id ? -1 : 1))
  }

  async latest(most: number): Promise<readonly Approval[]> {
    const query = statements
      .selectFrom('approval')
      .selectAll()
      .where('state', '!=', 'pending')
      .orderBy('settled', 'desc')
      .limit(most)
      .compile()
    return ((await this.#select(query.sql, query.parameters)) as readonly ApprovalTable[]).map(fromRow)
  }

  async closeSession(session: string): Promise<void> {
    const name = storable(session)
    await this.#journal.run([
      {
        does: 'act',
        names: [name],
        act: (tx) =>
          tx.update('approval', 'delivered = 1', "session = $1 and state <> 'pending' and delivered = 0", [name]),
      },
    ])
  }

  async prune(keep: number, now: number): Promise<void> {
    await this.#pruneYes()
    const rows = (await this.#select(
      `select id, session from approval where state <> 'pending' and (delivered = 1 or expires <= $2)
        and id not in (select id from approval where state <> 'pending' order by settled desc limit $1) limit 1000`,
      [keep, now],
    )) as readonly { id: string; session: string }[]
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await this.#journal.run([
      {
        does: 'act',
        names: rows.map(({ session }) => session),
        act: (tx) =>
          tx.delete('approval', "id = any ($1) and state <> 'pending' and (delivered = 1 or expires <= $2)", [
            ids,
            now,
          ]),
      },
    ])
  }

  /** What was said first about a question that waits no longer. */
  async #pruneYes(): Promise<void> {
    const rows = (await this.#select(
      `select holder, question from approval_yes where split_part(question, ' ', 1) not in
        (select id from approval where state = 'pending') limit 1000`,
      [],
    )) as readonly { holder: string; question: string }[]
    if (rows.length === 0) return
    const gone = rows.map(({ question }) => question)
    const act = (tx: Transaction): Promise<number> => tx.delete('approval_yes', 'question = any ($1)', [gone])
    await this.#journal.run([{ does: 'act', names: rows.map(({ holder }) => holder), act }])
  }

  readonly elsewhere: NonNullable<ApprovalStore['elsewhere']> = {
    others: async (ids) => {
      const rows = await this.#select('select id from approval where id = any ($1) and asker <> $2', [
        ids.map(storable),
        this.#journal.key.writer,
      ])
      return (rows as readonly { id: string }[]).map(({ id }) => id)
    },
    pending: async () => {
      const rows = await this.#select("select id from approval where state = 'pending' order by asked", [])
      return (rows as readonly { id: string }[]).map(({ id }) => id)
    },
    settled: async (ids) => {
      const rows = await this.#select(`select id from approval where id = any ($1) and state <> 'pending'`, [
        ids.map(storable),
      ])
      return (rows as readonly { id: string }[]).map(({ id }) => id)
    },
    pendingUnder: async (key, now) => {
      const rows = (await this.#select(
        `select id from approval where "key" = $1 and delivered = 0 and expires > $2 order by asked limit 1`,
        [storable(key), now],
      )) as readonly { id: string }[]
      return rows[0] === undefined ? undefined : this.read(rows[0].id)
    },
    listen: (hear) => this.#news.listen(APPROVALS, hear),
  }

  async #ofSession(session: string): Promise<readonly Approval[]> {
    return (await this.#named(session)).approval.map(fromRow)
  }

  async #named(name: string): Promise<TeamRows> {
    await this.#ready()
    try {
      return (await readNamed(this.#pool, this.#journal.keys, name)).rows
    } catch (error) {
      throw failureOf(error, this.#name)
    }
  }

  async #sessionOf(id: string): Promise<string | undefined> {
    const rows = await this.#select('select session from approval where id = $1', [storable(id)])
    return (rows[0] as { session: string } | undefined)?.session
  }

  async #select(sql: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    await this.#ready()
    try {
      return (await this.#pool.query(sql, [...values])).rows
    } catch (error) {
      throw failureOf(error, this.#name)
    }
  }

  #checked = false
  async #ready(): Promise<void> {
    if (this.#checked) return
    await this.#journal.check()
    this.#checked = true
  }
}

function fromRow(row: ApprovalTable): Approval {
  return { ...row, state: stateFromStore(row.state), delivered: row.delivered !== 0 }
}
