import { describe, expect, test } from 'vitest'
import { PLAIN_CALLER } from '../call/caller.ts'
import { readCallValue } from '../call/read-call.ts'
import { DEFAULT_TRUST } from '../policy/trust.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import type { JsonObject } from '../call/tool-call.ts'
import { understand } from '../call/understand.ts'
import { frozenWorld } from '../call/world.frozen.ts'
import type { Policy } from '../policy/policy.ts'
import { newSession } from '../session.ts'
import { firewall } from './firewall.ts'
import type { Subject } from './subject.ts'
import { toolSafety } from './tool-safety.ts'

const world = frozenWorld({
  files: { '/home/dev/project/.git/HEAD': 'ref: refs/heads/main' },
  links: { '/home/dev/project/innocent': '/home/dev/project/.git/hooks/pre-commit' },
})
const policy: Policy = {
  allow: [],
  ask: [],
  deny: [],
  defaultMode: 'auto',
  additionalDirectories: [],
  disableAutoMode: false,
  disableBypassPermissionsMode: false,
  autoMode: { allow: [], soft_deny: [], hard_deny: [], environment: [], classifyAllShell: false },
  firewall: { readWrite: ['/srv/customers'], writeOnly: [] },
  trust: DEFAULT_TRUST,
  powershellAutoMode: true,
  digest: '',
  problems: [],
}

function subjectOf(tool: string, input: JsonObject): Subject {
  const read = readCallValue({ tool, input }, { session: 's', agent: 'generic', cwd: '/home/dev/project' })
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  const surroundings = surroundingsOf(read.ok.cwd, world, { trust: DEFAULT_TRUST })
  const understood = understand(read.ok, { surroundings, world, memory: { written: new Map() } })
  return {
    call: read.ok,
    tool: understood.tool,
    understanding: understood.understanding,
    actions: understood.understanding.actions,
    surroundings,
    world,
    session: newSession('s'),
    policy,
    mode: 'auto',
    caller: PLAIN_CALLER,
  }
}

describe('firewall', () => {
  test.each<readonly [string, JsonObject]>([
    ['Read', { file_path: '/etc/shadow' }],
    ['Write', { file_path: '~/.ssh/authorized_keys', content: 'k' }],
    ['Bash', { command: 'cat /srv/customers/a.csv' }],
    ['Grep', { pattern: 'key', path: '~/.aws' }],
    ['WebFetch', { url: 'file:///etc/shadow' }],
  ])('%s %j is denied and says what would clear it', (tool, input) => {
    expect(firewall(subjectOf(tool, input))).toMatchObject({
      says: 'deny',
      because: [
        { code: 'firewall.path', sentence: expect.stringContaining('`'), clearedBy: expect.stringContaining('!') },
      ],
    })
  })

  test.each<readonly [string, JsonObject]>([
    ['Read', { file_path: 'src/a.ts' }],
    ['Bash', { command: 'ls /usr/lib' }],
    ['Bash', { command: 'ssh host cat /etc/shadow' }],
    ['WebFetch', { url: 'https://example.com/.env' }],
    ['frobnicate', { x: 1 }],
  ])('%s %j passes', (tool, input) => {
    expect(firewall(subjectOf(tool, input))).toBeUndefined()
  })
})

describe('toolSafety', () => {
  test.each<readonly [string, JsonObject, object]>([
    ['Bash', { command: 'rm -rf ~' }, { says: 'ask', reason: { code: 'tool.critical-removal' }, modesThatAllow: [] }],
    ['AskUserQuestion', { questions: [] }, { says: 'ask', reason: { code: 'tool.needs-person' }, modesThatAllow: [] }],
    ['ExitPlanMode', { plan: 'x' }, { says: 'ask', reason: { code: 'tool.needs-person' } }],
    [
      'Write',
      { file_path: '.git/config', content: '' },
      { says: 'ask', reason: { code: 'tool.protected-path' }, modesThatAllow: ['bypassPermissions'] },
    ],
    ['Write', { file_path: 'innocent', content: '' }, { says: 'ask', reason: { code: 'tool.protected-path' } }],
    ['Bash', { command: 'echo x > .git/hooks/pre-commit' }, { says: 'ask', reason: { code: 'tool.protected-path' } }],
    ['Edit', { file_path: '.claude/settings.json', new_string: 'x' }, { says: 'ask' }],
    ['Write', { file_path: '.git./config', content: '' }, { says: 'ask' }],
    ['Write', { file_path: '.git::$INDEX_ALLOCATION/config', content: '' }, { says: 'ask' }],
    ['Write', { file_path: 'GIT~1/config', content: '' }, { says: 'ask' }],
    ['Write', { file_path: '.g\u200cit/config', content: '' }, { says: 'ask' }],
    ['Read', { file_path: '\\\\server.example\\share\\x' }, { says: 'ask', reason: { code: 'tool.network-path' } }],
    [
      'Bash',
      { command: 'npm test', dangerouslyDisableSandbox: true },
      { says: 'ask', reason: { code: 'tool.leaves-sandbox' } },
    ],
    ['Bash', { command: 'ls', sandbox_permissions: 'require_escalated' }, { says: 'ask' }],
    ['Bash', { command: 'ls', with_escalated_permissions: 'yes' }, { says: 'ask' }],
    ['Edit', { file_path: '.vscode/tasks.json', new_string: 'x' }, { says: 'review' }],
    ['Bash', { command: 'echo x > .vscode/tasks.json; echo x >> ~/.zprofile' }, { says: 'ask' }],
  ])('%s %j', (tool, input, expected) => {
    expect(toolSafety(subjectOf(tool, input))).toMatchObject(expected)
  })

  test.each<readonly [string, JsonObject]>([
    ['Bash', { command: 'rm -rf build' }],
    ['Read', { file_path: '.git/config' }],
    ['Read', { file_path: '//usr/share/doc/x' }],
    ['Write', { file_path: 'digit~1/x', content: '' }],
    ['Bash', { command: 'cat .git/config' }],
    ['Write', { file_path: '.gitignore', content: '' }],
    ['Write', { file_path: 'package.json', content: '{}' }],
    ['TodoWrite', { todos: [] }],
    ['Bash', { command: 'ssh host rm -rf /' }],
  ])('%s %j has nothing to say', (tool, input) => {
    expect(toolSafety(subjectOf(tool, input))).toBeUndefined()
  })
})

describe('a command that is not read to its end', () => {
  const padding = 'echo padding\n'.repeat(2000)

  test('asks a person in every mode when it removes things', () => {
    expect(toolSafety(subjectOf('Bash', { command: `${padding}rm -rf ~` }))).toMatchObject({
      says: 'ask',
      modesThatAllow: [],
      reason: { code: 'tool.critical-removal' },
    })
  })

  test.each([`${padding}ls`, 'rm -rf dist', `${'echo padding\n'.repeat(20)}rm -rf dist`])(
    'says nothing about what removes nothing, or was read (%#)',
    (command) => {
      expect(toolSafety(subjectOf('Bash', { command }))).toBeUndefined()
    },
  )
})
