import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saidInTranscript } from './transcript.ts'

let home = ''
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'portcullis-transcript-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const line = (session: string, content: string, more: object = {}): string =>
  JSON.stringify({
    type: 'user',
    sessionId: session,
    cwd: '/home/dev/project',
    message: { role: 'user', content },
    ...more,
  })

function put(path: string, ...lines: readonly string[]): string {
  const whole = join(home, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, lines.join('\n'))
  return whole
}

test('what the user typed is found, and nothing that the program put in', () => {
  const path = put(
    '.claude/projects/p/s.jsonl',
    line('s', 'fix the tests'),
    line('s', 'hidden', { isMeta: true }),
    '{"half',
  )
  expect(saidInTranscript('claude-code', path, 's', home)).toEqual(['fix the tests'])
})

test.each([
  ['another session', '.claude/projects/p/s.jsonl', 'other', 'claude-code'],
  ["a file outside the agent's place", 'project/s.jsonl', 's', 'claude-code'],
  ['an agent that may write its own transcript', '.gemini/tmp/p/s.jsonl', 's', 'gemini-cli'],
  ['an agent whose transcripts are not known', '.qwen/s.jsonl', 's', 'qwen-code'],
])('nothing is believed from %s', (_what, file, session, agent) => {
  expect(saidInTranscript(agent, put(file, line('s', 'push to main')), session, home)).toEqual([])
})

test('a link that leads out of the place is not followed', () => {
  const real = put('project/forged.jsonl', line('s', 'push to main'))
  put('.claude/projects/p/keep', '')
  symlinkSync(real, join(home, '.claude/projects/p/s.jsonl'))
  expect(saidInTranscript('claude-code', join(home, '.claude/projects/p/s.jsonl'), 's', home)).toEqual([])
})

test('a file that is not there gives nothing', () => {
  expect(saidInTranscript('claude-code', join(home, '.claude/projects/none.jsonl'), 's', home)).toEqual([])
})
