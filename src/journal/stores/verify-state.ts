import { existsSync } from 'node:fs'
import type { Checkpoint } from '../checkpoints.ts'
import { JournalFailure } from '../journal.ts'
import type { SealKeys } from '../seal.ts'
import { openSession, sealKeysOf } from '../seal.ts'
import type { ChainSummary, Finding, Verification } from '../verify.ts'
import { verify } from '../verify.ts'
import type { WitnessAnswer, WitnessReport } from '../witness.ts'
import { compareWitness } from '../witness.ts'
import { readAnchor } from './anchor-file.ts'
import type { StatePaths } from './checkpoint-file.ts'
import { findLastCheckpoint, loadKey, readCheckpoints } from './checkpoint-file.ts'
import { compareHead } from './compare-head.ts'
import { FIRST_SEALED } from './migrations.ts'
import type { KnownOutside } from './sqlite-writer.ts'
import { schemaVersion } from './schema-version.ts'
import type { SqliteReader } from './sqlite-reader.ts'
import { openReader } from './sqlite-reader.ts'
import type { Sealed } from './sqlite-seals.ts'
import { asSessionSeal, digestsInFile, readSealed } from './sqlite-seals.ts'

/**
 * `sound`: nothing is wrong, and a witness outside the state directory agrees. `unwitnessed`: nothing is wrong, but
 * whoever can put back every file of this user could have done so. `not sound`: something is wrong.
 */
export type VerifyStatus = 'sound' | 'unwitnessed' | 'not sound'

export interface StateVerification extends Verification {
  readonly status: VerifyStatus
  /** What SQLite says about the file itself. */
  readonly damage: readonly string[]
  readonly damagedCheckpoints: number
  /** Without the key only hashes and signatures can be checked. */
  readonly key: 'checked with the key' | 'without the key'
  /** Records of this writer up to here were written before there were seals. */
  readonly hashedOnly: number
  readonly witnesses: readonly WitnessReport[]
}

export interface VerifyOptions {
  /** Checkpoint files that a person names: of other writers, or copies of the own one kept elsewhere. */
  readonly checkpoints?: readonly string[]
  /** What the witnesses said before the file was opened. */
  readonly witnesses?: readonly WitnessAnswer[]
  readonly progress?: (records: number, most: number | undefined) => void
}

/** Everything that can be said about a state directory, whether its daemon runs or not. Changes nothing. */
export async function verifyStateDirectory(paths: StatePaths, options: VerifyOptions = {}): Promise<StateVerification> {
  const keys = existsSync(paths.key) ? sealKeysOf(loadKey(paths)) : undefined
  // Before the file is opened: a daemon that goes on can only have made it longer since.
  const anchor = keys === undefined ? undefined : readAnchor(paths.anchor, keys)
  const own = readCheckpoints(paths.checkpoints)
  const named = (options.checkpoints ?? []).map((file) => ({ name: file, ...readCheckpoints(file) }))
  const witnesses: readonly WitnessAnswer[] = [
    ...(options.witnesses ?? []),
    ...named.map(({ name, checkpoints }) => ({ name, state: 'answers' as const, checkpoints })),
  ]
  const reader = openReader(paths.database)
  try {
    reader.connection.exec('begin')
    const [last] = await reader.latest({}, 1)
    const told = witnesses.flatMap((answer) => (answer.state === 'answers' ? answer.checkpoints : []))
    const chain = verify(
      {
        records: reader.records(),
        anchors: await reader.anchors(),
        checkpoints: [...own.checkpoints, ...told],
        ...(keys === undefined ? {} : { ownWriter: keys.writer }),
        named: told,
      },
      (done) => options.progress?.(done, last?.position),
    )
    const findings: Finding[] = [...chain.findings]
    const find = (kind: Finding['kind'], sentence: string): void =>
      void findings.push({ kind, writer: keys?.writer ?? '', seq: 0, sentence })
    if (keys === undefined && anchorOrSealed(paths, reader))
      find('key', `the signing key is gone: ${paths.key}: what is sealed cannot be checked`)
    if (own.edited > 0) find('checkpoints-missing', `${own.edited} lines of the checkpoint file were edited`)
    const sealed = keys === undefined ? undefined : checkSeals(reader, keys, find)
    const summary = chain.chains.find(({ writer }) => writer === keys?.writer)
    if (keys !== undefined && anchor !== undefined && sealed !== 'contradicts itself')
      checkOutside({
        paths,
        keys,
        reader,
        sealed,
        summary,
        before: { signed: furthest(own.checkpoints, keys), anchor },
        find,
      })
    const head = keys === undefined ? undefined : ownHead(keys, sealed, summary)
    const reports = witnesses.map((answer) => compareWitness(answer, head))
    for (const { name, state, seq } of reports)
      if (state === 'ahead')
        find('rolled-back', `the witness \`${name}\` knows record ${seq ?? 0} or a later commit: the journal went back`)
    const damage = reader.damage()
    const ok = findings.length === 0 && damage.length === 0
    const witnessed = reports.some((report) => report.state === 'agrees')
    return {
      ...chain,
      ok,
      findings,
      damage,
      status: ok ? (witnessed ? 'sound' : 'unwitnessed') : 'not sound',
      damagedCheckpoints: own.damaged + named.reduce((sum, file) => sum + file.damaged, 0),
      key: keys === undefined ? 'without the key' : 'checked with the key',
      hashedOnly: typeof sealed === 'object' ? (sealed.seal?.hashed_only ?? 0) : (summary?.head.seq ?? 0),
      witnesses: reports,
    }
  } finally {
    reader.close()
  }
}

