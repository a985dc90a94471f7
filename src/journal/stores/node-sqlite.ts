import type * as Sqlite from 'node:sqlite'

/** Asked for when a database is opened, and not imported: an older Node has none, and must get to the sentence that says so. */
export function nodeSqlite(): typeof Sqlite {
  return process.getBuiltinModule('node:sqlite')
}
