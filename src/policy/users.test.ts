import { describe, expect, it, test } from 'vitest'
import { mayManage, UserPermissionService, type Right, type Role, roleNamed, type RoleWord } from './users.ts'

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
  test.each<[string, string, RoleWord | undefined, boolean]>([
    ['ann', 'cleo', 'admin', true],
    ['ann', 'eve', 'member', true],
    ['ann', 'bob', undefined, true],
    ['bob', 'cleo', 'admin', false],
    ['bob', 'cleo', 'approver', true],
    ['bob', 'ann', 'agent', false],
    ['bob', 'bob', 'owner', false],
    ['cleo', 'cleo', 'owner', false],
    ['nobody', 'nobody', 'owner', false],
    ['ann', 'ann', 'viewer', false],
    ['ann', 'ann', undefined, false],
    ['ann', '', 'member', false],
  ])('%s makes %j %s: %j', (by, user, role, changed) => {
    const users = service()
    const before = users.roleOf(user)
    expect(users.changeRole(by, user, role).changed).toBe(changed)
    expect(users.roleOf(user)).toBe(changed ? (role === undefined ? undefined : roleNamed(role)) : before)
  })
  it('tells the change for the record', () => {
    expect(service().changeRole('ann', 'cleo', 'admin')).toEqual({
      changed: true,
      change: { by: 'ann', user: 'cleo', before: 'agent', after: 'admin' },
    })
  })
  it('an owner may go when another stays', () => {
    const users = service()
    users.changeRole('ann', 'bob', 'owner')
    expect(users.changeRole('ann', 'ann', undefined).changed).toBe(true)
    expect(users.changeRole('bob', 'bob', undefined).changed).toBe(false)
  })
})

describe('roles', () => {
  test.each<[string, Role | undefined]>([
    ['owner', 'owner'],
    ['approver', 'approver'],
    ['member', 'agent'],
    ['viewer', 'auditor'],
    ['root', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('%j is read as %j', (word, role) => expect(roleNamed(word)).toBe(role))

  test.each<[Role, Role | undefined, Role | undefined, boolean]>([
    ['owner', 'owner', 'agent', true],
    ['admin', undefined, 'approver', true],
    ['admin', undefined, 'admin', false],
    ['admin', 'owner', 'agent', false],
    ['admin', 'admin', undefined, false],
    ['approver', undefined, 'agent', false],
    ['auditor', 'agent', 'agent', false],
    ['agent', undefined, 'agent', false],
  ])('%s manages somebody who is %s and becomes %s: %j', (by, before, after, may) =>
    expect(mayManage(by, before, after)).toBe(may),
  )
})
