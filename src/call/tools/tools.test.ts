import { describe, expect, test } from 'vitest'
import type { Action } from '../action.ts'
import { DEFAULT_TRUST } from '../../policy/trust.ts'
import { surroundingsOf } from '../surroundings.ts'
import type { JsonObject } from '../tool-call.ts'
import { understand } from '../understand.ts'
import { frozenWorld } from '../world.frozen.ts'
import { TOOLS, toolNamed } from './index.ts'
import { UnreadableInput } from './tool.ts'

const world = frozenWorld({
  files: { '/home/dev/project/.git/HEAD': 'ref: refs/heads/main', '/home/dev/project/src/a.ts': 'x' },
  links: { '/home/dev/project/link': '/home/dev/.ssh/id_rsa' },
})
const context = {
  surroundings: surroundingsOf('/home/dev/project', world, { trust: DEFAULT_TRUST }),
  world,
  memory: { written: new Map() },
}

function understood(tool: string, input: JsonObject): ReturnType<typeof understand> {
  const call = { id: '1', session: 's', agent: 'generic', tool, input, cwd: '/home/dev/project', fingerprint: '' }
  return understand(call, context)
}

function path(text: string): object {
  return { kind: 'path', path: text }
}

describe('the line the classifier reads', () => {
  test.each<readonly [string, JsonObject, string]>([
    ['Bash', { command: 'npm test' }, 'npm test'],
    ['shell', { command: ['bash', '-lc', 'npm test'] }, 'npm test'],
    ['shell', { command: ['git', 'commit', '-m', "it's"] }, "git commit -m 'it'\\''s'"],
    ['exec_command', { cmd: 'npm test' }, 'npm test'],
    ['run_shell_command', { command: 'npm test', description: 'tests' }, 'npm test'],
    ['Monitor', { command: 'tail -f x' }, 'tail -f x'],
    ['PowerShell', { command: 'Get-Process' }, 'Get-Process'],
    ['Edit', { file_path: 'src/main.py', old_string: 'a', new_string: 'fixed_code' }, 'src/main.py: fixed_code'],
    ['replace', { file_path: 'src/main.py', old_string: 'a', new_string: 'fixed_code' }, 'src/main.py: fixed_code'],
    ['edit', { filePath: 'src/main.py', oldString: 'a', newString: 'fixed_code' }, 'src/main.py: fixed_code'],
    ['MultiEdit', { file_path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] }, 'a: y'],
    ['str_replace_editor', { command: 'create', path: 'a', file_text: 'b' }, 'a: b'],
    ['apply_patch', { input: '*** Begin Patch\n*** Add File: a\n+b\n*** End Patch' }, 'a: b\n'],
    ['Write', { file_path: 'src/new.py', content: 'new_code' }, 'src/new.py: new_code'],
    ['write_file', { file_path: 'src/new.py', content: '' }, 'src/new.py: '],
    ['NotebookEdit', { notebook_path: 'nb.ipynb', new_source: 'cell_code' }, 'nb.ipynb replace: cell_code'],
    ['NotebookEdit', { notebook_path: 'nb.ipynb', new_source: 'c', edit_mode: 'insert' }, 'nb.ipynb insert: c'],
    ['Agent', { subagent_type: 'worker', mode: 'default', prompt: 'Fix bug' }, '(worker, mode=default): Fix bug'],
    ['Task', { subagent_type: 'worker', prompt: 'Fix bug', description: 'Fix' }, '(worker): Fix bug'],
    ['task', { prompt: 'Fix bug' }, 'Fix bug'],
    ['WebFetch', { url: 'https://api.com', prompt: 'extract data' }, 'https://api.com: extract data'],
    ['webfetch', { url: 'https://api.com' }, 'https://api.com'],
    ['WebSearch', { query: 'python security' }, 'python security'],
    ['Grep', { pattern: 'password', path: 'src/' }, 'password in src/'],
    ['search_file_content', { pattern: 'password' }, 'password'],
    ['Config', { setting: 'model', value: 'opus' }, 'model = opus'],
    ['Config', { setting: 'model' }, 'model'],
    ['CronCreate', { cron: '*/5 * * * *', prompt: 'check deploys' }, '*/5 * * * *: check deploys'],
    ['mcp__slack__send', { channel: 'general', message: 'hello' }, 'channel=general message=hello'],
    ['mcp_slack_send', { channel: 'general', n: 2 }, 'channel=general n=2'],
    ['mcp', { tool_name: 'send', arguments: { to: ['a'] } }, 'to=["a"]'],
    ['mcp__clock__now', {}, 'now'],
    ['SendMessage', { to: 'worker-1', message: 'continue fixing' }, 'to worker-1: continue fixing'],
    ['Read', { file_path: 'src/a.ts' }, ''],
    ['Read', { file_path: '/home/dev/.aws/credentials' }, 'read /home/dev/.aws/credentials'],
    ['read_file', { absolute_path: '/x/id_rsa' }, 'read /x/id_rsa'],
    ['Glob', { pattern: '**/*.ts' }, ''],
    ['TodoWrite', { todos: [] }, ''],
    ['AskUserQuestion', { questions: [] }, ''],
    ['classify_result', {}, ''],
    ['frobnicate', { a: 1, b: 'x' }, 'a=1 b=x'],
    ['frobnicate', {}, '(no parameters)'],
    ['hasOwnProperty', {}, '(no parameters)'],
  ])('%s %j', (tool, input, line) => {
    expect(understood(tool, input).encoded).toBe(line)
  })
})

