import type { Turn } from '../session.ts'

/** Children that a record of turns names. Asked before every call, over thousands of turns: only new ones are read. */
export class ChildrenNamed {
  readonly #read = new WeakMap<readonly Turn[], { to: number; last: Turn | undefined; readonly ids: Set<string> }>()

  of(turns: readonly Turn[]): ReadonlySet<string> {
    let known = this.#read.get(turns)
    // Turns are put in front, too, and taken back: then it is another record.
    if (known === undefined || turns[known.to - 1] !== known.last) {
      known = { to: 0, last: undefined, ids: new Set() }
      this.#read.set(turns, known)
    }
    for (; known.to < turns.length; known.to++) {
      const turn = turns[known.to]!
      if (turn.kind === 'subagent' && turn.what === 'started elsewhere') known.ids.add(turn.id)
    }
    known.last = turns[known.to - 1]
    return known.ids
  }
}
