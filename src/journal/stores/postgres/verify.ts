import { existsSync } from 'node:fs'
import type pg from 'pg'
import type { Checkpoint } from '../../checkpoints.ts'
import { isGenuine } from '../../checkpoints.ts'
import { JournalFailure } from '../../journal.ts'
import type { StoredRecord } from '../../records.ts'
import type { Digest, JournalSeal, SealKeys } from '../../seal.ts'
import { openJournalSeal, openSession, rowValue, sealKeysOf } from '../../seal.ts'
import type { ChainSummary, Finding } from '../../verify.ts'
import { ChainVerifier } from '../../verify.ts'
import type { WitnessAnswer } from '../../witness.ts'
import { compareWitness } from '../../witness.ts'
import type { KnownOutside } from '../sqlite-writer.ts'
import { readAnchor } from '../anchor-file.ts'
import type { StatePaths } from '../checkpoint-file.ts'
import { findLastCheckpoint, loadKey, readCheckpoints } from '../checkpoint-file.ts'
import { compareHead } from '../compare-head.ts'
import type { DatabasePlace } from '../database-place.ts'
import { add } from '../sqlite-rows.ts'
import { asJournalSeal, asSessionSeal } from '../sqlite-seals.ts'
import { KIND_OF, type StateVerification, type VerifyOptions } from '../verify-state.ts'
import { connect, cut, nameOf, PATIENCE } from './connect.ts'
import { failureOf } from './failures.ts'
import { prunedTo } from './journal.ts'
import { currentSchema } from './migrate.ts'
import { streamed } from './reader.ts'
import { TEAM_TABLE_NAMES, TEAM_TABLES, valuesInOrder } from './sealed-tables.ts'
import { soundLayout } from './server.ts'
import { isTeamWriter, readTeamKey, type TeamWriter } from './team.ts'
import { quoted } from './transaction.ts'

const READING = { ...PATIENCE, statement: 600_000, idle: 600_000 }

/**
 * Everything that can be said about the log of a team, as of one moment, whether its daemons run or not: every chain,
 * every row that decides what is allowed, and this daemon's own chain against what is known outside the database.
 * Changes nothing.
 */
export async function verifyPostgres(
  paths: StatePaths,
  place: DatabasePlace,
  options: VerifyOptions = {},
): Promise<StateVerification> {
  const name = nameOf(place.url)
  const own = existsSync(paths.key) ? loadKey(paths) : undefined
  const team = sealKeysOf(readTeamKey(place.teamKey))
  // Before the database is read: daemons that go on can only have made it longer since.
  const lines = readCheckpoints(paths.checkpoints)
  const before: KnownOutside | undefined =
    own === undefined
      ? undefined
      : { anchor: readAnchor(paths.anchor, sealKeysOf(own)), signed: findLastCheckpoint(paths.checkpoints, own.writer) }
  const named = (options.checkpoints ?? []).map((file) => ({ name: file, ...readCheckpoints(file) }))
  const witnesses: readonly WitnessAnswer[] = [
    ...(options.witnesses ?? []),
    ...named.map((file) => ({ name: file.name, state: 'answers' as const, checkpoints: file.checkpoints })),
  ]
  let client: pg.Client | undefined
  try {
    client = await connect(place.url, READING)
    await currentSchema(client, name)
    await client.query('begin isolation level repeatable read read only')
    const told = witnesses.flatMap((answer) => (answer.state === 'answers' ? answer.checkpoints : []))
    const found = await readAll(client, team, [...lines.checkpoints, ...told], options.progress)
    const findings = [...found.findings]
    const find = (kind: Finding['kind'], sentence: string): void =>
      void findings.push({ kind, writer: own?.writer ?? '', seq: 0, sentence })
    await soundLayout(client, name).catch((error: unknown) => find('layout', failureOf(error, name).message))
    await checkRows(client, team, find)
    if (lines.edited > 0) find('checkpoints-missing', `${lines.edited} lines of the checkpoint file were edited`)
    const summary = found.chains.find(({ writer }) => writer === own?.writer)
    const seal = own === undefined ? undefined : found.seals.get(own.writer)
    if (own !== undefined && before !== undefined)
      await checkOutside({ client, writer: own.writer, seal, summary, before, paths, find, name })
    if (own === undefined && (lines.checkpoints.length > 0 || (paths.anchor !== undefined && existsSync(paths.anchor))))
      find('key', `the signing key is gone: ${paths.key}`)
    const head =
      own === undefined ? undefined : { writer: own.writer, commits: seal?.commits ?? 0, seq: summary?.head.seq ?? 0 }
    const reports = witnesses.map((answer) => compareWitness(answer, head))
    for (const { name: witness, state, seq } of reports)
      if (state === 'ahead')
        find(
          'rolled-back',
          `the witness \`${witness}\` knows record ${seq ?? 0} or a later commit: the journal went back`,
        )
    await client.query('commit')
    const ok = findings.length === 0
    const witnessed = reports.some((report) => report.state === 'agrees')
    return {
      ok,
      records: found.records,
      chains: found.chains,
      findings,
      damage: [],
      status: ok ? (witnessed ? 'sound' : 'unwitnessed') : 'not sound',
      damagedCheckpoints: lines.damaged + named.reduce((sum, file) => sum + file.damaged, 0),
      key: 'checked with the key',
      hashedOnly: seal?.hashed_only ?? 0,
      // A database is restored by its own means, and then it is behind what was signed.
      restored: [],
      witnesses: reports,
    }
  } catch (error) {
    throw failureOf(error, name)
  } finally {
    if (client !== undefined) cut(client)
  }
}

