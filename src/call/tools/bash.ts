import { readsAsPowerShell, withPowerShell } from '../powershell/mistaken.ts'
import { understandShell } from '../languages.ts'
import type { JsonObject } from '../tool-call.ts'
import type { Understanding } from '../understanding.ts'
import { placeOf } from './deeds.ts'
import { isList, optionalText } from './input.ts'
import { type Context, type Tool, UnreadableInput } from './tool.ts'

export const bash: Tool = {
  name: 'Bash',
  aliases: [
    'run_shell_command',
    'shell',
    'shell_command',
    'exec_command',
    'unified_exec',
    'local_shell',
    'container.exec',
    'terminal',
    'run_terminal_cmd',
    'run_terminal_command',
    'run_in_terminal',
    'runInTerminal',
    'execute_command',
    'run_command',
    'run_bash',
    'execute_bash',
    'bash_tool',
    'execute',
    'exec',
    'command',
    'sh',
    'zsh',
    'async_bash',
    'bash_20250124',
  ],
  encode: commandOf,
  understand: understandCommand,
  specifier: 'command',
}

/** Watches the output of a shell command: the command runs all the same. */
export const monitor: Tool = {
  name: 'Monitor',
  aliases: ['watch_command'],
  encode: commandOf,
  understand: understandCommand,
  specifier: 'command',
}

function understandCommand(input: JsonObject, context: Context): Understanding {
  return shellCommand(commandOf(input), inDirectory(input, context))
}

/** What a shell command would do, whatever the tool is called that runs it. */
export function shellCommand(text: string, where: Context): Understanding {
  const understanding = understandShell(text, where)
  return readsAsPowerShell(text) ? withPowerShell(understanding, text, where) : understanding
}

/** The command as one text. Some agents send an argument list; `bash -lc script` in one is the script. */
export function commandOf(input: JsonObject): string {
  const names = ['command', 'cmd', 'script'].filter((name) => input[name] !== undefined && input[name] !== null)
  const value = input[names[0] ?? 'command']
  if (value === undefined || value === null) throw new UnreadableInput('parameter `command` is missing')
  if (names.length > 1 && names.some((name) => JSON.stringify(input[name]) !== JSON.stringify(value)))
    throw new UnreadableInput('two spellings of parameter `command` have different values')
  if (typeof value === 'string') return value
  if (!isList(value) || value.length === 0) throw new UnreadableInput('parameter `command` is not a text')
  const words = value.map((word) => {
    if (typeof word !== 'string') throw new UnreadableInput('parameter `command` has a word that is not a text')
    return word
  })
  if (words.length === 3 && /(?:^|\/)(?:ba|z|da|k)?sh$/.test(words[0]!) && /^-l?c$/.test(words[1]!)) return words[2]!
  return words.map(quoted).join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Several agents let a call choose its directory. It is where the command runs, not what the workspace is. */
export function inDirectory(input: JsonObject, context: Context): Context {
  const directory = optionalText(
    input,
    'workdir',
    'cwd',
    'directory',
    'dir_path',
    'working_directory',
    'workingDirectory',
  )
  if (directory === undefined || directory === '') return context
  const place = placeOf(directory, context)
  if (place.kind !== 'path') throw new UnreadableInput('parameter `workdir` is not a directory')
  return { ...context, surroundings: { ...context.surroundings, cwd: place.path } }
}
