import { lstatSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { nodeSqlite } from '../../journal/stores/node-sqlite.ts'
import { AlreadyRunning, CannotStart } from './cannot-start.ts'

export interface InstanceLock {
  release(): void
}

/**
 * One daemon per state directory. The kernel holds the lock for this process and drops it when the process ends, however
 * it ends: a number in a file would survive a kill and could name somebody else's process.
 */
export function takeInstanceLock(path: string): InstanceLock {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isFile()) throw new CannotStart(`the lock is not a regular file: ${path}`)
  let database: DatabaseSync | undefined
  try {
    database = new (nodeSqlite().DatabaseSync)(path, { timeout: 0 })
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    database?.close()
    const message = error instanceof Error ? error.message : String(error)
    if (/locked|busy/i.test(message))
      throw new AlreadyRunning(`another daemon uses this state directory (lock: ${path})`, { cause: error })
    throw new CannotStart(`the lock cannot be taken: ${path}: ${message}`, { cause: error })
  }
  const held = database
  return { release: () => held.close() }
}
