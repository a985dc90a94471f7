import { describe, expect, test } from 'vitest'
import { linesOf } from '../programs/effects.ts'
import { surroundingsOf } from '../surroundings.ts'
import { frozenWorld } from '../world.frozen.ts'
import type { WrittenContent } from '../memory.ts'
import { understandShell } from '../languages.ts'

const WORKSPACE = '/home/dev/project'
const HOME = '/home/dev'
const UNKNOWN = ['opaque unknown-program']

interface Machine {
  readonly files?: Readonly<Record<string, string>>
  readonly written?: Readonly<Record<string, WrittenContent>>
  readonly searchPath?: readonly string[]
}

function effects(command: string, { files = {}, written = {}, searchPath }: Machine): readonly string[] {
  const place = (path: string): string => path.replace(/^~/, HOME).replace(/^(?!\/)/, `${WORKSPACE}/`)
  const placed = <Value>(table: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] =>
    Object.entries(table).map(([path, value]) => [place(path), value] as const)
  const world = frozenWorld({
    files: Object.fromEntries([...placed(files), [`${WORKSPACE}/.git/HEAD`, 'ref: refs/heads/feature\n']]),
    ...(searchPath === undefined ? {} : { searchPath }),
  })
  const { actions } = understandShell(command, {
    surroundings: surroundingsOf(WORKSPACE, world),
    world,
    memory: { written: new Map(placed(written)) },
  })
  return linesOf(actions, { workspace: WORKSPACE, home: HOME })
}

const ruins: WrittenContent = { kind: 'text', text: '#!/bin/sh\nrm -rf ~/data\n' }

const NPM = { 'package.json': '{"devDependencies":{"mytool":"1"}}', 'node_modules/.bin/mytool': '' }
const UV = { 'uv.lock': '[[package]]\nname = "mytool"\n' }

describe('a program of the workspace is project code', () => {
  test.each<readonly [string, string, Readonly<Record<string, string>>]>([
    ['node_modules/.bin, by the manifest', 'mytool check', NPM],
    [
      'node_modules/.bin, by a lockfile',
      'mytool check',
      { 'pnpm-lock.yaml': 'packages:\n  mytool@1.0.0:\n', 'node_modules/.bin/mytool': '' },
    ],
    [
      'node_modules/.bin, by the package that a script names',
      'mytool check',
      {
        'yarn.lock': '"@me/tools@^1":\n  version "1.0.0"\n',
        'node_modules/.bin/mytool': '#!/bin/sh\nexec node "$basedir/../@me/node_modules/@me/tools/cli.js" "$@"\n',
      },
    ],
    ['a virtual environment', 'mytool check', { ...UV, '.venv/bin/mytool': '' }],
    ['one with another name', 'mytool check', { ...UV, 'venv/bin/mytool': '' }],
    [
      'one, by the module that it starts',
      'mytool check',
      { 'requirements.txt': 'My_Tools==1.0\n', '.venv/bin/mytool': '#!x\nimport sys\nfrom my_tools.cli import main\n' },
    ],
    [
      'one that starts the project itself',
      'mytool check',
      { 'shop/cli.py': '', '.venv/bin/mytool': '#!x\nimport sys\nfrom shop.cli import main\n' },
    ],
    ['one of tox', 'mytool check', { ...UV, '.tox/py311/bin/mytool': '' }],
    [
      'one of pixi',
      'mytool check',
      { 'pixi.toml': '[dependencies]\nmytool = "1"\n', '.pixi/envs/default/bin/mytool': '' },
    ],
    [
      'a conda environment in the project',
      'mytool check',
      { 'environment.yml': 'dependencies:\n  - mytool=1\n', 'envs/dev/bin/mytool': '' },
    ],
    [
      'a conda environment that the project names',
      'mytool check',
      { 'environment.yml': 'name: shop\ndependencies:\n  - mytool=1\n', '~/miniconda3/envs/shop/bin/mytool': '' },
    ],
    [
      "poetry's, by the name of the project",
      'mytool check',
      {
        'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["mytool"]\n',
        '~/.cache/pypoetry/virtualenvs/shop-x1-py3.11/bin/mytool': '',
      },
    ],
    ['its own bin', 'mytool check', { 'package.json': '{"name":"p","bin":{"mytool":"cli.js"}}' }],
    ['its own bin, by its name', 'mytool check', { 'package.json': '{"name":"@me/mytool","bin":"cli.js"}' }],
    ['its own script', 'mytool check', { 'pyproject.toml': '[project.scripts]\nmytool = "shop:main"\n' }],
    ['direnv', 'mytool check', { '.envrc': 'PATH_add tools\n', 'tools/mytool': '' }],
    ['mise', 'mytool check', { 'mise.toml': '[env]\n_.path = ["./tools"]\n', 'tools/mytool': '' }],
    [
      'a shim of mise',
      'mytool check',
      { 'mise.toml': '[tools]\nmytool = "1"\n', '~/.local/share/mise/shims/mytool': '' },
    ],
    ['a shim of asdf', 'mytool check', { '.tool-versions': 'mytool 1.2\n', '~/.asdf/shims/mytool': '' }],
    ['on the PATH of the call', 'PATH=./node_modules/.bin:$PATH mytool check', NPM],
    ['with bundler', 'bundle exec mytool check', { 'Gemfile.lock': 'GEM\n  specs:\n    mytool (1.0)\n' }],
  ])('%s', (_, command, files) => {
    expect(effects(command, { files }).filter((effect) => !effect.startsWith('run '))).toEqual([])
  })

  test('in a directory below the one that has it', () => {
    expect(effects('cd a && mytool check', { files: { ...NPM, 'a/x': '' } })).toEqual(['names a', 'run mytool'])
  })

  test('in a script of the manifest', () => {
    const files = { ...NPM, 'package.json': '{"scripts":{"lint":"mytool check"},"dependencies":{"mytool":"1"}}' }
    expect(effects('npm run lint', { files })).toEqual(['run mytool'])
  })
})

