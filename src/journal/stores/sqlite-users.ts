import type { Compilable } from 'kysely'
import { draftEvent } from '../records.ts'
import { type ChangedBy, changeEvent, NO_USERS, roleFromStore, type StoredUsers } from '../users.ts'
import { type UserChange, USERS_REALM, type UserStore } from '../users.ts'
import type { SessionRows } from './sealed-rows.ts'
import type { SqliteJournal } from './sqlite.ts'
import { statements } from './sqlite-dialect.ts'
import { FIRST_USERS } from './schema.ts'
import { openReader, openUsed, type SqliteReader } from './sqlite-reader.ts'
import type { Statement } from './sqlite-writer.ts'

/**
 * Users in the journal's database. Reading is cheap while nothing changed: the seal of their rows says so, whoever
 * changed them, in this process or another.
 */
export class SqliteUsers implements UserStore {
  readonly #journal: SqliteJournal
  readonly #path: string
  readonly #now: () => number
  #reader: SqliteReader | undefined
  #known: { readonly seal: string; readonly users: StoredUsers } | undefined

  constructor(journal: SqliteJournal, database: string, now: () => number = Date.now) {
    this.#journal = journal
    this.#path = database
    this.#now = now
  }

  /** To be awaited once before the first `read`: makes sure that there is a database with tables. */
  async open(): Promise<void> {
    await this.#journal.check()
    this.#reader ??= openReader(this.#path)
  }

  read(): StoredUsers {
    const reader = (this.#reader ??= openUsed(this.#path, FIRST_USERS))
    // No commit of this program has reached the file yet; the first one finds out whether there should have been.
    if (reader === undefined) return NO_USERS
    const { keys } = this.#journal
    const seal = reader.sealOf(keys, USERS_REALM)
    if (this.#known?.seal === seal) return this.#known.users
    this.#known = undefined
    const users = seal === '' ? NO_USERS : usersFromRows(reader.session(keys, USERS_REALM))
    this.#known = { seal, users }
    return users
  }

  async change(change: UserChange, by: ChangedBy): Promise<boolean> {
    await this.open()
    const at = this.#now()
    const changed = await this.#journal.change(
      statementsOf(change, at).map(asStatement),
      draftEvent(changeEvent(change, by), at),
    )
    return changed > 0
  }

  close(): void {
    this.#reader?.close()
    this.#reader = undefined
  }
}

export function usersFromRows(rows: SessionRows): StoredUsers {
  return {
    people: rows.gate_user.flatMap(({ id, role: word, disabled }) => {
      const role = roleFromStore(word)
      const identities = rows.user_identity.filter(({ user }) => user === id).map(({ identity }) => identity)
      // What is there and not 0 disables.
      return role === undefined ? [] : [{ id, role, disabled: disabled !== 0, identities }]
    }),
    tokens: rows.user_token.map(({ realm: _realm, expires, revoked, ...token }) => ({
      ...token,
      expires: expires === 0 ? undefined : expires,
      revoked: revoked === 0 ? undefined : revoked,
    })),
  }
}

/** The first statement is the one that decides: it changes nothing where the change no longer applies. */
function statementsOf(change: UserChange, at: number): readonly Compilable[] {
  const realm = USERS_REALM
  switch (change.does) {
    case 'add':
      return [
        statements
          .insertInto('gate_user')
          .values({ realm, id: change.user, role: change.role, disabled: 0, created: at }),
        ...change.identities.map((identity) =>
          statements.insertInto('user_identity').values({ realm, identity, user: change.user }),
        ),
      ]
    case 'role':
      return [
        statements
          .updateTable('gate_user')
          .set({ role: change.role })
          .where('realm', '=', realm)
          .where('id', '=', change.user)
          .where('role', '=', change.before),
      ]
    case 'disable':
    case 'enable':
      return [
        statements
          .updateTable('gate_user')
          .set({ disabled: change.does === 'disable' ? 1 : 0 })
          .where('realm', '=', realm)
          .where('id', '=', change.user)
          .where('role', '=', change.role),
      ]
    case 'remove':
      return [
        statements
          .deleteFrom('gate_user')
          .where('realm', '=', realm)
          .where('id', '=', change.user)
          .where('role', '=', change.role),
        statements.deleteFrom('user_identity').where('realm', '=', realm).where('user', '=', change.user),
        statements.deleteFrom('user_token').where('realm', '=', realm).where('user', '=', change.user),
      ]
    case 'join':
      return [statements.insertInto('user_identity').values({ realm, identity: change.identity, user: change.user })]
    case 'part':
      return [
        statements
          .deleteFrom('user_identity')
          .where('realm', '=', realm)
          .where('identity', '=', change.identity)
          .where('user', '=', change.user),
      ]
    case 'token': {
      const { expires, ...token } = change.token
      return [statements.insertInto('user_token').values({ realm, ...token, expires: expires ?? 0, revoked: 0 })]
    }
    case 'revoke':
      return [
        statements
          .updateTable('user_token')
          .set({ revoked: at })
          .where('realm', '=', realm)
          .where('id', '=', change.token)
          .where('user', '=', change.user)
          .where('revoked', '=', 0),
      ]
  }
}

function asStatement(query: Compilable): Statement {
  const { sql, parameters } = query.compile()
  return { sql, parameters }
}
