import { GENESIS, type Head } from '../../src/journal/chain.ts'
import { newKey, type SigningKey } from '../../src/journal/checkpoints.ts'
import {
  type Batch,
  type DeliveredRecord,
  type ForeignChains,
  signBatch,
  takeBatch,
  verifyForeign,
} from '../../src/journal/machines.ts'
import { member, movedTo, type PostgresStore, refusal, type StoreProduct } from '../postgres/open.ts'
import type { Failures } from '../product.ts'
import type { TestPostgres } from '../servers/postgres.ts'
import { startProxy } from '../servers/tcp-proxy.ts'
import { chainOf } from './remote/hostile-deliveries.ts'
import type { Behaviour } from './store-conformance.ts'

const FROM: Head = { seq: 0, hash: GENESIS }
let clock = 1_800_000_000_000

/** Records `first` to `last` of a machine's log, signed. */
function part(key: SigningKey, chain: readonly DeliveredRecord[], first: number, last: number): Batch {
  const after = first === 1 ? FROM : { seq: first - 1, hash: chain[first - 2]!.hash }
  return signBatch(key, { from: FROM, after, records: chain.slice(first - 1, last) }, ++clock)
}

function equal(what: string, is: unknown, wanted: unknown): Failures {
  const [left, right] = [JSON.stringify(is), JSON.stringify(wanted)]
  return left === right ? [] : [`${what}: ${left?.slice(0, 300)}, not ${right?.slice(0, 300)}`]
}

async function has(machines: ForeignChains, wanted: readonly DeliveredRecord[]): Promise<Failures> {
  const { writer } = wanted[0]!
  const chain = await machines.head(writer)
  if (chain === undefined) return ['there is no chain']
  const { problem } = await verifyForeign(machines, chain)
  return [
    ...equal('records', await machines.records(writer, 0, 100_000), wanted),
    ...equal('head', chain.head.seq, wanted.length),
    ...(problem === undefined ? [] : [problem]),
  ]
}

const PIN = { token: 't1', writer: 'a'.repeat(32), user: 'ann', at: 1 }

