import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixedDirectory, globToRegExp, isGlob, unescapeGlob } from './glob.ts'
import {
  baseName,
  expandTilde,
  foldPath,
  isInside,
  normalise,
  parent,
  resolvePlace,
  resolveText,
  windowsPath,
} from './paths.ts'
import { surroundingsOf } from './surroundings.ts'
import { dynamic, literal, type Word } from './word.ts'
import { frozenWorld } from './world.frozen.ts'
import { realWorld } from './world.node.ts'

const world = frozenWorld({
  files: {
    '/home/dev/project/.git/HEAD': 'ref: refs/heads/topic/x\n',
    '/home/dev/project/.git/config':
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://git.example/app.git\n[remote "fork"]\n\turl=git@host:me/app.git\n',
    '/home/dev/project/a1.txt': '1',
    '/home/dev/project/a2.txt': '2',
    '/home/dev/project/.hidden': '',
    '/home/dev/project/sub/b.txt': '',
  },
  links: { '/home/dev/project/link': '/etc', '/home/dev/project/loop': '/home/dev/project/loop' },
})
const surroundings = surroundingsOf('/home/dev/project', world)
const cwd = { kind: 'path', path: '/home/dev/project', real: '/home/dev/project' } as const

function glob(pattern: string): Word {
  return { kind: 'glob', pattern }
}

describe('resolveText', () => {
  test.each([
    ['a', '/home/dev/project/a', '/home/dev/project/a'],
    ['./a/../b', '/home/dev/project/b', '/home/dev/project/b'],
    ['../../..', '/', '/'],
    ['../../../../x', '/x', '/x'],
    ['~', '/home/dev', '/home/dev'],
    ['~/x', '/home/dev/x', '/home/dev/x'],
    ['~other/x', '/home/other/x', '/home/other/x'],
    ['~root/x', '/root/x', '/root/x'],
    ['a~', '/home/dev/project/a~', '/home/dev/project/a~'],
    ['/x//y/./z/', '/x/y/z', '/x/y/z'],
    ['link/passwd', '/home/dev/project/link/passwd', '/etc/passwd'],
    ['link/../shadow', '/home/dev/project/shadow', '/shadow'],
    ['link/ssl/../shadow', '/home/dev/project/link/shadow', '/etc/shadow'],
    ['sub/../a', '/home/dev/project/a', '/home/dev/project/a'],
    ['file:///etc/passwd', '/etc/passwd', '/etc/passwd'],
    ['file://localhost/etc/pass%77d', '/etc/passwd', '/etc/passwd'],
    ['FILE:///etc/%zz', '/etc/%zz', '/etc/%zz'],
    ['C:\\Users\\..\\Windows', 'C:/Windows', 'C:/Windows'],
    ['c:/x', 'C:/x', 'C:/x'],
    ['\\\\server\\share\\x', '//server/share/x', '//server/share/x'],
    ['loop', '/home/dev/project/loop', '/home/dev/project/loop'],
  ])('%s', (text, path, real) => {
    expect(resolveText(text, cwd, surroundings, world)).toEqual({ kind: 'path', path, real })
  })

  test('a relative path below a Windows directory stays on its drive', () => {
    const there = { kind: 'path', path: 'C:/Users/dev', real: 'C:/Users/dev' } as const
    expect(resolveText('..\\x'.replace('\\', '/'), there, surroundings, world)).toMatchObject({ path: 'C:/Users/x' })
  })

  test('the home of a Windows machine is on its drive', () => {
    const windows = { ...surroundings, home: 'C:\\Users\\dev' }
    expect(resolveText('~/.ssh/id_rsa', cwd, windows, world)).toMatchObject({ path: 'C:/Users/dev/.ssh/id_rsa' })
  })

  test('relative to a place that is not known, it is not known', () => {
    expect(resolveText('a', { kind: 'unknown', source: '$D' }, surroundings, world)).toEqual({
      kind: 'unknown',
      source: 'a',
    })
    expect(resolveText('a', { kind: 'unknown', source: '$D', within: '/x' }, surroundings, world)).toEqual({
      kind: 'unknown',
      source: 'a',
      within: '/x',
      only: { is: 'place', pattern: '/x/**/a' },
    })
    expect(resolveText('../a', { kind: 'unknown', source: '$D', within: '/x' }, surroundings, world)).toEqual({
      kind: 'unknown',
      source: '../a',
    })
  })
})

