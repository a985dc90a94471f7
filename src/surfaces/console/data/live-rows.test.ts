import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveRows } from './live-rows.ts'

/** What the page has of the browser, as far as rows need it. */
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})
afterEach(() => vi.unstubAllGlobals())

const event = (call: string, at: number) => ({
  kind: 'decision',
  data: { session: 's', call, decision: 'deny', code: 'c', at, summary: call },
})
const record = (call: string, at: number, seq: number) => ({
  writer: 'w'.repeat(32),
  seq,
  position: seq,
  at,
  session: 's',
  decision: 'deny',
  code: 'c',
  body: { call, input: { command: call } },
})
const frame = () => new Promise((resolve) => setTimeout(resolve, 5))
const shown = (live: LiveRows) => live.rows.map((row) => row.summary)

test('a decision that the log and the stream both tell is one row, whoever is quicker', async () => {
  const live = new LiveRows()
  live.learn(record('a', 1000, 1))
  live.hear([event('a', 1010), event('b', 1020)])
  await frame()
  expect(shown(live)).toEqual(['a', 'b'])
  live.learn(record('b', 1021, 2))
  expect(shown(live)).toEqual(['a', 'b'])
  expect(live.rows.map((row) => row.record)).toEqual(['wwwwwwww-1', 'wwwwwwww-2'])
})

test('a row that was opened before its record came is found by the key it had', async () => {
  const live = new LiveRows()
  live.hear([event('a', 1000)])
  await frame()
  const { key } = live.rows[0]!
  expect(live.keyNow(key)).toBe(key)
  live.learn(record('a', 1001, 1))
  expect(live.keyNow(key)).toBe(live.rows[0]!.key)
  expect(live.keyNow(key)).not.toBe(key)
})

test('the same call that is asked about again later is another row', async () => {
  const live = new LiveRows()
  live.hear([event('a', 1000)])
  await frame()
  live.hear([event('a', 60_000)])
  await frame()
  live.learn(record('a', 60_001, 7))
  expect(shown(live)).toEqual(['a', 'a'])
})
