import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Checkpoint } from '../checkpoints.ts'
import { CHECKPOINT_EVERY } from '../checkpoints.ts'
import type { JournalCode } from '../journal.ts'
import { JournalFailure } from '../journal.ts'
import type { PackedJobs } from './packed-jobs.ts'
import { packJobs } from './packed-jobs.ts'
import type { KeeperOptions } from './sqlite-keeper.ts'
import { SqliteKeeper } from './sqlite-keeper.ts'
import type { Committed, Job } from './sqlite-writer.ts'

/** Makes groups of jobs durable, one group at a time. */
export interface Committer {
  commit(jobs: readonly Job[], lockWait: number): Promise<Committed>
  close(): Promise<void>
}

export type ToThread =
  | { readonly ask: 'commit'; readonly jobs: PackedJobs; readonly lockWait: number }
  | { readonly ask: 'close' }

export type FromThread =
  | { readonly said: 'committed'; readonly committed: Committed }
  | { readonly said: 'failed'; readonly code: JournalCode; readonly message: string }
  | { readonly said: 'signed'; readonly checkpoint: Checkpoint }
  | { readonly said: 'closed' }

/** Hears of every head that was signed. */
export type OnSigned = (checkpoint: Checkpoint) => void

/** Between two tries of a commit that found the file busy. */
const PAUSE = 20

/**
 * SQLite may call a file busy without having waited: while another connection recovers its log, or makes sure of it.
 * Nothing was written then, so the same jobs are tried again for as long as a lock may be waited for.
 */
export function tryingAgain(committer: Committer): Committer {
  return {
    async commit(jobs, lockWait) {
      const until = performance.now() + lockWait
      for (;;) {
        try {
          return await committer.commit(jobs, until - performance.now())
        } catch (error) {
          const busy = error instanceof JournalFailure && error.code === 'journal.locked'
          if (!busy || performance.now() + PAUSE >= until) throw error
          await sleep(PAUSE)
        }
      }
    },
    close: () => committer.close(),
  }
}

/** Commits where it is called, blocking: for programs that write one record and end. */
export function commitHere(options: KeeperOptions, now: () => number, onSigned: OnSigned): Committer {
  const keeper = new SqliteKeeper(options, now, onSigned)
  let timer: NodeJS.Timeout | undefined
  return {
    async commit(jobs, lockWait) {
      const committed = keeper.commit(jobs, lockWait)
      keeper.signIfDue()
      timer ??= setTimeout(() => {
        timer = undefined
        keeper.signIfDue()
      }, CHECKPOINT_EVERY.milliseconds).unref()
      return committed
    },
    async close() {
      clearTimeout(timer)
      keeper.close()
    },
  }
}

/** Commits in a thread of its own: a lock or a slow disk there never stops the callers here. */
export function commitInThread(options: Omit<KeeperOptions, 'open'>, onSigned: OnSigned): Committer {
  // Started at once: the first record should not wait for it.
  let thread = new Thread(options, onSigned)
  return {
    commit(jobs, lockWait) {
      if (thread.ended) thread = new Thread(options, onSigned)
      return thread.commit(jobs, lockWait)
    },
    async close() {
      await thread.close()
    },
  }
}

/** How long a thread may take to finish when the journal is closed. */
const PATIENCE = 5000

class Thread {
  readonly #worker: Worker
  #waiting: PromiseWithResolvers<Committed> | undefined
  readonly #closed: PromiseWithResolvers<void> = Promise.withResolvers<void>()
  ended = false

  constructor(options: Omit<KeeperOptions, 'open'>, onSigned: OnSigned) {
    const file = import.meta.url.endsWith('.ts') ? './sqlite-thread.ts' : './sqlite-thread.mjs'
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: options, execArgv: [] })
    this.#worker.on('message', (message: FromThread) => {
      if (message.said === 'signed') onSigned(message.checkpoint)
      else this.#hear(message)
    })
    this.#worker.on('error', (error) => {
      this.#end(error instanceof Error ? error.message : String(error))
    })
    this.#worker.on('exit', (code) => {
      this.#end(`the writing thread ended with ${code}`)
    })
    // The thread alone does not keep a program alive; a commit under way does.
    this.#worker.unref()
  }

  commit(jobs: readonly Job[], lockWait: number): Promise<Committed> {
    this.#waiting = Promise.withResolvers<Committed>()
    this.#worker.ref()
    this.#say({ ask: 'commit', jobs: packJobs(jobs), lockWait })
    return this.#waiting.promise
  }

  async close(): Promise<void> {
    if (this.ended) return
    this.#worker.ref()
    this.#say({ ask: 'close' })
    const gaveUp = new AbortController()
    await Promise.race([
      this.#closed.promise,
      sleep(PATIENCE, undefined, { signal: gaveUp.signal }).catch(() => undefined),
    ])
    gaveUp.abort()
    // Not awaited: a thread that hangs in a system call cannot be ended before it returns.
    void this.#worker.terminate()
    this.#worker.unref()
  }

  #say(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage(message)
  }

  #hear(message: Exclude<FromThread, { said: 'signed' }>): void {
    const waiting = this.#waiting
    switch (message.said) {
      case 'committed':
        this.#waiting = undefined
        this.#worker.unref()
        waiting?.resolve(message.committed)
        return
      case 'failed':
        this.#waiting = undefined
        this.#worker.unref()
        waiting?.reject(new JournalFailure(message.code, message.message))
        return
      case 'closed':
        this.#closed.resolve()
    }
  }

  #end(because: string): void {
    this.ended = true
    this.#waiting?.reject(new JournalFailure('journal.failed', because))
    this.#waiting = undefined
    this.#closed.resolve()
  }
}
