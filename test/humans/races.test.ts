import { join } from 'node:path'
import { expect, test } from 'vitest'
import { race } from './races.ts'
import { kills, restarts } from './restarts.ts'
import { loadHumans } from './sources.ts'

const sources = await loadHumans(join(import.meta.dirname, '..', '..', 'src'))
/** In full: `node bench/approvals.ts`. */
const RACES = Number(process.env['PORTCULLIS_RACES'] ?? 300)
const RESTARTS = Number(process.env['PORTCULLIS_RESTARTS'] ?? 30)
const KILLS = Number(process.env['PORTCULLIS_KILLS'] ?? 5)

test('approve against deny against expiry against restart: one winner, the same in the log', async () => {
  const report = await race(sources, RACES)
  expect(report.faults).toEqual([])
  expect(report.races).toBe(RACES)
  // A race that always ends the same way is none.
  expect(Object.keys(report.ends).toSorted()).toEqual(['approve', 'deny', 'expired'])
})

test('restarts with questions pending: none lost, none granted', async () => {
  expect((await restarts(sources, RESTARTS)).faults).toEqual([])
})

test('killed with questions pending: none lost, none granted', async () => {
  const report = await kills(sources, KILLS)
  expect(report.faults).toEqual([])
  expect(report.questions).toBeGreaterThan(KILLS)
})
