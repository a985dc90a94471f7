import type { AuditEvent } from '../../journal/audit-logger.ts'
import type { PolicyBundleSetting } from '../../policy/managed-settings.ts'
import { type Activating, activateBest } from './activate.ts'
import type { Considered } from './choose.ts'
import { BundleReader, type Look, type SourceLimits } from './source.ts'
import { type Failure, keepLook, lastLook, type LookedAt } from './status.ts'

export interface LookResult {
  readonly look: LookedAt | 'same'
  readonly activated?: { readonly name: string; readonly version: number }
}

/** Looks at the source once, and puts in force what may be. Never rejects: what failed is in the result. */
export async function lookOnce(
  setting: PolicyBundleSetting & { readonly source: string },
  reader: Pick<BundleReader, 'look' | 'forget'>,
  place: Activating,
): Promise<LookResult> {
  const { source } = setting
  let found: Look
  let considered: readonly Considered[] = []
  const failures: Failure[] = []
  let activated: LookResult['activated']
  try {
    // What is in force was lost or damaged: "as before" would not bring it back.
    if (place.policy().bundle === undefined) reader.forget()
    found = await reader.look()
    if (found === 'same') {
      const before = lastLook(place.files)
      if (before?.source === source) keepLook(place.files, { ...before, at: place.now() })
      return { look: 'same' }
    }
    failures.push(...found.failed.map(({ from, message }): Failure => ({ from, code: 'bundle.source', message })))
    const done = await activateBest(found.offered, setting, place)
    considered = done.considered
    if (done.activated !== undefined) activated = done.activated.contents
    if (done.late !== undefined) failures.push({ from: source, ...done.late })
    for (const { from, refused } of considered) if (refused !== undefined) failures.push({ from, ...refused })
  } catch (error) {
    failures.push({ from: source, code: 'bundle.source', message: messageOf(error) })
  }
  // What failed is asked for again in full: the next answer must not be "as before".
  if (failures.length > 0) reader.forget()
  const look: LookedAt = { at: place.now(), source, considered, failures }
  try {
    keepLook(place.files, look)
  } catch (error) {
    failures.push({ from: source, code: 'bundle.source', message: `its status cannot be kept: ${messageOf(error)}` })
  }
  return {
    look,
    ...(activated === undefined ? {} : { activated: { name: activated.name, version: activated.version } }),
  }
}

/** A failure as it stands in the log. */
export function failureEvent({ from, code, message }: Failure, user: string): AuditEvent {
  return { type: 'policy_bundle', severity: 'critical', code, user, details: { from, message } }
}

export interface FollowingOptions extends Activating {
  /** For failures: recorded, but nothing waits for it. */
  readonly note: (event: AuditEvent) => unknown
  readonly tell: (
    level: 'info' | 'warn' | 'error',
    sentence: string,
    details: Readonly<Record<string, string | number>>,
  ) => void
  /** Something was put in force. */
  readonly applied: () => void
  /** From 0 to 1. */
  readonly chance: () => number
  readonly limits?: SourceLimits
  /** Instead of what the settings say. */
  readonly pollMs?: number
}

const POLL_SECONDS = 300
/** Not all hosts ask at the same moment. */
const JITTER = 0.2
const HOUR = 3_600_000
const MOST_TOLD = 200
const WARN_BEFORE = 7 * 24 * HOUR

/** Follows the source of the policy bundle for as long as the daemon runs. */
export class BundleFollower {
  readonly #options: FollowingOptions
  #timer: NodeJS.Timeout | undefined
  #reader: BundleReader | undefined
  #followed = ''
  #busy: Promise<void> | undefined
  #stopped = false
  /** When a failure was last told, so that a source that fails for days does not fill the log. */
  readonly #told = new Map<string, number>()
  #failing = false

  constructor(options: FollowingOptions) {
    this.#options = options
  }

