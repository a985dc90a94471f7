import { parentPort, workerData } from 'node:worker_threads'
import { type ExportFormat, exportedLines, recordAsJson } from '../../journal/export.ts'
import { insightsFrom } from '../../journal/insights.ts'
import type { LogFilter } from '../../journal/query.ts'
import { openLog, verifyPlace } from '../../journal/stores/open-log.ts'
import type { LogPlace } from '../../journal/stores/store.ts'
import type { WitnessAnswer } from '../../journal/witness.ts'
import { isDeniedCanary } from '../doctor/canary-call.ts'
import { summaryLine } from './one-line.ts'

/** What may be asked of the thread that reads the log. Reading a long log takes seconds; judging must not wait for it. */
export type AuditQuestion =
  | { readonly ask: 'latest'; readonly filter: LogFilter; readonly count: number }
  | { readonly ask: 'find'; readonly id: string }
  /** As they are stored, for judging them again. */
  | { readonly ask: 'stored'; readonly filter: LogFilter; readonly count: number }
  | { readonly ask: 'insights'; readonly from: number; readonly to: number }
  | { readonly ask: 'verify'; readonly witnesses: readonly WitnessAnswer[] }
  | { readonly ask: 'export'; readonly filter: LogFilter; readonly format: ExportFormat; readonly version: string }

/** `part`: more follows when asked for with `more`. */
export type AuditAnswer =
  | { readonly said: 'value'; readonly value: unknown }
  | { readonly said: 'part'; readonly text: string }
  | { readonly said: 'end' }
  | { readonly said: 'failed'; readonly message: string }

/** So many records are gone over at most; the latest. */
const MOST_LOOKED_AT = 250_000

const PART_LENGTH = 64 * 1024

async function answer(question: AuditQuestion, place: LogPlace): Promise<AuditAnswer> {
  if (question.ask === 'verify')
    return { said: 'value', value: await verifyPlace(place, { witnesses: question.witnesses }) }
  const reader = await openLog(place)
  try {
    switch (question.ask) {
      case 'latest':
        return { said: 'value', value: (await reader.latest(question.filter, question.count)).map(recordAsJson) }
      case 'find':
        return { said: 'value', value: (await reader.find(question.id)).map(recordAsJson) }
      case 'stored':
        return { said: 'value', value: await reader.latest(question.filter, question.count) }
      case 'insights': {
        const { from, to } = question
        const filter = { since: from, until: to }
        const cut = await reader.positionOfLatest(filter, MOST_LOOKED_AT)
        const records = reader.records(cut === undefined ? filter : { ...filter, after: cut })
        const options = { from, to, cut: cut !== undefined, summary: summaryLine, leaveOut: isDeniedCanary }
        return { said: 'value', value: await insightsFrom(records, options) }
      }
      case 'export': {
        let text = ''
        for await (const line of exportedLines(reader.records(question.filter), question.format, question.version)) {
          text += line
          if (text.length < PART_LENGTH) continue
          say({ said: 'part', text })
          text = ''
          await asked()
        }
        if (text !== '') {
          say({ said: 'part', text })
          await asked()
        }
        return { said: 'end' }
      }
    }
  } finally {
    await reader.close()
  }
}

/** The reader of an export takes one part after the other; a slow one is waited for. */
function asked(): Promise<void> {
  return new Promise((resolve) => parentPort?.once('message', () => resolve()))
}

function say(message: AuditAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message)
}

const place = workerData as LogPlace

/** One question after the other; every one is answered. */
parentPort?.on('message', (message: AuditQuestion | 'more') => {
  if (message === 'more') return
  answer(message, place).then(say, (error: unknown) =>
    say({ said: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
