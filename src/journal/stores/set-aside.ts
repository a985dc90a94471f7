import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canonical } from '../../call/canonical-json.ts'
import type { StatePaths } from './checkpoint-file.ts'
import { openSqliteJournal } from './sqlite.ts'

/**
 * Begins a new log, with a new key, where the old one can no longer be trusted. Nothing is thrown away: the old files,
 * and the anchor, go to a directory of their own, and the first record of the new log says what was found and where they
 * are. Sessions, grants and approvals do not come along. Returns the directory.
 */
export async function setAside(
  paths: StatePaths,
  findings: readonly string[],
  who: { readonly user: string; readonly now: number },
): Promise<string> {
  const directory = join(paths.directory, `set-aside-${new Date(who.now).toISOString().replaceAll(/[:.]/g, '-')}`)
  mkdirSync(directory, { mode: 0o700 })
  const files = [
    ...['', '-wal', '-shm'].map((side) => `${paths.database}${side}`),
    paths.checkpoints,
    `${paths.checkpoints}.1`,
    paths.key,
  ]
  if (paths.anchor !== undefined && existsSync(paths.anchor)) {
    // It may be on another disk.
    cpSync(paths.anchor, join(directory, 'anchor.json'))
    rmSync(paths.anchor)
  }
  for (const file of files) if (existsSync(file)) renameSync(file, join(directory, file.split(/[\\/]/).at(-1)!))
  const journal = openSqliteJournal({
    stateDirectory: paths.directory,
    database: paths.database,
    ...(paths.anchor === undefined ? {} : { anchor: paths.anchor }),
    thread: 'caller',
  })
  try {
    await journal.append({
      at: who.now,
      event: 'operator_action',
      severity: 'critical',
      session: '',
      agent: '',
      tool: '',
      decision: '',
      code: 'journal.accepted',
      user: who.user,
      fingerprint: '',
      policy: '',
      body: canonical({ findings: findings.map((finding) => finding.toWellFormed()), setAside: directory }),
    })
  } finally {
    await journal.close()
  }
  return directory
}
