import { asItGrows } from '../call/as-it-grows.ts'
import type { Turn } from '../session.ts'

/** Children that a record of turns names. Asked before every call, over thousands of turns: only new ones are read. */
export const childrenNamed: (turns: readonly Turn[]) => ReadonlySet<string> = asItGrows<Turn, Set<string>>(
  () => new Set(),
  (ids, turn) => {
    if (turn.kind === 'subagent' && turn.what === 'started elsewhere') ids.add(turn.id)
  },
)
