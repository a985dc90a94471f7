import { CANNOT_ASK } from '../../call/caller.ts'
import { toolNamed } from '../../call/tools/index.ts'
import type { JsonObject } from '../../call/tool-call.ts'
import type { Agent, AgentEvent } from '../agent.ts'
import { allowed, denied, reasonForUnaskable, reasonOf, SILENT } from '../answers.ts'
import { callOf, objectField, optionalTextField, readingEvent, saidBy, textField, unreadable } from '../fields.ts'

const IRRELEVANT: ReadonlySet<string> = new Set([
  'Stop',
  'PreToolUseResult',
  'PostToolUse',
  'PostToolUseFailure',
  'BeforeReadFile',
  'AfterFileEdit',
  'BeforeShellExecution',
  'AfterShellExecution',
])

/** Tools that the gate knows by another name. */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([['tree', 'list_directory']])

/** Tools of recipes and older versions that start another agent. */
const STARTS_AGENTS = /^(?:mcp__)?(?:sub_?agent|sub_?recipe|dynamic_task)/i

/** Extensions of goose itself: their tools are known by their own names. */
const BUILT_IN: ReadonlySet<string> = new Set(['developer', 'todo', 'skills', 'summon'])

/**
 * goose. A hook says `block` or `allow`; `deny` is a word it does not know. With `on_failure: "block"` whatever is neither
 * closes, also a deadline that passes. Its events say nothing of what a tool gave back, so results are not scanned.
 */
export const goose: Agent = {
  name: 'goose',
  title: 'goose',
  readEvent: (payload) => readingEvent(payload, read),
  subagents: 'own session',
  // Its sub-agents call no hooks: what they did could not be judged.
  caller: ({ call }) =>
    toolNamed(call.tool)?.name === 'Agent' || STARTS_AGENTS.test(call.tool)
      ? { ...CANNOT_ASK, unseenCalls: true }
      : CANNOT_ASK,
  acknowledge: () => SILENT,
  answer: (verdict) => {
    if (verdict.decision === 'allow') return allowed({ decision: 'allow', reason: reasonOf(verdict) })
    const reason = verdict.decision === 'ask' ? reasonForUnaskable(verdict, 'goose') : reasonOf(verdict)
    return denied({ decision: 'block', reason }, reason)
  },
}

function read(payload: JsonObject): AgentEvent {
  const name = textField(payload, 'event')
  if (IRRELEVANT.has(name)) return { kind: 'irrelevant', name }
  const session = textField(payload, 'session_id')
  switch (name) {
    case 'PreToolUse': {
      const id = optionalTextField(payload, 'tool_call_id')
      const tool = toolOf(textField(payload, 'tool_name'))
      const call = callOf('goose', {
        tool,
        input: inputOf(tool, objectField(payload, 'tool_input')),
        cwd: textField(payload, 'working_dir'),
        session,
        ...(id === undefined ? {} : { id }),
      })
      return { kind: 'tool-call', name, moment: 'before-tool', call }
    }
    case 'UserPromptSubmit':
      return saidBy('user-prompt', name, session, optionalTextField(payload, 'message') ?? '', payload['working_dir'])
    case 'SessionStart':
      return { kind: 'session-started', name, session }
    case 'SessionEnd':
      return { kind: 'session-ended', name, session }
    default:
      return unreadable(`The hook event \`${name}\` is not known.`)
  }
}

/** Tools of an extension are called `extension__tool`; extensions are MCP servers. */
function toolOf(name: string): string {
  const [, extension = '', tool = ''] = /^([^_]+(?:_[^_]+)*)__(.+)$/.exec(name) ?? []
  if (extension === '') return OWN_NAMES.get(name) ?? name
  return BUILT_IN.has(extension) ? (OWN_NAMES.get(tool) ?? tool) : `mcp__${extension}__${tool}`
}

/** An edit says `before` and `after` where others say what is replaced by what. */
function inputOf(tool: string, input: JsonObject): JsonObject {
  if (tool !== 'edit' || Object.hasOwn(input, 'old_string') || Object.hasOwn(input, 'new_string')) return input
  const { before, after, ...rest } = input
  return {
    ...rest,
    ...(before === undefined ? {} : { old_string: before }),
    ...(after === undefined ? {} : { new_string: after }),
  }
}
