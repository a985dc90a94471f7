import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LAUNCHER } from '../launcher.ts'
import { install, installedAgents, planInstall, planRemoval, remove, wrappedProjects } from './install.ts'
import type { Place, Wanted } from './place.ts'
import { recipeFor } from './recipes.ts'

const WANTED: Wanted = { scope: 'user', observe: false, timeout: 60, mcp: true }

let root = ''
let place: Place

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portcullis-wrap-'))
  place = { home: root, root, environment: { PATH: '' }, node: '/usr/bin/node', launcher: LAUNCHER, platform: 'linux' }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const front = (name: string, how: string, command: string): readonly string[] => [
  LAUNCHER,
  'mcp',
  '--name',
  name,
  '--wrapped',
  how,
  '--',
  command,
]

function put(path: string, text: string): string {
  const whole = join(root, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
  return whole
}

function wrap(agent: string, wanted: Wanted = WANTED): void {
  install(planInstall([recipeFor(agent)!], place, wanted), place, wanted)
}

function unwrap(): void {
  const agents = installedAgents(place)
  remove(agents, planRemoval(agents, place), place)
}

const FILES: readonly (readonly [what: string, agent: string, path: string, text: string])[] = [
  ['one line', 'cursor', '.cursor/mcp.json', '{"mcpServers":{"a":{"command":"npx","args":["-y","x"]}}}'],
  ['no arguments', 'cursor', '.cursor/mcp.json', '{ "mcpServers": { "a": { "command": "x-server" } } }\n'],
  ['an empty list', 'cursor', '.cursor/mcp.json', '{ "mcpServers": { "a": { "command": "npx", "args": [ ] } } }\n'],
  ['an empty list on one line', 'cursor', '.cursor/mcp.json', '{"mcpServers":{"a":{"command":"npx","args":[]}}}'],
  [
    'arguments before the command, a comment, tabs and trailing commas',
    'cursor',
    '.cursor/mcp.json',
    '{\n\t// mine\n\t"mcpServers": {\n\t\t"a b": {\n\t\t\t"args": [\n\t\t\t\t"-y",\n\t\t\t\t"x",\n\t\t\t],\n\t\t\t"command": "npx",\n\t\t\t"env": {"K": "v"},\n\t\t},\n\t},\n}\n',
  ],
  [
    'line ends of Windows',
    'cursor',
    '.cursor/mcp.json',
    '{\r\n  "mcpServers": {\r\n    "a": { "command": "C:\\\\x.exe", "args": ["-y"] }\r\n  }\r\n}\r\n',
  ],
  [
    'a mark at the beginning',
    'cursor',
    '.cursor/mcp.json',
    '\ufeff{"mcpServers":{"a":{"command":"npx","args":["-y"]}}}',
  ],
  [
    'two servers and one by address',
    'cursor',
    '.cursor/mcp.json',
    '{"mcpServers":{"a":{"command":"npx","args":["-y"]},"far":{"url":"https://mcp.example.com"},"b":{"command":"b"}}}',
  ],
  [
    'of Factory Droid',
    'factory-droid',
    '.factory/mcp.json',
    '{\n  "mcpServers": { "a": { "type": "stdio", "command": "npx", "args": ["-y", "x"], "disabled": false } }\n}\n',
  ],
  [
    'of Windsurf',
    'windsurf',
    '.codeium/windsurf/mcp_config.json',
    '{ "mcpServers": { "a": { "command": "npx", "args": ["-y", "x"], "env": { "K": "v" } } } }\n',
  ],
  [
    'of VS Code',
    'copilot-cli',
    '.config/Code/User/mcp.json',
    '{\n\t"inputs": [],\n\t"servers": {\n\t\t"a": { "type": "stdio", "command": "npx", "args": ["-y", "x"] },\n\t\t"far": { "url": "https://mcp.example.com" },\n\t},\n}\n',
  ],
  [
    'of Cline',
    'cline',
    '.cline/data/settings/cline_mcp_settings.json',
    '{ "mcpServers": { "a": { "command": "npx", "args": ["-y", "x"], "autoApprove": [] } } }\n',
  ],
  [
    'of OpenCode, program and arguments in one list',
    'opencode',
    '.config/opencode/opencode.json',
    '{\n  "mcp": {\n    "a": { "type": "local", "command": ["npx", "-y", "x"], "enabled": true },\n    "b": { "type": "local", "command": [\n      "b"\n    ] },\n    "far": { "type": "remote", "url": "https://mcp.example.com" }\n  }\n}\n',
  ],
  ['nothing to wrap', 'cursor', '.cursor/mcp.json', '{"mcpServers":{}}'],
  [
    'servers of projects',
    'claude-code',
    '.claude.json',
    '{\n  "numStartups": 3,\n  "mcpServers": {"a":{"type":"stdio","command":"npx","args":["-y"],"env":{}}},\n  "projects": {"/p":{"mcpServers":{"b":{"command":"b","args":["--","c"]}},"history":[]}}\n}',
  ],
  [
    'hooks and servers in one file',
    'gemini-cli',
    '.gemini/settings.json',
    '{\n  "mcpServers": {\n    "a": {\n      "command": "npx",\n      "args": ["-y", "x"]\n    }\n  }\n}\n',
  ],
  [
    'another agent of that kind',
    'qwen-code',
    '.qwen/settings.json',
    '{\n  "mcpServers": {\n    "a": {\n      "command": "npx"\n    }\n  }\n}',
  ],
  [
    'a file of its own',
    'copilot-cli',
    '.copilot/mcp-config.json',
    '{"mcpServers":{"a":{"type":"local","command":"npx","args":["-y"],"tools":["*"]}}}',
  ],
  [
    'TOML',
    'codex',
    '.codex/config.toml',
    'model = "m"\n\n[mcp_servers.a]\ncommand = "npx"\nargs = ["-y", "x"]\n\n[mcp_servers."b c"]\ncommand = \'b\'\n\n[mcp_servers.b.env]\nK = "v"\n',
  ],
  [
    'TOML over several lines',
    'codex',
    '.codex/config.toml',
    '[mcp_servers.a]\nargs = [\n  "-y",\n  \'x\',\n]\ncommand = "npx"',
  ],
]

describe('MCP servers behind the gate', () => {
  test.each(FILES)('%s (%s, %s): wrapped, and put back to the byte', (_what, agent, path, text) => {
    const file = put(path, text)
    wrap(agent)
    const wrapped = readFileSync(file, 'utf8')
    if (/"command"|command =/.test(text)) expect(wrapped).toContain('--wrapped')
    wrap(agent)
    expect(readFileSync(file, 'utf8')).toBe(wrapped)
    unwrap()
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test.each(FILES)(
    '%s (%s, %s): put back to the byte also when something else was added',
    (_what, agent, path, text) => {
      const file = put(path, text)
      wrap(agent)
      const more = agent === 'codex' ? '\n# more\n' : '\n'
      writeFileSync(file, `${readFileSync(file, 'utf8')}${more}`)
      unwrap()
      expect(readFileSync(file, 'utf8')).toBe(`${text}${more}`)
    },
  )

  test('the command, its arguments and its variables are what they were, behind the proxy', () => {
    const file = put(
      '.cursor/mcp.json',
      '{"mcpServers":{"a":{"command":"npx","args":["-y","x"],"env":{"K":"v"}},"b":{"command":"b"}}}',
    )
    wrap('cursor')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcpServers: {
        a: { command: '/usr/bin/node', args: [...front('a', 'args', 'npx'), '-y', 'x'], env: { K: 'v' } },
        b: { command: '/usr/bin/node', args: front('b', 'no-args', 'b') },
      },
    })
  })

  test('a file that its agent wrote anew is unwrapped all the same', () => {
    const before = {
      mcpServers: { a: { command: 'npx', args: ['-y', 'x'] }, b: { command: 'b' }, c: { command: 'c', args: [] } },
    }
    const file = put('.claude.json', JSON.stringify(before))
    wrap('claude-code')
    const now = { ...(JSON.parse(readFileSync(file, 'utf8')) as object), numStartups: 4 }
    writeFileSync(file, JSON.stringify(now, undefined, 2))
    unwrap()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...before, numStartups: 4 })
  })

  test('program and arguments in one list are what they were, behind the proxy', () => {
    const file = put('.config/opencode/opencode.json', '{"mcp":{"a":{"type":"local","command":["npx","-y","x"]}}}')
    wrap('opencode')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcp: { a: { type: 'local', command: ['/usr/bin/node', ...front('a', 'list', 'npx'), '-y', 'x'] } },
    })
  })

  test.each([
    ['claude-code', '.mcp.json', '{"mcpServers":{"a":{"command":"npx","args":["-y"]}}}'],
    ['cursor', '.cursor/mcp.json', '{"mcpServers":{"a":{"command":"npx"}}}'],
    ['gemini-cli', '.gemini/settings.json', '{"mcpServers":{"a":{"command":"npx","args":["-y"]}}}'],
    ['qwen-code', '.qwen/settings.json', '{"mcpServers":{"a":{"command":"npx","args":["-y"]}}}'],
    ['factory-droid', '.factory/mcp.json', '{"mcpServers":{"a":{"command":"npx","args":["-y"]}}}'],
    ['copilot-cli', '.vscode/mcp.json', '{"servers":{"a":{"type":"stdio","command":"npx","args":["-y"]}}}'],
    ['opencode', 'opencode.json', '{"mcp":{"a":{"type":"local","command":["npx","-y"]}}}'],
    ['codex', '.codex/config.toml', '[mcp_servers.a]\ncommand = "npx"\nargs = ["-y"]\n'],
  ])('the servers of a project (%s, %s): only when it is named, then put back to the byte', (agent, below, text) => {
    const [one, other] = ['one', 'other'].map((project) => put(join(project, below), text))
    wrap(agent)
    expect(readFileSync(one!, 'utf8')).toBe(text)
    wrap(agent, { ...WANTED, projects: [join(root, 'one')] })
    expect(readFileSync(one!, 'utf8')).toContain('--wrapped')
    expect(readFileSync(other!, 'utf8')).toBe(text)
    wrap(agent, { ...WANTED, projects: [...wrappedProjects(place), join(root, 'other')] })
    expect(wrappedProjects(place)).toEqual([join(root, 'one'), join(root, 'other')])
    // Edited since: only ours is taken out.
    writeFileSync(one!, `${readFileSync(one!, 'utf8')}\n`)
    unwrap()
    expect(readFileSync(one!, 'utf8')).toBe(`${text}\n`)
    expect(readFileSync(other!, 'utf8')).toBe(text)
  })

  test('a file that cannot be read is left alone', () => {
    const file = put('.cursor/mcp.json', '{"mcpServers":')
    expect(() => wrap('cursor')).toThrow('left alone')
    expect(readFileSync(file, 'utf8')).toBe('{"mcpServers":')
  })

  test('without --mcp no server is touched, and what is wrapped stays so', () => {
    const file = put('.gemini/settings.json', '{"mcpServers":{"a":{"command":"npx","args":["-y"]}}}')
    wrap('gemini-cli', { ...WANTED, mcp: false })
    expect(readFileSync(file, 'utf8')).not.toContain('--wrapped')
    wrap('gemini-cli')
    const wrapped = readFileSync(file, 'utf8')
    wrap('gemini-cli', { ...WANTED, mcp: false })
    expect(readFileSync(file, 'utf8')).toBe(wrapped)
    unwrap()
    expect(readFileSync(file, 'utf8')).toBe('{"mcpServers":{"a":{"command":"npx","args":["-y"]}}}')
  })
})
