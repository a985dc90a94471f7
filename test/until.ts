import { setTimeout as sleep } from 'node:timers/promises'

/** Long enough for a busy machine, and short enough where a bug was put back and it never comes. */
const PATIENCE = 10_000

/** What `look` finds, once it finds something. Nothing is waited for without an end that says what it was. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  patience: number = PATIENCE,
): Promise<T> {
  const end = performance.now() + patience
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`in ${patience} ms it did not come to this: ${what}`)
    await sleep(10)
  }
}

/** What is promised, or an error that says what was waited for. */
export async function within<T>(what: string, promised: Promise<T>, patience: number = PATIENCE): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`in ${patience} ms it did not come to this: ${what}`)), patience)
  try {
    return await Promise.race([promised, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
