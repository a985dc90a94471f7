import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newSession, type Session } from '../../src/session.ts'
import { draftOf, member, type Member, type PostgresStore, refusal, type StoreProduct } from '../postgres/open.ts'
import type { Failures } from '../product.ts'
import type { TestPostgres } from '../servers/postgres.ts'
import { startProxy, type TcpProxy } from '../servers/tcp-proxy.ts'
import { until, within } from '../until.ts'

export interface Fault {
  readonly what: string
  holds(product: StoreProduct, postgres: TestPostgres): Promise<Failures>
}

export const FAULTS: readonly Fault[] = [
  {
    what: 'a connection that is cut before COMMIT arrives leaves every record once',
    holds: (product, postgres) => cutAtCommit(product, postgres, 'before it arrives'),
  },
  {
    what: 'a connection that is cut after COMMIT was done leaves every record once',
    holds: (product, postgres) => cutAtCommit(product, postgres, 'after it was done'),
  },
  {
    what: 'a database that falls silent refuses within the deadline, and is used again when it is back',
    holds: silence,
  },
  {
    what: 'a session that could not be saved is never waited for without an end: refused in the queue',
    holds: refusedInQueue,
  },
  {
    what: 'a session that could not be saved is never waited for without an end: behind a commit in doubt',
    holds: behindDoubt,
  },
  {
    what: 'a session that could not be saved is never waited for without an end: before the database was ever reached',
    holds: beforeReached,
  },
  { what: 'a database that is killed loses nothing that was acknowledged', holds: killed },
  { what: 'connections that an administrator ends lose nothing', holds: terminated },
  { what: 'a database without a free connection refuses, leaks none, and is used again', holds: exhausted },
  { what: 'sixteen daemons write at once: every chain is whole and every counter exact', holds: sixteen },
  { what: 'a daemon that stops in the middle of a commit does not hold the others up', holds: heldUp },
  { what: 'two processes with one key take turns and do not fork its chain', holds: oneKey },
  { what: 'a rate limit that several daemons begin at once is given once', holds: begunAtOnce },
  {
    what: 'a call that is taken back is gone, although another daemon moved the session on meanwhile',
    holds: takenBack,
  },
]

/** Short, so that a test sees what happens at it. */
const SHORT = 1_500

async function open(product: StoreProduct, joined: Member, deadlineMs: number = 60_000): Promise<PostgresStore> {
  const store = await product.postgres.openPostgresStore({ ...joined, deadlineMs })
  await store.journal.check()
  return store
}

function through({ paths, place }: Member, proxy: TcpProxy): Member {
  const url = new URL(place.url)
  url.port = String(proxy.port)
  return { paths, place: { ...place, url: url.href } }
}

async function counted(postgres: TestPostgres, url: string): Promise<ReadonlyMap<string, number>> {
  const rows = await postgres.query(url, 'select code, count(*)::int as n from audit_log group by code')
  return new Map(rows.map(({ code, n }) => [String(code), Number(n)]))
}

async function notSound(product: StoreProduct, { log }: Pick<PostgresStore, 'log'>): Promise<Failures> {
  return (await product.log.verifyPlace(log)).findings.map(({ sentence }) => sentence)
}

async function cutAtCommit(
  product: StoreProduct,
  postgres: TestPostgres,
  when: 'before it arrives' | 'after it was done',
): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database()
  const direct = member(url)
  const proxy = await startProxy(postgres.port)
  const store = await open(product, through(direct, proxy))
  try {
    const session = newSession('s')
    for (let round = 0; round < 12; round++) {
      proxy.cutAt('commit', when, 1)
      session.denials.total++
      session.turns.push({ kind: 'user', text: `turn ${round}` })
      await Promise.all([
        ...Array.from({ length: 5 }, (_, index) => store.journal.append(draftOf(`r${round}-${index}`))),
        store.sessions.save(session),
      ])
    }
    if (proxy.cuts < 12) failures.push(`only ${proxy.cuts} connections were cut`)
    const records = await counted(postgres, url)
    if (records.size !== 60) failures.push(`${records.size} of 60 records are there`)
    for (const [code, count] of records) if (count !== 1) failures.push(`${code} is there ${count} times`)
    const found = await store.sessions.load('s')
    if (found?.denials.total !== 12 || found.turns.length !== 12)
      failures.push(`${found?.denials.total} denials and ${found?.turns.length} turns of 12`)
    failures.push(...(await notSound(product, { log: { paths: direct.paths, postgres: direct.place } })))
  } finally {
    await store.close()
    await proxy.close()
  }
  return failures
}

