import type { Understanding } from '../understanding.ts'
import { commandOf } from './bash.ts'
import { deed } from './deeds.ts'
import type { Tool } from './tool.ts'

export const powershell: Tool = {
  name: 'PowerShell',
  aliases: ['pwsh', 'run_powershell', 'powershell_command', 'execute_powershell'],
  encode: commandOf,
  understand: (input) => notUnderstood(commandOf(input)),
  specifier: 'command',
}

function notUnderstood(text: string): Understanding {
  return {
    actions: [deed({ does: 'something-opaque', text, because: 'not-parsed' }, text)],
    commands: [],
    parsed: false,
  }
}
