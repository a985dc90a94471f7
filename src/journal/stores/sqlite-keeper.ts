import { existsSync } from 'node:fs'
import type { Head } from '../chain.ts'
import { GENESIS } from '../chain.ts'
import type { Checkpoint, SigningKey } from '../checkpoints.ts'
import { CHECKPOINT_EVERY, signCheckpoint } from '../checkpoints.ts'
import { JournalFailure } from '../journal.ts'
import type { SealKeys } from '../seal.ts'
import { makeAnchor, sealKeysOf } from '../seal.ts'
import { raiseAnchor, readAnchor } from './anchor-file.ts'
import type { StatePaths } from './checkpoint-file.ts'
import { appendCheckpoint, findLastCheckpoint, loadKey } from './checkpoint-file.ts'
import type { OpenConnection, Pragmas } from './sqlite-connection.ts'
import { failureOf } from './sqlite-failures.ts'
import type { Committed, Job, KnownOutside } from './sqlite-writer.ts'
import { SqliteWriter } from './sqlite-writer.ts'

export interface KeeperOptions extends Pragmas {
  readonly paths: StatePaths
  /** Other writers whose chains may be in the same file. */
  readonly writers?: readonly string[]
  readonly open?: OpenConnection
}

/** How long signing waits for another process, in milliseconds; records wait behind it. */
const SHORT_WAIT = 50
const MOST_PUT_OFF = 5

/** What this process has signed last, and where it then stood in the file. */
interface Signed {
  readonly seq: number
  readonly commits: number
}

/**
 * A writer and its signing key: commits, and signs the head when a checkpoint is due. When a due checkpoint cannot be
 * written, the next commit is refused: a log whose tail can be cut off unnoticed is not what was promised. So is the
 * next commit after the key, the checkpoints or the anchor were taken away or put back: nothing is begun anew.
 */
export class SqliteKeeper {
  readonly #options: KeeperOptions
  readonly #now: () => number
  readonly #onSigned: (checkpoint: Checkpoint) => void
  #writer: SqliteWriter | undefined
  #key: SigningKey | undefined
  #keys: SealKeys | undefined
  #signed: Signed | undefined
  #signedAt = 0
  #overdue = false
  /** How often in a row signing was put off. */
  #putOff = 0

  constructor(
    options: KeeperOptions,
    now: () => number = Date.now,
    onSigned: (checkpoint: Checkpoint) => void = () => undefined,
  ) {
    this.#options = options
    this.#now = now
    this.#onSigned = onSigned
  }