/** With one more turn than is stored. Says so when it is not answered for, and how many turns there are in the end. */
async function savedAgain({ sessions }: PostgresStore, session: Session): Promise<Failures> {
  const save = async (): Promise<boolean> => {
    const code = await within('a session is saved', refusal(sessions.save(session)), 5_000)
    return code === 'not refused'
  }
  try {
    await until('the session is saved', save, 15_000)
    const found = await within('a session is read', sessions.load(session.id), 5_000)
    return found?.turns.length === session.turns.length ? [] : [`${found?.turns.length} turns are there`]
  } catch (error) {
    return [String(error)]
  }
}

function sessionWithTurn(id: string): Session {
  const session = newSession(id)
  session.turns.push({ kind: 'user', text: 'a turn' })
  return session
}

/** Whoever waits behind a group that takes too long is refused without having been tried. */
async function refusedInQueue(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const proxy = await startProxy(postgres.port)
  const store = await open(product, through(member(await postgres.database()), proxy), SHORT)
  try {
    const session = sessionWithTurn('queued')
    proxy.silence()
    // More than one group can take: those at the end are refused before their turn.
    const before = Array.from({ length: 6_000 }, (_, index) =>
      refusal(store.journal.append(draftOf(`in the way ${index}`, { decision: 'allow' }))),
    )
    const code = await refusal(store.sessions.save(session))
    await Promise.all(before)
    proxy.heal()
    return [...(code === 'not refused' ? ['it was saved'] : []), ...(await savedAgain(store, session))]
  } finally {
    await store.close()
    await proxy.close()
  }
}

/** As it goes over the wire: names of columns begin alike. */
const COMMIT = 'commit\0'

/** A commit is cut off, and nobody gets to look whether it stands: those behind it are not part of the question. */
async function behindDoubt(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const proxy = await startProxy(postgres.port)
  const store = await open(product, through(member(await postgres.database()), proxy), SHORT)
  try {
    const [inDoubt, behind] = [sessionWithTurn('in-doubt'), sessionWithTurn('behind')]
    proxy.cutAt(COMMIT, 'after it was done', 10_000)
    const codes: string[] = []
    // On a busy machine a save may be refused before its commit is sent: then nothing is in doubt yet.
    const cutOff = async (): Promise<boolean> => {
      codes.push(await refusal(store.sessions.save(inDoubt)))
      return proxy.cuts > 0
    }
    await until('a commit is cut off', cutOff, 30_000)
    codes.push(await refusal(store.sessions.save(behind)))
    proxy.cutAt(COMMIT, 'after it was done', 0)
    return [
      ...codes.filter((code) => code === 'not refused').map(() => 'it was saved'),
      ...(await savedAgain(store, behind)),
      ...(await savedAgain(store, inDoubt)),
    ]
  } finally {
    await store.close()
    await proxy.close()
  }
}

async function beforeReached(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const proxy = await startProxy(postgres.port)
  proxy.silence()
  const joined = through(member(await postgres.database()), proxy)
  const store = await product.postgres.openPostgresStore({ ...joined, deadlineMs: SHORT })
  try {
    const session = sessionWithTurn('early')
    const code = await refusal(store.sessions.save(session))
    proxy.heal()
    return [...(code === 'not refused' ? ['it was saved'] : []), ...(await savedAgain(store, session))]
  } finally {
    await store.close()
    await proxy.close()
  }
}

