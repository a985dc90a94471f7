import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** On a machine of one's own. Short enough where a bug was put back and it never comes. */
const PATIENCE = 10_000

/**
 * Milliseconds as they pass for somebody who has the machine to themselves. Only for how long a test waits before it
 * gives up: a deadline that is itself under test is set by the test, and met by something that waits on purpose.
 */
export function unhurried(milliseconds: number): number {
  return milliseconds * Math.max(1, runnable() / availableParallelism())
}

/** How many want to run: now where the machine says so, and over the last minute. */
function runnable(): number {
  try {
    const now = Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1])
    return Math.max(loadavg()[0]!, Number.isNaN(now) ? 0 : now)
  } catch {
    return loadavg()[0]!
  }
}

/** What `look` finds, once it finds something. Nothing is waited for without an end that says what it was. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  patience: number = PATIENCE,
): Promise<T> {
  const began = performance.now()
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() - began > unhurried(patience))
      throw new Error(`in ${patience} ms it did not come to this: ${what}`)
    await sleep(10)
  }
}

/** What is promised, or an error that says what was waited for. */
export async function within<T>(what: string, promised: Promise<T>, patience: number = PATIENCE): Promise<T> {
  const late = Promise.withResolvers<never>()
  const began = performance.now()
  // The machine may have become busy meanwhile.
  const look = (): void => {
    const left = unhurried(patience) - (performance.now() - began)
    if (left > 0) timer = setTimeout(look, left)
    else late.reject(new Error(`in ${patience} ms it did not come to this: ${what}`))
  }
  let timer = setTimeout(look, patience)
  try {
    return await Promise.race([promised, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
