import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as StoreModule from '../../src/journal/stores/postgres/store.ts'
import type * as OpenLogModule from '../../src/journal/stores/open-log.ts'
import type * as SqliteStoreModule from '../../src/journal/stores/sqlite-store.ts'
import type { StatePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import type { DatabasePlace } from '../../src/journal/stores/database-place.ts'
import type { Draft } from '../../src/journal/records.ts'
import { loaderFor, SOURCES } from '../product.ts'

/** The stores as a suite sees them: the real sources, or a copy of them with a bug put back. */
export interface StoreProduct {
  readonly postgres: typeof StoreModule
  readonly sqlite: typeof SqliteStoreModule
  readonly log: typeof OpenLogModule
}

export async function loadStores(root: string = SOURCES): Promise<StoreProduct> {
  const load = loaderFor(root)
  return {
    postgres: await load('journal/stores/postgres/store.ts'),
    sqlite: await load('journal/stores/sqlite-store.ts'),
    log: await load('journal/stores/open-log.ts'),
  }
}

export type PostgresStore = Awaited<ReturnType<typeof StoreModule.openPostgresStore>>

/** Where one daemon keeps its key, and which database it uses. */
export interface Member {
  readonly paths: StatePaths
  readonly place: DatabasePlace
}

/** One more daemon of a team; the first one makes the key, and the others get a copy. */
export function member(url: string, teamOf?: Member): Member {
  const directory = mkdtempSync(join(tmpdir(), 'pcm'))
  const teamKey = join(directory, 'team.key')
  if (teamOf !== undefined) cpSync(teamOf.place.teamKey, teamKey)
  return {
    paths: statePaths(directory, { database: 'PostgreSQL', anchor: join(directory, 'anchor.json') }),
    place: { url, teamKey },
  }
}

/** The same daemon, as it would find another database under its address. */
export function movedTo({ paths, place }: Member, url: string): Member {
  return { paths, place: { ...place, url } }
}

export function draftOf(what: string, more: Partial<Draft> = {}): Draft {
  return {
    at: Date.now(),
    event: 'permission_denied',
    severity: 'warn',
    session: 's',
    agent: 'test',
    tool: 'Bash',
    decision: 'deny',
    code: what,
    user: '',
    fingerprint: '',
    policy: '',
    body: JSON.stringify({ what }),
    ...more,
  }
}

/** What a promise was refused with: the code, or that it was not. */
export async function refusal(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'not refused',
    (error: unknown) =>
      typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error),
  )
}
