import { expect, it } from 'vitest'
import { NO_GATE } from '../call/gate-identity.ts'
import type { World } from '../call/world.ts'
import { memoizedWorld } from './memoized-world.ts'

function counting(): { readonly world: World; readonly asked: string[] } {
  const asked: string[] = []
  const note = <T>(question: string, answer: T): T => {
    asked.push(question)
    return answer
  }
  const world: World = {
    platform: 'posix',
    home: '/home/dev',
    user: 'dev',
    gate: NO_GATE,
    look: (path) => note(`look ${path}`, path === '/absent' ? 'absent' : 'file'),
    real: (path) => note(`real ${path}`, `/real${path}`),
    read: (path, limit) => note(`read ${path} ${limit}`, path === '/absent' ? undefined : `text of ${path} ${limit}`),
    bytes: () => undefined,
    list: (path) => note(`list ${path}`, undefined),
  }
  return { world, asked }
}

it('gives the answers of the world, and asks for each once', () => {
  const { world, asked } = counting()
  const still = memoizedWorld(world)
  for (let round = 0; round < 3; round++) {
    expect(still.look('/a')).toBe('file')
    expect(still.look('/absent')).toBe('absent')
    expect(still.real('/a')).toBe('/real/a')
    expect(still.read('/a')).toBe('text of /a undefined')
    expect(still.read('/a', 10)).toBe('text of /a 10')
    expect(still.read('/absent')).toBeUndefined()
    expect(still.list('/a')).toBeUndefined()
  }
  expect(asked).toEqual([
    'look /a',
    'look /absent',
    'real /a',
    'read /a undefined',
    'read /a 10',
    'read /absent undefined',
    'list /a',
  ])
})
