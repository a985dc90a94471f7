import type { Action } from '../call/action.ts'
import { type PlaceKind, placeKinds } from '../call/place-kinds.ts'
import type { Place } from '../call/place.ts'
import type { Deeds } from './category.ts'

export function kindsOf(place: Place, deeds: Deeds): ReadonlySet<PlaceKind> {
  return placeKinds(place, deeds.surroundings, deeds.world)
}

export function isOneOf(place: Place, deeds: Deeds, ...wanted: readonly PlaceKind[]): boolean {
  const kinds = kindsOf(place, deeds)
  for (const kind of wanted) if (kinds.has(kind)) return true
  return false
}

/** In the workspace or a directory the settings add to it. An unknown place is in neither unless it must lie there. */
export function isOurs(place: Place, deeds: Deeds): boolean {
  const kinds = kindsOf(place, deeds)
  return (kinds.has('workspace') || kinds.has('additional')) && !kinds.has('outside')
}

/** Ours, or scratch space, or nowhere (`/dev/null`). */
export function isScratch(place: Place, deeds: Deeds): boolean {
  return isOurs(place, deeds) || isOneOf(place, deeds, 'temp', 'null')
}

/** Paths of another machine or of a container say nothing about this one. */
export function isHere(action: Action): boolean {
  return action.where.kind === 'here'
}

/** The absolute path to speak about: what the machine would open, the fixed part of a wildcard, or what was written. */
export function pathOf(place: Place): string {
  switch (place.kind) {
    case 'path':
      return place.real
    case 'glob':
      return place.pattern
    case 'unknown':
      return place.source
  }
}

/** Kinds of places that hold secrets. */
export function isSecretPlace(place: Place, deeds: Deeds): boolean {
  return isOneOf(place, deeds, 'secret', 'browser-profile')
}

/**
 * A name we do not know, below a directory of ours: one that a listing printed (`find src | xargs …`), or the unknown end
 * of a path. A name that came through a program which may have rewritten it is no longer listed.
 */
export function isListed(place: Place, deeds: Deeds): boolean {
  return place.kind === 'unknown' && place.within !== undefined && isOurs(place, deeds)
}