interface AllChains {
  readonly records: number
  readonly chains: readonly ChainSummary[]
  readonly findings: readonly Finding[]
  readonly seals: ReadonlyMap<string, JournalSeal>
}

/** Chain after chain, each in its own order. */
async function readAll(
  client: pg.Client,
  team: SealKeys,
  outside: readonly Checkpoint[],
  progress: VerifyOptions['progress'],
): Promise<AllChains> {
  const anchors = (await client.query('select * from audit_anchor')).rows.map(asCheckpoint('pruned'))
  const inTable = (await client.query('select * from journal_checkpoint')).rows.map(asCheckpoint('head'))
  const heads = inTable.filter(isGenuine)
  const findings: Finding[] = inTable
    .filter((checkpoint) => !heads.includes(checkpoint))
    .map(({ writer, seq }) => ({
      kind: 'checkpoints-missing',
      writer,
      seq,
      sentence: `a checkpoint of chain ${writer.slice(0, 8)} in the database was not signed by its writer`,
    }))
  const writers = (await client.query('select * from journal_writer')).rows as TeamWriter[]
  const known = new Set(writers.filter((row) => isTeamWriter(team, row)).map(({ writer }) => writer))
  const seals = new Map<string, JournalSeal>()
  for (const row of (await client.query('select * from journal_seal')).rows as Record<string, unknown>[]) {
    const seal = asJournalSeal(row)!
    if (openJournalSeal({ ...team, writer: seal.writer }, seal) !== undefined) seals.set(seal.writer, seal)
    else
      findings.push(
        about(seal.writer, seal.seq, 'forged', `the seal of chain ${seal.writer.slice(0, 8)} is not genuine`),
      )
  }
  const verifier = new ChainVerifier({ anchors, checkpoints: [...heads, ...outside] })
  const all = (await client.query('select distinct writer from audit_log order by writer')).rows as { writer: string }[]
  const [estimate] = (await client.query('select sum(seq)::bigint as most from journal_seal')).rows as {
    most: number | null
  }[]
  for (const { writer } of all) {
    const rows = streamed(client, 'select * from audit_log where writer = $1 order by seq', [writer], 'a transaction')
    for await (const row of rows) {
      verifier.take(row as unknown as StoredRecord)
      if ((verifier.records & 0xfff) === 0) progress?.(verifier.records, estimate?.most ?? undefined)
    }
    if (!known.has(writer))
      findings.push(
        about(writer, 1, 'foreign', `chain ${writer.slice(0, 8)} was written with a key that is not of this team`),
      )
  }
  const verified = verifier.end()
  for (const chain of verified.chains) {
    const seal = seals.get(chain.writer)
    const broken = verified.findings.some(({ writer }) => writer === chain.writer)
    if (broken || !known.has(chain.writer)) continue
    if (seal === undefined && chain.records > 0)
      findings.push(
        about(chain.writer, chain.head.seq, 'forged', `the seal of chain ${chain.writer.slice(0, 8)} is gone`),
      )
    else if (seal !== undefined && (seal.seq !== chain.head.seq || seal.hash !== chain.head.hash))
      findings.push(
        about(
          chain.writer,
          chain.head.seq,
          'forged',
          `the last record of chain ${chain.writer.slice(0, 8)} is number ${chain.head.seq}, and number ${seal.seq} is the last that was sealed`,
        ),
      )
  }
  for (const [writer, seal] of seals)
    if (seal.seq > 0 && !verified.chains.some((chain) => chain.writer === writer))
      findings.push(about(writer, seal.seq, 'truncated', `all records of chain ${writer.slice(0, 8)} are gone`))
  return { records: verified.records, chains: verified.chains, findings: [...verified.findings, ...findings], seals }
}

