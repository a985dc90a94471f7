import { GENESIS, linkHash } from '../../../src/journal/chain.ts'
import { newKey, type SigningKey, signCheckpoint } from '../../../src/journal/checkpoints.ts'
import { type Batch, type DeliveredRecord, signBatch } from '../../../src/journal/machines.ts'
import { openLog } from '../../../src/journal/stores/open-log.ts'
import type { Database } from '../../../src/surfaces/database.ts'
import type { DaemonProduct, Running } from '../../daemon/client.ts'
import { run } from '../../daemon/client.ts'
import type { Failures } from '../../product.ts'
import { deliveredTo, placeOf } from '../../remote/stage.ts'

/** A chain as a machine would write it. */
export function chainOf(
  key: SigningKey,
  count: number,
  note = 'a',
  more: Partial<DeliveredRecord> = {},
): readonly DeliveredRecord[] {
  const records: DeliveredRecord[] = []
  let previous = GENESIS
  for (let seq = 1; seq <= count; seq++) {
    const row = {
      writer: key.writer,
      seq,
      at: 1_700_000_000_000 + seq,
      event: 'permission_granted',
      severity: 'info',
      session: 's',
      agent: 'claude-code',
      tool: 'Bash',
      decision: 'allow',
      code: 'rulebook.harmless',
      user: 'dev',
      fingerprint: 'f',
      policy: 'p',
      body: JSON.stringify({ note, seq }),
      ...more,
    }
    previous = linkHash(previous, row)
    records.push({ ...row, hash: previous })
  }
  return records
}

const FROM = { seq: 0, hash: GENESIS }
let clock = 1_800_000_000_000

/** Records `first` to `last`, signed. */
function part(key: SigningKey, chain: readonly DeliveredRecord[], first: number, last: number, at = ++clock): Batch {
  const before = first === 1 ? FROM : { seq: first - 1, hash: chain[first - 2]!.hash }
  return signBatch(key, { from: FROM, after: before, records: chain.slice(first - 1, last) }, at)
}

interface Delivery {
  readonly what: string
  readonly batch: object
  readonly status: number
  readonly code?: string
  /** The last record the gate has afterwards. */
  readonly has: number
  /** The gate raises an alarm. */
  readonly alarm?: true
}

/** What a gate that has records 1 to 6 says to each of these, one after the other. */
function rows(key: SigningKey): readonly Delivery[] {
  const chain = chainOf(key, 12)
  const other = newKey().key
  const fork = chainOf(key, 12, 'b')
  const honest = part(key, chain, 1, 6)
  const next = part(key, chain, 7, 8)
  const edited = (change: Partial<DeliveredRecord>): Batch => ({
    ...next,
    records: next.records.map((record, index) => (index === 0 ? { ...record, ...change } : record)),
  })
  const stranger = { ...next, head: signCheckpoint(other, { kind: 'head', seq: 8, hash: next.head.hash, at: ++clock }) }
  const forged = { status: 400, code: 'machine.batch', has: 6, alarm: true } as const
  const refused = { status: 400, code: 'machine.batch', has: 6 } as const
  return [
    { what: 'the first records', batch: honest, status: 200, has: 6 },
    { what: 'the same again', batch: honest, status: 200, has: 6 },
    { what: 'a part of them again', batch: part(key, chain, 3, 6), status: 200, has: 6 },
    { what: 'a gap', batch: part(key, chain, 9, 10), status: 409, code: 'machine.gap', has: 6 },
    { what: 'a gap of one', batch: part(key, chain, 8, 8), status: 409, code: 'machine.gap', has: 6 },
    { what: 'another body under the same hash', batch: edited({ body: '{"note":"c"}' }), ...forged },
    { what: 'another decision', batch: edited({ decision: 'deny' }), ...forged },
    { what: 'another time', batch: edited({ at: 5 }), ...forged },
    { what: 'another place', batch: edited({ seq: 9 }), ...forged },
    { what: 'another writer', batch: edited({ writer: other.writer }), ...forged },
    {
      what: 'a body that would be read as columns',
      batch: edited({ body: '{}","code":"x' }),
      ...forged,
    },
    { what: 'records left out at the end', batch: { ...next, records: next.records.slice(0, 1) }, ...forged },
    { what: 'no signature', batch: { ...next, head: { ...next.head, signature: '' } }, ...forged },
    {
      what: 'a signature of something else',
      batch: { ...next, head: { ...next.head, signature: honest.head.signature } },
      ...forged,
    },
    {
      what: 'a later time than was signed',
      batch: { ...next, head: { ...next.head, at: next.head.at + 1 } },
      ...forged,
    },
    { what: 'an unknown column', batch: { ...next, records: [{ ...next.records[0], extra: 1 }] }, ...refused },
    { what: 'a number as text', batch: { ...next, records: [{ ...next.records[0], seq: '7' }] }, ...refused },
    { what: 'no records at all', batch: { ...next, records: undefined }, ...refused },
    { what: 'a chain that begins elsewhere', batch: { ...next, from: { seq: 0, hash: 'f'.repeat(64) } }, ...forged },
    {
      what: "another key under this machine's token",
      batch: stranger,
      status: 409,
      code: 'machine.key',
      has: 6,
      alarm: true,
    },
    { what: 'the next records', batch: next, status: 200, has: 8 },
    {
      what: 'other records in the place of known ones',
      batch: part(key, fork, 7, 10),
      status: 409,
      code: 'machine.forked',
      has: 8,
      alarm: true,
    },
    {
      what: 'records that follow others than the known ones',
      batch: part(key, fork, 9, 10),
      status: 409,
      code: 'machine.forked',
      has: 8,
      alarm: true,
    },
    {
      what: 'a head that is shorter, signed later',
      batch: signBatch(key, { from: FROM, after: { seq: 4, hash: chain[3]!.hash }, records: [] }, ++clock),
      status: 409,
      code: 'machine.rolled-back',
      has: 8,
      alarm: true,
    },
    { what: 'an old message that comes late', batch: honest, status: 200, has: 8 },
    { what: 'known records and new ones together', batch: part(key, chain, 5, 11), status: 200, has: 11 },
    { what: 'the last one', batch: part(key, chain, 12, 12), status: 200, has: 12 },
  ]
}

