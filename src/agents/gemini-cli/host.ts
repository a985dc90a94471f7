import type { JsonObject } from '../../call/tool-call.ts'
import type { Ending, Host, Reading } from '../conformance.ts'
import { inner, objectIn } from '../host-json.ts'

const common = {
  session_id: 'session-1',
  transcript_path: '/home/dev/.gemini/tmp/p/chats/s.jsonl',
  cwd: '/home/dev/project',
  timestamp: '2026-11-15T10:00:00.000Z',
}

/** Gemini CLI 0.61.0. JSON on stdout beats the exit code; an `ask` without a terminal never comes back. */
export const geminiCliHost: Host = {
  name: 'gemini-cli',
  beforeTool: (call) => ({
    session_id: call.session,
    transcript_path: '/home/dev/.gemini/tmp/p/chats/s.jsonl',
    cwd: call.cwd,
    hook_event_name: 'BeforeTool',
    timestamp: '2026-11-15T10:00:00.000Z',
    tool_name: call.tool,
    tool_input: call.input,
  }),
  afterTool: (call) => ({
    ...common,
    session_id: call.session,
    cwd: call.cwd,
    hook_event_name: 'AfterTool',
    tool_name: call.tool,
    tool_input: call.input,
    tool_response: { llmContent: 'done' },
  }),
  notices: [
    { payload: { ...common, hook_event_name: 'BeforeAgent', prompt: 'fix it' }, is: 'user-prompt', text: 'fix it' },
    {
      payload: {
        ...common,
        hook_event_name: 'AfterTool',
        tool_name: 'run_shell_command',
        tool_input: {},
        tool_response: { llmContent: 'done' },
      },
      is: 'tool-result',
      text: 'done',
    },
    { payload: { ...common, hook_event_name: 'SessionStart', source: 'startup' }, is: 'session-started' },
    { payload: { ...common, hook_event_name: 'SessionEnd', reason: 'exit' }, is: 'session-ended' },
    { payload: { ...common, hook_event_name: 'AfterAgent' }, is: 'irrelevant' },
  ],
  reads: readGemini,
  runs: (ending, payload) => {
    if (readGemini(ending) !== 'allow' || ending.how !== 'ended') return undefined
    const output = inner(objectIn(ending.stdout, 'skips a BOM'), 'hookSpecificOutput')
    return (inner(output, 'tool_input') ?? inner(payload, 'tool_input')) as JsonObject | undefined
  },
}

function readGemini(ending: Ending): Reading {
  if (ending.how === 'not-found') return 'deny'
  if (ending.how !== 'ended') return 'no-opinion'
  const value = objectIn(ending.stdout, 'skips a BOM')
  if (value !== undefined) {
    if (value['decision'] === 'deny' || value['decision'] === 'block' || value['continue'] === false) return 'deny'
    if (value['decision'] === 'ask') return 'hangs'
    return value['decision'] === 'allow' ? 'allow' : 'no-opinion'
  }
  if (ending.exit === 2) return ending.stderr.trim() === '' ? 'no-opinion' : 'deny'
  return ending.exit > 2 ? 'deny' : 'no-opinion'
}
