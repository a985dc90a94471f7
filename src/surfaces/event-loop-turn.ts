let turn = 0
let ends = false

/** The number of this turn of the event loop: what was looked at in it need not be looked at again. */
export function thisTurn(): number {
  if (!ends) {
    ends = true
    setImmediate(() => {
      turn++
      ends = false
    }).unref()
  }
  return turn
}

/** Asked once in a turn: nothing that follows from an answer of ours happens in the turn that it is given in. */
export function oncePerTurn<T>(ask: () => T): () => T {
  let known: { readonly turn: number; readonly answer: T } | undefined
  return () => {
    const now = thisTurn()
    if (known?.turn !== now) known = { turn: now, answer: ask() }
    return known.answer
  }
}