async function post(
  gate: Running,
  token: string,
  batch: object,
): Promise<{ status: number; code: string | undefined }> {
  const { status, body } = await gate.post('/v1/team/records', batch, token)
  return { status, code: (JSON.parse(body) as { error?: { code: string } }).error?.code }
}

/** One gate, or several over one database, which get the deliveries in turn. */
export interface Receivers {
  readonly gates: readonly Running[]
  readonly database?: Database
  end(): Promise<void>
}

async function oneGate(product: DaemonProduct): Promise<Receivers> {
  const gate = await run(product)
  return { gates: [gate], end: () => gate.end() }
}

/** Whatever is delivered: only what the writer signed, in its place, once; what contradicts it raises an alarm. */
export async function hostileDeliveries(product: DaemonProduct, open = oneGate): Promise<Failures> {
  const failures: string[] = []
  const receivers = await open(product)
  const { gates, database } = receivers
  try {
    const { key } = newKey()
    const { token } = await tokenFor(gates[0]!, 'laptop')
    for (const [index, { what, batch, status, code, has, alarm }] of rows(key).entries()) {
      const alarms = await alarmsOf(receivers)
      const said = await post(gates[index % gates.length]!, token, batch)
      if (said.status !== status || said.code !== code) failures.push(`${what}: ${said.status} ${said.code}`)
      const there = await deliveredTo(gates[0]!, database, key.writer)
      if (there.length !== has || there.some(({ seq }, index) => seq !== index + 1))
        failures.push(`${what}: the gate has ${there.length} records`)
      if (JSON.stringify(there) !== JSON.stringify(chainOf(key, has))) failures.push(`${what}: records are others`)
      // One of each kind in a while is enough.
      const told = await alarmsOf(receivers)
      if (alarm === true && !told.includes(code!)) failures.push(`${what}: no alarm`)
      if (alarm !== true && told.length > alarms.length) failures.push(`${what}: an alarm`)
    }
  } finally {
    await receivers.end()
  }
  return failures
}

