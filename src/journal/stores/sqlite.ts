import type { Checkpoint } from '../checkpoints.ts'
import type { SealKeys } from '../seal.ts'
import { sealKeysOf } from '../seal.ts'
import type { StatePaths } from './checkpoint-file.ts'
import { loadKey, statePaths } from './checkpoint-file.ts'
import type { Committer } from './committer.ts'
import { commitHere, commitInThread, tryingAgain } from './committer.ts'
import { GroupCommit } from './group-commit.ts'
import type { OpenConnection, Pragmas } from './sqlite-connection.ts'
import { failureOf } from './sqlite-failures.ts'
import type { Statement } from './sqlite-writer.ts'

export interface SqliteJournalOptions {
  /** Holds the signing key and the checkpoints, and the database unless `database` says otherwise. */
  readonly stateDirectory: string
  readonly database?: string
  /** Where the furthest head is kept apart from the state directory. Left out: nowhere, and a rollback of all files is not found. */
  readonly anchor?: string
  /** Fingerprints of other writers whose chains may be in the same file. */
  readonly writers?: readonly string[]
  /** After this long a write that is not known to be durable is refused. */
  readonly deadlineMs?: number
  /** How long the first record of a group waits for company when the writer is idle; at most 3. */
  readonly windowMs?: number
  /** A group is closed at this many jobs. */
  readonly groupLimit?: number
  /** `own`: a thread for the file, for programs that go on. `caller`: none, for programs that write once and end. */
  readonly thread?: 'own' | 'caller'
  readonly synchronous?: Pragmas['synchronous']
  readonly maxPages?: number
  /** With `thread: 'caller'`: how the file is opened. */
  readonly open?: OpenConnection
  readonly now?: () => number
  /** Hears of every head that was signed: for witnesses. */
  readonly onSigned?: (checkpoint: Checkpoint) => void
}

/** The journal in one SQLite file, which is opened when the first record comes. */
export function openSqliteJournal(options: SqliteJournalOptions): SqliteJournal {
  return new SqliteJournal(options)
}

/** Group commit into one SQLite file, by a thread that owns it. */
export class SqliteJournal extends GroupCommit<Statement> {
  readonly #paths: StatePaths
  #keys: SealKeys | undefined

  constructor(options: SqliteJournalOptions) {
    const paths = statePaths(options.stateDirectory, options)
    super({ ...options, committer: tryingAgain(committerFor(options, paths)), name: paths.database, failureOf })
    this.#paths = paths
  }

  override get keys(): SealKeys {
    return (this.#keys ??= sealKeysOf(loadKey(this.#paths)))
  }
}

function committerFor(options: SqliteJournalOptions, paths: StatePaths): Committer {
  const keeping = {
    paths,
    writers: options.writers ?? [],
    synchronous: options.synchronous ?? 'FULL',
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
  } as const
  const onSigned = options.onSigned ?? (() => undefined)
  return options.thread === 'caller'
    ? commitHere(
        { ...keeping, ...(options.open === undefined ? {} : { open: options.open }) },
        options.now ?? Date.now,
        onSigned,
      )
    : commitInThread(keeping, onSigned)
}