  /** To be called now and then: follows changed settings, and tells what time does to the bundle in force. */
  tick(): void {
    if (this.#stopped) return
    this.#tellAge()
    const setting = this.#options.policy().policyBundle
    const followed = JSON.stringify(setting ?? null)
    if (followed === this.#followed) return
    this.#followed = followed
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#reader?.cancel()
    const source = setting?.source
    this.#reader = source === undefined ? undefined : new BundleReader(source, this.#options.limits)
    if (source !== undefined) void this.look()
  }

  /** Looks now. Resolves when that is done; never rejects. */
  async look(): Promise<void> {
    await (this.#busy ??= this.#look().finally(() => (this.#busy = undefined)))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#reader?.cancel()
    await this.#busy
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer)
    const setting = this.#options.policy().policyBundle
    const reader = this.#reader
    if (setting?.source === undefined || reader === undefined) return
    try {
      const { look, activated } = await lookOnce({ ...setting, source: setting.source }, reader, this.#options)
      if (activated !== undefined) {
        this.#options.applied()
        this.#options.tell('warn', `policy bundle ${activated.name} ${activated.version} is in force`, {
          code: 'bundle.activated',
          version: activated.version,
        })
      }
      if (look !== 'same') this.#tellFailures(look.failures)
    } finally {
      this.#again(setting.pollSeconds ?? POLL_SECONDS)
    }
  }

  #again(seconds: number): void {
    if (this.#stopped) return
    const spread = 1 - JITTER + 2 * JITTER * this.#options.chance()
    this.#timer = setTimeout(() => void this.look(), (this.#options.pollMs ?? seconds * 1000) * spread)
    this.#timer.unref()
  }

  #tellFailures(failures: readonly Failure[]): void {
    const { tell, note, user } = this.#options
    if (failures.length === 0 && this.#failing)
      tell('info', 'the source of the policy bundle can be followed again', {})
    this.#failing = failures.length > 0
    const { bundle } = this.#options.policy()
    const stays = bundle === undefined ? 'no bundle is in force' : `version ${bundle.version} stays in force`
    for (const failure of failures) {
      if (!this.#isNews(`${failure.from} ${failure.code} ${failure.message}`)) continue
      const { from, code, message } = failure
      tell('error', `POLICY BUNDLE NOT TAKEN from ${from}: ${message}; ${stays}`, { code, from, message })
      note(failureEvent(failure, user))
    }
  }

  #tellAge(): void {
    const { bundle } = this.#options.policy()
    if (bundle === undefined) return
    const { tell, note, now, user } = this.#options
    const { name, version, expires, whenExpired } = bundle
    const until = new Date(expires).toISOString()
    if (now() >= expires) {
      if (!this.#isNews(`expired ${bundle.digest}`)) return
      tell('error', `POLICY BUNDLE EXPIRED: ${name} ${version}, on ${until}; ${EXPIRED[whenExpired]}`, {
        code: 'bundle.in-force-expired',
        version,
      })
      note({
        type: 'policy_bundle',
        severity: 'critical',
        code: 'bundle.in-force-expired',
        user,
        details: { name, version, whenExpired },
      })
      return
    }
    const lifetime = expires - bundle.issued
    if (expires - now() > Math.min(WARN_BEFORE, lifetime / 5) || !this.#isNews(`expires ${bundle.digest}`)) return
    tell('warn', `policy bundle ${name} ${version} expires on ${until}; then ${EXPIRED[whenExpired]}`, { version })
  }

  /** The same again counts as news after an hour. */
  #isNews(what: string): boolean {
    const at = this.#options.now()
    const before = this.#told.get(what)
    if (before !== undefined && at - before < HOUR) return false
    this.#told.delete(what)
    this.#told.set(what, at)
    const [oldest] = this.#told.keys()
    if (this.#told.size > MOST_TOLD && oldest !== undefined) this.#told.delete(oldest)
    return true
  }
}

export const EXPIRED = {
  keep: 'it stays in force, as it says',
  ask: 'a person decides every call',
  deny: 'nothing is allowed',
} as const

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