async function silence(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database()
  const direct = member(url)
  const proxy = await startProxy(postgres.port)
  const store = await open(product, through(direct, proxy), SHORT)
  try {
    await until(
      'the journal works',
      async () => (await refusal(store.journal.append(draftOf('before')))) === 'not refused',
    )
    proxy.silence()
    const began = performance.now()
    const codes = await Promise.all([
      refusal(store.journal.append(draftOf('deny while silent'))),
      refusal(store.journal.append(draftOf('allow while silent', { decision: 'allow' }))),
      refusal(store.journal.append(draftOf('now or never while silent'), 'now or never')),
      refusal(store.sessions.save(newSession('s'))),
    ])
    const took = performance.now() - began
    for (const code of codes)
      if (!/^journal\.(?:deadline|unreachable)$/.test(code)) failures.push(`refused with ${code}`)
    // Twice the deadline: a machine under load wakes late.
    if (took > SHORT * 4) failures.push(`it took ${Math.round(took)} ms`)
    proxy.heal()
    await until(
      'the journal works again',
      async () => (await refusal(store.journal.append(draftOf('after')))) === 'not refused',
    )
    await until('the deny was written when the database was back', async () =>
      (await counted(postgres, url)).has('deny while silent'),
    )
    const records = await counted(postgres, url)
    if (records.get('deny while silent') !== 1) failures.push('the deny is there more than once')
    if (records.has('allow while silent')) failures.push('a refused allow was written')
    if (records.has('now or never while silent')) failures.push('what was to be written now or never was written later')
    failures.push(...(await notSound(product, { log: { paths: direct.paths, postgres: direct.place } })))
  } finally {
    await store.close()
    await proxy.close()
  }
  return failures
}

/** Writers that go on until they are told, and remember what was acknowledged. */
function writing(store: PostgresStore, name: string): { readonly acknowledged: string[]; stop(): Promise<void> } {
  const acknowledged: string[] = []
  const stopped = new AbortController()
  const one = async (number: number): Promise<void> => {
    for (let index = 0; !stopped.signal.aborted; index++) {
      const code = `${name}-${number}-${index}`
      if ((await refusal(store.journal.append(draftOf(code, { decision: 'allow' })))) === 'not refused')
        acknowledged.push(code)
      else await sleep(20)
    }
  }
  const all = Promise.all(Array.from({ length: 8 }, (_, number) => one(number)))
  return {
    acknowledged,
    stop: async () => {
      stopped.abort()
      await all
    },
  }
}

async function killed(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database()
  const first = member(url)
  const stores = [await open(product, first, SHORT * 2)]
  stores.push(await open(product, member(url, first), SHORT * 2))
  try {
    const writers = stores.map((store, index) => writing(store, `w${index}`))
    for (let round = 0; round < 3; round++) {
      await sleep(300)
      await postgres.kill()
      await sleep(200)
      await postgres.start()
      const before = writers.map(({ acknowledged }) => acknowledged.length)
      await until('both write again', () =>
        writers.every(({ acknowledged }, index) => acknowledged.length > before[index]! + 8),
      )
    }
    for (const writer of writers) await writer.stop()
    const records = await counted(postgres, url)
    for (const { acknowledged } of writers)
      for (const code of acknowledged)
        if (records.get(code) !== 1) failures.push(`${code} is there ${records.get(code) ?? 0} times`)
    for (const store of stores) failures.push(...(await notSound(product, store)))
  } finally {
    for (const store of stores) await store.close()
  }
  return failures.slice(0, 10)
}

