import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AGENTS } from '../../agents/index.ts'
import { LAUNCHER } from '../launcher.ts'
import { install, installedAgents, planInstall, planRemoval, remove, showChange } from './install.ts'
import { deadlines, type Place, type Wanted } from './place.ts'
import { isInstalled, recipeFor, RECIPES } from './recipes.ts'

const USER: Wanted = { scope: 'user', observe: false, timeout: 60 }

let root = ''
let place: Place

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portcullis-install-'))
  const home = join(root, 'home', 'dev')
  mkdirSync(home, { recursive: true })
  place = { home, root, environment: { PATH: '' }, node: process.execPath, launcher: LAUNCHER, platform: 'linux' }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, text: string): string {
  const whole = join(place.home, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
  return whole
}

function installAgent(name: string, wanted: Wanted = USER): void {
  install(planInstall([recipeFor(name)!], place, wanted), place, wanted)
}

function uninstallAll(): void {
  const agents = installedAgents(place)
  remove(agents, planRemoval(agents, place), place)
}

/** Every file below a directory with its bytes. */
function tree(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(directory, name)).isFile())
      .map((name) => [name, readFileSync(join(directory, name), 'latin1')]),
  )
}

const CLAUDE = `{
    // mine, and it stays
    "model": "opus",
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "/home/dev/log.sh" }] }, // trailing
        ],
    },
    "permissions": { "allow": ["Bash(ls)"] }
}
`

const ONLY_FOR_USERS: ReadonlySet<string> = new Set(['opencode', 'factory-droid', 'goose', 'cline'])

