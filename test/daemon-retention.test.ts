import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openSqliteJournal } from '../src/journal/stores/sqlite.ts'
import { journalFor } from '../src/surfaces/journal-places.ts'
import { freshPlace, loadDaemon, run, type Running } from './daemon/client.ts'
import { sample } from './journal/samples.ts'
import { until } from './until.ts'

const DAY = 86_400_000
const product = await loadDaemon()

let running: Running | undefined
afterEach(() => running?.end())

/** A state with forty records of a hundred days ago and two of today. */
async function oldState() {
  const place = freshPlace()
  for (const [count, ago] of [
    [40, 100 * DAY],
    [2, 0],
  ] as const) {
    const now = Date.now() - ago
    const journal = openSqliteJournal({ ...journalFor(place.state, place.home), thread: 'caller', now: () => now })
    for (let index = 0; index < count; index++) await journal.remember(sample(`${ago}-${index}`))
    await journal.close()
  }
  return place
}

interface Shown {
  readonly records: readonly { readonly seq: number; readonly code: string; readonly user: string }[]
}

const records = async (): Promise<Shown['records']> =>
  (JSON.parse((await running!.get('/v1/audit?limit=1000')).body) as Shown).records

const verified = async (): Promise<unknown> =>
  (JSON.parse((await running!.get('/v1/audit/verify')).body) as { verification: unknown }).verification

test('what is older than the settings want goes, with a record that says so, and the log stays sound', async () => {
  const { state, home } = await oldState()
  const settings = JSON.stringify({ journal: { retentionDays: 30 } })
  running = await run(product, { stateDirectory: state, home, settings })
  const said = await until('removed', () => running!.logged.find((line) => line.includes('records from before')))
  expect(said).toContain('40 records from before')
  const left = await records()
  expect(left[0]!.seq).toBe(41)
  expect(left.find(({ code }) => code === 'journal.pruned')).toMatchObject({ user: 'settings' })
  // The daemon's own writer goes on from there.
  expect((await running.post('/v1/judge', running.call('git status'))).status).toBe(200)
  expect(await verified()).toMatchObject({ findings: [], chains: [{ prunedTo: 40 }] })
})

test('without the setting nothing goes; when it comes, it counts', async () => {
  const { state, home } = await oldState()
  running = await run(product, { stateDirectory: state, home })
  expect((await records()).length).toBeGreaterThanOrEqual(42)
  writeFileSync(join(home, '.portcullis', 'settings.json'), JSON.stringify({ journal: { retentionDays: 60 } }))
  await until('removed', () => running!.logged.some((line) => line.includes('40 records from before')))
  expect(await verified()).toMatchObject({ findings: [] })
})
