import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { freshDirectory, sample, verifyState } from '../../../test/journal/samples.ts'
import { newSession } from '../../session.ts'
import { signCheckpoint } from '../checkpoints.ts'
import { appendCheckpoint, loadKey, statePaths } from './checkpoint-file.ts'
import { openJournalSeal, sealJournal } from '../seal.ts'
import { asJournalSeal, layoutOf } from './sqlite-seals.ts'
import { SqliteSessions } from './sqlite-sessions.ts'
import { openSqliteJournal } from './sqlite.ts'

function open(stateDirectory: string) {
  const journal = openSqliteJournal({ stateDirectory, thread: 'caller', deadlineMs: 20_000 })
  return { journal, sessions: new SqliteSessions(journal, join(stateDirectory, 'journal.db')) }
}

/** Users, limits, tickets, first answers and flags came later. */
const DROP_LATER =
  'drop table gate_user; drop table user_identity; drop table user_token; drop table session_user; drop table rate_limit; ' +
  'drop table contained_ticket; drop table approval_yes; drop table kept_flag'

/** A journal as the version with seals and without users left it; `added`: somebody put more into it afterwards. */
async function journalWithoutUsers(added: string = ''): Promise<string> {
  const state = freshDirectory()
  const { journal, sessions } = open(state)
  await journal.remember(sample('one'))
  await sessions.addGrant({ id: 'g', session: 's', scope: 'command', fingerprint: 'f', rule: '', by: 'jane', at: 1 })
  sessions.close()
  const { keys } = journal
  await journal.close()
  const database = new DatabaseSync(statePaths(state).database)
  database.exec(`${DROP_LATER}; update journal_schema set version = 4`)
  const seal = asJournalSeal(database.prepare('select * from journal_seal').get())!
  const {
    layout,
    sessions: sealed,
    mac,
  } = sealJournal(keys, { ...seal, layout: layoutOf(database) }, openJournalSeal(keys, seal)!)
  database.prepare('update journal_seal set layout = ?, sessions = ?, mac = ?').run(layout, sealed, mac)
  if (added !== '') database.exec(added)
  database.close()
  return state
}

describe('a sealed journal from before there were users', () => {
  it('verifies as it is, gets the tables of users, keeps its grants and verifies again', async () => {
    const state = await journalWithoutUsers()
    expect(await verifyState(state)).toMatchObject({ status: 'unwitnessed', findings: [] })
    const { journal, sessions } = open(state)
    await journal.remember(sample('two'))
    expect(await sessions.grants('s', 0)).toHaveLength(1)
    sessions.close()
    await journal.close()
    expect(await verifyState(state)).toMatchObject({ status: 'unwitnessed', records: 2, findings: [] })
  })

  it.each([
    'create trigger quiet after insert on audit_log begin select 1; end',
    "update journal_seal set layout = 'another'",
  ])('is refused when something stood in it before: %s', async (added) => {
    const { journal } = open(await journalWithoutUsers(added))
    await expect(journal.remember(sample('two'))).rejects.toMatchObject({
      code: expect.stringMatching(/^journal\.(layout|forged)$/),
    })
    await journal.close()
  })
})

/** A journal as the version without seals left it: its tables, its rows, a checkpoint without a count. */
async function journalFromBefore(checkpoints: 'signed' | 'never signed' = 'signed'): Promise<string> {
  const state = freshDirectory()
  const { journal, sessions } = open(state)
  for (const id of ['one', 'two', 'three']) await journal.remember(sample(id))
  await sessions.save(newSession('wide', { mode: 'bypassPermissions' }))
  await sessions.save(newSession('narrow', { mode: 'plan' }))
  await sessions.addGrant({ id: 'g', session: 'wide', scope: 'command', fingerprint: 'f', rule: '', by: 'jane', at: 1 })
  sessions.close()
  await journal.close()
  const paths = statePaths(state)
  const database = new DatabaseSync(paths.database)
  const last = database.prepare('select seq, hash from audit_log order by seq desc').get()
  database.exec(DROP_LATER)
  database.exec('drop table session_seal; drop table journal_seal; update journal_schema set version = 3')
  database.close()
  rmSync(paths.checkpoints)
  const head = { seq: Number(last?.['seq']), hash: String(last?.['hash']) }
  if (checkpoints === 'signed')
    appendCheckpoint(paths.checkpoints, signCheckpoint(loadKey(paths), { kind: 'head', ...head, at: 1 }))
  return state
}

describe('a journal from before there were seals', () => {
  it('verifies as hashed only, and goes on with a record that says so', async () => {
    const state = await journalFromBefore()
    expect(await verifyState(state)).toMatchObject({ status: 'unwitnessed', hashedOnly: 3, records: 3 })
    const { journal } = open(state)
    await journal.remember(sample('four'))
    await journal.close()
    const result = await verifyState(state)
    expect(result).toMatchObject({ status: 'unwitnessed', hashedOnly: 3, records: 5, findings: [] })
  })

  it('loses what would loosen a verdict, because nobody can tell who wrote it', async () => {
    const { journal, sessions } = open(await journalFromBefore())
    expect(await sessions.load('wide')).toMatchObject({ mode: 'default', grants: [] })
    expect(await sessions.load('narrow')).toMatchObject({ mode: 'plan' })
    sessions.close()
    await journal.close()
  })

  it('without its checkpoint is not taken over', async () => {
    const { journal } = open(await journalFromBefore('never signed'))
    await expect(journal.remember(sample('four'))).rejects.toMatchObject({ code: 'journal.checkpoints' })
    await journal.close()
  })

  it('in the place of a sealed one is refused', async () => {
    const state = await journalFromBefore()
    const { journal } = open(state)
    await journal.remember(sample('four'))
    await journal.close()
    const database = new DatabaseSync(join(state, 'journal.db'))
    database.exec(DROP_LATER)
    database.exec('drop table session_seal; drop table journal_seal; update journal_schema set version = 3')
    database.close()
    const again = open(state)
    await expect(again.journal.remember(sample('five'))).rejects.toMatchObject({ code: 'journal.replaced' })
    await again.journal.close()
    expect((await verifyState(state)).status).toBe('not sound')
  })
})

it('rows of a session that were edited refuse the session, with a code', async () => {
  const state = freshDirectory()
  const { journal, sessions } = open(state)
  await sessions.save(newSession('s', { mode: 'default' }))
  const database = new DatabaseSync(join(state, 'journal.db'))
  database.exec("update session set mode = 'bypassPermissions'")
  database.close()
  await expect(sessions.load('s')).rejects.toMatchObject({ code: 'journal.forged' })
  await expect(sessions.grants('s', 1)).rejects.toMatchObject({ code: 'journal.forged' })
  sessions.close()
  await journal.close()
})
