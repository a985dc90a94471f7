import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { loadPolicy, type PolicyLocations } from './load.ts'
import type { Policy } from './policy.ts'
import { showProblem } from './read-settings.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'policy-'))
  for (const directory of ['etc', 'home', 'work']) mkdirSync(join(root, directory))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const PLACES = {
  managed: 'etc/settings.json',
  dropIn: 'etc/settings.d/10-team.json',
  user: 'home/.portcullis/settings.json',
  project: 'work/.portcullis/settings.json',
  local: 'work/.portcullis/settings.local.json',
  claudeUser: 'home/.claude/settings.json',
  claudeProject: 'work/.claude/settings.json',
  claudeManaged: 'etc-claude/managed-settings.json',
} as const

type Files = { readonly [Place in keyof typeof PLACES]?: object | string }

function write(path: string, content: object | string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

function load(files: Files, more: Partial<PolicyLocations> = {}): Policy {
  for (const [place, path] of Object.entries(PLACES)) {
    const content = Object.entries(files).find(([name]) => name === place)?.[1]
    if (content !== undefined) write(path, content)
  }
  return loadPolicy({
    cwd: join(root, 'work'),
    workspace: join(root, 'work'),
    home: join(root, 'home'),
    managedDirectory: join(root, 'etc'),
    claudeManagedDirectory: join(root, 'etc-claude'),
    ...more,
  })
}

const texts = (rules: Policy['allow']): readonly string[] => rules.map((rule) => rule.text)
const deny = (name: string): object => ({ permissions: { deny: [`Bash(${name})`] } })
const mode = (defaultMode: string): object => ({ permissions: { defaultMode } })
const digest = (denied: readonly string[]): string => load({ user: { permissions: { deny: denied } } }).digest
const trust = (): object => ({ trustedWorkspaces: [join(root, 'work')] })
const shown = (list: Policy['problems'] | undefined): readonly string[] =>
  (list ?? []).map((problem) => showProblem(problem).replaceAll(root, ''))

describe('without any file', () => {
  it('the built-in defaults hold', () => {
    expect(load({})).toMatchObject({
      allow: [],
      ask: [],
      deny: [],
      defaultMode: 'auto',
      powershellAutoMode: false,
      problems: [],
      notices: [],
      trustedWorkspace: false,
    })
  })
})

describe('scopes', () => {
  it('are read in the order managed, flag, local, project, user', () => {
    const policy = load(
      {
        managed: deny('managed'),
        dropIn: deny('drop-in'),
        user: deny('user'),
        project: deny('project'),
        local: deny('local'),
      },
      { flagSettings: JSON.stringify(deny('flag')) },
    )
    expect(texts(policy.deny)).toEqual(
      ['managed', 'drop-in', 'flag', 'local', 'project', 'user'].map((name) => `Bash(${name})`),
    )
    expect(policy.deny.map((rule) => rule.source.scope)).toEqual([
      'managed',
      'managed',
      'flag',
      'project',
      'project',
      'user',
    ])
  })

  it('give each rule its file, line and base', () => {
    const policy = load({ user: '{\n "permissions": {\n "ask": [ "A",\n "B" ] } }' })
    expect(policy.ask[1]?.source).toEqual({
      scope: 'user',
      file: join(root, 'home/.portcullis/settings.json'),
      line: 4,
      base: join(root, 'home/.portcullis'),
    })
  })

  it('the higher one decides the mode', () => {
    expect(load({ user: mode('plan') }, { flagSettings: JSON.stringify(mode('dontAsk')) }).defaultMode).toBe('dontAsk')
    expect(load({ user: mode('plan'), managed: mode('default') }).defaultMode).toBe('default')
  })

  it('flag settings may be a file', () => {
    write('work/extra.json', { permissions: { allow: ['Bash(make)'] } })
    expect(texts(load({}, { flagSettings: 'extra.json' }).allow)).toEqual(['Bash(make)'])
  })

  it('in the home directory the project file is the user file, read once', () => {
    const home = join(root, 'home')
    const policy = load({ user: { permissions: { allow: ['Bash(make)'] } } }, { cwd: home, workspace: home })
    expect(policy.allow.map((rule) => rule.source.scope)).toEqual(['user'])
  })
})

describe('an untrusted project may only tighten', () => {
  const widening = {
    permissions: {
      allow: ['Bash(make)'],
      deny: ['Bash(curl *)'],
      ask: ['Bash(git push *)'],
      additionalDirectories: ['/srv'],
      defaultMode: 'bypassPermissions',
      disableBypassPermissionsMode: true,
    },
    trustedHosts: ['evil.example'],
    firewall: { readWrite: ['/srv/keys', '!/etc/shadow'], writeOnly: ['!/usr'] },
    readClaudeSettings: true,
  }

  it('its deny, ask, firewall and switches count; the rest is set aside and told', () => {
    const policy = load({ project: widening, claudeUser: { permissions: { allow: ['Bash'] } } })
    expect(policy).toMatchObject({
      allow: [],
      additionalDirectories: [],
      trust: { hosts: { trusted: [], not: [] } },
      defaultMode: 'auto',
      disableBypassPermissionsMode: true,
      firewall: { readWrite: ['/srv/keys'], writeOnly: [] },
    })
    expect(texts(policy.deny)).toEqual(['Bash(curl *)'])
    expect(texts(policy.ask)).toEqual(['Bash(git push *)'])
    const file = '/work/.portcullis/settings.json:1:'
    expect(shown(policy.notices)).toEqual(
      [
        'permissions.allow',
        'permissions.additionalDirectories',
        'permissions.defaultMode',
        'firewall.readWrite',
        'firewall.writeOnly',
        'trustedHosts',
        'readClaudeSettings',
      ].map(
        (key) => `${file} ${key}: has no effect until the workspace is trusted: trustedWorkspaces in your own settings`,
      ),
    )
  })

  it('once the user trusts the workspace, it counts', () => {
    const policy = load({
      project: { ...widening, permissions: { ...widening.permissions, disableBypassPermissionsMode: false } },
      user: trust(),
    })
    expect(policy).toMatchObject({
      additionalDirectories: ['/srv'],
      trust: { hosts: { trusted: ['evil.example'] } },
      firewall: { readWrite: ['/srv/keys', '!/etc/shadow'], writeOnly: ['!/usr'] },
      defaultMode: 'bypassPermissions',
      trustedWorkspace: true,
    })
    expect(texts(policy.allow)).toEqual(['Bash(make)'])
  })

  test.each([
    ['auto', 'plan', 'plan'],
    ['auto', 'dontAsk', 'dontAsk'],
    ['auto', 'default', 'default'],
    ['auto', 'bypassPermissions', 'auto'],
    ['plan', 'default', 'plan'],
    ['plan', 'acceptEdits', 'plan'],
    ['default', 'auto', 'default'],
    ['default', 'acceptEdits', 'default'],
    ['bypassPermissions', 'default', 'default'],
    ['dontAsk', 'default', 'dontAsk'],
  ])('user says %s, the project %s: %s', (user, project, expected) => {
    expect(load({ user: mode(user), project: mode(project) }).defaultMode).toBe(expected)
    rmSync(join(root, 'work/.portcullis'), { recursive: true })
    expect(load({ user: mode(user), local: mode(project) }).defaultMode).toBe(expected)
  })

  test.each<[string, () => object, boolean]>([
    ['the workspace itself', trust, true],
    ['everything below a directory', () => ({ trustedWorkspaces: [`${root}/**`] }), true],
    ['a directory above it, without /**', () => ({ trustedWorkspaces: [root] }), false],
    [
      'a sibling with the same beginning',
      () => ({ trustedWorkspaces: [join(root, 'wo'), join(root, 'work2')] }),
      false,
    ],
    ['a relative path', () => ({ trustedWorkspaces: ['work'] }), false],
    ['the empty list', () => ({ trustedWorkspaces: [] }), false],
  ])('trusted by %s: %s', (_, settings, expected) => {
    expect(load({ user: settings() }).trustedWorkspace).toBe(expected)
  })

  it('a workspace reached through a link is the workspace it points to', () => {
    symlinkSync(join(root, 'work'), join(root, 'link'))
    expect(load({ user: trust() }, { workspace: join(root, 'link') }).trustedWorkspace).toBe(true)
  })

  it('a project cannot trust itself, nor can a flag', () => {
    const policy = load({ project: trust(), local: trust() }, { flagSettings: JSON.stringify(trust()) })
    expect(policy.trustedWorkspace).toBe(false)
    expect(policy.notices).toHaveLength(3)
  })

  it('its autoMode is ignored, trusted or not', () => {
    const project = { autoMode: { allow: ['everything is fine'], hard_deny: [] } }
    for (const user of [{}, trust()]) {
      const policy = load({ project, user })
      expect(policy.autoMode.allow).toEqual([])
      expect(shown(policy.notices)).toContain(
        '/work/.portcullis/settings.json:1: autoMode: is ignored in project settings: a repository does not instruct its own judge',
      )
    }
  })
})

describe('autoMode sections', () => {
  const defaults = { allow: ['d1', 'd2'], soft_deny: ['s'], hard_deny: ['h'], environment: ['e'] }
  const sections = (...files: readonly (readonly string[] | undefined)[]): readonly string[] => {
    const [managed, user] = files.map((allow) => (allow === undefined ? {} : { autoMode: { allow } }))
    return load({ managed: managed ?? {}, user: user ?? {} }, { autoModeDefaults: defaults }).autoMode.allow
  }
  test.each<[string, readonly string[] | undefined, readonly string[] | undefined, readonly string[]]>([
    ['nobody wrote it: the defaults', undefined, undefined, ['d1', 'd2']],
    ['written without $defaults: replaced', undefined, ['u'], ['u']],
    ['$defaults at the end', undefined, ['u', '$defaults'], ['u', 'd1', 'd2']],
    ['$defaults in the middle', undefined, ['u', '$defaults', 'v'], ['u', 'd1', 'd2', 'v']],
    ['scopes add up', ['m'], ['u'], ['m', 'u']],
    ['one scope with $defaults is enough', ['m'], ['$defaults', 'u'], ['m', 'd1', 'd2', 'u']],
    ['$defaults twice splices once', ['$defaults', 'm'], ['$defaults', 'u'], ['d1', 'd2', 'm', 'u']],
    ['an empty list replaces', undefined, [], []],
    ['doubles are dropped', ['x'], ['x'], ['x']],
  ])('%s', (_, managed, user, expected) => {
    expect(sections(managed, user)).toEqual(expected)
  })
  it('are independent of each other, and replacing the hard rules is told', () => {
    const policy = load({ user: { autoMode: { hard_deny: ['mine'] } } }, { autoModeDefaults: defaults })
    expect(policy.autoMode).toMatchObject({ allow: ['d1', 'd2'], soft_deny: ['s'], hard_deny: ['mine'] })
    expect(shown(policy.notices)).toEqual([
      '/home/.portcullis/settings.json:1: autoMode.hard_deny: replaces the built-in hard rules unless another file lists "$defaults"',
    ])
  })
  it('classifyAllShell holds when any scope says so', () => {
    const policy = load({
      managed: { autoMode: { classifyAllShell: true } },
      user: { autoMode: { classifyAllShell: false } },
    })
    expect(policy.autoMode.classifyAllShell).toBe(true)
  })
})

describe('what is broken is a problem', () => {
  test.each<[string, keyof typeof PLACES, string]>([
    ['managed', 'managed', '/etc/settings.json:1: not valid JSON: close brace expected'],
    ['managed drop-in', 'dropIn', '/etc/settings.d/10-team.json:1: not valid JSON: close brace expected'],
    ['user', 'user', '/home/.portcullis/settings.json:1: not valid JSON: close brace expected'],
    ['project', 'project', '/work/.portcullis/settings.json:1: not valid JSON: close brace expected'],
    ['local', 'local', '/work/.portcullis/settings.local.json:1: not valid JSON: close brace expected'],
  ])('a broken %s file', (_, place, message) => {
    expect(shown(load({ [place]: '{' }).problems)).toEqual([message])
  })
  it('a broken flag, inline or as a file', () => {
    expect(shown(load({}, { flagSettings: '{"x' }).problems)[0]).toContain('--settings:1: not valid JSON')
    expect(shown(load({}, { flagSettings: 'absent.json' }).problems)).toEqual([
      '/work/absent.json:1: the file does not exist',
    ])
  })
  it('a deny rule that cannot be read', () => {
    const policy = load({ user: '{ "permissions": {\n "deny": ["Bash(curl *"] } }' })
    expect(shown(policy.problems)).toEqual([
      '/home/.portcullis/settings.json:2: permissions.deny[0]: `Bash(curl *`: the closing parenthesis is missing',
    ])
  })
  it('an allow rule that cannot be read is only left out', () => {
    const policy = load({ user: { permissions: { allow: ['*', 'Bash(make)'] } } })
    expect(texts(policy.allow)).toEqual(['Bash(make)'])
    expect(policy.problems).toEqual([])
    expect(policy.notices).toHaveLength(1)
  })
  it('a directory in place of a file, bytes that are not UTF-8, a file too large', () => {
    mkdirSync(join(root, PLACES.user), { recursive: true })
    expect(shown(load({}).problems)).toEqual(['/home/.portcullis/settings.json:1: not a regular file'])
    rmSync(join(root, PLACES.user), { recursive: true })
    writeFileSync(join(root, PLACES.user), Buffer.from([0x7b, 0xff, 0x7d]))
    expect(shown(load({}).problems)).toEqual(['/home/.portcullis/settings.json:1: the file is not valid UTF-8'])
    writeFileSync(join(root, PLACES.user), ' '.repeat(1_000_001))
    expect(shown(load({}).problems)).toEqual(['/home/.portcullis/settings.json:1: the file is larger than 1 MB'])
  })
})

describe('Claude Code settings', () => {
  const rules = { permissions: { allow: ['Bash(make)'], deny: ['Bash(curl *)'] } }
  it('are left alone unless asked for', () => {
    expect(load({ claudeUser: rules }).deny).toEqual([])
  })
  it('are read as rules, with their own base, when the user says so', () => {
    const policy = load({ user: { readClaudeSettings: true }, claudeUser: rules, claudeManaged: rules })
    expect(texts(policy.allow)).toEqual(['Bash(make)', 'Bash(make)'])
    expect(policy.deny[1]?.source.base).toBe(join(root, 'home/.claude'))
  })
  it('of an untrusted project may only tighten', () => {
    const policy = load({ user: { readClaudeSettings: true }, claudeProject: rules })
    expect(texts(policy.allow)).toEqual([])
    expect(texts(policy.deny)).toEqual(['Bash(curl *)'])
  })
  it('that are broken are a problem', () => {
    expect(load({ user: { readClaudeSettings: true }, claudeUser: '{' }).problems).toHaveLength(1)
  })

  const whole = {
    model: 'opus',
    permissions: {
      allow: ['Bash(make)'],
      defaultMode: 'acceptEdits',
      additionalDirectories: ['/srv/shared'],
      disableAutoMode: 'disable',
      disableBypassPermissionsMode: 'disable',
    },
    autoMode: { hard_deny: ['$defaults', 'Never push'], environment: ['Ours'], classifyAllShell: true },
  }
  it('of the user are taken over whole', () => {
    const policy = load({ user: { readClaudeSettings: true }, claudeUser: whole })
    expect(policy).toMatchObject({
      defaultMode: 'acceptEdits',
      modeChosen: true,
      additionalDirectories: ['/srv/shared'],
      disableAutoMode: true,
      disableBypassPermissionsMode: true,
      autoMode: { environment: ['Ours'], classifyAllShell: true },
    })
    expect(policy.autoMode.hard_deny).toContain('Never push')
    expect(policy.problems).toEqual([])
    expect(shown(policy.notices ?? [])).toEqual([])
  })
  it('of the machine count too, and our own file of the same owner goes before them', () => {
    const own = { readClaudeSettings: true, permissions: { defaultMode: 'plan' } }
    expect(load({ user: own, claudeUser: whole }).defaultMode).toBe('plan')
    expect(load({ user: own, claudeManaged: { permissions: { defaultMode: 'dontAsk' } } }).defaultMode).toBe('dontAsk')
  })
  it('of an untrusted project loosen nothing, and say what was left out', () => {
    const policy = load({ user: { readClaudeSettings: true }, claudeProject: whole })
    expect(policy).toMatchObject({
      allow: [],
      additionalDirectories: [],
      modeChosen: false,
      // What tightens counts.
      disableAutoMode: true,
      autoMode: { classifyAllShell: false },
    })
    expect((policy.notices ?? []).map(({ key }) => key)).toEqual([
      'permissions.allow',
      'permissions.additionalDirectories',
      'permissions.defaultMode',
      'autoMode',
    ])
  })
  it('of a trusted project may widen, but neither instruct its judge nor choose auto or bypass', () => {
    const user = { readClaudeSettings: true, trustedWorkspaces: [join(root, 'work')] }
    const policy = load({
      user,
      claudeProject: { ...whole, permissions: { allow: ['Bash(make)'], defaultMode: 'auto' } },
    })
    expect(texts(policy.allow)).toEqual(['Bash(make)'])
    expect(policy.modeChosen).toBe(false)
    expect(policy.autoMode.classifyAllShell).toBe(false)
    expect((policy.notices ?? []).map(({ key }) => key)).toEqual(['permissions.defaultMode', 'autoMode'])
  })
  test.each<[string, object, string | undefined, readonly string[]]>([
    ['bypassPermissions', { permissions: { defaultMode: 'bypassPermissions' } }, 'auto', ['permissions.defaultMode']],
    ['manual', { permissions: { defaultMode: 'manual' } }, 'default', []],
    ['a mode nobody knows', { permissions: { defaultMode: 'turbo' } }, 'auto', ['permissions.defaultMode']],
    [
      'keys of a later version',
      { permissions: { later: 1 }, autoMode: { more: [] } },
      'auto',
      ['permissions.later', 'autoMode.more'],
    ],
    [
      'what is contained elsewhere',
      { sandbox: { enabled: true }, disableAllHooks: true },
      'auto',
      ['sandbox', 'disableAllHooks'],
    ],
  ])('with %s say what is not taken over', (_what, claudeUser, mode, keys) => {
    const policy = load({ user: { readClaudeSettings: true }, claudeUser })
    expect(policy.defaultMode).toBe(mode)
    expect((policy.notices ?? []).map(({ key }) => key)).toEqual(keys)
    expect(policy.problems).toEqual([])
  })
  test.each([{ autoMode: { hard_deny: 'Never push' } }, { permissions: { disableAutoMode: 'yes please' } }])(
    'whose prohibitions cannot be read are a problem: %j',
    (claudeUser) => {
      expect(load({ user: { readClaudeSettings: true }, claudeUser }).problems).toHaveLength(1)
    },
  )
})

describe('firewall paths', () => {
  test.each<[string, string]>([
    ['/srv/keys', '/srv/keys'],
    ['~/keys', 'HOME/keys'],
    ['./keys', 'HOME/.portcullis/keys'],
    ['*.key', '*.key'],
    ['!deploy.key', '!deploy.key'],
    ['!~/keys', '!HOME/keys'],
    ['C:\\keys', 'C:/keys'],
  ])('%s of the user is %s', (entry, expected) => {
    const { firewall } = load({ user: { firewall: { writeOnly: [entry] } } })
    expect(firewall.writeOnly).toEqual([expected.replace('HOME', join(root, 'home'))])
  })
})

describe('what managed settings close', () => {
  it('stands before what a user clears, so the first entry that names a path decides', () => {
    const { firewall } = load({
      managed: { firewall: { readWrite: ['/srv/keys'] } },
      user: { firewall: { readWrite: ['!/srv/keys'] } },
    })
    expect(firewall.readWrite).toEqual(['/srv/keys', '!/srv/keys'])
  })
})

describe('the digest', () => {
  it('is the same for the same policy and changes with a rule', () => {
    const first = digest(['Bash(a)'])
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(digest(['Bash(a)'])).toBe(first)
    expect(digest(['Bash(b)'])).not.toBe(first)
    expect(digest([])).not.toBe(first)
  })
})

describe('switches', () => {
  test.each<[string, Files, Partial<Policy>]>([
    [
      'auto mode off anywhere',
      { project: { permissions: { disableAutoMode: 'disable' } } },
      { disableAutoMode: true, defaultMode: 'default' },
    ],
    [
      'false does not switch it back on',
      { managed: { permissions: { disableAutoMode: true } }, user: { permissions: { disableAutoMode: false } } },
      { disableAutoMode: true },
    ],
    [
      'bypass off',
      {
        managed: { permissions: { disableBypassPermissionsMode: 'disable' } },
        user: { permissions: { defaultMode: 'bypassPermissions' } },
      },
      { defaultMode: 'default' },
    ],
    ['PowerShell off by the user', { user: { powershellAutoMode: false } }, { powershellAutoMode: false }],
    [
      'PowerShell: managed wins over user',
      { managed: { powershellAutoMode: true }, user: { powershellAutoMode: false } },
      { powershellAutoMode: true },
    ],
    [
      'PowerShell off by an untrusted project',
      { managed: { powershellAutoMode: true }, project: { powershellAutoMode: false } },
      { powershellAutoMode: false },
    ],
    [
      'PowerShell not switched on by an untrusted project',
      { user: { powershellAutoMode: false }, project: { powershellAutoMode: true } },
      { powershellAutoMode: false },
    ],
  ])('%s', (_, files, expected) => {
    expect(load(files)).toMatchObject(expected)
  })
})

describe('where no file says anything', () => {
  const DEFAULTS = { allow: ['a'], soft_deny: [], hard_deny: [], environment: [] }

  test('one policy is in force everywhere, and a file that appears is heard at once', () => {
    const before = load({}, { autoModeDefaults: DEFAULTS })
    expect(load({}, { autoModeDefaults: DEFAULTS })).toBe(before)
    expect(load({ user: { permissions: { deny: ['Bash(rm:*)'] } } }, { autoModeDefaults: DEFAULTS }).deny).toHaveLength(
      1,
    )
  })

  test('what is wrong with a file is not lost', () => {
    load({}, { autoModeDefaults: DEFAULTS })
    expect(load({ user: 'not JSON' }, { autoModeDefaults: DEFAULTS }).problems).toHaveLength(1)
  })

  test('other defaults are another policy', () => {
    const before = load({}, { autoModeDefaults: DEFAULTS })
    expect(load({}, { autoModeDefaults: { ...DEFAULTS, allow: ['b'] } }).autoMode).not.toEqual(before.autoMode)
  })
})
