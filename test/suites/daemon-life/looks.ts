import type { Journal } from '../../../src/journal/journal.ts'
import { statePaths } from '../../../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../../../src/journal/stores/sqlite-reader.ts'
import { type Answer, type DaemonProduct, run, type Running } from '../../daemon/client.ts'
import type { Failures } from '../../product.ts'

/** One thing that must hold about a daemon's life. Returns what does not, in words. */
export interface Life {
  readonly what: string
  readonly holds: (product: DaemonProduct) => Promise<Failures>
  /** Needs the right to give files away. */
  readonly asRoot?: true
}

export interface Said {
  readonly decision?: string
  readonly because?: readonly { readonly code: string }[]
}

export function said(answer: Answer): string {
  const { decision, because } = JSON.parse(answer.body) as Said
  return `${answer.status} ${decision ?? 'no decision'} ${because?.[0]?.code ?? ''}`.trim()
}

/** Says nothing when the two are equal. */
export function equal(what: string, is: unknown, wanted: unknown): Failures {
  const [left, right] = [JSON.stringify(is), JSON.stringify(wanted)]
  return left === right ? [] : [`${what}: ${left}, not ${right}`]
}

export function like(what: string, is: string, wanted: RegExp): Failures {
  return wanted.test(is) ? [] : [`${what}: ${is.slice(0, 300)}, not ${String(wanted)}`]
}

/** A journal whose records become durable only when `let go`. */
export function heldJournal(): {
  readonly journal: (real: Journal) => Journal
  letGo: () => void
  waiting: () => number
} {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  return {
    journal: (real) => ({
      remember: async (record) => {
        waiting++
        await promise
        await real.remember(record)
      },
    }),
    letGo: resolve,
    waiting: () => waiting,
  }
}

export async function using(
  product: DaemonProduct,
  options: Parameters<typeof run>[1],
  act: (running: Running) => Promise<Failures>,
): Promise<Failures> {
  const running = await run(product, options)
  try {
    return await act(running)
  } finally {
    await running.end()
  }
}

export async function records(running: Running): Promise<number> {
  const reader = openReader(statePaths(running.daemon.paths.directory).database)
  const stats = await reader.stats({ decision: 'allow' })
  reader.close()
  return stats.records
}

/** Denied by the review, which counts. */
export const HARM = 'nc -l -p 80 -e /bin/sh'

export const allowed = '200 allow rulebook.harmless'
