import { describe, expect, test } from 'vitest'
import { MemoryApprovals } from '../journal/approvals.ts'
import { peopleOf, type Person } from '../policy/people.ts'
import type { Policy } from '../policy/policy.ts'
import type { Role } from '../policy/users.ts'
import { makeQuestion } from './questions/make-question.ts'
import type { Answer, Choice, Question } from './questions/question.ts'
import { ownPromptCounts, WhoMayAnswer } from './who-may-answer.ts'

function person(id: string, role: Role, ...identities: readonly string[]): Person {
  return { id, role, disabled: false, identities }
}

const TEAM: readonly Person[] = [
  person('olga', 'owner'),
  person('adam', 'admin'),
  person('ann', 'approver', 'telegram:1', 'login:dev'),
  person('bob', 'approver', 'telegram:2'),
  person('otto', 'auditor', 'telegram:3'),
  person('ci', 'agent'),
  { ...person('dan', 'owner', 'telegram:4'), disabled: true },
]

type Terms = NonNullable<Policy['approvals']>

function asked(code: string, severity?: 'hard' | 'soft'): Question {
  const why = [{ code, sentence: 'because', ...(severity === undefined ? {} : { severity }) }]
  const call = { session: 's', agent: 'a', call: 'c', tool: 'Bash', cwd: '/', fingerprint: 'f', policyDigest: '' }
  return makeQuestion({ ...call, text: 'ls', deeds: [], why, offers: ['Bash(ls)'] }, 0, 1000)
}

function who(terms: Terms, people: readonly Person[] = TEAM): WhoMayAnswer {
  return new WhoMayAnswer({
    people: () => peopleOf(people, undefined, 'dev'),
    policyFor: () => ({ approvals: terms }),
    login: 'dev',
    userOf: () => 'ci',
    store: new MemoryApprovals(),
    now: () => 0,
  })
}

function answer(by: string, choice: Choice = { says: 'once' }): Answer {
  return { by, choice, shown: '', channel: 'test' }
}

async function code(checked: ReturnType<WhoMayAnswer['check']>): Promise<string> {
  const outcome = await checked
  return 'taken' in outcome ? `taken by ${outcome.taken.by}` : outcome.refused.code
}

describe('whose answer counts', () => {
  const PRODUCTION = { who: { 'deploy.*': ['admin'], 'severity:hard': ['owner'] } } satisfies Terms
  test.each<[string, Terms, string, Question, string]>([
    ['an approver', {}, 'bob', asked('x.y'), 'taken by bob'],
    ['an approver in a chat, under their name', {}, 'telegram:2', asked('x.y'), 'taken by bob'],
    ['an auditor', {}, 'telegram:3', asked('x.y'), 'approval.role'],
    ['an agent', {}, 'ci', asked('x.y'), 'approval.role'],
    ['somebody who is disabled', {}, 'telegram:4', asked('x.y'), 'approval.role'],
    ['somebody nobody knows', {}, 'telegram:9', asked('x.y'), 'approval.role'],
    ['the operator, who is ann', {}, 'operator', asked('x.y'), 'taken by ann'],
    ['an approver, where admins may', PRODUCTION, 'bob', asked('deploy.production'), 'approval.role'],
    ['an admin, where admins may', PRODUCTION, 'adam', asked('deploy.production'), 'taken by adam'],
    ['an owner, where admins may', PRODUCTION, 'olga', asked('deploy.production'), 'taken by olga'],
    ['an admin, where the harm is for owners', PRODUCTION, 'adam', asked('x.y', 'hard'), 'approval.role'],
    ['an approver, for something else', PRODUCTION, 'bob', asked('deployed.twice'), 'taken by bob'],
  ])('%s', async (_what, terms, by, question, wanted) =>
    expect(await code(who(terms).check(question, answer(by)))).toBe(wanted),
  )

  test('a no needs only the right to answer', async () =>
    expect(await code(who(PRODUCTION).check(asked('deploy.production'), answer('bob', { says: 'deny' })))).toBe(
      'taken by bob',
    ))
  test('a refusal says who may', async () =>
    expect(await who(PRODUCTION).check(asked('deploy.production'), answer('bob'))).toMatchObject({
      refused: { message: 'bob is approver and may not approve this: owner, admin may' },
    }))
  test.each([
    ['bob', 'approval.role'],
    ['adam', 'taken by adam'],
  ])('%s saves a rule: %s', async (by, wanted) =>
    expect(await code(who({}).check(asked('x.y'), answer(by, { says: 'save', rule: 'Bash(ls)' })))).toBe(wanted),
  )
  test('where they cannot be read nobody answers', async () => {
    const broken = new WhoMayAnswer({
      people: () => {
        throw new Error('forged')
      },
      policyFor: () => ({}),
      login: '',
      userOf: () => undefined,
      store: new MemoryApprovals(),
      now: () => 0,
    })
    expect(await code(broken.check(asked('x.y'), answer('operator')))).toBe('approval.role')
  })
})

