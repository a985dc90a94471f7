import { describe, expect, it, test } from 'vitest'
import { UserPermissionService, type Right, type Role } from './users.ts'

const service = (): UserPermissionService =>
  new UserPermissionService([
    ['ann', 'owner'],
    ['bob', 'admin'],
    ['cleo', 'member'],
    ['dan', 'viewer'],
  ])

describe('who may do what', () => {
  test.each<[string, Right, boolean]>([
    ['ann', 'ask', true],
    ['ann', 'approve', true],
    ['ann', 'change-policy', true],
    ['ann', 'change-roles', true],
    ['bob', 'approve', true],
    ['bob', 'change-policy', true],
    ['bob', 'change-roles', false],
    ['cleo', 'ask', true],
    ['cleo', 'approve', false],
    ['cleo', 'change-policy', false],
    ['dan', 'read-journal', true],
    ['dan', 'ask', false],
    ['dan', 'approve', false],
    ['nobody', 'ask', false],
    ['nobody', 'read-journal', false],
    ['', 'ask', false],
    ['Ann', 'approve', false],
    ['__proto__', 'approve', false],
  ])('%j %s: %j', (user, right, expected) => {
    expect(service().may(user, right)).toBe(expected)
  })
})

describe('changing roles', () => {
  test.each<[string, string, Role | undefined, boolean]>([
    ['ann', 'cleo', 'admin', true],
    ['ann', 'eve', 'member', true],
    ['ann', 'bob', undefined, true],
    ['bob', 'cleo', 'admin', false],
    ['cleo', 'cleo', 'owner', false],
    ['nobody', 'nobody', 'owner', false],
    ['ann', 'ann', 'viewer', false],
    ['ann', 'ann', undefined, false],
    ['ann', '', 'member', false],
  ])('%s makes %j %s: %j', (by, user, role, changed) => {
    const users = service()
    const before = users.roleOf(user)
    expect(users.changeRole(by, user, role).changed).toBe(changed)
    expect(users.roleOf(user)).toBe(changed ? role : before)
  })
  it('tells the change for the record', () => {
    expect(service().changeRole('ann', 'cleo', 'admin')).toEqual({
      changed: true,
      change: { by: 'ann', user: 'cleo', before: 'member', after: 'admin' },
    })
  })
  it('an owner may go when another stays', () => {
    const users = service()
    users.changeRole('ann', 'bob', 'owner')
    expect(users.changeRole('ann', 'ann', undefined).changed).toBe(true)
    expect(users.changeRole('bob', 'bob', undefined).changed).toBe(false)
  })
})
