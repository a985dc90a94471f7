import { z } from '@hono/zod-openapi'
import type { Limits } from '../../call/strict-json.ts'
import { type Batch, type BatchCode, type Pin, takeBatch } from '../../journal/machines.ts'
import { json, type Parts, problem } from './app.ts'
import type { Sender } from './team-routes.ts'

const HASH = z.string().regex(/^[0-9a-f]{64}$/)
const WRITER = z.string().regex(/^[0-9a-f]{32}$/)
const SEQ = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const HEAD = z.strictObject({ seq: SEQ, hash: HASH })
const TEXT = z.string().max(4_096)

const RECORD = z.strictObject({
  writer: WRITER,
  seq: SEQ,
  at: z.number().int(),
  event: TEXT,
  severity: TEXT,
  session: TEXT,
  agent: TEXT,
  tool: TEXT,
  decision: TEXT,
  code: TEXT,
  user: TEXT,
  fingerprint: TEXT,
  policy: TEXT,
  body: z.string().max(6_000_000),
  hash: HASH,
})

export const BATCH: z.ZodType<Batch> = z.strictObject({
  from: HEAD,
  after: HEAD,
  records: z.array(RECORD).max(1_000),
  head: z.strictObject({
    kind: z.literal('head'),
    writer: WRITER,
    seq: SEQ,
    hash: HASH,
    at: z.number(),
    publicKey: z.string().max(1_000),
    signature: z.string().max(1_000),
  }),
})

export const BATCH_LIMITS: Limits = {
  bytes: 8 * 1024 * 1024,
  depth: 8,
  entries: 20_000,
  string: 6_000_000,
}

/** What a machine delivers is compared with what was delivered before; whatever does not fit is an alarm. */
const ALARMS: ReadonlySet<BatchCode> = new Set([
  'machine.forked',
  'machine.rolled-back',
  'machine.key',
  'machine.batch',
])

/** How often the gate's own log says how far another machine's log has come. */
const RECORD_EVERY = 60_000
const recordedAt = new WeakMap<Parts, Map<string, number>>()

export async function takeFrom(parts: Parts, from: Sender, batch: Batch): Promise<Response> {
  const { machines, recorder } = parts
  const { writer } = batch.head
  const refused = await pinned(parts, from, writer)
  if (refused !== undefined) return refused
  const outcome = await takeBatch(machines, batch)
  if ('refused' in outcome) {
    const { refused: code, message, has } = outcome
    if (ALARMS.has(code)) await alarm(parts, from, writer, code, message)
    return json(
      { error: { code, message }, ...(has === undefined ? {} : { has }) },
      code === 'machine.batch' ? 400 : 409,
    )
  }
  if (outcome.added > 0 && isDue(parts, writer))
    // Sealed in the gate's own log: a shorter log in this one's place would be noticed.
    await recorder.log({
      type: 'machine_log',
      severity: 'info',
      user: from.user.id,
      code: 'machine.delivered',
      details: { writer, seq: outcome.ok.seq, hash: outcome.ok.hash },
    })
  return json({ has: outcome.ok })
}

/** A token delivers for the key with which it first did, until an operator accepts another. */
async function pinned(parts: Parts, from: Sender, writer: string, tries = 3): Promise<Response | undefined> {
  const { machines, recorder } = parts
  // Another request, perhaps at another gate, was faster: what it did is looked at.
  const again = (): Response | Promise<Response | undefined> =>
    tries > 1
      ? pinned(parts, from, writer, tries - 1)
      : problem(429, 'daemon.busy', 'the token is being bound to a key at this moment: try again')
  const known = await machines.pinOf(from.token)
  if (known?.writer === writer) return undefined
  const other = (await machines.pins()).find((pin) => pin.writer === writer && pin.user !== from.user.id)
  if (known === undefined && other === undefined) {
    await recorder.logBefore({
      type: 'machine_log',
      severity: 'warn',
      user: from.user.id,
      code: 'machine.pinned',
      details: { writer, token: from.token },
    })
    const pin = { token: from.token, writer, user: from.user.id, at: Date.now() }
    return (await machines.pin(pin, undefined)) ? undefined : again()
  }
  const message =
    known === undefined
      ? `the log of this machine is already delivered by another user, ${other?.user}`
      : `this token is bound to another machine's key: \`portcullis machines accept ${from.token}\` at the team's gate takes the new one`
  if (known !== undefined && known.held !== writer) {
    if (!(await machines.pin({ ...known, held: writer }, known))) return again()
    await alarm(parts, from, writer, 'machine.key', message)
  }
  return problem(409, 'machine.key', message)
}

/** The key that waits becomes the token's. Undefined: it is no longer the one that waits. */
export async function acceptKey({ machines }: Pick<Parts, 'machines'>, known: Pin): Promise<Pin | undefined> {
  const { held, ...rest } = known
  if (held === undefined) return undefined
  const pin: Pin = { ...rest, writer: held, at: Date.now() }
  return (await machines.pin(pin, known)) ? pin : undefined
}

/** On record before the machine is told, once for each kind and machine in a while: it tries again and again. */
async function alarm(parts: Parts, from: Sender, writer: string, code: BatchCode, message: string): Promise<void> {
  if (!isDue(parts, `${code} ${writer}`)) return
  parts.events.tell('daemon', { what: 'machine', code, user: from.user.id, writer })
  await parts.recorder.log({
    type: 'machine_log',
    severity: 'critical',
    user: from.user.id,
    code,
    details: { writer, token: from.token, message },
  })
}

function isDue(parts: Parts, what: string): boolean {
  let times = recordedAt.get(parts)
  if (times === undefined) recordedAt.set(parts, (times = new Map()))
  const now = performance.now()
  const last = times.get(what)
  if (last !== undefined && now - last < RECORD_EVERY) return false
  if (times.size > 10_000) times.clear()
  times.set(what, now)
  return true
}
