import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { once } from '../call/once.ts'
import { type CostEntry, type CostLedger, memoryLedger } from '../classifier/cost.ts'

const MOST_BYTES = 64 * 1024 * 1024
const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.jsonl$/

const entryShape = once(() => {
  const count = z.number().nonnegative()
  return z.object({
    session: z.string(),
    day: z.string(),
    model: z.string(),
    stage: z.enum(['first', 'only', 'thinking', 'guardian', 'handoff', 'critique', 'incoming']),
    tokens: z.object({ input: count, cached: count, written: count, output: count }),
    price: count.optional(),
    latencyMs: count,
  })
})

export function costDirectory(home: string): string {
  return join(home, '.portcullis', 'cost')
}

/** `2026-11-15`, where the machine stands. */
export function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((number) => String(number).padStart(2, '0'))
    .join('-')
}

/**
 * Costs in one file a day, so that every process that reviews for the same person counts the others' money too: what
 * others spent is read when it is asked for, and the file has grown. A cost that cannot be written still counts here.
 */
export function fileLedger(directory: string, today: () => string): CostLedger {
  let known: { day: string; size: number; ledger: CostLedger } | undefined
  const unwritten: CostEntry[] = []
  const current = (): CostLedger => {
    const day = today()
    const size = sizeOf(join(directory, `${day}.jsonl`))
    if (known?.day !== day || known.size !== size)
      known = { day, size, ledger: memoryLedger([...readDays(directory, lastTwo(day)), ...unwritten]) }
    return known.ledger
  }
  return {
    add(entry) {
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        appendFileSync(join(directory, `${entry.day}.jsonl`), `${JSON.stringify(entry)}\n`, { mode: 0o600 })
      } catch {
        unwritten.push(entry)
        known = undefined
      }
    },
    spentBy: (session) => current().spentBy(session),
    spentOn: (day) => current().spentOn(day),
  }
}

/** Every cost on record, oldest day first. Lines that cannot be read are counted, not guessed at. */
export function readCosts(directory: string): { readonly entries: readonly CostEntry[]; readonly unreadable: number } {
  const read = costDays(directory).map((day) => readCostsOf(directory, day))
  return {
    entries: read.flatMap((one) => one.entries),
    unreadable: read.reduce((sum, one) => sum + one.unreadable, 0),
  }
}

/** The days of which there is a record, oldest first. */
export function costDays(directory: string): readonly string[] {
  return list(directory)
    .filter((name) => DAY_FILE.test(name))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort()
}

export function readCostsOf(directory: string, day: string): ReturnType<typeof readCosts> {
  return readFile(join(directory, `${day}.jsonl`))
}

function readDays(directory: string, days: readonly string[]): readonly CostEntry[] {
  return days.flatMap((day) => readCostsOf(directory, day).entries)
}

/** A session may go on after midnight. */
function lastTwo(day: string): readonly string[] {
  const before = new Date(`${day}T12:00:00`)
  before.setDate(before.getDate() - 1)
  return [dayOf(before), day]
}

function readFile(path: string): { readonly entries: readonly CostEntry[]; readonly unreadable: number } {
  const entries: CostEntry[] = []
  let unreadable = 0
  for (const line of textOf(path).split('\n')) {
    if (line === '') continue
    const entry = entryOf(line)
    if (entry === undefined) unreadable += 1
    else entries.push(entry)
  }
  return { entries, unreadable }
}

function entryOf(line: string): CostEntry | undefined {
  try {
    const read = entryShape().safeParse(JSON.parse(line))
    return read.success ? { ...read.data, price: read.data.price } : undefined
  } catch {
    return undefined
  }
}

function textOf(path: string): string {
  const size = sizeOf(path)
  try {
    return size > 0 && size <= MOST_BYTES ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}

function sizeOf(path: string): number {
  try {
    const stat = statSync(path)
    return stat.isFile() ? stat.size : 0
  } catch {
    return 0
  }
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
