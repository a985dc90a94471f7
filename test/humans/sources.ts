import type * as Queues from '../../src/humans/queue/approval-queue.ts'
import type * as Questions from '../../src/humans/questions/make-question.ts'
import type { Question } from '../../src/humans/questions/question.ts'
import type { QueueOptions } from '../../src/humans/queue/queue-entry.ts'
import type * as Loggers from '../../src/journal/audit-logger.ts'
import type * as Files from '../../src/journal/stores/checkpoint-file.ts'
import type * as Approvals from '../../src/journal/stores/sqlite-approvals.ts'
import type * as Sqlite from '../../src/journal/stores/sqlite.ts'
import { openReader } from '../../src/journal/stores/sqlite-reader.ts'
import { freshDirectory } from '../journal/samples.ts'
import { loaderFor } from '../product.ts'
import { Clocks } from './samples.ts'

/** What asks people as a suite sees it: the real sources, or a copy of them with a bug put back. */
export interface HumanSources {
  readonly queues: typeof Queues
  readonly questions: typeof Questions
  readonly loggers: typeof Loggers
  readonly files: typeof Files
  readonly approvals: typeof Approvals
  readonly sqlite: typeof Sqlite
  /** For parts that only some suites look at. */
  readonly load: <T>(file: string) => Promise<T>
}

export async function loadHumans(root: string): Promise<HumanSources> {
  const load = loaderFor(root)
  return {
    queues: await load('humans/queue/approval-queue.ts'),
    questions: await load('humans/questions/make-question.ts'),
    loggers: await load('journal/audit-logger.ts'),
    files: await load('journal/stores/checkpoint-file.ts'),
    approvals: await load('journal/stores/sqlite-approvals.ts'),
    sqlite: await load('journal/stores/sqlite.ts'),
    load,
  }
}

/** A queue over a real journal, with clocks that can be moved, and a way to restart it. */
export class Desk {
  readonly directory: string
  readonly clocks: Clocks
  readonly sources: HumanSources
  digest = 'digest'
  sessionOpen = true
  queue!: Queues.ApprovalQueue
  readonly #options: Partial<QueueOptions>
  #journal!: Sqlite.SqliteJournal
  #store!: Approvals.SqliteApprovals

  private constructor(sources: HumanSources, directory: string, clocks: Clocks, options: Partial<QueueOptions>) {
    this.sources = sources
    this.directory = directory
    this.clocks = clocks
    this.#options = options
  }

  static async open(
    sources: HumanSources,
    options: Partial<QueueOptions> = {},
    directory: string = freshDirectory(),
    clocks: Clocks = new Clocks(),
  ): Promise<Desk> {
    const desk = new Desk(sources, directory, clocks, options)
    await desk.#start()
    return desk
  }

  async #start(): Promise<void> {
    const { sqlite, approvals, files, queues, loggers } = this.sources
    const { now, monotonic } = this.clocks
    this.#journal = sqlite.openSqliteJournal({
      stateDirectory: this.directory,
      thread: 'caller',
      deadlineMs: 20_000,
      // What is looked for here is who wins, not what survives a power cut.
      synchronous: 'NORMAL',
    })
    this.#store = new approvals.SqliteApprovals(this.#journal, files.statePaths(this.directory).database)
    this.queue = await queues.openQueue({
      store: this.#store,
      now,
      monotonic,
      policyDigest: () => this.digest,
      sessionOpen: () => this.sessionOpen,
      audit: new loggers.AuditLogger(this.#journal, now),
      ...this.#options,
    })
  }

  async run(sql: string): Promise<void> {
    await this.#journal.run([{ sql, parameters: [] }])
  }

  async close(): Promise<void> {
    this.queue.close()
    this.#store.close()
    await this.#journal.close()
  }

  async restart(): Promise<void> {
    await this.close()
    await this.#start()
  }

  /** What the log says happened to questions, in order. */
  log(): readonly {
    readonly event: string
    readonly code: string
    readonly question: string
    readonly user: string
  }[] {
    const reader = openReader(this.sources.files.statePaths(this.directory).database)
    try {
      return [...reader.records()].map((record) => ({
        event: record.event,
        code: record.code,
        question: String(JSON.parse(record.body).question),
        user: record.user,
      }))
    } finally {
      reader.close()
    }
  }

  /** Asks and lets the row become durable. */
  async asked(question: Question, signal?: AbortSignal): Promise<ReturnType<Queues.ApprovalQueue['ask']>[]> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const deaf = this.queue.listen((event) => {
      if (event.what === 'asked' && event.question.key === question.key) resolve()
    })
    const answer = this.queue.ask(question, signal)
    answer.catch(() => undefined)
    await Promise.race([promise, answer.then(() => undefined)])
    deaf()
    return [answer]
  }
}
