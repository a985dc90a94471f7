import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Command } from 'commander'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { freshDirectory, sample } from '../../../test/journal/samples.ts'
import { AuditLogger } from '../../journal/audit-logger.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { journalFor } from '../journal-places.ts'
import { addLogCommands } from './log.ts'
import { addReplayCommand } from './replay.ts'
import { readWhen } from './when.ts'

const HOSTILE = '\u001b[2J\u001b]52;c;eA==\u0007\r\u202e\u200b\u009b31m'

let state: string

beforeAll(async () => {
  state = freshDirectory()
  vi.stubEnv('HOME', freshDirectory())
  const journal = openSqliteJournal({ ...journalFor(state), thread: 'caller', deadlineMs: 20_000 })
  await journal.remember(sample('one'))
  await journal.remember(sample('two', { decision: 'deny', agent: 'codex', session: 'other' }))
  await journal.remember(
    sample(`three${HOSTILE}`, {
      tool: `T${HOSTILE}`,
      session: HOSTILE,
      input: { command: `rm ${HOSTILE}`, [HOSTILE]: HOSTILE },
    }),
  )
  await journal.remember(sample('four', { input: { file_path: '/home/dev/100%_done.txt' }, tool: 'Read' }))
  await journal.close()
})

afterEach(() => {
  process.exitCode = undefined
})

