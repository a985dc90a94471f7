import { existsSync } from 'node:fs'
import type pg from 'pg'
import type { Head } from '../../chain.ts'
import { GENESIS } from '../../chain.ts'
import type { Checkpoint, SigningKey } from '../../checkpoints.ts'
import { CHECKPOINT_EVERY, parseCheckpoint, signCheckpoint } from '../../checkpoints.ts'
import { JournalFailure } from '../../journal.ts'
import type { SealKeys } from '../../seal.ts'
import { makeAnchor, sealKeysOf } from '../../seal.ts'
import { raiseAnchor, readAnchor } from '../anchor-file.ts'
import type { StatePaths } from '../checkpoint-file.ts'
import { appendCheckpoint, findLastCheckpoint, loadKey, messageOf } from '../checkpoint-file.ts'
import { compareHead } from '../compare-head.ts'
import type { DatabasePlace } from '../database-place.ts'
import { GroupCommit, type GroupCommitter } from '../group-commit.ts'
import type { KnownOutside } from '../sqlite-writer.ts'
import type { Ended, FoundHead, PostgresJob, Step } from './committer.ts'
import { PostgresCommitter } from './committer.ts'
import { connect, cut, nameOf, PATIENCE } from './connect.ts'
import { failureOf } from './failures.ts'
import { currentSchema, migrate, schemaVersion } from './migrate.ts'
import { addPartitions } from './partitions.ts'
import { soundLayout, soundServer } from './server.ts'
import { register, teamKey } from './team.ts'

export interface PostgresJournalOptions {
  readonly paths: StatePaths
  readonly place: DatabasePlace
  readonly deadlineMs?: number
  readonly now?: () => number
  readonly onSigned?: (checkpoint: Checkpoint) => void
  /** What an operator should know about the server. */
  readonly onNotice?: (message: string) => void
}

/** Group commit into PostgreSQL. */
export class PostgresJournal extends GroupCommit<Step> {
  readonly #keeper: PostgresKeeper

  constructor(options: PostgresJournalOptions) {
    const keeper = new PostgresKeeper(options)
    super({ ...options, committer: keeper, name: nameOf(options.place.url), failureOf })
    this.#keeper = keeper
  }

  /** Of the rows that daemons share. */
  override get keys(): SealKeys {
    return this.#keeper.keys.team
  }

  /** Of this daemon's own chain. */
  get key(): SigningKey {
    return this.#keeper.keys.own
  }

  /** Hears once how the group with this step ended, even when whoever waited for it was refused before. */
  whenEnded(step: Step, hear: (ended: Ended) => void): void {
    this.#keeper.whenEnded(step, hear)
  }

  protected override neverTried(job: PostgresJob): void {
    this.#keeper.neverTried([job])
  }
}

interface Keys {
  readonly own: SigningKey
  readonly team: SealKeys
}

const PARTITIONS_EVERY = 86_400_000

/**
 * A chain in PostgreSQL and its signing key: commits, and signs the head when a checkpoint is due. What is known of the
 * chain outside the database (checkpoints, anchor) is compared before the first commit, and whenever another process
 * wrote to it: a database that was put back to an earlier time is refused.
 */
class PostgresKeeper implements GroupCommitter<Step> {
  readonly #options: PostgresJournalOptions
  readonly #now: () => number
  readonly #name: string
  #keys: Keys | undefined
  #committer: PostgresCommitter | undefined
  #ready: pg.Client | undefined
  #waiting: (readonly [Step, (ended: Ended) => void])[] = []
  #signed: { readonly seq: number; readonly commits: number } | undefined
  #signedAt = 0
  #timer: NodeJS.Timeout | undefined
  #overdue = false
  #noticed = ''
  #partitionsAt = 0

  constructor(options: PostgresJournalOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#name = nameOf(options.place.url)
  }

