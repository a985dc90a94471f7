import { CANNOT_ASK, PLAIN_CALLER } from '../../call/caller.ts'
import { isJsonObject } from '../../call/strict-json.ts'
import { isList } from '../../call/tools/input.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import type { Agent, AgentEvent, HookAnswer, NoticeEvent, ToolCallEvent } from '../agent.ts'
import { allowed, denied, reasonForUnaskable, reasonOf } from '../answers.ts'
import {
  callOf,
  modelOf,
  objectField,
  optionalTextField,
  ranCall,
  readingEvent,
  saidBy,
  resultText,
  textField,
  unreadable,
} from '../fields.ts'

const IRRELEVANT: ReadonlySet<string> = new Set([
  'afterAgentResponse',
  'afterAgentThought',
  'preCompact',
  'stop',
  'workspaceOpen',
])

/** Results that were judged before they ran; what came back is only looked at. */
const AFTER: ReadonlySet<string> = new Set([
  'afterShellExecution',
  'afterMCPExecution',
  'afterFileEdit',
  'postToolUse',
  'postToolUseFailure',
])

/**
 * Cursor. A flat `permission`, which must be there; `ask` works before shell commands and MCP calls and is not enforced
 * elsewhere.
 */
export const cursor: Agent = {
  name: 'cursor',
  title: 'Cursor',
  readEvent: (payload) => readingEvent(payload, read),
  subagents: 'unnamed',
  caller: (event) => (shows(event) ? PLAIN_CALLER : CANNOT_ASK),
  acknowledge,
  answer: (verdict, event) => {
    if (verdict.decision === 'allow') return allowed({ permission: 'allow' })
    if (verdict.decision === 'ask' && shows(event)) return allowed(body('ask', reasonOf(verdict)))
    const reason = verdict.decision === 'ask' ? reasonForUnaskable(verdict, 'Cursor') : reasonOf(verdict)
    return denied(body('deny', reason), reason)
  },
}

function shows(event: ToolCallEvent): boolean {
  return event.name === 'beforeShellExecution' || event.name === 'beforeMCPExecution'
}

function body(permission: 'ask' | 'deny', reason: string): JsonObject {
  return { permission, user_message: reason, agent_message: reason }
}

function acknowledge(event: NoticeEvent, warning?: string): HookAnswer {
  if (event.name === 'beforeSubmitPrompt') return allowed({ continue: true })
  if (event.name === 'subagentStart') return allowed({ permission: 'allow' })
  if (warning !== undefined && event.kind === 'tool-result') return allowed({ additional_context: warning })
  return allowed({})
}

function read(payload: JsonObject): AgentEvent {
  const name = textField(payload, 'hook_event_name')
  if (IRRELEVANT.has(name)) return { kind: 'irrelevant', name }
  const session = optionalTextField(payload, 'conversation_id') ?? textField(payload, 'session_id')
  const transcript = optionalTextField(payload, 'transcript_path')
  const judged = (tool: string, input: JsonValue): AgentEvent => {
    const id = optionalTextField(payload, 'tool_use_id')
    const call = callOf('cursor', {
      tool,
      input,
      cwd: directoryOf(payload),
      session,
      ...(id === undefined ? {} : { id }),
    })
    const found = transcript === undefined ? {} : { transcript }
    return { kind: 'tool-call', name, moment: 'before-tool', call, ...found, ...modelOf(payload) }
  }
  if (AFTER.has(name)) {
    // Refused: it did not run, and nobody said yes.
    if (payload['failure_type'] === 'permission_denied') return { kind: 'irrelevant', name }
    const result = payload['output'] ?? payload['tool_output'] ?? payload['result_json'] ?? payload['error_message']
    return {
      kind: 'tool-result',
      name,
      session,
      tool: optionalTextField(payload, 'tool_name') ?? name,
      text: resultText(result),
      ...ranBefore(name, payload),
    }
  }
  switch (name) {
    case 'preToolUse':
      return judged(textField(payload, 'tool_name'), objectField(payload, 'tool_input'))
    case 'beforeShellExecution':
      return judged('Shell', { command: textField(payload, 'command') })
    case 'beforeMCPExecution':
      return judged(`mcp__cursor__${textField(payload, 'tool_name')}`, objectField(payload, 'tool_input'))
    case 'beforeReadFile':
    case 'beforeTabFileRead':
      return judged('Read', { file_path: textField(payload, 'file_path') })
    case 'beforeSubmitPrompt':
      return saidBy('user-prompt', name, session, optionalTextField(payload, 'prompt') ?? '', payload['cwd'])
    case 'subagentStart':
    case 'subagentStop': {
      const type = optionalTextField(payload, 'subagent_type') ?? 'unknown'
      const id = optionalTextField(payload, 'subagent_id') ?? type
      return {
        kind: name === 'subagentStart' ? 'subagent-started' : 'subagent-ended',
        name,
        session,
        subagent: { id, type },
      }
    }
    case 'sessionStart':
      return { kind: 'session-started', name, session, ...modelOf(payload) }
    case 'sessionEnd':
      return { kind: 'session-ended', name, session }
    default:
      return unreadable(`The hook event \`${name}\` is not known.`)
  }
}

/** Which call ran, as the event before it named it. */
function ranBefore(name: string, payload: JsonObject): { readonly call?: string } {
  const { tool_use_id: id, tool_name: tool, tool_input: input, command } = payload
  const cwd = directoryIn(payload)
  if (name === 'afterShellExecution' && typeof command === 'string')
    return ranCall({ id, tool: 'Shell', input: { command }, cwd })
  if (typeof tool !== 'string') return ranCall({ id, tool: '', input: undefined, cwd })
  return ranCall({ id, tool: name === 'afterMCPExecution' ? `mcp__cursor__${tool}` : tool, input, cwd })
}

/** Some events leave `cwd` empty; then the first workspace root is meant. */
function directoryIn(payload: JsonObject): JsonValue | undefined {
  const cwd = optionalTextField(payload, 'cwd') ?? optionalTextField(inputOf(payload), 'cwd')
  if (cwd !== undefined && cwd !== '') return cwd
  const roots = payload['workspace_roots']
  return isList(roots) ? roots[0] : undefined
}

function directoryOf(payload: JsonObject): JsonValue {
  return directoryIn(payload) ?? unreadable('The hook does not say in which directory the call would run.')
}

function inputOf(payload: JsonObject): JsonObject {
  const input = payload['tool_input']
  return isJsonObject(input) && typeof input['cwd'] === 'string' ? input : {}
}
