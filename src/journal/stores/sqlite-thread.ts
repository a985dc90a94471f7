import { parentPort, workerData } from 'node:worker_threads'
import { CHECKPOINT_EVERY } from '../checkpoints.ts'
import type { FromThread, ToThread } from './committer.ts'
import { unpackJobs } from './packed-jobs.ts'
import { failureOf } from './sqlite-failures.ts'
import type { KeeperOptions } from './sqlite-keeper.ts'
import { SqliteKeeper } from './sqlite-keeper.ts'

/** The thread that owns the journal's file. Answers every request with exactly one message. */
function serve(options: KeeperOptions): void {
  const keeper = new SqliteKeeper(options, Date.now, (checkpoint) => say({ said: 'signed', checkpoint }))
  let timer: NodeJS.Timeout | undefined
  parentPort?.on('message', (message: ToThread) => {
    switch (message.ask) {
      case 'commit':
        try {
          const committed = keeper.commit(unpackJobs(message.jobs), message.lockWait)
          say({ said: 'committed', committed })
        } catch (error) {
          const { code, message: text } = failureOf(error, options.paths.database)
          say({ said: 'failed', code, message: text })
        }
        keeper.signIfDue()
        timer ??= setTimeout(() => {
          timer = undefined
          keeper.signIfDue()
        }, CHECKPOINT_EVERY.milliseconds)
        return
      case 'close':
        clearTimeout(timer)
        keeper.close()
        say({ said: 'closed' })
    }
  })
}

function say(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message)
}

serve(workerData)
