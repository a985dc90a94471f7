import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../call/tool-call.ts'
import type { ChainedRow } from './chain.ts'
import { canonical, GENESIS, linkHash } from './chain.ts'

const row: ChainedRow = {
  writer: 'w',
  seq: 1,
  at: 1_700_000_000_000,
  event: 'permission_granted',
  severity: 'info',
  session: 's',
  agent: 'codex',
  tool: 'Bash',
  decision: 'allow',
  code: 'rule.allow',
  user: '',
  fingerprint: 'f',
  policy: 'p',
  body: '{"input":{"command":"ls"}}',
}

describe('canonical JSON', () => {
  const rows: readonly (readonly [string, JsonValue, string])[] = [
    ['keys are sorted', { b: 1, a: 2 }, '{"a":2,"b":1}'],
    ['at every depth', { z: [{ d: 1, c: 2 }] }, '{"z":[{"c":2,"d":1}]}'],
    ['by code unit, not by locale', { é: 1, z: 2, Z: 3 }, '{"Z":3,"z":2,"é":1}'],
    ['lists keep their order', [3, 1, 2], '[3,1,2]'],
    ['minus zero is zero', -0, '0'],
    ['control characters are escaped', 'a\u001b', '"a\\u001b"'],
  ]
  it.each(rows)('%s', (_name, value, expected) => {
    expect(canonical(value)).toBe(expected)
  })

  const refused: readonly (readonly [string, () => JsonValue])[] = [
    ['a lone high surrogate', () => 'rm \ud800'],
    ['a lone low surrogate in a key', () => ({ '\udc00': 1 })],
    ['not a number', () => Number.NaN],
    ['infinity', () => [Number.POSITIVE_INFINITY]],
    ['a hundred thousand nested lists', () => JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))],
  ]
  it.each(refused)('refuses %s', (_name, make) => {
    expect(() => canonical(make())).toThrow()
  })

  it('is the same for equal values in any key order, and reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonical(value as JsonValue)
        expect(canonical(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('a link of the chain', () => {
  it('is SHA-256 over the canonical form of the row and the previous hash', () => {
    const { body, ...columns } = row
    const whole = canonical({ ...columns, previous: GENESIS, body: JSON.parse(body) })
    expect(linkHash(GENESIS, row)).toBe(hash('sha256', whole, 'hex'))
  })

  const changes: readonly (readonly [string, Partial<ChainedRow>])[] = [
    ['writer', { writer: 'v' }],
    ['seq', { seq: 2 }],
    ['at', { at: row.at + 1 }],
    ['event', { event: 'permission_denied' }],
    ['severity', { severity: 'warn' }],
    ['session', { session: 't' }],
    ['agent', { agent: 'cursor' }],
    ['tool', { tool: 'Write' }],
    ['decision', { decision: 'deny' }],
    ['code', { code: 'rule.deny' }],
    ['user', { user: 'eve' }],
    ['fingerprint', { fingerprint: 'g' }],
    ['policy', { policy: 'q' }],
    ['body', { body: '{"input":{"command":"id"}}' }],
  ]
  it.each(changes)('changes with its %s', (_name, change) => {
    expect(linkHash(GENESIS, { ...row, ...change })).not.toBe(linkHash(GENESIS, row))
  })

  it('has a row for every column above', () => {
    expect(changes.map(([name]) => name).toSorted()).toEqual(Object.keys(row).toSorted())
  })

  it('changes with the record before it', () => {
    expect(linkHash('1'.repeat(64), row)).not.toBe(linkHash(GENESIS, row))
  })
})
