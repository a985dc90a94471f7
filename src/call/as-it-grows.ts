interface Read<I, F> {
  readonly found: F
  /** How many items were taken. */
  to: number
  first: I | undefined
  last: I | undefined
}

/**
 * What follows from a list that grows at its end: each item is taken once, however often it is asked. A list in which the
 * first item, or the last one that was taken, is not where it was (put in front, taken out, cut back) is read anew. For
 * lists of different objects into whose middle nothing is ever put.
 */
export function asItGrows<I extends object, F>(
  start: () => F,
  take: (found: F, item: I, at: number) => void,
): (list: readonly I[]) => F {
  const lists = new WeakMap<readonly I[], Read<I, F>>()
  return (list) => {
    let read = lists.get(list)
    if (read === undefined || list[0] !== read.first || list[read.to - 1] !== read.last) {
      read = { found: start(), to: 0, first: list[0], last: undefined }
      lists.set(list, read)
    }
    for (; read.to < list.length; read.to++) take(read.found, list[read.to]!, read.to)
    read.last = list[read.to - 1]
    return read.found
  }
}
