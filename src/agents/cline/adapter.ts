import { CANNOT_ASK } from '../../call/caller.ts'
import { isList } from '../../call/tools/input.ts'
import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import type { Agent, AgentEvent } from '../agent.ts'
import { allowed, denied, reasonForUnaskable, reasonOf, refusal } from '../answers.ts'
import { callOf, objectField, optionalTextField, readingEvent, resultText, textField, unreadable } from '../fields.ts'
import { knownCall } from './tools.ts'

const IRRELEVANT: ReadonlySet<string> = new Set([
  'agent_end',
  'agent_error',
  'agent_abort',
  'pre_compact',
  'agent_resume',
])

/**
 * Cline. Its events and answers are those of its hook files; our plugin speaks them, because a hook file can only end the
 * whole run: nothing but `{"cancel": true}` on stdout stops it, no exit code, no death and no deadline does. A plugin can
 * skip one call and tell the model why.
 */
export const cline: Agent = {
  name: 'cline',
  title: 'Cline',
  readEvent: (payload) => readingEvent(payload, read),
  subagents: 'named',
  caller: () => CANNOT_ASK,
  acknowledge: (event, warning) =>
    allowed(
      warning === undefined || event.kind !== 'tool-result'
        ? { cancel: false }
        : { cancel: false, contextModification: warning },
    ),
  refuse: (reason) => {
    const { stderr } = refusal(reason)
    return denied({ cancel: true, errorMessage: stderr.trim() }, stderr.trim())
  },
  answer: (verdict) => {
    if (verdict.decision === 'allow') return allowed({ cancel: false })
    const reason = verdict.decision === 'ask' ? reasonForUnaskable(verdict, 'Cline') : reasonOf(verdict)
    return denied({ cancel: true, errorMessage: reason }, reason)
  },
}

function read(payload: JsonObject): AgentEvent {
  const name = textField(payload, 'hookName')
  if (IRRELEVANT.has(name)) return { kind: 'irrelevant', name }
  const session = sessionOf(payload)
  const parent = optionalTextField(payload, 'parent_agent_id')
  const subagent = parent === undefined ? {} : { subagent: { id: textField(payload, 'agent_id'), type: 'unknown' } }
  switch (name) {
    case 'tool_call': {
      const made = objectField(payload, 'tool_call')
      const id = optionalTextField(made, 'id')
      const call = callOf('cline', {
        ...knownCall(textField(made, 'name'), made['input']),
        cwd: directoryOf(payload),
        session,
        ...(id === undefined || id === '' ? {} : { id }),
        ...subagent,
      })
      return { kind: 'tool-call', name, moment: 'before-tool', call }
    }
    case 'tool_result': {
      const record = objectField(payload, 'tool_result')
      const text = resultText(record['output'] ?? record['error'])
      return { kind: 'tool-result', name, session, tool: textField(record, 'name'), text, ...subagent }
    }
    case 'prompt_submit': {
      const said = payload['userPromptSubmit']
      const text = isJsonObject(said) ? (optionalTextField(said, 'prompt') ?? '') : ''
      return parent === undefined
        ? { kind: 'user-prompt', name, session, text }
        : { kind: 'delivered', name, session, text }
    }
    case 'agent_start':
      return parent === undefined
        ? { kind: 'session-started', name, session }
        : { kind: 'subagent-started', name, session, subagent: subagent.subagent! }
    case 'session_shutdown':
      return { kind: 'session-ended', name, session }
    default:
      return unreadable(`The hook event \`${name}\` is not known.`)
  }
}

/** One session for an agent and its children. */
function sessionOf(payload: JsonObject): string {
  const context = payload['sessionContext']
  const root = isJsonObject(context) ? optionalTextField(context, 'rootSessionId') : undefined
  return root === undefined || root === '' ? textField(payload, 'taskId') : root
}

function directoryOf(payload: JsonObject): JsonValue {
  const roots = payload['workspaceRoots']
  const first = isList(roots) ? roots[0] : undefined
  return first ?? unreadable('The hook does not say in which directory the call would run.')
}