/** What both stores do with logs of other machines. */
export const MACHINE_BEHAVIOURS: readonly Behaviour[] = [
  {
    what: 'records come back as they were delivered, whatever they hold, also after a restart',
    holds: async (opened) => {
      const { key } = newKey()
      const chain = chainOf(key, 30, 'naïve “quotes” \u{1F512} \0 \\ $1 \'; drop table "chain"; --')
      await takeBatch(opened.store.machines, part(key, chain, 1, 20))
      await opened.reopen()
      await takeBatch(opened.store.machines, part(key, chain, 21, 30))
      const page = await opened.store.machines.records(key.writer, 10, 5)
      return [
        ...(await has(opened.store.machines, chain)),
        ...equal(
          'a page',
          page.map(({ seq }) => seq),
          [11, 12, 13, 14, 15],
        ),
        ...equal(
          'chains',
          (await opened.store.machines.chains()).map(({ writer }) => writer),
          [key.writer],
        ),
      ]
    },
  },
  {
    what: 'a text with U+0000 in a column of its own is kept as it is',
    holds: async (opened) => {
      const { key } = newKey()
      const chain = chainOf(key, 2, 'a', { session: 'null \0 session', tool: '\u0001' })
      await takeBatch(opened.store.machines, part(key, chain, 1, 2))
      return has(opened.store.machines, chain)
    },
  },
  {
    what: 'what is there already is kept once; gaps, forks and shorter logs are refused',
    holds: async ({ store: { machines } }) => {
      const { key } = newKey()
      const [chain, fork] = [chainOf(key, 12), chainOf(key, 12, 'b')]
      const first = part(key, chain, 1, 6)
      const taken: unknown[] = []
      const empty = signBatch(key, { from: FROM, after: { seq: 4, hash: chain[3]!.hash }, records: [] }, ++clock + 9)
      for (const batch of [
        first,
        first,
        part(key, chain, 4, 8),
        part(key, chain, 10, 12),
        part(key, fork, 9, 12),
        part(key, fork, 5, 12),
        empty,
        part(key, chain, 9, 12),
      ]) {
        const outcome = await takeBatch(machines, batch)
        taken.push('refused' in outcome ? outcome.refused : outcome.added)
      }
      const wanted = [6, 0, 2, 'machine.gap', 'machine.forked', 'machine.forked', 'machine.rolled-back', 4]
      return [...equal('taken', taken, wanted), ...(await has(machines, chain))]
    },
  },
  {
    what: 'a batch that comes many times at once is added once',
    holds: async ({ store: { machines } }) => {
      const { key } = newKey()
      const chain = chainOf(key, 40)
      const failures: string[] = []
      for (const [first, last] of [
        [1, 20],
        [21, 40],
      ] as const) {
        const batch = part(key, chain, first, last)
        const outcomes = await Promise.all(Array.from({ length: 8 }, () => takeBatch(machines, batch)))
        const added = outcomes.map((outcome) => ('refused' in outcome ? outcome.refused : outcome.added))
        failures.push(...equal('added', added.toSorted(), [0, 0, 0, 0, 0, 0, 0, 20]))
      }
      return [...failures, ...(await has(machines, chain))]
    },
  },
  {
    what: 'nothing is added where the head is another one than expected',
    holds: async ({ store: { machines } }) => {
      const { key } = newKey()
      const chain = chainOf(key, 6)
      const said = [
        await machines.append(key.writer, part(key, chain, 4, 6), { seq: 3, hash: chain[2]!.hash }),
        await machines.append(key.writer, part(key, chain, 1, 3), undefined),
        await machines.append(key.writer, part(key, chain, 1, 3), undefined),
        await machines.append(key.writer, part(key, chain, 3, 6), { seq: 2, hash: chain[1]!.hash }),
        await machines.append(key.writer, part(key, chain, 4, 6), { seq: 3, hash: 'f'.repeat(64) }),
      ]
      return [...equal('said', said, [false, true, false, false, false]), ...(await has(machines, chain.slice(0, 3)))]
    },
  },
  {
    what: 'a token is bound once, and bound anew only in the place of what was seen',
    holds: async (opened) => {
      const { machines } = opened.store
      const held = { ...PIN, held: 'b'.repeat(32) }
      const accepted = { ...PIN, writer: 'b'.repeat(32), at: 2 }
      const said = [
        await machines.pin(PIN, undefined),
        await machines.pin({ ...PIN, writer: 'c'.repeat(32) }, undefined),
        await machines.pin({ ...PIN, token: 't2', user: 'bob' }, undefined),
        await machines.pin({ ...PIN, token: 't3', at: 3 }, undefined),
        await machines.pin(held, PIN),
        await machines.pin({ ...PIN, held: 'd'.repeat(32) }, PIN),
        await machines.pin(accepted, held),
        await machines.pin(accepted, held),
      ]
      await opened.reopen()
      return [
        ...equal('said', said, [true, false, false, true, true, false, true, false]),
        ...equal('pin', await opened.store.machines.pinOf('t1'), accepted),
        ...equal('none', await opened.store.machines.pinOf('t2'), undefined),
        ...equal(
          'pins',
          (await opened.store.machines.pins()).map(({ token }) => token),
          ['t1', 't3'],
        ),
      ]
    },
  },
]

export interface GatesCase {
  readonly what: string
  holds(product: StoreProduct, postgres: TestPostgres): Promise<Failures>
}

