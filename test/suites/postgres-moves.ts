import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { moveIntoPostgres } from '../../src/journal/stores/postgres/move.ts'
import { prepareDatabase } from '../../src/journal/stores/postgres/prepare.ts'
import { SCHEMA_VERSION } from '../../src/journal/stores/migrations.ts'
import { newSession } from '../../src/session.ts'
import { draftOf, member, movedTo, refusal, type StoreProduct } from '../postgres/open.ts'
import type { Failures } from '../product.ts'
import type { TestPostgres } from '../servers/postgres.ts'
import { usedDatabase } from './postgres-tampering.ts'

export interface Move {
  readonly what: string
  holds(product: StoreProduct, postgres: TestPostgres): Promise<Failures>
}

export const MOVES: readonly Move[] = [
  { what: 'a SQLite journal moves once, verifies there, and goes on after an interruption', holds: movesOnce },
  { what: 'a database that was put back to an earlier time is refused', holds: putBack },
  { what: 'a newer schema is refused by a daemon and by `migrate`, and tables are made once', holds: newer },
  { what: 'a server that does not keep what it acknowledges is refused', holds: unsafe },
  { what: 'no message holds the password', holds: secret },
  { what: 'records of other months go to partitions of their own, and empty months are dropped', holds: months },
]

async function movesOnce(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const directory = mkdtempSync(join(tmpdir(), 'pcv'))
  const from = statePaths(directory, { anchor: join(directory, 'anchor.json') })
  const sqlite = product.sqlite.openSqliteStore({ stateDirectory: directory, anchor: from.anchor!, deadlineMs: 60_000 })
  const month = 40 * 86_400_000
  for (let index = 0; index < 30; index++)
    await sqlite.journal.append(draftOf(`r${index}`, { at: Date.now() - month + index }))
  const session = newSession('s', { mode: 'plan' })
  session.turns.push({ kind: 'user', text: 'hello' })
  session.denials.total = 3
  await sqlite.sessions.save(session)
  await sqlite.users.change(
    { does: 'add', user: 'ann', role: 'owner', identities: ['login:ann'] },
    { user: '', through: 't' },
  )
  await sqlite.close()
  const url = await postgres.database()
  const joined = member(url)
  const move = () => moveIntoPostgres({ from, ...joined, now: Date.now() })
  // As an interruption leaves it: some records are there, and nothing says that it was done.
  await prepareDatabase(joined.place, Date.now(), 'migrate')
  const first = await move()
  await postgres.query(url, `delete from journal_writer where ended > 0`)
  await postgres.query(url, `delete from journal_seal where writer = $1`, [first.writer])
  await postgres.query(url, `delete from audit_log where writer = $1 and seq > 17`, [first.writer])
  const second = await move()
  const third = await move()
  if (first.already || second.already || !third.already)
    failures.push(`moved: ${JSON.stringify([first, second, third])}`)
  const store = await product.postgres.openPostgresStore({ ...joined, deadlineMs: 60_000 })
  try {
    const { findings, chains } = await product.log.verifyPlace(store.log)
    failures.push(...findings.map(({ sentence }) => sentence))
    const moved = chains.find(({ writer }) => writer === first.writer)
    if (moved?.records !== 31) failures.push(`${moved?.records} records of 31 are in the moved chain`)
    const found = await store.sessions.load('s')
    if (found?.mode !== 'plan' || found.denials.total !== 3 || found.turns.length !== 1)
      failures.push(`the session is ${JSON.stringify(found)}`)
    await store.users.refresh?.()
    if (store.users.read().people[0]?.id !== 'ann') failures.push('the user is not there')
    await store.journal.append(draftOf('after'))
    const partitions = await postgres.query(url, `select count(distinct tableoid)::int as n from audit_log`)
    if (Number(partitions[0]?.['n']) < 2) failures.push('the records are in one partition')
    await postgres.query(url, `update audit_log set decision = 'allow' where writer = $1 and seq = 5`, [first.writer])
    if ((await product.log.verifyPlace(store.log)).ok)
      failures.push('an edited record of the moved chain is not noticed')
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return failures
}

async function putBack(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const used = await usedDatabase(product, postgres)
  const earlier = await postgres.database(used.place.url)
  const store = await product.postgres.openPostgresStore({ ...used, deadlineMs: 60_000 })
  await store.journal.append(draftOf('later'))
  await store.close()
  const copy = movedTo(used, earlier)
  const again = await product.postgres.openPostgresStore({ ...copy, deadlineMs: 20_000 })
  const said = await refusal(again.journal.append(draftOf('x')))
  if (said !== 'journal.rolled-back') failures.push(`the earlier database is refused with ${said}`)
  const { ok } = await product.log.verifyPlace(again.log)
  if (ok) failures.push('`log verify` does not notice')
  await again.close()
  return failures
}

async function newer(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const joined = member(await postgres.database())
  const made = await Promise.all([
    prepareDatabase(joined.place, Date.now(), 'migrate'),
    prepareDatabase(joined.place, Date.now(), 'migrate'),
  ])
  const again = await prepareDatabase(joined.place, Date.now(), 'migrate')
  if (made.filter(({ before }) => before === 0).length !== 1) failures.push(`made: ${JSON.stringify(made)}`)
  if (again.before !== SCHEMA_VERSION) failures.push(`again: ${JSON.stringify(again)}`)
  const running = await product.postgres.openPostgresStore({ ...joined, deadlineMs: 20_000 })
  await running.journal.append(draftOf('before'))
  await postgres.query(joined.place.url, 'update journal_schema set version = version + 1')
  // Steps only add: a daemon that runs goes on until it is replaced.
  const on = await refusal(running.journal.append(draftOf('while it runs')))
  if (on !== 'not refused') failures.push(`a daemon that runs is refused with ${on}`)
  await running.close()
  const store = await product.postgres.openPostgresStore({ ...joined, deadlineMs: 20_000 })
  const said = [
    await refusal(store.journal.check()),
    await refusal(prepareDatabase(joined.place, Date.now(), 'migrate')),
    await refusal(product.log.verifyPlace(store.log)),
  ]
  await store.close()
  for (const code of said) if (code !== 'journal.newer') failures.push(`a newer schema is refused with ${code}`)
  return failures
}

async function unsafe(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database()
  await postgres.query(postgres.admin(url), `alter database ${url.split('/').at(-1)} set synchronous_commit = off`)
  const store = await product.postgres.openPostgresStore({ ...member(url), deadlineMs: 20_000 })
  const said = await store.journal.check().then(
    () => 'not refused',
    (error: unknown) => String(error),
  )
  await store.close()
  if (!said.includes('synchronous_commit=off')) failures.push(said)
  return failures
}

async function secret(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const { port } = postgres
  for (const url of [
    `postgres://gate:hunter2pass@127.0.0.1:1/none`,
    `postgres://gate:hunter2pass@127.0.0.1:${port}/nowhere`,
    `postgres://gate:hunter2pass@127.0.0.1:${port}/postgres?sslmode=require`,
    `postgres://gate:hunter2pass@[bad/none`,
    `postgres://gate:hunter2pass@127.0.0.1:99999/none`,
  ]) {
    const said = await product.postgres.openPostgresStore({ ...member(url), deadlineMs: 2_000 }).then(
      async (store) => {
        const message = await store.journal.check().then(
          () => 'not refused',
          (error: unknown) => String(error),
        )
        await store.close()
        return message
      },
      (error: unknown) => String(error),
    )
    if (said.includes('hunter2pass')) failures.push(`the password is in: ${said}`)
    if (said === 'not refused') failures.push(`${url.replace('hunter2pass', '…')} was used`)
  }
  return failures
}

async function months(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database()
  const store = await product.postgres.openPostgresStore({ ...member(url), deadlineMs: 60_000 })
  try {
    await store.journal.check()
    const old = Date.UTC(2020, 4, 15)
    const start = Date.UTC(2020, 4, 1)
    await postgres.query(
      url,
      `create table audit_log_202005 partition of audit_log for values from (${start}) to (${Date.UTC(2020, 5, 1)})`,
    )
    for (const at of [old, old + 1, Date.now()]) await store.journal.append(draftOf(`at ${at}`, { at }))
    const where = async (): Promise<string> =>
      (await postgres.query(url, `select distinct tableoid::regclass::text as name from audit_log order by name`))
        .map(({ name }) => String(name))
        .join()
    const before = await where()
    if (!before.startsWith('audit_log_202005,audit_log_20')) failures.push(`the records are in ${before}`)
    await store.prune(Date.now() - 86_400_000, 1_000)
    await store.prune(Date.now() - 86_400_000, 1_000)
    const left = await postgres.query(url, `select to_regclass('audit_log_202005') is null as gone`)
    if (left[0]?.['gone'] !== true) failures.push('the empty month is still there')
    failures.push(...(await product.log.verifyPlace(store.log)).findings.map(({ sentence }) => sentence))
  } finally {
    await store.close()
  }
  return failures
}
