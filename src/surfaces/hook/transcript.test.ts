import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSession, type Session } from '../../session.ts'
import { catchUpOnce, Transcripts } from './transcript.ts'

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

const said = (session: Session): readonly string[] =>
  session.turns.flatMap((turn) => (turn.kind === 'user' ? [turn.text] : []))

/** Both ways to read, which must believe the same. */
const WAYS: readonly (readonly [string, (session: Session, agent: string, path: string) => boolean])[] = [
  ['followed', (session, agent, path) => new Transcripts(home).catchUp(session, agent, path)],
  ['read once', (session, agent, path) => catchUpOnce(session, agent, path, home)],
]

describe.each(WAYS)('%s', (_way, look) => {
  test('what the user typed is found, and nothing that the program put in', () => {
    const path = put(
      '.claude/projects/p/s.jsonl',
      line('s', 'fix the tests'),
      line('s', 'hidden', { isMeta: true }),
      '{"half',
    )
    const session = newSession('s')
    expect(look(session, 'claude-code', path)).toBe(true)
    expect(said(session)).toEqual(['fix the tests'])
    expect(look(session, 'claude-code', path)).toBe(false)
    expect(said(session)).toEqual(['fix the tests'])
  })

  test.each([
    [
      'codex',
      '.codex/sessions/2026/rollout-x.jsonl',
      JSON.stringify({ type: 'session_meta', payload: { id: 's', cwd: '/home/dev/project' } }),
      JSON.stringify({
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
      }),
    ],
    [
      'gemini-cli',
      '.gemini/tmp/p/chats/session-1.jsonl',
      JSON.stringify({ sessionId: 's', directories: ['/home/dev/project'] }),
      JSON.stringify({ id: 'm1', type: 'user', content: [{ text: 'go' }] }),
    ],
    [
      'qwen-code',
      '.qwen/projects/p/chats/s.jsonl',
      JSON.stringify({ type: 'system', sessionId: 's' }),
      JSON.stringify({ type: 'user', sessionId: 's', message: { parts: [{ text: 'go' }] } }),
    ],
  ])('%s, too', (agent, file, ...lines) => {
    const session = newSession('s')
    look(session, agent, put(file, ...lines, ''))
    expect(said(session)).toEqual(['go'])
  })

  test.each([
    ['another session', '.claude/projects/p/s.jsonl', 'other', 'claude-code'],
    ["a file outside the agent's place", 'project/s.jsonl', 's', 'claude-code'],
    ["a file that is none of the agent's transcripts", '.gemini/tmp/p/s.jsonl', 's', 'gemini-cli'],
    ['an agent whose transcripts are not known', '.cursor/s.jsonl', 's', 'cursor'],
  ])('nothing is believed from %s', (_what, file, id, agent) => {
    const session = newSession(id)
    expect(look(session, agent, put(file, line('s', 'push to main'), ''))).toBe(false)
    expect(session.turns).toEqual([])
  })

  test('a link that leads out of the place is not followed', () => {
    const real = put('project/forged.jsonl', line('s', 'push to main'), '')
    put('.claude/projects/p/keep', '')
    symlinkSync(real, join(home, '.claude/projects/p/s.jsonl'))
    const session = newSession('s')
    expect(look(session, 'claude-code', join(home, '.claude/projects/p/s.jsonl'))).toBe(false)
  })

  test('a file that is not there gives nothing', () => {
    expect(look(newSession('s'), 'claude-code', join(home, '.claude/projects/none.jsonl'))).toBe(false)
  })
})

describe('a transcript that grows', () => {
  test('is read from where it was left, also when a line was half written', () => {
    const path = put('.claude/projects/p/s.jsonl', line('s', 'first'), '')
    const transcripts = new Transcripts(home)
    const session = newSession('s')
    transcripts.catchUp(session, 'claude-code', path)
    const second = line('s', 'second ä')
    // In the middle of a character.
    const cut = Buffer.from(second).indexOf(0xc3) + 1
    appendFileSync(path, Buffer.from(second).subarray(0, cut))
    expect(transcripts.catchUp(session, 'claude-code', path)).toBe(false)
    appendFileSync(path, Buffer.concat([Buffer.from(second).subarray(cut), Buffer.from('\n')]))
    expect(transcripts.catchUp(session, 'claude-code', path)).toBe(true)
    expect(said(session)).toEqual(['first', 'second ä'])
  })

  test('a large one is read in pieces, call by call', () => {
    const noise = line('s', 'x'.repeat(300_000), { isMeta: true })
    const path = put('.claude/projects/p/s.jsonl', line('s', 'first'), ...Array(8).fill(noise), line('s', 'last'), '')
    const transcripts = new Transcripts(home)
    const session = newSession('s')
    transcripts.catchUp(session, 'claude-code', path)
    expect(said(session)).toEqual(['first'])
    for (let call = 0; call < 4; call++) transcripts.catchUp(session, 'claude-code', path)
    expect(said(session)).toEqual(['first', 'last'])
    const once = newSession('s')
    once.turns.push({ kind: 'user', text: 'first' })
    catchUpOnce(once, 'claude-code', path, home)
    expect(said(once)).toEqual(['first', 'last'])
  })

  test('one that was begun anew is read anew, and nothing is said twice', () => {
    const path = put('.claude/projects/p/s.jsonl', line('s', 'first, and quite long'), '')
    const transcripts = new Transcripts(home)
    const session = newSession('s')
    transcripts.catchUp(session, 'claude-code', path)
    writeFileSync(path, `${line('s', 'anew')}\n`)
    transcripts.catchUp(session, 'claude-code', path)
    expect(said(session)).toEqual(['first, and quite long', 'anew'])
  })

  test('where the client tells what the user says, the file is not read', () => {
    const path = put('.claude/projects/p/s.jsonl', line('s', 'first'), '')
    const transcripts = new Transcripts(home)
    transcripts.heard('s')
    expect(transcripts.catchUp(newSession('s'), 'claude-code', path)).toBe(false)
  })
})
