import type { Log } from './log.ts'

/** The same trouble again and again is one line, with a count, every ten seconds. */
export function troubleLog(log: Log): (error: unknown) => void {
  let last = ''
  let since = Number.NEGATIVE_INFINITY
  let more = 0
  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    const now = performance.now()
    if (message === last && now - since < 10_000) {
      more++
      return
    }
    log('error', more > 0 ? `${message} (and ${more} times the one before)` : message)
    last = message
    since = now
    more = 0
  }
}