  get keys(): Keys {
    if (this.#keys === undefined)
      throw new JournalFailure('journal.unreachable', `the database was not reached yet: ${this.#name}`)
    return this.#keys
  }

  whenEnded(step: Step, hear: (ended: Ended) => void): void {
    if (this.#committer === undefined) this.#waiting.push([step, hear])
    else this.#committer.whenEnded(step, hear)
  }

  async commit(jobs: readonly PostgresJob[], patience: number): Promise<{ changes: readonly (number | 'refused')[] }> {
    const until = performance.now() + patience
    const committer = await this.#prepared(jobs, patience)
    const committed = await committer.commit(jobs, Math.max(1, until - performance.now()))
    this.#signIfDue()
    return committed
  }

  /** Whoever waits to hear how these jobs ended hears that nothing of them was written. */
  neverTried(jobs: readonly PostgresJob[]): void {
    this.#committer?.neverTried(jobs)
    const steps = new Set(jobs.flatMap((job) => (job.does === 'append' ? [] : job.statements)))
    const told = this.#waiting.filter(([step]) => steps.has(step))
    this.#waiting = this.#waiting.filter(([step]) => !steps.has(step))
    for (const [, hear] of told) hear({ committed: false })
  }

  /** The database was reached, and what is overdue is signed. */
  async #prepared(jobs: readonly PostgresJob[], patience: number): Promise<PostgresCommitter> {
    try {
      const committer = this.#committer ?? (await this.#begin(patience))
      for (const [step, hear] of this.#waiting.splice(0)) committer.whenEnded(step, hear)
      if (this.#overdue) this.#sign(committer)
      return committer
    } catch (error) {
      this.neverTried(jobs)
      throw error
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    const committer = this.#committer
    if (committer === undefined) return
    if (committer.head !== undefined && committer.commits !== this.#signed?.commits) this.#signQuietly(committer)
    await committer.close()
  }

  async #begin(patience: number): Promise<PostgresCommitter> {
    const { paths, place } = this.#options
    const client = await within(patience, this.#connect())
    try {
      const team = sealKeysOf(await teamKey(client, place.teamKey, this.#name))
      const own = loadKey(paths)
      this.#keys = { own, team }
      await register(client, team, own, this.#now())
      this.#ready = client
      const committer = new PostgresCommitter({
        connect: () => this.#connect(),
        chain: { ...team, writer: own.writer },
        team,
        compare: (found, known, commits) => this.#compare(found, known, commits),
        name: this.#name,
      })
      await committer.commit([], patience)
      const { signed, anchor } = this.#outside()
      this.#signed = signed === undefined ? undefined : { seq: signed.seq, commits: signed.commits ?? 0 }
      if (signed !== undefined && anchor.state === 'genuine' && anchor.anchor.commits < (signed.commits ?? 0))
        this.#raise(signed)
      this.#committer = committer
      // From then on a missing file is a loss, and so is a missing anchor.
      if (signed === undefined || anchor.state === 'missing') this.#sign(committer, 'for the first time')
      return committer
    } catch (error) {
      cut(client)
      this.#ready = undefined
      this.#committer = undefined
      throw error
    }
  }

  /** A connection to a server that keeps what it acknowledges, with tables that we know. */
  async #connect(): Promise<pg.Client> {
    const ready = this.#ready
    this.#ready = undefined
    if (ready !== undefined) return ready
    const { deadlineMs = 0, place } = this.#options
    const client = await connect(place.url, { ...PATIENCE, statement: Math.max(PATIENCE.statement, deadlineMs) })
    try {
      const notices = await soundServer(client, this.#name)
      if (notices.join() !== this.#noticed) for (const notice of notices) this.#options.onNotice?.(notice)
      this.#noticed = notices.join()
      if ((await schemaVersion(client)) === 0) await migrate(client, this.#now())
      await currentSchema(client, this.#name)
      await soundLayout(client, this.#name)
      await this.#partitions(client)
      return client
    } catch (error) {
      cut(client)
      throw error
    }
  }

  /** Made ahead by whoever may. Where this role may not, rows go where they all fit until somebody else has. */
  async #partitions(client: pg.Client): Promise<void> {
    if (this.#now() - this.#partitionsAt < PARTITIONS_EVERY) return
    this.#partitionsAt = this.#now()
    try {
      await addPartitions(client, this.#now())
    } catch (error) {
      this.#options.onNotice?.(`the months ahead could not be prepared in the database: ${messageOf(error)}`)
    }
  }

  #outside(): KnownOutside {
    const { paths } = this.#options
    const { own } = this.keys
    // The anchor first: it is written last, and so never ahead of the checkpoints.
    const anchor = readAnchor(paths.anchor, sealKeysOf(own))
    return { anchor, signed: findLastCheckpoint(paths.checkpoints, own.writer) }
  }

  async #compare({ seal, last, client }: FoundHead, known: Head | undefined, commits: number): Promise<void> {
    const outside = this.#outside()
    const { writer } = this.keys.own
    const anchored = outside.anchor.state === 'genuine' ? outside.anchor.anchor : undefined
    const asked = [known?.seq, outside.signed?.seq, anchored?.seq].filter((seq) => seq !== undefined)
    const { rows } = await client.query('select seq, hash from audit_log where writer = $1 and seq = any ($2)', [
      writer,
      asked,
    ])
    const hashes = new Map((rows as { seq: number; hash: string }[]).map(({ seq, hash }) => [seq, hash]))
    const pruned = await client.query('select * from audit_anchor where writer = $1', [writer])
    compareHead({
      sealed: { seal },
      last,
      outside,
      known,
      commits: Math.max(commits, outside.signed?.commits ?? 0, anchored?.commits ?? 0),
      hashAt: (seq) => hashes.get(seq),
      prunedTo: prunedTo(pruned.rows[0] as Record<string, unknown> | undefined),
      foreign: [],
      path: this.#name,
    })
  }

  #signIfDue(): void {
    const committer = this.#committer
    if (committer?.head === undefined || committer.commits === this.#signed?.commits) return
    const due =
      this.#overdue ||
      committer.head.seq - (this.#signed?.seq ?? 0) >= CHECKPOINT_EVERY.records ||
      this.#now() - this.#signedAt >= CHECKPOINT_EVERY.milliseconds
    // After the callers were told: none of them waits for it.
    if (due) setImmediate(() => this.#signQuietly(committer))
    else
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.#signIfDue()
      }, CHECKPOINT_EVERY.milliseconds).unref()
  }

  #signQuietly(committer: PostgresCommitter): void {
    if (committer.commits === this.#signed?.commits) return
    try {
      this.#sign(committer)
    } catch {
      this.#overdue = true
    }
  }

  /** What cannot be signed ends all allowing: an end that can be cut off unnoticed is not what was promised. */
  #sign(committer: PostgresCommitter, when: 'again' | 'for the first time' = 'again'): void {
    const { paths } = this.#options
    const { own } = this.keys
    const { seq, hash } = committer.head ?? { seq: 0, hash: GENESIS }
    try {
      if (when === 'again') this.#compareFiles()
      const at = this.#now()
      const checkpoint = signCheckpoint(own, { kind: 'head', seq, hash, commits: committer.commits, at })
      appendCheckpoint(paths.checkpoints, checkpoint)
      this.#raise(checkpoint)
      committer.noteSigned(checkpoint)
      this.#options.onSigned?.(checkpoint)
      this.#signed = { seq, commits: committer.commits }
      this.#signedAt = at
      this.#overdue = false
    } catch (error) {
      const { code, message } = failureOf(error, paths.checkpoints)
      throw new JournalFailure(code, `cannot sign a checkpoint: ${message}`)
    }
  }

  #raise({ commits = 0, seq, hash, at }: Checkpoint): void {
    const { anchor } = this.#options.paths
    if (anchor !== undefined) raiseAnchor(anchor, makeAnchor(sealKeysOf(this.keys.own), { commits, seq, hash, at }))
  }

  /** Key, checkpoints and anchor as this process left them, or further. */
  #compareFiles(): void {
    const { paths } = this.#options
    if (this.#signed === undefined) return
    if (!existsSync(paths.key) || loadKey(paths).writer !== this.keys.own.writer)
      throw new JournalFailure('journal.key', `the signing key is gone or another one: ${paths.key}`)
    const { signed, anchor } = this.#outside()
    if (signed === undefined || (signed.commits ?? 0) < this.#signed.commits)
      throw new JournalFailure('journal.checkpoints', `checkpoints that were signed are gone: ${paths.checkpoints}`)
    if (anchor.state === 'missing' || anchor.state === 'not genuine')
      throw new JournalFailure('journal.anchor', `the anchor is gone or not genuine: ${paths.anchor ?? ''}`)
    if (anchor.state === 'genuine' && anchor.anchor.commits < this.#signed.commits)
      throw new JournalFailure('journal.anchor', `the anchor went back: ${paths.anchor ?? ''}`)
  }
}

/** Only the signature of the chain's own writer makes a row an anchor. */
export function prunedTo(row: Record<string, unknown> | undefined): number {
  if (row === undefined) return 0
  return parseCheckpoint(JSON.stringify({ ...row, kind: 'pruned', publicKey: row['public_key'] }))?.seq ?? 0
}

/** A connection that comes too late is let go. */
async function within(patience: number, connecting: Promise<pg.Client>): Promise<pg.Client> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      connecting.then(cut, () => undefined)
      reject(new JournalFailure('journal.unreachable', 'the database does not answer'))
    }, patience)
  })
  try {
    return await Promise.race([connecting, late])
  } finally {
    clearTimeout(timer)
  }
}
