/**
 * One thing that was tried. `let through`: what must never be. `proves nothing`: what must go well did not, so that the
 * rows beside it would also hold for a gate that refuses everything.
 */
export interface Tried {
  readonly what: string
  readonly ended: 'held' | 'let through' | 'not tried' | 'proves nothing'
  /** What happened instead, or why it could not be tried. */
  readonly says?: string
}

/** One part of the self-test. Throws nothing: what goes wrong with it is a row that did not hold. */
export interface Part {
  readonly name: string
  readonly title: string
  /** `progress` is told how many of how many are done. */
  run(place: SelftestPlace, progress: (done: number, of: number) => void): Promise<readonly Tried[]>
}

/** Directories of the self-test alone: never the user's. */
export interface SelftestPlace {
  readonly directory: string
  readonly state: string
  readonly home: string
  readonly project: string
}

export function held(what: string): Tried {
  return { what, ended: 'held' }
}

export function letThrough(what: string, says: string): Tried {
  return { what, ended: 'let through', says }
}

export function notTried(what: string, says: string): Tried {
  return { what, ended: 'not tried', says }
}

/** What must go well: without it everything else proves nothing. */
export function control(what: string, fails: string | undefined): Tried {
  return fails === undefined ? held(what) : { what, ended: 'proves nothing', says: fails }
}

/** Does things a few at a time, in any order; what each comes to stands where it stood. */
export async function severalAtOnce<T, R>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<R>,
  progress: (done: number, of: number) => void,
): Promise<readonly R[]> {
  const results: R[] = []
  let next = 0
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < items.length; at = next++) {
        results[at] = await act(items[at]!)
        progress(++done, items.length)
      }
    }),
  )
  return results
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
