import { describe, expect, test } from 'vitest'
import { addressesOf, defaultRemote, includedPath, parseSettings, settingKey, settingsIn } from './git-config.ts'

const CONFIG = `[core]
\tfsmonitor = "sh -c \\"x\\"" ; a comment
[remote "origin"]
\turl = git@github.com:dev/project.git
[remote "two"] url = https://a.example/x.git
[branch "feature/cart"]
\tremote = two
[alias]
\tst = status --short
\tlong = log \\
  --oneline
`

describe('a configuration file of git', () => {
  test('sections, names in quotes, values in quotes, comments and continued lines are read', () => {
    expect(parseSettings(CONFIG)).toEqual([
      { key: 'core.fsmonitor', value: 'sh -c "x"' },
      { key: 'remote.origin.url', value: 'git@github.com:dev/project.git' },
      { key: 'remote.two.url', value: 'https://a.example/x.git' },
      { key: 'branch.feature/cart.remote', value: 'two' },
      { key: 'alias.st', value: 'status --short' },
      { key: 'alias.long', value: 'log   --oneline' },
    ])
  })

  test('a key is compared without case, the name in it with', () => {
    expect(settingKey('URL.https://A/.InsteadOf')).toBe('url.https://A/.insteadof')
  })

  test('what is included counts, and a file that includes itself ends', () => {
    const files: Record<string, string> = {
      '/r/.git/config': '[include]\n\tpath = ../inc\n',
      '/r/inc': '[include]\n\tpath = inc\n[a]\n\tb = c\n',
    }
    const found = settingsIn('/r/.git/config', (path) => files[path], '/home/dev')
    expect(found.some(({ key, value }) => key === 'a.b' && value === 'c')).toBe(true)
    expect(includedPath('~/x', '/r', '/home/dev')).toBe('/home/dev/x')
  })
})

const settings = (...pairs: readonly (readonly [string, string])[]) => pairs.map(([key, value]) => ({ key, value }))
const ORIGIN = ['remote.origin.url', 'git@github.com:dev/project.git'] as const

describe('where git goes', () => {
  test.each([
    ['its address', [ORIGIN], ['git@github.com:dev/project.git']],
    ['its address for pushes', [ORIGIN, ['remote.origin.pushurl', 'https://e/x']], ['https://e/x']],
    [
      'all of several',
      [ORIGIN, ['remote.origin.pushurl', 'https://e/x'], ['remote.origin.pushurl', 'https://f/x']],
      ['https://e/x', 'https://f/x'],
    ],
    [
      'what it is rewritten to',
      [ORIGIN, ['url.https://e/.insteadof', 'git@github.com:']],
      ['https://e/dev/project.git'],
    ],
    [
      'what a push is rewritten to',
      [ORIGIN, ['url.https://e/.pushinsteadof', 'git@github.com:'], ['url.https://f/.insteadof', 'git@']],
      ['https://e/dev/project.git'],
    ],
    [
      'the longest prefix',
      [ORIGIN, ['url.https://e/.insteadof', 'git@'], ['url.https://f/.insteadof', 'git@github.com:dev/']],
      ['https://f/project.git'],
    ],
  ] as const)('a push goes to %s', (_name, pairs, urls) => {
    expect(addressesOf(settings(...pairs), 'origin', 'push')).toEqual(urls)
  })

  test('a fetch is not rewritten by what is for pushes', () => {
    const some = settings(ORIGIN, ['url.https://e/.pushinsteadof', 'git@'], ['remote.origin.pushurl', 'https://e/x'])
    expect(addressesOf(some, 'origin', 'fetch')).toEqual([ORIGIN[1]])
  })

  test.each([
    ['origin', [], 'push'],
    ['two', [['branch.b.remote', 'two']], 'push'],
    [
      'three',
      [
        ['branch.b.remote', 'two'],
        ['remote.pushdefault', 'three'],
      ],
      'push',
    ],
    [
      'four',
      [
        ['remote.pushdefault', 'three'],
        ['branch.b.pushremote', 'four'],
      ],
      'push',
    ],
    [
      'two',
      [
        ['branch.b.remote', 'two'],
        ['remote.pushdefault', 'three'],
      ],
      'fetch',
    ],
  ] as const)('without a name it is %s by %j in a %s', (name, pairs, direction) => {
    expect(defaultRemote(settings(...pairs), 'b', direction)).toBe(name)
  })
})
