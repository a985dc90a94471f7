import type pg from 'pg'
import { canonical } from '../../../call/canonical-json.ts'
import { JournalFailure } from '../../journal.ts'
import type { StoredRecord } from '../../records.ts'
import { emptyDigest, sealJournal, sealKeysOf } from '../../seal.ts'
import type { StatePaths } from '../checkpoint-file.ts'
import { loadKey, readCheckpoints } from '../checkpoint-file.ts'
import type { DatabasePlace } from '../database-place.ts'
import { AUDIT_COLUMNS, type SealedTable } from '../schema.ts'
import type { SessionRows } from '../sealed-rows.ts'
import type { SqliteReader } from '../sqlite-reader.ts'
import { openReader } from '../sqlite-reader.ts'
import { asJournalSeal } from '../sqlite-seals.ts'
import { verifyStateDirectory } from '../verify-state.ts'
import { insertRecords, saveCheckpoints, saveSeal } from './chain-rows.ts'
import { connect, nameOf, PATIENCE, storable } from './connect.ts'
import { failureOf } from './failures.ts'
import { PostgresJournal } from './journal.ts'
import { addPartitions } from './partitions.ts'
import { addWriter, teamWriter } from './team.ts'
import type { Row, Transaction } from './transaction.ts'

export interface MoveOptions {
  /** The SQLite journal: nobody may write to it meanwhile. It is not changed. */
  readonly from: StatePaths
  /** Whose chain says that it was moved. */
  readonly paths: StatePaths
  readonly place: DatabasePlace
  readonly now: number
  readonly progress?: (records: number, most: number) => void
}

export interface Moved {
  readonly writer: string
  readonly records: number
  /** Sessions, users: what is stored beside the log. */
  readonly names: number
  readonly already: boolean
}

const AT_ONCE = 1_000
const PATIENT = { ...PATIENCE, statement: 60_000, lock: 30_000, idle: 60_000 }
const LONGEST = 600_000

/**
 * Moves a SQLite journal into the database of a team: the chain as it is, with its checkpoints, and what is stored about
 * sessions and users. Records come first, in parts: what was interrupted goes on where it stopped. Everything else, and
 * that it was done, is one transaction: it happens once.
 */
export async function moveIntoPostgres(options: MoveOptions): Promise<Moved> {
  const { from, place, now } = options
  const name = nameOf(place.url)
  const own = loadKey(from)
  const verified = await verifyStateDirectory(from)
  if (!verified.ok)
    throw new JournalFailure(
      'journal.forged',
      `the journal is not sound, so it is not moved: ${verified.findings[0]?.sentence ?? verified.damage[0]}`,
    )
  const journal = new PostgresJournal({ ...options, now: () => now, deadlineMs: LONGEST })
  const reader = openReader(from.database)
  let client: pg.Client | undefined
  try {
    await journal.check()
    client = await connect(place.url, PATIENT)
    const ended = await client.query('select ended from journal_writer where writer = $1', [own.writer])
    const [last] = await reader.latest({}, 1)
    const records = verified.records
    if (Number(ended.rows[0]?.ended ?? 0) > 0) return { writer: own.writer, records, names: 0, already: true }
    await copyRecords(client, reader, options, name)
    const keys = sealKeysOf(own)
    const seals = reader.connection.prepare('select session from main.session_seal where writer = ?').all(own.writer)
    const stored = seals.map((row) => String(row['session'])).map((each) => [each, reader.session(keys, each)] as const)
    const moving = stored.filter(([, rows]) => rows.rate_limit.length === 0)
    const seal = asJournalSeal(
      reader.connection.prepare('select * from main.journal_seal where writer = ?').get(own.writer),
    )
    const checkpoints = readCheckpoints(from.checkpoints).checkpoints.filter(
      ({ kind, writer }) => kind === 'head' && writer === own.writer,
    )
    const anchors = await reader.anchors()
    const act = async (tx: Transaction): Promise<number> => {
      for (const anchor of anchors)
        await tx.query(
          'insert into audit_anchor (writer, seq, hash, at, public_key, signature) values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
          [anchor.writer, anchor.seq, anchor.hash, anchor.at, anchor.publicKey, anchor.signature],
        )
      await saveCheckpoints(tx.client, checkpoints)
      if (seal !== undefined) {
        const { commits, seq, hash, signed, hashed_only } = seal
        const chain = { ...journal.keys, writer: own.writer }
        const next = sealJournal(chain, { commits, seq, hash, layout: 'postgres', signed, hashed_only }, emptyDigest())
        await saveSeal(tx.client, next, undefined, name)
      }
      const about = { writer: own.writer, public_key: own.publicKey, name: from.directory, since: now, ended: now }
      await addWriter(tx.client, teamWriter(journal.keys, about))
      for (const [, rows] of moving) await insertRows(tx, rows)
      return 1
    }
    await journal.change([{ does: 'act', names: moving.map(([each]) => storable(each)), act }], {
      at: now,
      event: 'operator_action',
      severity: 'warn',
      session: '',
      agent: '',
      tool: '',
      decision: '',
      code: 'journal.moved',
      user: '',
      fingerprint: '',
      policy: '',
      body: canonical({ writer: own.writer, records, through: last?.seq ?? 0, hash: last?.hash ?? '' }),
    })
    return { writer: own.writer, records, names: moving.length, already: false }
  } catch (error) {
    throw failureOf(error, name)
  } finally {
    reader.close()
    await client?.end().catch(() => undefined)
    await journal.close()
  }
}

