import type { Program } from '../../shell/programs/program.ts'
import { administration } from './administration.ts'
import { files } from './files.ts'
import { offensive } from './offensive.ts'
import { proxies } from './proxies.ts'
import { registryPrograms } from './registry-program.ts'
import { shells } from './shells.ts'
import { transfers } from './transfers.ts'

/** Programs of Windows, as PowerShell and cmd start them. To add a family: one file in this folder and one line here. */
export const windowsPrograms: readonly Program[] = [
  ...shells,
  ...files,
  ...registryPrograms,
  ...administration,
  ...transfers,
  ...proxies,
  ...offensive,
]

const byName = new Map(windowsPrograms.flatMap((program) => program.names.map((name) => [name, program] as const)))

export function windowsProgramNamed(name: string): Program | undefined {
  return byName.get(name)
}
