import { describe, expect, test } from 'vitest'
import { isDangerousAllow } from '../policy/dangerous-rules.ts'
import { rule, subjectOf } from './rules.fixture.ts'
import {
  COVERED,
  COVERED_AFTER_ALL,
  NOT_COVERED,
  NOT_COVERED_AFTER_ALL,
  SET_ASIDE,
  STAYS,
} from './rules-wildcards.fixture.ts'
import { uncoveredRule } from './rules.ts'
import { forbids, permits } from './steps.ts'
import type { Mode } from '../session.ts'

function isCovered(text: string, command: string, mode: Mode = 'default'): boolean {
  const subject = subjectOf('Bash', { command }, { allow: [`Bash(${text})`], mode })
  return (forbids(subject) ?? permits(subject))?.says === 'allow'
}

describe('a rule with a wildcard', () => {
  test.each(NOT_COVERED)('%s does not cover %s', (text, command) => {
    expect(isCovered(text, command)).toBe(false)
  })

  test.each(COVERED)('%s covers %s', (text, command) => {
    expect(isCovered(text, command)).toBe(true)
  })

  test.each(COVERED_AFTER_ALL)('%s covers %s: %s', (text, command) => {
    expect(isCovered(text, command)).toBe(true)
  })

  test.each(NOT_COVERED_AFTER_ALL)('%s does not cover %s: %s', (text, command) => {
    expect(isCovered(text, command)).toBe(false)
  })

  test.each<Mode>(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'])('covers no code in mode %s', (mode) => {
    expect(isCovered('git log *', `git -c core.pager='sh -c id' log`, mode)).toBe(false)
    expect(isCovered('git -c *', `git -c core.pager='sh -c id' log`, mode)).toBe(false)
    expect(isCovered('tar *', `tar -xf a.tar --to-command='sh -c id'`, mode)).toBe(false)
    expect(isCovered('tar *', 'tar -tf a.tar', mode)).toBe(true)
  })

  const scripts = {
    files: {
      '/home/dev/project/package.json': JSON.stringify({ scripts: { test: 'vitest run && sh x.sh', build: 'tsc' } }),
      '/home/dev/project/Makefile': 'test:\n\tpython3 -c "print(1)"\n',
      '/home/dev/project/x.sh': 'bash -c "ls"',
    },
  }

  test.each<[string, string, boolean]>([
    ['npm test *', 'npm test -- src/a.test.ts', true],
    ['npm run *', 'npm run build', true],
    ['make *', 'make test', true],
    ['bash x.sh *', 'bash x.sh --fast', true],
    // One rule does not vouch for what another command of the call runs.
    ['npm test *', `npm test && git -c core.pager='sh -c id' log`, false],
    ['make *', `make test --eval='y:;sh -c id'`, false],
  ])('%s and the scripts of the project: %s', (text, command, covered) => {
    const subject = subjectOf('Bash', { command }, { allow: [`Bash(${text})`, 'Bash(git *)'], world: scripts })
    expect(permits(subject)?.says === 'allow').toBe(covered)
  })
})

test.each<[string, string | undefined]>([
  [`git -c core.pager='sh -c id' log`, 'Bash(git *)'],
  ['git log --output=x.txt', undefined],
  ['git log --output=/srv/x.txt', 'Bash(git *)'],
  ['git status', undefined],
  ['some-program', undefined],
])('of %s the rule that only its text matches is %s', (command, text) => {
  const subject = subjectOf('Bash', { command }, { allow: ['Bash(git *)'] })
  expect(uncoveredRule(subject)?.text).toBe(text)
})

describe('in auto mode', () => {
  test.each(SET_ASIDE)('%s is set aside', (text) => {
    expect(isDangerousAllow(rule(text, 'allow'))).toBeDefined()
  })

  test.each(STAYS)('%s stays', (text) => {
    expect(isDangerousAllow(rule(text, 'allow'))).toBeUndefined()
  })

  test.each(['Bash(pws*)', 'Bash(mak*)', 'Bash(uv*)'])('%s admits a program that runs anything', (text) => {
    expect(isDangerousAllow(rule(text, 'allow'))).toBeDefined()
  })
})