async function terminated(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database()
  const store = await open(product, member(url))
  try {
    const writer = writing(store, 't')
    for (let round = 0; round < 20; round++) {
      await sleep(50)
      await postgres.query(
        url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
    await writer.stop()
    const records = await counted(postgres, url)
    if (writer.acknowledged.length < 20) failures.push(`only ${writer.acknowledged.length} were written`)
    for (const [code, count] of records) if (count !== 1) failures.push(`${code} is there ${count} times`)
    for (const code of writer.acknowledged) if (!records.has(code)) failures.push(`${code} is lost`)
    failures.push(...(await notSound(product, store)))
  } finally {
    await store.close()
  }
  return failures.slice(0, 10)
}

async function exhausted(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database()
  const name = url.split('/').at(-1)
  const store = await open(product, member(url), SHORT)
  const admin = new pg.Client({ connectionString: postgres.admin(url) })
  admin.on('error', () => undefined)
  await admin.connect()
  const mine = async (): Promise<number> =>
    Number(
      (await admin.query("select count(*)::int as n from pg_stat_activity where application_name = 'portcullis'"))
        .rows[0]?.n,
    )
  const inTime = async (what: string, act: (index: number) => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    const codes = await Promise.all(Array.from({ length: 50 }, (_, index) => refusal(act(index))))
    const took = performance.now() - began
    if (took > SHORT * 4) failures.push(`${what}: it took ${Math.round(took)} ms to refuse`)
    for (const code of new Set(codes))
      if (!/^journal\.(?:unreachable|deadline|locked)$/.test(code)) failures.push(`${what}: ${code}`)
  }
  const works = (): Promise<boolean> =>
    Promise.all([refusal(store.sessions.load('x')), refusal(store.journal.append(draftOf('works')))]).then((codes) =>
      codes.every((code) => code === 'not refused'),
    )
  try {
    await until('the store works', works)
    // Every connection for reading waits for a lock.
    await admin.query('begin; lock table session in access exclusive mode')
    await inTime('all are busy', (index) => store.sessions.load(`unknown ${index}`))
    await admin.query('rollback')
    await until('sessions are read again', works)
    // The server takes no more, and ends those that there are.
    await admin.query(`alter database ${name} connection limit 0`)
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portcullis'")
    await inTime('none is given', (index) => store.sessions.load(`unknown ${index}`))
    await inTime('none is given for writing', (index) =>
      store.journal.append(draftOf(`x${index}`, { decision: 'allow' })),
    )
    await admin.query(`alter database ${name} connection limit -1`)
    await until('everything works again', works)
    if ((await mine()) > 8) failures.push(`${await mine()} connections are left`)
  } finally {
    await admin.end().catch(() => undefined)
    await store.close()
  }
  return failures
}

const WRITERS = 16

async function sixteen(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database()
  const first = member(url)
  const stores = [await open(product, first)]
  for (let index = 1; index < WRITERS; index++) stores.push(await open(product, member(url, first)))
  try {
    await Promise.all(
      stores.map(async (store, index) => {
        const session = (await store.sessions.load('shared')) ?? newSession('shared')
        for (let round = 0; round < 10; round++) {
          session.denials.total++
          session.denials.consecutive++
          session.turns.push({ kind: 'user', text: `${index} ${round}` })
          await Promise.all([store.sessions.save(session), store.journal.append(draftOf(`w${index}-${round}`))])
        }
      }),
    )
    const found = await stores[0]!.sessions.load('shared')
    const wanted = WRITERS * 10
    if (found?.denials.total !== wanted || found.denials.consecutive !== wanted)
      failures.push(`${found?.denials.total} denials of ${wanted}`)
    if (found?.turns.length !== wanted) failures.push(`${found?.turns.length} turns of ${wanted}`)
    const { chains, findings } = await product.log.verifyPlace(stores[0]!.log)
    failures.push(...findings.map(({ sentence }) => sentence))
    if (chains.length !== WRITERS || chains.some(({ records }) => records !== 10))
      failures.push(`the chains are ${JSON.stringify(chains.map(({ records }) => records))}`)
  } finally {
    await Promise.all(stores.map((store) => store.close()))
  }
  return failures
}

async function heldUp(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const url = await postgres.database()
  const store = await open(product, member(url))
  const { connect } = await import('../../src/journal/stores/postgres/connect.ts')
  const stopped = await connect(url)
  try {
    const session = newSession('s')
    session.turns.push({ kind: 'user', text: 'one' })
    await store.sessions.save(session)
    await stopped.query('begin')
    await stopped.query('select * from session_seal for update')
    session.turns.push({ kind: 'user', text: 'two' })
    const said = await Promise.all([
      refusal(store.sessions.save(session)),
      refusal(store.journal.append(draftOf('other', { decision: 'allow' }))),
    ])
    return said.filter((code) => code !== 'not refused').map((code) => `refused with ${code}`)
  } finally {
    await stopped.end().catch(() => undefined)
    await store.close()
  }
}

/** A daemon and commands beside it. */
async function oneKey(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const joined = member(await postgres.database())
  const store = await open(product, joined)
  const { PostgresJournal } = await import('../../src/journal/stores/postgres/journal.ts')
  const beside = new PostgresJournal({ ...joined, deadlineMs: 60_000 })
  try {
    await beside.check()
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? store.journal : beside).append(draftOf(`k${index}`))),
    )
    const { chains, findings } = await product.log.verifyPlace(store.log)
    const failures = findings.map(({ sentence }) => sentence)
    if (chains.length !== 1 || chains[0]?.records !== 40) failures.push(`the chains are ${JSON.stringify(chains)}`)
    return failures
  } finally {
    await beside.close()
    await store.close()
  }
}

