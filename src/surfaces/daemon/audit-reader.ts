import { Worker } from 'node:worker_threads'
import type { AuditAnswer, AuditQuestion } from './audit-thread.ts'

/** So many readings of the log may go on at a time. */
const MOST_READINGS = 2

export class TooManyReadings extends Error {
  override readonly name = 'TooManyReadings'
}

/** Reads the log beside the judging, one thread per question, few at a time. */
export class AuditReader {
  readonly #directory: string
  readonly #threads = new Set<Worker>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** One value. Rejects with `TooManyReadings`, or with what went wrong. */
  async ask(question: Exclude<AuditQuestion, { ask: 'export' }>): Promise<unknown> {
    const thread = this.#start(question)
    try {
      const answer = await next(thread)
      if (answer.said === 'value') return answer.value
      throw new Error(answer.said === 'failed' ? answer.message : 'the log could not be read')
    } finally {
      this.#stop(thread)
    }
  }

  /** Text, part by part, as fast as it is taken. */
  export(question: Extract<AuditQuestion, { ask: 'export' }>): ReadableStream<Uint8Array> {
    const thread = this.#start(question)
    const encoder = new TextEncoder()
    let first = true
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (!first) more(thread)
          first = false
          const answer = await next(thread)
          switch (answer.said) {
            case 'part':
              controller.enqueue(encoder.encode(answer.text))
              return
            case 'end':
              this.#stop(thread)
              controller.close()
              return
            default:
              this.#stop(thread)
              controller.error(new Error(answer.said === 'failed' ? answer.message : 'the log could not be read'))
          }
        },
        cancel: () => this.#stop(thread),
      },
      { highWaterMark: 0 },
    )
  }

  close(): void {
    for (const thread of this.#threads) this.#stop(thread)
  }

  #start(question: AuditQuestion): Worker {
    if (this.#threads.size >= MOST_READINGS) throw new TooManyReadings('the log is being read already: try again')
    const file = import.meta.url.endsWith('.ts') ? './audit-thread.ts' : './audit-thread.mjs'
    const thread = new Worker(new URL(file, import.meta.url), {
      workerData: { directory: this.#directory, question },
      execArgv: [],
    })
    thread.unref()
    this.#threads.add(thread)
    return thread
  }

  #stop(thread: Worker): void {
    this.#threads.delete(thread)
    void thread.terminate()
  }
}

function more(thread: Worker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage('more')
}

function next(thread: Worker): Promise<AuditAnswer> {
  return new Promise((resolve) => {
    const failed = (message: string): void => resolve({ said: 'failed', message })
    thread.once('message', (answer: AuditAnswer) => {
      thread.removeAllListeners()
      resolve(answer)
    })
    thread.once('error', (error) => failed(error instanceof Error ? error.message : String(error)))
    thread.once('exit', () => failed('the reading ended early'))
  })
}
