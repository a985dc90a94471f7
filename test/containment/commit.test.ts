import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, forget, recover } from '../../src/containment/commit.node.ts'
import { collect } from '../../src/containment/runs.node.ts'
import { EVERYTHING, FILES, orphan, prepared, scenes } from './changed-scene.ts'
import { inCopies, makeScene, runIn } from './scene.ts'
import { treeOf } from './tree.ts'

describe('a commit', () => {
  test('makes the workspace what the command would have made of it: files, modes, links, odd names, holes', async () => {
    const { scene, ran, after } = await prepared()
    expect(commit(ran.run, ran.did.changes)).toEqual({ ended: 'committed' })
    expect(treeOf(scene.workspace)).toEqual(after)
    const { blocks } = statSync(join(scene.workspace, 'sparse'))
    expect(blocks).toBeLessThan(1000)
  })
})

/** What somebody else does between the run and its commit. */
const MEANWHILE: readonly (readonly [what: string, act: (workspace: string) => void])[] = [
  ['a changed file is edited', (at) => appendFileSync(join(at, 'changed.txt'), 'mine\n')],
  [
    'a changed file is replaced',
    (at) => {
      writeFileSync(join(at, 'other'), 'mine\n')
      renameSync(join(at, 'other'), join(at, 'changed.txt'))
    },
  ],
  ['a changed file is deleted', (at) => rmSync(join(at, 'changed.txt'))],
  ['a deleted file is edited', (at) => appendFileSync(join(at, 'deleted.txt'), 'mine\n')],
  ['a file appears where one is made', (at) => writeFileSync(join(at, 'dir', 'new.txt'), 'mine\n')],
  ['a file appears in a directory that goes', (at) => writeFileSync(join(at, 'gone', 'mine.txt'), 'mine\n')],
  [
    'a file deep in a directory that goes is edited',
    (at) => appendFileSync(join(at, 'gone', 'deep', 'd.txt'), 'mine\n'),
  ],
  [
    'a link is pointed elsewhere',
    (at) => {
      rmSync(join(at, 'link'))
      symlinkSync('script.sh', join(at, 'link'))
    },
  ],
  [
    'a directory on the way becomes a link out of the workspace',
    (at) => {
      mkdirSync(join(at, '..', 'outside'))
      writeFileSync(join(at, '..', 'outside', 'b.txt'), 'outside\n')
      renameSync(join(at, 'dir', 'deep'), join(at, '..', 'kept-deep'))
      symlinkSync(join(at, '..', 'outside'), join(at, 'dir', 'deep'))
    },
  ],
  ['the mode of a changed file is changed', (at) => chmodSync(join(at, 'changed.txt'), 0o600)],
]

describe('what somebody else changes between a run and its commit is a conflict, and stays', () => {
  test.each(MEANWHILE)('%s', async (_what, act) => {
    const { scene, ran } = await prepared()
    act(scene.workspace)
    const meanwhile = treeOf(join(scene.workspace, '..'))
    expect(commit(ran.run, ran.did.changes).ended).toBe('conflict')
    expect(treeOf(join(scene.workspace, '..'))).toEqual(meanwhile)
  })

  test.each(MEANWHILE)('when it happened while the command ran, the list says so: %s', async (what, act) => {
    const scene = makeScene(FILES)
    scenes.push(scene)
    const ran = await runIn(scene, EVERYTHING)
    act(scene.workspace)
    const named = collect(ran.run).changes.some(({ meanwhile }) => meanwhile)
    const met = commit(ran.run, collect(ran.run).changes)
    expect(named || met.ended === 'conflict', what).toBe(true)
  })
})

test('a run whose owner died before any commit is removed, and never committed', async () => {
  const { scene, ran, before } = await prepared()
  orphan(ran)
  expect(recover(scene.state, scene.tools)).toMatchObject([{ did: 'removed' }])
  expect(treeOf(scene.workspace)).toEqual(before)
  expect(existsSync(ran.run.at)).toBe(false)
})

test('a workspace that was replaced by another directory is not written', async () => {
  const { scene, ran } = await prepared()
  renameSync(scene.workspace, `${scene.workspace}-moved`)
  mkdirSync(scene.workspace)
  expect(commit(ran.run, ran.did.changes).ended).toBe('failed')
  expect(treeOf(scene.workspace)).toEqual({})
})

test('a committed file is the workspace’s alone: no attribute, access list or second name of the command’s', async () => {
  const { scene, ran } = await prepared('echo plain > plain.txt; echo two > twice.txt; ln twice.txt again.txt')
  const upper = join(ran.run.at, 'upper', '0', 'plain.txt')
  // As a command could have left it; inside, the names of overlays are out of reach. What was copied out is ours.
  for (const name of inCopies() ? [] : ['user.note', 'user.overlay.origin'])
    execFileSync('python3', ['-c', `import os, sys; os.setxattr(sys.argv[1], sys.argv[2], b"x")`, upper, name])
  expect(commit(ran.run, ran.did.changes)).toEqual({ ended: 'committed' })
  const file = join(scene.workspace, 'plain.txt')
  const left = execFileSync('python3', ['-c', 'import os, sys; print(os.listxattr(sys.argv[1]))', file], {
    encoding: 'utf8',
  })
  expect(left.trim()).toBe('[]')
  forget(ran.run)
  for (const name of ['plain.txt', 'twice.txt', 'again.txt'])
    expect(statSync(join(scene.workspace, name)).nlink, name).toBe(1)
})
