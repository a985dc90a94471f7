import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const directory = join(import.meta.dirname, '..', 'examples')

/** What each story prints. Every file has a row. */
const STORIES: Readonly<Record<string, RegExp>> = {
  'guarded-agent.ts': /would run npm test\)\n(ask|deny): /,
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
