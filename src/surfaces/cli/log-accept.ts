import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { visible } from '../../call/visible.ts'
import { setAside } from '../../journal/stores/set-aside.ts'
import { verifyStateDirectory } from '../../journal/stores/verify-state.ts'
import { takeInstanceLock } from '../daemon/instance-lock.ts'
import { daemonPaths } from '../daemon/state.ts'
import { databaseFrom } from '../database.ts'
import { journalPaths } from '../journal-places.ts'
import { stateDirectory } from '../state-directory.ts'
import { askWitnesses } from '../witness-settings.ts'

/**
 * `portcullis log accept`: a person has looked at a log that is not sound and begins a new one. What was found is its
 * first record. Refused while a daemon runs, and without `--yes` it only says what it would do.
 */
export async function acceptLog(options: { readonly state?: string; readonly yes?: boolean }): Promise<string> {
  const state = stateDirectory(options.state)
  if (databaseFrom(state, {}, process.env) !== undefined)
    throw new Error(
      'a log in PostgreSQL belongs to several daemons and is not begun anew here: keep the database as it is, make another one, and start each daemon with it (docs/postgres.md)',
    )
  const paths = journalPaths(state)
  if (!existsSync(state)) return `there is no log in ${state}\n`
  const lock = takeInstanceLock(daemonPaths(state).lock)
  try {
    const findings = await findingsIn(state)
    if (findings.length === 0) return 'nothing is wrong with this log: it goes on as it is\n'
    const found = findings.map((finding) => `  ${visible(finding)}\n`).join('')
    if (options.yes !== true)
      return `the log is not sound:\n${found}With --yes it is set aside and a new one begins; sessions, grants, approvals and users do not come along.\n`
    const directory = await setAside(paths, findings, { user: userInfo().username, now: Date.now() })
    return `the log is not sound:\n${found}It is now in ${directory}, and a new log says so in its first record.\n`
  } finally {
    lock.release()
  }
}

async function findingsIn(state: string): Promise<readonly string[]> {
  const paths = journalPaths(state)
  try {
    const { findings, damage } = await verifyStateDirectory(paths, { witnesses: await askWitnesses(paths) })
    return [...findings.map((finding) => finding.sentence), ...damage]
  } catch (error) {
    const isNew = ![paths.database, paths.checkpoints, paths.key, paths.anchor].some(
      (file) => file !== undefined && existsSync(file),
    )
    return isNew ? [] : [error instanceof Error ? error.message : String(error)]
  }
}
