import { readCmd, readPowerShell } from './powershell/understand.ts'
import type { Readers } from './readers.ts'
import { changedCodeActions, readShell } from './shell/understand-shell.ts'

/** Every language of a command line, each with the others at hand. */
const readers: Readers = {
  shell: (text, context) => readShell(text, context, readers),
  powershell: (text, context) => readPowerShell(text, context, readers),
  cmd: (text, context) => readCmd(text, context, readers),
  changedCode: (context, directory, evidence) => changedCodeActions(context, directory, evidence, readers),
}

export const { shell: understandShell, powershell: understandPowerShell, cmd: understandCmd } = readers