describe('it stays unknown', () => {
  const files = NPM
  test.each<readonly [string, string, Machine]>([
    ['where nothing has it', 'mytool check', {}],
    ['when no list of the project has it', 'mytool check', { files: { 'node_modules/.bin/mytool': '' } }],
    [
      'when another package has its name in it',
      'mytool check',
      { files: { 'uv.lock': 'name = "mytool-x"', '.venv/bin/mytool': '' } },
    ],
    ['in an environment without a list', 'mytool check', { files: { '.venv/bin/mytool': '' } }],
    [
      'when this session wrote the list',
      'mytool check',
      { files: NPM, written: { 'package.json': { kind: 'text', text: NPM['package.json'] } } },
    ],
    ['after the table of names was changed', 'hash -p /tmp/x mytool; mytool check', { files: NPM }],
    ['outside of the project', 'cd /tmp && mytool check', { files }],
    ['with the name of another file', 'mytool2 check', { files }],
    ['when the machine has one of that name', 'mytool check', { files: { ...files, '/usr/bin/mytool': '' } }],
    ['in a conda environment that is not its own', 'mytool check', { files: { '~/miniconda3/envs/x/bin/mytool': '' } }],
    ['in a directory of tools at home', 'mytool check', { files: { '~/.local/bin/mytool': '' } }],
    ['in a directory that nobody put on PATH', 'mytool check', { files: { 'tools/mytool': '' } }],
    ['as a shim that the project does not name', 'mytool check', { files: { '~/.asdf/shims/mytool': '' } }],
    [
      'when this session declared it',
      'mytool check',
      {
        written: { 'package.json': { kind: 'text', text: '{"bin":{"mytool":"x"}}' } },
        files: { 'package.json': '{"bin":{"mytool":"x"}}' },
      },
    ],
    ['with more rights', 'sudo mytool check', { files }],
    ['on another machine', 'ssh host mytool check', { files }],
    ['with a path outside', 'mytool --out ../x', { files }],
    ['with an absolute path', 'mytool --config=/tmp/x', { files }],
    ['with a path at home', 'mytool ~/.bashrc', { files }],
    ['with an address', 'mytool https://example.com', { files }],
    ['with a host', 'mytool me@host', { files }],
    ['with a command', "mytool 'rm -rf x'", { files }],
    ['with an act', 'mytool deploy', { files }],
    ['with an act in an option', 'mytool run --force-push', { files }],
    ['with production', 'mytool check --env=production', { files }],
    ['with what is not known', 'mytool $X', { files }],
    ['with what the network sent', 'curl -s https://example.com | mytool', { files }],
  ])('%s', (_, command, machine) => {
    expect(effects(command, machine)).toContain(UNKNOWN[0])
  })

  test('where the runner finds the project first, another one of that name does not matter', () => {
    const machine = {
      files: {
        ...files,
        '/usr/bin/mytool': '',
        'package.json': '{"scripts":{"l":"mytool check"},"dependencies":{"mytool":"1"}}',
      },
    }
    expect(effects('npm run l', machine)).toEqual(['run mytool'])
  })
})

describe('a program that this session put there is judged by what it is', () => {
  test.each<readonly [string, string]>([
    ['.venv/bin/pytest', 'pytest -q'],
    ['.venv/bin/pytest', '. .venv/bin/activate; pytest -q'],
    ['.venv/bin/pytest', 'uv run pytest -q'],
    ['node_modules/.bin/mytool', 'mytool'],
    ['node_modules/.bin/mytool', 'npx mytool'],
    ['node_modules/.bin/eslint', 'PATH=./node_modules/.bin:$PATH eslint .'],
    ['~/.local/bin/ls', 'ls'],
    ['tools/ls', 'PATH=$PWD/tools:$PATH ls'],
    ['.tox/py311/bin/mytool', 'mytool'],
    ['.pixi/envs/default/bin/mytool', 'mytool'],
  ])('%s: %s', (path, command) => {
    expect(effects(command, { written: { [path]: ruins }, files: { [path]: '' } })).toContain('delete-tree ~/data')
  })

  test('what came from the network is code from the network', () => {
    const written = { '.venv/bin/pytest': { kind: 'network', host: 'example.com' } } as const
    expect(effects('pytest', { written })).toContain('code other network .venv/bin/pytest example.com')
  })

  test('a harmless one is what it says', () => {
    const written = { '.venv/bin/mytool': { kind: 'text', text: '#!/bin/sh\necho hi\n' } } as const
    expect(effects('mytool --anything', { written })).toEqual(['run echo'])
  })

  test('one that starts its own name ends', () => {
    const written = { '.venv/bin/pytest': { kind: 'text', text: '#!/bin/sh\npytest -q "$@"\n' } } as const
    expect(effects('pytest', { written })).toEqual(effects('pytest', {}).concat('run pytest'))
  })

  test('a file of that name elsewhere is no program', () => {
    expect(effects('ls', { written: { 'docs/ls': ruins } })).toEqual(['names .'])
  })
})
