import type { AnswerRefusal, Question } from './questions/question.ts'

/** What an approval is bound to, besides what was shown: the time, the session and the rules. */
export interface Bindings {
  /** Milliseconds since 1970. It may jump: a jump can end a question early and never lengthens it. */
  readonly now: () => number
  /** Milliseconds since some moment, never running backwards. */
  readonly monotonic: () => number
  /** The digest of the rules in force now where the question's call would run. */
  readonly policyDigest: (question: Question) => string
  readonly sessionOpen: (question: Question) => boolean
}

/** A question and when it ends on the monotonic clock. */
export interface Timed {
  readonly question: Question
  readonly deadline: number
}

/** A clock that stands further before the moment of asking has been turned back: nobody knows how old the question is. */
const TURNED_BACK = 60_000

/** When a question ends on the monotonic clock: never later than its lifetime from now. */
export function deadlineOf(question: Question, { now, monotonic }: Bindings): number {
  const time = now()
  const lifetime = question.expiresAt - question.askedAt
  const left = time < question.askedAt - TURNED_BACK ? 0 : Math.min(question.expiresAt - time, lifetime)
  return monotonic() + left
}

/** Whichever clock says so first. */
export function isOver({ question, deadline }: Timed, { now, monotonic }: Bindings): boolean {
  return monotonic() >= deadline || now() >= question.expiresAt
}

/** What has happened since the question was asked that makes every approval of it void. */
export function lapsed(timed: Timed, bindings: Bindings): AnswerRefusal | undefined {
  const { question } = timed
  if (isOver(timed, bindings)) return { code: 'approval.expired', message: 'the time to answer is over' }
  // What a run behind walls changed waits for a person, whether or not its session does.
  if (question.contained === undefined && told(() => bindings.sessionOpen(question)) !== true) {
    return { code: 'approval.session-ended', message: 'the session has ended' }
  }
  if (told(() => bindings.policyDigest(question)) !== question.policyDigest) {
    return { code: 'approval.policy-changed', message: 'the rules have changed since it was asked' }
  }
  return undefined
}

/** What cannot be found out is not as it was. */
function told<T>(find: () => T): T | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}
