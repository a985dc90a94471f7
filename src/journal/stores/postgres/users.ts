import type pg from 'pg'
import { JournalFailure } from '../../journal.ts'
import { draftEvent } from '../../records.ts'
import { type ChangedBy, changeEvent, NO_USERS, type StoredUsers } from '../../users.ts'
import { type UserChange, USERS_REALM, type UserStore } from '../../users.ts'
import { usersFromRows } from '../sqlite-users.ts'
import { storable } from './connect.ts'
import { failureOf } from './failures.ts'
import type { PostgresJournal } from './journal.ts'
import { readNamed } from './rows.ts'
import type { Transaction } from './transaction.ts'
import type { Versions } from './versions.ts'

/**
 * Users that several daemons share. `refresh` asks the database, before every request, whether anything changed; `read`
 * gives what it found. While the database cannot be asked, nobody is a user.
 */
export class PostgresUsers implements UserStore {
  readonly #journal: PostgresJournal
  readonly #pool: pg.Pool
  readonly #versions: Versions
  readonly #name: string
  readonly #now: () => number
  #known: { readonly mac: string; readonly commit: number; readonly users: StoredUsers } | undefined
  #failure: JournalFailure | undefined

  constructor(journal: PostgresJournal, pool: pg.Pool, versions: Versions, name: string, now: () => number = Date.now) {
    this.#journal = journal
    this.#pool = pool
    this.#versions = versions
    this.#name = name
    this.#now = now
  }

  /** Never rejects: what went wrong is thrown by `read`. */
  async refresh(): Promise<void> {
    try {
      const version = await this.#versions.now(USERS_REALM)
      if (this.#known === undefined || (version?.mac ?? '') !== this.#known.mac) {
        // A seal that went back to an earlier one was put back: a user who was removed would be there again.
        if ((version?.commit ?? 0) < (this.#known?.commit ?? 0))
          throw new JournalFailure('journal.forged', `the users are from an earlier time: ${this.#name}`)
        const { rows, version: read } = await readNamed(this.#pool, this.#journal.keys, USERS_REALM)
        const users = read === undefined ? NO_USERS : usersFromRows(rows)
        if ((read?.commit ?? 0) >= (this.#known?.commit ?? 0))
          this.#known = { mac: read?.mac ?? '', commit: read?.commit ?? 0, users }
      }
      this.#failure = undefined
    } catch (error) {
      this.#failure = failureOf(error, this.#name)
    }
  }

  read(): StoredUsers {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#known === undefined)
      throw new JournalFailure('journal.unreachable', `the users were not read yet: ${this.#name}`)
    return this.#known.users
  }

  async change(change: UserChange, by: ChangedBy): Promise<boolean> {
    await this.#journal.check()
    const at = this.#now()
    const changed = await this.#journal.change(
      [{ does: 'act', names: [USERS_REALM], act: (tx) => apply(tx, change, at) }],
      draftEvent(changeEvent(change, by), at),
    )
    await this.refresh()
    return changed > 0
  }
}

/** 0: it no longer applies. An insert that meets its like is one that does not apply. */
async function apply(tx: Transaction, change: UserChange, at: number): Promise<number> {
  const realm = USERS_REALM
  switch (change.does) {
    case 'add': {
      const user = { realm, id: storable(change.user), role: change.role, disabled: 0, created: at }
      if ((await tx.insert('gate_user', user)) === 0) throw taken()
      for (const identity of change.identities)
        if ((await tx.insert('user_identity', { realm, identity: storable(identity), user: user.id })) === 0)
          throw taken()
      return 1
    }
    case 'role':
      return tx.update('gate_user', 'role = $4', 'realm = $1 and id = $2 and role = $3', [
        realm,
        change.user,
        change.before,
        change.role,
      ])
    case 'disable':
    case 'enable':
      return tx.update('gate_user', 'disabled = $4', 'realm = $1 and id = $2 and role = $3', [
        realm,
        change.user,
        change.role,
        change.does === 'disable' ? 1 : 0,
      ])
    case 'remove': {
      const removed = await tx.delete('gate_user', 'realm = $1 and id = $2 and role = $3', [
        realm,
        change.user,
        change.role,
      ])
      if (removed === 0) return 0
      await tx.delete('user_identity', 'realm = $1 and "user" = $2', [realm, change.user])
      await tx.delete('user_token', 'realm = $1 and "user" = $2', [realm, change.user])
      return removed
    }
    case 'join': {
      const row = { realm, identity: storable(change.identity), user: storable(change.user) }
      if ((await tx.insert('user_identity', row)) === 0) throw taken()
      return 1
    }
    case 'part':
      return tx.delete('user_identity', 'realm = $1 and identity = $2 and "user" = $3', [
        realm,
        change.identity,
        change.user,
      ])
    case 'token': {
      const { expires, ...token } = change.token
      const row = { realm, ...token, label: storable(token.label), expires: expires ?? 0, revoked: 0 }
      if ((await tx.insert('user_token', row)) === 0) throw taken()
      return 1
    }
    case 'revoke':
      return tx.update('user_token', 'revoked = $4', 'realm = $1 and id = $2 and "user" = $3 and revoked = 0', [
        realm,
        change.token,
        change.user,
        at,
      ])
  }
}

/** As the database itself would refuse a second row: only this change is undone. */
function taken(): Error {
  return Object.assign(new Error('the name, identity or token is taken'), { code: '23505' })
}
