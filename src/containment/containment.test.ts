import { NO_TRUST } from '../call/trust.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { READ_WRITE } from '../checks/firewall-paths.ts'
import { pathKinds } from '../call/place-kinds.ts'
import { type Change, readChanges, readEvents } from './did.ts'
import { effectsOf } from './effects.ts'
import { containedEnvironment } from './environment.ts'
import { gitObject, readGitIndex } from './git-index.ts'
import { diffHash, heldBecause } from './held.ts'
import { buildWalls, type Ground, joinWords, notContainable, planWords } from './walls.ts'

const GROUND: Ground = {
  home: '/home/dev',
  workspace: '/home/dev/project',
  cwd: '/home/dev/project/src',
  system: [{ path: '/usr' }, { path: '/bin', link: 'usr/bin' }],
  throwaway: ['/home/dev/.cargo'],
  readOnly: ['/home/dev/.gitconfig'],
  masked: [
    { path: '/home/dev/project/.env', as: 'file' },
    { path: '/home/dev/project/.claude', as: 'directory' },
  ],
  resolver: '/etc/resolv.conf',
}

function change(some: Partial<Change> & Pick<Change, 'kind' | 'path'>): Change {
  return { mode: 0o644, size: 1, time: '1.0', before: '-', meanwhile: false, target: '', overDirectory: false, ...some }
}

describe('the walls', () => {
  const { walls, overlays, masks } = buildWalls(GROUND, { at: '/state/contained/1' })
  const at = (...words: readonly string[]): number => {
    const found = walls.findIndex((_, index) => words.every((word, step) => walls[index + step] === word))
    expect(found, words.join(' ')).toBeGreaterThan(-1)
    return found
  }

  test('the workspace is an overlay, put up after the empty home it lies in', () => {
    expect(overlays.map(({ lower }) => lower)).toEqual(['/home/dev/project', '/home/dev/.cargo'])
    expect(at('--bind', '/state/contained/1/mount/0', '/home/dev/project')).toBeGreaterThan(at('--tmpfs', '/home/dev'))
  })

  test('masks are put up after what they mask', () => {
    expect(masks).toEqual([{ file: '/state/contained/1/mask/0', path: '/home/dev/project/.env', as: 'file' }])
    expect(at('--ro-bind', '/state/contained/1/mask/0', '/home/dev/project/.env')).toBeGreaterThan(
      at('--bind', '/state/contained/1/mount/0', '/home/dev/project'),
    )
    at('--ro-bind', '/state/contained/1/mask/directory', '/home/dev/project/.claude')
  })

  test.each(['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent'])('%s', (word) =>
    expect(walls).toContain(word),
  )

  test('a word cannot become two', () => {
    expect(() => joinWords(['a\u0000b'])).toThrow('NUL')
    const plan = {
      bubblewrap: 'b',
      events: 'e',
      root: ['1', '2'] as const,
      same: [],
      limits: { processes: 1, memory: 2, disk: 3, file: 4, seconds: 0 },
    }
    expect(
      planWords({ ...plan, overlays, masks, walls, environment: ['A=1'], command: ['x'], proxy: [] }).endsWith(
        'word\0x\0done\0',
      ),
    ).toBe(true)
  })

  test.each([
    ['/', true],
    ['/home', true],
    ['/home/dev', true],
    ['/etc/nginx', true],
    ['/home/dev/project', false],
    ['/srv/app', false],
  ])('%s as a workspace: refused %s', (path, refused) =>
    expect(notContainable(path, '/home/dev') !== undefined).toBe(refused),
  )

  test('whatever the firewall forbids to read in a workspace is of a kind that is masked', () => {
    const surroundings = {
      cwd: '/home/dev/project',
      workspace: '/home/dev/project',
      additional: [],
      home: '/home/dev',
      platform: 'posix' as const,
      remotes: new Map(),
      branch: undefined,
      trust: NO_TRUST,
    }
    const names = READ_WRITE.filter(
      ({ as, path }) => as !== 'directory' && !/appdata|library|system32|ntuser/.test(path),
    )
    for (const { as, path } of names) {
      const name = `/home/dev/project/${path.replaceAll('*', 'x')}${as === 'folder' ? '/file' : ''}`
      const kinds = pathKinds(name, surroundings)
      expect(kinds.has('secret') || kinds.has('gate-state') || kinds.has('browser-profile'), path).toBe(true)
    }
  })
})

