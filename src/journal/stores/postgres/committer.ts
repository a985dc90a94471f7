import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Head } from '../../chain.ts'
import { GENESIS, linkHash } from '../../chain.ts'
import type { Checkpoint } from '../../checkpoints.ts'
import { JournalFailure } from '../../journal.ts'
import type { Draft } from '../../records.ts'
import type { JournalSeal, SealKeys } from '../../seal.ts'
import { emptyDigest, openJournalSeal, sealJournal } from '../../seal.ts'
import type { GroupJob } from '../group-commit.ts'
import { asJournalSeal, forged } from '../sqlite-seals.ts'
import { insertRecords, saveCheckpoints, saveSeal, type StoredRow } from './chain-rows.ts'
import { cut, prepared, storable } from './connect.ts'
import { blamesStatement, isLost, sqlState } from './failures.ts'
import { runSaves, type SessionSave } from './session-saves.ts'
import type { Version } from './transaction.ts'
import { Overtaken, Transaction } from './transaction.ts'

/** What one caller wants done to rows. Its names are locked before it acts. */
export type Step = ActStep | SessionSave

export interface ActStep {
  readonly does: 'act'
  readonly names: readonly string[]
  /** Resolves with the number of rows changed. May be called again when a transaction did not stand. */
  act(tx: Transaction): Promise<number>
}

export type PostgresJob = GroupJob<Step>

/** How a group ended, once that is known: perhaps long after its callers were refused. */
export type Ended =
  | { readonly committed: true; readonly versions: ReadonlyMap<string, Version> }
  | { readonly committed: false }

export interface CommitterOptions {
  /** Opens a connection and makes sure of the database behind it. */
  readonly connect: () => Promise<pg.Client>
  /** Of the chain: `writer` is the daemon's own, the rest is the team's. */
  readonly chain: SealKeys
  /** Of the rows. */
  readonly team: SealKeys
  /** Compares the end of the chain with what is known from outside the database. */
  readonly compare: (found: FoundHead, known: Head | undefined, commits: number) => Promise<void> | void
  readonly name: string
}

/** The end of the chain as the database has it. */
export interface FoundHead {
  readonly seal: JournalSeal | undefined
  readonly last: Head
  readonly client: pg.Client
}

/** A transaction of which nobody knows whether it was committed. */
interface Doubt {
  readonly jobs: readonly PostgresJob[]
  readonly changes: readonly (number | 'refused')[]
  readonly before: number
  readonly seal: JournalSeal
  readonly records: number
  readonly versions: ReadonlyMap<string, Version>
}

const LONGEST_PAUSE = 250

/**
 * The end of one chain in PostgreSQL. Every commit locks the writer's own row and moves it on, so that whoever has the
 * same key takes turns and cannot fork the chain; and that row tells, after a connection was cut at COMMIT, whether the
 * commit stands: a group is written once, however often it is tried.
 */
export class PostgresCommitter {
  readonly #options: CommitterOptions
  readonly #done = new WeakMap<PostgresJob, number | 'refused'>()
  readonly #waiting = new WeakMap<Step, (ended: Ended) => void>()
  #client: pg.Client | undefined
  #known: JournalSeal | undefined
  #doubt: Doubt | undefined
  #signed = 0
  #unsaved: Checkpoint[] = []

  constructor(options: CommitterOptions) {
    this.#options = options
  }

  get head(): Head | undefined {
    return this.#known
  }

  get commits(): number {
    return this.#known?.commits ?? 0
  }

  /** To be called when a checkpoint is durable: it is also kept in a table, with the next commit. */
  noteSigned(checkpoint: Checkpoint): void {
    this.#signed = checkpoint.commits ?? 0
    this.#unsaved.push(checkpoint)
  }

  /** Hears once how the group with this step ended. */
  whenEnded(step: Step, hear: (ended: Ended) => void): void {
    this.#waiting.set(step, hear)
  }

  /** It will not be tried any more, and never was. */
  neverTried(jobs: readonly PostgresJob[]): void {
    this.#tell(jobs, { committed: false })
  }

