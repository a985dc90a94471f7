import type { Question } from '../../src/humans/questions/question.ts'
import { openReader } from '../../src/journal/stores/sqlite-reader.ts'
import { answerTo, sampleQuestion } from './samples.ts'
import { Desk, type HumanSources } from './sources.ts'

export interface RaceReport {
  readonly races: number
  /** How the questions ended. */
  readonly ends: Readonly<Record<string, number>>
  /** Everything that is not as it must be, in words. */
  readonly faults: readonly string[]
}

/** Who takes part in a race, in an order that changes from race to race. */
type Runner = 'approve' | 'deny' | 'expire' | 'restart'
const ORDERS: readonly (readonly Runner[])[] = [
  ['approve', 'deny'],
  ['deny', 'approve'],
  ['approve', 'expire'],
  ['expire', 'approve'],
  ['deny', 'expire', 'approve'],
  ['approve', 'approve'],
  ['approve', 'deny', 'expire'],
  ['approve', 'restart'],
  ['deny', 'restart', 'approve'],
  ['expire', 'restart', 'approve'],
]

interface Race {
  readonly question: Question
  readonly order: readonly Runner[]
  /** What those who answered were told: who won. */
  readonly winners: string[]
  /** What whoever asked was told. */
  readonly told: string[]
}

/**
 * Approvals, denials, expiry and restarts of the program against each other, `together` questions at a time. Of each
 * question exactly one settlement must hold, the same for the winner, for whoever asked, and in the log.
 */
export async function race(sources: HumanSources, races: number, together = 30): Promise<RaceReport> {
  const desk = await Desk.open(sources, { mostPerSession: () => 1_000_000, keepSettled: 1_000_000 })
  const all: Race[] = []
  for (let begun = 0, batches = 0; begun < races; begun += together, batches++) {
    const batch = Array.from({ length: Math.min(together, races - begun) }, (_, index): Race => {
      const question = sampleQuestion(`race ${begun + index}`, { session: `s-${index % 20}` }, desk.clocks.wall)
      return { question, order: ORDERS[batches % ORDERS.length]!, winners: [], told: [] }
    })
    all.push(...batch)
    await runBatch(desk, batch)
  }
  const report = judgeRaces(desk, all)
  await desk.close()
  return report
}

/**
 * All races of a batch have the same runners, each race its own moment: the one clock and the one program they share are
 * moved on in the middle of the crowd, when some have been answered, some are being answered and some have not begun.
 */
async function runBatch(desk: Desk, batch: readonly Race[]): Promise<void> {
  const waiting = batch.map((each) => attend(desk, each))
  while (desk.queue.pending().length < batch.length) await turns(1)
  const moves: Promise<void>[] = []
  for (const [step, runner] of batch[0]!.order.entries()) {
    for (const [index, each] of batch.entries()) {
      if (index === Math.floor(batch.length / 2)) {
        if (runner === 'expire') desk.clocks.pass(300_000)
        if (runner === 'restart') await desk.restart()
      }
      moves.push(move(desk, each, runner))
      if ((index + step) % 7 === 0) await turns(index % 3)
    }
  }
  await Promise.all(moves)
  // Whoever was cut off comes back once, with the same call; whoever was not is told when the time is over.
  await Promise.all(batch.filter((each) => each.told.length === 0).map((each) => comeBack(desk, each)))
  desk.clocks.pass(300_001)
  await desk.restart()
  await Promise.all(waiting)
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

async function attend(desk: Desk, each: Race): Promise<void> {
  try {
    const settlement = await desk.queue.ask(each.question)
    each.told.push('how' in settlement ? nameOf(settlement) : settlement.code)
  } catch {
    // Cut off by the restart.
  }
}

async function comeBack(desk: Desk, each: Race): Promise<void> {
  const leave = new AbortController()
  setTimeout(() => leave.abort(), 5)
  try {
    const settlement = await desk.queue.ask(each.question, leave.signal)
    each.told.push('how' in settlement ? nameOf(settlement) : settlement.code)
  } catch {
    // Nothing to tell.
  }
}

async function move(desk: Desk, each: Race, runner: Runner): Promise<void> {
  if (runner === 'expire' || runner === 'restart') return
  const choice = runner === 'approve' ? ({ says: 'once' } as const) : ({ says: 'deny' } as const)
  const answer = answerTo(each.question, choice, `person:${runner}`)
  const answered = await desk.queue.answer(each.question.id, answer).catch(() => undefined)
  if (answered !== undefined && 'ok' in answered) each.winners.push(runner)
}

function nameOf(settlement: { how: string; choice?: { says: string } }): string {
  if (settlement.how !== 'answered') return settlement.how
  return settlement.choice?.says === 'deny' ? 'deny' : 'approve'
}

const EVENTS: Readonly<Record<string, string>> = {
  'approval.granted': 'approve',
  'approval.denied': 'deny',
  'approval.timeout': 'expired',
  'approval.withdrawn': 'withdrawn',
}

function judgeRaces(desk: Desk, all: readonly Race[]): RaceReport {
  const logged = new Map<string, string[]>()
  const reader = openReader(desk.sources.files.statePaths(desk.directory).database)
  for (const record of reader.records()) {
    const event = EVENTS[record.code]
    if (event === undefined) continue
    const id = String(JSON.parse(record.body).question)
    logged.set(id, [...(logged.get(id) ?? []), event])
  }
  reader.close()
  const ends: Record<string, number> = {}
  const faults: string[] = []
  const pending = new Set(desk.queue.pending().map((question) => question.id))
  for (const { question, winners, told, order } of all) {
    const events = logged.get(question.id) ?? []
    const about = `${question.call} (${order.join(' vs ')})`
    const end = events[0] ?? 'nothing'
    ends[end] = (ends[end] ?? 0) + 1
    if (events.length !== 1) faults.push(`${about}: ${events.length} ends in the log: ${events.join()}`)
    if (pending.has(question.id)) faults.push(`${about}: still pending`)
    if (winners.length > 1) faults.push(`${about}: two answers were taken`)
    if (winners.length === 1 && winners[0] !== end) faults.push(`${about}: ${winners[0]} won, the log says ${end}`)
    if (told.filter((each) => each === 'approve').length > 1) faults.push(`${about}: approved twice`)
    if (told.includes('approve') && end !== 'approve') faults.push(`${about}: told approve, the log says ${end}`)
  }
  return { races: all.length, ends, faults }
}
