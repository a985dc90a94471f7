import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { CHILD } from '../../../test/journal/crash.ts'
import { expectSound } from '../../../test/journal/faults.ts'
import { freshDirectory, rememberedCalls, sample, verifyState } from '../../../test/journal/samples.ts'
import { unhurried, until, within } from '../../../test/until.ts'
import { JournalFailure } from '../journal.ts'
import { SCHEMA_VERSION } from './migrations.ts'
import type { SqliteJournalOptions } from './sqlite.ts'
import { openSqliteJournal } from './sqlite.ts'
import type { SqliteJournal } from './sqlite.ts'
import type { Connection, OpenConnection } from './sqlite-connection.ts'
import { openDatabase } from './sqlite-connection.ts'

const opened: SqliteJournal[] = []

afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close()
})

function open(options: SqliteJournalOptions): SqliteJournal {
  // A busy machine must not look like a broken store.
  const journal = openSqliteJournal({ deadlineMs: 20_000, ...options })
  opened.push(journal)
  return journal
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'durable'
  } catch (error) {
    return error instanceof JournalFailure ? error.code : `not a JournalFailure: ${String(error)}`
  }
}

/** What happens to the file while the journal is open, what the caller is told, and how it is put right. */
interface Fault {
  readonly code: string
  readonly break: (file: string) => void | Promise<void>
  readonly mend: (file: string) => void | Promise<void>
}

let holder: ReturnType<typeof spawn> | undefined

const SIDES = ['', '-wal', '-shm']

function move(from: string, to: string): void {
  for (const side of SIDES) renameSync(from + side, to + side)
}

function otherJournal(): string {
  const other = join(freshDirectory(), 'other.db')
  const database = new DatabaseSync(other)
  database.exec('create table journal_schema (version integer not null) strict; insert into journal_schema values (0)')
  database.close()
  return other
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'another process holds the write lock': {
    code: 'journal.locked',
    async break(file) {
      holder = spawn(process.execPath, [CHILD, 'hold', file], { stdio: ['pipe', 'pipe', 'inherit'] })
      await within('the lock is held', new Promise((resolve) => holder?.stdout?.once('data', resolve)))
    },
    async mend() {
      const released = new Promise((resolve) => holder?.once('close', resolve))
      holder?.stdin?.end()
      await within('the lock is released', released)
    },
  },
  'the file is gone': {
    code: 'journal.missing',
    break: (file) => move(file, `${file}.away`),
    mend: (file) => move(`${file}.away`, file),
  },
  'another file has its name': {
    code: 'journal.replaced',
    break(file) {
      move(file, `${file}.away`)
      copyFileSync(otherJournal(), file)
    },
    mend(file) {
      for (const side of SIDES) rmSync(file + side, { force: true })
      move(`${file}.away`, file)
    },
  },
  'it was emptied in place': {
    code: 'journal.replaced',
    break(file) {
      for (const side of ['', '-wal']) copyFileSync(file + side, `${file}.copy${side}`)
      truncateSync(file, 0)
    },
    mend(file) {
      rmSync(`${file}-shm`, { force: true })
      for (const side of ['', '-wal']) copyFileSync(`${file}.copy${side}`, file + side)
    },
  },
  'its log was taken away': {
    code: 'journal.missing',
    break: (file) => renameSync(`${file}-wal`, `${file}-wal.away`),
    mend: (file) => renameSync(`${file}-wal.away`, `${file}-wal`),
  },
}

