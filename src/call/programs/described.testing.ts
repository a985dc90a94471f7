import { allPrograms } from '../shell/programs/index.ts'
import type { Program } from '../shell/programs/program.ts'

/** Programs whose meaning is an entry, and programs of code that carry examples; `picked` are names, or all. */
export function described(
  picked: readonly string[] | undefined,
): readonly { readonly name: string; readonly program: Program }[] {
  return allPrograms()
    .filter((program) => program.entry !== undefined || program.examples !== undefined)
    .filter((program) => picked === undefined || program.names.some((name) => picked.includes(name)))
    .map((program) => ({ name: program.names[0]!, program }))
}
