import { toolNamed } from '../call/tools/index.ts'
import type { JsonObject } from '../call/tool-call.ts'
import type { AgentEvent, AgentName, HookAnswer, NoticeEvent } from './agent.ts'
import { SILENT } from './answers.ts'
import {
  answersText,
  callOf,
  modelOf,
  objectField,
  promptOf,
  ranCall,
  optionalTextField,
  resultText,
  saidBy,
  subagentOf,
  textField,
  unreadable,
} from './fields.ts'

/** Events of the Claude family that are known not to be about a tool call. A name outside this list is refused. */
const IRRELEVANT: ReadonlySet<string> = new Set([
  'Notification',
  'Stop',
  'StopFailure',
  'Interrupt',
  'PreCompact',
  'PostCompact',
  'PermissionDenied',
  'PostToolBatch',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'InstructionsLoaded',
  'MessageDisplay',
])

/**
 * Hook payloads as Claude Code writes them; Codex, Qwen Code and Copilot's PascalCase events follow the same shape.
 * `identifiers`: the fields that may carry the call's id, best first.
 */
export function readClaudeShape(
  agent: AgentName,
  payload: JsonObject,
  identifiers: readonly string[] = ['tool_use_id'],
): AgentEvent {
  const name = textField(payload, 'hook_event_name')
  if (IRRELEVANT.has(name)) return { kind: 'irrelevant', name }
  const session = textField(payload, 'session_id')
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest': {
      const id = identifiers.map((field) => optionalTextField(payload, field)).find((text) => text !== undefined)
      const subagent = subagentOf(payload)
      const transcript = optionalTextField(payload, 'transcript_path')
      const call = callOf(agent, {
        tool: textField(payload, 'tool_name'),
        input: objectField(payload, 'tool_input'),
        cwd: textField(payload, 'cwd'),
        session,
        ...(id === undefined ? {} : { id }),
        ...(subagent === undefined ? {} : { subagent }),
      })
      const clientMode = optionalTextField(payload, 'permission_mode')
      return {
        kind: 'tool-call',
        name,
        moment: name === 'PreToolUse' ? 'before-tool' : 'permission-request',
        call,
        ...(clientMode === undefined ? {} : { clientMode }),
        // What a sub-agent's transcript calls its user is the agent that started it.
        ...(transcript === undefined || subagent !== undefined ? {} : { transcript }),
        ...(subagent === undefined ? modelOf(payload) : {}),
      }
    }
    case 'UserPromptSubmit':
      return promptOf(payload, name, session, subagentOf(payload) === undefined ? 'user' : 'agent')
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      const tool = textField(payload, 'tool_name')
      const response = payload['tool_response'] ?? payload['error']
      const answered = isQuestion(tool) ? answersText(response, payload['tool_input']) : undefined
      const subagent = subagentOf(payload)
      const to = subagent === undefined ? {} : { subagent }
      const call = idOfResult(payload, tool, identifiers)
      return answered === undefined
        ? { kind: 'tool-result', name, session, tool, text: resultText(response), ...to, ...call }
        : saidBy('question-answered', name, session, answered, payload['cwd'])
    }
    case 'SubagentStart':
    case 'SubagentStop':
      return {
        kind: name === 'SubagentStart' ? 'subagent-started' : 'subagent-ended',
        name,
        session,
        subagent: subagentOf(payload) ?? { id: 'unknown', type: 'unknown' },
      }
    case 'SessionStart':
      return { kind: 'session-started', name, session, ...modelOf(payload) }
    case 'SessionEnd':
      return { kind: 'session-ended', name, session }
    default:
      return unreadable(`The hook event \`${name}\` is not known.`)
  }
}

function idOfResult(payload: JsonObject, tool: string, identifiers: readonly string[]): { readonly call?: string } {
  const id = identifiers.map((field) => payload[field]).find((value) => value !== undefined && value !== null)
  return ranCall({ id, tool, input: payload['tool_input'], cwd: payload['cwd'] })
}

/** A warning reaches the model as context beside the result; everything else is silence. */
export function acknowledgeInClaudeShape(event: NoticeEvent, warning?: string): HookAnswer {
  if (warning === undefined || event.kind !== 'tool-result') return SILENT
  return {
    stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: event.name, additionalContext: warning } }),
    stderr: '',
    exit: 0,
  }
}

/** The tool that exists to put a question to the user, under any of its names. */
export function isQuestion(tool: string): boolean {
  return toolNamed(tool)?.name === 'AskUserQuestion'
}
