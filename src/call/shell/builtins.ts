import type { Kit } from './programs/program.ts'
import type { Assigned } from './simple-command.ts'
import type { Scope } from './state.ts'
import type { Word } from '../word.ts'

/** What a builtin that touches the shell's own state works with. */
export interface Call {
  readonly scope: Scope
  readonly kit: Kit
  readonly args: readonly Word[]
  /** `export X=1`, `declare -a a=(…)`. */
  readonly declared: readonly Assigned[]
  readonly assigned: readonly Assigned[]
}

export const shellBuiltins: ReadonlyMap<string, (call: Call) => void> = new Map()
