import { statSync } from 'node:fs'
import type { Head } from '../chain.ts'
import { GENESIS, linkHash } from '../chain.ts'
import { parseCheckpoint } from '../checkpoints.ts'
import { JournalFailure } from '../journal.ts'
import type { Draft } from '../records.ts'
import { INSERT_RECORD, valuesOf } from './schema.ts'
import type { Connection, OpenConnection, Pragmas, PreparedStatement } from './sqlite-connection.ts'
import { closeQuietly, openDatabase, openForWriting, rollBackQuietly } from './sqlite-connection.ts'
import { asInput } from './sqlite-dialect.ts'
import { failureOf, resultCode } from './sqlite-failures.ts'

/**
 * What one caller wants done: a record at the end of the chain, statements of its own, or statements and the record of
 * what they did, which is written only when they changed a row: of those who compete for a row, only the winner tells.
 */
export type Job =
  | { readonly does: 'append'; readonly draft: Draft }
  | { readonly does: 'run'; readonly statements: readonly Statement[] }
  | { readonly does: 'change'; readonly statements: readonly Statement[]; readonly draft: Draft }

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface WriterOptions extends Pragmas {
  readonly path: string
  /** Whose chain is written. Several processes may write one chain: the write lock makes them take turns. */
  readonly writer: string
  /** What the writer has signed before: it must still be in the file. */
  readonly signed: Head | undefined
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
 * knew.
 */
export class SqliteWriter {
  readonly #options: WriterOptions
  #open: Opened | undefined
  /** The last record known to be durable in this chain. */
  #known: Head | undefined
  /** An error left it unclear what reached the disk. */
  #suspect = false

  constructor(options: WriterOptions) {
    this.#options = options
    this.#known = options.signed
  }

  get head(): Head | undefined {
    return this.#known
  }

  commit(jobs: readonly Job[], lockWait: number): Committed {
    try {
      const open = this.#reopen(lockWait)
      const committed = this.#transact(open, jobs)
      this.#checkIdentity(open)
      this.#known = committed.head
      return committed
    } catch (error) {
      throw this.#failed(error)
    }
  }

  close(): void {
    if (this.#open !== undefined) closeQuietly(this.#open.connection)
    this.#open = undefined
  }

  #reopen(lockWait: number): Opened {
    const { path, open = openDatabase } = this.#options
    if (this.#open !== undefined) {
      const { connection } = this.#open
      this.#checkIdentity(this.#open)
      connection.exec(`pragma busy_timeout = ${Math.max(1, Math.floor(lockWait))}`)
      return this.#open
    }
    const expected = this.#known === undefined ? 'nothing yet' : 'records'
    const connection = openForWriting(open, path, this.#options, expected, lockWait)
    try {
      // After a failed sync the kernel may call pages clean that never reached the disk. Copying the log into the
      // database writes and syncs them anew; without that nothing in it is trusted.
      if (this.#suspect) {
        const outcome = connection.prepare('pragma wal_checkpoint(truncate)').get()
        if (outcome?.['busy'] !== 0)
          throw new JournalFailure('journal.locked', `cannot make sure of ${path}: it is in use`)
        this.#suspect = false
      }
      this.#open = new Opened(connection, path)
      return this.#open
    } catch (error) {
      closeQuietly(connection)
      throw error
    }
  }

  #transact(open: Opened, jobs: readonly Job[]): Committed {
    const { connection } = open
    connection.exec('begin immediate')
    let head = this.#headInFile(open)
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
    connection.exec('commit')
    return { head, changes }
  }

  #append(open: Opened, head: Head, draft: Draft): Head {
    const row = { ...draft, writer: this.#options.writer, seq: head.seq + 1 }
    const hash = linkHash(head.hash, row)
    open.insert.run(...valuesOf({ ...row, hash }))
    return { seq: row.seq, hash }
  }

  /** The chain's head as the file has it, which must contain the head this writer knows. */
  #headInFile(open: Opened): Head {
    const { writer } = this.#options
    const last = asHead(open.lastRow.get(writer)) ?? asAnchor(open.anchor.get(writer)) ?? { seq: 0, hash: GENESIS }
    const known = this.#known
    if (known === undefined) return last
    const same =
      last.seq === known.seq
        ? last.hash
        : (asHead(open.rowAt.get(writer, known.seq))?.hash ?? this.#prunedPast(open, known))
    if (known.seq > 0 && same !== known.hash) {
      throw new JournalFailure(
        'journal.replaced',
        `record ${known.seq} of chain ${writer.slice(0, 8)} is not in the journal as it was written: ${this.#options.path}`,
      )
    }
    return last
  }

  /** Another process removed old records, this head among them: then the anchor lies at or past it. */
  #prunedPast(open: Opened, known: Head): string | undefined {
    const anchor = asAnchor(open.anchor.get(this.#options.writer))
    return anchor !== undefined && anchor.seq >= known.seq ? known.hash : undefined
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
    if (this.#open !== undefined) rollBackQuietly(this.#open.connection)
    // Locks and lack of room pass; anything else may have left the connection in a state that cannot be told.
    if (failure.code !== 'journal.locked' && failure.code !== 'journal.full') {
      if (![0, 8, 26].includes(resultCode(error) & 0xff)) this.#suspect = true
      this.close()
    }
    return failure
  }
}

/** Result codes that blame the statement and not the store: error, constraint, mismatch, range. */
const BLAMES_STATEMENT: ReadonlySet<number> = new Set([1, 19, 20, 25])

/** In a savepoint: one caller's mistake must not refuse the records of the others in its group. */
function runStatements(open: Opened, list: readonly Statement[]): number | 'refused' {
  const { connection } = open
  connection.exec('savepoint job')
  try {
    let changed = 0
    for (const { sql, parameters } of list) {
      changed += Number(open.statement(sql).run(...parameters.map(asInput)).changes)
    }
    connection.exec('release job')
    return changed
  } catch (error) {
    if (!(error instanceof TypeError) && !BLAMES_STATEMENT.has(resultCode(error) & 0xff)) throw error
    connection.exec('rollback to job')
    connection.exec('release job')
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
  readonly #path: string
  readonly #file: FileIdentity
  readonly #statements = new Map<string, PreparedStatement>()
  #log: FileIdentity | undefined
  #size = 0

  constructor(connection: Connection, path: string) {
    this.connection = connection
    this.#path = path
    const file = identityOf(path)
    if (file === undefined) throw new JournalFailure('journal.missing', `the journal is gone: ${path}`)
    this.#file = file
    this.insert = connection.prepare(INSERT_RECORD)
    this.lastRow = connection.prepare('select seq, hash from audit_log where writer = ? order by seq desc limit 1')
    this.rowAt = connection.prepare('select seq, hash from audit_log where writer = ? and seq = ?')
    this.anchor = connection.prepare('select * from audit_anchor where writer = ?')
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