describe('the environment inside', () => {
  const kept = (given: Readonly<Record<string, string>>, more: readonly string[] = []): readonly string[] =>
    containedEnvironment(given, more, {})

  test.each(['PATH', 'LANG', 'LC_ALL', 'NODE_ENV', 'CI', 'GOPATH'])('%s is kept', (name) =>
    expect(kept({ [name]: 'value' })).toContain(`${name}=value`),
  )

  test.each([
    'GITHUB_TOKEN',
    'AWS_PROFILE',
    'DATABASE_URL',
    'MY_OWN_SETTING',
    'SSH_AUTH_SOCK',
    'DBUS_SESSION_BUS_ADDRESS',
    'DISPLAY',
    'XDG_RUNTIME_DIR',
    'DOCKER_HOST',
    'LD_PRELOAD',
    'BASH_ENV',
    'GIT_SSH_COMMAND',
    'https_proxy',
    'BASH_FUNC_ls%%',
  ])('%s is not', (name) => expect(kept({ [name]: 'value' }).some((one) => one.startsWith(name))).toBe(false))

  test('a kept variable with a secret in it is not', () =>
    expect(kept({ NODE_OPTIONS: '--x=ghp_abcdefghijklmnopqrstuvwxyz012345' }).join()).not.toContain('ghp_'))

  test('the settings add names, but no secret', () => {
    expect(kept({ MINE: '1', MY_TOKEN: '2' }, ['MINE', 'MY_TOKEN'])).toContain('MINE=1')
    expect(kept({ MINE: '1', MY_TOKEN: '2' }, ['MINE', 'MY_TOKEN']).join()).not.toContain('MY_TOKEN')
  })
})

describe('what was written down', () => {
  test('events are read, doubles and unknown lines left out', () =>
    expect(
      readEvents(
        'exec /bin/sh sh -c a%20b%25\nname X.example.com\nname x.example.com\nconnect 1.2.3.4 443\nodd\nlimit memory\nend 3\n',
      ),
    ).toEqual({
      exit: 3,
      events: [
        { kind: 'program', path: '/bin/sh', args: ['sh', '-c', 'a b%'] },
        { kind: 'name', host: 'x.example.com' },
        { kind: 'host', host: '1.2.3.4', port: 443 },
        { kind: 'limit', what: 'memory' },
      ],
    }))

  test('without its last line it did not end', () => expect(readEvents('exec /bin/sh sh\n').exit).toBeUndefined())

  const words = (...all: readonly string[]): Uint8Array => Buffer.from(all.map((word) => `${word}\0`).join(''))
  test('half a list of changes is no list', () => {
    expect(() => readChanges(words('file', 'a', '644', '1', '1.0', '-', 'same', ''))).toThrow('not complete')
    expect(() => readChanges(words('done').subarray(0, 4))).toThrow('not complete')
  })

  test('parents stand before what is in them, a deletion before what takes its place', () =>
    expect(
      readChanges(
        words(
          ...[
            ['file', 'a-b', '644', '1', '1.0', '-', 'same', ''],
            ['file', 'a/x', '644', '1', '1.0', '-', 'same', ''],
            ['directory', 'a', '755', '1', '1.0', '-', 'same', ''],
            ['delete', 'a', '644', '1', '1.0', '1:1:1:100644', 'same', ''],
          ].flat(),
          'done',
        ),
      ).map(({ kind, path }) => `${kind} ${path}`),
    ).toEqual(['delete a', 'directory a', 'file a/x', 'file a-b']))

  test('a name that is no text is nothing to commit', () => {
    const bytes = Buffer.concat([
      Buffer.from('file\0'),
      Buffer.from([0x61, 0xff, 0]),
      Buffer.from('644\x001\x001.0\0-\0same\0\0done\0'),
    ])
    expect(readChanges(bytes)).toMatchObject([{ kind: 'other' }])
  })
})