describe('a store that cannot be written', () => {
  it.each(Object.entries(FAULTS))(
    '%s: refused with its code, and it recovers without a restart',
    async (_name, fault) => {
      const stateDirectory = freshDirectory()
      const file = join(stateDirectory, 'journal.db')
      const journal = open({ stateDirectory, deadlineMs: unhurried(4_000) })
      await journal.remember(sample('before'))
      await fault.break(file)
      expect(await codeOf(journal.remember(sample('during')))).toBe(fault.code)
      await fault.mend(file)
      expect(await codeOf(journal.remember(sample('after')))).toBe('durable')
      await journal.close()
      const remembered = rememberedCalls(stateDirectory)
      expect(remembered).toContain('before')
      expect(remembered).toContain('after')
      expect(remembered, 'what was refused did not run').not.toContain('during')
      expect((await verifyState(stateDirectory)).findings).toEqual([])
    },
  )

  it('the disk is full: no allow, no damage, and it goes on when there is room', async () => {
    const stateDirectory = freshDirectory()
    const small = open({ stateDirectory, maxPages: 60 })
    const codes: string[] = []
    for (let index = 0; index < 300; index++) codes.push(await codeOf(small.remember(sample(`f-${index}`))))
    expect(new Set(codes)).toEqual(new Set(['durable', 'journal.full']))
    const durable = codes.lastIndexOf('durable')
    await small.close()
    const roomy = open({ stateDirectory })
    expect(await codeOf(roomy.remember(sample('room')))).toBe('durable')
    await roomy.close()
    const result = await verifyState(stateDirectory)
    expect(result.findings).toEqual([])
    expect(result.damage).toEqual([])
    expect(rememberedCalls(stateDirectory)).toContain(`f-${durable}`)
  })

  it('the file was written by a later version', async () => {
    const stateDirectory = freshDirectory()
    const journal = open({ stateDirectory })
    await journal.remember(sample('before'))
    await journal.close()
    const database = new DatabaseSync(join(stateDirectory, 'journal.db'))
    database.exec('update journal_schema set version = 999')
    expect(await codeOf(open({ stateDirectory }).remember(sample('a')))).toBe('journal.newer')
    database.exec(`update journal_schema set version = ${SCHEMA_VERSION}`)
    database.close()
    expect(await codeOf(open({ stateDirectory }).remember(sample('a')))).toBe('durable')
  })

  it('a journal that was there before is never begun anew', async () => {
    const stateDirectory = freshDirectory()
    const journal = open({ stateDirectory })
    await journal.remember(sample('before'))
    await journal.close()
    rmSync(join(stateDirectory, 'journal.db'))
    expect(await codeOf(open({ stateDirectory }).remember(sample('a')))).toBe('journal.missing')
    writeFileSync(join(stateDirectory, 'journal.db'), '')
    expect(await codeOf(open({ stateDirectory }).remember(sample('a')))).toBe('journal.replaced')
    writeFileSync(join(stateDirectory, 'journal.db'), 'not a database, but long enough to be taken for one'.repeat(100))
    expect(await codeOf(open({ stateDirectory }).remember(sample('a')))).toBe('journal.replaced')
    rmSync(join(stateDirectory, 'journal.db'))
    copyFileSync(otherJournal(), join(stateDirectory, 'journal.db'))
    expect(await codeOf(open({ stateDirectory }).remember(sample('a')))).toBe('journal.replaced')
  })

  it('a rolled-back copy of the journal is refused', async () => {
    const stateDirectory = freshDirectory()
    const file = join(stateDirectory, 'journal.db')
    for (const id of ['one', 'two']) {
      const journal = open({ stateDirectory })
      await journal.remember(sample(id))
      await journal.close()
      if (id === 'one') copyFileSync(file, `${file}.old`)
    }
    copyFileSync(`${file}.old`, file)
    expect(await codeOf(open({ stateDirectory }).remember(sample('three')))).toBe('journal.rolled-back')
  })

  it.runIf(process.getuid?.() === 0)('its owner may not write it', async () => {
    const stateDirectory = freshDirectory()
    const journal = open({ stateDirectory })
    await journal.remember(sample('before'))
    await journal.close()
    // Root may write everything: another user tries.
    mkdirSync(join(stateDirectory, 'theirs'), { mode: 0o777 })
    const script = `
      const { openSqliteJournal } = await import(${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)})
      const { sample } = await import(${JSON.stringify(new URL('../../../test/journal/samples.ts', import.meta.url).href)})
      process.setgid(65534); process.setuid(65534)
      const options = { stateDirectory: process.argv[1] + '/theirs', database: process.argv[1] + '/journal.db', thread: 'caller', deadlineMs: 20000 }
      await openSqliteJournal(options).remember(sample('a')).then(() => console.log('durable'), (error) => console.log(error.code))`
    const { chmodSync } = await import('node:fs')
    for (const [path, mode] of [
      ['', 0o755],
      ['journal.db', 0o444],
      ['theirs', 0o777],
    ] as const) {
      chmodSync(join(stateDirectory, path), mode)
    }
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, stateDirectory])
    let text = ''
    child.stdout.on('data', (chunk) => (text += String(chunk)))
    child.stderr.on('data', (chunk) => (text += String(chunk)))
    await within('the child ends', new Promise((resolve) => child.on('close', resolve)), 50_000)
    expect(text.trim()).toBe('journal.read-only')
  })

  it('a store that never answers: refused at the deadline, and callers are not held up meanwhile', async () => {
    const stateDirectory = freshDirectory()
    const journal = open({ stateDirectory, deadlineMs: unhurried(4_000) })
    await journal.remember(sample('before'))
    const fault = FAULTS['another process holds the write lock']!
    await fault.break(join(stateDirectory, 'journal.db'))
    let turns = 0
    const ticking = setInterval(() => turns++, 5)
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => codeOf(journal.remember(sample(`w-${index}`)))),
    )
    clearInterval(ticking)
    await fault.mend('')
    expect(new Set(codes)).toEqual(new Set(['journal.locked']))
    expect(turns, 'the event loop turned while the store was stuck').toBeGreaterThan(5)
  })

  it('found busy once: tried again in time, and written once', async () => {
    const stateDirectory = freshDirectory()
    let busy = 0
    const journal = open({ stateDirectory, thread: 'caller', open: busyWhile(() => busy-- > 0) })
    await journal.check()
    busy = 1
    expect(await codeOf(journal.remember(sample('one')))).toBe('durable')
    expect(busy).toBe(-1)
    expect(await codeOf(journal.remember(sample('two')))).toBe('durable')
    await journal.close()
    expect(rememberedCalls(stateDirectory)).toEqual(['one', 'two'])
    expect((await verifyState(stateDirectory)).findings).toEqual([])
  })

  it('found busy for ever: refused as locked before the deadline', async () => {
    const stateDirectory = freshDirectory()
    let busy = false
    const journal = open({ stateDirectory, thread: 'caller', open: busyWhile(() => busy), deadlineMs: 2000 })
    await journal.check()
    busy = true
    const began = performance.now()
    expect(await codeOf(journal.remember(sample('one')))).toBe('journal.locked')
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('a store that is too slow: refused at the deadline', async () => {
    const stateDirectory = freshDirectory()
    // No thread starts within a millisecond.
    expect(await codeOf(open({ stateDirectory, deadlineMs: 1 }).remember(sample('late')))).toBe('journal.deadline')
    expect(await codeOf(open({ stateDirectory }).remember(sample('in time')))).toBe('durable')
  })

  it('a deny that is refused at its deadline and written after all is written once', async () => {
    const stateDirectory = freshDirectory()
    const slow = open({ stateDirectory, deadlineMs: 1 })
    expect(await codeOf(slow.remember(sample('late', { decision: 'deny' })))).toBe('journal.deadline')
    const remembered = (): readonly string[] => {
      try {
        return rememberedCalls(stateDirectory)
      } catch {
        return []
      }
    }
    await until('it is written', () => remembered().length > 0, 20_000)
    // Long enough for what was kept to be tried again.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await slow.close()
    expect(remembered()).toEqual(['late'])
  })

  it('denies that could not be written are written when the store is back; refused allows are not', async () => {
    const stateDirectory = freshDirectory()
    const file = join(stateDirectory, 'journal.db')
    const journal = open({ stateDirectory, deadlineMs: unhurried(4_000) })
    await journal.remember(sample('before'))
    move(file, `${file}.away`)
    expect(await codeOf(journal.remember(sample('refused allow')))).toBe('journal.missing')
    expect(await codeOf(journal.remember(sample('late deny', { decision: 'deny' })))).toBe('journal.missing')
    expect(journal.backlog).toEqual({ kept: 1, lost: 0 })
    move(`${file}.away`, file)
    await journal.close()
    expect(rememberedCalls(stateDirectory)).toEqual(['before', 'late deny'])
    expect((await verifyState(stateDirectory)).findings).toEqual([])
  })

  it('refuses an allow whose text has no unique bytes, and records a deny of it repaired', async () => {
    const stateDirectory = freshDirectory()
    const journal = open({ stateDirectory })
    const input = { command: 'rm \ud800' }
    expect(await codeOf(journal.remember(sample('allow', { input })))).toBe('journal.failed')
    expect(await codeOf(journal.remember(sample('deny', { input, decision: 'deny' })))).toBe('durable')
  })
})

