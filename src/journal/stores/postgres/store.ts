import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Checkpoint } from '../../checkpoints.ts'
import { JournalFailure } from '../../journal.ts'
import type { StatePaths } from '../checkpoint-file.ts'
import { loadKey } from '../checkpoint-file.ts'
import type { DatabasePlace } from '../database-place.ts'
import type { Store, StoreJournal } from '../store.ts'
import { PostgresApprovals } from './approvals.ts'
import { nameOf, openPool, type Patience } from './connect.ts'
import { failureOf, isLost } from './failures.ts'
import { PostgresJournal } from './journal.ts'
import { PostgresLimits } from './limits.ts'
import { PostgresMachines } from './machines.ts'
import { News } from './news.ts'
import { prunePostgres } from './prune.ts'
import { PostgresSessions } from './sessions.ts'
import { PostgresFlags, PostgresTickets } from './tickets.ts'
import { PostgresUsers } from './users.ts'
import { Versions } from './versions.ts'

export interface PostgresStoreOptions {
  readonly paths: StatePaths
  readonly place: DatabasePlace
  readonly deadlineMs?: number
  /** Connections for reading. */
  readonly readers?: number
  readonly onSigned?: (checkpoint: Checkpoint) => void
  readonly onNotice?: (message: string) => void
}

const READERS = 6
const DEADLINE = 2_000
/** Another daemon with the same key may be ending at this moment. */
const KEY_TRIES = 12
const KEY_PAUSE = 250

/** A read that takes longer is one that failed: the call it is for has a deadline. */
function readPatience(deadline: number): Patience {
  const most = Math.floor(deadline * 0.75)
  return { connect: most, statement: most, lock: most, idle: 3_000 }
}

/** Everything in one PostgreSQL, together with other daemons. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store<PostgresLimits>> {
  const { paths, place } = options
  const name = nameOf(place.url)
  const patience = readPatience(options.deadlineMs ?? DEADLINE)
  const pool = openPool(place.url, options.readers ?? READERS, patience)
  const journal = new PostgresJournal(options)
  const versions = new Versions(pool, () => journal.keys)
  const news = new News(place.url, (client) => holdKey(client, loadKey(paths).writer, name))
  const users = new PostgresUsers(journal, pool, versions, name)
  const limits = new PostgresLimits(journal, pool, name)
  const machines = new PostgresMachines({ journal, versions, place })
  const close = async (): Promise<void> => {
    news.close()
    try {
      await limits.flush()
    } finally {
      await machines.close()
      await journal.close()
      await pool.end().catch(() => undefined)
    }
  }
  try {
    // Before anything is written: of two daemons with one key the second one does not start.
    await news.start()
  } catch (error) {
    if (!isLost(error)) {
      await close().catch(() => undefined)
      throw failureOf(error, name)
    }
    news.keepTrying()
  }
  await journal.check().then(
    () => users.refresh(),
    () => undefined,
  )
  const kept: StoreJournal = {
    remember: (record) => journal.remember(record),
    append: (draft, when) => journal.append(draft, when),
    check: () => journal.check(),
    refuse: (failure) => journal.refuse(failure),
    get backlog() {
      return journal.backlog
    },
    get writer() {
      return loadKey(paths).writer
    },
  }
  return {
    kind: 'postgres',
    journal: kept,
    sessions: new PostgresSessions(journal, pool, versions, name),
    approvals: new PostgresApprovals(journal, pool, news, name),
    users,
    limits,
    machines,
    tickets: new PostgresTickets(journal, pool, name),
    flags: new PostgresFlags(journal, pool, name),
    log: { paths, postgres: place },
    prune: (before, most) => prunePostgres({ journal, pool, paths, before, most, user: 'settings', now: Date.now() }),
    close,
  }
}

/** For as long as this connection lives. After it is cut, the writer's row still keeps two daemons from one chain's fork. */
async function holdKey(client: pg.Client, writer: string, name: string): Promise<void> {
  // The server notices within seconds that a daemon's machine is gone, and lets its key go.
  await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3')
  for (let tries = 0; tries < KEY_TRIES; tries++) {
    const { rows } = await client.query(
      "select pg_try_advisory_lock(hashtextextended('portcullis ' || $1, 0)) as held",
      [writer],
    )
    if (rows[0]?.held === true) return
    await sleep(KEY_PAUSE)
  }
  throw new JournalFailure(
    'journal.locked',
    `another daemon with the same signing key (${writer.slice(0, 8)}) uses this database: give each its own state directory: ${name}`,
  )
}
