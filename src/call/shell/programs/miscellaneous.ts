import type { Program } from './program.ts'

export const miscellaneous: readonly Program[] = []