/** A file that is called busy without any waiting. Asked once for each transaction. */
function busyWhile(isBusy: () => boolean): OpenConnection {
  return (path) => {
    const inner = openDatabase(path)
    return {
      exec: (sql) => {
        if (sql === 'begin immediate' && isBusy())
          throw Object.assign(new Error('database is locked'), { errcode: 5, code: 'ERR_SQLITE_ERROR' })
        inner.exec(sql)
      },
      prepare: (sql) => inner.prepare(sql),
      function: (name, options, call) => inner.function(name, options, call),
      close: () => inner.close(),
    }
  }
}

/** `before`: the step is not done. `after`: it is done, and reported as failed, like a commit whose answer is lost. */
type Failing = 'before' | 'after'

/** A failed sync, as SQLite reports it. */
function failure(): Error {
  return Object.assign(new Error('disk I/O error'), { errcode: 1034, code: 'ERR_SQLITE_ERROR' })
}

/** Counts the steps a store takes on its connection, and fails some of them the way SQLite does. */
function failingSteps(
  fails: (step: number) => boolean,
  failing: Failing,
): { readonly open: OpenConnection; readonly steps: () => number } {
  let step = 0
  const guard = <T>(run: () => T): T => {
    step++
    const fail = fails(step)
    if (fail && failing === 'before') throw failure()
    const result = run()
    if (fail) throw failure()
    return result
  }
  const open: OpenConnection = (path) => {
    const inner = openDatabase(path)
    const connection: Connection = {
      exec: (sql) => guard(() => inner.exec(sql)),
      prepare(sql) {
        const statement = guard(() => inner.prepare(sql))
        return {
          run: (...values) => guard(() => statement.run(...values)),
          get: (...values) => guard(() => statement.get(...values)),
          all: (...values) => guard(() => statement.all(...values)),
          iterate: (...values) => guard(() => statement.iterate(...values)),
        }
      },
      function: (name, options, call) => inner.function(name, options, call),
      close: () => inner.close(),
    }
    return connection
  }
  return { open, steps: () => step }
}

