import { CANNOT_ASK } from '../../call/caller.ts'
import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Agent, AgentEvent } from '../agent.ts'
import { allowed, denied, reasonForUnaskable, reasonOf, SILENT } from '../answers.ts'
import {
  callOf,
  objectField,
  optionalTextField,
  readingEvent,
  resultText,
  saidBy,
  textField,
  unreadable,
} from '../fields.ts'

const IRRELEVANT: ReadonlySet<string> = new Set([
  'post_read_code',
  'post_write_code',
  'post_run_command',
  'post_cascade_response',
  'post_cascade_response_with_transcript',
  'post_setup_worktree',
])

/**
 * Windsurf (Cascade). Only the exit code counts: 2 before an action blocks it, and what stands on stderr is the reason.
 * Its payloads do not say which workspace they are about; our command puts the directory of the hook, which is the
 * workspace's root, in front as `cwd`. It has no event before a web search or a browser opens.
 */
export const windsurf: Agent = {
  name: 'windsurf',
  title: 'Windsurf',
  readEvent: (payload) => readingEvent(payload, read),
  subagents: 'unnamed',
  caller: () => CANNOT_ASK,
  // After an action there is no way to speak to the model.
  acknowledge: () => SILENT,
  answer: (verdict) => {
    if (verdict.decision === 'allow') return allowed({ decision: 'allow', reason: reasonOf(verdict) })
    const reason = verdict.decision === 'ask' ? reasonForUnaskable(verdict, 'Windsurf') : reasonOf(verdict)
    return denied({ decision: 'deny', reason }, reason)
  },
}

function read(payload: JsonObject): AgentEvent {
  const name = textField(payload, 'agent_action_name')
  if (IRRELEVANT.has(name)) return { kind: 'irrelevant', name }
  const session = textField(payload, 'trajectory_id')
  const info = objectField(payload, 'tool_info')
  const judged = (tool: string, input: JsonObject): AgentEvent => {
    const call = callOf('windsurf', { tool, input, cwd: textField(payload, 'cwd'), session })
    return { kind: 'tool-call', name, moment: 'before-tool', call }
  }
  switch (name) {
    case 'pre_run_command': {
      const cwd = optionalTextField(info, 'cwd')
      return judged('Bash', {
        command: textField(info, 'command_line'),
        ...(cwd === undefined || cwd === '' ? {} : { cwd }),
      })
    }
    case 'pre_read_code':
      return judged('Read', { file_path: textField(info, 'file_path') })
    case 'pre_write_code':
      return judged('MultiEdit', { file_path: textField(info, 'file_path'), edits: editsIn(info) })
    case 'pre_mcp_tool_use':
      return judged(
        `mcp__${textField(info, 'mcp_server_name')}__${textField(info, 'mcp_tool_name')}`,
        info['mcp_tool_arguments'] === undefined ? {} : objectField(info, 'mcp_tool_arguments'),
      )
    case 'pre_user_prompt':
      return saidBy('user-prompt', name, session, optionalTextField(info, 'user_prompt') ?? '', payload['cwd'])
    case 'post_mcp_tool_use':
      return {
        kind: 'tool-result',
        name,
        session,
        tool: optionalTextField(info, 'mcp_tool_name') ?? 'mcp',
        text: resultText(info['mcp_result']),
      }
    default:
      return unreadable(`The hook event \`${name}\` is not known.`)
  }
}

/** What replaces what. An edit without either is not one. */
function editsIn(info: JsonObject): readonly JsonObject[] {
  const edits = info['edits']
  if (!Array.isArray(edits)) return unreadable("The hook's `edits` are missing or not a list.")
  return (edits as readonly JsonObject[string][]).map((edit) => {
    if (!isJsonObject(edit) || typeof edit['new_string'] !== 'string')
      return unreadable("One of the hook's `edits` does not say what it writes.")
    const before = optionalTextField(edit, 'old_string') ?? ''
    return { old_string: before, new_string: edit['new_string'] }
  })
}
