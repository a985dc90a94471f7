import { describe, expect, it, test } from 'vitest'
import { gitIndex } from '../../test/sessions/git-index.ts'
import { isOnlyBranchThere, isTrackedUnchanged, unkeptBelow, unkeptFile } from './version-control.ts'
import { frozenWorld } from './world.frozen.ts'

const P = '/home/dev/project'
const world = frozenWorld({
  files: {
    [`${P}/.git/index`]: gitIndex({ 'same.ts': 'a\n', 'changed.ts': 'a\n', 'ends.ts': 'a\nb\n', 'gone.ts': 'a\n' }),
    [`${P}/.git/refs/heads/alone`]: `${'a'.repeat(40)}\n`,
    [`${P}/.git/refs/heads/pushed`]: `${'b'.repeat(40)}\n`,
    [`${P}/.git/packed-refs`]: `${'b'.repeat(40)} refs/remotes/origin/pushed\n`,
    [`${P}/same.ts`]: 'a\n',
    [`${P}/changed.ts`]: 'b\n',
    [`${P}/ends.ts`]: 'a\r\nb\r\n',
    [`${P}/new.ts`]: 'x\n',
    [`${P}/new-and-empty.ts`]: '',
    [`${P}/data/deep/a.csv`]: '1\n',
    '/home/dev/tree/.git': 'gitdir: /home/dev/project/.git/worktrees/tree\n',
    [`${P}/.git/worktrees/tree/index`]: gitIndex({ 'same.ts': 'a\n' }),
    [`${P}/.git/worktrees/tree/commondir`]: '../..\n',
    '/home/dev/tree/same.ts': 'a\n',
    '/home/dev/tree/new.ts': 'a\n',
    '/home/dev/loose/a.csv': '1\n',
    '/home/dev/unread/.git/index': 'DIRC',
    '/home/dev/unread/a.csv': '1\n',
  },
})

describe('whether git could bring a file back', () => {
  test.each([
    ['same.ts', undefined],
    ['changed.ts', 'has changes that are not committed'],
    ['ends.ts', undefined],
    ['new.ts', 'was never committed'],
    ['new-and-empty.ts', undefined],
    ['gone.ts', undefined],
    ['absent.ts', undefined],
    ['data', undefined],
  ] as const)('%s: %s', (name, why) => expect(unkeptFile(`${P}/${name}`, world)?.why).toBe(why))

  it('says nothing where there is no repository, or none that can be read', () => {
    expect(unkeptFile('/home/dev/loose/a.csv', world)).toBeUndefined()
    expect(unkeptFile('/home/dev/unread/a.csv', world)).toBeUndefined()
  })

  it('reads the index of a work tree where it is', () => {
    expect(unkeptFile('/home/dev/tree/same.ts', world)).toBeUndefined()
    expect(unkeptFile('/home/dev/tree/new.ts', world)?.why).toBe('was never committed')
    expect(isOnlyBranchThere('alone', '/home/dev/tree', world)).toBe(true)
  })

  it('finds the first such file below a directory, and passes what it is told to', () => {
    expect(unkeptBelow(`${P}/data`, world, () => false)?.path).toBe(`${P}/data/deep/a.csv`)
    expect(unkeptBelow(`${P}/data`, world, (path) => path.endsWith('.csv'))).toBeUndefined()
    expect(
      unkeptBelow(`${P}/data`, world, () => false, { is: 'name', pattern: '*.txt', letters: 'exact' }),
    ).toBeUndefined()
  })

  it('knows what git has exactly as it is', () => {
    expect(isTrackedUnchanged(`${P}/same.ts`, world)).toBe(true)
    for (const name of ['changed.ts', 'new.ts', 'gone.ts'])
      expect(isTrackedUnchanged(`${P}/${name}`, world)).toBe(false)
  })

  test.each([
    ['alone', true],
    ['pushed', false],
    ['absent', false],
  ])('branch %s is nowhere else: %s', (branch, only) => expect(isOnlyBranchThere(branch, P, world)).toBe(only))
})