async function writeFive(fails: (step: number) => boolean, failing: Failing) {
  const directory = freshDirectory()
  const { open: opening, steps } = failingSteps(fails, failing)
  const journal = openSqliteJournal({ stateDirectory: directory, thread: 'caller', open: opening, deadlineMs: 20_000 })
  const durable: string[] = []
  const refused: string[] = []
  for (let index = 0; index < 5; index++) {
    const code = await codeOf(journal.remember(sample(`s-${index}`)))
    expect(code === 'durable' || code.startsWith('journal.'), code).toBe(true)
    const list = code === 'durable' ? durable : refused
    list.push(`s-${index}`)
  }
  const writing = steps()
  await journal.close()
  return { directory, durable, refused, ended: true, writing, steps: steps() }
}

describe.each(['before', 'after'] as const)('the n-th step of the store fails, %s it is done', (failing) => {
  it('once, for every n: refused or durable, and the next record is durable again', async () => {
    const all = (await writeFive(() => false, failing)).steps
    expect(all).toBeGreaterThan(50)
    for (let n = 1; n <= all; n++) {
      const run = await writeFive((step) => step === n, failing)
      await expectSound(run)
      expect(run.refused.length, `step ${n}`).toBeLessThanOrEqual(1)
    }
  })

  it('and all after it, for every n: once refused, always refused', async () => {
    const all = (await writeFive(() => false, failing)).writing
    for (let n = 1; n <= all; n++) {
      const run = await writeFive((step) => step >= n, failing)
      await expectSound(run)
      expect(run.durable, `step ${n}`).toEqual(['s-0', 's-1', 's-2', 's-3', 's-4'].slice(0, run.durable.length))
      expect(run.refused.length, `step ${n}`).toBeGreaterThan(0)
    }
  })
})
