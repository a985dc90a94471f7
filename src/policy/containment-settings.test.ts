import { describe, expect, test } from 'vitest'
import { merged } from './merged.testing.ts'
import { readSettings } from './read-settings.ts'

describe('the settings of containment', () => {
  test('nobody said anything: it is for the trial to say', () => expect(merged().containment).toBeUndefined())

  test('the highest file decides', () => {
    expect(merged(['managed', { containment: 'off' }], ['user', { containment: 'on' }]).containment).toBe('off')
    expect(merged(['managed', { containment: ['dynamic-code'] }], ['user', { containment: 'on' }]).containment).toEqual(
      ['dynamic-code'],
    )
    expect(merged(['user', { containmentOrder: 'model-first' }]).containmentOrder).toBe('model-first')
  })

  test.each(['trusted-project', 'untrusted-project'] as const)('a %s has no say in it', (owner) => {
    const policy = merged(
      [owner, { containment: 'on', containmentOrder: 'model-first' }],
      ['user', { containment: 'off' }],
    )
    expect([policy.containment, policy.containmentOrder]).toEqual(['off', undefined])
    expect(policy.notices?.map((notice) => notice.key)).toEqual(['containment', 'containmentOrder'])
  })

  test('it is part of the digest', () =>
    expect(merged(['user', { containment: 'off' }]).digest).not.toBe(merged(['user', { containment: 'on' }]).digest))

  test.each([
    { containment: true },
    { containment: [] },
    { containment: ['everything'] },
    { containmentOrder: 'walls' },
  ])('%j is refused', (settings) =>
    expect(readSettings(JSON.stringify(settings), 'settings.json').problems).not.toEqual([]),
  )
})
