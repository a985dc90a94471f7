import { describe, expect, test } from 'vitest'
import { toToolCall } from '../call/read-call.ts'
import type { ToolCall } from '../call/tool-call.ts'
import { merged } from '../policy/merged.testing.ts'
import type { Policy } from '../policy/policy.ts'
import { readSettings } from '../policy/read-settings.ts'
import { newSession, type Session } from '../session.ts'
import { admission, usersIn } from './admission.ts'
import { DEFAULT_LOOP } from './loops.ts'
import { DEFAULT_RATE } from './rate-limit.ts'

let calls = 0

/** Another call each time, unless told which. */
function callIn(session: string, command: string = `ls ${++calls}`): ToolCall {
  const read = toToolCall({ tool: 'Bash', input: { command }, cwd: '/' }, { session, agent: 'test', cwd: '/' })
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

describe('runaway loops', () => {
  const clock = { now: 0 }
  const admitting = (policy: Policy = merged()): ((command: string) => string | undefined) => {
    const admit = admission(
      () => policy,
      () => clock.now,
    )
    return (command) => admit(callIn('s', command), by())?.because[0]?.code
  }
  const times = (many: number, act: (index: number) => string | undefined): readonly (string | undefined)[] =>
    Array.from({ length: many }, (_, index) => act(index))

  test.each<[string, (admit: (command: string) => string | undefined) => readonly (string | undefined)[]]>([
    ['git status sixty times', (admit) => times(DEFAULT_LOOP.same, () => admit('git status'))],
    [
      'npm test after each of 300 edits',
      (admit) => times(300, (index) => admit(`edit ${index}`) ?? admit('npm test') ?? admit('git status')),
    ],
    [
      'a look at the pipeline every 15 seconds for a whole day',
      (admit) => times(5_760, () => ((clock.now += 15_000), admit('gh run view'))),
    ],
    ['300 different files', (admit) => times(300, (index) => admit(`cat ${index}`))],
  ])('%s is none', (_what, act) => expect(act(admitting()).filter((code) => code !== undefined)).toEqual([]))

  test.each<[string, (admit: (command: string) => string | undefined) => readonly (string | undefined)[]]>([
    ['the same call 61 times', (admit) => times(61, () => admit('npm test'))],
    ['the same call every three seconds', (admit) => times(100, () => ((clock.now += 3_000), admit('npm test')))],
    ['two calls in turn', (admit) => times(122, (index) => admit(index % 2 === 0 ? 'cat a' : 'npm test'))],
    ['four calls in turn', (admit) => times(244, (index) => admit(`cat ${index % 4}`))],
  ])('%s is one', (_what, act) => expect(act(admitting()).at(-1)).toBe('rate.loop'))

  test('whatever is new ends it, and so does time', () => {
    const admit = admitting()
    times(61, () => admit('npm test'))
    expect(admit('npm test')).toBe('rate.loop')
    admit('edit')
    expect(admit('npm test')).toBeUndefined()
    times(60, () => admit('npm test'))
    clock.now += DEFAULT_LOOP.everySeconds * 1_000
    expect(admit('npm test')).toBeUndefined()
    expect(admit('npm test')).toBe('rate.loop')
  })
  test('as the settings say, or never', () => {
    const strict = admitting(merged(['user', { admission: { loop: { same: 3, everySeconds: 1 } } }]))
    expect(times(4, () => strict('ls')).at(-1)).toBe('rate.loop')
    const never = admitting(merged(['user', { admission: { loop: false } }]))
    expect(times(900, () => never('ls')).at(-1)).toBeUndefined()
  })
  test('is asked about, never denied by itself', () => {
    const policy = merged(['user', { admission: { loop: { same: 2, everySeconds: 60 } } }])
    const admit = admission(
      () => policy,
      () => 0,
    )
    times(2, () => void admit(callIn('s', 'ls'), by()))
    expect(admit(callIn('s', 'ls'), by())).toMatchObject({ says: 'ask' })
    expect(admit(callIn('another', 'ls'), by())).toBeUndefined()
  })
})

describe('per agent and per user', () => {
  test.each(['ratePerAgent', 'ratePerUser'])('%s holds over all sessions', (setting) => {
    const policy = merged(['user', { admission: { [setting]: { burst: 3, perSecond: 1 } } }])
    const admit = admission(
      () => policy,
      () => 0,
    )
    const codes = Array.from({ length: 5 }, (_, index) => admit(callIn(`s${index}`), by('ann'))?.because[0]?.code)
    expect(codes).toEqual([undefined, undefined, undefined, 'rate.limited', 'rate.limited'])
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
