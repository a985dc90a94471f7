import { expect, test } from 'vitest'
import { fits, filterOf, Fitting } from './filter.ts'
import { LiveRows } from './live-rows.ts'
import { rowOfEvent } from './records.ts'

const row = (fields: object) => rowOfEvent({ at: 1, decision: 'deny', agent: 'codex', tool: 'Bash', ...fields })
const filter = (query: string) => filterOf(new URLSearchParams(query))

test.each([
  ['', true],
  ['decision=deny', true],
  ['decision=allow,deny', true],
  ['decision=allow', false],
  ['agent=codex&tool=Bash', true],
  ['agent=Codex', false],
  ['q=FORCE main', true],
  ['q=force elsewhere', false],
] as const)('%s fits: %s', (query, expected) => {
  expect(fits(filter(query))(row({ summary: 'git push --force origin main' }))).toBe(expected)
})

test('new rows are looked at once, and all of them again when the filter or the order changes', () => {
  const live = new LiveRows()
  const fitting = new Fitting(live)
  live.rows.push(row({ summary: 'a' }), row({ summary: 'b', decision: 'allow' }))
  expect(fitting.look(filter('decision=deny'))).toHaveLength(1)
  live.rows.push(row({ summary: 'c' }))
  expect(fitting.look(filter('decision=deny'))).toHaveLength(2)
  expect(fitting.look(filter(''))).toHaveLength(3)
  live.rows = [row({ summary: 'before' }), ...live.rows]
  live.reshaped++
  expect(fitting.look(filter(''))).toHaveLength(4)
})