describe('init', () => {
  test('every agent can be installed but the generic one and VS Code, which runs the hook of Copilot CLI', () => {
    expect(new Set(RECIPES.map(({ agent }) => agent))).toEqual(
      new Set(AGENTS.map(({ name }) => name).filter((name) => name !== 'generic' && name !== 'vscode')),
    )
  })

  test.each(RECIPES.map(({ agent }) => agent))('%s: a second time there is nothing to do', (agent) => {
    installAgent(agent)
    expect(planInstall([recipeFor(agent)!], place, USER)).toEqual([])
  })

  test.each(RECIPES.map(({ agent }) => agent))('%s: uninstall leaves what was there, to the byte', (agent) => {
    put('.claude/settings.json', CLAUDE)
    put('.gemini/settings.json', '\ufeff{\r\n\t"theme": "dark"\r\n}\r\n')
    put('.qwen/settings.json', '{}')
    put('.cursor/hooks.json', '{"version":1,"hooks":{"stop":[{"command":"x"}]}}')
    put('.codex/hooks.json', '{ "hooks": { "PreToolUse": [] } }')
    put('.factory/hooks.json', '{\n\t"Stop": [{ "hooks": [{ "type": "command", "command": "x" }] }] // mine\n}')
    put('.cline/plugins/mine.js', 'export default {}')
    put('.codeium/windsurf/hooks.json', '{"hooks":{}}')
    put('.agents/plugins/mine/plugin.json', '{}')
    const before = tree(place.home)
    installAgent(agent)
    expect(tree(place.home)).not.toEqual(before)
    uninstallAll()
    expect(tree(place.home)).toEqual(before)
  })

  test('comments, order and indentation of the settings stay; ours comes behind what is there', () => {
    const path = put('.claude/settings.json', CLAUDE)
    installAgent('claude-code')
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('// mine, and it stays')
    expect(text).toContain('// trailing')
    expect(text.indexOf('"model"')).toBeLessThan(text.indexOf('"hooks"'))
    expect(text.indexOf('/home/dev/log.sh')).toBeLessThan(text.indexOf('claude-code.sh'))
    expect(text).toContain('"onFailure": "block"')
    expect(text).toContain('"matcher": "*"')
  })

  test('a settings file that cannot be read is left alone, and nothing else is written', () => {
    put('.claude/settings.json', '{ "hooks": ')
    const before = tree(place.home)
    expect(() => installAgent('claude-code')).toThrow(/cannot be read, so it is left alone/)
    expect(tree(place.home)).toEqual(before)
  })

  test.each(['[]', '{"hooks":[]}', '{"hooks":{"PreToolUse":{}}}', '"text"'])(
    'settings of another shape are left alone: %s',
    (text) => {
      const path = put('.claude/settings.json', text)
      expect(() => installAgent('claude-code')).toThrow(/left alone/)
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )

  test('what the user changes after init survives uninstall', () => {
    const path = put('.claude/settings.json', CLAUDE)
    installAgent('claude-code')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"opus"', '"sonnet"'))
    uninstallAll()
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('"sonnet"')
    expect(text).toContain('/home/dev/log.sh')
    expect(text).not.toContain('portcullis')
  })

  test('a later init with other options replaces our entries and nothing else, and uninstall still goes back to the start', () => {
    const path = put('.claude/settings.json', CLAUDE)
    installAgent('claude-code')
    installAgent('claude-code', { ...USER, timeout: 100 })
    const text = readFileSync(path, 'utf8')
    expect(text.match(/claude-code\.sh/g)).toHaveLength(8)
    expect(text).toContain('"timeout": 100')
    uninstallAll()
    expect(readFileSync(path, 'utf8')).toBe(CLAUDE)
  })

  test('a linked settings file stays a link', () => {
    const real = put('dotfiles/claude.json', '{}')
    mkdirSync(join(place.home, '.claude'))
    symlinkSync(real, join(place.home, '.claude', 'settings.json'))
    installAgent('claude-code')
    expect(lstatSync(join(place.home, '.claude', 'settings.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toContain('claude-code.sh')
    uninstallAll()
    expect(readFileSync(real, 'utf8')).toBe('{}')
  })

  test('a private settings file stays private', () => {
    chmodSync(put('.gemini/settings.json', '{}'), 0o600)
    installAgent('gemini-cli')
    expect(statSync(join(place.home, '.gemini/settings.json')).mode & 0o777).toBe(0o600)
  })

  test('removing one agent leaves the others guarded', () => {
    installAgent('claude-code')
    installAgent('codex')
    remove(['claude-code'], planRemoval(['claude-code'], place), place)
    expect(installedAgents(place)).toEqual(['codex'])
    expect(planInstall([recipeFor('codex')!], place, USER)).toEqual([])
    expect(existsSync(join(place.home, '.claude'))).toBe(false)
  })

  test('managed goes to the place of the machine, and the state to each user', () => {
    const managed: Wanted = { ...USER, scope: 'managed' }
    for (const { agent } of RECIPES) if (!ONLY_FOR_USERS.has(agent)) installAgent(agent, managed)
    expect(readFileSync(join(root, 'etc/claude-code/managed-settings.json'), 'utf8')).toContain(
      '/etc/portcullis/hooks/claude-code.sh',
    )
    expect(readFileSync(join(root, 'etc/codex/requirements.toml'), 'utf8')).toContain('[[hooks.PreToolUse]]')
    const script = readFileSync(join(root, 'etc/portcullis/hooks/codex.sh'), 'utf8')
    expect(script).toContain('home=@account\n')
    expect(script, 'HOME is the agent’s').not.toMatch(/\$\{?HOME\b/)
    uninstallAll()
    expect(existsSync(join(root, 'etc/codex/requirements.toml'))).toBe(false)
  })

  test.each([...ONLY_FOR_USERS])('%s has no place for the whole machine, and says so', (agent) => {
    expect(() => installAgent(agent as 'goose', { ...USER, scope: 'managed' })).toThrow(/install for the user/)
  })

  test('Factory Droid: hooks stay where its user keeps them', () => {
    const settings = put('.factory/settings.json', '{ "hooks": { "Stop": [] } }')
    installAgent('factory-droid')
    expect(existsSync(join(place.home, '.factory/hooks.json')), 'it would switch the others off').toBe(false)
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toHaveProperty('hooks.PreToolUse')
    uninstallAll()
    expect(readFileSync(settings, 'utf8')).toBe('{ "hooks": { "Stop": [] } }')
    writeFileSync(settings, '{ "model": "x" }')
    installAgent('factory-droid')
    expect(Object.keys(JSON.parse(readFileSync(join(place.home, '.factory/hooks.json'), 'utf8')))).toContain(
      'PreToolUse',
    )
  })

  test('Factory Droid: entries of ours are taken out of a file that changed since', () => {
    const path = put('.factory/hooks.json', '{ "Stop": [] }')
    installAgent('factory-droid')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"Stop"', '"Notification": [], "Stop"'))
    uninstallAll()
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ Notification: [], Stop: [] })
  })

  test('Cline: the plugin ends before Cline stops waiting, and the daemon answers before that', () => {
    installAgent('cline')
    const script = readFileSync(join(place.home, '.portcullis/hooks/cline.sh'), 'utf8')
    expect(Number(/limit=(\d+)/.exec(script)?.[1])).toBeLessThan(3)
    const plugin = readFileSync(join(place.home, '.cline/plugins/portcullis.js'), 'utf8')
    expect(Number(/^const DEADLINE = (\d+)$/m.exec(plugin)?.[1])).toBeLessThan(3000)
  })

  test.each(['project', 'with space', 'odd"name', 'new\nline', 'back\\slash', '$(touch x)'])(
    'Windsurf: the workspace `%s` is put in front, or nothing is',
    (name) => {
      installAgent('windsurf')
      const { hooks } = JSON.parse(readFileSync(join(place.home, '.codeium/windsurf/hooks.json'), 'utf8')) as {
        hooks: { pre_run_command: readonly { command: string }[] }
      }
      // The hook itself is put aside for one that shows what it was given.
      const command = hooks.pre_run_command[0]!.command.replace(/\| \S+ /, '| cat ')
      const workspace = join(place.home, name)
      mkdirSync(workspace)
      const ran = spawnSync('/bin/sh', ['-c', command], { cwd: workspace, input: '{"a":1}', encoding: 'utf8' })
      const plain = name === 'project' || name === 'with space'
      expect(JSON.parse(ran.stdout)).toEqual({ cwd: plain ? realpathSync(workspace) : '', a: 1 })
    },
  )

  test('a requirements file with hooks of its own is left to its owner', () => {
    mkdirSync(join(root, 'etc/codex'), { recursive: true })
    writeFileSync(join(root, 'etc/codex/requirements.toml'), '[hooks]\n')
    expect(() => installAgent('codex', { ...USER, scope: 'managed' })).toThrow(/by hand/)
  })

  test('an agent is found by its program or by its directory, and not otherwise', () => {
    const claude = recipeFor('claude-code')!
    expect(isInstalled(claude, place)).toBe(false)
    expect(isInstalled(claude, { ...place, environment: { PATH: `${root}/bin:relative` } })).toBe(false)
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin', 'claude'), '')
    expect(isInstalled(claude, { ...place, environment: { PATH: `${root}/bin` } })).toBe(true)
    mkdirSync(join(place.home, '.claude'))
    expect(isInstalled(claude, place)).toBe(true)
  })

  test('the change is shown as the lines that change', () => {
    put('.qwen/settings.json', '{\n  "a": 1\n}\n')
    const shown = planInstall([recipeFor('qwen-code')!], place, USER)
      .map(showChange)
      .join('\n')
    expect(shown).toContain('-   "a": 1\n+   "a": 1,')
    expect(shown).toContain('(new file)')
  })
})

describe('the deadlines', () => {
  test.each([10, 15, 60, 120, 600])('within %i seconds of patience ours end before 80 %%', (timeout) => {
    const { limit, spare } = deadlines(timeout)
    expect(limit).toBeGreaterThanOrEqual(1)
    expect(spare).toBeGreaterThanOrEqual(1)
    if (timeout >= 15) expect(5 + limit + spare).toBeLessThanOrEqual(timeout * 0.8)
  })
})

describe('the command in the settings closes what the script cannot', () => {
  const commandOf = (): string => {
    const settings = JSON.parse(readFileSync(join(place.home, '.claude/settings.json'), 'utf8'))
    return settings.hooks.PreToolUse[0].hooks[0].command
  }
  const script = (): string => join(place.home, '.portcullis/hooks/claude-code.sh')
  const run = (): ReturnType<typeof spawnSync> =>
    spawnSync('/bin/sh', ['-c', commandOf()], { input: '{}', encoding: 'utf8' })

  test.each([
    ['is missing', () => rmSync(script())],
    ['may not be run', () => chmodSync(script(), 0o644)],
    ['kills itself', () => writeFileSync(script(), '#!/bin/sh\nkill -9 $$\n')],
    ['ends with 1', () => writeFileSync(script(), '#!/bin/sh\nexit 1\n')],
    ['is not a script', () => writeFileSync(script(), '#!/nonexistent\n')],
  ])('when it %s', (_what, breakIt) => {
    installAgent('claude-code')
    breakIt()
    const { status, stdout, stderr } = run()
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(String(stderr)).toMatch(/portcullis/)
  })

  test('a home with spaces and quotes', () => {
    place = { ...place, home: join(root, "it's a home") }
    mkdirSync(place.home)
    installAgent('claude-code')
    writeFileSync(script(), '#!/bin/sh\necho fine\n')
    expect(run()).toMatchObject({ status: 0, stdout: 'fine\n' })
  })

  test('the script is sound for sh', () => {
    installAgent('claude-code')
    execFileSync('/bin/sh', ['-n', script()])
    expect(readFileSync(script(), 'utf8')).not.toMatch(/@[A-Z]+@|undefined/)
  })
})
