import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILT_LAUNCHER } from './built.ts'
import { startMessagesServer } from './servers/messages.ts'
import type { LocalServer } from './servers/server.ts'
import { within } from './until.ts'

const home = mkdtempSync(join(tmpdir(), 'portcullis-home-'))
const project = join(home, 'project')
let server: LocalServer
let says = ''

beforeAll(async () => {
  server = await startMessagesServer(() => ({
    text: says,
    ...(says === '<block>no' ? { stopReason: 'stop_sequence', stopSequence: '</block>' } : {}),
    usage: { input_tokens: 1_000, output_tokens: 10, cache_read_input_tokens: 1_000 },
  }))
  mkdirSync(join(home, '.portcullis'))
  mkdirSync(project)
  const classifier = { provider: 'anthropic', baseUrl: server.url, model: 'claude-sonnet-5' }
  const autoMode = { allow: ['$defaults', 'Pushing anywhere is fine'] }
  writeFileSync(join(home, '.portcullis', 'settings.json'), JSON.stringify({ classifier, autoMode }))
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

/** The server answers from this process, so this process must not wait for the other one to end. */
async function portcullis(...args: readonly string[]): Promise<{ status: number | null; stdout: string }> {
  const child = spawn(process.execPath, [BUILT_LAUNCHER, ...args], {
    cwd: project,
    env: { ...process.env, HOME: home, ANTHROPIC_API_KEY: 'local' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const status = await within(`${args.join(' ')} ends`, ended, 50_000)
  return { status, stdout }
}

test('a check asks no model unless it is told to, and then its word counts and its price is shown', async () => {
  says = '<block>no'
  expect(await portcullis('check', '--', 'some-unknown-program')).toMatchObject({ status: 1 })
  expect(server.requests).toHaveLength(0)
  expect((await portcullis('cost')).stdout).toBe('No model has been asked.\n')

  const allowed = await portcullis('check', '--review', '--', 'some-unknown-program')
  expect(allowed.status).toBe(0)
  expect(allowed.stdout).toContain('review.no-block')

  says = '<block>yes</block><reason>[external.writes] nobody asked</reason>'
  const blocked = await portcullis('check', '--review', '--', 'some-unknown-program')
  expect(blocked.status).toBe(2)
  expect(blocked.stdout).toContain('external.writes')

  says = 'Too wide.'
  expect((await portcullis('auto-mode', 'critique')).stdout).toBe('Too wide.\n')

  const bySession = JSON.parse((await portcullis('cost', '--by', 'session', '--json')).stdout) as { sums: object[] }
  expect(bySession.sums).toMatchObject([
    { name: 'cli', requests: 3, input: 3_000, cached: 3_000, output: 30, cacheShare: 0.5 },
    { name: 'critique', requests: 1 },
  ])
  const byDay = (await portcullis('cost')).stdout
  expect(byDay).toMatch(/^day +requests +input +cached/)
  expect(byDay).toMatch(/^\d{4}-\d{2}-\d{2} +4 +4000 +4000/m)
  expect((await portcullis('cost', '--by', 'stage')).stdout).toMatch(/^thinking +1 /m)
})