describe('where nobody is a user', () => {
  test.each([
    ['operator', {}, 'taken by operator'],
    ['telegram:9', {}, 'taken by telegram:9'],
    ['telegram:9', { who: { '*': ['admin'] } }, 'approval.role'],
    ['operator', { who: { '*': ['admin'] } }, 'taken by operator'],
    ['operator', { twoPeople: ['*'] }, 'approval.role'],
  ] satisfies [string, Terms, string][])('%s with %j: %s', async (by, terms, wanted) =>
    expect(await code(who(terms, []).check(asked('x.y'), answer(by)))).toBe(wanted),
  )
})

describe('two people', () => {
  const TWO = { twoPeople: ['x.*'] } satisfies Terms
  test('are two users, whatever they are called', async () => {
    const both = who(TWO)
    const question = asked('x.y')
    expect(await code(both.check(question, answer('telegram:1')))).toBe('approval.needs-second')
    // The operator's token is ann's: the same person again.
    expect(await code(both.check(question, answer('operator')))).toBe('approval.needs-second')
    expect(await code(both.check(question, answer('bob', { says: 'session' })))).toBe('taken by ann and bob')
    // Another question, also about the same call, needs both again.
    const next = { ...question, id: 'another' }
    expect(await code(both.check(next, answer('bob')))).toBe('approval.needs-second')
    const changed = { ...question, shown: 'another' }
    expect(await code(both.check(changed, answer('bob')))).toBe('approval.needs-second')
  })
  test('agree about one call', async () => {
    const both = who(TWO)
    const question = asked('x.y')
    await both.check(question, answer('ann', { says: 'session' }))
    expect(await both.check(question, answer('bob', { says: 'session' }))).toMatchObject({
      taken: { choice: { says: 'once' } },
    })
  })
  test('of whom the first may be disabled meanwhile', async () => {
    let people = TEAM
    const both = new WhoMayAnswer({
      people: () => peopleOf(people, undefined),
      policyFor: () => ({ approvals: TWO }),
      login: 'dev',
      userOf: () => 'ci',
      store: new MemoryApprovals(),
      now: () => 0,
    })
    const question = asked('x.y')
    await both.check(question, answer('ann'))
    people = TEAM.map((each) => (each.id === 'ann' ? { ...each, disabled: true } : each))
    expect(await code(both.check(question, answer('bob')))).toBe('approval.needs-second')
    expect(await code(both.check(question, answer('adam')))).toBe('taken by bob and adam')
  })
  test('one is enough for everything else', async () =>
    expect(await code(who(TWO).check(asked('z.y'), answer('bob')))).toBe('taken by bob'))
})

describe('their own agent', () => {
  const OWN = { ownAgent: 'forbidden' } satisfies Terms
  test.each<[string, string | undefined, string, string]>([
    ['by another', 'ann', 'bob', 'taken by bob'],
    ['by themselves', 'bob', 'bob', 'approval.own-agent'],
    ['by themselves in a chat', 'bob', 'telegram:2', 'approval.own-agent'],
    ['by the login name', 'dev', 'ann', 'approval.own-agent'],
    ["by the operator's token", 'ann', 'operator', 'approval.own-agent'],
    ['when nobody knows whose it is', undefined, 'bob', 'approval.own-agent'],
  ])('%s', async (_what, user, by, wanted) => {
    const own = new WhoMayAnswer({
      people: () => peopleOf(TEAM, undefined, 'dev'),
      policyFor: () => ({ approvals: OWN }),
      login: 'dev',
      userOf: () => user,
      store: new MemoryApprovals(),
      now: () => 0,
    })
    expect(await code(own.check(asked('x.y'), answer(by)))).toBe(wanted)
  })
})

describe("the agent's own prompt", () => {
  const people = peopleOf(TEAM, undefined, 'root')
  test.each<[string, string | undefined, Terms, boolean]>([
    ['before an approver', 'ann', {}, true],
    ['before the login name of one', 'dev', {}, true],
    ['before an agent', 'ci', {}, false],
    ['before somebody disabled', 'dan', {}, false],
    ['before nobody known', undefined, {}, false],
    ['before the owner of the files', 'root', {}, true],
    ['where admins may', 'ann', { who: { 'x.y': ['admin'] } }, false],
    ['where two have to', 'olga', { twoPeople: ['x.y'] }, false],
    ['where it is nobody’s own', 'olga', { ownAgent: 'forbidden' }, false],
  ])('%s: %j, %j, %j', (_what, user, approvals, counts) =>
    expect(ownPromptCounts(asked('x.y').why, user, people, { approvals })).toBe(counts),
  )
  test('counts where nobody is a user', () =>
    expect(ownPromptCounts(asked('x.y').why, 'dev', peopleOf([], undefined, 'dev'), {})).toBe(true))
})
