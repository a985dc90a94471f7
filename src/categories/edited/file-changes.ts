import type { Action, ActionOf } from '../../call/action.ts'
import type { Deeds } from '../category.ts'
import { isHere } from '../grounds.ts'
import { deedsOf, oncePerCall } from '../seek.ts'

/** A file as it was and as it will be. */
export interface FileChange {
  readonly path: string
  /** Undefined: it is not there. */
  readonly before: string | undefined
  /** `unknown`: it changes, and nobody can tell how. */
  readonly after: string | Gone | Unknown
  readonly action: Action
}

export const GONE = Symbol('gone')
export const UNKNOWN = Symbol('unknown')
type Gone = typeof GONE
type Unknown = typeof UNKNOWN

/** What each file that a call writes, removes or moves was before the call and is after it. */
export const fileChanges: (deeds: Deeds) => readonly FileChange[] = oncePerCall((deeds) => {
  const changes = new Map<string, FileChange>()
  for (const action of deedsOf(deeds, 'write-file', 'delete-file')) {
    if (!isHere(action) || action.place.kind !== 'path') continue
    const path = action.place.real
    const known = changes.get(path)
    const before = known === undefined ? textNow(path, deeds) : known.before
    const now = known === undefined ? (before ?? GONE) : known.after
    const after = action.does === 'delete-file' ? GONE : written(action, now, deeds)
    // What code certainly replaces counts, whatever else it may write.
    if (after === UNKNOWN && known?.action.does === 'write-file' && known.action.content.kind === 'change')
      changes.set(`${path}\0`, known)
    // Made and removed again within the call.
    if (after === GONE && known !== undefined && before === undefined) changes.delete(path)
    else if (after !== undefined) changes.set(path, { path, before, after, action })
    else if (action.does === 'write-file' && action.content.kind === 'change') {
      // Of a file that is not there only the text that is replaced is known.
      const { removed, added } = action.content
      changes.set(path, { path, before: removed, after: added, action })
    }
  }
  return [...changes.values()]
})

function textNow(path: string, { session, world }: Deeds): string | undefined {
  const written = session.written.get(path)
  return written?.kind === 'text' ? written.text : world.read(path)
}

/** Undefined: the action changes no file's text. */
function written(
  { how, content }: ActionOf<'write-file'>,
  now: FileChange['after'],
  deeds: Deeds,
): FileChange['after'] | undefined {
  if (how === 'directory') return undefined
  switch (content.kind) {
    case 'text':
      if (how !== 'append') return content.text
      return typeof now === 'string' ? now + content.text : now === GONE ? content.text : UNKNOWN
    case 'change':
      if (typeof now !== 'string') return undefined
      return content.removed !== '' && now.includes(content.removed)
        ? now.replace(content.removed, () => content.added)
        : UNKNOWN
    case 'copy':
      return content.of.kind === 'path' ? (textNow(content.of.real, deeds) ?? UNKNOWN) : UNKNOWN
    case 'network':
    case 'unknown':
      return UNKNOWN
  }
}

/** Lines of one text that the other does not have, as often as they are missing. */
export function linesOnlyIn(one: string, other: string): readonly string[] {
  const left = new Map<string, number>()
  for (const line of other.split('\n')) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1)
  return one.split('\n').filter((line) => {
    const count = left.get(line.trim()) ?? 0
    if (count > 0) left.set(line.trim(), count - 1)
    return count === 0 && line.trim() !== ''
  })
}
