import { within } from '../classifier/deadlines.ts'
import type { IncomingReader } from '../classifier/incoming-reader.ts'
import type { Reviewing } from '../classifier/review.ts'
import type { Exchange } from '../classifier/two-stage.ts'
import type { AuditLogger } from '../journal/audit-logger.ts'
import type { FlagStore } from '../journal/tickets.ts'
import { type FlagKeeper, type Flags, NO_FLAGS } from '../policy/flags.ts'
import type { Policy } from '../policy/policy.ts'
import type { FlagSettings } from '../policy/settings.ts'
import { composeGuardian } from './compose-guardian.ts'
import { composeIncoming } from './compose-incoming.ts'
import { connect, type Environment, reviewerWith } from './compose-reviewer.ts'
import { flagSource, keepFlagsFresh, keptFlags } from './flag-sources.ts'

/** Who reviews. */
export type Reviewers = Pick<Reviewing, 'reviewer' | 'guardian' | 'ironGateClosed'> & {
  readonly reader?: IncomingReader | undefined
}

export interface FollowedParts {
  /** The settings as they are now: the same object for as long as nothing changed. */
  readonly policy: () => Pick<Policy, 'classifier' | 'flags' | 'guardian' | 'results'>
  readonly environment: Environment
  readonly home: string
  readonly audit?: AuditLogger | undefined
  /** Where the last good flags outlive the process. */
  readonly keptFlags?: FlagStore | undefined
  /** Told everything that goes to the reviewing model and comes back. */
  readonly onExchange?: (exchange: Exchange) => void
}

/** So long a start waits for flags; until they are there, the gate is closed. */
const FLAGS_PATIENCE = 2_000
const MOST_TOLD = 100

/**
 * The reviewers that the settings name, at every time: when the settings change, others take their place. What is under
 * way ends with whom it began.
 */
export async function followReviewing(parts: FollowedParts): Promise<() => Reviewers> {
  let policy = parts.policy()
  let said = saidBy(policy)
  const flags = new FollowedFlags(parts.audit, parts.keptFlags)
  const make = (): Reviewers => {
    flags.use(connect(policy.classifier, parts.environment) === 'offline' ? undefined : policy.flags)
    const made = { ...parts, policy }
    const current = (): Flags => flags.current()
    return { ...reviewerWith(made, current), ...composeGuardian(made), ...composeIncoming(made, current) }
  }
  let reviewers = make()
  await flags.ready()
  return () => {
    const now = parts.policy()
    if (now === policy) return reviewers
    policy = now
    const says = saidBy(now)
    if (says === said) return reviewers
    said = says
    reviewers = make()
    return reviewers
  }
}

/** Whatever makes other reviewers when it changes. */
function saidBy({ classifier, flags, guardian, results }: ReturnType<FollowedParts['policy']>): string {
  return JSON.stringify([classifier, flags, guardian, results?.model])
}

/** Flags from where the settings say. From a new place there are none until it has answered once: the gate is closed. */
class FollowedFlags {
  #from = ''
  #keeper: FlagKeeper | undefined
  #first: Promise<void> = Promise.resolve()
  readonly #told = new Set<string>()
  readonly #audit: AuditLogger | undefined

  readonly #kept: FlagStore | undefined

  constructor(audit: AuditLogger | undefined, kept: FlagStore | undefined) {
    this.#audit = audit
    this.#kept = kept
  }

  /** Once for each: flags are read again every half hour. */
  #tell(problem: string): void {
    if (this.#told.has(problem) || this.#told.size >= MOST_TOLD) return
    this.#told.add(problem)
    const note = this.#audit?.note({
      type: 'operator_action',
      severity: 'warn',
      code: 'flags.ignored',
      details: { problem },
    })
    void note?.catch(() => undefined)
  }

  use(settings: FlagSettings | undefined): void {
    const from = JSON.stringify(settings ?? '')
    if (from === this.#from) return
    this.#from = from
    this.#keeper?.stop()
    const source = flagSource(settings)
    const kept = settings === undefined || this.#kept === undefined ? undefined : keptFlags(settings, this.#kept)
    this.#keeper = source && keepFlagsFresh(source, (problem) => this.#tell(problem), kept)
    this.#first = this.#keeper?.refresh() ?? Promise.resolve()
  }

  current(): Flags {
    return this.#keeper?.current() ?? NO_FLAGS
  }

  async ready(): Promise<void> {
    await within(FLAGS_PATIENCE, new AbortController().signal, () => this.#first)
  }
}
