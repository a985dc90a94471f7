import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { Question } from '../questions/question.ts'
import type { Queue } from '../queue/queue.ts'
import type { Channel, Desk } from './channel.ts'

/** What channels need of a queue. */
export type ShownQueue = Pick<Queue, 'answer' | 'pending' | 'find' | 'settled' | 'listen'>

/** What a channel may do with the queue, and where what people try is put on record. */
export function deskFor(queue: ShownQueue, audit: Pick<AuditLogger, 'note'>): Desk {
  return {
    answer: (id, answer) => queue.answer(id, answer),
    pending: () => queue.pending(),
    find: (id) => queue.find(id),
    note: ({ channel, sender, code, message, question }) => {
      const found = question === undefined ? undefined : queue.find(question)
      void audit.note({
        type: 'permission_denied',
        severity: 'warn',
        code,
        user: `${channel}:${sender}`,
        ...(found === undefined ? {} : aboutCall(found)),
        details: { channel, sender, because: message, ...(question === undefined ? {} : { question }) },
      })
    },
  }
}

/** A channel hears of every question and of every end. Call what is returned to stop that. */
export function connect(channel: Channel, queue: ShownQueue): () => void {
  return queue.listen((event) => {
    switch (event.what) {
      case 'asked':
        channel.show(event.question)
        return
      case 'settled':
        channel.settle(event.question, event.settlement)
        return
    }
  })
}

const MOST_SETTLED = 500

/** After a start: what waits is shown unless it is, and messages of what ended meanwhile are told so. */
export function bringUpToDate(channel: Channel, queue: ShownQueue): void {
  for (const { question, settlement } of queue.settled(MOST_SETTLED).toReversed()) channel.settle(question, settlement)
  for (const question of queue.pending()) channel.show(question)
}

function aboutCall({ session, agent, tool, fingerprint }: Question): {
  readonly session: string
  readonly agent: string
  readonly tool: string
  readonly fingerprint: string
} {
  return { session, agent, tool, fingerprint }
}