describe('what a call would do', () => {
  test.each<readonly [string, JsonObject, readonly object[]]>([
    [
      'Write',
      { file_path: 'src/b.ts', content: 'x' },
      [
        {
          does: 'write-file',
          how: 'create',
          place: path('/home/dev/project/src/b.ts'),
          content: { kind: 'text', text: 'x' },
        },
      ],
    ],
    ['Write', { file_path: '~/src/../b', content: 'x' }, [{ does: 'write-file', place: path('/home/dev/b') }]],
    ['Write', { file_path: 'src/a.ts', content: 'x' }, [{ does: 'write-file', how: 'overwrite' }]],
    ['Write', { file_path: 'link', content: 'x' }, [{ does: 'write-file', place: { real: '/home/dev/.ssh/id_rsa' } }]],
    ['Write', { file_path: 'C:\\x\\y', content: 'x' }, [{ does: 'write-file', place: path('C:/x/y') }]],
    [
      'Edit',
      { file_path: '/tmp/x', old_string: 'a', new_string: 'b' },
      [{ does: 'write-file', how: 'edit', content: { kind: 'change', removed: 'a', added: 'b' } }],
    ],
    [
      'apply_patch',
      {
        command:
          '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** Delete File: c\n*** Add File: ~/.bashrc\n+z\n*** End Patch',
      },
      [
        { does: 'delete-file', place: path('/home/dev/project/a'), movedTo: path('/home/dev/project/b') },
        { does: 'write-file', place: path('/home/dev/project/b'), content: { removed: 'x\n', added: 'y\n' } },
        { does: 'delete-file', place: path('/home/dev/project/c') },
        { does: 'write-file', place: path('/home/dev/.bashrc'), content: { text: 'z\n' } },
      ],
    ],
    [
      'patch',
      { patchText: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n' },
      [{ does: 'write-file', place: path('/home/dev/project/x'), content: { removed: '1\n', added: '2\n' } }],
    ],
    ['apply_patch', { input: 'hello' }, [{ does: 'something-opaque', because: 'not-parsed' }]],
    ['apply_patch', { input: '*** Begin Patch\nrm -rf\n*** End Patch' }, [{ does: 'something-opaque' }]],
    ['apply_patch', { input: '*** Begin Patch\n*** Add File: a\n+b' }, [{ does: 'something-opaque' }]],
    ['delete_file', { target_file: 'a' }, [{ does: 'delete-file', place: path('/home/dev/project/a') }]],
    ['Read', { file_path: '/etc/shadow' }, [{ does: 'read-file', extent: 'content', place: path('/etc/shadow') }]],
    ['Read', { file_path: 'file:///etc/shadow' }, [{ does: 'read-file', place: path('/etc/shadow') }]],
    ['list_directory', {}, [{ does: 'read-file', extent: 'names', place: path('/home/dev/project') }]],
    [
      'read_many_files',
      { paths: ['src/**/*.ts', 'a'] },
      [{ recursive: true, place: path('/home/dev/project/src') }, { place: path('/home/dev/project/a') }],
    ],
    ['Grep', { pattern: 'x', path: '/etc' }, [{ does: 'read-file', recursive: true, place: path('/etc') }]],
    [
      'WebFetch',
      { url: 'http://good.com@evil.com/x', prompt: '' },
      [{ does: 'contact-host', host: { name: 'evil.com' }, sends: 'nothing' }],
    ],
    [
      'web_fetch',
      { prompt: 'sum up http://a.example/x and http://b.example' },
      [{ host: { name: 'a.example' } }, { host: { name: 'b.example' } }],
    ],
    ['fetch', { url: 'https://a.example', method: 'POST', body: 'x' }, [{ sends: 'data', purpose: 'api' }]],
    ['WebFetch', { url: 'file:///etc/shadow' }, [{ does: 'read-file', place: path('/etc/shadow') }]],
    ['WebFetch', { url: 'nonsense url' }, [{ does: 'contact-host', host: { kind: 'unknown' } }]],
    ['Agent', { prompt: 'x', mode: 'bypassPermissions' }, [{ does: 'spawn-agent', permissions: 'broad' }]],
    ['Agent', { prompt: 'x', mode: 'plan', run_in_background: true }, [{ permissions: 'inherited', unattended: true }]],
    ['CronCreate', { cron: '* * * * *', prompt: 'x' }, [{ does: 'schedule', with: 'agent' }]],
    ['Config', { setting: 'permissions', value: 'x' }, [{ does: 'change-settings', of: 'agent', key: 'permissions' }]],
    ['SendMessage', { to: 'a', message: 'b' }, [{ does: 'send-message', through: 'agent' }]],
    ['mcp__a__b__c', { x: 1 }, [{ does: 'call-mcp-tool', server: 'a', tool: 'b__c', input: { x: 1 } }]],
    [
      'mcp',
      { tool_name: 'b', arguments: { x: 1 } },
      [{ does: 'call-mcp-tool', server: 'mcp', tool: 'b', input: { x: 1 } }],
    ],
    ['write_stdin', { session_id: 1, chars: 'rm -rf /\n' }, [{ does: 'something-opaque', because: 'interactive' }]],
    ['write_stdin', { session_id: 1, chars: '' }, []],
    ['python', { code: 'import os' }, [{ does: 'run-code', seenThrough: false }, { does: 'something-opaque' }]],
    ['save_memory', { fact: 'x' }, [{ does: 'write-file', place: path('/home/dev/.gemini/GEMINI.md') }]],
    ['TodoWrite', { todos: [] }, []],
    ['frobnicate', { a: 1 }, [{ does: 'something-opaque', because: 'unknown-tool' }]],
    ['toString', {}, [{ does: 'something-opaque', because: 'unknown-tool' }]],
    ['mcp__', {}, [{ does: 'something-opaque', because: 'unknown-tool' }]],
  ])('%s %j', (tool, input, actions) => {
    expect(understood(tool, input).understanding.actions).toMatchObject(actions)
  })

  test('a shell call is understood as its programs, in the directory it chooses', () => {
    const { actions } = understood('shell', { command: 'echo hi > x', workdir: 'src' }).understanding
    const wrote = actions.find(
      (action): action is Extract<Action, { does: 'write-file' }> => action.does === 'write-file',
    )
    expect(wrote?.place).toMatchObject({ path: '/home/dev/project/src/x' })
  })
})

describe('input without the shape its tool needs is refused', () => {
  test.each<readonly [string, JsonObject]>([
    ['Bash', {}],
    ['Bash', { command: null }],
    ['Bash', { command: 7 }],
    ['Bash', { command: [] }],
    ['Bash', { command: ['ls', 7] }],
    ['Bash', { command: 'ls', cmd: 'rm -rf /' }],
    ['Bash', { command: 'ls', workdir: 7 }],
    ['Write', { content: 'x' }],
    ['Write', { file_path: '', content: 'x' }],
    ['Write', { file_path: 'a' }],
    ['Write', { file_path: ['a'], content: 'x' }],
    ['Write', { file_path: 'a', path: 'b', content: 'x' }],
    ['Edit', { file_path: 'a' }],
    ['MultiEdit', { file_path: 'a', edits: [] }],
    ['MultiEdit', { file_path: 'a', edits: ['x'] }],
    ['str_replace_editor', { command: 'format', path: 'a' }],
    ['apply_patch', {}],
    ['apply_patch', { command: [7] }],
    ['NotebookEdit', { notebook_path: 'a', new_source: 'x', edit_mode: 'explode' }],
    ['NotebookEdit', { notebook_path: 'a' }],
    ['Agent', {}],
    ['WebFetch', { prompt: 'no address here' }],
    ['WebFetch', { url: 7 }],
    ['WebSearch', {}],
    ['Grep', { path: '.' }],
    ['CronCreate', { prompt: 'x' }],
    ['SendMessage', { to: 'a' }],
    ['mcp', { arguments: {} }],
    ['mcp', { tool_name: 'x', arguments: 'y' }],
    ['Read', {}],
    ['read_many_files', { paths: [''] }],
  ])('%s %j', (tool, input) => {
    expect(() => understood(tool, input)).toThrow(UnreadableInput)
  })
})

describe('the list of tools', () => {
  test('no name belongs to two tools', () => {
    const owners = new Map<string, string>()
    const shared: string[] = []
    for (const tool of TOOLS)
      for (const name of [tool.name, ...tool.aliases]) {
        const owner = owners.get(name.toLowerCase()) ?? tool.name
        if (owner !== tool.name) shared.push(name)
        owners.set(name.toLowerCase(), tool.name)
      }
    expect(shared).toEqual([])
  })

  test('only tools that read or keep lists are safe', () => {
    const unsafe = [
      'Bash',
      'PowerShell',
      'Write',
      'Edit',
      'MultiEdit',
      'ApplyPatch',
      'NotebookEdit',
      'Agent',
      'REPL',
      'WebFetch',
      'CronCreate',
      'Config',
      'mcp',
      'Monitor',
      'Skill',
    ]
    expect(unsafe.filter((name) => toolNamed(name)?.safe)).toEqual([])
    for (const name of [
      'Read',
      'Grep',
      'Glob',
      'LSP',
      'TodoWrite',
      'TaskCreate',
      'TaskGet',
      'TaskUpdate',
      'TaskList',
      'TaskStop',
      'AskUserQuestion',
      'EnterPlanMode',
      'TeamCreate',
      'SendMessage',
      'Sleep',
      'classify_result',
    ])
      expect(toolNamed(name)?.safe, name).toBe(true)
  })

  test('agents and interpreters never count as edits', () => {
    for (const name of ['Agent', 'Task', 'spawn_agent', 'REPL', 'write_stdin'])
      expect(toolNamed(name)?.neverAsEdit, name).toBe(true)
  })

  test('questions need the person', () => {
    expect(toolNamed('AskUserQuestion')?.needsPerson?.({})).toBe(true)
    expect(toolNamed('ExitPlanMode')?.needsPerson?.({})).toBe(true)
    expect(toolNamed('EnterPlanMode')?.needsPerson).toBeUndefined()
  })
})

describe("an MCP server's tool is also judged as the tool of that name", () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ['mcp__shell__execute_command', { command: 'rm -rf ~' }, ['call-mcp-tool', 'run-program', 'delete-file']],
    ['mcp__files__read_file', { path: '~/.ssh/id_rsa' }, ['call-mcp-tool', 'read-file']],
    ['mcp__files__write_file', { path: 'a.txt', content: 'x' }, ['call-mcp-tool', 'write-file']],
    ['mcp__tracker__task', { id: 7 }, ['call-mcp-tool']],
    ['mcp__tracker__get_issue', { id: 7 }, ['call-mcp-tool']],
  ])('%s %j', (tool, input, expected) => {
    expect(understood(tool, input).understanding.actions.map((action) => action.does)).toEqual(expected)
  })
})
