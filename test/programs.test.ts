import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { containmentTools } from '../src/surfaces/contained.ts'
import { BUILT_LAUNCHER } from './built.ts'

const home = mkdtempSync(join(tmpdir(), 'portcullis-home-'))
const project = mkdtempSync(join(tmpdir(), 'portcullis-project-'))
const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'programs.md'), 'utf8')
const example = /```json\n([^`]+)```/.exec(page)![1]!
const state = join(home, 'state')

/** Variables that tell of an agent are of whoever runs the tests. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:CLAUDE|CODEX|CURSOR|GEMINI|OPENCODE|QWEN|AI_AGENT|GOOSE|COPILOT)/.test(name),
  ),
)

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function portcullis(args: readonly string[], input = '', more: Readonly<Record<string, string>> = {}): Ran {
  return spawnSync(process.execPath, [BUILT_LAUNCHER, ...args], {
    cwd: project,
    input,
    encoding: 'utf8',
    env: { ...environment, HOME: home, NO_COLOR: '1', ...more },
  })
}

/** With a terminal, which answers what is typed. */
function atTerminal(args: readonly string[], typed = ''): Ran {
  const line = [process.execPath, BUILT_LAUNCHER, ...args].map((word) => `'${word}'`).join(' ')
  return spawnSync('script', ['-qec', line, '/dev/null'], {
    cwd: project,
    input: typed,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...environment, HOME: home, NO_COLOR: '1' },
  })
}

function tested(command: string, settings: string, cwd = project): { effects: string[]; decision: string } {
  const ran = portcullis(['programs', 'test', '--json', '--cwd', cwd, '--settings', settings, '--', command])
  expect(ran.status, ran.stderr).toBe(0)
  return JSON.parse(ran.stdout) as { effects: string[]; decision: string }
}

describe('the page about programs', () => {
  const rows = [...page.matchAll(/^\| `(crm [^`]+)` \| (.+) \| (allow|ask|deny) \|$/gm)]

  test('has rows', () => expect(rows.length).toBeGreaterThanOrEqual(9))

  test.each(rows.map(([, command, effects, verdict]) => [command!, effects!, verdict!]))(
    '%s: from settings to the verdict',
    (command, effects, verdict) => {
      const { effects: told, decision } = tested(command, example)
      expect(told).toEqual([...effects.matchAll(/`([^`]+)`/g)].map(([, effect]) => effect))
      expect(decision).toBe(verdict)
    },
  )

  test('every command it shows is there', () => {
    for (const [, words] of page.matchAll(/^portcullis (programs \w+)/gm))
      expect(portcullis([...words!.split(' '), '--help']).status, words).toBe(0)
  })
})

describe('the file of a project', () => {
  const own = mkdtempSync(join(tmpdir(), 'portcullis-own-'))
  mkdirSync(join(own, '.portcullis'))
  writeFileSync(
    join(own, '.portcullis', 'settings.json'),
    JSON.stringify({
      programs: {
        crm: { flags: '-q', operands: 'text' },
        rm: { operands: 'text' },
        ls: { effects: ['service crm delete'] },
      },
    }),
  )

  test.each([
    ['cannot make a program known', 'crm -q', 'ask', 'opaque unknown-program'],
    ['cannot take an effect away', 'rm -rf ~', 'deny', 'delete-tree ~'],
    ['adds an effect', 'ls', 'ask', 'service crm delete'],
  ])('%s until the workspace is trusted: %s', (_, command, decision, effect) => {
    const { effects, decision: decided } = tested(command, '{}', own)
    expect(effects.map((one) => one.replace(home, '~'))).toContain(effect)
    expect(decided).toBe(decision)
  })

  test('counts whole once it is', () => {
    const settings = JSON.stringify({ trustedWorkspaces: [own] })
    writeFileSync(join(mkdirs(join(home, '.portcullis')), 'settings.json'), settings)
    expect(tested('crm -q', '{}', own)).toMatchObject({ effects: [], decision: 'allow' })
    expect(tested('rm -rf ~', '{}', own).decision).toBe('deny')
    writeFileSync(join(home, '.portcullis', 'settings.json'), '{}')
  })
})

function mkdirs(path: string): string {
  mkdirSync(path, { recursive: true })
  return path
}

describe('programs list and show', () => {
  test('list what settings describe before what is built in', () => {
    expect(portcullis(['programs', 'list', '--own', '--settings', example]).stdout).toBe('By settings (1):\n  crm\n')
    expect(portcullis(['programs', 'list', '--own']).stdout).toBe('settings describe no program\n')
    const { stdout } = portcullis(['programs', 'list'])
    expect(stdout).toMatch(/^By an entry: .+ \(\d+\):\n/)
    expect(stdout).toMatch(/\bstrace\b/)
    expect(stdout).toMatch(/\nBy code, .+ \(\d+\):\n/)
  })

  test('show an entry as settings would have it', () => {
    const { stdout } = portcullis(['programs', 'show', 'strace'])
    const shown = JSON.parse(stdout) as { programs: { strace: { options: Record<string, string> } } }
    expect(shown.programs.strace.options['-o, --output']).toBe('write | pipe-to-shell')
    expect(portcullis(['programs', 'list', '--own', '--settings', stdout]).stdout).toBe('By settings (1):\n  strace\n')
    expect(portcullis(['programs', 'show', 'git']).stdout).toMatch(/^`git` has a language of its own/)
    const missing = portcullis(['programs', 'show', 'unheard-of'])
    expect(missing.status).toBe(64)
    expect(missing.stderr).toMatch(/`unheard-of` is not known/)
  })
})

const HELP = `Usage: ship <command>\n\nCommands:\n  deploy  there\n\nOptions:\n  -q, --quiet  say less\n  -o, --output FILE  there\n  --plugin NAME  load it\n`

describe('programs learn', () => {
  test('proposes an entry from a text, and runs nothing', () => {
    const { status, stdout, stderr } = portcullis(['programs', 'learn', 'ship', '--from', '-'], HELP)
    expect(status, stderr).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      programs: { ship: { options: { '-o, --output': 'write', '--plugin': 'opaque' }, flags: '-q --quiet' } },
    })
    expect(stderr).toMatch(/not followed until you give them a role: --plugin/)
    expect(stderr).toMatch(/subcommands are left out, with what each does: deploy/)
  })

  test.each<readonly [string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    ['in the shell of an agent', ['--from', '-'], { CLAUDECODE: '1' }, /belongs to an agent \(CLAUDECODE is set\)/],
    ['without a terminal', [], {}, /there is no terminal: a person runs this/],
    ['without a terminal to confirm in', ['--from', '-', '--save'], {}, /there is no terminal: a person runs this/],
  ])('is refused %s', (_, args, more, says) => {
    const ran = portcullis(['programs', 'learn', 'true', ...args], HELP, more)
    expect(ran.stderr).toMatch(says)
    expect(ran.stdout).toBe('')
    expect(ran.status).toBe(64)
  })

  test.each(['../ship', '/tmp/ship', '-rf', 'a b'])('takes a name, and nothing else: %s', (name) => {
    const ran = portcullis(['programs', 'learn', '--from', '-', '--', name], HELP)
    expect(ran.status, ran.stdout).toBe(64)
  })

  test.each([
    ['y\n', 'written to'],
    ['n\n', 'nothing was written'],
  ])('saves after a confirmation: %j', (answer, says) => {
    writeFileSync(join(project, 'help.txt'), HELP)
    const file = join(mkdirs(join(home, '.portcullis')), 'settings.json')
    writeFileSync(file, '{\n  // mine\n  "programs": { "crm": { "flags": "-q" } }\n}\n')
    const ran = atTerminal(['programs', 'learn', 'ship', '--from', 'help.txt', '--save'], answer)
    expect(ran.stdout).toContain(says)
    const after = readFileSync(file, 'utf8')
    expect(after).toContain('// mine')
    expect(after).toContain('"crm"')
    expect(after.includes('"ship"')).toBe(answer === 'y\n')
    writeFileSync(file, '{}')
  })

  test('runs --help behind walls, and drops what it writes', () => {
    const bin = mkdirs(join(project, 'bin'))
    writeFileSync(
      join(bin, 'ship'),
      `#!/bin/sh\necho "$@" > ${project}/trace.txt\necho '  -q, --quiet  say less'\n[ -e ${home}/.ssh/id_ed25519 ] && cat ${home}/.ssh/id_ed25519\n`,
      { mode: 0o755 },
    )
    writeFileSync(join(mkdirs(join(home, '.ssh')), 'id_ed25519'), '  --leaked  a secret\n')
    const before = environment['PATH']
    environment['PATH'] = `${bin}:${before}`
    const ran = atTerminal(['programs', 'learn', 'ship', '--state', state])
    environment['PATH'] = before!
    if ('missing' in containmentTools()) expect(ran.stdout).toMatch(/nothing was run/)
    else {
      expect(ran.stdout).toContain('"flags": "-q --quiet"')
      expect(ran.stdout).not.toContain('leaked')
    }
    expect(spawnSync('ls', [join(project, 'trace.txt')]).status).not.toBe(0)
  })
})

test('an agent may look at what is known, and learn nothing', () => {
  const decided = (command: string): string =>
    (JSON.parse(portcullis(['check', '--json', '--', command]).stdout) as { decision: string }).decision
  expect(decided('portcullis programs list')).toBe('allow')
  expect(decided('portcullis programs show git')).toBe('allow')
  expect(decided('portcullis programs test -- rm -rf /')).toBe('allow')
  expect(decided('portcullis programs list --settings x.json')).not.toBe('allow')
  expect(decided('portcullis programs learn ship')).toBe('deny')
  expect(decided('portcullis programs learn ship --from help.txt')).toBe('deny')
})
