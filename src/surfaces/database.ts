import { chmodSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type StatePaths, statePaths } from '../journal/stores/checkpoint-file.ts'
import type { DatabasePlace } from '../journal/stores/database-place.ts'
import type { LogPlace } from '../journal/stores/store.ts'
import { gatePlaces } from './gate-places.ts'
import { journalPaths } from './journal-places.ts'

/** Which database, as whoever starts the program says: never a project's settings. */
export interface Database {
  /** `postgres://user:password@host:port/name?sslmode=verify-full`. Never printed. */
  readonly url: string
  /** The key that all daemons have in common. Left out: `team.key` beside the daemon's own key. */
  readonly teamKey?: string
}

export interface DatabaseWords {
  readonly database?: string
  readonly databaseFile?: string
  readonly teamKey?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** The files of a state directory that say which database it uses, so that no password stands in a list of processes. */
const URL_FILE = 'database.url'

/**
 * From the command line, a file, the environment, or `database.url` in the state directory, whichever comes first.
 * Undefined: there is none, and the journal is a file of the state directory.
 */
export function databaseFrom(state: string, words: DatabaseWords, environment: Environment): Database | undefined {
  const file = words.databaseFile ?? environment['PORTCULLIS_DATABASE_FILE']
  const url =
    words.database ??
    (file === undefined ? undefined : readSecret(file)) ??
    environment['PORTCULLIS_DATABASE'] ??
    readIfThere(join(state, URL_FILE))
  if (url === undefined || url === '') return undefined
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new Error('the database is not named as postgres://user@host:port/name: look at docs/postgres.md')
  const teamKey = words.teamKey ?? environment['PORTCULLIS_TEAM_KEY_FILE']
  return { url, ...(teamKey === undefined ? {} : { teamKey }) }
}

function readIfThere(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readSecret(path)
}

function readSecret(path: string): string {
  if (process.platform !== 'win32' && (lstatSync(path).mode & 0o077) !== 0)
    throw new Error(`others can read the address of the database, which may hold a password: chmod 600 ${path}`)
  return readFileSync(path, 'utf8').trim()
}

/**
 * Key, checkpoints and anchor of a daemon over PostgreSQL. They are apart from those of a SQLite journal in the same
 * state directory: one key never writes two chains.
 */
export function databasePlaces(
  state: string,
  database: Database,
  home?: string,
): { readonly paths: StatePaths; readonly place: DatabasePlace } {
  const directory = join(state, 'postgres')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(directory, 0o700)
  return {
    paths: statePaths(directory, { database: 'PostgreSQL', anchor: gatePlaces(directory, home).anchor }),
    place: { url: database.url, teamKey: database.teamKey ?? join(directory, 'team.key') },
  }
}

/** Where the log of a state directory is, for commands that look at it. */
export function logPlace(state: string, environment: Environment = process.env): LogPlace {
  const database = databaseFrom(state, {}, environment)
  if (database === undefined) return { paths: journalPaths(state) }
  const { paths, place } = databasePlaces(state, database)
  return { paths, postgres: place }
}