describe('resolvePlace', () => {
  test.each([
    ['a*.txt', ['/home/dev/project/a1.txt', '/home/dev/project/a2.txt']],
    ['a?.txt', ['/home/dev/project/a1.txt', '/home/dev/project/a2.txt']],
    ['a[2-9].txt', ['/home/dev/project/a2.txt']],
    ['*/b.txt', ['/home/dev/project/sub/b.txt']],
    ['nothing*', []],
    ['/home/dev/project/s\\*b/*', []],
  ])('%s matches what is there', (pattern, matches) => {
    expect(resolvePlace(glob(pattern), cwd, surroundings, world)).toMatchObject({ kind: 'glob', matches })
  })

  test('a star does not match a leading dot', () => {
    const place = resolvePlace(glob('*'), cwd, surroundings, world)
    expect(place.kind === 'glob' && place.matches.some((path) => path.includes('.hidden'))).toBe(false)
  })

  test('what is not known stays unknown, within what is known', () => {
    expect(resolvePlace(dynamic('$X'), cwd, surroundings, world)).toEqual({ kind: 'unknown', source: '$X' })
    const below: Word = {
      kind: 'dynamic',
      source: 'sub/$X',
      pieces: [{ known: 'sub/' }, { unknown: '$X', from: 'variable' }],
    }
    expect(resolvePlace(below, cwd, surroundings, world)).toMatchObject({ within: '/home/dev/project/sub' })
    const climbing: Word = {
      kind: 'dynamic',
      source: 'sub/$X/../..',
      pieces: [{ known: 'sub/' }, { unknown: '$X', from: 'variable' }, { known: '/../..' }],
    }
    expect(resolvePlace(climbing, cwd, surroundings, world)).toEqual({ kind: 'unknown', source: 'sub/$X/../..' })
  })

  test('a literal is resolved as text', () => {
    expect(resolvePlace(literal('~/x'), cwd, surroundings, world)).toMatchObject({ path: '/home/dev/x' })
  })
})

describe('path words', () => {
  test.each([
    ['/a', '/a', true],
    ['/a/b', '/a', true],
    ['/ab', '/a', false],
    ['/a', '/a/b', false],
    ['/a', '/', true],
  ])('%s inside %s: %s', (path, directory, inside) => {
    expect(isInside(path, directory)).toBe(inside)
  })
  test.each([
    ['/a/b', '/a', 'b'],
    ['/a', '/', 'a'],
    ['/', '/', ''],
  ])('%s has parent %s and name %s', (path, above, name) => {
    expect([parent(path), baseName(path)]).toEqual([above, name])
  })
  test('odd spellings', () => {
    expect(normalise('/..//a/./../b/')).toBe('/b')
    expect(windowsPath('/c/x')).toBeUndefined()
    expect(windowsPath('C:')).toBe('C:/')
    expect(windowsPath('Cx:\\a')).toBeUndefined()
    expect(expandTilde('~+/x', surroundings)).toBe('/home/dev/project/x')
    expect(expandTilde('~$USER/x', surroundings)).toBe('~$USER/x')
  })
})

test.each([
  ['/p/.GIT/Config', '/p/.git/config'],
  ['/p/.git./x', '/p/.git/x'],
  ['/p/.git /x', '/p/.git/x'],
  ['/p/.git::$INDEX_ALLOCATION/x', '/p/.git/x'],
  ['/p/git~1/x', '/p/.git/x'],
  ['/p/.s\u200bsh/x', '/p/.ssh/x'],
  ['C:/Users/x.txt', 'c:/users/x.txt'],
  ['/p/a b.c/...', '/p/a b.c/...'],
  ['/', '/'],
])('%j is compared as %j', (path, folded) => {
  expect(foldPath(path)).toBe(folded)
})

describe('globToRegExp', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['**/*.ts', 'a/b/c.ts', true],
    ['**/*.ts', 'c.ts', true],
    ['a/**', 'a/b/c', true],
    ['?', '/', false],
    ['[!a]', 'b', true],
    ['[!a]', 'a', false],
    ['[^a]', '/', false],
    ['[a-c]x', 'bx', true],
    ['[]]', ']', true],
    ['[[:digit:]]', '7', true],
    ['[[:digit:]]', 'a', false],
    ['[z-a]', 'm', false],
    ['[', '[', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['a.b', 'axb', false],
    ['(a|b)+', '(a|b)+', true],
  ])('%s against %s: %s', (pattern, text, matches) => {
    expect(globToRegExp(pattern).test(text)).toBe(matches)
  })

  test('a hostile pattern is folded before it is matched', () => {
    expect(globToRegExp(`${'*'.repeat(5000)}b`).test('a'.repeat(5000))).toBe(false)
  })

  test('what is a wildcard and what is fixed', () => {
    expect([isGlob('a*'), isGlob('a\\*'), isGlob('a'), isGlob('[a]')]).toEqual([true, false, false, true])
    expect(fixedDirectory('/a/b*c/d')).toBe('/a')
    expect(unescapeGlob('a\\*b')).toBe('a*b')
  })
})

