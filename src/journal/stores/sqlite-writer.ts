import { statSync } from 'node:fs'
import type { Head } from '../chain.ts'
import { GENESIS, linkHash } from '../chain.ts'
import type { Checkpoint } from '../checkpoints.ts'
import { parseCheckpoint } from '../checkpoints.ts'
import { JournalFailure } from '../journal.ts'
import type { Draft } from '../records.ts'
import type { SealKeys } from '../seal.ts'
import type { FoundAnchor } from './anchor-file.ts'
import { INSERT_RECORD, valuesOf } from './schema.ts'
import type { Connection, Expected, OpenConnection, Pragmas, PreparedStatement } from './sqlite-connection.ts'
import { closeQuietly, openDatabase, openForWriting, rollBackQuietly } from './sqlite-connection.ts'
import { asInput } from './sqlite-dialect.ts'
import { failureOf, resultCode } from './sqlite-failures.ts'
import { adopt } from './sqlite-adopt.ts'
import { RowChanges } from './sqlite-rows.ts'
import { notTaken, readSealed, SealWriter } from './sqlite-seals.ts'
import { compareHead } from './compare-head.ts'
import type { GroupJob } from './group-commit.ts'

/** What one caller wants done to the file. */
export type Job = GroupJob<Statement>

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What is known about a chain from outside its file. The file may be further, never behind. */
export interface KnownOutside {
  /** The furthest head that was signed. */
  readonly signed: Checkpoint | undefined
  readonly anchor: FoundAnchor
}

export interface WriterOptions extends Pragmas {
  readonly path: string
  /** Whose chain is written. Several processes may write one chain: the write lock makes them take turns. */
  readonly keys: SealKeys
  /** Read anew whenever the file is compared: whoever has the same key may have signed meanwhile. */
  readonly outside: () => KnownOutside
  /** Other writers whose chains may be in the same file. */
  readonly writers: readonly string[]
  readonly now: () => number
  readonly open?: OpenConnection
}

export interface Committed {
  readonly head: Head
  /** Rows changed by each job; `refused`: its statements break a rule of the tables, and only they were undone. */
  readonly changes: readonly (number | 'refused')[]
}

/**
 * The end of a chain in one SQLite file. `commit` either makes all of its jobs durable and returns, or makes none of them
 * known to be durable and throws a `JournalFailure`. It blocks; it never waits longer for a lock than it is told. After
 * any failure it can be called again: it reopens the file when that is needed and refuses a file that is not the one it
 * knew. Whenever another connection has written, and on every opening, the file is compared with its seal before
 * anything is added to it.
 */
export class SqliteWriter {
  readonly #options: WriterOptions
  #open: Opened | undefined
  /** The last record known to be durable in this chain. */
  #known: Head | undefined
  /** How many commits are known to have been made. */
  #commits = 0
  /** As far as the checkpoints are, to be said in the next seal. */
  #signed = 0
  /** An error left it unclear what reached the disk. */
  #suspect = false

  constructor(options: WriterOptions) {
    this.#options = options
  }

  get head(): Head | undefined {
    return this.#known
  }

  get commits(): number {
    return this.#commits
  }

  /** To be called when a checkpoint is durable. */
  noteSigned(commits: number): void {
    this.#signed = commits
  }

