import { createInterface } from 'node:readline'
import { userInfo } from 'node:os'
import type { Answer, Question } from '../questions/question.ts'
import type { Queue } from '../queue/queue.ts'
import { viewOf } from '../questions/make-question.ts'
import { readTyped, renderQuestion, renderSettlement, SCREENFUL } from '../questions/terminal-view.ts'

export interface TerminalStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly columns?: number }
  readonly now?: () => number
  /** Who sits there; default: the user of this process. */
  readonly user?: string
}

/** Nobody reads a question faster: what a keyboard sends sooner was typed for something else. */
const TYPED_AHEAD_MS = 300

/**
 * Asks the person at a terminal. Resolves with their answer, or with undefined when the input ends or the signal is
 * aborted: nobody has answered then. A yes is taken only after the whole text was on the screen.
 */
export async function askAtTerminal(
  question: Question,
  streams: TerminalStreams,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  const { input, output } = streams
  const by = `terminal:${streams.user ?? userName()}`
  let shown = viewOf(question, SCREENFUL).shown
  const show = (extent: 'screenful' | 'all'): void => {
    const screen = { columns: output.columns ?? 80, now: (streams.now ?? Date.now)(), extent }
    output.write(`${renderQuestion(question, screen).join('\n')}\n`)
  }
  show('screenful')
  const lines = createInterface({ input, terminal: false })
  try {
    const leave = (): void => lines.close()
    if (signal?.aborted) return undefined
    signal?.addEventListener('abort', leave, { once: true })
    output.write('> ')
    const since = performance.now()
    for await (const line of lines) {
      if (signal?.aborted) return undefined
      if (input.isTTY && performance.now() - since < TYPED_AHEAD_MS) continue
      const choice = readTyped(line, question)
      if (choice === 'view') {
        shown = question.shown
        show('all')
      } else if (choice === undefined) {
        output.write('Type one of the answers above.\n')
      } else if (choice.says !== 'deny' && shown === undefined) {
        output.write('Not all of it was shown yet: type v first.\n')
      } else {
        return { choice, shown: shown ?? '', by, channel: 'terminal' }
      }
      output.write('> ')
    }
    return undefined
  } finally {
    lines.close()
  }
}

/** Asks everything that waits in a queue at this terminal, one after the other, until the returned function is called. */
export function attachTerminal(queue: Queue, streams: TerminalStreams): () => void {
  let waiting: Question[] = [...queue.pending()]
  let current: { readonly id: string; readonly leave: AbortController } | undefined
  let stopped = false
  const next = async (): Promise<void> => {
    if (current !== undefined || stopped) return
    const question = waiting.shift()
    if (question === undefined) return
    current = { id: question.id, leave: new AbortController() }
    const answer = await askAtTerminal(question, streams, current.leave.signal).catch(() => undefined)
    if (answer !== undefined) {
      const answered = await queue.answer(question.id, answer).catch((error: unknown) => ({ failed: String(error) }))
      if ('refused' in answered) streams.output.write(`Not taken: ${answered.refused.message}.\n`)
      if ('failed' in answered) streams.output.write(`Not taken: ${answered.failed}\n`)
    }
    current = undefined
    await next()
  }
  const deaf = queue.listen((event) => {
    if (event.what === 'asked') {
      waiting.push(event.question)
      void next()
      return
    }
    waiting = waiting.filter((question) => question.id !== event.question.id)
    streams.output.write(`${renderSettlement(event.question, event.settlement)}\n`)
    if (current?.id === event.question.id) current.leave.abort()
  })
  void next()
  return () => {
    stopped = true
    deaf()
    current?.leave.abort()
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}
