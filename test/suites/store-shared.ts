import type { StoredTicket } from '../../src/journal/tickets.ts'
import { draftOf, refusal } from '../postgres/open.ts'
import { type Behaviour, equal, sound } from './store-conformance.ts'

const TICKET: StoredTicket = {
  id: 'a1'.repeat(12),
  session: 's',
  fingerprint: 'f',
  cwd: '/project',
  until: 10_000,
  plan: 'p'.repeat(64),
  place: '/state/contained/0123456789ab',
  machine: 'm',
  door: '/state',
}

/** Everything that a ticket is bound to, and something else in its place. */
const OTHERS: readonly Partial<StoredTicket>[] = [
  { id: 'b2'.repeat(12) },
  { session: 'other' },
  { fingerprint: 'g' },
  { cwd: '/elsewhere' },
  { until: 20_000 },
  { plan: 'q'.repeat(64) },
  { place: '/state/contained/ba9876543210' },
  { machine: 'n' },
]

const FAR = Date.now() + 3_600_000

/** What daemons have to agree about besides sessions, questions and users. */
export const SHARED_ROWS: readonly Behaviour[] = [
  {
    what: 'a ticket is used by exactly one of many, and not again after a restart',
    holds: async (opened, product) => {
      await opened.store.tickets.give(TICKET)
      const found = await opened.store.tickets.unspent(TICKET.id, 5_000)
      const used = await Promise.all(Array.from({ length: 20 }, () => opened.store.tickets.spend(TICKET, 5_000)))
      await opened.reopen()
      const { tickets } = opened.store
      return [
        ...equal('found', Object.entries(found ?? {}).toSorted(), Object.entries(TICKET).toSorted()),
        ...equal('used', used.filter(Boolean).length, 1),
        ...equal('again', await tickets.spend(TICKET, 5_000), false),
        ...equal('left', await tickets.unspent(TICKET.id, 5_000), undefined),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'a ticket counts only for what it was given for, and only in its time',
    holds: async (opened, product) => {
      const { tickets } = opened.store
      await tickets.give(TICKET)
      const failures: string[] = []
      for (const other of OTHERS)
        if (await tickets.spend({ ...TICKET, ...other }, 5_000)) failures.push(`used with ${JSON.stringify(other)}`)
      return [
        ...failures,
        ...equal('too late', await tickets.spend(TICKET, 10_000), false),
        ...equal('found too late', await tickets.unspent(TICKET.id, 10_000), undefined),
        ...equal('in time', await tickets.spend(TICKET, 9_999), true),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'no two tickets have one id, and one that is long over is forgotten',
    holds: async (opened, product) => {
      const { tickets } = opened.store
      await tickets.give(TICKET)
      const until = Date.now() + 60_000
      // The first one ended long ago: whoever gives the next one removes it, and its id is free again.
      await tickets.give({ ...TICKET, until })
      const again = await refusal(tickets.give({ ...TICKET, fingerprint: 'g', until }))
      return [
        ...equal('again', again, 'journal.failed'),
        ...equal('kept', (await tickets.unspent(TICKET.id, Date.now()))?.fingerprint, 'f'),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'of two people who approve at the same time one was first, whoever asks, and it stays so',
    holds: async (opened, product) => {
      const yes = { question: 'q', session: 's', shown: 'shown', at: 1 }
      await opened.store.approvals.add({ id: 'q', key: 'k', session: 's', question: '{}', asked: 1, expires: FAR })
      const names = Array.from({ length: 12 }, (_, index) => `user ${index % 4}`)
      const told = await Promise.all(names.map((by) => opened.store.approvals.firstYes({ ...yes, by })))
      await opened.reopen()
      const { approvals } = opened.store
      const [first = ''] = told
      await approvals.prune(0, Date.now())
      return [
        ...equal('one of them', new Set(told).size, 1),
        ...equal('later', await approvals.firstYes({ ...yes, by: 'late' }), first),
        ...equal('of another text', await approvals.firstYes({ ...yes, shown: 'other', by: 'late' }), 'late'),
        ...equal('instead of another', await approvals.firstYes({ ...yes, by: 'x', instead: 'nobody' }), first),
        ...equal('instead', await approvals.firstYes({ ...yes, by: 'x', instead: first }), 'x'),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'what was said first about a question that is over is forgotten with it',
    holds: async (opened, product) => {
      const { approvals } = opened.store
      const yes = { question: 'q', session: 's', shown: 'shown', at: 1 }
      await approvals.add({ id: 'q', key: 'k', session: 's', question: '{}', asked: 1, expires: FAR })
      await approvals.firstYes({ ...yes, by: 'ann' })
      const end = { state: 'withdrawn', settlement: '{}', at: 2 } as const
      await approvals.settle('q', end, draftOf('x'))
      await approvals.prune(100, Date.now())
      return [
        ...equal('forgotten', await approvals.firstYes({ ...yes, by: 'bob' }), 'bob'),
        ...(await sound(opened, product)),
      ]
    },
  },
  {
    what: 'the last good flags are found again, by where they came from',
    holds: async (opened, product) => {
      await opened.store.flags.keep('flags a', { value: '{"iron_gate_closed":true}', at: 1 })
      await opened.store.flags.keep('flags a', { value: '{"iron_gate_closed":false}', at: 2 })
      await opened.store.flags.keep('flags b', { value: '{}', at: 3 })
      await opened.reopen()
      const { flags } = opened.store
      return [
        ...equal('a', await flags.read('flags a'), { value: '{"iron_gate_closed":false}', at: 2 }),
        ...equal('b', await flags.read('flags b'), { value: '{}', at: 3 }),
        ...equal('c', await flags.read('flags c'), undefined),
        ...(await sound(opened, product)),
      ]
    },
  },
]
