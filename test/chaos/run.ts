import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestPostgres } from '../servers/postgres.ts'
import { unhurried } from '../until.ts'
import { recovered, violations } from './checks.ts'
import { type ChaosFault, diskFull, FAULTS, withSmallDisk } from './faults.ts'
import { KILLS } from './kills.ts'
import { type UnderTest, underTest } from './team-under-test.ts'

/** What came of one fault. */
export interface ChaosRow {
  readonly what: string
  readonly rounds: number
  readonly sent: number
  readonly allowed: number
  /** The slowest, in milliseconds from the end of the fault until every daemon allows again. */
  readonly recovery: number
  readonly violations: readonly string[]
  readonly missing?: string
}

/** As it is promised, on a machine that has nothing else to do. */
export const RECOVERY = 10_000

export interface ChaosOptions {
  readonly form: 'short' | 'long'
  readonly only?: RegExp
  /** Sources with a bug put back. */
  readonly root?: string
  readonly onRow?: (row: ChaosRow) => void
}

/** Every fault in turn, against one team over one database that is checked as a whole after each. */
export async function chaos(postgres: TestPostgres, options: ChaosOptions): Promise<readonly ChaosRow[]> {
  const { form, only = /(?:)/, onRow } = options
  const rows: ChaosRow[] = []
  const all = await underTest(postgres, options.root)
  try {
    await recovered(all.driver, all.team.members, performance.now())
    for (const fault of [...FAULTS, ...KILLS]) {
      if (!only.test(fault.what) || (form === 'short' && fault.form === 'long')) continue
      const row = await tried(fault, all, form)
      rows.push(row)
      onRow?.(row)
    }
  } finally {
    await all.end()
  }
  return rows
}

async function tried(fault: ChaosFault, all: UnderTest, form: 'short' | 'long'): Promise<ChaosRow> {
  const missing = fault.missing?.(all)
  const rounds = form === 'long' ? (fault.rounds ?? 1) : 1
  const nothing = { what: fault.what, rounds: 0, sent: 0, allowed: 0, recovery: 0, violations: [] }
  if (missing !== undefined) return { ...nothing, missing }
  const { driver } = all
  const before = driver.sent.length
  const found: string[] = []
  let recovery = 0
  driver.start()
  try {
    for (let round = 0; round < rounds; round++) {
      await sleep(250)
      found.push(...(await fault.happens(all, form)))
      recovery = Math.max(recovery, await recovered(driver, all.team.members, performance.now()))
    }
  } catch (error) {
    found.push(error instanceof Error ? error.message : String(error))
  }
  await driver.stop()
  if (recovery > unhurried(RECOVERY)) found.push(`it took ${Math.round(recovery)} ms until every daemon allowed again`)
  found.push(...(await violations(driver, all.postgres)))
  const sent = driver.sent.slice(before)
  const allowed = sent.filter(({ decision }) => decision === 'allow').length
  if (allowed === 0) found.push('void: nothing was allowed')
  return { what: fault.what, rounds, sent: sent.length, allowed, recovery, violations: found }
}

/** A full disk under the primary: a database of its own, on a disk of its own. */
export async function chaosOnFullDisk(): Promise<ChaosRow> {
  const what = 'a full disk under the database'
  let row: ChaosRow | undefined
  const missing = await withSmallDisk(async (postgres, fill, free) => {
    const all = await underTest(postgres)
    try {
      await recovered(all.driver, all.team.members, performance.now())
      const fault: ChaosFault = { what, form: 'long', happens: () => diskFull(all, fill, free) }
      row = await tried(fault, all, 'long')
    } finally {
      await all.end()
    }
  })
  return (
    row ?? { what, rounds: 0, sent: 0, allowed: 0, recovery: 0, violations: [], missing: missing ?? 'it ended early' }
  )
}

export function chaosTable(rows: readonly ChaosRow[]): string {
  const lines = rows.map(({ what, rounds, sent, allowed, recovery, violations: found, missing }) =>
    missing === undefined
      ? `${what.padEnd(52)} ${String(rounds).padStart(6)} ${String(sent).padStart(7)} ${String(allowed).padStart(7)} ${(recovery / 1000).toFixed(1).padStart(10)} ${String(found.length).padStart(10)}`
      : `${what.padEnd(52)} not tried: ${missing}`,
  )
  const load = `load average ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`
  return [
    `${'fault'.padEnd(52)} rounds   calls allowed recovery s violations`,
    ...lines,
    `${load}; recovery is to take at most ${RECOVERY / 1000} s on a machine that is not busy`,
  ].join('\n')
}
