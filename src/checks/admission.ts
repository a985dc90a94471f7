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
  readonly limits?: (RateLedger | SharedLimiter) & LoopLedger
}

/** Buckets that other daemons take from, too: each token is taken from the store before it is used. */
export interface SharedLimiter {
  /** To be awaited before `take`: takes from the store what these calls may need. Rejects where that cannot be told. */
  ready(wanted: readonly Wanted[], loop: string): Promise<void>
  take: RateLimiter['take']
}

/** One bucket that a call takes from. */
export interface Wanted {
  readonly key: string
  readonly limit: RateLimit
}

/** Asked before anything of a call is understood: what is refused here must cost nothing. */
export type Admit = (call: ToolCall, session: Session) => Ruling | undefined
/** The same where the store has to be asked first. */
export type AdmitShared = (call: ToolCall, session: Session) => Promise<Ruling | undefined>

export interface Admission {
  readonly admit: Admit
  /** Where limits are shared: asks the store, then admits. */
  readonly admitShared: AdmitShared | undefined
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
  const shared = limits !== undefined && 'ready' in limits ? limits : undefined
  const own = new RateLimiter(now, DEFAULT_RATE, limits !== undefined && 'owe' in limits ? limits : undefined)
  const limiter = shared ?? own
  const loops = new LoopWatch(options.wall ?? now, limits)
  const admit: Admit = (call, session) => {
    const policy = policyFor(call.cwd)
    return (
      refusedUser(people(policy), session.user) ??
      tooFast(limiter, policy, call, session) ??
      runaway(loops, policy, call)
    )
  }
  return {
    admit,
    admitShared:
      shared &&
      (async (call, session) => {
        await shared.ready(bucketsOf(policyFor(call.cwd), call, session), loopOf(call))
        return admit(call, session)
      }),
    reread: () => own.reread(),
    close: () => own.close(),
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

interface Bucket extends Wanted {
  readonly whose: string
  readonly setting: string
}

/** What one call takes from, in this order. */
function bucketsOf(policy: Policy, call: ToolCall, session: Session): readonly Bucket[] {
  const { rate = DEFAULT_RATE, ratePerAgent = DEFAULT_SHARED_RATE, ratePerUser } = policy.admission ?? {}
  const { user } = session
  return [
    { key: `session ${call.session}`, limit: rate, whose: 'in this session', setting: 'rate' },
    { key: `agent ${call.agent}`, limit: ratePerAgent, whose: 'by this agent', setting: 'ratePerAgent' },
    ...(user === undefined
      ? []
      : [
          {
            key: `user ${user}`,
            limit: ratePerUser ?? DEFAULT_SHARED_RATE,
            whose: 'for this user',
            setting: 'ratePerUser',
          },
        ]),
  ]
}

type Limiter = Pick<RateLimiter, 'take'>

function tooFast(limiter: Limiter, policy: Policy, call: ToolCall, session: Session): Ruling | undefined {
  for (const bucket of bucketsOf(policy, call, session)) {
    const refused = taken(limiter, bucket)
    if (refused !== undefined) return refused
  }
  return undefined
}

function taken(limiter: Limiter, { key, limit, whose, setting }: Bucket): Ruling | undefined {
  const answer = limiter.take(key, limit)
  if (answer.admitted) return undefined
  return deny({
    code: 'rate.limited',
    sentence: `more calls than \`${limit.burst}\` at once and \`${limit.perSecond}\` a second ${whose}`,
    clearedBy: `waiting ${answer.retryAfterMillis} milliseconds, or \`admission.${setting}\` in the settings`,
  })
}

function loopOf(call: ToolCall): string {
  return `loop ${call.session} ${call.subagent?.id ?? ''}`
}

function runaway(loops: LoopWatch, policy: Policy, call: ToolCall): Ruling | undefined {
  const limit = policy.admission?.loop ?? DEFAULT_LOOP
  if (limit === false) return undefined
  if (!loops.sees(loopOf(call), call.fingerprint, limit)) return undefined
  return ask({
    code: 'rate.loop',
    sentence: `the same call came more than \`${limit.same}\` times while nothing else happened: this looks like a runaway loop`,
    clearedBy: `doing something else, waiting ${limit.everySeconds} seconds between two of them, or a person who says yes`,
  })
}