describe('what was done, as actions', () => {
  const did = (changes: readonly Change[], events: Parameters<typeof effectsOf>[0]['events'] = []): readonly object[] =>
    effectsOf({ workspace: '/w', changes, events })

  test.each([
    [change({ kind: 'file', path: 'a' }), { does: 'write-file', how: 'create' }],
    [change({ kind: 'file', path: 'a', before: '1:1:1:100644' }), { does: 'write-file', how: 'overwrite' }],
    [
      change({ kind: 'delete', path: 'd', before: '1:0:0:40755', overDirectory: true }),
      { does: 'delete-file', recursive: true },
    ],
    [
      change({ kind: 'link', path: 'b/l', target: '../../etc/passwd' }),
      { how: 'link', content: { of: { path: '/etc/passwd' } } },
    ],
    [
      change({ kind: 'mode', path: 'd', mode: 0o777, before: '1:0:0:40755' }),
      { does: 'change-access', grants: 'everyone' },
    ],
    [change({ kind: 'mode', path: 'x', mode: 0o4755, before: '1:0:0:100755' }), { grants: 'setuid' }],
    [change({ kind: 'other', path: 'p' }), { does: 'something-opaque' }],
  ])('%o', (one, action) => expect(did([one])[0]).toMatchObject(action))

  test('hosts, programs and places that were tried', () =>
    expect(
      did(
        [],
        [
          { kind: 'host', host: 'x.example.com', port: 443 },
          { kind: 'program', path: '/usr/bin/Git', args: ['git', 'push'] },
          { kind: 'refused', path: '/home/dev/.ssh/id' },
        ],
      ),
    ).toMatchObject([
      { does: 'contact-host', host: { name: 'x.example.com', port: 443 }, sends: 'nothing' },
      { does: 'run-program', program: 'git', args: [{ text: 'push' }] },
      { does: 'read-file', place: { path: '/home/dev/.ssh/id' } },
    ]))
})

describe('changes are held', () => {
  const codes = (one: Change, replaced: 'recoverable' | 'lost' = 'recoverable'): readonly string[] =>
    heldBecause([one], () => replaced).map(({ code }) => code)
  const was = '1:1:1:100644'

  test.each([
    [change({ kind: 'file', path: '.git/hooks/x' }), 'contain.git'],
    [change({ kind: 'file', path: 'sub/.GIT/config' }), 'contain.git'],
    [change({ kind: 'file', path: 'a', meanwhile: true }), 'contain.meanwhile'],
    [change({ kind: 'other', path: 'a' }), 'contain.special'],
    [change({ kind: 'file', path: 'a', mode: 0o4755 }), 'contain.special'],
    [change({ kind: 'directory', path: 'a', mode: 0o2755 }), 'contain.special'],
  ])('%o: %s', (one, code) => expect(codes(one)).toEqual([code]))

  test.each(['delete', 'file', 'link'] as const)('%s of what version control does not have', (kind) => {
    expect(codes(change({ kind, path: 'a', before: was }), 'lost')).toEqual(['contain.lost'])
    expect(codes(change({ kind, path: 'a', before: was }), 'recoverable')).toEqual([])
    expect(codes(change({ kind, path: 'dist/a', before: was }), 'lost')).toEqual([])
  })

  test.each([
    change({ kind: 'file', path: 'a' }),
    change({ kind: 'directory', path: 'a', mode: 0o755 }),
    change({ kind: 'file', path: '.gitignore' }),
    change({ kind: 'link', path: 'a', target: 'b' }),
  ])('not so %o', (one) => expect(codes(one, 'lost')).toEqual([]))

  test('the hash of a diff is of everything in it', () => {
    const one = change({ kind: 'file', path: 'a' })
    const hash = (some: Partial<Change>, content = 'x'): string => diffHash([{ ...one, ...some }], () => content)
    const all = [
      hash({}),
      hash({ path: 'b' }),
      hash({ mode: 0o755 }),
      hash({ before: was }),
      hash({}, 'y'),
      hash({ kind: 'link', target: 't' }),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})

describe("Git's index", () => {
  test.each([2, 3, 4])('version %i is read as Git wrote it', (version) => {
    const place = mkdtempSync(join(tmpdir(), 'index-'))
    const git = (...words: readonly string[]): string =>
      spawnSync('git', words, { cwd: place, encoding: 'utf8' }).stdout
    git('init', '-q')
    for (const name of ['a.txt', 'long-name-of-a-file.txt', 'long-name-of-another.txt', 'ünï.txt', 'd'.repeat(200)])
      writeFileSync(join(place, name), `${name}\n`)
    git('add', '.')
    if (version === 3) git('add', '-N', '.')
    git('update-index', `--index-version=${version}`)
    const index = readGitIndex(readFileSync(join(place, '.git/index')))!
    const listed = git('-c', 'core.quotePath=false', 'ls-files', '-s', '-z')
      .split('\0')
      .filter((line) => line !== '')
    expect([...index]).toEqual(listed.map((line) => [line.split('\t')[1], line.split(' ')[1]]))
    expect(gitObject(readFileSync(join(place, 'a.txt')))).toBe(index.get('a.txt'))
    rmSync(place, { recursive: true, force: true })
  })

  test('what is no index has nothing', () => {
    expect(readGitIndex(Buffer.from('DIRC'))).toBeUndefined()
    expect(readGitIndex(Buffer.alloc(100))).toBeUndefined()
  })
})
