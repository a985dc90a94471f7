import { isJsonObject } from '../strict-json.ts'
import type { JsonObject } from '../tool-call.ts'
import { deletes, edits, reads, understood, writes } from './deeds.ts'
import { isList, optionalText, requiredPath, requiredText } from './input.ts'
import { type Tool, UnreadableInput } from './tool.ts'

export const PATH = ['file_path', 'filePath', 'path', 'target_file', 'absolute_path', 'filename', 'file'] as const
const OLD = ['old_string', 'oldString', 'old_str', 'search'] as const
const NEW = ['new_string', 'newString', 'new_str', 'code_edit', 'diff'] as const

export const fileEdit: Tool = {
  name: 'Edit',
  aliases: [
    'FileEdit',
    'replace',
    'edit_file',
    'replace_in_file',
    'search_replace',
    'replace_string_in_file',
    'insert_edit_into_file',
  ],
  encode: (input) => `${requiredPath(input, ...PATH)}: ${requiredText(input, ...NEW)}`,
  understand: (input, context) =>
    understood(
      edits(requiredPath(input, ...PATH), optionalText(input, ...OLD) ?? '', requiredText(input, ...NEW), context),
    ),
  specifier: 'path',
}

export const multiEdit: Tool = {
  name: 'MultiEdit',
  aliases: ['multi_edit', 'multi_replace_string_in_file'],
  encode: (input) =>
    changes(input)
      .map((change) => `${change.path}: ${change.added}`)
      .join('\n'),
  understand: (input, context) =>
    understood(...changes(input).map(({ path, removed, added }) => edits(path, removed, added, context))),
  specifier: 'path',
}

/** One tool with a command of its own: view, create, str_replace, insert, undo_edit. */
export const textEditor: Tool = {
  name: 'TextEditor',
  aliases: ['str_replace_editor', 'str_replace_based_edit_tool', 'text_editor', 'edit_tool'],
  encode: (input) => {
    const path = requiredPath(input, ...PATH)
    switch (requiredText(input, 'command')) {
      case 'view':
        return `view ${path}`
      case 'create':
        return `${path}: ${requiredText(input, 'file_text', 'content')}`
      case 'str_replace':
      case 'insert':
        return `${path}: ${optionalText(input, 'new_str', 'insert_text') ?? ''}`
      case 'undo_edit':
        return `${path}: undo`
      default:
        throw new UnreadableInput('parameter `command` is not known')
    }
  },
  understand: (input, context) => {
    const path = requiredPath(input, ...PATH)
    const added = optionalText(input, 'new_str', 'insert_text') ?? ''
    switch (requiredText(input, 'command')) {
      case 'view':
        return understood(reads(path, context, 'content'))
      case 'create':
        return understood(writes(path, requiredText(input, 'file_text', 'content'), context))
      case 'str_replace':
      case 'insert':
        return understood(edits(path, optionalText(input, 'old_str') ?? '', added, context))
      case 'undo_edit':
        return understood(edits(path, '', '', context))
      default:
        throw new UnreadableInput('parameter `command` is not known')
    }
  },
  specifier: 'path',
}

export const fileDelete: Tool = {
  name: 'Delete',
  aliases: ['delete_file', 'remove_file', 'FileDelete'],
  encode: (input) => `delete ${requiredPath(input, ...PATH)}`,
  understand: (input, context) => understood(deletes(requiredPath(input, ...PATH), context)),
  specifier: 'path',
}

interface Change {
  readonly path: string
  readonly removed: string
  readonly added: string
}

function changes(input: JsonObject): readonly Change[] {
  const list = input['edits'] ?? input['replacements']
  if (!isList(list) || list.length === 0) throw new UnreadableInput('parameter `edits` is not a list of edits')
  const shared = optionalText(input, ...PATH)
  return list.map((edit) => {
    if (!isJsonObject(edit)) throw new UnreadableInput('parameter `edits` has an entry that is not an edit')
    return {
      path: shared ?? requiredPath(edit, ...PATH),
      removed: optionalText(edit, ...OLD) ?? '',
      added: requiredText(edit, ...NEW),
    }
  })
}
