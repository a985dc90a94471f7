import { Worker } from 'node:worker_threads'
import type { LogPlace } from '../../journal/stores/store.ts'
import type { StateVerification } from '../../journal/stores/verify-state.ts'
import type { WitnessAnswer } from '../../journal/witness.ts'
import type { AuditAnswer, AuditQuestion } from './audit-thread.ts'

/** So many readings of the whole log may go on at a time. */
const MOST_LONG = 2
/** So many questions may wait for the thread that answers quick ones. */
const MOST_WAITING = 32

export class TooManyReadings extends Error {
  override readonly name = 'TooManyReadings'
}

/** Reads the log beside the judging: quick questions in one thread, long ones in a thread of their own. */
export class AuditReader {
  readonly #place: LogPlace
  readonly #long = new Set<Worker>()
  #quick: Worker | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(place: LogPlace) {
    this.#place = place
  }

  /** A few records. Rejects with `TooManyReadings`, or with what went wrong. */
  async ask(question: Extract<AuditQuestion, { ask: 'latest' | 'find' | 'stored' }>): Promise<unknown> {
    if (this.#waiting >= MOST_WAITING) throw new TooManyReadings('too many questions wait already: try again')
    this.#waiting++
    const answered = this.#turn.then(async () => {
      this.#quick ??= this.#start()
      try {
        return await valueFrom(this.#quick, question)
      } catch (error) {
        // Whatever state it is in, the next question gets a new one.
        void this.#quick?.terminate()
        this.#quick = undefined
        throw error
      }
    })
    this.#turn = answered.catch(() => undefined)
    try {
      return await answered
    } finally {
      this.#waiting--
    }
  }

  /** `witnesses`: what they said before. */
  async verify(witnesses: readonly WitnessAnswer[]): Promise<StateVerification> {
    const thread = this.#startLong()
    try {
      // The thread answers this question with nothing else.
      return (await valueFrom(thread, { ask: 'verify', witnesses })) as StateVerification
    } finally {
      this.#stop(thread)
    }
  }

  async insights(from: number, to: number): Promise<unknown> {
    const thread = this.#startLong()
    try {
      return await valueFrom(thread, { ask: 'insights', from, to })
    } finally {
      this.#stop(thread)
    }
  }

  /** Text, part by part, as fast as it is taken. */
  export(question: Extract<AuditQuestion, { ask: 'export' }>): ReadableStream<Uint8Array> {
    const thread = this.#startLong()
    const encoder = new TextEncoder()
    let send: AuditQuestion | 'more' = question
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const answer = await next(thread, send)
          send = 'more'
          if (answer.said === 'part') {
            controller.enqueue(encoder.encode(answer.text))
            return
          }
          this.#stop(thread)
          if (answer.said === 'end') controller.close()
          else controller.error(new Error(answer.said === 'failed' ? answer.message : 'the log could not be read'))
        },
        cancel: () => this.#stop(thread),
      },
      { highWaterMark: 0 },
    )
  }

  close(): void {
    void this.#quick?.terminate()
    for (const thread of this.#long) this.#stop(thread)
  }

  #startLong(): Worker {
    if (this.#long.size >= MOST_LONG) throw new TooManyReadings('the whole log is being read already: try again')
    const thread = this.#start()
    this.#long.add(thread)
    return thread
  }

  #start(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './audit-thread.ts' : './audit-thread.mjs'
    const thread = new Worker(new URL(file, import.meta.url), {
      workerData: this.#place,
      execArgv: [],
    })
    thread.unref()
    return thread
  }

  #stop(thread: Worker): void {
    this.#long.delete(thread)
    void thread.terminate()
  }
}

async function valueFrom(thread: Worker, question: AuditQuestion): Promise<unknown> {
  const answer = await next(thread, question)
  if (answer.said === 'value') return answer.value
  throw new Error(answer.said === 'failed' ? answer.message : 'the log could not be read')
}

/** One message there, one back. A thread that ends without an answer has failed. */
function next(thread: Worker, send: AuditQuestion | 'more'): Promise<AuditAnswer> {
  return new Promise((resolve) => {
    const failed = (error: unknown): void =>
      end({ said: 'failed', message: error instanceof Error ? error.message : 'the reading ended early' })
    const end = (answer: AuditAnswer): void => {
      thread.off('message', end).off('error', failed).off('exit', failed)
      resolve(answer)
    }
    thread.on('message', end).on('error', failed).on('exit', failed)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage(send)
  })
}
