import { isInside } from './paths.ts'
import { candidatePaths } from './place-kinds.ts'
import type { Place } from './place.ts'
import type { Surroundings, World } from './world.ts'

/**
 * Whether acting on this place could touch `target` or anything below it. A place that is not wholly known may be any
 * place it can reach; `extent` says whether the act also takes in everything below the place (`rm -r`, `mv`, `tar`).
 */
export function reaches(
  place: Place,
  target: string,
  extent: 'itself' | 'everything below',
  ground: { readonly surroundings: Surroundings; readonly world: World },
): boolean {
  return candidatePaths(place, ground.surroundings, ground.world).some(
    (path) => isInside(path, target) || (extent === 'everything below' && isInside(target, path)),
  )
}
