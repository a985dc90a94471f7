import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { subjectOf } from '../src/checks/rules.fixture.ts'
import { ruleFor } from '../src/checks/rules.ts'
import type { RuleKind } from '../src/policy/rule-syntax.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'rules.md'), 'utf8')

/** Rows of the tables whose first column is headed `<kind> rule`. */
function rowsOf(kind: RuleKind): readonly (readonly [rule: string, yes: string, no: string])[] {
  return [...page.matchAll(new RegExp(`^\\| ${kind} rule \\|.*\\n\\| ---.*\\n((?:\\|.*\\n)+)`, 'gm'))].flatMap(
    ([, table]) =>
      table!
        .trim()
        .split('\n')
        .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text]) => text!) as [string, string, string]),
  )
}

function speaks(kind: RuleKind, rule: string, command: string): boolean {
  return ruleFor(kind, subjectOf('Bash', { command }, { [kind]: [rule] })) !== undefined
}

describe.each(['deny', 'allow'] as const)('the page on rules tells the truth about %s rules', (kind) => {
  test('its tables are found', () => expect(rowsOf(kind).length).toBeGreaterThan(3))

  test.each(rowsOf(kind))('%s: %s, not %s', (rule, yes, no) => {
    expect(speaks(kind, rule, yes), yes).toBe(true)
    expect(speaks(kind, rule, no), no).toBe(false)
  })
})
