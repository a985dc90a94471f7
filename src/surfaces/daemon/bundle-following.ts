import type { AuditLogger } from '../../journal/audit-logger.ts'
import { MANAGED_DIRECTORY } from '../../policy/load.ts'
import { BundleFollower } from '../bundles/follow.ts'
import { knownHost } from '../bundles/host-id.ts'
import { bundlePlaces } from '../bundles/places.ts'
import type { SourceLimits } from '../bundles/source.ts'
import { type BundleStatus, lastLook, statusOf } from '../bundles/status.ts'
import type { Policies } from '../policies.ts'
import type { Events } from './events.ts'
import type { Log } from './log.ts'
import type { DaemonPaths } from './state.ts'

export interface BundleFollowing {
  readonly paths: Pick<DaemonPaths, 'directory'>
  readonly home: string
  readonly managedDirectory?: string
  readonly policies: Policies
  readonly recorder: AuditLogger
  readonly events: Events
  readonly log: Log
  readonly bundleLimits?: SourceLimits
  readonly bundlePollMs?: number
}

/** The daemon's follower of the policy bundle: loud in its log, in the sealed log and on the console. */
export function followBundles(options: BundleFollowing): BundleFollower {
  const { paths, home, policies, recorder, events, log } = options
  return new BundleFollower({
    files: bundlePlaces(paths.directory, home),
    home,
    managedDirectory: options.managedDirectory ?? MANAGED_DIRECTORY,
    policy: () => policies.policyFor(home),
    audit: recorder,
    user: 'settings',
    now: Date.now,
    note: (event) => recorder.note(event),
    tell: (level, sentence, details) => {
      log(level, sentence)
      events.tell('policy', { bundle: sentence, level, ...details })
    },
    applied: () => policies.lookAround(),
    chance: Math.random,
    ...(options.bundleLimits === undefined ? {} : { limits: options.bundleLimits }),
    ...(options.bundlePollMs === undefined ? {} : { pollMs: options.bundlePollMs }),
  })
}

export function bundleStatusIn(state: string, home: string, policies: Policies): () => BundleStatus {
  const files = bundlePlaces(state, home)
  return () => {
    const policy = policies.policyNow(home)
    return statusOf(policy, knownHost(policy, files), lastLook(files), files.active)
  }
}
