import { networkFor } from '../containment/network.ts'
import type { RunRequest } from '../containment/runs.node.ts'
import type { Policy } from '../policy/policy.ts'
import type { Session } from '../session.ts'
import { LAUNCHER } from './launcher.ts'

/**
 * What a contained command of this session may reach, and the proxy through which it does. `knows`: where whoever knows the
 * session listens; the proxy asks there before each connection whether it still may.
 */
export function containedNetwork(
  { containmentNetwork }: Pick<Policy, 'containmentNetwork'>,
  session: Pick<Session, 'turns'>,
  knows?: NonNullable<RunRequest['network']>['knows'],
): NonNullable<RunRequest['network']> {
  return {
    hosts: networkFor(containmentNetwork, session),
    proxy: [process.execPath, LAUNCHER, 'run', '--proxy'],
    ...(knows === undefined ? {} : { knows }),
  }
}