/** A token is bound to the first key; another waits for an operator, and is theirs alone. */
export async function pinnedKeys(product: DaemonProduct, open = oneGate): Promise<Failures> {
  const failures: string[] = []
  const receivers = await open(product)
  const { gates, database } = receivers
  const gate = gates[0]!
  let turn = 0
  const expect = (what: string, said: { status: number; code: string | undefined }, status: number, code?: string) => {
    if (said.status !== status || said.code !== code) failures.push(`${what}: ${said.status} ${said.code}`)
  }
  try {
    const [first, second] = [newKey().key, newKey().key]
    const { token, id } = await tokenFor(gate, 'laptop')
    const { token: foreign } = await tokenFor(gate, 'other')
    const deliver = (key: SigningKey, last: number, with_ = token) =>
      post(gates[turn++ % gates.length]!, with_, part(key, chainOf(key, last), 1, last))
    expect('the first key', await deliver(first, 2), 200)
    expect('another user with the first key', await deliver(first, 3, foreign), 409, 'machine.key')
    expect('another key', await deliver(second, 2), 409, 'machine.key')
    expect('another key again', await deliver(second, 2), 409, 'machine.key')
    if ((await deliveredTo(gates[0]!, database, second.writer)).length > 0)
      failures.push('records of the other key are kept')
    const agent = await gate.post('/v1/machines/accept', { token: id }, token)
    if (agent.status !== 403) failures.push(`the agent accepts its own key: ${agent.status}`)
    const accepted = await gate.post('/v1/machines/accept', { token: id })
    if (accepted.status !== 200) failures.push(`it cannot be accepted: ${accepted.body}`)
    expect('the accepted key', await deliver(second, 2), 200)
    expect('the first key, afterwards', await deliver(first, 3), 409, 'machine.key')
    if ((await deliveredTo(gates[0]!, database, first.writer)).length !== 2)
      failures.push('what the first key delivered is gone')
    await gate.post('/v1/users/change', { does: 'revoke', user: 'laptop', token: id })
    expect('a revoked token', await deliver(second, 3), 401, 'daemon.token')
    expect(
      "the machine's own token",
      await post(gate, gate.agent, part(second, chainOf(second, 3), 1, 3)),
      409,
      'team.user',
    )
    if ((await deliveredTo(gates[0]!, database, second.writer)).length !== 2)
      failures.push('records without a token are kept')
  } finally {
    await receivers.end()
  }
  return failures
}

/** What was delivered is changed, or taken away, in the gate's own files: `verify` says so. */
export async function changedAtTheGate(product: DaemonProduct): Promise<Failures> {
  const failures: string[] = []
  const { key } = newKey()
  const earlier = JSON.stringify(part(key, chainOf(key, 6), 1, 4).head)
  const changes: readonly (readonly [what: string, sql: string])[] = [
    ['nothing', ''],
    ['a body is edited', `update record set body = '{"note":"z"}' where seq = 3`],
    ['a decision is edited', `update record set decision = 'deny' where seq = 3`],
    ['a record is removed', 'delete from record where seq = 3'],
    ['the last record is removed', 'delete from record where seq = 6'],
    [
      'an earlier state is put back, as it was signed then',
      `delete from record where seq > 4;
       update chain set seq = 4, hash = (select hash from record where seq = 4), signed = '${earlier}'`,
    ],
    ['everything is removed', 'delete from record; delete from chain'],
  ]
  for (const [what, sql] of changes) {
    const gate = await run(product)
    try {
      const { token } = await tokenFor(gate, 'laptop')
      await post(gate, token, part(key, chainOf(key, 6), 1, 6))
      if (sql !== '') {
        const { DatabaseSync } = await import('node:sqlite')
        const file = new DatabaseSync(`${gate.daemon.paths.directory}/machines.db`)
        file.exec(sql)
        file.close()
      }
      const { status, body } = await gate.get('/v1/machines?verify=yes')
      const { checks = [] } = JSON.parse(body) as { checks?: readonly { problem?: string }[] }
      const noticed = status !== 200 || checks.length === 0 || checks.some(({ problem }) => problem !== undefined)
      if (noticed !== (sql !== '')) failures.push(`${what}: ${body}`)
    } finally {
      await gate.end()
    }
  }
  return failures
}

async function tokenFor(gate: Running, user: string): Promise<{ token: string; id: string }> {
  await gate.post('/v1/users/change', { does: 'add', user, role: 'agent' })
  return JSON.parse((await gate.post('/v1/users/token', { user })).body) as { token: string; id: string }
}

async function alarmsOf({ gates, database }: Receivers): Promise<readonly string[]> {
  const reader = await openLog(placeOf(gates[0]!, database))
  const codes: string[] = []
  try {
    for await (const { code } of reader.records({ severity: 'critical', event: 'machine_log' })) codes.push(code)
    return codes
  } finally {
    await reader.close()
  }
}
