import type { ToolCall } from '../call/tool-call.ts'
import { type People, peopleOf, type Person } from '../policy/people.ts'
import type { Policy } from '../policy/policy.ts'
import { UserPermissionService } from '../policy/users.ts'
import type { Session } from '../session.ts'
import { ask, deny, type Ruling } from '../verdict.ts'
import { DEFAULT_LOOP, type LoopLedger, LoopWatch } from './loops.ts'
import { DEFAULT_RATE, DEFAULT_SHARED_RATE, type RateLedger, type RateLimit, RateLimiter } from './rate-limit.ts'

/** The people of an installation, as its settings name them. */
export function usersIn(policy: Pick<Policy, 'admission'>): UserPermissionService {
  return new UserPermissionService(Object.entries(policy.admission?.users ?? {}))
}

/** Everybody who is known: from the store, and from the settings. */
export type PeopleFor = (policy: Pick<Policy, 'admission'>) => People

/** Built anew only when the store or the settings changed. */
export function peopleFor(stored: () => readonly Person[] = () => NOBODY, login: string = ''): PeopleFor {
  let last: { stored: readonly Person[]; named: object | undefined; people: People } | undefined
  return ({ admission }) => {
    const people = stored()
    const named = admission?.users
    if (last === undefined || last.stored !== people || last.named !== named)
      last = { stored: people, named, people: peopleOf(people, named, login) }
    return last.people
  }
}

const NOBODY: readonly Person[] = []

export interface AdmissionOptions {
  readonly policyFor: (cwd: string) => Policy
  /** Milliseconds that never jump. */
  readonly now: () => number
  /** Milliseconds since 1970. Left out: `now`. */
  readonly wall?: () => number
  /** Left out: those whom the settings name. */
  readonly people?: PeopleFor
  /** Left out: what was taken is forgotten with the process. */
  readonly limits?: RateLedger & LoopLedger
}

/** Asked before anything of a call is understood: what is refused here must cost nothing. */
export type Admit = (call: ToolCall, session: Session) => Ruling | undefined

export interface Admission {
  readonly admit: Admit
  /** Looks at what other processes took. To be called off the path of a call. */
  readonly reread: () => void
  /** Gives back what was taken ahead. */
  readonly close: () => void
}

/**
 * Who may ask, and how often. Where users are named, whoever is not among them may not; where none are, whoever is there
 * may. A deny ends the call; an ask means that whatever would be allowed is asked instead.
 */
export function openAdmission(options: AdmissionOptions): Admission {
  const { policyFor, now, limits } = options
  const people = options.people ?? peopleFor()
  const limiter = new RateLimiter(now, DEFAULT_RATE, limits)
  const loops = new LoopWatch(options.wall ?? now, limits)
  return {
    admit: (call, session) => {
      const policy = policyFor(call.cwd)
      return (
        refusedUser(people(policy), session.user) ??
        tooFast(limiter, policy, call, session) ??
        runaway(loops, policy, call)
      )
    },
    reread: () => limiter.reread(),
    close: () => limiter.close(),
  }
}

/** The same, without an end: what it counts is forgotten with it. */
export function admission(policyFor: (cwd: string) => Policy, now: () => number): Admit {
  return openAdmission({ policyFor, now }).admit
}

/** Who may ask, for a dry run: how often is not counted. `owner`: whose process it is. */
export function admittedUser(
  policyFor: (cwd: string) => Policy,
  owner: string,
  people: PeopleFor = peopleFor(),
): Admit {
  return (call, session) => refusedUser(people(policyFor(call.cwd)), session.user ?? (owner === '' ? undefined : owner))
}

function refusedUser(people: People, user: string | undefined): Ruling | undefined {
  if (people.none) return undefined
  if (user !== undefined && people.may(user, 'ask') === true) return undefined
  const person = user === undefined ? undefined : people.find(user)
  return deny({
    code: 'user.not-admitted',
    sentence:
      user === undefined
        ? 'users are named here, and the caller is not identified'
        : person?.disabled === true
          ? `\`${user}\` is disabled`
          : `users are named here, and \`${user}\`${person === undefined ? ' is none of them' : ` is ${person.role} and may not ask`}`,
    clearedBy:
      'an owner or admin, with `portcullis users` or `admission.users`: owner, admin, approver and agent may ask',
  })
}

function tooFast(limiter: RateLimiter, policy: Policy, call: ToolCall, session: Session): Ruling | undefined {
  const { rate = DEFAULT_RATE, ratePerAgent, ratePerUser } = policy.admission ?? {}
  return (
    taken(limiter, `session ${call.session}`, rate, 'in this session', 'rate') ??
    taken(limiter, `agent ${call.agent}`, ratePerAgent ?? DEFAULT_SHARED_RATE, 'by this agent', 'ratePerAgent') ??
    (session.user === undefined
      ? undefined
      : taken(limiter, `user ${session.user}`, ratePerUser ?? DEFAULT_SHARED_RATE, 'for this user', 'ratePerUser'))
  )
}

function taken(
  limiter: RateLimiter,
  key: string,
  limit: RateLimit,
  whose: string,
  setting: string,
): Ruling | undefined {
  const answer = limiter.take(key, limit)
  if (answer.admitted) return undefined
  return deny({
    code: 'rate.limited',
    sentence: `more calls than \`${limit.burst}\` at once and \`${limit.perSecond}\` a second ${whose}`,
    clearedBy: `waiting ${answer.retryAfterMillis} milliseconds, or \`admission.${setting}\` in the settings`,
  })
}

function runaway(loops: LoopWatch, policy: Policy, call: ToolCall): Ruling | undefined {
  const limit = policy.admission?.loop ?? DEFAULT_LOOP
  if (limit === false) return undefined
  if (!loops.sees(`loop ${call.session} ${call.subagent?.id ?? ''}`, call.fingerprint, limit)) return undefined
  return ask({
    code: 'rate.loop',
    sentence: `the same call came more than \`${limit.same}\` times while nothing else happened: this looks like a runaway loop`,
    clearedBy: `doing something else, waiting ${limit.everySeconds} seconds between two of them, or a person who says yes`,
  })
}
