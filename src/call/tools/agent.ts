import type { JsonObject } from '../tool-call.ts'
import { deed, understood } from './deeds.ts'
import { optionalFlag, optionalText, requiredText } from './input.ts'
import { orderedCommands } from './ordered-commands.ts'
import type { Tool } from './tool.ts'

const PROMPT = ['prompt', 'task', 'message', 'instructions', 'objective', 'description'] as const
const TYPE = ['subagent_type', 'subagentType', 'agent_type', 'agent', 'agent_name', 'type', 'name'] as const
const MODE = ['mode', 'permission_mode', 'permissionMode', 'approval_mode', 'approval_policy', 'sandbox'] as const

/** Modes in which the child's calls are no longer checked. */
const BROAD = /bypass|yolo|danger|full[-_ ]?access|^never$|skip[-_]?permissions|no[-_]?sandbox/i

export const agent: Tool = {
  name: 'Agent',
  aliases: [
    'Task',
    'spawn_agent',
    'new_task',
    'delegate',
    'delegate_to_agent',
    'subagent',
    'runSubagent',
    'dispatch_agent',
    'invoke_agent',
    'generalist',
  ],
  encode: (input) => {
    const mode = optionalText(input, ...MODE)
    const tags = [firstText(input, TYPE), mode === undefined ? undefined : `mode=${mode}`].filter(
      (tag) => tag !== undefined,
    )
    return tags.length > 0 ? `(${tags.join(', ')}): ${taskOf(input)}` : taskOf(input)
  },
  understand: (input, context) => {
    const task = taskOf(input)
    const permissions =
      BROAD.test(optionalText(input, ...MODE) ?? '') || optionalFlag(input, 'dangerously_skip_permissions', 'yolo')
        ? 'broad'
        : 'inherited'
    const unattended = optionalFlag(input, 'run_in_background', 'background', 'unattended')
    return understood(
      deed({ does: 'spawn-agent', task, type: firstText(input, TYPE) ?? 'default', permissions, unattended }, task),
      ...orderedCommands(task, context),
    )
  },
  neverAsEdit: true,
  specifier: 'agent',
}

/** `prompt` is the task; `description` is its title and stands in only where there is nothing else. */
function taskOf(input: JsonObject): string {
  return firstText(input, PROMPT) ?? requiredText(input, 'prompt')
}

function firstText(input: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = optionalText(input, name)
    if (value !== undefined) return value
  }
  return undefined
}
