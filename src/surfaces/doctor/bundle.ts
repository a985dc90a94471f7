import { ownCommand } from '../../call/own-command.ts'
import type { Policy } from '../../policy/policy.ts'
import { EXPIRED } from '../bundles/follow.ts'
import { knownHost } from '../bundles/host-id.ts'
import { bundlePlaces } from '../bundles/places.ts'
import { type BundleStatus, lastLook, statusOf } from '../bundles/status.ts'
import type { Finding } from './finding.ts'

/** The policy bundle that this machine follows. Nothing where it follows none. */
export function examineBundle(policy: Policy, state: string, home: string): readonly Finding[] {
  const files = bundlePlaces(state, home)
  return bundleFindings(statusOf(policy, knownHost(policy, files), lastLook(files), files.active))
}

export function bundleFindings({ state, inForce, problems, lastLook: look }: BundleStatus): readonly Finding[] {
  const about = 'policy bundle'
  const fix = `\`${ownCommand('policy status')}\` says more`
  if (state === 'not followed') return []
  if (state === 'broken')
    return [{ about, state: 'red', says: `nothing is allowed: ${problems[0] ?? 'it cannot be read'}`, fix }]
  if (inForce === undefined) return [{ about, state: 'yellow', says: 'none is in force yet', fix }]
  const name = `${inForce.name} ${inForce.version}`
  if (state === 'expired')
    return [
      { about, state: 'red', says: `${name} has expired: ${EXPIRED[inForce.whenExpired]}`, fix: 'publish a newer one' },
    ]
  const [failure] = look?.failures ?? []
  if (failure !== undefined)
    return [
      {
        about,
        state: 'yellow',
        says: `${name} stays in force; the next one was not taken: ${failure.from}: ${failure.message}`,
        fix,
      },
    ]
  return [{ about, state: 'green', says: `${name} is in force until ${new Date(inForce.expires).toISOString()}` }]
}
