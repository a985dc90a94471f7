import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as CheckpointFile from '../../src/journal/stores/checkpoint-file.ts'
import type * as Sqlite from '../../src/journal/stores/sqlite.ts'
import type * as VerifyState from '../../src/journal/stores/verify-state.ts'
import type * as Witnesses from '../../src/journal/stores/witnesses.ts'
import { loaderFor, SOURCES } from '../product.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'
import { freshDirectory, sample } from './samples.ts'
import { anchorOf, copyOf, makeOriginals, type Originals } from '../../src/surfaces/selftest/tamper-originals.ts'
import { WAYS } from '../../src/surfaces/selftest/tamper-ways.ts'

interface Product {
  readonly files: typeof CheckpointFile
  readonly sqlite: typeof Sqlite
  readonly verify: typeof VerifyState
  readonly witnesses: typeof Witnesses
}

async function loadProduct(root: string): Promise<Product> {
  const load = loaderFor(join(root, 'journal', 'stores'))
  return {
    files: await load('checkpoint-file.ts'),
    sqlite: await load('sqlite.ts'),
    verify: await load('verify-state.ts'),
    witnesses: await load('witnesses.ts'),
  }
}

let originals: Originals

beforeAll(async () => {
  originals = await makeOriginals()
})

/** Whether `log verify` finds one way of tampering. */
function verifyFinds(name: string): (product: Product) => Promise<boolean> {
  return async ({ files, verify, witnesses }) => {
    const way = WAYS.find((one) => one.name === name)
    if (way === undefined) throw new RangeError(`no such way: ${name}`)
    const place = copyOf(originals[way.on])
    const witness = join(freshDirectory(), 'heads.jsonl')
    cpSync(join(originals.late.state, 'checkpoints.jsonl'), witness)
    way.tamper(place, originals)
    const asked = way.needsWitness === undefined ? [] : [await witnesses.witnessOf({ file: witness }).ask('')]
    try {
      const paths = files.statePaths(place.state, { anchor: anchorOf(place) })
      return (await verify.verifyStateDirectory(paths, { witnesses: asked })).status === 'not sound'
    } catch {
      return true
    }
  }
}

/** Whether a journal that is open refuses the next allow after somebody else has been at its files. */
function nextAllowIsRefused(meddle: (state: string, anchor: string) => void, after = 0) {
  return async ({ sqlite }: Product): Promise<boolean> => {
    const place = copyOf(originals.late)
    let time = 1_700_000_000_000
    const journal = sqlite.openSqliteJournal({
      stateDirectory: place.state,
      anchor: anchorOf(place),
      thread: 'caller',
      deadlineMs: 20_000,
      now: () => time,
    })
    try {
      await journal.remember(sample('before'))
      meddle(place.state, anchorOf(place))
      time += after
      // A checkpoint that is due is signed after a record; what it finds is said to the next.
      if (after > 0) await journal.remember(sample('due')).catch(() => undefined)
      return await journal.remember(sample('next')).then(
        () => false,
        () => true,
      )
    } finally {
      await journal.close()
    }
  }
}

function bySql(statements: string): (state: string) => void {
  return (state) => {
    const database = new DatabaseSync(join(state, 'journal.db'))
    database.exec(statements)
    database.close()
  }
}

const SECOND = 1500

const RUNNING: Readonly<Record<string, (product: Product) => Promise<boolean>>> = {
  'a trigger that drops records': nextAllowIsRefused(
    bySql('create trigger t before insert on audit_log begin select raise(ignore); end'),
  ),
  'a trigger that edits records': nextAllowIsRefused(
    bySql(
      `create trigger t after insert on audit_log begin update audit_log set decision = 'deny' where position = new.position; end`,
    ),
  ),
  'a trigger behind the old schema version': nextAllowIsRefused((state) => {
    const database = new DatabaseSync(join(state, 'journal.db'))
    const version = Object.values(database.prepare('pragma schema_version').get() ?? {})[0]
    database.exec(
      `create trigger t after insert on audit_log begin update audit_log set decision = 'deny'; end; pragma schema_version = ${String(version)}`,
    )
    database.close()
  }),
  'a view in the place of a table': nextAllowIsRefused(
    bySql('alter table session_grant rename to g; create view session_grant as select * from g'),
  ),
  'a record of somebody else': nextAllowIsRefused(
    bySql(
      `insert into audit_log select null, '${'0'.repeat(32)}', 1, at, event, severity, session, agent, tool, decision, code, user, fingerprint, policy, body, hash from audit_log limit 1`,
    ),
  ),
  'the last record deleted': nextAllowIsRefused(
    bySql('delete from audit_log where seq = (select max(seq) from audit_log)'),
  ),
  'the seal of a session deleted': nextAllowIsRefused(bySql(`delete from session_seal where session = 's1'`)),
  'the checkpoints deleted': nextAllowIsRefused((state) => rmSync(join(state, 'checkpoints.jsonl')), SECOND),
  'the key deleted': nextAllowIsRefused((state) => rmSync(join(state, 'journal.key')), SECOND),
  'the anchor deleted': nextAllowIsRefused((_state, anchor) => rmSync(anchor), SECOND),
}

describe('while the journal is open, the next allow is refused after', () => {
  it.each(Object.entries(RUNNING))('%s', async (_name, refused) => {
    expect(await refused(await loadProduct(SOURCES))).toBe(true)
  })
})

