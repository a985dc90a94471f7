import { understandCmd, understandPowerShell } from '../languages.ts'
import { commandOf, inDirectory } from './bash.ts'
import type { Tool } from './tool.ts'

export const powershell: Tool = {
  name: 'PowerShell',
  aliases: ['pwsh', 'run_powershell', 'powershell_command', 'execute_powershell'],
  encode: commandOf,
  understand: (input, context) => understandPowerShell(commandOf(input), inDirectory(input, context)),
  specifier: 'command',
}

export const cmd: Tool = {
  name: 'Cmd',
  aliases: ['cmd.exe', 'run_cmd', 'command_prompt'],
  encode: commandOf,
  understand: (input, context) => understandCmd(commandOf(input), inDirectory(input, context)),
  specifier: 'command',
}
