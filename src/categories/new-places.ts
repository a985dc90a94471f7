import type { Place } from '../call/place.ts'
import { baseName, isInside, parent } from '../call/paths.ts'
import type { PlaceKind } from '../call/place-kinds.ts'
import type { Deeds } from './category.ts'
import { kindsOf } from './grounds.ts'
import { deedsOf } from './seek.ts'

/** Kinds of places where even a file that was not there before means something: it is run, obeyed, trusted or shared. */
const SPEAKS: readonly PlaceKind[] = [
  'system',
  'device',
  'proc',
  'network-share',
  'secret',
  'ssh',
  'browser-profile',
  'history',
  'shell-profile',
  'git-internals',
  'git-hook',
  'git-config',
  'agent-settings',
  'agent-instructions',
  'agent-transcript',
  'gate-state',
  'package-settings',
  'hook-runner',
  'startup',
  'audit-log',
  'executable-path',
]

/**
 * Nothing is there, it is nobody's, and nothing that came there would have a meaning of its own: `/data/out/x` where
 * there is no `/data`, a new file on a mounted disk. What is made in such a place takes nothing from anybody. A home
 * directory is somebody's: what is new to it is still not asked for. What this call runs or makes executable is
 * judged as code.
 */
export function isNew(place: Place, deeds: Deeds): boolean {
  const path = startOf(place)
  if (path === undefined || (place.kind === 'glob' && place.matches.length > 0)) return false
  if (deeds.world.look(path) !== 'absent' || !(isNobodys(path, deeds) || /^\/(mnt|media)\/./.test(path))) return false
  const kinds = kindsOf(place, deeds)
  if (SPEAKS.some((kind) => kinds.has(kind))) return false
  return !deedsOf(deeds, 'run-code', 'change-access').some(
    (use) =>
      use.place !== undefined && startOf(use.place) === path && (use.does === 'run-code' || use.grants === 'execute'),
  )
}

/** Something that is not there yet, directly in the user's own home and not hidden: `cp a.txt ~/backups`. */
export function isNewInHome(place: Place, deeds: Deeds): boolean {
  if (place.kind !== 'path' || parent(place.real) !== deeds.surroundings.home) return false
  if (baseName(place.real).startsWith('.') || deeds.world.look(place.real) !== 'absent') return false
  const kinds = kindsOf(place, deeds)
  return !SPEAKS.some((kind) => kinds.has(kind)) && baseName(place.real) !== 'bin'
}

/** `/home/x/…` where there is no `/home/x`, `/x/…` where there is no `/x`: nobody's, and nothing in it. */
export function isNobodys(path: string, deeds: Deeds): boolean {
  const top = /^(\/home\/[^/]+|\/Users\/[^/]+|[A-Z]:\/Users\/[^/]+|(?:[A-Z]:)?\/[^/]+)/.exec(path)?.[0]
  if (top === undefined || /^(\/root|\/home|\/Users|[A-Z]:\/Users)$/.test(top)) return false
  // Where the user lives, and where the agent works, somebody is.
  const { home, cwd, workspace } = deeds.surroundings
  return ![home, cwd, workspace].some((path) => isInside(path, top)) && deeds.world.look(top) === 'absent'
}

/** Where a place begins, as far as it is known. */
export function startOf(place: Place): string | undefined {
  return place.kind === 'path' ? place.real : place.kind === 'glob' ? place.base : place.within
}

/** Named by nothing but variables that this call does not set: they were there before the agent came. */
export function isGiven(place: Place): boolean {
  return place.kind === 'unknown' && place.given === true && place.within === undefined
}
