import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../src/journal/stores/store.ts'
import type { Grant } from '../../src/journal/sessions.ts'
import { newSession } from '../../src/session.ts'
import { draftOf, member, refusal, type StoreProduct } from '../postgres/open.ts'
import type { Failures } from '../product.ts'
import type { TestPostgres } from '../servers/postgres.ts'

type AnyStore = Store<unknown>

/** One daemon's store, which can be closed and opened again. */
export interface Opened {
  store: AnyStore
  reopen(): Promise<void>
}

export interface Behaviour {
  readonly what: string
  holds(opened: Opened, product: StoreProduct): Promise<Failures>
}

/** Opens an empty store of a kind, and removes it afterwards. */
export async function withStore(
  kind: 'sqlite' | 'postgres',
  product: StoreProduct,
  postgres: TestPostgres,
  act: (opened: Opened) => Promise<Failures>,
): Promise<Failures> {
  const directory = mkdtempSync(join(tmpdir(), 'pcs'))
  const joined = kind === 'postgres' ? member(await postgres.database()) : undefined
  const open = (): Promise<AnyStore> =>
    joined === undefined
      ? Promise.resolve(
          product.sqlite.openSqliteStore({
            stateDirectory: directory,
            anchor: join(directory, 'anchor.json'),
            deadlineMs: 60_000,
          }),
        )
      : product.postgres.openPostgresStore({ ...joined, deadlineMs: 60_000 })
  const opened: Opened = {
    store: await open(),
    reopen: async () => {
      await opened.store.close()
      opened.store = await open()
    },
  }
  try {
    await opened.store.journal.check()
    return await act(opened)
  } finally {
    await opened.store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

export function equal(what: string, is: unknown, wanted: unknown): Failures {
  const [left, right] = [JSON.stringify(is), JSON.stringify(wanted)]
  return left === right ? [] : [`${what}: ${left}, not ${right}`]
}

export async function sound({ store }: Opened, product: StoreProduct): Promise<Failures> {
  const { findings, damage } = await product.log.verifyPlace(store.log)
  return [...findings.map(({ sentence }) => sentence), ...damage]
}

async function codesIn({ store }: Opened, product: StoreProduct): Promise<readonly string[]> {
  const reader = await product.log.openLog(store.log)
  const codes: string[] = []
  for await (const record of reader.records()) codes.push(record.code)
  await reader.close()
  return codes
}

function question(id: string, more: object = {}) {
  return { id, key: `key ${id}`, session: 's', question: '{}', asked: 1, expires: Date.now() + 60_000, ...more }
}

const ANSWERED = { state: 'answered', settlement: '{"by":"ann"}', at: 5 } as const
const BY = { user: 'ann', through: 'test' } as const

export const BEHAVIOURS: readonly Behaviour[] = [
  {
    what: 'records are durable in the order in which they were asked for, and verify',
    holds: async (opened, product) => {
      const wanted = Array.from({ length: 100 }, (_, index) => `c${index}`)
      await Promise.all(wanted.map((code) => opened.store.journal.append(draftOf(code))))
      await opened.reopen()
      return [...equal('records', await codesIn(opened, product), wanted), ...(await sound(opened, product))]
    },
  },
  {
    what: 'a session is found again as it was left, whatever its texts are',
    holds: async (opened) => {
      const session = newSession('s', { mode: 'plan', interactive: true })
      session.turns.push({ kind: 'user', text: "naïve “quotes” \u{1F512} \\ '; drop table session; --" })
      session.turns.push({ kind: 'call', tool: 'Bash', encoded: 'ls', outcome: { kind: 'denied', why: 'x' } })
      session.denials.consecutive = 1
      session.denials.total = 4
      session.written.set('/a/b', { kind: 'text', text: 'echo "\u0000"' })
      session.written.set('/a/c', { kind: 'unknown' })
      session.paused = true
      session.user = 'ann'
      session.claimed = true
      await opened.store.sessions.save(session)
      await opened.reopen()
      const found = await opened.store.sessions.load('s')
      return [
        ...equal('turns', found?.turns, session.turns),
        ...equal('denials', found?.denials, session.denials),
        ...equal('written', [...(found?.written ?? [])], [...session.written]),
        ...equal('rest', [found?.mode, found?.paused, found?.user, found?.claimed], ['plan', true, 'ann', true]),
        ...equal('another', await opened.store.sessions.load('other'), undefined),
      ]
    },
  },
  {
    what: 'text that the store cannot hold is repaired and refuses nothing',
    holds: async (opened, product) => {
      const session = newSession('odd\u0000name')
      session.turns.push({ kind: 'user', text: 'a\u0000b' })
      await opened.store.sessions.save(session)
      await opened.store.journal.append(draftOf('odd', { session: 'odd\u0000name', tool: 'B\u0000' }))
      await opened.reopen()
      const found = await opened.store.sessions.load('odd\u0000name')
      return [...equal('turns', found?.turns.length, 1), ...(await sound(opened, product))]
    },
  },
  {
    what: 'a session grows, loses its oldest calls, and loses what was taken back',
    holds: async (opened) => {
      const session = newSession('s')
      const call = (name: string) => ({ kind: 'call', tool: 'Bash', encoded: name }) as const
      session.turns.push({ kind: 'user', text: 'first' }, call('one'), call('two'), call('three'))
      await opened.store.sessions.save(session)
      session.turns.splice(1, 2)
      opened.store.sessions.forgetOldest('s', 2)
      session.turns.push(call('four'))
      session.written.set('/x', { kind: 'unknown' })
      await opened.store.sessions.save(session)
      session.turns.splice(1, 1)
      session.written.delete('/x')
      await opened.store.sessions.save(session)
      await opened.reopen()
      const found = await opened.store.sessions.load('s')
      const texts = found?.turns.map((turn) => ('encoded' in turn ? turn.encoded : turn.kind))
      return [...equal('turns', texts, ['user', 'four']), ...equal('written', found?.written.size, 0)]
    },
  },
  {
    what: 'a grant for one call is spent by exactly one of many',
    holds: async (opened, product) => {
      const { sessions } = opened.store
      const grant: Grant = { id: 'g', session: 's', scope: 'once', fingerprint: 'f', rule: '', by: 'ann', at: 1 }
      await sessions.addGrant(grant)
      await sessions.addGrant({ ...grant, id: 'late', expires: 10 })
      const live = (await sessions.grants('s', 20)).map(({ id }) => id)
      const spent = await Promise.all(Array.from({ length: 20 }, () => sessions.spendGrant('g', 20)))
      const expired = await sessions.spendGrant('late', 20)
      return [
        ...equal('live', live, ['g']),
        ...equal('spent', spent.filter(Boolean).length, 1),
        ...equal('expired', expired, false),
        ...equal('left', await sessions.grants('s', 20), []),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'a session can end and be forgotten, and its records stay',
    holds: async (opened, product) => {
      const { sessions, journal } = opened.store
      await journal.append(draftOf('kept'))
      const session = newSession('s')
      session.turns.push({ kind: 'user', text: 'hello' })
      await sessions.save(session)
      await sessions.addGrant({ id: 'g', session: 's', scope: 'once', fingerprint: '', rule: '', by: '', at: 1 })
      await sessions.cleanupSession('s')
      const ended = await sessions.grants('s', 2)
      await sessions.forgetSession('s')
      const forgotten = await sessions.load('s')
      await sessions.save(newSession('s'))
      return [
        ...equal('grants', ended, []),
        ...equal('session', forgotten, undefined),
        ...equal('begun anew', (await sessions.load('s'))?.turns, []),
        ...equal('records', await codesIn(opened, product), ['kept']),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'a question is settled once, recorded once and given once, whoever tries',
    holds: async (opened, product) => {
      const { approvals } = opened.store
      const added = [await approvals.add(question('q')), await approvals.add(question('q'))]
      const won = await Promise.all(
        Array.from({ length: 12 }, (_, index) => approvals.settle('q', { ...ANSWERED, at: index }, draftOf('settled'))),
      )
      const given = await Promise.all(Array.from({ length: 12 }, () => approvals.deliver('q')))
      return [
        ...equal('added', added, [true, false]),
        ...equal('won', won.filter(Boolean).length, 1),
        ...equal('given', given.filter(Boolean).length, 1),
        ...equal('records', await codesIn(opened, product), ['settled']),
        ...equal('state', (await approvals.read('q'))?.state, 'answered'),
        ...equal('unknown', await approvals.settle('none', ANSWERED, draftOf('settled')), false),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'open questions are found after a restart, and ended ones are forgotten in time',
    holds: async (opened, product) => {
      await opened.store.approvals.add(question('b', { asked: 2 }))
      await opened.store.approvals.add(question('a', { asked: 1, session: 'other' }))
      await opened.store.approvals.add(question('ended', { expires: 10 }))
      await opened.store.approvals.settle('ended', ANSWERED, draftOf('x'))
      await opened.reopen()
      const { approvals } = opened.store
      const open = (await approvals.open(Date.now())).map(({ id }) => id)
      const latest = (await approvals.latest(10)).map(({ id }) => id)
      await approvals.closeSession('s')
      await approvals.prune(0, Date.now())
      return [
        ...equal('open', open, ['a', 'b']),
        ...equal('latest', latest, ['ended']),
        ...equal('pruned', await approvals.read('ended'), undefined),
        ...equal('kept', (await approvals.read('b'))?.state, 'pending'),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'users are changed once, with their record, and a change that no longer applies says so',
    holds: async (opened, product) => {
      const { users } = opened.store
      const token = { id: 't', user: 'ann', digest: 'd', label: '', created: 1, expires: undefined }
      const done = [
        await users.change({ does: 'add', user: 'ann', role: 'admin', identities: ['login:ann'] }, BY),
        await users.change({ does: 'token', token }, BY),
        await users.change({ does: 'role', user: 'ann', before: 'admin', role: 'approver' }, BY),
        await users.change({ does: 'role', user: 'ann', before: 'admin', role: 'owner' }, BY),
        await users.change({ does: 'revoke', user: 'ann', token: 't' }, BY),
        await users.change({ does: 'revoke', user: 'ann', token: 't' }, BY),
      ]
      const again = await refusal(users.change({ does: 'add', user: 'ann', role: 'owner', identities: [] }, BY))
      const taken = users.change({ does: 'add', user: 'bob', role: 'agent', identities: ['login:ann'] }, BY)
      const identity = await refusal(taken)
      await opened.reopen()
      await opened.store.users.refresh?.()
      const { people, tokens } = opened.store.users.read()
      return [
        ...equal('done', done, [true, true, true, false, true, false]),
        ...equal('refused', [again, identity], ['journal.failed', 'journal.failed']),
        ...equal('people', people, [{ id: 'ann', role: 'approver', disabled: false, identities: ['login:ann'] }]),
        ...equal('revoked', tokens[0]?.revoked === undefined, false),
        ...equal('records', (await codesIn(opened, product)).length, 4),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'one that is refused does not refuse the others of its group',
    holds: async (opened, product) => {
      const { users, journal } = opened.store
      await users.change({ does: 'add', user: 'ann', role: 'admin', identities: [] }, BY)
      const outcomes = await Promise.allSettled([
        journal.append(draftOf('before')),
        users.change({ does: 'add', user: 'ann', role: 'owner', identities: [] }, BY),
        journal.append(draftOf('after')),
      ])
      return [
        ...equal(
          'outcomes',
          outcomes.map(({ status }) => status),
          ['fulfilled', 'rejected', 'fulfilled'],
        ),
        ...equal('records', (await codesIn(opened, product)).length, 3),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'old records are removed from the start, and what is left verifies',
    holds: async (opened, product) => {
      for (const at of [1_000, 2_000, 3_000]) await opened.store.journal.append(draftOf(`at ${at}`, { at }))
      const first = await opened.store.prune(2_500, 1)
      const second = await opened.store.prune(2_500, 100)
      const third = await opened.store.prune(2_500, 100)
      await opened.reopen()
      await opened.store.journal.append(draftOf('new'))
      return [
        ...equal('removed', [first?.records, second?.records, third], [1, 1, undefined]),
        ...equal('left', await codesIn(opened, product), ['at 3000', 'journal.pruned', 'journal.pruned', 'new']),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'a journal that was told to refuse allows nothing any more, and a closed one neither',
    holds: async (opened) => {
      const { JournalFailure } = await import('../../src/journal/journal.ts')
      const { journal } = opened.store
      await opened.reopen()
      const closed = await refusal(journal.append(draftOf('late')))
      opened.store.journal.refuse(new JournalFailure('journal.forged', 'found'))
      return equal(
        'refused',
        [closed, await refusal(opened.store.journal.append(draftOf('x')))],
        ['journal.failed', 'journal.forged'],
      )
    },
  },
  {
    what: 'the log can be searched, counted and paged',
    holds: async (opened, product) => {
      const { journal } = opened.store
      for (const code of ['a.one', 'a.two', 'b.one']) await journal.append(draftOf(code, { session: code }))
      const reader = await product.log.openLog(opened.store.log)
      const codes = async (filter: object): Promise<readonly string[]> =>
        (await reader.latest(filter, 10)).map(({ code }) => code)
      const failures = [
        ...equal('code', await codes({ code: 'a.*' }), ['a.one', 'a.two']),
        ...equal('session', await codes({ session: 'b.one' }), ['b.one']),
        ...equal('text', await codes({ text: 'A.TWO' }), ['a.two']),
        ...equal('severity', await codes({ severity: 'critical' }), []),
        ...equal('until', await codes({ until: 1 }), []),
        ...equal('found', (await reader.find('2')).length, 1),
        ...equal('stats', (await reader.stats({})).records, 3),
      ]
      await reader.close()
      return failures
    },
  },
]