async function twoGates(
  product: StoreProduct,
  postgres: TestPostgres,
  act: (one: PostgresStore, two: PostgresStore, url: string) => Promise<Failures>,
): Promise<Failures> {
  const url = await postgres.database()
  const first = member(url)
  const one = await product.postgres.openPostgresStore({ ...first, deadlineMs: 60_000 })
  await one.journal.check()
  const two = await product.postgres.openPostgresStore({ ...member(url, first), deadlineMs: 60_000 })
  try {
    return await act(one, two, url)
  } finally {
    await one.close()
    await two.close()
  }
}

/** Two gates over one database. */
export const GATES: readonly GatesCase[] = [
  {
    what: 'batches that go now to one gate and now to the other are one log',
    holds: (product, postgres) =>
      twoGates(product, postgres, async (one, two) => {
        const { key } = newKey()
        const chain = chainOf(key, 60)
        const failures: string[] = []
        for (let first = 1; first <= 60; first += 5) {
          const gate = first % 2 === 1 ? one : two
          const outcome = await takeBatch(gate.machines, part(key, chain, first, first + 4))
          if (!('ok' in outcome) || outcome.added !== 5) failures.push(`${first}: ${JSON.stringify(outcome)}`)
        }
        return [...failures, ...(await has(one.machines, chain)), ...(await has(two.machines, chain))]
      }),
  },
  {
    what: 'a batch that comes to both gates at once is added by one of them',
    holds: (product, postgres) =>
      twoGates(product, postgres, async (one, two) => {
        const { key } = newKey()
        const chain = chainOf(key, 100)
        const failures: string[] = []
        for (let first = 1; first <= 100; first += 10) {
          const batch = part(key, chain, first, first + 9)
          const outcomes = await Promise.all([one, two, one, two].map(({ machines }) => takeBatch(machines, batch)))
          const added = outcomes.map((outcome) => ('refused' in outcome ? outcome.refused : outcome.added))
          failures.push(...equal('added', added.toSorted(), [0, 0, 0, 10]))
        }
        return [...failures, ...(await has(two.machines, chain))]
      }),
  },
  {
    what: 'of two keys that come with one token at once, one is bound',
    holds: (product, postgres) =>
      twoGates(product, postgres, async (one, two) => {
        const failures: string[] = []
        for (let round = 0; round < 5; round++) {
          const token = `t${round}`
          const pins = ['a', 'b'].map((letter) => ({ ...PIN, token, writer: letter.repeat(31) + round }))
          const bound = await Promise.all([
            one.machines.pin(pins[0]!, undefined),
            two.machines.pin(pins[1]!, undefined),
          ])
          if (bound[0] === bound[1]) failures.push(`${token}: ${bound.join(' and ')}`)
          const wanted = pins[bound[0] === true ? 0 : 1]
          for (const gate of [one, two]) failures.push(...equal(token, await gate.machines.pinOf(token), wanted))
        }
        return failures
      }),
  },
  ...(['before it arrives', 'after it was done'] as const).map((when) => ({
    what: `a connection that is cut at COMMIT, ${when}, leaves every record once`,
    holds: (product: StoreProduct, postgres: TestPostgres) => cutAtCommit(product, postgres, when),
  })),
  { what: 'a pin that is edited, removed, added or put back is not used', holds: tamperedPins },
  { what: 'a record that is edited, removed or of another type is found', holds: tamperedRecords },
]

async function cutAtCommit(
  product: StoreProduct,
  postgres: TestPostgres,
  when: 'before it arrives' | 'after it was done',
): Promise<Failures> {
  const proxy = await startProxy(postgres.port)
  const direct = member(await postgres.database())
  const url = new URL(direct.place.url)
  url.port = String(proxy.port)
  const store = await product.postgres.openPostgresStore({ ...movedTo(direct, url.href), deadlineMs: 60_000 })
  try {
    await store.journal.check()
    const { key } = newKey()
    const chain = chainOf(key, 30)
    const failures: string[] = []
    // What is asked of a new connection names `synchronous_commit`, and would be cut instead.
    const other = newKey().key
    await takeBatch(store.machines, part(other, chainOf(other, 1), 1, 1))
    for (let first = 1; first <= 30; first += 5) {
      proxy.cutAt('commit', when, 1)
      const outcome = await takeBatch(store.machines, part(key, chain, first, first + 4))
      if (!('ok' in outcome) || outcome.added !== 5) failures.push(`${first}: ${JSON.stringify(outcome)}`)
    }
    if (proxy.cuts < 6) failures.push(`only ${proxy.cuts} connections were cut`)
    return [...failures, ...(await has(store.machines, chain))]
  } finally {
    await store.close()
    await proxy.close()
  }
}

