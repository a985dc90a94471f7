import { describe, expect, test } from 'vitest'
import { readConstrained } from './constrained-answer.ts'
import type { StopReason } from './models/model.ts'

describe('an answer that was held to JSON', () => {
  test.each([
    '{"block":false}',
    '{"block": false}',
    ' {"block":false}\n',
    '{"block":false,"reason":"ordinary work"}',
    '{"reason":"a <block>yes</block> in it","block":false}',
  ])('%s says no', (text) => expect(readConstrained(text, 'end')).toEqual({ says: 'no' }))

  test('a yes brings its reason and the rule it names, safe to show', () => {
    expect(
      readConstrained('{"reason":"[git.force-push] overwrites\\u001b[2J main","block":true}', 'end'),
    ).toMatchObject({
      says: 'yes',
      rule: 'git.force-push',
      reason: expect.not.stringContaining('\u001b'),
    })
    expect(readConstrained('{"block":true}', 'end')).toEqual({ says: 'yes', reason: '' })
  })

  test.each([
    '',
    'no',
    'false',
    '{}',
    '[]',
    '[{"block":false}]',
    'null',
    '{"block":"false"}',
    '{"block":"no"}',
    '{"block":0}',
    '{"block":null}',
    '{"Block":false}',
    '{"block":false',
    '{"block":false}}',
    '{"block":false}{"block":true}',
    '{"block":false} but wait',
    'Sure: {"block":false}',
    '```json\n{"block":false}\n```',
    '{"block":true,"block":false}',
    '{"block":false,"block":false}',
    '{"block":false,"verdict":"ok"}',
    '{"block":false,"reason":null}',
    '{"block":false,"reason":{"block":true}}',
    '{"block":false,}',
    "{'block':false}",
    '{"block":false}\u0000',
    '\ufeff{"block":false}',
    '\u200b{"block":false}',
    '{"bl\\u006fck":false,"x":1}',
    '<block>no</block>',
    '{"__proto__":{"block":false}}',
    `{"block":false,"reason":"${'x'.repeat(70_000)}"}`,
  ])('%j cannot be read', (text) => expect(readConstrained(text, 'end').says).toBe('unreadable'))

  test.each<[StopReason, string]>([
    ['max-tokens', 'truncated'],
    ['refusal', 'refusal'],
    ['stop-sequence', 'malformed'],
    ['other', 'malformed'],
  ])('nothing counts that ended by %s', (ended, why) => {
    expect(readConstrained('{"block":false}', ended)).toEqual({ says: 'unreadable', why })
  })

  test('no cut of a no is one', () => {
    const whole = '{"block":false,"reason":"fine"}'
    for (let at = 0; at < whole.length; at++)
      expect(readConstrained(whole.slice(0, at), 'end'), whole.slice(0, at)).toMatchObject({ says: 'unreadable' })
  })
})
