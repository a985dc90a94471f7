import type { ToolCall } from '../call/tool-call.ts'
import type { Policy } from '../policy/policy.ts'
import { UserPermissionService } from '../policy/users.ts'
import type { Session } from '../session.ts'
import { deny, type Ruling } from '../verdict.ts'
import { DEFAULT_RATE, type RateLimit, RateLimiter } from './rate-limit.ts'

/** The people of an installation, as its settings name them. */
export function usersIn(policy: Pick<Policy, 'admission'>): UserPermissionService {
  return new UserPermissionService(Object.entries(policy.admission?.users ?? {}))
}

/**
 * Who may ask, and how often. Where the settings name users, whoever is not among them may not; where they name none,
 * whoever is there may. `now` counts milliseconds and never jumps.
 */
export function admission(
  policyFor: (cwd: string) => Policy,
  now: () => number,
): (call: ToolCall, session: Session) => Ruling | undefined {
  let limit: RateLimit = DEFAULT_RATE
  let limiter = new RateLimiter(now, limit)
  return (call, session) => {
    const policy = policyFor(call.cwd)
    const refused = refusedUser(policy, session.user)
    if (refused) return refused
    const wanted = policy.admission?.rate ?? DEFAULT_RATE
    if (wanted.burst !== limit.burst || wanted.perSecond !== limit.perSecond) {
      limit = wanted
      limiter = new RateLimiter(now, limit)
    }
    const answer = limiter.take(call.session)
    if (answer.admitted) return undefined
    return deny({
      code: 'rate.limited',
      sentence: `more calls than \`${limit.burst}\` at once and \`${limit.perSecond}\` a second in this session`,
      clearedBy: `waiting ${answer.retryAfterMillis} milliseconds, or \`admission.rate\` in the settings`,
    })
  }
}

/** Who may ask, for a dry run: how often is not counted. `owner`: whose process it is. */
export function admittedUser(
  policyFor: (cwd: string) => Policy,
  owner: string,
): (call: ToolCall, session: Session) => Ruling | undefined {
  return (call, session) => refusedUser(policyFor(call.cwd), session.user ?? (owner === '' ? undefined : owner))
}

function refusedUser(policy: Policy, user: string | undefined): Ruling | undefined {
  if (policy.admission?.users === undefined) return undefined
  if (user !== undefined && usersIn(policy).may(user, 'ask') === true) return undefined
  return deny({
    code: 'user.not-admitted',
    sentence:
      user === undefined
        ? 'the settings say who may ask, and nobody knows who this is'
        : `the settings say who may ask, and \`${user}\` may not`,
    clearedBy: '`admission.users` in the settings: owner, admin and member may ask',
  })
}
