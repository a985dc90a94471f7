import type { Language } from '../action.ts'
import { deed, understood } from './deeds.ts'
import { optionalText, requiredText } from './input.ts'
import type { Tool } from './tool.ts'

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
