import type { ForeignReader } from '../machines.ts'
import { SqliteMachines } from './sqlite-machines.ts'
import { openReader } from './sqlite-reader.ts'
import type { LogPlace, LogReader } from './store.ts'
import type { StateVerification, VerifyOptions } from './verify-state.ts'
import { verifyStateDirectory } from './verify-state.ts'

/** Opens a log to read it, wherever it is kept. Rejects with a `JournalFailure`. */
export async function openLog(place: LogPlace): Promise<LogReader> {
  if (place.postgres === undefined) return openReader(place.paths.database)
  const { openPostgresReader } = await import('./postgres/reader.ts')
  return openPostgresReader(place.postgres)
}

/** Opens the logs of other machines to look at them. Rejects with a `JournalFailure`. */
export async function openMachines(place: LogPlace): Promise<ForeignReader> {
  if (place.postgres === undefined) return new SqliteMachines(place.paths.directory)
  const { openMachinesReader } = await import('./postgres/machines-reader.ts')
  return openMachinesReader(place.postgres)
}

/** Everything that can be said about a log, whether its daemons run or not. Changes nothing. */
export async function verifyPlace(place: LogPlace, options: VerifyOptions = {}): Promise<StateVerification> {
  if (place.postgres === undefined) return verifyStateDirectory(place.paths, options)
  const { verifyPostgres } = await import('./postgres/verify.ts')
  return verifyPostgres(place.paths, place.postgres, options)
}
