import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../call/tool-call.ts'
import { insightsOf } from './insights.ts'
import type { StoredRecord } from './records.ts'

let position = 0

function record(columns: Partial<StoredRecord>, body: JsonObject | string = {}): StoredRecord {
  position++
  return {
    position,
    writer: 'abcdef01',
    seq: position,
    at: 60_000 * position,
    event: 'permission_granted',
    severity: 'info',
    session: 's',
    agent: 'claude-code',
    tool: 'Bash',
    decision: 'allow',
    code: 'rulebook.harmless',
    user: '',
    fingerprint: 'f',
    policy: '',
    body: typeof body === 'string' ? body : JSON.stringify({ layer: 'review', input: { command: 'make' }, ...body }),
    hash: '',
    ...columns,
  }
}

const summary = (input: JsonObject): string => String(input['command'] ?? '')
const over = (records: readonly StoredRecord[], to = 3_600_000): ReturnType<typeof insightsOf> =>
  insightsOf(records, { from: 0, to, cut: false, summary })

const asks = { layer: 'humans', trace: [{ layer: 'review', said: 'ask', micros: 5, reasons: [{ code: 'git.push' }] }] }

describe('what people overrode', () => {
  test('is told by the reason that asked, and counted', () => {
    const approved = { decision: 'allow', code: 'person.approved' }
    const found = over([record(approved, asks), record(approved, asks), record({}, asks)])
    expect(found.overridden).toEqual([
      { code: 'git.push', tool: 'Bash', summary: 'make', count: 2, records: [expect.any(String), expect.any(String)] },
    ])
  })

  test('is found by the question before it where the record does not say', () => {
    const found = over([
      record({ decision: 'ask', code: 'rulebook.cannot-tell', fingerprint: 'x' }),
      record({ decision: 'allow', code: 'person.approved', fingerprint: 'x' }),
      record({ decision: 'allow', code: 'person.approved', fingerprint: 'other' }),
    ])
    expect(found.overridden.map(({ code, count }) => [code, count])).toEqual([['rulebook.cannot-tell', 1]])
  })
})

describe('contained runs', () => {
  const run = (id: string, became: string): StoredRecord =>
    record({ event: 'contained_run', decision: '', code: `contain.${became}` }, { run: id, became })

  test('count as what became of them at last; saved are those that nobody was asked about', () => {
    const found = over([
      run('a', 'committed'),
      run('b', 'unchanged'),
      run('c', 'held'),
      run('c', 'committed'),
      run('d', 'held'),
      run('d', 'discarded'),
      run('e', 'committed'),
      run('e', 'conflict'),
      run('f', 'nonsense'),
    ])
    expect(found.contained).toEqual({
      committed: 2,
      unchanged: 1,
      held: 0,
      discarded: 1,
      conflict: 1,
      failed: 0,
      runs: 5,
      saved: 2,
    })
    expect(found.records).toBe(0)
  })

  test('a contain is a decision of its own, and no reason that stopped a call', () => {
    const found = over([record({ decision: 'contain', code: 'contain.doubt' })])
    expect(found.agents[0]).toMatchObject({ allow: 0, contain: 1, ask: 0, deny: 0 })
    expect(found.reasons).toEqual([])
  })
})

describe('insights', () => {
  test('leave out what is no part of the picture, wherever it would count', () => {
    const probe = record(
      { decision: 'deny', code: 'destruction.local', session: 'probe' },
      { trace: [{ layer: 'review', said: 'deny', micros: 5 }], usage: [{ tokens: { input: 1 }, price: 1 }] },
    )
    const leaveOut = ({ session }: StoredRecord, input: JsonObject): boolean =>
      session === 'probe' && input['command'] === 'make'
    const options = { from: 0, to: 3_600_000, cut: false, summary, leaveOut }
    const other = record({})
    expect(insightsOf([probe, other], options)).toEqual(insightsOf([other], options))
    expect(insightsOf([probe], { ...options, leaveOut: () => false }).records).toBe(1)
  })

  test('count by time, layer, agent and reason', () => {
    const found = over([
      record({ at: 1 }, { layer: 'firewall' }),
      record({ at: 2, decision: 'deny', code: 'firewall.path' }, { layer: 'firewall' }),
      record({ at: 3_000_000, agent: 'codex', decision: 'deny', code: 'firewall.path' }, { layer: 'rules' }),
    ])
    expect(found.buckets).toEqual([
      { at: 0, byLayer: { firewall: { allow: 1, contain: 0, ask: 0, deny: 1 } } },
      { at: 3_000_000, byLayer: { rules: { allow: 0, contain: 0, ask: 0, deny: 1 } } },
    ])
    expect(found.reasons).toMatchObject([
      { code: 'firewall.path', count: 2, example: { tool: 'Bash', summary: 'make' } },
    ])
    expect(found.agents).toEqual([
      { agent: 'claude-code', allow: 1, contain: 0, ask: 0, deny: 1, cost: 0 },
      { agent: 'codex', allow: 0, contain: 0, ask: 0, deny: 1, cost: 0 },
    ])
  })

  test('tell how long each layer took, and what the models cost', () => {
    const usage = {
      model: 'm',
      stage: 'first',
      tokens: { input: 100, cached: 300, written: 0, output: 5 },
      latencyMs: 1,
    }
    const trace = [10, 11, 99_000_000].map((micros) => ({ layer: 'rules', said: 'passed', micros, reasons: [] }))
    const found = over([record({}, { trace, usage: [{ ...usage, price: 0.25 }, usage] })])
    expect(found.latency['rules']?.filter(({ count }) => count > 0)).toEqual([
      { upTo: 10, count: 1 },
      { upTo: 30, count: 1 },
      { upTo: null, count: 1 },
    ])
    expect(found.model).toEqual({
      reviews: 1,
      tokens: { input: 200, cached: 600, written: 0, output: 10 },
      cacheShare: 0.75,
      cost: 0.25,
      unpriced: 1,
    })
  })

  test('pass over what is no decision or cannot be read', () => {
    const found = over([
      record({ decision: '' }),
      record({}, 'not JSON'),
      record({}, { trace: [1, { layer: 'rules' }], usage: ['x'] }),
    ])
    expect(found.records).toBe(1)
    expect(found.latency).toEqual({})
  })

  test('stay small however much there is', () => {
    const many = Array.from({ length: 20_000 }, (_, index) =>
      record(
        { at: index * 86_400_000, agent: `agent ${index}`, decision: 'deny', code: `code.${index}` },
        { layer: `layer ${index}`, input: { command: `c ${index}` } },
      ),
    )
    const found = over(many, 20_000 * 86_400_000)
    expect(found.buckets.length).toBeLessThanOrEqual(122)
    expect(found.agents.length).toBe(100)
    expect(found.reasons.length).toBe(50)
    expect(JSON.stringify(found).length).toBeLessThan(300_000)
  })
})
