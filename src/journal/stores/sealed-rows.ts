import { ownCommand } from '../../call/own-command.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { SealKeys } from '../seal.ts'
import { emptyDigest, openSession, rowValue, toggle } from '../seal.ts'
import type { SealedTable, Tables } from './schema.ts'
import { SEALED_TABLE_NAMES, sealedTablesAt } from './schema.ts'
import { schemaVersion } from './schema-version.ts'
import { selectRows, valuesInOrder } from './sqlite-rows.ts'
import { asSessionSeal, forged } from './sqlite-seals.ts'

export type SessionRows = { readonly [Table in SealedTable]: readonly Readonly<Tables[Table]>[] }

/**
 * Everything that is stored under one name (a session, all users, one rate limit), as of one moment, when it is what its seal covers. Throws a
 * `JournalFailure`: rows that nobody sealed are never used, and never quietly left out. That the seal itself is not from
 * an earlier time is seen by the writer, before anything is allowed on the strength of these rows.
 */
export function readSession(database: DatabaseSync, keys: SealKeys, session: string): SessionRows {
  database.exec('begin')
  try {
    const rows = Object.fromEntries(SEALED_TABLE_NAMES.map((table) => [table, [] as Record<string, unknown>[]]))
    const digest = emptyDigest()
    // Who only reads may be there before the journal has the latest tables.
    for (const table of sealedTablesAt(schemaVersion(database))) {
      const found = database.prepare(selectRows(table, 'one session')).all(session)
      rows[table] = found
      for (const row of found) toggle(digest, rowValue(keys, table, valuesInOrder(table, row)))
    }
    const found = database
      .prepare('select * from main.session_seal where writer = ? and session = ?')
      .get(keys.writer, session)
    const seal = found === undefined ? undefined : asSessionSeal(found)
    const sealed = seal === undefined ? emptyDigest() : openSession(keys, seal)?.digest
    if (sealed === undefined || !digest.equals(sealed))
      throw forged(
        `what is stored about \`${session}\` is not what the gate wrote: look at \`${ownCommand('log verify')}\``,
      )
    // STRICT tables hold every column to its type.
    return rows as unknown as SessionRows
  } finally {
    database.exec('rollback')
  }
}
