import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type LocalModels, startLocalModels } from './servers/local-models.ts'
import type { LocalServer } from './servers/server.ts'
import { within } from './until.ts'

const directory = join(import.meta.dirname, '..', 'examples')

/** What each story prints. Every file has a row. */
const STORIES: Readonly<Record<string, RegExp>> = {
  'guarded-agent.ts': /would run npm test\)\n(ask|deny): /,
  'reviewer-local.ts':
    /^scripted-reviewer reviews at http:\/\/127\.0\.0\.1:\d+\/v1\nwould run: npm test\nwould run: generate-client.*\ndeny: git push --force origin main \(git\.force-push: .*overwrites what others may have pulled/,
  'ai-sdk.ts':
    /^runs: npm test\nrefused: .*firewall\.path.*\nasks: .*deploy notes.*\nruns: deploy notes\nthe model says: /,
  'openai-agents.ts':
    /^runs: npm test\nasks: .*deploy notes.*\nruns: deploy notes\nrefused: .*firewall\.path.*\nthe model says: /,
  'langchain.ts':
    /^runs: npm test\nasks: .*deploy notes.*\nruns: deploy notes\nrefused: .*firewall\.path.*\nthe model says: /,
  'claude-agent-sdk.ts':
    /all tests pass"\nrefused: .*firewall\.path.*\nasks: .*deploy notes.*\nruns: .*\nthe model says: /,
}

const { OPENAI_API_KEY: _openai, ANTHROPIC_API_KEY: _anthropic, ...withoutKeys } = process.env

test.each(readdirSync(directory).filter((file) => file.endsWith('.ts')))('examples/%s runs', (file) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(directory, file)], {
    encoding: 'utf8',
    cwd: join(directory, '..'),
    env: { ...withoutKeys, PORTCULLIS_STATE: mkdtempSync(join(tmpdir(), 'portcullis-')) },
  })
  expect(status, stderr).toBe(0)
  expect(stdout).toMatch(STORIES[file]!)
})

describe('examples/reviewer-local.ts against servers as they run on people’s machines', () => {
  const servers: LocalServer[] = []
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })

  const judges = (action: string): 'block' | 'allow' => (action.includes('--force') ? 'block' : 'allow')

  test.each<[string, LocalModels, RegExp]>([
    ['one that streams', { judges }, /would run: generate-client.*\ndeny: git push --force/],
    ['one that does not', { judges, streams: 'refused' }, /would run: generate-client.*\ndeny: git push --force/],
    ['one without a system role', { judges, roles: 'no system' }, /would run: generate-client.*\ndeny: git push/],
    ['a small context', { judges, listed: { max_model_len: 4_096 } }, /would run: generate-client.*\ndeny: git push/],
    ['one too small', { judges, listed: { max_model_len: 2_048 } }, /would run: npm test\nstopped: /],
    ['garbage', { judges: () => '%$#!' }, /(?:ask|deny): generate-client/],
  ])('%s', async (_what, like, prints) => {
    const server = await startLocalModels(like)
    servers.push(server)
    const child = spawn(process.execPath, [join(directory, 'reviewer-local.ts')], {
      cwd: join(directory, '..'),
      env: {
        ...withoutKeys,
        HOME: mkdtempSync(join(tmpdir(), 'portcullis-home-')),
        PORTCULLIS_STATE: mkdtempSync(join(tmpdir(), 'portcullis-')),
        REVIEWER_URL: server.url,
        REVIEWER_MODEL: 'scripted-8b',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    const status = await within('the example ends', new Promise((ended) => child.once('close', ended)), 50_000)
    expect(stdout).toMatch(prints)
    expect(status).toBe(0)
  })
})
