import type { Ending, Host, Reading } from '../conformance.ts'
import { inner, objectIn } from '../host-json.ts'

const common = {
  timestamp: '2026-11-15T10:00:00.000Z',
  cwd: '/home/dev/project',
  sessionId: 'session-1',
  transcript_path: '/home/dev/.config/Code/t.json',
}

/** VS Code, which also runs the hooks of Claude Code and Copilot CLI, from its documentation (it was not run). Exit 2 blocks; any other failure is a warning, and the call goes on. */
export function vscodeHost(hook: 'vscode' | 'claude-code' | 'copilot-cli' = 'vscode'): Host {
  return {
    name: hook,
    beforeTool: (call) => ({
      ...common,
      sessionId: call.session,
      cwd: call.cwd,
      hookEventName: 'PreToolUse',
      tool_name: call.tool,
      tool_input: call.input,
      tool_use_id: 'tool-1',
    }),
    notices: [
      {
        payload: { ...common, hookEventName: 'UserPromptSubmit', prompt: 'fix it' },
        is: 'user-prompt',
        text: 'fix it',
      },
      {
        payload: {
          ...common,
          hookEventName: 'PostToolUse',
          tool_name: 'run_in_terminal',
          tool_input: {},
          tool_use_id: 'tool-1',
          tool_response: 'done',
        },
        is: 'tool-result',
        text: 'done',
      },
      {
        payload: { ...common, hookEventName: 'SubagentStart', agent_id: 'a', agent_type: 'Plan' },
        is: 'subagent-started',
      },
      { payload: { ...common, hookEventName: 'SessionStart', source: 'new' }, is: 'session-started' },
      { payload: { ...common, hookEventName: 'PreCompact', trigger: 'auto' }, is: 'irrelevant' },
    ],
    reads: readVsCodeAnswer,
  }
}

function readVsCodeAnswer(ending: Ending): Reading {
  if (ending.how !== 'ended') return 'no-opinion'
  if (ending.exit === 2) return 'deny'
  if (ending.exit !== 0) return 'no-opinion'
  const said = inner(objectIn(ending.stdout, 'chokes on a BOM'), 'hookSpecificOutput')?.['permissionDecision']
  return said === 'allow' || said === 'deny' || said === 'ask' ? said : 'no-opinion'
}
