import { isInside, parent } from './paths.ts'
import { asksFor, type Condition, mayMeet } from './place-condition.ts'
import { candidatePaths } from './place-kinds.ts'
import { LOCAL_SECRETS, protectedBelow, SOME_NAME } from './place-protected.ts'
import type { Place } from './place.ts'
import type { Surroundings, World } from './world.ts'

export interface Ground {
  readonly surroundings: Surroundings
  readonly world: World
}

/** How far an act goes from its place: to what is named alone, or to everything below that meets the condition. */
export type Extent = 'itself' | 'everything below' | { readonly below: Condition }

/**
 * Every concrete path for whose sake an act on this place is judged: those it may stand for (`candidatePaths`), and,
 * where it takes in what lies below, the protected places there.
 */
export function touchedPaths(place: Place, extent: Extent, ground: Ground): readonly string[] {
  const own = candidatePaths(place, ground.surroundings, ground.world)
  if (extent === 'itself') return own
  const only = extent === 'everything below' ? undefined : extent.below
  const below = new Set<string>(own)
  // A condition on what lies below says nothing about the directory at which the walk begins.
  for (const root of place.kind === 'unknown' ? own.filter((path) => !path.endsWith(SOME_NAME)) : rootsOf(place, own))
    for (const candidate of protectedBelow(root, ground)) if (mayMeet(candidate, only)) below.add(candidate.path)
  // Secrets that any directory may hold count for a search that asks for them.
  if (only !== undefined && place.kind === 'path')
    for (const name of LOCAL_SECRETS) {
      const path = `${place.real === '/' ? '' : place.real}/${name}`
      if (asksFor({ path, type: 'file' }, only)) below.add(path)
    }
  return [...below]
}

/** Where walks begin that take everything below a place. */
function rootsOf(place: Place, own: readonly string[]): readonly string[] {
  return place.kind === 'path' ? [place.real] : own
}

/** How many names of a directory are tried when it is asked whether a search could yield something in it. */
const MOST_NAMES = 64

/**
 * Whether acting on this place could touch `target` or anything below it. A place that is not wholly known may be any
 * place it can reach, unless what is provable of it leaves the target out.
 */
export function reaches(place: Place, target: string, extent: Extent, ground: Ground): boolean {
  return firstReached(place, [target], extent, ground) !== undefined
}

/** The first of several targets that an act on this place could touch. */
export function firstReached(
  place: Place,
  targets: readonly string[],
  extent: Extent,
  ground: Ground,
): string | undefined {
  const own = candidatePaths(place, ground.surroundings, ground.world).filter((path) => !path.endsWith(SOME_NAME))
  return targets.find((target) => reachesFrom(own, place, target, extent, ground))
}

/** `own`: the concrete paths that the place may stand for. */
function reachesFrom(own: readonly string[], place: Place, target: string, extent: Extent, ground: Ground): boolean {
  const all = extent !== 'itself'
  const only = typeof extent === 'object' ? extent.below : undefined
  const takesAll = all && only === undefined
  for (const path of own) if (isInside(path, target) || (takesAll && isInside(target, path))) return true
  if (place.kind === 'path')
    return only !== undefined && yields(place.real, only, target, 'and all below', ground.world)
  if (place.kind !== 'unknown') return false
  const within = place.within ?? place.near
  if (within === undefined) return false
  // The unknown rest lies in the target itself.
  if (isInside(within, target)) return true
  return yields(within, place.only, target, all ? 'and all below' : 'alone', ground.world)
}

/** Whether what lies below a directory and meets a condition could be the target, in it or, taken whole, above it. */
function yields(
  within: string,
  only: Condition | undefined,
  target: string,
  taken: 'alone' | 'and all below',
  world: World,
): boolean {
  if (!isInside(target, within)) return false
  if (mayMeet({ path: target, type: world.look(target) === 'file' ? 'file' : 'directory' }, only)) return true
  for (const name of (world.list(target) ?? []).slice(0, MOST_NAMES))
    if (mayMeet({ path: `${target}/${name}`, type: 'file' }, only)) return true
  if (mayMeet({ path: `${target}/${SOME_NAME}`, type: 'file' }, only)) return true
  if (taken === 'alone') return false
  for (let above = parent(target); above !== within && isInside(above, within); above = parent(above))
    if (mayMeet({ path: above, type: 'directory' }, only)) return true
  return false
}
