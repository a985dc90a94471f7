import type { Action } from '../call/action.ts'
import { isJsonObject } from '../call/strict-json.ts'
import { showPlace } from '../call/place.ts'
import type { JsonObject, JsonValue, ToolCall } from '../call/tool-call.ts'
import { commandOf } from '../call/tools/bash.ts'
import { type Tool, UnreadableInput } from '../call/tools/tool.ts'
import { visible } from '../call/visible.ts'
import { redact, redactJson } from '../journal/redact.ts'
import { diffOf } from './diff.ts'
import { truthful } from './look-alikes.ts'

/** The call for people, all of it: the command, the diff or the input. Secrets masked, nothing invisible left. */
export function textOf(call: ToolCall, tool: Tool | undefined, actions: readonly Action[]): string {
  const told = command(call, tool) ?? diffs(call, tool, actions)
  const text = told === undefined ? pretty(call.input) : `${told.text}${parameters(told.rest)}`
  return truthful(redact(text.toWellFormed()))
}

/** What is told in its own form, and the parameters that are not part of it. */
interface Told {
  readonly text: string
  readonly rest: JsonObject
}

const COMMAND_FIELDS: readonly string[] = ['command', 'cmd', 'script']

function command(call: ToolCall, tool: Tool | undefined): Told | undefined {
  if (tool?.specifier !== 'command') return undefined
  try {
    return { text: commandOf(call.input), rest: without(call.input, COMMAND_FIELDS) }
  } catch (error) {
    if (error instanceof UnreadableInput) return undefined
    throw error
  }
}

/** Parameters whose values stand in the diff of a write. */
const EDIT_FIELDS: readonly string[] = (
  'file_path filePath path target_file absolute_path filename file ' +
  'old_string oldString old_str new_string newString new_str content contents file_text'
).split(' ')

function diffs(call: ToolCall, tool: Tool | undefined, actions: readonly Action[]): Told | undefined {
  if (tool?.specifier !== 'path' || actions.length === 0) return undefined
  const parts: string[] = []
  for (const action of actions) {
    if (action.does !== 'write-file') return undefined
    const path = visible(showPlace(action.place))
    if (action.content.kind === 'change') parts.push(diffOf(path, action.content.removed, action.content.added))
    else if (action.content.kind === 'text') parts.push(diffOf(path, '', action.content.text))
    else return undefined
  }
  const rest = without(call.input, EDIT_FIELDS)
  const edits = rest['edits']
  const plain = isList(edits) && edits.every((edit) => isJsonObject(edit) && isEmpty(without(edit, EDIT_FIELDS)))
  return { text: parts.join('\n'), rest: plain ? without(rest, ['edits']) : rest }
}

function parameters(rest: JsonObject): string {
  return isEmpty(rest) ? '' : `\n\nwith these parameters:\n${pretty(rest)}`
}

function pretty(input: JsonObject): string {
  return JSON.stringify(redactJson(input), null, 2)
}

function without(input: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
