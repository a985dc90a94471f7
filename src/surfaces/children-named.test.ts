import { expect, test } from 'vitest'
import type { Turn } from '../session.ts'
import { childrenNamed } from './children-named.ts'

const started = (id: string): Turn => ({ kind: 'subagent', id, what: 'started elsewhere' })
const said = (text: string): Turn => ({ kind: 'user', text })

test.each<{ name: string; change: (turns: Turn[]) => void; named: readonly string[] }>([
  { name: 'a turn behind the others', change: (turns) => turns.push(started('c')), named: ['a', 'b', 'c'] },
  {
    name: 'turns in front of the others',
    change: (turns) => turns.unshift(started('c'), said('x')),
    named: ['a', 'b', 'c'],
  },
  { name: 'the last turn taken back', change: (turns) => turns.splice(-1, 1), named: ['a'] },
  { name: 'the last turn taken back and another one', change: (turns) => turns.splice(-1, 1, said('x')), named: ['a'] },
  { name: 'the oldest turns dropped', change: (turns) => turns.splice(0, 2), named: ['b'] },
  {
    name: 'one dropped in front and one added behind',
    change: (turns) => (turns.shift(), turns.push(started('c'))),
    named: ['b', 'c'],
  },
  { name: 'nothing', change: () => undefined, named: ['a', 'b'] },
])('children that turns name, after $name', ({ change, named }) => {
  const turns: Turn[] = [started('a'), said('go'), { kind: 'subagent', id: 'no', what: 'ended' }, started('b')]
  expect([...childrenNamed(turns)]).toEqual(['a', 'b'])
  change(turns)
  expect([...childrenNamed(turns)].sort()).toEqual(named)
})