type Find = (kind: Finding['kind'], sentence: string) => void

/** Undefined: a journal from before there were seals. */
function checkSeals(reader: SqliteReader, keys: SealKeys, find: Find): Sealed | 'contradicts itself' | undefined {
  const { connection } = reader
  if (schemaVersion(connection) < FIRST_SEALED) return undefined
  let sealed: Sealed
  try {
    sealed = readSealed(connection, keys, 'the journal')
  } catch (error) {
    if (!(error instanceof JournalFailure)) {
      find('unreadable', `the seals cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      return 'contradicts itself'
    }
    find(error.code === 'journal.layout' ? 'layout' : 'forged', error.message)
    checkRows(reader, keys, find)
    return 'contradicts itself'
  }
  checkRows(reader, keys, find)
  return sealed
}

/** Every row against the seal of its session, and every seal against the rows. */
function checkRows({ connection }: SqliteReader, keys: SealKeys, find: Find): void {
  try {
    const found = digestsInFile(connection, keys)
    for (const row of connection.prepare('select * from main.session_seal where writer = ?').all(keys.writer)) {
      const seal = asSessionSeal(row)
      const session = String(row['session'])
      const digest = seal === undefined ? undefined : openSession(keys, seal)?.digest
      if (digest === undefined || !found.get(session)?.equals(digest))
        find('rows', `what is stored about session \`${session}\` is not what the gate wrote`)
      found.delete(session)
    }
    for (const [session, digest] of found)
      if (digest.some((byte) => byte !== 0))
        find('rows', `there is no seal for what is stored about session \`${session}\``)
  } catch (error) {
    find('rows', `the rows cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

interface Outside {
  readonly paths: StatePaths
  readonly keys: SealKeys
  readonly reader: SqliteReader
  readonly sealed: Sealed | undefined
  readonly summary: ChainSummary | undefined
  readonly before: KnownOutside
  readonly find: Find
}

/** The same comparison that a writer makes before it writes. */
function checkOutside({ paths, keys, reader, sealed, summary, before, find }: Outside): void {
  const hashAt = reader.connection.prepare('select hash from main.audit_log where writer = ? and seq = ?')
  const found = hashAt.get(keys.writer, summary?.head.seq ?? 0)?.['hash']
  const last = { seq: summary?.head.seq ?? 0, hash: typeof found === 'string' ? found : (summary?.head.hash ?? '') }
  const anchor = readAnchor(paths.anchor, keys)
  const after: KnownOutside = { anchor, signed: findLastCheckpoint(paths.checkpoints, keys.writer) }
  const anchored = before.anchor.state === 'genuine' ? before.anchor.anchor.commits : 0
  try {
    compareHead({
      sealed: { seal: sealed?.seal },
      last,
      outside: before,
      after,
      known: undefined,
      commits: Math.max(before.signed?.commits ?? 0, anchored),
      hashAt: (seq) => {
        const hash = hashAt.get(keys.writer, seq)?.['hash']
        return typeof hash === 'string' ? hash : undefined
      },
      prunedTo: summary?.prunedTo ?? 0,
      foreign: [],
      path: paths.database,
    })
  } catch (error) {
    if (!(error instanceof JournalFailure)) throw error
    find(KIND_OF[error.code] ?? 'forged', error.message)
  }
}

export const KIND_OF: Readonly<Partial<Record<string, Finding['kind']>>> = {
  'journal.anchor': 'anchor',
  'journal.rolled-back': 'rolled-back',
  'journal.checkpoints': 'checkpoints-missing',
  'journal.replaced': 'forked',
}

function ownHead(
  keys: SealKeys,
  sealed: Sealed | 'contradicts itself' | undefined,
  summary: ChainSummary | undefined,
): { readonly writer: string; readonly commits: number; readonly seq: number } {
  const commits = typeof sealed === 'object' ? (sealed.seal?.commits ?? 0) : 0
  return { writer: keys.writer, commits, seq: summary?.head.seq ?? 0 }
}

function furthest(checkpoints: readonly Checkpoint[], keys: SealKeys): Checkpoint | undefined {
  return checkpoints
    .filter(({ kind, writer }) => kind === 'head' && writer === keys.writer)
    .reduce<Checkpoint | undefined>(
      (most, one) => (most === undefined || (one.commits ?? 0) >= (most.commits ?? 0) ? one : most),
      undefined,
    )
}

function anchorOrSealed(paths: StatePaths, reader: SqliteReader): boolean {
  if (paths.anchor !== undefined && existsSync(paths.anchor)) return true
  if (schemaVersion(reader.connection) < FIRST_SEALED) return false
  return reader.connection.prepare('select 1 from main.journal_seal limit 1').get() !== undefined
}
