import type { JsonObject } from '../../call/tool-call.ts'
import type { Ending, Host, HostCall, Reading } from '../conformance.ts'
import { inner, objectIn } from '../host-json.ts'

const common = { sessionId: 'session-1', timestamp: 1794769702939, cwd: '/home/dev/project' }

/** Copilot CLI 1.0.102. Any failing exit closes; what passes its deadline or cannot be parsed is open. */
export function copilotCliHost(names: 'camelCase' | 'PascalCase' = 'camelCase'): Host {
  return {
    name: 'copilot-cli',
    beforeTool: names === 'camelCase' ? camelCase : pascalCase,
    afterTool: (call) =>
      names === 'camelCase'
        ? { ...camelCase(call), toolResult: { resultType: 'success', textResultForLlm: 'done' } }
        : { ...pascalCase(call), hook_event_name: 'PostToolUse', tool_response: 'done' },
    notices: [
      { payload: { ...common, prompt: 'fix it' }, is: 'user-prompt', text: 'fix it' },
      {
        payload: {
          ...common,
          prompt: 'do that',
          agentId: 'session-1',
          agentType: 'explore',
          parentAgentId: 'session-0',
        },
        is: 'delivered',
        text: 'do that',
      },
      {
        payload: {
          ...common,
          toolName: 'bash',
          toolArgs: { command: 'ls' },
          toolResult: { resultType: 'success', textResultForLlm: 'done' },
        },
        is: 'tool-result',
        text: 'done',
      },
      { payload: { ...common, source: 'new', initialPrompt: 'fix it' }, is: 'session-started' },
      { payload: { ...common, reason: 'complete' }, is: 'session-ended' },
    ],
    reads: readCopilot,
    runs: (ending, payload) => {
      if (readCopilot(ending) !== 'allow' || ending.how !== 'ended') return undefined
      const answer = objectIn(ending.stdout, 'skips a BOM')
      return (inner(answer, 'modifiedArgs') ?? inner(payload, 'toolArgs')) as JsonObject | undefined
    },
  }
}

function camelCase(call: HostCall): JsonObject {
  return { sessionId: call.session, timestamp: 1794769702939, cwd: call.cwd, toolName: call.tool, toolArgs: call.input }
}

function pascalCase(call: HostCall): JsonObject {
  return {
    hook_event_name: 'PreToolUse',
    session_id: call.session,
    timestamp: '2026-11-15T10:00:00.000Z',
    cwd: call.cwd,
    tool_name: 'Bash',
    tool_input: call.input,
  }
}

function readCopilot(ending: Ending): Reading {
  if (ending.how !== 'ended') return ending.how === 'timed-out' ? 'no-opinion' : 'deny'
  if (ending.exit !== 0) return 'deny'
  const said = objectIn(ending.stdout, 'skips a BOM')?.['permissionDecision']
  return said === 'allow' || said === 'ask' || said === 'deny' ? said : 'no-opinion'
}