  async commit(jobs: readonly PostgresJob[], patience: number): Promise<{ changes: readonly (number | 'refused')[] }> {
    const until = performance.now() + patience
    const watch = setTimeout(() => this.#drop(), patience)
    try {
      for (let pause = 5; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
        try {
          await this.#settleDoubt(jobs)
          const left = jobs.filter((job) => !this.#done.has(job))
          if (left.length > 0 || jobs.length === 0) await this.#commitOnce(left)
          return { changes: jobs.map((job) => this.#done.get(job) ?? 0) }
        } catch (error) {
          const lost = isLost(error)
          if (lost) this.#drop()
          const again = lost || error instanceof Overtaken || sqlState(error).startsWith('40')
          if (!again || performance.now() + pause >= until) {
            // Those in doubt are told when it is settled; it may be that of a group before this one.
            const inDoubt = this.#doubt?.jobs ?? []
            this.#tell(
              jobs.filter((job) => !inDoubt.includes(job)),
              { committed: false },
            )
            throw error
          }
          await sleep(pause)
        }
      }
    } finally {
      clearTimeout(watch)
    }
  }

  /** Writes the last checkpoint into its table and lets go. */
  async close(): Promise<void> {
    if (this.#unsaved.length > 0) await this.commit([], 1000).catch(() => undefined)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  #drop(): void {
    if (this.#client !== undefined) cut(this.#client)
    this.#client = undefined
  }

  async #commitOnce(jobs: readonly PostgresJob[]): Promise<void> {
    try {
      await this.#transact(jobs)
    } catch (error) {
      await this.#client?.query('rollback').catch(() => this.#drop())
      if (!blamesStatement(error)) throw error
      if (jobs.length === 1) {
        this.#done.set(jobs[0]!, 'refused')
        this.#tell(jobs, { committed: false })
        return
      }
      // One caller's mistake must not refuse the records of the others.
      for (const job of jobs) await this.#commitOnce([job])
    }
  }

  async #transact(jobs: readonly PostgresJob[]): Promise<void> {
    const client = (this.#client ??= await this.#options.connect())
    const { chain, team, name } = this.#options
    const tx = new Transaction(client, team)
    await client.query('begin')
    const seal = await this.#look(client)
    const steps = jobs.flatMap((job) => (job.does === 'append' ? [] : job.statements))
    await tx.lock(steps.flatMap((step) => step.names))
    const saved = await runSaves(
      tx,
      steps.filter((step) => step.does === 'save'),
    )
    let head: Head = seal ?? { seq: 0, hash: GENESIS }
    const records: StoredRow[] = []
    const append = (draft: Draft): void => {
      const row = { ...cleaned(draft), writer: chain.writer, seq: head.seq + 1 }
      head = { seq: row.seq, hash: linkHash(head.hash, row) }
      records.push({ ...row, hash: head.hash })
    }
    const changes: number[] = []
    for (const job of jobs) {
      if (job.does === 'append') {
        append(job.draft)
        changes.push(1)
        continue
      }
      let changed = 0
      for (const step of job.statements) changed += step.does === 'save' ? (saved.get(step) ?? 0) : await step.act(tx)
      if (job.does === 'change' && changed > 0) append(job.draft)
      changes.push(changed)
    }
    const checkpoints = [...this.#unsaved]
    if (checkpoints.length > 0) await saveCheckpoints(client, checkpoints)
    if (records.length > 0) await insertRecords(client, records, name)
    const versions = await tx.seal()
    const moves = records.length > 0 || versions.size > 0
    const next = moves ? sealJournal(chain, marks(seal, head, this.#signed), emptyDigest()) : seal
    if (moves && next !== undefined) await saveSeal(client, next, seal, name)
    if (next !== undefined && next !== seal)
      this.#doubt = { jobs, changes, before: seal?.commits ?? 0, seal: next, records: records.length, versions }
    try {
      await client.query('commit')
    } catch (error) {
      // Said no, and so nothing stands; or was never heard from, and only the database knows.
      if (!isLost(error)) this.#doubt = undefined
      throw error
    }
    this.#doubt = undefined
    this.#unsaved = this.#unsaved.filter((checkpoint) => !checkpoints.includes(checkpoint))
    this.#stands(jobs, changes, next, versions)
  }

  #stands(
    jobs: readonly PostgresJob[],
    changes: readonly (number | 'refused')[],
    seal: JournalSeal | undefined,
    versions: ReadonlyMap<string, Version>,
  ): void {
    this.#known = seal
    for (const [index, job] of jobs.entries()) this.#done.set(job, changes[index] ?? 0)
    this.#tell(jobs, { committed: true, versions })
  }

  #tell(jobs: readonly PostgresJob[], ended: Ended): void {
    for (const job of jobs)
      if (job.does !== 'append')
        for (const step of job.statements) {
          this.#waiting.get(step)?.(ended)
          this.#waiting.delete(step)
        }
  }

  /** Under the lock of the writer's row, which also waits for a transaction of ours that the server has not ended yet. */
  async #look(client: pg.Client): Promise<JournalSeal | undefined> {
    const { chain, name, compare } = this.#options
    const { rows } = await client.query(prepared(LOOK, [chain.writer]))
    const row = rows[0] as Record<string, unknown> | undefined
    const seal = row === undefined ? undefined : asJournalSeal(row)
    const last = row === undefined ? await lastOf(client, chain.writer) : asLast(row['last'])
    const same = seal !== undefined && this.#known?.mac === seal.mac && this.#known.commits === seal.commits
    if (!same) {
      if (seal !== undefined && openJournalSeal(chain, seal) === undefined)
        throw forged(`the seal of the journal is not genuine: ${name}`)
      await compare(
        { seal, last: last ?? prunedHead(seal) ?? { seq: 0, hash: GENESIS }, client },
        this.#known,
        this.commits,
      )
    } else if (last !== undefined && (last.seq !== seal.seq || last.hash !== seal.hash))
      throw new JournalFailure('journal.replaced', `the end of the chain is not the one that was written: ${name}`)
    else if (last === undefined && seal.seq > 0)
      throw new JournalFailure('journal.replaced', `the records of this chain are gone: ${name}`)
    return seal
  }

  /** The writer's row says whether the last transaction stands. What is about to be tried again has not ended. */
  async #settleDoubt(trying: readonly PostgresJob[]): Promise<void> {
    const doubt = this.#doubt
    if (doubt === undefined) return
    const client = (this.#client ??= await this.#options.connect())
    await client.query('begin')
    const { rows } = await client.query(LOOK, [this.#options.chain.writer])
    const seal = rows[0] === undefined ? undefined : asJournalSeal(rows[0] as Record<string, unknown>)
    const at = await client.query('select hash from audit_log where writer = $1 and seq = $2', [
      doubt.seal.writer,
      doubt.seal.seq,
    ])
    await client.query('commit')
    this.#doubt = undefined
    const overtaken = (seal?.commits ?? 0) > doubt.seal.commits
    // Another process with this key went on after it: the record itself tells.
    const stands = overtaken ? doubt.records > 0 && at.rows[0]?.hash === doubt.seal.hash : seal?.mac === doubt.seal.mac
    if (stands) this.#stands(doubt.jobs, doubt.changes, overtaken ? this.#known : doubt.seal, doubt.versions)
    else
      this.#tell(
        doubt.jobs.filter((job) => !trying.includes(job)),
        { committed: false },
      )
  }
}

function cleaned(draft: Draft): Draft {
  return {
    ...draft,
    session: storable(draft.session),
    agent: storable(draft.agent),
    tool: storable(draft.tool),
    code: storable(draft.code),
    user: storable(draft.user),
    event: storable(draft.event),
  }
}

function marks(
  seal: JournalSeal | undefined,
  head: Head,
  signed: number,
): Omit<JournalSeal, 'writer' | 'sessions' | 'mac'> {
  return {
    commits: (seal?.commits ?? 0) + 1,
    seq: head.seq,
    hash: head.hash,
    layout: 'postgres',
    signed: Math.max(signed, seal?.signed ?? 0),
    hashed_only: seal?.hashed_only ?? 0,
  }
}

const LOOK = `select s.*, (select a.seq || ' ' || a.hash from audit_log a where a.writer = s.writer order by a.seq desc limit 1) as last
  from journal_seal s where s.writer = $1 for update of s`

function asLast(text: unknown): Head | undefined {
  const match = typeof text === 'string' ? /^(\d+) ([0-9a-f]{64})$/.exec(text) : null
  return match === null ? undefined : { seq: Number(match[1]), hash: match[2]! }
}

async function lastOf(client: pg.Client, writer: string): Promise<Head | undefined> {
  const { rows } = await client.query('select seq, hash from audit_log where writer = $1 order by seq desc limit 1', [
    writer,
  ])
  return rows[0] as Head | undefined
}

function prunedHead(seal: JournalSeal | undefined): Head | undefined {
  return seal?.seq === 0 ? { seq: 0, hash: seal.hash } : undefined
}
