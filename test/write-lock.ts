import { DatabaseSync } from 'node:sqlite'
import { until } from './until.ts'

export interface WriteLock {
  release(): void
}

/**
 * Holds the write lock of a journal, as any other program that writes to the file can. Whoever has it now may keep it
 * for a while: a daemon still writes down what it noted after its last answer.
 */
export async function holdWriteLock(database: string): Promise<WriteLock> {
  const connection = new DatabaseSync(database)
  try {
    await until(`the write lock of ${database} is free`, () => begins(connection), 30_000)
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    release: () => {
      connection.exec('rollback')
      connection.close()
    },
  }
}

const SQLITE_BUSY = 5

/** Does not wait inside SQLite: whoever has the lock may need this very thread to give it back. */
function begins(connection: DatabaseSync): boolean {
  try {
    connection.exec('begin immediate')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}
