import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSession, type Session } from '../../session.ts'
import { catchUpOnce, isHeadless, Transcripts } from './transcript.ts'

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

const ran = (session: string, model: string, more: object = {}): string =>
  JSON.stringify({
    type: 'assistant',
    sessionId: session,
    message: { role: 'assistant', model, content: [{ type: 'text', text: 'ok' }] },
    ...more,
  })

describe.each(WAYS)('%s', (_way, look) => {
  test('the model of the main loop is the last one that answered there, not a sub-agent’s and not the program', () => {
    const path = put(
      '.claude/projects/p/s.jsonl',
      ran('s', 'claude-opus-5'),
      ran('s', 'claude-sonnet-5'),
      ran('s', 'claude-haiku-4-5', { isSidechain: true }),
      ran('s', '<synthetic>'),
      ran('other', 'claude-fable-5'),
      '',
    )
    const session = newSession('s')
    look(session, 'claude-code', path)
    expect(session.model).toBe('claude-sonnet-5')
    expect(said(session)).toEqual([])
  })

  test.each([
    [
      'codex',
      '.codex/sessions/2026/rollout-x.jsonl',
      JSON.stringify({ type: 'session_meta', payload: { id: 's', cwd: '/p', model: 'no' } }),
      JSON.stringify({ type: 'turn_context', payload: { cwd: '/p', model: 'gpt-5.2-codex' } }),
    ],
    [
      'qwen-code',
      '.qwen/projects/p/chats/s.jsonl',
      JSON.stringify({ type: 'system', sessionId: 's' }),
      JSON.stringify({ type: 'assistant', sessionId: 's', model: 'gpt-5.2-codex', message: { parts: [] } }),
    ],
  ])('of %s, too', (agent, path, first, second) => {
    const session = newSession('s')
    look(session, agent, put(path, first, second, ''))
    expect(session.model).toBe('gpt-5.2-codex')
  })

  test('a file outside the agent’s own place names no model', () => {
    const session = newSession('s')
    look(session, 'claude-code', put('project/s.jsonl', ran('s', 'claude-haiku-4-5'), ''))
    expect(session.model).toBeUndefined()
  })

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

  test('where the client tells what the user says, only what was queued meanwhile is taken, once', () => {
    const path = put('.claude/projects/p/s.jsonl', line('s', 'first'), '')
    const transcripts = new Transcripts(home)
    const session = newSession('s')
    session.turns.push({ kind: 'user', text: 'first' })
    transcripts.heard('s')
    expect(transcripts.catchUp(session, 'claude-code', path)).toBe(false)
    const queued = (attachment: object): string => line('s', '', { type: 'attachment', attachment })
    appendFileSync(
      path,
      `${[
        line('s', 'heard as an event'),
        queued({ type: 'queued_command', prompt: 'do not push' }),
        queued({ type: 'queued_command', prompt: [{ type: 'text', text: 'and no commits' }], commandMode: 'prompt' }),
        queued({ type: 'queued_command', prompt: '<task-notification>done</task-notification>' }),
        queued({ type: 'queued_command', prompt: 'of the program', commandMode: 'task-notification' }),
        queued({ type: 'file', prompt: 'a file' }),
      ].join('\n')}\n`,
    )
    expect(transcripts.catchUp(session, 'claude-code', path)).toBe(true)
    transcripts.heard('s')
    expect(transcripts.catchUp(session, 'claude-code', path)).toBe(false)
    expect(said(session)).toEqual(['first', 'do not push', 'and no commits'])
    // Another process, which has heard no event, takes nothing twice.
    expect(new Transcripts(home).catchUp(session, 'claude-code', path)).toBe(true)
    expect(said(session)).toEqual(['first', 'do not push', 'and no commits', 'heard as an event'])
  })
})

describe('whether anybody is there', () => {
  const bookkeeping = JSON.stringify({ type: 'mode', mode: 'normal', sessionId: 's' })
  test.each<[string, readonly string[], boolean | undefined]>([
    ['claude -p calls itself sdk-cli', [bookkeeping, line('s', 'go', { entrypoint: 'sdk-cli' })], true],
    ['a terminal calls itself cli', [line('s', 'go', { entrypoint: 'cli' })], false],
    ['a program on the SDK answers for itself', [line('s', 'go', { entrypoint: 'sdk-ts' })], false],
    [
      'the first line that says it counts',
      [line('s', 'go', { entrypoint: 'cli' }), line('s', 'x', { entrypoint: 'sdk-cli' })],
      false,
    ],
    ['what a user types is not where it is said', [line('s', '"entrypoint":"sdk-cli"')], undefined],
    ['a line that is no object says nothing', ['["entrypoint"]', '{"entrypoint":7}', '{"entrypoint":"sdk-'], undefined],
    ['an older client does not say', [line('s', 'go')], undefined],
  ])('%s', (_that, lines, headless) => {
    const path = put('.claude/projects/p/s.jsonl', ...lines)
    expect(isHeadless('claude-code', path, home)).toBe(headless)
    expect(new Transcripts(home).isHeadless('claude-code', path)).toBe(headless === true)
  })

  test('only the record in its own place is believed, and only of Claude Code', () => {
    const elsewhere = put('project/s.jsonl', line('s', 'go', { entrypoint: 'sdk-cli' }))
    expect(isHeadless('claude-code', elsewhere, home)).toBeUndefined()
    expect(isHeadless('claude-code', join(home, 'missing'), home)).toBeUndefined()
    const path = put('.claude/projects/p/s.jsonl', line('s', 'go', { entrypoint: 'sdk-cli' }))
    expect(isHeadless('codex', path, home)).toBe(false)
  })

  test('what the file does not say yet is looked up again', () => {
    const transcripts = new Transcripts(home)
    const path = put('.claude/projects/p/s.jsonl', `${bookkeeping}\n`)
    expect(transcripts.isHeadless('claude-code', path)).toBe(false)
    appendFileSync(path, `${line('s', 'go', { entrypoint: 'sdk-cli' })}\n`)
    expect(transcripts.isHeadless('claude-code', path)).toBe(true)
  })
})
