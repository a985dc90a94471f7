import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frozenWorld } from './world.frozen.ts'
import { realWorld } from './world.node.ts'
import { snapshotOf } from './world.snapshot.ts'
import type { World } from './world.ts'

let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'snapshot-')))
  mkdirSync(join(root, 'src/deep/deeper/deepest'), { recursive: true })
  writeFileSync(join(root, 'src/file.ts'), '')
  symlinkSync('src', join(root, 'relative'))
  symlinkSync('/etc', join(root, 'absolute'))
  symlinkSync('file.ts', join(root, 'src/to-file'))
  symlinkSync('nowhere/below', join(root, 'dangling'))
  symlinkSync('round', join(root, 'round'))
  symlinkSync('there', join(root, 'here'))
  symlinkSync('here', join(root, 'there'))
  symlinkSync('../relative/deep', join(root, 'src/through'))
})
afterAll(() => rmSync(root, { recursive: true }))

const PATHS = [
  '',
  '/src',
  '/src/file.ts',
  '/src/file.ts/below',
  '/src/file.ts/below/that',
  '/src/deep/deeper/deepest',
  '/src/deep/deeper/deepest/new/file',
  '/src/deep/../file.ts',
  '/src/./file.ts',
  '/src//file.ts',
  '/src/',
  '/relative',
  '/relative/file.ts',
  '/relative/deep/new',
  '/relative/to-file',
  '/absolute',
  '/absolute/passwd',
  '/absolute/new',
  '/dangling',
  '/dangling/further',
  '/round',
  '/round/below',
  '/here',
  '/there/below',
  '/src/through',
  '/src/through/deeper',
  '/src/through/absent/more',
  '/absent',
  '/absent/a/b/c/d/e/f',
  `/${'long'.repeat(100)}`,
  '/with\u0000nul',
]

describe('a snapshot', () => {
  test.each([...PATHS.keys()])('says of path %i what the machine says, whatever was asked before', (index) => {
    const path = root + PATHS[index]!
    const { real, look } = realWorld()
    expect(snapshotOf(realWorld()).real(path)).toBe(real(path))
    for (const before of PATHS) {
      const asked = snapshotOf(realWorld())
      asked.real(root + before)
      asked.look(root + before)
      expect([before, asked.real(path), asked.look(path)]).toEqual([before, real(path), look(path)])
    }
  })

  test('asks once for a directory, and for nothing below what is not there or is a file', () => {
    const asked: string[] = []
    const world = frozenWorld({ files: { '/home/dev/project/notes': '' } })
    const counted: World = {
      ...world,
      look: (path) => (asked.push(path), world.look(path)),
      real: (path) => (asked.push(path), world.real(path)),
    }
    const snapshot = snapshotOf(counted)
    snapshot.real('/home/dev/project')
    asked.length = 0
    for (let part = 0; part < 50; part++) snapshot.real(`/home/dev/project/build/part${part}.o`)
    expect(asked).toEqual(['/home/dev/project/build'])
    expect(snapshot.look('/home/dev/project/notes')).toBe('file')
    asked.length = 0
    expect(snapshot.look('/home/dev/project/notes/below')).toBe('absent')
    expect(asked).toEqual([])
  })

  test('leaves every path to the machine where names are not exact', () => {
    const { namesAreExact, ...world } = frozenWorld({ files: { '/home/dev/Notes': '' } })
    expect(namesAreExact).toBe(true)
    const spelled: World = { ...world, real: (path) => path.replace('/notes', '/Notes') }
    expect(snapshotOf(spelled).real('/home/dev')).toBe('/home/dev')
    expect(snapshotOf(spelled).real('/home/dev/notes')).toBe('/home/dev/Notes')
  })

  test('remembers that a file could not be read', () => {
    let asked = 0
    const snapshot = snapshotOf({ ...frozenWorld(), read: () => void asked++ })
    expect([snapshot.read('/x'), snapshot.read('/x'), snapshot.read('/x', 10)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(asked).toBe(2)
  })
})
