import { describe, expect, test } from 'vitest'
import { merged } from './merged.testing.ts'
import { readSettings } from './read-settings.ts'

const guardian = (mode: string, model?: string): object => ({ guardian: { mode, ...(model ? { model } : {}) } })

describe('the settings of the guardian', () => {
  test('nobody said anything: it is off', () => expect(merged().guardian).toBeUndefined())

  test('the strictest mode holds, the highest file names the model', () => {
    expect(merged(['managed', guardian('guard', 'a')], ['user', guardian('strict', 'b')]).guardian).toEqual({
      mode: 'strict',
      model: 'a',
    })
    expect(merged(['managed', guardian('guard')], ['user', guardian('off')]).guardian).toEqual({ mode: 'guard' })
  })

  test.each(['trusted-project', 'untrusted-project'] as const)('a %s has no say in it', (owner) => {
    const policy = merged([owner, guardian('off')], ['user', guardian('strict')])
    expect(policy.guardian).toEqual({ mode: 'strict' })
    expect(policy.notices?.map((notice) => notice.key)).toEqual(['guardian'])
  })

  test('it is part of the digest', () =>
    expect(merged(['user', guardian('guard')]).digest).not.toBe(merged(['user', guardian('strict')]).digest))

  test.each([{ guardian: {} }, { guardian: { mode: 'on' } }, { guardian: { mode: 'guard', timeout: 1 } }])(
    '%j is refused',
    (settings) => expect(readSettings(JSON.stringify(settings), 'settings.json').problems).not.toEqual([]),
  )
})
