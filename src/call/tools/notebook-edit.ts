import { edits, understood } from './deeds.ts'
import { optionalText, requiredPath, requiredText } from './input.ts'
import { type Tool, UnreadableInput } from './tool.ts'

const NOTEBOOK = ['notebook_path', 'notebookPath', 'file_path', 'path'] as const
const SOURCE = ['new_source', 'source', 'newSource', 'content'] as const

export const notebookEdit: Tool = {
  name: 'NotebookEdit',
  aliases: ['notebook_edit', 'edit_notebook', 'edit_notebook_file'],
  encode: (input) => `${requiredPath(input, ...NOTEBOOK)} ${modeOf(input)}: ${sourceOf(input)}`,
  understand: (input, context) => {
    modeOf(input)
    return understood(edits(requiredPath(input, ...NOTEBOOK), '', sourceOf(input), context))
  },
  specifier: 'path',
}

function modeOf(input: Parameters<Tool['encode']>[0]): string {
  const mode = optionalText(input, 'edit_mode', 'mode', 'editMode') ?? 'replace'
  if (!['replace', 'insert', 'delete'].includes(mode)) throw new UnreadableInput('parameter `edit_mode` is not known')
  return mode
}

/** Deleting a cell needs no source. */
function sourceOf(input: Parameters<Tool['encode']>[0]): string {
  return modeOf(input) === 'delete' ? (optionalText(input, ...SOURCE) ?? '') : requiredText(input, ...SOURCE)
}