interface Bug {
  readonly bug: string
  readonly changes: readonly Change[]
  readonly noticedBy: (product: Product) => Promise<boolean>
}

const change = (file: string, find: string, replace: string): Change => ({ file: `journal/${file}`, find, replace })

const BUGS: readonly Bug[] = [
  {
    bug: 'the code of the seal is not compared',
    changes: [change('seal.ts', '|| !same(journalCode(keys, seal), seal.mac)', '')],
    noticedBy: verifyFinds("the seal's hashed_only is edited"),
  },
  {
    bug: 'the head is not compared with its seal',
    changes: [
      change('stores/compare-head.ts', 'if (seal.seq !== last.seq || seal.hash !== last.hash)', 'if (seal.seq < 0)'),
    ],
    noticedBy: verifyFinds('a record is appended with the hash that belongs to it'),
  },
  {
    bug: 'rows are not compared with their seal',
    changes: [change('stores/verify-state.ts', '!found.get(session)?.equals(digest)', 'digest.length === 0')],
    noticedBy: verifyFinds('the mode of a session is edited'),
  },
  {
    bug: 'rows that nobody sealed are taken',
    changes: [change('stores/verify-state.ts', 'if (digest.some((byte) => byte !== 0))', 'if (digest.length === 0)')],
    noticedBy: verifyFinds('a session is added'),
  },
  {
    bug: 'seals of sessions are not counted',
    changes: [change('stores/sqlite-seals.ts', 'if (!digest.equals(found))', 'if (digest.length === 0)')],
    noticedBy: verifyFinds('the rows of a session and its seal are deleted'),
  },
  {
    bug: 'a column is not part of a row’s value',
    changes: [
      change(
        'stores/schema.ts',
        "'fingerprint', 'rule', 'by', 'at', 'expires', 'spent'],",
        "'fingerprint', 'rule', 'by', 'at', 'expires'],",
      ),
    ],
    noticedBy: async (product) => {
      // Sealed and verified by the same sources.
      const state = freshDirectory()
      const journal = product.sqlite.openSqliteJournal({ stateDirectory: state, thread: 'caller', deadlineMs: 20_000 })
      const grant = `insert into session_grant values ('g', 's', 'call', 'f', '', 'jane', 1, 0, 1)`
      await journal.run([{ sql: grant, parameters: [] }])
      await journal.close()
      bySql('update session_grant set spent = 0')(state)
      return (await product.verify.verifyStateDirectory(product.files.statePaths(state))).status === 'not sound'
    },
  },
  {
    bug: 'the layout is not compared',
    changes: [change('stores/sqlite-seals.ts', 'if (layout !== seal.layout)', "if (layout === '')")],
    noticedBy: verifyFinds('a trigger drops new records'),
  },
  {
    bug: 'the anchor is not read',
    changes: [
      change(
        'stores/anchor-file.ts',
        "if (path === undefined) return { state: 'none kept' }",
        "if (path !== '') return { state: 'none kept' }",
      ),
    ],
    noticedBy: verifyFinds('all files of the state directory are put back together'),
  },
  {
    bug: 'a missing anchor is made anew',
    changes: [
      change(
        'stores/compare-head.ts',
        "if (anchor.state === 'missing' && seal.signed > 0)",
        "if (anchor.state === 'missing' && seal.signed < 0)",
      ),
    ],
    noticedBy: verifyFinds('the anchor is deleted'),
  },
  {
    bug: 'a chain of somebody else is believed',
    changes: [change('verify.ts', 'if (known >= head.seq) return []', 'if (known >= 0) return []')],
    noticedBy: verifyFinds('another writer begins a chain and signs it'),
  },
  {
    bug: 'what witnesses say is not compared',
    changes: [
      change('witness.ts', "state: ahead ? 'ahead' : 'agrees'", "state: ahead ? 'agrees' : 'agrees'"),
      change('stores/verify-state.ts', 'checkpoints: [...own.checkpoints, ...told],', 'checkpoints: own.checkpoints,'),
    ],
    noticedBy: verifyFinds('all files are put back, the anchor too'),
  },
  {
    bug: 'an open journal does not look at what others wrote',
    changes: [change('stores/sqlite-writer.ts', 'version === open.lookedAt', 'version >= 0')],
    noticedBy: RUNNING['a trigger that edits records']!,
  },
  {
    bug: 'checkpoints that were deleted are begun anew',
    changes: [
      change(
        'stores/sqlite-keeper.ts',
        'if (last === undefined || (last.commits ?? 0) < commits)',
        'if (last === undefined && commits < 0)',
      ),
    ],
    noticedBy: RUNNING['the checkpoints deleted']!,
  },
  {
    bug: 'a key that was deleted is not missed',
    changes: [
      change(
        'stores/sqlite-keeper.ts',
        'if (!existsSync(paths.key) || loadKey(paths).writer !== this.#key?.writer)',
        'if (this.#key === undefined)',
      ),
    ],
    noticedBy: RUNNING['the key deleted']!,
  },
]

const scratch = scratchFor('tamper')

describe('with a bug put back, something is missed', () => {
  it.each(BUGS)('$bug', async ({ bug, changes, noticedBy }) => {
    expect(await noticedBy(await loadProduct(SOURCES)), 'without the bug').toBe(true)
    expect(await noticedBy(await loadProduct(putBack(scratch, bug, changes))), 'with the bug').toBe(false)
  })
})
