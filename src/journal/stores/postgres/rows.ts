import type pg from 'pg'
import { ownCommand } from '../../../call/own-command.ts'
import type { SealKeys } from '../../seal.ts'
import { emptyDigest, openSession, rowValue, toggle } from '../../seal.ts'
import { asSessionSeal, forged } from '../sqlite-seals.ts'
import { prepared, storable } from './connect.ts'
import { TEAM_TABLE_NAMES, TEAM_TABLES, type TeamRows, type TeamTable, valuesInOrder } from './sealed-tables.ts'
import { quoted, type Row, type Version } from './transaction.ts'

export interface Named {
  readonly rows: TeamRows
  /** Undefined: nothing was ever stored under this name. */
  readonly version: Version | undefined
}

/** One statement, and so one moment. */
const READ = [
  `select 'seal' as what, to_json(x) as row from (select session, "commit", rows, mac from session_seal where writer = $2 and session = $1) x`,
  ...TEAM_TABLE_NAMES.map(
    (table) =>
      `select '${table}', to_json(x) from (select ${quoted(TEAM_TABLES[table])} from "${table}" where "${TEAM_TABLES[table][0]}" = $1) x`,
  ),
].join(' union all ')

/**
 * Everything that is stored under one name, when it is what its seal covers. Rejects with a `JournalFailure`: rows that
 * no daemon of the team sealed are never used, and never quietly left out.
 */
export async function readNamed(database: Pick<pg.ClientBase, 'query'>, keys: SealKeys, name: string): Promise<Named> {
  const found = await database.query(prepared(READ, [storable(name), keys.writer]))
  const rows = Object.fromEntries(TEAM_TABLE_NAMES.map((table) => [table, [] as Row[]])) as Record<TeamTable, Row[]>
  const digest = emptyDigest()
  let sealRow: Row | undefined
  for (const { what, row } of found.rows as { what: TeamTable | 'seal'; row: Row }[]) {
    if (what === 'seal') {
      sealRow = row
      continue
    }
    rows[what].push(row)
    toggle(digest, rowValue(keys, what, valuesInOrder(what, row)))
  }
  const seal = sealRow === undefined ? undefined : asSessionSeal(sealRow)
  const sealed =
    sealRow === undefined ? emptyDigest() : seal === undefined ? undefined : openSession(keys, seal)?.digest
  if (sealed === undefined || !digest.equals(sealed))
    throw forged(`what is stored about \`${name}\` is not what the gate wrote: look at \`${ownCommand('log verify')}\``)
  return {
    // The tables hold every column to its type.
    rows: rows as unknown as TeamRows,
    version: seal === undefined ? undefined : { commit: seal.commit, mac: seal.mac },
  }
}
