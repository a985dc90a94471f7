import type { JsonObject } from '../../call/tool-call.ts'
import type { Ending, Host, HostCall, Reading } from '../conformance.ts'
import { inner, objectIn } from '../host-json.ts'

const common = {
  session_id: 'session-1',
  transcript_path: '/home/dev/.claude/projects/p/s.jsonl',
  cwd: '/home/dev/project',
  permission_mode: 'default',
}

/** Claude Code 2.1.325. `onFailure: "block"` closes what fails; what merely says nothing sensible stays open. */
export function claudeCodeHost(onFailure: 'block' | 'proceed' = 'block'): Host {
  return {
    name: 'claude-code',
    modeField: 'permission_mode',
    beforeTool: (call: HostCall) => ({
      session_id: call.session,
      transcript_path: '/home/dev/.claude/projects/p/s.jsonl',
      cwd: call.cwd,
      prompt_id: 'prompt-1',
      permission_mode: 'default',
      effort: { level: 'medium' },
      hook_event_name: 'PreToolUse',
      tool_name: call.tool,
      tool_input: call.input,
      tool_use_id: 'toolu_1',
    }),
    notices: [
      {
        payload: { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'fix the tests' },
        is: 'user-prompt',
        text: 'fix the tests',
      },
      {
        payload: {
          ...common,
          hook_event_name: 'PostToolUse',
          tool_name: 'AskUserQuestion',
          tool_input: { questions: [] },
          tool_response: { answers: { 'Push to main?': 'Yes, push' } },
        },
        is: 'question-answered',
        text: 'Yes, push',
      },
      {
        payload: {
          ...common,
          hook_event_name: 'PostToolUse',
          tool_name: 'Bash',
          tool_input: { command: 'ls' },
          tool_response: { stdout: 'a.ts' },
        },
        is: 'tool-result',
        text: 'a.ts',
      },
      {
        payload: { ...common, hook_event_name: 'SubagentStart', agent_id: 'a1', agent_type: 'general-purpose' },
        is: 'subagent-started',
      },
      {
        payload: { ...common, hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: 'general-purpose' },
        is: 'subagent-ended',
      },
      { payload: { ...common, hook_event_name: 'SessionStart', source: 'startup' }, is: 'session-started' },
      { payload: { ...common, hook_event_name: 'SessionEnd', reason: 'other' }, is: 'session-ended' },
      { payload: { ...common, hook_event_name: 'Notification', message: 'hello' }, is: 'irrelevant' },
    ],
    reads: (ending) => readClaude(ending, onFailure),
    runs: (ending, payload) => {
      if (readClaude(ending, onFailure) !== 'allow' || ending.how !== 'ended') return undefined
      const output = inner(objectIn(ending.stdout, 'skips a BOM'), 'hookSpecificOutput')
      return (inner(output, 'updatedInput') ?? inner(payload, 'tool_input')) as JsonObject | undefined
    },
  }
}

function readClaude(ending: Ending, onFailure: 'block' | 'proceed'): Reading {
  const failed: Reading = onFailure === 'block' ? 'deny' : 'no-opinion'
  if (ending.how !== 'ended') return failed
  if (ending.exit === 2) return 'deny'
  const trimmed = ending.stdout.replace(/^\ufeff/, '').trim()
  if (trimmed.startsWith('{')) {
    const said = decisionIn(ending.stdout)
    if (said !== undefined) return said === 'unknown' ? failed : said
  }
  return ending.exit === 0 ? 'no-opinion' : failed
}

function decisionIn(stdout: string): 'allow' | 'deny' | 'ask' | 'unknown' | undefined {
  const value = objectIn(stdout, 'skips a BOM')
  if (value?.['decision'] === 'block') return 'deny'
  if (value?.['decision'] === 'approve') return 'allow'
  const output = inner(value, 'hookSpecificOutput')
  if (output === undefined) return undefined
  if (output['hookEventName'] !== 'PreToolUse') return output['hookEventName'] === undefined ? 'unknown' : undefined
  const decision = output['permissionDecision']
  return decision === 'allow' || decision === 'deny' || decision === 'ask' ? decision : 'unknown'
}
