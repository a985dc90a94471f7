import { type Action, type Common, type ActionOf, type Does, HERE } from '../action.ts'
import { resolvePlace, resolveText } from '../paths.ts'
import { allOf, chosenBy, TYPES } from '../place-condition.ts'
import type { Place } from '../place.ts'
import type { Understanding } from '../understanding.ts'
import type { Context } from './tool.ts'

/** An action without the fields that every action of a file tool shares. */
type Bare<D extends Does = Does> = D extends Does ? Omit<ActionOf<D>, keyof Common> : never

export function deed(bare: Bare, evidence: string): Action {
  return { ...bare, evidence, where: HERE, elevated: false }
}

export function understood(...actions: readonly Action[]): Understanding {
  return { actions, commands: [], parsed: true }
}

/** Where a path parameter points: absolute, `~`, `file://`, or relative to the working directory. Wildcards are plain. */
export function placeOf(path: string, { surroundings, world }: Context): Place {
  const cwd = { kind: 'path', path: surroundings.cwd, real: world.real(surroundings.cwd) } as const
  return resolveText(path, cwd, surroundings, world)
}

export function reads(path: string, context: Context, extent: 'names' | 'content', recursive: boolean = false): Action {
  return deed({ does: 'read-file', place: placeOf(path, context), extent, recursive }, path)
}

/** A search through everything below a directory, with the filters that the tool itself was given. */
export function searches(path: string, globs: readonly string[], types: readonly string[], context: Context): Action {
  const place = placeOf(path, context)
  const base = place.kind === 'path' ? place.real : undefined
  const ends = types.map((type) => TYPES[type])
  const only =
    base === undefined
      ? undefined
      : allOf(
          globs.length === 0 ? undefined : chosenBy(globs, base),
          ends.length === 0 || ends.includes(undefined)
            ? undefined
            : chosenBy(
                ends.flatMap((end) => end!.split(' ').map((extension) => `*.${extension}`)),
                base,
              ),
        )
  return deed({ does: 'read-file', place, extent: 'content', recursive: true, ...(only ? { only } : {}) }, path)
}

/** A pattern of a tool that leads out of where it searches reads there. */
export function readsPattern(pattern: string, context: Context): Action {
  const { surroundings, world } = context
  const cwd = { kind: 'path', path: surroundings.cwd, real: world.real(surroundings.cwd) } as const
  const place = resolvePlace({ kind: 'glob', pattern }, cwd, surroundings, world)
  return deed({ does: 'read-file', place, extent: 'content', recursive: true }, pattern)
}

/** Writes text to a file that may exist. */
export function writes(path: string, text: string, context: Context): Action {
  const place = placeOf(path, context)
  const exists = place.kind === 'path' && context.world.look(place.real) !== 'absent'
  return deed(
    { does: 'write-file', place, how: exists ? 'overwrite' : 'create', content: { kind: 'text', text } },
    path,
  )
}

export function edits(path: string, removed: string, added: string, context: Context): Action {
  return deed(
    { does: 'write-file', place: placeOf(path, context), how: 'edit', content: { kind: 'change', removed, added } },
    path,
  )
}

export function deletes(path: string, context: Context): Action {
  return deed({ does: 'delete-file', place: placeOf(path, context), recursive: true }, path)
}
