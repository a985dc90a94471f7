import type { DatabasePlace } from '../database-place.ts'
import { SCHEMA_VERSION } from '../migrations.ts'
import { connect, cut, nameOf, PATIENCE } from './connect.ts'
import { failureOf } from './failures.ts'
import { migrate, schemaVersion } from './migrate.ts'
import { soundServer } from './server.ts'
import { teamKey } from './team.ts'

export interface Prepared {
  readonly before: number
  readonly after: number
  /** What this program knows. */
  readonly known: number
  /** The fingerprint. Undefined: only looked. */
  readonly teamKey: string | undefined
}

/** Steps take as long as the tables are large. */
const PATIENT = { ...PATIENCE, statement: 600_000, lock: 60_000, idle: 600_000 }

/** Makes the tables, or brings them up to date, and makes the team's key where there is none. */
export async function prepareDatabase(
  place: DatabasePlace,
  now: number,
  what: 'migrate' | 'only look',
): Promise<Prepared> {
  const name = nameOf(place.url)
  try {
    const client = await connect(place.url, PATIENT)
    try {
      await soundServer(client, name)
      if (what === 'only look') {
        const version = await schemaVersion(client)
        return { before: version, after: version, known: SCHEMA_VERSION, teamKey: undefined }
      }
      const before = await migrate(client, now)
      const key = await teamKey(client, place.teamKey, name)
      return { before, after: SCHEMA_VERSION, known: SCHEMA_VERSION, teamKey: key.writer.slice(0, 8) }
    } finally {
      await client.end().catch(() => cut(client))
    }
  } catch (error) {
    throw failureOf(error, name)
  }
}