function about(writer: string, seq: number, kind: Finding['kind'], sentence: string): Finding {
  return { kind, writer, seq, sentence }
}

function asCheckpoint(kind: Checkpoint['kind']): (row: Record<string, unknown>) => Checkpoint {
  return ({ public_key: publicKey, ...row }) => ({ ...row, kind, publicKey }) as unknown as Checkpoint
}

/** Every row against the seal it belongs to, and every seal against the rows. */
async function checkRows(
  client: pg.Client,
  team: SealKeys,
  find: (kind: Finding['kind'], sentence: string) => void,
): Promise<void> {
  const found = new Map<string, Digest>()
  for (const table of TEAM_TABLE_NAMES) {
    const sql = `select ${quoted(TEAM_TABLES[table])} from "${table}"`
    for await (const row of streamed(client, sql, [], 'a transaction')) {
      const values = valuesInOrder(table, row)
      add(found, String(values[0]), rowValue(team, table, values))
    }
  }
  const seals = streamed(client, 'select * from session_seal where writer = $1', [team.writer], 'a transaction')
  for await (const row of seals) {
    const seal = asSessionSeal(row)
    const name = String(row['session'])
    const digest = seal === undefined ? undefined : openSession(team, seal)?.digest
    const rows = found.get(name)
    const fits = digest !== undefined && (rows === undefined ? digest.every((byte) => byte === 0) : rows.equals(digest))
    if (!fits) find('rows', `what is stored about \`${name}\` is not what the gate wrote`)
    found.delete(name)
  }
  for (const [name, digest] of found)
    if (digest.some((byte) => byte !== 0)) find('rows', `there is no seal for what is stored about \`${name}\``)
}

interface Outside {
  readonly client: pg.Client
  readonly writer: string
  readonly seal: JournalSeal | undefined
  readonly summary: ChainSummary | undefined
  readonly before: KnownOutside
  readonly paths: StatePaths
  readonly find: (kind: Finding['kind'], sentence: string) => void
  readonly name: string
}

/** The same comparison that a daemon makes before it writes. */
async function checkOutside({ client, writer, seal, summary, before, paths, find, name }: Outside): Promise<void> {
  const anchored = before.anchor.state === 'genuine' ? before.anchor.anchor : undefined
  const seqs = [before.signed?.seq, anchored?.seq, summary?.head.seq].filter((seq) => seq !== undefined)
  const { rows } = await client.query('select seq, hash from audit_log where writer = $1 and seq = any ($2)', [
    writer,
    seqs,
  ])
  const hashes = new Map((rows as { seq: number; hash: string }[]).map(({ seq, hash }) => [seq, hash]))
  const pruned = await client.query('select * from audit_anchor where writer = $1', [writer])
  const last = { seq: summary?.head.seq ?? 0, hash: hashes.get(summary?.head.seq ?? 0) ?? summary?.head.hash ?? '' }
  const signed = findLastCheckpoint(paths.checkpoints, writer)
  const anchor = readAnchor(paths.anchor, sealKeysOf(loadKey(paths)))
  try {
    compareHead({
      sealed: { seal },
      last,
      outside: before,
      after: { anchor, signed },
      known: undefined,
      commits: Math.max(before.signed?.commits ?? 0, anchored?.commits ?? 0),
      hashAt: (seq) => hashes.get(seq),
      prunedTo: prunedTo(pruned.rows[0] as Record<string, unknown> | undefined),
      foreign: [],
      path: name,
    })
  } catch (error) {
    if (!(error instanceof JournalFailure)) throw error
    find(KIND_OF[error.code] ?? 'forged', error.message)
  }
}
