import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import { isList } from '../../call/tools/input.ts'
import { unreadable } from '../fields.ts'

/** A tool of Cline's as the one that the gate knows. */
export interface KnownCall {
  readonly tool: string
  readonly input: JsonObject
}

/** Cline's own tools take lists where others take one thing. What is not here is passed on as it is. */
export function knownCall(tool: string, input: JsonValue | undefined): KnownCall {
  switch (tool) {
    case 'run_commands':
      return { tool: 'Bash', input: { command: scriptOf(commandsIn(input)) } }
    case 'read_files':
      return { tool, input: { paths: pathsIn(input) } }
    case 'editor':
      return { tool: 'Edit', input: editIn(input) }
    default:
      if (!isJsonObject(input)) return unreadable("The hook's `tool_call.input` is missing or not an object.")
      return { tool: /^[^_].*?__./.test(tool) && !tool.startsWith('mcp__') ? `mcp__${tool}` : tool, input }
  }
}

/**
 * One command is itself. Several run one after the other, each in a shell of its own: joined as they are, one that leaves a
 * here-document open would hide the next.
 */
function scriptOf(commands: readonly string[]): string {
  const [first] = commands
  if (first === undefined) return unreadable("The hook's `commands` are missing.")
  return commands.length === 1 ? first : commands.map((command) => `sh -c ${quoted(command)}`).join('\n')
}

/** Every form that Cline itself takes: a text, a list, `commands`, `command` with or without `args`, `cmd`. */
function commandsIn(input: JsonValue | undefined): readonly string[] {
  if (typeof input === 'string') return [input]
  if (isList(input)) return input.map(commandIn)
  if (!isJsonObject(input)) return unreadable("The hook's `commands` are missing.")
  const given = ['commands', 'command', 'cmd'].filter((name) => input[name] !== undefined)
  if (given.length !== 1) return unreadable('The hook does not say in one way which commands would run.')
  if (input['commands'] === undefined) return [commandIn(input['command'] === undefined ? input['cmd'] : input)]
  return isList(input['commands']) ? input['commands'].map(commandIn) : [commandIn(input['commands'])]
}

function commandIn(value: JsonValue | undefined): string {
  if (typeof value === 'string' && value !== '') return value
  if (!isJsonObject(value) || typeof value['command'] !== 'string' || value['command'] === '')
    return unreadable('One of the commands is not a text.')
  const words = value['args'] ?? []
  if (!isList(words) || words.some((word) => typeof word !== 'string'))
    return unreadable("One of a command's `args` is not a text.")
  // Without arguments it is a line for the shell, with them a program.
  return words.length === 0
    ? value['command']
    : [value['command'], ...(words as readonly string[])].map(quoted).join(' ')
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

function pathsIn(input: JsonValue | undefined): readonly string[] {
  const list = isJsonObject(input) ? (input['files'] ?? input['paths'] ?? input['file_paths'] ?? [input]) : input
  const paths = (isList(list) ? list : [list]).map((entry) => (isJsonObject(entry) ? entry['path'] : entry))
  if (paths.length === 0 || !paths.every((path) => typeof path === 'string' && path !== ''))
    return unreadable('One of the files does not say its path.')
  return paths as readonly string[]
}

function editIn(input: JsonValue | undefined): JsonObject {
  if (!isJsonObject(input) || typeof input['path'] !== 'string' || typeof input['new_text'] !== 'string')
    return unreadable('The edit does not say its path or what it writes.')
  const before = input['old_text'] ?? ''
  if (typeof before !== 'string') return unreadable('What the edit replaces is not a text.')
  return { file_path: input['path'], old_string: before, new_string: input['new_text'] }
}
