import type { Head } from '../chain.ts'
import { GENESIS } from '../chain.ts'
import type { SigningKey } from '../checkpoints.ts'
import { CHECKPOINT_EVERY, signCheckpoint } from '../checkpoints.ts'
import { JournalFailure } from '../journal.ts'
import type { StatePaths } from './checkpoint-file.ts'
import { appendCheckpoint, findLastCheckpoint, loadKey } from './checkpoint-file.ts'
import type { OpenConnection, Pragmas } from './sqlite-connection.ts'
import { failureOf } from './sqlite-failures.ts'
import type { Committed, Job } from './sqlite-writer.ts'
import { SqliteWriter } from './sqlite-writer.ts'

export interface KeeperOptions extends Pragmas {
  readonly paths: StatePaths
  readonly open?: OpenConnection
}

/**
 * A writer and its signing key: commits, and signs the head when a checkpoint is due. When a due checkpoint cannot be
 * written, the next commit is refused: a log whose tail can be cut off unnoticed is not what was promised.
 */
export class SqliteKeeper {
  readonly #options: KeeperOptions
  readonly #now: () => number
  #writer: SqliteWriter | undefined
  #key: SigningKey | undefined
  #signed: Head | undefined
  #signedAt = 0
  #overdue = false

  constructor(options: KeeperOptions, now: () => number = Date.now) {
    this.#options = options
    this.#now = now
  }

  /** Blocks. Throws a `JournalFailure` when the jobs are not known to be durable. */
  commit(jobs: readonly Job[], lockWait: number): Committed {
    const writer = (this.#writer ??= this.#begin())
    if (this.#overdue) this.#sign(writer.head)
    const committed = writer.commit(jobs, lockWait)
    // The first checkpoint of a chain says that there is a log: from then on a missing file is a loss.
    if (this.#signed === undefined) this.#sign({ seq: 0, hash: GENESIS })
    return committed
  }

  /** To be called after a commit was acknowledged, and a second later: signs when it is time. Never throws. */
  signIfDue(): void {
    const head = this.#writer?.head
    if (head === undefined || head.seq === (this.#signed?.seq ?? 0)) return
    const due =
      this.#overdue ||
      head.seq - (this.#signed?.seq ?? 0) >= CHECKPOINT_EVERY.records ||
      this.#now() - this.#signedAt >= CHECKPOINT_EVERY.milliseconds
    if (due) this.#signQuietly(head)
  }

  /** Signs what there is and lets go of the file. */
  close(): void {
    const head = this.#writer?.head
    if (head !== undefined && head.seq !== (this.#signed?.seq ?? 0)) this.#signQuietly(head)
    this.#writer?.close()
  }

  #begin(): SqliteWriter {
    const { paths, open } = this.#options
    const key = loadKey(paths)
    const last = findLastCheckpoint(paths.checkpoints, key.writer)
    this.#key = key
    this.#signed = last
    return new SqliteWriter({
      path: paths.database,
      writer: key.writer,
      signed: last,
      synchronous: this.#options.synchronous,
      ...(this.#options.maxPages === undefined ? {} : { maxPages: this.#options.maxPages }),
      ...(open === undefined ? {} : { open }),
    })
  }

  #signQuietly(head: Head): void {
    try {
      this.#sign(head)
    } catch {
      this.#overdue = true
    }
  }

  #sign(head: Head | undefined): void {
    if (head === undefined || this.#key === undefined) return
    try {
      const checkpoint = signCheckpoint(this.#key, { kind: 'head', seq: head.seq, hash: head.hash, at: this.#now() })
      appendCheckpoint(this.#options.paths.checkpoints, checkpoint)
    } catch (error) {
      const { code, message } = failureOf(error, this.#options.paths.checkpoints)
      throw new JournalFailure(code, `cannot sign a checkpoint: ${message}`)
    }
    this.#signed = head
    this.#signedAt = this.#now()
    this.#overdue = false
  }
}
