import { deed, understood } from './deeds.ts'
import { optionalText } from './input.ts'
import type { Tool } from './tool.ts'

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
