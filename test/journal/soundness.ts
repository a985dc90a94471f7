import { chmodSync, copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type * as Chain from '../../src/journal/chain.ts'
import type * as CheckpointFile from '../../src/journal/stores/checkpoint-file.ts'
import type * as Connections from '../../src/journal/stores/sqlite-connection.ts'
import type * as Reader from '../../src/journal/stores/sqlite-reader.ts'
import type * as Sessions from '../../src/journal/stores/sqlite-sessions.ts'
import type * as Sqlite from '../../src/journal/stores/sqlite.ts'
import type * as Verify from '../../src/journal/verify.ts'
import type { StoredRecord } from '../../src/journal/records.ts'
import { loaderFor } from '../product.ts'
import { freshDirectory, sample } from './samples.ts'

/** The journal as a suite sees it: the real sources, or a copy of them with a bug put back. */
export interface JournalSources {
  readonly sqlite: typeof Sqlite
  readonly reader: typeof Reader
  readonly files: typeof CheckpointFile
  readonly connections: typeof Connections
  readonly sessions: typeof Sessions
  readonly verify: typeof Verify
  readonly chain: typeof Chain
}

export async function loadJournal(root: string): Promise<JournalSources> {
  const load = loaderFor(join(root, 'journal'))
  return {
    sqlite: await load('stores/sqlite.ts'),
    reader: await load('stores/sqlite-reader.ts'),
    files: await load('stores/checkpoint-file.ts'),
    connections: await load('stores/sqlite-connection.ts'),
    sessions: await load('stores/sqlite-sessions.ts'),
    verify: await load('verify.ts'),
    chain: await load('chain.ts'),
  }
}

/** What must hold of any journal. Returns, in words, everything that does not. */
export async function soundness(sources: JournalSources): Promise<readonly string[]> {
  const failures: string[] = []
  const must = (holds: boolean, words: string): void => {
    if (!holds) failures.push(words)
  }
  for (const [words, check] of Object.entries(CHECKS)) {
    try {
      must(await check(sources), words)
    } catch (error) {
      must(false, `${words}: ${String(error)}`)
    }
  }
  return failures
}

type Check = (sources: JournalSources) => Promise<boolean>

async function written(sources: JournalSources, ids: readonly string[], input?: { command: string }): Promise<string> {
  const stateDirectory = freshDirectory()
  await write(sources, stateDirectory, ids, input)
  return stateDirectory
}

async function write(
  { sqlite }: JournalSources,
  stateDirectory: string,
  ids: readonly string[],
  input?: { command: string },
): Promise<string> {
  const journal = sqlite.openSqliteJournal({ stateDirectory, thread: 'caller', deadlineMs: 20_000 })
  try {
    for (const id of ids) await journal.remember(sample(id, input === undefined ? {} : { input }))
    return 'durable'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    await journal.close()
  }
}

/** The number of the first bad record that verification names. */
async function firstBad(
  sources: JournalSources,
  state: string,
  change: (rows: StoredRecord[]) => StoredRecord[] = (rows) => rows,
): Promise<number> {
  const paths = sources.files.statePaths(state)
  const reader = sources.reader.openReader(paths.database)
  try {
    const records = change([...reader.records()])
    const { checkpoints } = sources.files.readCheckpoints(paths.checkpoints)
    const result = sources.verify.verify({ records, anchors: await reader.anchors(), checkpoints })
    return result.ok ? SOUND : (result.findings[0]?.seq ?? SOUND)
  } finally {
    reader.close()
  }
}

const SOUND = -1

function onFile(state: string, sql: string): void {
  const database = new DatabaseSync(join(state, 'journal.db'))
  database.exec(sql)
  database.close()
}

const FIVE = ['1', '2', '3', '4', '5']

const CHECKS: Readonly<Record<string, Check>> = {
  'an untouched log verifies': async (sources) => (await firstBad(sources, await written(sources, FIVE))) === SOUND,
  'a changed record is found': async (sources) => {
    const state = await written(sources, FIVE)
    onFile(state, "update audit_log set decision = 'deny' where seq = 3")
    return (await firstBad(sources, state)) === 3
  },
  'a record changed with its hash is found': async (sources) => {
    const state = await written(sources, FIVE)
    const bad = await firstBad(sources, state, (rows) =>
      rows.map((row) => {
        if (row.seq !== 3) return row
        const changed = { ...row, decision: 'deny' }
        return { ...changed, hash: sources.chain.linkHash(rows[1]!.hash, changed) }
      }),
    )
    return bad === 4
  },
  'a missing record is found': async (sources) => {
    const state = await written(sources, FIVE)
    onFile(state, 'delete from audit_log where seq = 3')
    return (await firstBad(sources, state)) === 3
  },
  'a cut-off end is found': async (sources) => {
    const state = await written(sources, FIVE)
    onFile(state, 'delete from audit_log where seq > 3')
    return (await firstBad(sources, state)) === 4
  },
  'an anchor that nobody signed is found': async (sources) => {
    const state = await written(sources, FIVE)
    onFile(
      state,
      `insert into audit_anchor select writer, seq, hash, 0, 'AAAA', 'AAAA' from audit_log where seq = 2; delete from audit_log where seq <= 2`,
    )
    return (await firstBad(sources, state)) !== SOUND
  },
  'a file that is gone is not written': async (sources) => {
    const stateDirectory = freshDirectory()
    const journal = sources.sqlite.openSqliteJournal({ stateDirectory, thread: 'caller', deadlineMs: 20_000 })
    await journal.remember(sample('1'))
    const file = join(stateDirectory, 'journal.db')
    renameSync(file, `${file}.away`)
    const refused = await journal.remember(sample('2')).then(
      () => false,
      () => true,
    )
    await journal.close()
    return refused
  },
  'a journal that was there before is not begun anew': async (sources) => {
    const state = await written(sources, FIVE)
    rmSync(join(state, 'journal.db'))
    return (await write(sources, state, ['6'])) === 'journal.missing'
  },
  'an older copy of the journal is not gone on with': async (sources) => {
    const state = await written(sources, FIVE)
    const file = join(state, 'journal.db')
    copyFileSync(file, `${file}.old`)
    await write(sources, state, ['6'])
    copyFileSync(`${file}.old`, file)
    return (await write(sources, state, ['7'])) === 'journal.rolled-back'
  },
  'a journal of a later version is not written': async (sources) => {
    const state = await written(sources, FIVE)
    onFile(state, 'update journal_schema set version = 99')
    return (await write(sources, state, ['6'])) === 'journal.newer'
  },
  'a commit that fails is a refusal': async (sources) => {
    const stateDirectory = freshDirectory()
    // The first commit makes the tables.
    let commits = 0
    const open: typeof Connections.openDatabase = (path) => {
      const inner = sources.connections.openDatabase(path)
      return {
        prepare: (sql) => inner.prepare(sql),
        function: (name, options, call) => inner.function(name, options, call),
        close: () => inner.close(),
        exec(sql) {
          if (sql === 'commit' && ++commits > 1) {
            // As SQLite does when a commit fails.
            inner.exec('rollback')
            throw Object.assign(new Error('disk I/O error'), { errcode: 1034 })
          }
          inner.exec(sql)
        },
      }
    }
    const journal = sources.sqlite.openSqliteJournal({ stateDirectory, thread: 'caller', open, deadlineMs: 20_000 })
    const refused = await journal.remember(sample('1')).then(
      () => false,
      () => true,
    )
    await journal.close()
    return refused
  },
  'an allow without unique bytes is refused': async (sources) =>
    (await write(sources, freshDirectory(), ['1'], { command: 'rm \ud800' })) === 'journal.failed',
  'a secret is not in the file': async (sources) => {
    const state = await written(sources, ['1'], { command: `PASSWORD=hunter2zz AWS=AKIA${'Q7'.repeat(8)} ./run` })
    const bytes = readFileSync(join(state, 'journal.db'), 'latin1')
    return !bytes.includes('hunter2zz') && !bytes.includes('Q7Q7')
  },
  'a key that others can read is not used': async (sources) => {
    const state = await written(sources, FIVE)
    chmodSync(join(state, 'journal.key'), 0o644)
    return (await write(sources, state, ['6'])) === 'journal.failed'
  },
  'a grant for one call is spent once': async (sources) => {
    const stateDirectory = freshDirectory()
    const journal = sources.sqlite.openSqliteJournal({ stateDirectory, thread: 'caller', deadlineMs: 20_000 })
    const sessions = new sources.sessions.SqliteSessions(journal, join(stateDirectory, 'journal.db'))
    await sessions.addGrant({ id: 'g', session: 's', scope: 'call', fingerprint: 'f', rule: '', by: 'jane', at: 1 })
    const spent = [await sessions.spendGrant('g', 2), await sessions.spendGrant('g', 2)]
    await journal.close()
    return spent[0] === true && spent[1] === false
  },
}
