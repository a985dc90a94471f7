import { spawn } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHILD } from '../../../test/journal/crash.ts'
import { freshDirectory, rememberedCalls, sample, verifyState } from '../../../test/journal/samples.ts'
import { within } from '../../../test/until.ts'
import { AUDIT_EVENT_TYPES, AUDIT_SEVERITIES, AuditLogger } from '../audit-logger.ts'
import { loadKey, readCheckpoints, statePaths } from './checkpoint-file.ts'
import { openReader } from './sqlite-reader.ts'
import { openSqliteJournal } from './sqlite.ts'

async function run(...words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [CHILD, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  await within('the child ends', new Promise((resolve) => child.on('close', resolve)), 50_000)
  return text
}

describe('several processes with one file', () => {
  it('and one key share one chain without a fork', async () => {
    const state = freshDirectory()
    const file = join(state, 'journal.db')
    const said = await Promise.all(['a', 'b', 'c'].map((name) => run('share', state, file, '200', name)))
    expect(said).toEqual(['end\n', 'end\n', 'end\n'])
    const result = await verifyState(state)
    expect(result).toMatchObject({ ok: true, records: 600, damage: [] })
    expect(result.chains).toMatchObject([{ records: 600, signed: 600 }])
    expect(new Set(rememberedCalls(state)).size).toBe(600)
  })

  it('and a key each write a chain each', async () => {
    const states = [freshDirectory(), freshDirectory()]
    const file = join(freshDirectory(), 'journal.db')
    const writers = states.map((state) => loadKey(statePaths(state)).writer)
    await Promise.all(states.map((state, index) => run('share', state, file, '200', `w${index}`, writers[1 - index]!)))
    const reader = openReader(file)
    const checkpoints = states.flatMap((state) => readCheckpoints(statePaths(state).checkpoints).checkpoints)
    const { verify } = await import('../verify.ts')
    const result = verify({ records: reader.records(), anchors: [], checkpoints })
    reader.close()
    expect(result).toMatchObject({ ok: true, records: 400 })
    expect(result.chains.map((chain) => chain.records)).toEqual([200, 200])
  })
})

describe('the journal', () => {
  it('keeps its files to its owner', async () => {
    const state = freshDirectory()
    const journal = openSqliteJournal({ stateDirectory: state, deadlineMs: 20_000 })
    await journal.remember(sample('a'))
    for (const name of ['journal.db', 'journal.db-wal', 'journal.key', 'checkpoints.jsonl']) {
      expect(statSync(join(state, name)).mode & 0o777, name).toBe(0o600)
    }
    await journal.close()
  })

  it('refuses a signing key that others can read', async () => {
    const state = freshDirectory()
    const journal = openSqliteJournal({ stateDirectory: state, deadlineMs: 20_000 })
    await journal.remember(sample('a'))
    await journal.close()
    chmodSync(join(state, 'journal.key'), 0o644)
    const again = openSqliteJournal({ stateDirectory: state, deadlineMs: 20_000 })
    await expect(again.remember(sample('b'))).rejects.toMatchObject({ code: 'journal.failed' })
    chmodSync(join(state, 'journal.key'), 0o600)
    await expect(again.remember(sample('c'))).resolves.toBeUndefined()
    await again.close()
  })

  it('does not keep a program alive that has nothing more to write', async () => {
    const script = `
      const { openSqliteJournal } = await import(${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)})
      const { sample } = await import(${JSON.stringify(new URL('../../../test/journal/samples.ts', import.meta.url).href)})
      const journal = openSqliteJournal({ stateDirectory: process.argv[1], deadlineMs: 3_600_000 })
      await journal.remember(sample('a'))
      console.log('durable')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, freshDirectory()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (chunk) => (text += String(chunk)))
    // With the timer of its deadline it would run for an hour.
    const ended = new Promise((resolve) => child.on('close', resolve))
    expect(await within('the child ends by itself', ended, 50_000)).toBe(0)
    expect(text).toBe('durable\n')
  })

  it('many callers share few commits', async () => {
    const state = freshDirectory()
    const journal = openSqliteJournal({ stateDirectory: state, deadlineMs: 20_000 })
    await Promise.all(Array.from({ length: 500 }, (_, index) => journal.remember(sample(`g-${index}`))))
    await journal.close()
    expect((await verifyState(state)).records).toBe(500)
  })

  it('keeps what a record says', async () => {
    const state = freshDirectory()
    const journal = openSqliteJournal({ stateDirectory: state, deadlineMs: 20_000 })
    const tokens = { input: 10, cached: 5, written: 3, output: 2 }
    const known = { model: 'm', stage: 'first', tokens, price: 0.001, latencyMs: 12.5 }
    const unknown = { model: 'of my own', stage: 'thinking', tokens, price: undefined, latencyMs: 1 }
    const full = sample('full', { decision: 'deny' })
    const verdict = { ...full.verdict, usage: [known, unknown] }
    await journal.remember({ ...full, verdict, user: 'jane', approver: 'sam' })
    await journal.close()
    const reader = openReader(join(state, 'journal.db'))
    const [record] = await reader.latest({}, 1)
    reader.close()
    expect(record).toMatchObject({ decision: 'deny', code: 'git.force-push', user: 'jane', event: 'permission_denied' })
    expect(JSON.parse(record!.body)).toMatchObject({
      call: 'full',
      approver: 'sam',
      usage: [known, { model: 'of my own', stage: 'thinking', tokens, latencyMs: 1 }],
      because: [{ code: 'git.force-push', severity: 'soft', clearedBy: 'push with --force-with-lease' }],
      trace: [{ layer: 'admission', micros: 3 }, { layer: 'firewall' }, { layer: 'rules', said: 'deny' }],
    })
  })
})

describe('AuditLogger', () => {
  it('writes every kind of event with the three severities into the same chain', async () => {
    const state = freshDirectory()
    const journal = openSqliteJournal({ stateDirectory: state, deadlineMs: 20_000 })
    const logger = new AuditLogger(journal)
    expect(AUDIT_EVENT_TYPES).toHaveLength(14)
    for (const type of AUDIT_EVENT_TYPES) {
      for (const severity of AUDIT_SEVERITIES) {
        await logger.log({ type, severity, session: 's', user: 'jane', details: { token: 'abc', note: 'n' } })
      }
    }
    await journal.close()
    const reader = openReader(join(state, 'journal.db'))
    const stats = await reader.stats({})
    const [last] = await reader.latest({}, 1)
    reader.close()
    expect(stats.records).toBe(42)
    expect(stats.by.event).toHaveLength(14)
    expect(JSON.parse(last!.body)).toEqual({ token: '[redacted value]', note: 'n' })
    expect((await verifyState(state)).ok).toBe(true)
  })

  it('says when an event is not written, and never throws for a note', async () => {
    const failing = { append: () => Promise.reject(new Error('down')) }
    const logger = new AuditLogger(failing)
    await expect(logger.log({ type: 'rate_limited', severity: 'warn' })).rejects.toThrow('down')
    expect(await logger.note({ type: 'rate_limited', severity: 'warn' })).toBe('not written')
  })
})
