import type { Word } from '../word.ts'
import type { Kit } from './programs/program.ts'

/** Tells what variables set for a program make it run. */
export function tellEnvironment(_kit: Kit, _environment: ReadonlyMap<string, Word>): void {}
