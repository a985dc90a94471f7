import { describe, expect, test } from 'vitest'
import { type Condition, type Found, oneOf } from './place-condition.ts'
import { reaches, touchedPaths } from './place-reach.ts'
import type { Place } from './place.ts'
import { surroundingsOf } from './surroundings.ts'
import { frozenWorld } from './world.frozen.ts'

const world = frozenWorld({
  files: {
    '/home/dev/project/.git/HEAD': 'ref: refs/heads/main',
    '/home/dev/gs/operator.token': 'x',
    '/home/dev/.ssh/work_key': 'x',
  },
  gate: { secrets: ['/home/dev/gs'] },
})
const ground = { surroundings: surroundingsOf('/home/dev/project', world), world }
const STATE = '/home/dev/gs'

const path = (at: string): Place => ({ kind: 'path', path: at, real: at })
const below = (within: string, only?: Condition): Place => ({
  kind: 'unknown',
  source: '…',
  within,
  ...(only ? { only } : {}),
})
const name = (pattern: string): Condition => ({ is: 'name', pattern, letters: 'exact' })

describe('reaches', () => {
  test.each<readonly [string, Place, 'itself' | 'everything below']>([
    ['the target itself', path(STATE), 'itself'],
    ['what lies in it', path(`${STATE}/operator.token`), 'itself'],
    ['a parent that is moved', path('/home/dev'), 'everything below'],
    ['anything below a parent', below('/home/dev'), 'itself'],
    ['anything below the root', below('/'), 'itself'],
    ['a name that lies in it', below('/home/dev', name('*.token')), 'itself'],
    ['its own name', below('/home/dev', name('g*')), 'itself'],
    ['an unknown name in it', below(STATE), 'itself'],
    ['names that were rewritten', { kind: 'unknown', source: '…', near: '/home/dev' }, 'itself'],
    ['a directory above it that is moved', below('/', name('dev')), 'everything below'],
  ])('%s', (_, place, extent) => {
    expect(reaches(place, STATE, extent, ground)).toBe(true)
  })

  test.each<readonly [string, Place, 'itself' | 'everything below']>([
    ['a parent by its own name', path('/home/dev'), 'itself'],
    ['a sibling', path('/home/dev/gs2'), 'everything below'],
    ['anything below another directory', below('/home/dev/project'), 'everything below'],
    ['names that are provably others', below('/home/dev', name('*.ts')), 'itself'],
    ['a directory above it that is only read', below('/', name('dev')), 'itself'],
    ['a place of which nothing is known', { kind: 'unknown', source: '$X' }, 'everything below'],
  ])('not %s', (_, place, extent) => {
    expect(reaches(place, STATE, extent, ground)).toBe(false)
  })
})

describe('touchedPaths', () => {
  test('what is on the disk in a protected directory counts by its own name', () => {
    expect(touchedPaths(below('/home/dev', name('work_*')), 'itself', ground)).toContain('/home/dev/.ssh/work_key')
  })

  test('a walk through a parent takes in what is protected below, unless its filter leaves it out', () => {
    expect(touchedPaths(path('/home/dev'), 'everything below', ground)).toContain('/home/dev/.aws/credentials')
    expect(touchedPaths(path('/home/dev'), { below: name('*.ts') }, ground)).toEqual(['/home/dev'])
    expect(touchedPaths(path('/home/dev/project'), 'everything below', ground)).toEqual(['/home/dev/project'])
  })

  test('a secret in the workspace counts for whoever asks for it by name', () => {
    expect(touchedPaths(path('/home/dev/project'), { below: name('.env*') }, ground)).toContain(
      '/home/dev/project/.env',
    )
    expect(touchedPaths(path('/home/dev/project'), { below: name('*') }, ground)).toEqual(['/home/dev/project'])
    expect(touchedPaths(path('/home/dev/project'), { below: name('*.json') }, ground)).toEqual(['/home/dev/project'])
  })
})

describe('oneOf', () => {
  const found = (directory: string, only?: Condition): Found => ({ below: directory, ...(only ? { only } : {}) })

  test('of several searches any may have yielded the name', () => {
    const both = oneOf([found('/home/dev/project'), found('/home/dev', name('*.token'))])!
    expect(both.below).toBe('/home/dev')
    const place: Place = { kind: 'unknown', source: '…', within: both.below, ...(both.only ? { only: both.only } : {}) }
    expect(reaches(place, `${STATE}/operator.token`, 'itself', ground)).toBe(true)
    expect(reaches(place, '/home/dev/.bashrc', 'itself', ground)).toBe(false)
  })
})