async function run(...words: readonly string[]): Promise<string> {
  const program = new Command().exitOverride().configureOutput({ writeErr() {} })
  addLogCommands(program)
  addReplayCommand(program, async () => async (_call, session) => ({
    decision: session.mode === 'plan' ? 'ask' : 'deny',
    because: [{ code: 'test.deny', sentence: HOSTILE }],
    layer: 'rules',
    trace: [],
    actions: [],
    fingerprint: '',
  }))
  let text = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  try {
    await program.parseAsync([...words], { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return text
}

const log = (...words: readonly string[]): Promise<string> => run('log', ...words, '--state', state)

/** Anything that could steer a terminal or hide text, but line feeds. */
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/

describe('portcullis log', () => {
  it('lists the latest records, one line each', async () => {
    const lines = (await log()).trimEnd().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('allow')
    expect(lines[1]).toMatch(/-2 .*deny.*codex.*git\.force-push/)
  })

  const filters: readonly (readonly [readonly string[], number])[] = [
    [['--session', 'other'], 1],
    [['--agent', 'codex'], 1],
    [['--tool', 'Read'], 1],
    [['--tool', 'Rea'], 0],
    [['--decision', 'deny'], 1],
    [['--code', 'git.force-push'], 1],
    [['--code', 'git.*'], 1],
    [['--code', 'git'], 0],
    [['--code', '%*'], 0],
    [['--text', '100%_DONE'], 1],
    [['--text', '100x_done'], 0],
    [['--text', 'force-with-lease'], 1],
    [['--event', 'permission_granted'], 3],
    [['--severity', 'info'], 4],
    [['--severity', 'warn'], 1],
    [['--severity', 'critical'], 0],
    [['--since', '1h'], 4],
    [['--until', '1h'], 0],
    [['-n', '2'], 2],
    [["--session=' or 1=1 --"], 0],
  ]
  it.each(filters)('%j finds %i', async (words, count) => {
    expect((await log(...words)).split('\n').filter((line) => line !== '')).toHaveLength(count)
  })

  it.each([
    ['list', []],
    ['show', ['show', '3']],
    ['stats', ['stats']],
    ['verify', ['verify']],
    ['json', ['--json']],
    ['show json', ['show', '3', '--json']],
    ['export', ['export']],
    ['ocsf', ['export', '--format', 'ocsf']],
  ] as const)('hostile text never reaches the terminal as control characters: %s', async (_name, words) => {
    expect(await log(...words)).not.toMatch(STEERING)
  })

  it('shows one record with its trace', async () => {
    const text = await log('show', '2')
    for (const piece of [
      'git.force-push [soft]',
      'cleared by: push with --force-with-lease',
      'admission',
      '12 µs',
      '/home/dev/project',
    ]) {
      expect(text).toContain(piece)
    }
    expect(JSON.parse(await log('show', '2', '--json'))).toMatchObject({ seq: 2, body: { call: 'two' } })
    await expect(log('show', '99')).rejects.toThrow('there is no record')
    await expect(log('show', "1' or 1=1")).rejects.toThrow('there is no record')
  })

  it('exports and counts', async () => {
    expect((await log('export')).trim().split('\n')).toHaveLength(4)
    expect((await log('export', '--format', 'csv', '--decision', 'deny')).trim().split('\r\n')).toHaveLength(2)
    expect((await log('export', '--format', 'ocsf')).split('\n')[0]).toContain('"class_uid":6003')
    await expect(log('export', '--format', 'xml')).rejects.toThrow('jsonl, csv, ocsf')
    expect(JSON.parse(await log('stats', '--json'))).toMatchObject({
      records: 4,
      by: {
        decision: [
          ['allow', 3],
          ['deny', 1],
        ],
      },
    })
  })

  it('verifies an export without the journal, and finds what was changed, cut out or cut off', async () => {
    const lines = (await run('log', 'export', '--state', state)).trimEnd().split('\n')
    const file = join(freshDirectory(), 'export.jsonl')
    const checkpoints = join(state, 'checkpoints.jsonl')
    const verified = async (kept: readonly string[], ...more: readonly string[]): Promise<string> => {
      writeFileSync(file, `${kept.join('\n')}\n`)
      return run('log', 'verify', file, '--state', freshDirectory(), ...more)
    }
    expect(await verified(lines)).toContain('unwitnessed: 4 records')
    expect(await verified(lines, '--checkpoints', checkpoints)).toContain('sound: 4 records')
    expect(await verified(lines.with(1, lines[1]!.replace('"deny"', '"allow"')))).toContain('is not what was written')
    expect(await verified(lines.toSpliced(1, 1))).toContain('is missing or out of place')
    expect(await verified(lines.slice(0, 3), '--checkpoints', checkpoints)).toContain('the end was cut off')
    expect(await verified([...lines, 'not json'])).toContain('line 5')
    expect(process.exitCode).toBe(1)
  })

  it('verifies, and names the first bad record with exit code 1', async () => {
    expect(await log('verify')).toContain('unwitnessed: 4 records')
    expect(process.exitCode).toBe(3)
    const database = new DatabaseSync(join(state, 'journal.db'))
    database.exec("update audit_log set decision = 'deny' where seq = 3")
    const text = await log('verify')
    expect(text).toMatch(/first finding: record [0-9a-f]{8}-3 is not what was written/)
    expect(text).toContain('NOT sound')
    expect(process.exitCode).toBe(1)
    database.exec("update audit_log set decision = 'allow' where seq = 3")
    database.close()
  })

  it('accept sets a log aside that is not sound, and only then', async () => {
    expect(await log('accept', '--yes')).toContain('nothing is wrong')
    const other = freshDirectory()
    const journal = openSqliteJournal({ ...journalFor(other), thread: 'caller', deadlineMs: 20_000 })
    await journal.remember(sample('one'))
    await journal.close()
    const database = new DatabaseSync(join(other, 'journal.db'))
    database.exec("update audit_log set decision = 'deny'")
    database.close()
    expect(await run('log', 'accept', '--state', other)).toContain('With --yes')
    expect(await run('log', 'verify', '--state', other)).toContain('NOT sound')
    expect(await run('log', 'accept', '--yes', '--state', other)).toContain('set-aside-')
    expect(await run('log', 'verify', '--state', other)).toContain('unwitnessed: 1 records')
    expect(await run('log', '--state', other)).toContain('journal.accepted')
  })

  it('prunes what is old enough', async () => {
    expect(await log('prune', '--before', '7d')).toContain('nothing of this writer is older')
    await expect(log('prune', '--before', 'yesterday')).rejects.toThrow('not a time')
  })

  it('says where it looked when there is no journal', async () => {
    await expect(run('log', '--state', join(state, 'nowhere'))).rejects.toMatchObject({ code: 'journal.missing' })
  })
})

describe('portcullis replay', () => {
  it('judges the journal again and shows what would change', async () => {
    const page = join(state, 'replay.html')
    const text = await run('replay', '--state', state, '--examples', '--html', page)
    expect(text).toMatch(/^3 calls judged again/)
    expect(text).toMatch(/allow +deny +2/)
    expect(text).toContain('1 lines could not be read')
    expect(text).not.toMatch(STEERING)
    expect(readFileSync(page, 'utf8')).not.toMatch(STEERING)
    expect(
      JSON.parse(await run('replay', '--state', state, '--json', '--mode', 'plan', '--session', 'other')),
    ).toMatchObject({
      calls: 1,
      changes: [{ before: 'deny', after: 'ask', count: 1 }],
    })
  })

  it('knows which agents it can read', async () => {
    await expect(run('replay', '--from', 'nobody')).rejects.toThrow('claude-code, codex, gemini-cli')
    await expect(run('replay', '--from', 'codex', state)).rejects.toThrow('no transcripts of Codex')
  })
})

describe('times', () => {
  it.each([
    ['30s', 1_000_000 - 30_000],
    ['2h', 1_000_000 - 7_200_000],
    ['2026-11-01', Date.parse('2026-11-01')],
    ['2026-11-01T12:00:00Z', Date.parse('2026-11-01T12:00:00Z')],
  ])('%s', (text, expected) => {
    expect(readWhen(text, 1_000_000)).toBe(expected)
  })
  it.each(['', 'soon', '5', '-5m', '1y', '2026', '99999999d'])('refuses %j', (text) => {
    expect(() => readWhen(text, 0)).toThrow('not a time')
  })
})

it.each([
  ['--decision', 'denied'],
  ['--severity', 'grave'],
])('%s with a word that names nothing is refused, not answered with an empty list', async (option, word) => {
  await expect(log(option, word)).rejects.toThrow(/use one of/)
  await expect(log('export', option, word)).rejects.toThrow(/use one of/)
})

describe('events of a program’s own', () => {
  it('what cannot be the name of an event is refused', async () =>
    expect(log('--event', 'Every Thing')).rejects.toThrow(/lower-case words/))

  it('are found by their name, and by how grave they are', async () => {
    const own = freshDirectory()
    const journal = openSqliteJournal({ ...journalFor(own), thread: 'caller', deadlineMs: 20_000 })
    const logger = new AuditLogger(journal)
    await logger.log({ type: 'deploy_started', severity: 'info', agent: 'mine' })
    await logger.log({ type: 'deploy.rolled_back', severity: 'critical', agent: 'mine' })
    await logger.log({ type: 'rate_limited', severity: 'warn' })
    for (const type of ['Deploy', '', 'x'.repeat(65), 'a b', "a';--"])
      await expect(logger.log({ type, severity: 'info' })).rejects.toThrow('not the name of an event')
    await journal.close()
    const found = async (...words: readonly string[]): Promise<number> =>
      (await run('log', ...words, '--state', own)).split('\n').filter((line) => line !== '').length
    expect(await found('--event', 'deploy_started')).toBe(1)
    expect(await found('--event', 'deploy.rolled_back', '--severity', 'warn')).toBe(1)
    expect(await found('--severity', 'warn')).toBe(2)
    expect(await found('--severity', 'info')).toBe(3)
  })

  it('a name that no record has is told from an empty log', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    expect(await log('--event', 'deploy_startd')).toBe('')
    expect(said.mock.calls.join('')).toContain("No event is called `deploy_startd`; the gate's own are firewall_block")
    said.mockRestore()
  })
})
