import { expect, test } from 'vitest'
import { rowOfEvent } from './records.ts'
import { type TurnView, timelineOf } from './sessions.ts'

const call = (text: string): TurnView => ({ kind: 'call', tool: 'Bash', text, from: '', mark: '', subagent: '' })
const said = (text: string): TurnView => ({ kind: 'user', tool: '', text, from: '', mark: '', subagent: '' })
const row = (summary: string, decision: string) => rowOfEvent({ at: 1, summary, decision })

function told(turns: readonly TurnView[], rows: readonly ReturnType<typeof row>[]): readonly string[] {
  return timelineOf(turns, rows).map((moment) =>
    moment.kind === 'call' ? `${moment.row.decision} ${moment.row.summary}` : moment.text,
  )
}

test('every call of the log is there once, between what was said', () => {
  expect(
    told(
      [said('first'), call('a'), said('second'), call('b')],
      [row('a', 'allow'), row('x', 'deny'), row('b', 'allow')],
    ),
  ).toEqual(['first', 'allow a', 'second', 'deny x', 'allow b'])
})

test('calls that the log does not reach are told by the session', () => {
  expect(told([call('old'), said('then'), call('new')], [row('new', 'allow')])).toEqual(['old', 'then', 'allow new'])
})

test('a session that allowed nothing still shows what it wanted', () => {
  expect(told([said('do it')], [row('x', 'deny'), row('y', 'ask')])).toEqual(['do it', 'deny x', 'ask y'])
})

test('records of calls that the session has forgotten come first', () => {
  expect(told([said('now'), call('b')], [row('a', 'allow'), row('b', 'allow')])).toEqual(['allow a', 'now', 'allow b'])
})

test('what an operator did stands where it was done', () => {
  const paused = rowOfEvent({ at: 2, decision: '', code: 'operator.paused' })
  expect(told([call('a'), call('b')], [row('a', 'allow'), paused, row('b', 'allow')])).toEqual([
    'allow a',
    'An operator paused the session',
    'allow b',
  ])
})
