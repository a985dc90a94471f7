import { describe, expect, test } from 'vitest'
import { toToolCall } from '../call/read-call.ts'
import type { ToolCall } from '../call/tool-call.ts'
import { merged } from '../policy/merged.testing.ts'
import type { Policy } from '../policy/policy.ts'
import { readSettings } from '../policy/read-settings.ts'
import { newSession, type Session } from '../session.ts'
import { admission, usersIn } from './admission.ts'
import { DEFAULT_RATE } from './rate-limit.ts'

function callIn(session: string): ToolCall {
  const read = toToolCall({ tool: 'Bash', input: { command: 'ls' }, cwd: '/' }, { session, agent: 'test', cwd: '/' })
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  return read.ok
}

function by(user?: string): Session {
  const session = newSession('s')
  if (user !== undefined) session.user = user
  return session
}

const rate = (burst: number, perSecond: number): object => ({ admission: { rate: { burst, perSecond } } })
const users = (named: object): object => ({ admission: { users: named } })

describe('how fast', () => {
  const count = (policy: Policy, calls: number, name = 's'): number => {
    const admit = admission(
      () => policy,
      () => 0,
    )
    return Array.from({ length: calls }, () => admit(callIn(name), by())).filter((ruling) => ruling === undefined)
      .length
  }

  test('without settings, as fast as no honest agent is', () =>
    expect(count(merged(), DEFAULT_RATE.burst + 10)).toBe(DEFAULT_RATE.burst))
  test('as the settings say', () => expect(count(merged(['user', rate(3, 1)]), 10)).toBe(3))
  test('the slowest of all files holds', () =>
    expect(merged(['managed', rate(10, 1)], ['user', rate(5, 4)]).admission?.rate).toEqual({
      burst: 5,
      perSecond: 1,
    }))

  test('each session has its own, time gives back, and the refusal says when', () => {
    const clock = { now: 0 }
    const policy = merged(['user', rate(1, 4)])
    const admit = admission(
      () => policy,
      () => clock.now,
    )
    expect(admit(callIn('a'), by())).toBeUndefined()
    expect(admit(callIn('b'), by())).toBeUndefined()
    expect(admit(callIn('a'), by())).toMatchObject({
      says: 'deny',
      because: [{ code: 'rate.limited', clearedBy: expect.stringContaining('250') }],
    })
    clock.now = 250
    expect(admit(callIn('a'), by())).toBeUndefined()
  })

  test('settings that change are in force at once', () => {
    let policy = merged(['user', rate(1, 1)])
    const admit = admission(
      () => policy,
      () => 0,
    )
    admit(callIn('a'), by())
    expect(admit(callIn('a'), by())).toBeDefined()
    policy = merged(['user', rate(2, 1)])
    expect(admit(callIn('a'), by())).toBeUndefined()
  })
})

describe('who', () => {
  const named = users({ ann: 'owner', bob: 'admin', cleo: 'member', dan: 'viewer' })
  const admits = (policy: Policy, user?: string): boolean =>
    admission(
      () => policy,
      () => 0,
    )(callIn('s'), by(user)) === undefined

  test.each([
    ['ann', true],
    ['bob', true],
    ['cleo', true],
    ['dan', false],
    ['eve', false],
    ['Ann', false],
    ['__proto__', false],
    ['constructor', false],
    [undefined, false],
  ])('where users are named, %j: %j', (user, expected) => expect(admits(merged(['user', named]), user)).toBe(expected))

  test.each(['anybody', undefined])('where none are named, %j may ask', (user) =>
    expect(admits(merged(), user)).toBe(true),
  )
  test('an empty list admits nobody', () => expect(admits(merged(['user', users({})]), 'ann')).toBe(false))

  test('nobody makes themselves an owner from below', () => {
    const policy = merged(['managed', users({ ann: 'owner' })], ['user', users({ eve: 'owner' })])
    expect(usersIn(policy).users()).toEqual([['ann', 'owner']])
  })
  test.each(['trusted-project', 'untrusted-project'] as const)('a %s has no say in it', (owner) => {
    const policy = merged([owner, users({ eve: 'owner' })], [owner, rate(1_000_000, 1_000_000)])
    expect(policy.admission).toBeUndefined()
    expect(policy.notices?.map((notice) => notice.key)).toEqual(['admission', 'admission'])
  })
})

test.each([
  { admission: { rate: { burst: 0, perSecond: 1 } } },
  { admission: { rate: { burst: 1 } } },
  { admission: { users: { ann: 'root' } } },
  { admission: { user: {} } },
])('%j is refused', (settings) =>
  expect(readSettings(JSON.stringify(settings), 'settings.json').problems).not.toEqual([]),
)
