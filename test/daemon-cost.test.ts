import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { costDirectory, dayOf } from '../src/surfaces/cost-files.ts'
import { loadDaemon, run, type Running } from './daemon/client.ts'
import { startMessagesServer } from './servers/messages.ts'
import type { LocalServer } from './servers/server.ts'

let model: LocalServer
let running: Running

beforeEach(async () => {
  const usage = { input_tokens: 1_000, output_tokens: 10, cache_read_input_tokens: 3_000 }
  const no = { text: '<block>no', stopReason: 'stop_sequence', stopSequence: '</block>', usage }
  model = await startMessagesServer(() => no)
  const classifier = { provider: 'anthropic', baseUrl: model.url, model: 'claude-sonnet-5' }
  running = await run(await loadDaemon(), {
    settings: JSON.stringify({ classifier }),
    environment: { ANTHROPIC_API_KEY: 'local' },
  })
})
afterEach(async () => {
  await running.end()
  await model.close()
})

const cost = async (query: string): Promise<Record<string, unknown>> =>
  JSON.parse((await running.get(`/v1/cost${query}`)).body) as Record<string, unknown>

test('tells what reviews cost, by day and by session', async () => {
  const today = dayOf(new Date())
  expect(await cost('')).toMatchObject({ by: 'day', sums: [], unreadable: 0 })
  await running.post('/v1/judge', running.call('some-unknown-program --one', 'a'))
  await running.post('/v1/judge', running.call('some-unknown-program --two', 'a'))
  await running.post('/v1/judge', running.call('some-unknown-program --three', 'b'))
  await running.post('/v1/judge', running.call('ls', 'c'))
  const all = { requests: 3, input: 3_000, cached: 9_000, output: 30, cacheShare: 0.75 }
  expect(await cost('')).toMatchObject({ sums: [{ name: today, ...all }] })
  expect(await cost('?by=session')).toMatchObject({
    sums: [
      { name: 'a', requests: 2 },
      { name: 'b', requests: 1 },
    ],
  })
  expect(await cost('?session=b')).toMatchObject({ sums: [{ name: today, requests: 1 }] })
  expect(await cost('?day=2020-01-01')).toMatchObject({ sums: [] })
})

test('days long gone are told when asked for, and lines that cannot be read are counted', async () => {
  const directory = costDirectory(join(running.directory, 'home'))
  mkdirSync(directory, { recursive: true })
  const tokens = { input: 1, cached: 0, written: 0, output: 0 }
  const old = { session: 'old', day: '2020-02-02', model: 'm', stage: 'first', tokens, latencyMs: 1 }
  writeFileSync(join(directory, '2020-02-02.jsonl'), `${JSON.stringify(old)}\nnot a cost\n`)
  expect(await cost('')).toMatchObject({ sums: [], unreadable: 0 })
  expect(await cost('?since=2020-01-01')).toMatchObject({ sums: [{ name: '2020-02-02', unpriced: 1 }], unreadable: 1 })
  expect(await cost('?day=2020-02-02&by=model')).toMatchObject({ sums: [{ name: 'm' }] })
})

test('is not for agents, and takes no question it does not know', async () => {
  expect((await running.get('/v1/cost', running.agent)).status).toBe(403)
  expect((await running.get('/v1/cost?by=user')).status).toBe(400)
  expect((await running.get('/v1/cost?day=..%2f..%2fetc')).status).toBe(400)
  expect((await running.get('/v1/cost?days=3')).status).toBe(400)
})
