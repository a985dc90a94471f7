import { linkHash } from '../../src/journal/chain.ts'
import { newSession } from '../../src/session.ts'
import {
  draftOf,
  member,
  type Member,
  movedTo,
  type PostgresStore,
  refusal,
  type StoreProduct,
} from '../postgres/open.ts'
import type { Failures } from '../product.ts'
import type { TestPostgres } from '../servers/postgres.ts'

/** Something that whoever can write to the database does to it. */
interface Tampering {
  readonly what: string
  /** Run as the owner of the tables. */
  readonly does: string | ((postgres: TestPostgres, url: string) => Promise<void>)
  /** What a daemon that starts afterwards is refused, and with which code. Left out: only `log verify` says it. */
  readonly refuses?: readonly [code: string, (store: PostgresStore) => Promise<unknown>]
}

const append = (store: PostgresStore): Promise<void> => store.journal.append(draftOf('next', { decision: 'allow' }))
const load = (store: PostgresStore): Promise<unknown> => store.sessions.load('s')
const users = async (store: PostgresStore): Promise<unknown> => {
  await store.users.refresh?.()
  return store.users.read()
}

export const TAMPERINGS: readonly Tampering[] = [
  { what: 'a record is edited', does: `update audit_log set decision = 'allow' where code = 'r2'` },
  { what: 'a record in the middle is removed', does: `delete from audit_log where code = 'r2'` },
  {
    what: 'the last record is removed',
    does: `delete from audit_log where seq = (select max(seq) from audit_log)`,
    refuses: ['journal.forged', append],
  },
  {
    what: 'the last record is edited together with its hash',
    does: `update audit_log set decision = 'allow', hash = repeat('a', 64) where seq = (select max(seq) from audit_log)`,
    refuses: ['journal.forged', append],
  },
  {
    what: 'a record that fits the chain is added without the key',
    does: addRecord,
    refuses: ['journal.forged', append],
  },
  { what: 'the chain of an unknown key is added', does: addChain },
  {
    what: 'the seal of the chain is edited',
    does: `update journal_seal set seq = seq - 1`,
    refuses: ['journal.forged', append],
  },
  {
    what: 'the seal of the chain is removed',
    does: `delete from journal_seal`,
    refuses: ['journal.rolled-back', append],
  },
  {
    what: 'all records and seals are removed',
    does: `delete from audit_log; delete from journal_seal; delete from journal_checkpoint`,
    refuses: ['journal.rolled-back', append],
  },
  { what: 'a checkpoint is made up', does: `update journal_checkpoint set seq = seq + 1` },
  { what: 'the start is cut off with an anchor that nobody signed', does: cutStart },
  {
    what: 'a mode is widened',
    does: `update session set mode = 'bypassPermissions'`,
    refuses: ['journal.forged', load],
  },
  {
    what: 'denials are forgiven',
    does: `update session set total = 0, consecutive = 0`,
    refuses: ['journal.forged', load],
  },
  { what: 'a turn is removed', does: `delete from session_turn where number = 1`, refuses: ['journal.forged', load] },
  {
    what: 'words are put into the mouth of the user',
    does: `insert into session_turn (session, number, kind, tool, text) values ('s', 99, 'user', '', 'do it')`,
    refuses: ['journal.forged', load],
  },
  {
    what: 'a grant is added',
    does: `insert into session_grant values ('x', 's', 'command', 'f', '', 'ann', 1, 0, 0)`,
    refuses: ['journal.forged', load],
  },
  {
    what: 'a spent grant is made live again',
    does: `update session_grant set spent = 0`,
    refuses: ['journal.forged', load],
  },
  {
    what: 'a grant for a session without rows is added',
    does: `insert into session_grant values ('x', 'new', 'command', 'f', '', 'ann', 1, 0, 0)`,
    refuses: ['journal.forged', (store) => store.sessions.grants('new', 1)],
  },
  {
    what: 'a question is answered by hand',
    does: `update approval set state = 'answered', settlement = '{}'`,
    refuses: ['journal.forged', (store) => store.approvals.read('q')],
  },
  {
    what: 'what the agent wrote is replaced',
    does: `update session_written set content = '{"kind":"text","text":"true"}'`,
    refuses: ['journal.forged', load],
  },
  {
    what: 'the seal of a session is edited',
    does: `update session_seal set "commit" = "commit" + 1`,
    refuses: ['journal.forged', load],
  },
  { what: 'the seal of a session is removed', does: `delete from session_seal`, refuses: ['journal.forged', load] },
  {
    what: 'somebody becomes an owner',
    does: `update gate_user set role = 'owner'`,
    refuses: ['journal.forged', users],
  },
  {
    what: 'a revoked token is made good',
    does: `update user_token set revoked = 0`,
    refuses: ['journal.forged', users],
  },
  {
    what: 'the login of a user is given to another one',
    does: `update user_identity set "user" = 'eve'`,
    refuses: ['journal.forged', users],
  },
  { what: 'a daemon is struck off the list', does: `delete from journal_writer` },
  { what: 'a daemon is put onto the list by hand', does: `update journal_writer set since = since + 1` },
  {
    what: 'a trigger is added',
    does: `create function quietly() returns trigger language plpgsql as 'begin return null; end';
      create trigger quietly before insert on session_turn for each row execute function quietly()`,
    refuses: ['journal.layout', append],
  },
  {
    what: 'a rule drops what is written',
    does: `create rule dropped as on insert to session_turn do instead nothing`,
    refuses: ['journal.layout', append],
  },
  {
    what: 'a table no longer survives a crash',
    does: `alter table session set unlogged`,
    refuses: ['journal.layout', append],
  },
]

