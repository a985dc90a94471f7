import type { ActionOf } from '../call/action.ts'
import { show, textOf } from '../call/word.ts'
import type { Deeds } from './category.ts'
import { deedsOf } from './seek.ts'

/** A working tree that is not there yet: this very call adds it, and takes it away again. */
export function addedHere({ evidence }: ActionOf<'change-repository'>, deeds: Deeds): boolean {
  const trees = deedsOf(deeds, 'run-program').filter(
    ({ program, args }) => program === 'git' && textOf(args[0]) === 'worktree',
  )
  const removes = trees.findIndex((each) => each.evidence === evidence && textOf(each.args[1]) === 'remove')
  const gone = deedsOf(deeds, 'delete-file').find((each) => each.evidence === evidence)
  const path = trees[removes]?.args.slice(2).find((word) => !show(word).startsWith('-'))
  if (path === undefined || gone?.place.kind !== 'path' || deeds.world.look(gone.place.real) !== 'absent') return false
  return trees
    .slice(0, removes)
    .some(({ args }) => textOf(args[1]) === 'add' && args.slice(2).some((word) => show(word) === show(path)))
}
