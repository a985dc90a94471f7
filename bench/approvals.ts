import { rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { openQueue } from '../src/humans/queue/approval-queue.ts'
import { statePaths } from '../src/journal/stores/checkpoint-file.ts'
import { SqliteApprovals } from '../src/journal/stores/sqlite-approvals.ts'
import { openSqliteJournal } from '../src/journal/stores/sqlite.ts'
import { race } from '../test/humans/races.ts'
import { kills, restarts } from '../test/humans/restarts.ts'
import { answerTo, sampleQuestion } from '../test/humans/samples.ts'
import { loadHumans } from '../test/humans/sources.ts'
import { freshDirectory } from '../test/journal/samples.ts'
import { markdownTable, percentile } from './tables.ts'

/** Ten thousand questions that wait, and what it takes to list and to answer them; then the races and restarts in full. */
export async function approvalsBench(pending = 10_000, races = 10_000, restartCount = 1000): Promise<string> {
  const load = loadavg()[0]?.toFixed(1)
  const waiting = await waitingRows(pending)
  const safety = await safetyRows(races, restartCount)
  return `## Approvals\n\nLoad average ${load} on ${availableParallelism()} cores.\n\n${markdownTable(['case', 'count', 'p50 ms', 'p99 ms', 'target'], waiting)}\n${markdownTable(['case', 'count', 'how they ended', 'faults', 'target'], safety)}`
}

async function waitingRows(pending: number): Promise<string[][]> {
  const directory = freshDirectory()
  const journal = openSqliteJournal({ stateDirectory: directory, deadlineMs: 20_000 })
  const open = () =>
    openQueue({
      store: new SqliteApprovals(journal, statePaths(directory).database),
      now: Date.now,
      monotonic: () => performance.now(),
      policyDigest: (question) => question.policyDigest,
      sessionOpen: () => true,
    })
  const queue = await open()
  const questions = Array.from({ length: pending }, (_, index) =>
    sampleQuestion(`waits ${index}`, { session: `s-${Math.floor(index / 5)}` }, Date.now()),
  )
  const waiters = new Map(questions.map((question) => [question.key, queue.ask(question)]))
  while (queue.pending().length < pending) await new Promise((resolve) => setTimeout(resolve, 5))
  const listing = times(20, () => JSON.stringify(queue.pending().length === pending ? queue.pending() : []))
  const before = performance.now()
  const again = await open()
  const loaded = performance.now() - before
  again.close()
  const answering: number[] = []
  for (const question of queue.pending().slice(0, 500)) {
    const start = performance.now()
    const told = waiters.get(question.key)
    const [answered] = await Promise.all([queue.answer(question.id, answerTo(question, { says: 'once' })), told])
    if (!('ok' in answered)) throw new Error('an answer of the benchmark was not taken')
    answering.push(performance.now() - start)
  }
  for (const waiter of waiters.values()) waiter.catch(() => undefined)
  queue.close()
  await journal.close()
  rmSync(directory, { recursive: true, force: true })
  const row = (name: string, count: number, list: readonly number[], target: string): string[] => [
    name,
    String(count),
    percentile(list, 0.5).toFixed(2),
    percentile(list, 0.99).toFixed(2),
    target,
  ]
  return [
    row('list as JSON', pending, listing, '≤ 100 ms'),
    row('answer until whoever asked is told, each durable', answering.length, answering, 'p99 ≤ 20 ms'),
    row('open with everything pending', pending, [loaded], '–'),
  ]
}

function times(count: number, run: () => unknown): readonly number[] {
  return Array.from({ length: count }, () => {
    const before = performance.now()
    run()
    return performance.now() - before
  })
}

async function safetyRows(races: number, restartCount: number): Promise<string[][]> {
  const sources = await loadHumans(join(import.meta.dirname, '..', 'src'))
  const raced = await race(sources, races)
  const restarted = await restarts(sources, restartCount)
  const killed = await kills(sources, Math.max(1, Math.round(restartCount / 50)))
  const ends = Object.entries(raced.ends)
    .toSorted()
    .map(([end, count]) => `${end} ${count}`)
  const kept = (report: { readonly questions: number }): string => `${report.questions} questions kept`
  return [
    ['approve vs deny vs expiry vs restart', raced.races, ends.join(', '), raced.faults.length, 'one winner each'],
    [
      'restarts with questions pending',
      restarted.restarts,
      kept(restarted),
      restarted.faults.length,
      'none lost, none granted',
    ],
    [
      'processes killed with questions pending',
      killed.restarts,
      kept(killed),
      killed.faults.length,
      'none lost, none granted',
    ],
  ].map((row) => row.map(String))
}

if (import.meta.main) {
  const [pending, races, restartCount] = process.argv.slice(2).map(Number)
  process.stdout.write(`${await approvalsBench(pending, races, restartCount)}\n`)
}