  commit(jobs: readonly Job[], lockWait: number): Committed {
    try {
      const open = this.#reopen(lockWait)
      const committed = this.#transact(open, jobs)
      this.#checkIdentity(open)
      this.#known = committed.head
      this.#commits = Math.max(this.#commits, open.seals?.commits ?? 0)
      return committed
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** While nobody else with this journal can write to it, or to what is kept beside it. */
  exclusively(act: () => void, lockWait: number): void {
    const open = this.#reopen(lockWait)
    open.connection.exec('begin immediate')
    try {
      act()
    } finally {
      rollBackQuietly(open.connection)
    }
  }

  /** Lets go of the file after saying in the seal how far the checkpoints are. */
  close(): void {
    const open = this.#open
    if (open?.seals !== undefined) {
      try {
        open.connection.exec('begin immediate')
        this.#look(open).mark(this.#signed)()
        open.connection.exec('commit')
      } catch {
        rollBackQuietly(open.connection)
      }
    }
    this.#letGo()
  }

  #letGo(): void {
    if (this.#open !== undefined) closeQuietly(this.#open.connection)
    this.#open = undefined
  }

  #reopen(lockWait: number): Opened {
    const { path, open = openDatabase, keys } = this.#options
    if (this.#open !== undefined) {
      const { connection } = this.#open
      this.#checkIdentity(this.#open)
      connection.exec(`pragma busy_timeout = ${Math.max(1, Math.floor(lockWait))}`)
      return this.#open
    }
    const connection = openForWriting(open, path, this.#options, this.#expected(), lockWait, keys)
    try {
      // After a failed sync the kernel may call pages clean that never reached the disk. Copying the log into the
      // database writes and syncs them anew; without that nothing in it is trusted.
      if (this.#suspect) {
        const outcome = connection.prepare('pragma wal_checkpoint(truncate)').get()
        if (outcome?.['busy'] !== 0)
          throw new JournalFailure('journal.locked', `cannot make sure of ${path}: it is in use`)
        this.#suspect = false
      }
      this.#open = new Opened(connection, path, keys)
      return this.#open
    } catch (error) {
      closeQuietly(connection)
      throw error
    }
  }

  #expected(): Expected {
    const outside = this.#options.outside()
    if (Math.max(this.#commits, commitsOutside(outside)) > 0) return 'seals'
    return (outside.signed?.seq ?? 0) > 0 ? 'records' : 'nothing yet'
  }

  #transact(open: Opened, jobs: readonly Job[]): Committed {
    const { connection, rows } = open
    connection.exec('begin immediate')
    const seals = this.#look(open)
    const before = seals.head ?? { seq: 0, hash: GENESIS }
    let head = before
    const changes: (number | 'refused')[] = []
    for (const job of jobs) {
      switch (job.does) {
        case 'append':
          head = this.#append(open, head, job.draft)
          changes.push(1)
          break
        case 'run':
          changes.push(job.statements.length === 0 ? 0 : runStatements(open, job.statements))
          break
        case 'change': {
          const changed = runStatements(open, job.statements)
          if (changed !== 'refused' && changed > 0) head = this.#append(open, head, job.draft)
          changes.push(changed)
          break
        }
      }
    }
    const touched = rows.take()
    const stands =
      head !== before || touched.size > 0 ? seals.renew(head, touched, { signed: this.#signed }) : undefined
    connection.exec('commit')
    stands?.()
    return { head, changes }
  }

  #append(open: Opened, head: Head, draft: Draft): Head {
    const row = { ...draft, writer: this.#options.keys.writer, seq: head.seq + 1 }
    const hash = linkHash(head.hash, row)
    if (open.insert.run(...valuesOf({ ...row, hash })).changes !== 1) throw notTaken(this.#options.path)
    return { seq: row.seq, hash }
  }

  /**
   * Inside the transaction: nobody else can write until it ends. What another connection wrote since the last time is
   * compared with its seal, which only a holder of the key can renew.
   */
  #look(open: Opened): SealWriter {
    const { path, keys, outside, writers } = this.#options
    const version = open.dataVersion()
    const { writer } = keys
    const last = asHead(open.lastRow.get(writer)) ?? asAnchor(open.anchor.get(writer)) ?? { seq: 0, hash: GENESIS }
    if (open.seals !== undefined && version === open.lookedAt) {
      const { head } = open.seals
      if ((head?.seq ?? 0) !== last.seq || (head !== undefined && head.hash !== last.hash))
        throw new JournalFailure('journal.replaced', `the end of the chain is not the one that was written: ${path}`)
      return open.seals
    }
    const sealed = readSealed(open.connection, keys, path)
    const known = outside()
    compareHead({
      sealed,
      last,
      outside: known,
      known: this.#known,
      commits: Math.max(this.#commits, commitsOutside(known)),
      hashAt: (seq) => asHead(open.rowAt.get(writer, seq))?.hash,
      prunedTo: asAnchor(open.anchor.get(writer))?.seq ?? 0,
      foreign: [open.writerAfter.get(writer), open.writerBefore.get(writer)]
        .map((row) => row?.['writer'])
        .filter((other) => typeof other === 'string')
        .filter((other) => !writers.includes(other)),
      path,
    })
    const seals = new SealWriter(open.connection, keys, sealed, path)
    if (sealed.seal === undefined) {
      adopt(open.connection, keys, seals, last, (head, draft) => this.#append(open, head, draft), {
        at: this.#options.now(),
        changes: () => {
          open.rows.keepJob()
          return open.rows.take()
        },
      })
    }
    open.seals = seals
    open.lookedAt = version
    return seals
  }

  /** A deleted file takes writes without complaint: the name must still lead to the file that is open. */
  #checkIdentity(open: Opened): void {
    const { path } = this.#options
    const state = open.compare()
    if (state === 'same') return
    if (state === 'missing') throw new JournalFailure('journal.missing', `the journal is gone: ${path}`)
    throw new JournalFailure('journal.replaced', `the journal was replaced by another file: ${path}`)
  }

  #failed(error: unknown): JournalFailure {
    const failure = failureOf(error, this.#options.path)
    if (this.#open !== undefined) {
      rollBackQuietly(this.#open.connection)
      this.#open.rows.take()
      // What was looked at in a transaction that did not stand is looked at again.
      this.#open.seals = undefined
    }
    // Locks and lack of room pass; anything else may have left the connection in a state that cannot be told.
    if (failure.code !== 'journal.locked' && failure.code !== 'journal.full') {
      if (![0, 8, 26].includes(resultCode(error) & 0xff)) this.#suspect = true
      this.#letGo()
    }
    return failure
  }
}

function commitsOutside({ signed, anchor }: KnownOutside): number {
  return Math.max(signed?.commits ?? 0, anchor.state === 'genuine' ? anchor.anchor.commits : 0)
}

/** Result codes that blame the statement and not the store: error, constraint, mismatch, range. */
const BLAMES_STATEMENT: ReadonlySet<number> = new Set([1, 19, 20, 25])

/** In a savepoint: one caller's mistake must not refuse the records of the others in its group. */
function runStatements(open: Opened, list: readonly Statement[]): number | 'refused' {
  const { connection } = open
  open.savepoint.run()
  try {
    let changed = 0
    for (const { sql, parameters } of list) {
      changed += Number(open.statement(sql).run(...parameters.map(asInput)).changes)
    }
    open.release.run()
    open.rows.keepJob()
    return changed
  } catch (error) {
    if (!(error instanceof TypeError) && !BLAMES_STATEMENT.has(resultCode(error) & 0xff)) throw error
    connection.exec('rollback to job')
    open.release.run()
    open.rows.dropJob()
    return 'refused'
  }
}

function asHead(row: Record<string, unknown> | undefined): Head | undefined {
  const seq = row?.['seq']
  const hash = row?.['hash']
  return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined
}

/** Only the signature of the chain's own writer makes a row an anchor. */
function asAnchor(row: Record<string, unknown> | undefined): Head | undefined {
  if (row === undefined) return undefined
  return parseCheckpoint(JSON.stringify({ ...row, kind: 'pruned', publicKey: row['public_key'] }))
}

/** More different statements than this are prepared anew. */
const MOST_PREPARED = 100

/** An open connection, its prepared statements, and which files it has open. */
class Opened {
  readonly connection: Connection
  readonly insert: PreparedStatement
  readonly lastRow: PreparedStatement
  readonly rowAt: PreparedStatement
  readonly anchor: PreparedStatement
  readonly writerAfter: PreparedStatement
  readonly writerBefore: PreparedStatement
  readonly savepoint: PreparedStatement
  readonly release: PreparedStatement
  readonly rows: RowChanges
  seals: SealWriter | undefined
  /** The state of the file, as far as other connections change it, when it was last compared with its seal. */
  lookedAt = -1
  readonly #version: PreparedStatement
  readonly #path: string
  readonly #file: FileIdentity
  readonly #statements = new Map<string, PreparedStatement>()
  #log: FileIdentity | undefined
  #size = 0

  constructor(connection: Connection, path: string, keys: SealKeys) {
    this.connection = connection
    this.#path = path
    const file = identityOf(path)
    if (file === undefined) throw new JournalFailure('journal.missing', `the journal is gone: ${path}`)
    this.#file = file
    this.insert = connection.prepare(INSERT_RECORD)
    this.lastRow = connection.prepare('select seq, hash from audit_log where writer = ? order by seq desc limit 1')
    this.rowAt = connection.prepare('select seq, hash from audit_log where writer = ? and seq = ?')
    this.anchor = connection.prepare('select * from audit_anchor where writer = ?')
    this.writerAfter = connection.prepare('select writer from audit_log where writer > ? order by writer limit 1')
    this.writerBefore = connection.prepare('select writer from audit_log where writer < ? order by writer limit 1')
    this.savepoint = connection.prepare('savepoint job')
    this.release = connection.prepare('release job')
    this.#version = connection.prepare('pragma data_version')
    this.rows = new RowChanges(connection, keys)
  }

  /** Prepared once. Statements are few and written by us; what they say is in their parameters. */
  statement(sql: string): PreparedStatement {
    let found = this.#statements.get(sql)
    if (found === undefined) {
      if (this.#statements.size >= MOST_PREPARED) this.#statements.clear()
      found = this.connection.prepare(sql)
      this.#statements.set(sql, found)
    }
    return found
  }

  /** Another number after another connection has committed. */
  dataVersion(): number {
    return Number(this.#version.get()?.['data_version'])
  }

  compare(): 'same' | 'missing' | 'replaced' {
    const file = identityOf(this.#path)
    if (file === undefined) return 'missing'
    // The database never shrinks: whoever shortened it was not SQLite.
    if (file.inode !== this.#file.inode || file.device !== this.#file.device || file.size < this.#size)
      return 'replaced'
    this.#size = file.size
    const log = identityOf(`${this.#path}-wal`)
    if (this.#log !== undefined) {
      if (log === undefined) return 'missing'
      if (log.inode !== this.#log.inode) return 'replaced'
    }
    this.#log = log
    return 'same'
  }
}

interface FileIdentity {
  readonly device: bigint
  readonly inode: bigint
  readonly size: number
}

function identityOf(path: string): FileIdentity | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? undefined : { device: stat.dev, inode: stat.ino, size: Number(stat.size) }
}