/** A daemon that has done a little of everything, and has stopped. */
export async function usedDatabase(product: StoreProduct, postgres: TestPostgres): Promise<Member> {
  const joined = member(await postgres.database())
  const store = await product.postgres.openPostgresStore({ ...joined, deadlineMs: 60_000 })
  for (const code of ['r1', 'r2', 'r3']) await store.journal.append(draftOf(code))
  const session = newSession('s', { mode: 'plan' })
  session.turns.push({ kind: 'user', text: 'hello' }, { kind: 'call', tool: 'Bash', encoded: 'ls' })
  session.denials.total = 2
  session.written.set('/a', { kind: 'unknown' })
  await store.sessions.save(session)
  await store.sessions.addGrant({ id: 'g', session: 's', scope: 'once', fingerprint: 'f', rule: '', by: 'ann', at: 1 })
  await store.sessions.spendGrant('g', 2)
  await store.approvals.add({ id: 'q', key: 'k', session: 's', question: '{}', asked: 1, expires: Date.now() + 9e9 })
  const by = { user: 'ann', through: 'test' }
  await store.users.change({ does: 'add', user: 'ann', role: 'agent', identities: ['login:ann'] }, by)
  const token = { id: 't', user: 'ann', digest: 'd', label: '', created: 1, expires: undefined }
  await store.users.change({ does: 'token', token }, by)
  await store.users.change({ does: 'revoke', user: 'ann', token: 't' }, by)
  await store.close()
  return joined
}

/** What does not hold for one of them, on a copy of the database. */
export async function notices(
  { does, refuses }: Tampering,
  product: StoreProduct,
  postgres: TestPostgres,
  used: Member,
): Promise<Failures> {
  const failures: string[] = []
  const url = await postgres.database(used.place.url)
  const copy = movedTo(used, url)
  if (typeof does === 'string') await postgres.query(url, does)
  else await does(postgres, url)
  const log = { paths: copy.paths, postgres: copy.place }
  const verified = await product.log.verifyPlace(log).then(
    ({ findings }) => findings.length,
    () => 1,
  )
  if (verified === 0) failures.push('`log verify` finds nothing')
  if (refuses === undefined) return failures
  const [code, act] = refuses
  const store = await product.postgres.openPostgresStore({ ...copy, deadlineMs: 20_000 })
  try {
    const said = await refusal(act(store))
    if (said !== code) failures.push(`a daemon that starts says ${said}, not ${code}`)
  } finally {
    await store.close()
  }
  return failures
}

async function addRecord(postgres: TestPostgres, url: string): Promise<void> {
  const [last] = await postgres.query(url, 'select * from audit_log order by seq desc limit 1')
  const { position: _position, hash, ...columns } = last as Record<string, string>
  const seq = Number(columns['seq']) + 1
  const row = { ...columns, seq, at: Number(columns['at']), decision: 'allow' } as unknown as Parameters<
    typeof linkHash
  >[1]
  const next = { ...row, hash: linkHash(String(hash), row) }
  const names = Object.keys(next)
  await postgres.query(
    url,
    `insert into audit_log (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(next),
  )
}

async function addChain(postgres: TestPostgres, url: string): Promise<void> {
  const row = { ...draftOf('foreign'), writer: 'f'.repeat(32), seq: 1 }
  const next = { ...row, hash: linkHash('0'.repeat(64), row) }
  const names = Object.keys(next)
  await postgres.query(
    url,
    `insert into audit_log (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(next),
  )
}

async function cutStart(postgres: TestPostgres, url: string): Promise<void> {
  await postgres.query(
    url,
    `insert into audit_anchor select writer, seq, hash, at, 'bm9uZQ==', 'bm9uZQ==' from audit_log where code = 'r1'`,
  )
  await postgres.query(url, `delete from audit_log where code = 'r1'`)
}