  /** Blocks. Throws a `JournalFailure` when the jobs are not known to be durable. */
  commit(jobs: readonly Job[], lockWait: number): Committed {
    const writer = (this.#writer ??= this.#begin(lockWait))
    if (this.#overdue) this.#sign(writer.head, lockWait)
    return writer.commit(jobs, lockWait)
  }

  /** To be called after a commit was acknowledged, and a second later: signs when it is time. Never throws. */
  signIfDue(): void {
    const writer = this.#writer
    const head = writer?.head
    if (writer === undefined || head === undefined || writer.commits === this.#signed?.commits) return
    const due =
      this.#overdue ||
      head.seq - (this.#signed?.seq ?? 0) >= CHECKPOINT_EVERY.records ||
      this.#now() - this.#signedAt >= CHECKPOINT_EVERY.milliseconds
    if (due) this.#signQuietly(head)
  }

  /** Signs what there is and lets go of the file. */
  close(): void {
    const writer = this.#writer
    if (writer?.head !== undefined && writer.commits !== this.#signed?.commits) this.#signQuietly(writer.head)
    writer?.close()
  }

  /** Opens the file and compares it with everything known of it. The checkpoint of an empty chain says that there is one. */
  #begin(lockWait: number): SqliteWriter {
    const { paths, open, writers = [] } = this.#options
    const key = loadKey(paths)
    const keys = sealKeysOf(key)
    // The anchor first: it is written last, and so never ahead of the checkpoints.
    const outside = (): KnownOutside => {
      const anchor = readAnchor(paths.anchor, keys)
      return { anchor, signed: findLastCheckpoint(paths.checkpoints, key.writer) }
    }
    this.#key = key
    this.#keys = keys
    const writer = new SqliteWriter({
      path: paths.database,
      keys,
      outside,
      writers,
      now: this.#now,
      synchronous: this.#options.synchronous,
      ...(this.#options.maxPages === undefined ? {} : { maxPages: this.#options.maxPages }),
      ...(open === undefined ? {} : { open }),
    })
    try {
      writer.commit([], lockWait)
      const { signed, anchor } = outside()
      if (anchor.state === 'genuine' && anchor.anchor.commits < (signed?.commits ?? 0)) this.#raise(writer, lockWait)
      this.#signed = signed === undefined ? undefined : { seq: signed.seq, commits: signed.commits ?? 0 }
      writer.noteSigned(this.#signed?.commits ?? 0)
      // From then on a missing file is a loss, and so is a missing anchor.
      if (signed?.commits === undefined || (paths.anchor !== undefined && !existsSync(paths.anchor)))
        this.#write(writer, writer.head ?? { seq: 0, hash: GENESIS }, lockWait)
    } catch (error) {
      writer.close()
      throw error
    }
    return writer
  }

  /**
   * To the last checkpoint: whoever wrote it died before the anchor was raised. An anchor behind what the file itself
   * says was signed has been refused before.
   */
  #raise(writer: SqliteWriter, lockWait: number): void {
    const { anchor, checkpoints } = this.#options.paths
    const keys = this.#keys
    if (anchor === undefined || keys === undefined) return
    writer.exclusively(() => {
      const last = findLastCheckpoint(checkpoints, keys.writer)
      if (last?.commits === undefined) return
      const { commits, seq, hash, at } = last
      raiseAnchor(anchor, makeAnchor(keys, { commits, seq, hash, at }))
    }, lockWait)
  }

  #signQuietly(head: Head): void {
    try {
      this.#sign(head, SHORT_WAIT)
      this.#putOff = 0
    } catch (error) {
      // Another process holds the journal for a moment: the next time will do.
      this.#overdue =
        !(error instanceof JournalFailure && error.code === 'journal.locked') || ++this.#putOff > MOST_PUT_OFF
    }
  }

  #sign(head: Head | undefined, lockWait: number): void {
    if (head === undefined || this.#writer === undefined) return
    this.#write(this.#writer, head, lockWait, () => this.#compareFiles())
  }

  #write(writer: SqliteWriter, head: Head, lockWait: number, compare: () => void = () => undefined): void {
    const { commits } = writer
    const { paths } = this.#options
    if (this.#key === undefined || this.#keys === undefined) return
    const at = this.#now()
    try {
      const checkpoint = signCheckpoint(this.#key, { kind: 'head', seq: head.seq, hash: head.hash, commits, at })
      const anchor = makeAnchor(this.#keys, { commits, seq: head.seq, hash: head.hash, at })
      writer.exclusively(() => {
        compare()
        appendCheckpoint(paths.checkpoints, checkpoint)
        // After the checkpoint: an anchor is never ahead of what was signed.
        if (paths.anchor !== undefined) raiseAnchor(paths.anchor, anchor)
      }, lockWait)
      this.#onSigned(checkpoint)
    } catch (error) {
      const { code, message } = failureOf(error, paths.checkpoints)
      throw new JournalFailure(code, `cannot sign a checkpoint: ${message}`)
    }
    this.#signed = { seq: head.seq, commits }
    writer.noteSigned(commits)
    this.#signedAt = at
    this.#overdue = false
  }

  /** Key, checkpoints and anchor as this process left them, or further: another process with the same key may have signed. */
  #compareFiles(): void {
    const { paths } = this.#options
    const { commits = 0 } = this.#signed ?? {}
    if (!existsSync(paths.key) || loadKey(paths).writer !== this.#key?.writer)
      throw new JournalFailure('journal.key', `the signing key is gone or another one: ${paths.key}`)
    const last = findLastCheckpoint(paths.checkpoints, this.#key.writer)
    if (last === undefined || (last.commits ?? 0) < commits)
      throw new JournalFailure('journal.checkpoints', `checkpoints that were signed are gone: ${paths.checkpoints}`)
    const anchor = readAnchor(paths.anchor, this.#keys ?? sealKeysOf(this.#key))
    if (anchor.state === 'missing' || anchor.state === 'not genuine')
      throw new JournalFailure('journal.anchor', `the anchor is gone or not genuine: ${paths.anchor ?? ''}`)
    if (anchor.state === 'genuine' && anchor.anchor.commits < commits)
      throw new JournalFailure('journal.anchor', `the anchor went back: ${paths.anchor ?? ''}`)
  }
}
