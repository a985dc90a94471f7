import type { Connection } from './sqlite-connection.ts'

/** 0: a file without tables. */
export function schemaVersion(connection: Pick<Connection, 'prepare'>): number {
  const table = connection.prepare("select 1 from sqlite_master where type = 'table' and name = 'journal_schema'").get()
  if (table === undefined) return 0
  const row = connection.prepare('select version from journal_schema').get()
  return typeof row?.['version'] === 'number' ? row['version'] : 0
}
