import { deed, edits, placeOf, understood } from './deeds.ts'
import { optionalText, requiredPath, requiredText } from './input.ts'
import { type Context, type Tool, UnreadableInput } from './tool.ts'

const NOTEBOOK = ['notebook_path', 'notebookPath', 'file_path', 'path'] as const
const SOURCE = ['new_source', 'source', 'newSource', 'content'] as const

export const notebookEdit: Tool = {
  name: 'NotebookEdit',
  aliases: ['notebook_edit', 'edit_notebook', 'edit_notebook_file'],
  encode: (input) => `${requiredPath(input, ...NOTEBOOK)} ${modeOf(input)}: ${sourceOf(input)}`,
  understand: (input, context) => {
    const path = requiredPath(input, ...NOTEBOOK)
    const source = sourceOf(input)
    const place = placeOf(path, context)
    const text = place.kind === 'path' ? edited(input, textNow(place.real, context), source) : undefined
    return understood(
      edits(path, '', source, context),
      // The notebook as it is afterwards, cells and all: that is what an execution runs.
      ...(text === undefined
        ? []
        : [deed({ does: 'write-file', place, how: 'edit', content: { kind: 'text', text } }, path)]),
    )
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

function textNow(path: string, { memory, world }: Context): string | undefined {
  const written = memory.written.get(path)
  return written === undefined ? world.read(path) : written.kind === 'text' ? written.text : undefined
}

type Cell = Readonly<Record<string, unknown>>

/** The notebook with the cell replaced, inserted or deleted; one of this cell alone when it is not there or not read. */
function edited(input: Parameters<Tool['encode']>[0], before: string | undefined, source: string): string {
  const notebook = parsed(before)
  const cells: Cell[] = [...notebook.cells]
  const at = indexOf(input, cells)
  const cell: Cell = { cell_type: optionalText(input, 'cell_type', 'cellType') ?? 'code', metadata: {}, source }
  const mode = modeOf(input)
  if (mode === 'insert') cells.splice(at + 1, 0, cell)
  else if (mode === 'delete') cells.splice(at, at < 0 ? 0 : 1)
  else if (at < 0) cells.push(cell)
  else
    cells[at] = { ...cells[at], ...(input['cell_type'] === undefined ? {} : { cell_type: input['cell_type'] }), source }
  return JSON.stringify({ ...notebook, cells }, null, 1)
}

function parsed(text: string | undefined): { readonly cells: readonly Cell[] } {
  try {
    const value = JSON.parse(text ?? '') as { readonly cells?: unknown } | null
    return Array.isArray(value?.cells) ? { ...value, cells: value.cells as readonly Cell[] } : { cells: [] }
  } catch {
    return { cells: [] }
  }
}

/** A cell by its id or by its number; -1: none, which for an insertion is the beginning. */
function indexOf(input: Parameters<Tool['encode']>[0], cells: readonly Cell[]): number {
  const id = optionalText(input, 'cell_id', 'cellId')
  const number = input['cell_number'] ?? input['cellNumber'] ?? /^(?:cell-)?(\d+)$/.exec(id ?? '')?.[1]
  const named = id === undefined ? -1 : cells.findIndex((cell) => cell['id'] === id)
  return named >= 0 || number === undefined || number === null ? named : Math.min(Number(number), cells.length - 1)
}