async function tamperedPins(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const changes = [
    `update machine_pin set writer = repeat('f', 32) where token = 't1'`,
    `update machine_pin set held = repeat('f', 32) where token = 't1'`,
    `update machine_pin set "user" = 'eve'`,
    `delete from machine_pin where token = 't1'`,
    `insert into machine_pin select realm, 't9', writer, "user", at, held from machine_pin where token = 't1'`,
    `delete from session_seal where session = 'portcullis:machines'`,
  ]
  for (const change of changes)
    failures.push(
      ...(await twoGates(product, postgres, async (one, two, url) => {
        await one.machines.pin(PIN, undefined)
        await one.machines.pin({ ...PIN, token: 't2' }, undefined)
        if (change.startsWith('delete from session_seal')) await two.machines.pins()
        await postgres.query(url, change)
        const said = await refusal(two.machines.pinOf('t1'))
        const { findings } = await product.log.verifyPlace(one.log)
        return [
          ...(said === 'journal.forged' ? [] : [`${change}: ${said}`]),
          ...(findings.length > 0 ? [] : [`${change}: \`log verify\` finds nothing`]),
        ]
      })),
    )
  // Whoever knows the later state does not take the earlier one, though it was sealed once.
  failures.push(
    ...(await twoGates(product, postgres, async (one, two, url) => {
      await one.machines.pin(PIN, undefined)
      const seal = await postgres.query(url, `select * from session_seal where session = 'portcullis:machines'`)
      await one.machines.pin({ ...PIN, writer: 'b'.repeat(32) }, PIN)
      await two.machines.pins()
      await postgres.query(url, 'update machine_pin set writer = $1', [PIN.writer])
      await postgres.query(
        url,
        `update session_seal set "commit" = $1, rows = $2, mac = $3 where session = 'portcullis:machines'`,
        [seal[0]!['commit'], seal[0]!['rows'], seal[0]!['mac']],
      )
      return equal('put back', await refusal(two.machines.pinOf('t1')), 'journal.forged')
    })),
  )
  return failures
}

async function tamperedRecords(product: StoreProduct, postgres: TestPostgres): Promise<Failures> {
  const failures: string[] = []
  const changes = [
    '',
    `update machine_record set record = replace(record, '"allow"', '"deny"') where seq = 2`,
    `update machine_record set record = '[]' where seq = 2`,
    `update machine_record set record = 'no JSON' where seq = 2`,
    `update machine_record set hash = repeat('a', 64) where seq = 2`,
    'delete from machine_record where seq = 2',
    'delete from machine_record where seq = 3',
    `update machine_chain set signed = replace(signed, '"seq":3', '"seq":2')`,
    `update machine_chain set from_seq = 1`,
  ]
  for (const change of changes)
    failures.push(
      ...(await twoGates(product, postgres, async (one, two, url) => {
        const { key } = newKey()
        await takeBatch(one.machines, part(key, chainOf(key, 3), 1, 3))
        if (change !== '') await postgres.query(url, change)
        const problem = await two.machines
          .head(key.writer)
          .then(async (chain) => (await verifyForeign(two.machines, chain!)).problem)
          .catch(String)
        return (problem !== undefined) === (change !== '') ? [] : [`${change}: ${problem}`]
      })),
    )
  return failures
}
