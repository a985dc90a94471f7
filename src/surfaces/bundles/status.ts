import { z } from 'zod'
import { BUNDLE_REFUSALS, type RefusalCode } from '../../policy/bundle/bundle.ts'
import type { Policy } from '../../policy/policy.ts'
import type { Considered } from './choose.ts'
import type { BundleFiles } from './places.ts'
import { replaceFile, textIn } from './store.ts'

/** How a look at the source went. */
export interface LookedAt {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly source: string
  readonly considered: readonly Considered[]
  /** What could not be taken: the loud part. Empty: all is well. */
  readonly failures: readonly Failure[]
}

export interface Failure {
  readonly from: string
  readonly code: RefusalCode
  readonly message: string
}

/** What is known about the bundle of this machine, for `policy status`, doctor, the console and the API. */
export interface BundleStatus {
  /** `not followed`: no key is trusted. `none`: nothing is in force yet. `broken`: nothing is allowed. */
  readonly state: 'not followed' | 'none' | 'valid' | 'expired' | 'broken'
  readonly host: string
  readonly inForce?: Policy['bundle']
  readonly source?: string
  readonly keys: number
  readonly locked: readonly string[]
  readonly problems: readonly string[]
  readonly lastLook?: LookedAt
}

export function statusOf(policy: Policy, host: string, lastLook: LookedAt | undefined, active: string): BundleStatus {
  const { bundle, policyBundle, locked = [] } = policy
  const problems = policy.problems.filter(
    ({ file }) => file === active || file.startsWith(`${active.slice(0, active.lastIndexOf('/'))}/`),
  )
  const state =
    problems.length > 0 && bundle === undefined
      ? 'broken'
      : bundle !== undefined
        ? bundle.state
        : policyBundle === undefined
          ? 'not followed'
          : 'none'
  return {
    state,
    host,
    ...(bundle === undefined ? {} : { inForce: bundle }),
    ...(policyBundle?.source === undefined ? {} : { source: policyBundle.source }),
    keys: policyBundle?.keys.length ?? 0,
    locked,
    problems: problems.map(({ message }) => message),
    ...(lastLook === undefined ? {} : { lastLook }),
  }
}

const CODES = Object.keys(BUNDLE_REFUSALS) as [RefusalCode, ...RefusalCode[]]
const refused = z.strictObject({ code: z.enum(CODES), message: z.string() })
const looked = z.strictObject({
  at: z.number(),
  source: z.string(),
  considered: z.array(
    z.strictObject({
      from: z.string(),
      name: z.string().exactOptional(),
      version: z.number().exactOptional(),
      expires: z.number().exactOptional(),
      share: z.strictObject({ in: z.boolean(), because: z.string() }).exactOptional(),
      refused: refused.exactOptional(),
    }),
  ),
  failures: z.array(refused.extend({ from: z.string() })),
})

export function keepLook({ status }: BundleFiles, look: LookedAt): void {
  replaceFile(status, `${JSON.stringify(look)}\n`)
}

/** Undefined: nobody looked yet, or what is kept cannot be read. */
export function lastLook({ status }: BundleFiles): LookedAt | undefined {
  try {
    const text = textIn(status, 1_000_000)
    return text === undefined ? undefined : looked.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
