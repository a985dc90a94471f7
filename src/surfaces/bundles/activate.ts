import { BLOCK_CATEGORIES } from '../../categories/index.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { Bundle, Refused } from '../../policy/bundle/bundle.ts'
import type { PolicyBundleSetting } from '../../policy/managed-settings.ts'
import type { Policy } from '../../policy/policy.ts'
import { version } from '../cli/version.ts'
import { choose, type Choice, type Choosing, examine } from './choose.ts'
import { hostId } from './host-id.ts'
import type { BundleFiles } from './places.ts'
import type { Offered } from './source.ts'
import { alone, highestMark, keepActive } from './store.ts'

/** The place where bundles are put in force. */
export interface Activating {
  readonly files: BundleFiles
  readonly home: string
  readonly managedDirectory: string
  /** As the settings are now, where there is no project. */
  readonly policy: () => Policy
  readonly audit: Pick<AuditLogger, 'logBefore'>
  /** On whose account: a user, or `settings`. */
  readonly user: string
  readonly now: () => number
}

export type Activated = Choice & { readonly activated?: Bundle; readonly late?: Refused }

/** Chooses among offers and puts the newest in force, in the log before it counts. Rejects when it cannot be recorded or kept. */
export async function activateBest(
  offered: readonly Offered[],
  setting: PolicyBundleSetting,
  place: Activating,
): Promise<Activated> {
  const choice = choose(offered, { ...termsOf(setting, place), host: hostId(place.files) })
  if (choice.take === undefined) return choice
  const late = await activate(choice.take, setting, place)
  return late === undefined ? { ...choice, activated: choice.take } : { ...choice, late }
}

/** Undefined: it is in force. */
export async function activate(
  bundle: Bundle,
  setting: PolicyBundleSetting,
  place: Activating,
): Promise<Refused | undefined> {
  const { name, version: number, expires } = bundle.contents
  await place.audit.logBefore({
    type: 'policy_bundle',
    severity: 'warn',
    code: 'bundle.activated',
    user: place.user,
    details: { name, version: number, digest: bundle.digest, key: bundle.key, expires },
  })
  return alone(place.files, () => {
    // Another process may have been faster with a newer one.
    const { refused } = examine(bundle.text, termsOf(setting, place))
    if (refused === undefined) keepActive(place.files, bundle)
    return refused
  })
}

export function termsOf(
  setting: PolicyBundleSetting,
  place: Omit<Activating, 'audit' | 'user'>,
): Omit<Choosing, 'host'> {
  const { files, home, managedDirectory, now } = place
  return {
    setting,
    now: now(),
    programVersion: version,
    mark: highestMark(files),
    inForce: place.policy().bundle?.digest,
    origin: { owner: 'managed', base: managedDirectory, home },
    categories: BLOCK_CATEGORIES.map(({ code }) => code),
  }
}
