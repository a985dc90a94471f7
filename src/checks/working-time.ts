import type { Caller } from '../call/caller.ts'
import type { Reason } from '../verdict.ts'

export interface Clocks {
  /** Microseconds, never running backwards. */
  readonly clock: () => number
  /** Milliseconds since 1970. Left out: only the steady clock is looked at. */
  readonly wall?: (() => number) | undefined
}

/**
 * How long the gate has been at work on a call, without the time a person was asked. By two clocks: the steady one
 * stands still while the machine sleeps, the other one may be set. It is late when one of them says so.
 */
export class WorkingTime {
  readonly #clocks: Clocks
  readonly #deadline: Caller['deadline']
  readonly #wallStart: number
  #waited = 0
  #waitedByWall = 0

  constructor(clocks: Clocks, deadline: Caller['deadline']) {
    this.#clocks = clocks
    this.#deadline = deadline
    this.#wallStart = clocks.wall?.() ?? 0
  }

  /** What is waited for does not count. */
  async without<T>(wait: () => Promise<T>): Promise<T> {
    const { clock, wall } = this.#clocks
    const began = clock()
    const beganByWall = wall?.() ?? 0
    try {
      return await wait()
    } finally {
      this.#waited += Math.max(0, clock() - began) / 1000
      this.#waitedByWall += Math.max(0, (wall?.() ?? 0) - beganByWall)
    }
  }

  isLate(): boolean {
    if (this.#deadline === undefined) return false
    const { clock, wall } = this.#clocks
    const { arrived, milliseconds } = this.#deadline
    const worked = clock() / 1000 - arrived - this.#waited
    const workedByWall = (wall?.() ?? 0) - this.#wallStart - this.#waitedByWall
    return worked > milliseconds || workedByWall > milliseconds
  }
}

export const LATE: Reason = {
  code: 'gate.late',
  sentence: 'the decision took longer than the caller waits, so the call is refused',
  clearedBy: 'trying again',
}
