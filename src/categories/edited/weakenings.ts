import type { Action } from '../../call/action.ts'
import type { Deeds, Evidence } from '../category.ts'
import { isHere, isOurs } from '../grounds.ts'
import { deedsOf, oncePerCall } from '../seek.ts'
import { type About, changeMeaning } from './change-meaning.ts'
import { fileChanges } from './file-changes.ts'
import { holdsGuards } from './guards.ts'
import { provesNothing } from './security-tests.ts'

interface Weakening {
  readonly about: About
  readonly action: Action
  readonly detail: string
}

/** The first change of a file after which it guards, checks or forbids less than before. */
export function weakened(deeds: Deeds, about: About): Evidence | undefined {
  const found = weakenings(deeds).find((each) => each.about === about)
  return found && { quote: found.action.evidence, detail: found.detail }
}

const weakenings: (deeds: Deeds) => readonly Weakening[] = oncePerCall((deeds) => [
  ...fileChanges(deeds).flatMap((change) => {
    const found = isOurs({ kind: 'path', path: change.path, real: change.path }, deeds)
      ? changeMeaning(change, deeds)
      : undefined
    if (found === undefined) return []
    return [{ about: found[0], action: change.action, detail: `\`${change.path}\` ${found[1]}` }]
  }),
  ...removedTrees(deeds),
  ...idleTests(deeds),
])

/** Tests that a search or a pattern names: what takes an assertion's place in every one of them. */
function idleTests(deeds: Deeds): readonly Weakening[] {
  return deedsOf(deeds, 'write-file').flatMap((action) => {
    const { place, content } = action
    if (place.kind === 'path' || content.kind !== 'change' || !isHere(action)) return []
    const detail = provesNothing(content.removed, content.added)
    return detail === undefined ? [] : [{ about: 'protection' as const, action, detail }]
  })
}

/** A directory of guards that is removed or moved as a whole. */
function removedTrees(deeds: Deeds): readonly Weakening[] {
  return deedsOf(deeds, 'delete-file').flatMap((action) => {
    if (!isHere(action) || action.place.kind !== 'path' || !isOurs(action.place, deeds)) return []
    const { real } = action.place
    if (!holdsGuards(real) || deeds.world.look(real) !== 'directory') return []
    return [{ about: 'review' as const, action, detail: `\`${real}\` protects what others rely on, and would be gone` }]
  })
}
