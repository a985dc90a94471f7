import type { Program } from './program.ts'

/** Every program with a meaning. To add a family: one file in this folder and one line here. */
const families: readonly (readonly Program[])[] = []

const byName = new Map(families.flat().flatMap((program) => program.names.map((name) => [name, program] as const)))

export function programNamed(name: string): Program | undefined {
  return byName.get(name)
}
