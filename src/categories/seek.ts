import type { Deed, Does } from '../call/action.ts'
import type { Deeds, Evidence } from './category.ts'

/** What a detector says about one action: more to say after the title, and a severity where the category's does not fit. */
export interface Find {
  readonly detail?: string
  readonly severity?: 'hard' | 'soft'
}

/** Every action of these kinds, in order. */
export function deedsOf<D extends Does>(deeds: Deeds, ...does: readonly D[]): readonly Deed<D>[] {
  const kinds: readonly Does[] = does
  return deeds.actions.filter((action): action is Deed<D> => kinds.includes(action.does))
}

/** The gravest find among the actions of these kinds: the first hard one, else the first. */
export function seek<D extends Does>(
  deeds: Deeds,
  does: D | readonly D[],
  judge: (action: Deed<D>) => Find | undefined,
): Evidence | undefined {
  const kinds: readonly D[] = typeof does === 'string' ? [does] : does
  let found: Evidence | undefined
  for (const action of deedsOf(deeds, ...kinds)) {
    const find = judge(action)
    if (find === undefined) continue
    const evidence: Evidence = { quote: action.evidence, ...find }
    if (find.severity === 'hard') return evidence
    found ??= evidence
  }
  return found
}

/** The first hard find, else the first find. */
export function gravest(...finds: readonly (Evidence | undefined)[]): Evidence | undefined {
  return finds.find((find) => find?.severity === 'hard') ?? finds.find((find) => find !== undefined)
}