describe('surroundingsOf', () => {
  test('finds the repository, its remotes and its branch', () => {
    const found = surroundingsOf('/home/dev/project/sub', world)
    expect(found).toMatchObject({ cwd: '/home/dev/project/sub', workspace: '/home/dev/project', branch: 'topic/x' })
    expect([...found.remotes]).toEqual([
      ['origin', 'https://git.example/app.git'],
      ['fork', 'git@host:me/app.git'],
    ])
  })

  test('without a repository the workspace is the directory itself', () => {
    expect(surroundingsOf('/srv/x', world)).toMatchObject({ workspace: '/srv/x', branch: undefined })
  })

  test('a repository in the home directory does not make the home a workspace', () => {
    const dotfiles = frozenWorld({
      files: { '/home/dev/.git/HEAD': 'ref: refs/heads/main' },
      directories: ['/home/dev/notes'],
    })
    expect(surroundingsOf('/home/dev/notes', dotfiles).workspace).toBe('/home/dev/notes')
  })

  test('a worktree takes its remotes from the main repository', () => {
    const tree = frozenWorld({
      files: {
        '/w/.git': 'gitdir: /r/.git/worktrees/w\n',
        '/r/.git/worktrees/w/HEAD': 'ref: refs/heads/fix',
        '/r/.git/worktrees/w/commondir': '../..\n',
        '/r/.git/config': '[remote "origin"]\n\turl = https://git.example/r\n',
      },
    })
    expect(surroundingsOf('/w', tree)).toMatchObject({
      workspace: '/w',
      branch: 'fix',
      remotes: new Map([['origin', 'https://git.example/r']]),
    })
  })
})

describe('the real world answers as the frozen one does', () => {
  let root = ''
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'world-')))
    mkdirSync(join(root, 'd'))
    writeFileSync(join(root, 'd', 'f'), 'text')
    writeFileSync(join(root, 'binary'), Uint8Array.from([0xff, 0xfe]))
    symlinkSync(join(root, 'd'), join(root, 'to-d'))
    symlinkSync(join(root, 'missing', 'x'), join(root, 'dangling'))
    symlinkSync(join(root, 'to-d', 'new'), join(root, 'new-in-d'))
    symlinkSync(join(root, 'loop'), join(root, 'loop'))
  })
  afterAll(() => rmSync(root, { recursive: true }))

  test('look, real, read, list', () => {
    const real = realWorld()
    const frozen = frozenWorld({
      files: { [`${root}/d/f`]: 'text', [`${root}/binary`]: '' },
      links: {
        [`${root}/to-d`]: `${root}/d`,
        [`${root}/dangling`]: `${root}/missing/x`,
        [`${root}/new-in-d`]: `${root}/to-d/new`,
      },
    })
    for (const path of ['', '/d', '/d/f', '/to-d', '/to-d/f', '/dangling', '/new-in-d', '/nothing', '/d/f/x']) {
      expect(real.look(root + path), path).toBe(frozen.look(root + path))
      expect(real.real(root + path), path).toBe(frozen.real(root + path))
    }
    for (const path of ['/d/f', '/to-d/f', '/d', '/nothing'])
      expect(real.read(root + path), path).toBe(frozen.read(root + path))
    for (const path of ['/d', '/to-d', '/nothing', '/d/f'])
      expect(real.list(root + path), path).toEqual(frozen.list(root + path))
  })

  test('what cannot be read is absent, and nothing throws', () => {
    const real = realWorld()
    expect(real.read(join(root, 'binary'))).toBeUndefined()
    expect(real.read(join(root, 'd', 'f'), 3)).toBeUndefined()
    expect(real.look('/x\u0000y')).toBe('absent')
    expect(real.list('/x\u0000y')).toBeUndefined()
    expect(real.real('/x\u0000y')).toBe('/x\u0000y')
    expect(real.real(join(root, 'loop'))).toContain(root)
    expect(real.real(join(root, 'dangling', 'y'))).toBe(join(root, 'missing', 'x', 'y'))
  })
})

describe('what means whoever asks', () => {
  const node = realWorld()

  test.each(['/proc/self/fd/7', '/proc/thread-self/environ', '/dev/fd/3', '/dev/stdin'])(
    '%s is not looked up in this process',
    (path) => {
      expect(resolveText(path, cwd, surroundings, node)).toEqual({ kind: 'path', path, real: path })
    },
  )

  test('the root is the same for everybody', () => {
    expect(resolveText('/proc/self/root/etc/hostname-or-not', cwd, surroundings, node)).toMatchObject({
      real: node.real('/etc/hostname-or-not'),
    })
  })

  test('the working directory is that of the call', () => {
    expect(resolveText('/proc/self/cwd/sub/b.txt', cwd, surroundings, world)).toMatchObject({
      real: '/home/dev/project/sub/b.txt',
    })
    expect(resolveText('/proc/self/cwd/../x', cwd, surroundings, world)).toMatchObject({ real: '/home/dev/x' })
  })
})
