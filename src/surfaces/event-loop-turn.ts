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
