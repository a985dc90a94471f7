import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../call/tool-call.ts'
import { cline } from './adapter.ts'

function callOf(name: string, input: JsonValue): { tool: string; input: JsonValue } | 'refused' {
  const read = cline.readEvent({
    hookName: 'tool_call',
    taskId: 't',
    workspaceRoots: ['/home/dev/project'],
    parent_agent_id: null,
    tool_call: { id: 'c', name, input },
  })
  if (!('ok' in read) || read.ok.kind !== 'tool-call') return 'refused'
  return { tool: read.ok.call.tool, input: read.ok.call.input }
}

describe("Cline's lists become calls that the gate knows", () => {
  const bash = (command: string): object => ({ tool: 'Bash', input: { command } })
  test.each<readonly [JsonValue, object | 'refused']>([
    [{ commands: ['ls'] }, bash('ls')],
    [{ commands: 'ls' }, bash('ls')],
    [{ command: 'ls' }, bash('ls')],
    [{ cmd: 'ls' }, bash('ls')],
    ['ls', bash('ls')],
    [['ls'], bash('ls')],
    [{ command: 'rm', args: ['-rf', "it's"] }, bash(`'rm' '-rf' 'it'\\''s'`)],
    [{ commands: [{ command: 'ls', args: [] }] }, bash('ls')],
    [{ commands: ['a', 'b'] }, bash(`sh -c 'a'\nsh -c 'b'`)],
    // As they stand, the first would hide the second in its here-document.
    [{ commands: ["cat <<'E'", 'rm -rf ~\nE'] }, bash(`sh -c 'cat <<'\\''E'\\'''\nsh -c 'rm -rf ~\nE'`)],
    [{ commands: [] }, 'refused'],
    [{ commands: [7] }, 'refused'],
    [{ commands: ['ls'], command: 'rm' }, 'refused'],
    [{ command: 'ls', args: [7] }, 'refused'],
    [{}, 'refused'],
    [null, 'refused'],
  ])('run_commands %j', (input, wanted) => expect(callOf('run_commands', input)).toEqual(wanted))

  test.each<readonly [JsonValue, readonly string[] | 'refused']>([
    [{ files: [{ path: '/a', start_line: 1 }, { path: '/b' }] }, ['/a', '/b']],
    [{ paths: ['/a'] }, ['/a']],
    [[{ path: '/a' }], ['/a']],
    [{ path: '/a' }, ['/a']],
    [{ files: [{ start_line: 1 }] }, 'refused'],
    [{ files: [] }, 'refused'],
  ])('read_files %j', (input, paths) =>
    expect(callOf('read_files', input)).toEqual(paths === 'refused' ? paths : { tool: 'read_files', input: { paths } }),
  )

  test('an edit without what it replaces writes the file', () => {
    expect(callOf('editor', { path: '/a', new_text: 'x' })).toEqual({
      tool: 'Edit',
      input: { file_path: '/a', old_string: '', new_string: 'x' },
    })
    expect(callOf('editor', { path: '/a' })).toBe('refused')
    expect(callOf('editor', { path: '/a', new_text: 'x', old_text: 7 })).toBe('refused')
  })

  test('tools of MCP servers and tools that are not known', () => {
    expect(callOf('notes__get_note', { id: '1' })).toMatchObject({ tool: 'mcp__notes__get_note' })
    expect(callOf('team_status', {})).toMatchObject({ tool: 'team_status' })
    expect(callOf('team_status', 'x')).toBe('refused')
  })
})