/** From where the database has them. Records that were pruned before stay pruned. */
async function copyRecords(
  client: pg.Client,
  reader: SqliteReader,
  { now, progress }: MoveOptions,
  name: string,
): Promise<void> {
  const { first, records: most } = await reader.stats({})
  if (first === undefined) return
  await addPartitions(client, now, first)
  const there = await client.query('select writer, max(seq) as seq from audit_log group by writer')
  const done = new Map((there.rows as { writer: string; seq: number }[]).map(({ writer, seq }) => [writer, seq]))
  let part: StoredRecord[] = []
  let copied = 0
  const copy = async (): Promise<void> => {
    await client.query('begin')
    await insertRecords(client, part, name)
    await client.query('commit')
    copied += part.length
    part = []
    progress?.(copied, most)
  }
  for (const record of reader.records()) {
    if (record.seq <= (done.get(record.writer) ?? 0)) continue
    for (const column of AUDIT_COLUMNS)
      if (typeof record[column] === 'string' && record[column].includes('\0'))
        throw new JournalFailure('journal.failed', `record ${record.seq} holds U+0000, which PostgreSQL cannot store`)
    part.push(record)
    if (part.length >= AT_ONCE) await copy()
  }
  if (part.length > 0) await copy()
}

const MOVED: readonly Exclude<SealedTable, 'rate_limit'>[] = [
  'session',
  'session_turn',
  'session_grant',
  'session_written',
  'session_user',
  'approval',
  'gate_user',
  'user_identity',
  'user_token',
]

/** A session or a user that the team knows by the same name stays as it is. Questions that wait have nobody who waits here. */
async function insertRows(tx: Transaction, rows: SessionRows): Promise<void> {
  const known = rows.session[0] !== undefined && (await isKnown(tx, rows.session[0].id))
  if (known) return
  for (const table of MOVED)
    for (const row of rows[table] as readonly unknown[] as readonly Row[]) {
      if (table === 'approval' && row['state'] === 'pending') continue
      const clean = Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, typeof value === 'string' ? storable(value) : value]),
      )
      await tx.insert(table, clean)
    }
}

async function isKnown(tx: Transaction, session: string): Promise<boolean> {
  return (await tx.query('select 1 from session where id = $1', [storable(session)])).rows.length > 0
}