/** A bucket that nobody has used has no row that could be locked. */
async function begunAtOnce(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const url = await postgres.database()
  const first = member(url)
  const stores = [await open(product, first)]
  for (let index = 1; index < 4; index++) stores.push(await open(product, member(url, first)))
  const limit = { burst: 2, perSecond: 0.000_01 }
  const failures: string[] = []
  try {
    for (let round = 0; round < 12; round++) {
      const key = `rate begun ${round}`
      const admitted = await Promise.all(
        stores.map(async ({ limits }) => {
          await limits.ready([{ key, limit }], 'loop')
          return limits.take(key, limit).admitted
        }),
      )
      const given = admitted.filter(Boolean).length
      if (given > limit.burst) failures.push(`${key}: ${given} were admitted of ${limit.burst}`)
    }
  } finally {
    await Promise.all(stores.map((store) => store.close()))
  }
  return failures
}

/** The turn of a call that came too late is replaced: whoever judged it holds the very turn. */
async function takenBack(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database()
  const first = member(url)
  const one = await open(product, first)
  const two = await open(product, member(url, first))
  const call = (encoded: string) => ({ kind: 'call', tool: 'Bash', encoded }) as const
  try {
    for (const [id, merges] of [
      ['read', (mine: Session) => one.sessions.refresh?.(mine)],
      ['saved', (mine: Session) => one.sessions.save(mine)],
    ] as const) {
      const mine = newSession(id)
      const late = call('late')
      mine.turns.push(call('before'), late)
      await one.sessions.save(mine)
      const theirs = (await two.sessions.load(id))!
      theirs.turns.push(call('theirs'))
      await two.sessions.save(theirs)
      if (id === 'saved') mine.turns.push(call('more'))
      await merges(mine)
      const place = mine.turns.indexOf(late)
      if (place < 0) failures.push(`${id}: the turn is not the one that was remembered`)
      else mine.turns.splice(place, 1)
      mine.turns.push(call('denied'))
      theirs.turns.push(call('theirs again'))
      await two.sessions.save(theirs)
      await one.sessions.save(mine)
      const left = (await two.sessions.load(id))?.turns.map((turn) => ('encoded' in turn ? turn.encoded : turn.kind))
      const wanted = ['before', 'theirs', ...(id === 'saved' ? ['more'] : []), 'theirs again', 'denied']
      if (left?.toSorted().join() !== wanted.toSorted().join()) failures.push(`${id}: ${left?.join()}`)
    }
    return [...failures, ...(await notSound(product, one))]
  } finally {
    await one.close()
    await two.close()
  }
}
