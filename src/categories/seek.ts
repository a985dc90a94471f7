import type { Action, ActionOf, Does } from '../call/action.ts'
import type { Deeds, Evidence } from './category.ts'

/** What a detector says about one action: more to say after the title, and a severity where the category's does not fit. */
export interface Find {
  readonly detail?: string
  readonly severity?: 'hard' | 'soft'
}

/** Every action of these kinds, in order. */
export function deedsOf<D extends Does>(deeds: Deeds, ...does: readonly D[]): readonly ActionOf<D>[] {
  return deedsAmong(deeds, does)
}

const NONE: readonly never[] = []

function deedsOfOne<D extends Does>(deeds: Deeds, does: D): readonly ActionOf<D>[] {
  const some = sortedByKind(deeds.actions).get(does)
  return some !== undefined && areOf(some, does) ? some : NONE
}

function deedsAmong<D extends Does>(deeds: Deeds, does: readonly D[]): readonly ActionOf<D>[] {
  const sorted = sortedByKind(deeds.actions)
  let found: readonly ActionOf<D>[] = NONE
  for (const kind of does) {
    const some = sorted.get(kind)
    if (some === undefined || !areOf(some, kind)) continue
    if (found.length > 0) {
      const kinds: readonly Does[] = does
      return deeds.actions.filter((action): action is ActionOf<D> => kinds.includes(action.does))
    }
    found = some
  }
  return found
}

/** What is known of one list of actions: one entry for each call, because the engine pays for every entry of such a map. */
interface Known {
  readonly actions: readonly Action[]
  readonly sorted: ReadonlyMap<Does, readonly Action[]>
  /** By the number of the question. */
  readonly answers: unknown[]
}

const knownActions = new WeakMap<readonly Action[], Known>()
let latest: Known | undefined

/** Sorted once for each call: dozens of detectors ask, some of them for every action they look at. */
function sortedByKind(actions: readonly Action[]): Known['sorted'] {
  return knownOf(actions).sorted
}

function knownOf(actions: readonly Action[]): Known {
  if (latest?.actions === actions) return latest
  let known = knownActions.get(actions)
  if (known === undefined) {
    known = { actions, sorted: sort(actions), answers: [] }
    knownActions.set(actions, known)
  }
  return (latest = known)
}

function sort(actions: readonly Action[]): ReadonlyMap<Does, readonly Action[]> {
  const sorted = new Map<Does, Action[]>()
  for (const action of actions) {
    const same = sorted.get(action.does)
    if (same === undefined) sorted.set(action.does, [action])
    else same.push(action)
  }
  return sorted
}

/** A list out of `sortedByKind` holds one kind only, so its first action tells. */
function areOf<D extends Does>(actions: readonly Action[], kind: D): actions is readonly ActionOf<D>[] {
  return actions[0]?.does === kind
}

/** The gravest find among the actions of these kinds: the first hard one, else the first. */
export function seek<D extends Does>(
  deeds: Deeds,
  does: D | readonly D[],
  judge: (action: ActionOf<D>) => Find | undefined,
): Evidence | undefined {
  let found: Evidence | undefined
  for (const action of typeof does === 'string' ? deedsOfOne(deeds, does) : deedsAmong(deeds, does)) {
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
  let first: Evidence | undefined
  for (const find of finds) {
    if (find?.severity === 'hard') return find
    first ??= find
  }
  return first
}

let questions = 0
/** In the place of an answer that is undefined. */
const NO_ANSWER = Symbol('no answer')

/** A question about the whole call, answered once however many actions ask it. */
export function oncePerCall<T>(ask: (deeds: Deeds) => T): (deeds: Deeds) => T {
  const number = questions++
  return (deeds) => {
    const { answers } = knownOf(deeds.actions)
    const known = answers[number]
    // Only this question writes under its number.
    if (known !== undefined) return (known === NO_ANSWER ? undefined : known) as T
    const answer = ask(deeds)
    answers[number] = answer === undefined ? NO_ANSWER : answer
    return answer
  }
}
