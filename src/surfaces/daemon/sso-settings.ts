import { readSecret } from '../../humans/channels/secrets.ts'
import type { AuditLogger } from '../../journal/audit-logger.ts'
import type { UserStore } from '../../journal/users.ts'
import type { Policy } from '../../policy/policy.ts'
import { SignOn } from '../oidc/sign-on.ts'

/** Single sign-on as the settings of the machine's owner say it, asked anew for every login. */
export function signOnWith(given: {
  readonly policy: () => Policy
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly users: UserStore
  readonly recorder: AuditLogger
}): SignOn {
  return new SignOn({
    settings: () => {
      const { console, problems } = given.policy()
      return problems.length > 0 ? undefined : console?.oidc
    },
    secret: ({ clientSecretEnv, clientSecretFile }) =>
      clientSecretEnv === undefined && clientSecretFile === undefined
        ? undefined
        : readSecret({ env: clientSecretEnv, file: clientSecretFile }, given.environment),
    users: given.users,
    recorder: given.recorder,
  })
}
