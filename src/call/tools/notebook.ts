import type { Language } from '../action.ts'
import { deed, edits, understood } from './deeds.ts'
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

/** Runs code in a live interpreter whose state is not known. */
export const repl: Tool = {
  name: 'REPL',
  aliases: [
    'python',
    'ipython',
    'jupyter',
    'js_repl',
    'execute_code',
    'run_code',
    'code_interpreter',
    'execute_python',
    'run_python',
    'execute_ipython_cell',
    'run_notebook_cell',
    'notebook_execute',
    'mcp__ide__executeCode',
  ],
  encode: (input) => requiredText(input, 'code', 'source', 'script', 'input'),
  understand: (input) => {
    const code = requiredText(input, 'code', 'source', 'script', 'input')
    const language = LANGUAGES.get((optionalText(input, 'language', 'lang') ?? 'python').toLowerCase()) ?? 'other'
    return understood(
      deed({ does: 'run-code', language, origin: 'inline', seenThrough: false }, code),
      deed({ does: 'something-opaque', text: code, because: 'unreadable-code' }, code),
    )
  },
  neverAsEdit: true,
  specifier: 'none',
}

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['python', 'python'],
  ['python3', 'python'],
  ['javascript', 'javascript'],
  ['js', 'javascript'],
  ['typescript', 'javascript'],
  ['bash', 'shell'],
  ['shell', 'shell'],
  ['ruby', 'ruby'],
  ['sql', 'sql'],
])

/** Types into a program that is already running: what it does with the text depends on the program. */
export const writeStdin: Tool = {
  name: 'WriteStdin',
  aliases: ['write_stdin', 'write_bash', 'send_keys', 'send_input', 'terminal_input', 'interactive_bash', 'tmux'],
  encode: (input) => optionalText(input, 'chars', 'input', 'text', 'keys', 'data') ?? '(no text)',
  understand: (input) => {
    const text = optionalText(input, 'chars', 'input', 'text', 'keys', 'data') ?? ''
    // Without text it only waits for more output of a command that was judged when it started.
    return text === ''
      ? understood()
      : understood(deed({ does: 'something-opaque', text, because: 'interactive' }, text))
  },
  neverAsEdit: true,
  specifier: 'none',
}
