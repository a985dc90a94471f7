import type { ApprovalStore } from '../journal/approvals.ts'
import type { People, Person } from '../policy/people.ts'
import type { Policy } from '../policy/policy.ts'
import { hasRight, type Role } from '../policy/users.ts'
import type { Reason } from '../verdict.ts'
import { isApproval } from './questions/choice.ts'
import type { Answer, AnswerRefusal, Question } from './questions/question.ts'

/** What the settings say about who answers. */
type Terms = Pick<NonNullable<Policy['approvals']>, 'who' | 'twoPeople' | 'ownAgent'>

export interface WhoMayAnswerOptions {
  /** Throws where they cannot be read: then nobody answers. */
  readonly people: (cwd: string) => People
  readonly policyFor: (cwd: string) => Pick<Policy, 'approvals'>
  /** The login name whose process this is: the operator's token is theirs. '' where the machine cannot tell. */
  readonly login: string
  /** Whose agent a session is. */
  readonly userOf: (session: string) => string | undefined
  /** Where the first of two answers is kept. */
  readonly store: Pick<ApprovalStore, 'firstYes'>
  readonly now: () => number
}

/** An answer that counts, under the name of whoever gave it. */
export type MayAnswer = { readonly taken: Answer } | { readonly refused: AnswerRefusal }

/** Somebody who answers: `role` is undefined where nobody is named, and then anybody who is there may. */
interface Answerer {
  readonly id: string
  readonly role: Role | undefined
  readonly person: Person | undefined
  /** Came with the operator's token, or sits at this machine's terminal. */
  readonly operates: boolean
}

/** Whose answer counts. What one of two people has said is a row: the second may come to another daemon, and later. */
export class WhoMayAnswer {
  readonly #options: WhoMayAnswerOptions

  constructor(options: WhoMayAnswerOptions) {
    this.#options = options
  }

  async check(question: Question, answer: Answer): Promise<MayAnswer> {
    let people: People
    let terms: Terms
    try {
      people = this.#options.people(question.cwd)
      terms = this.#options.policyFor(question.cwd).approvals ?? {}
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return refuse('approval.role', `who may answer cannot be found out: ${message}`)
    }
    const answerer = this.#answerer(answer.by, people)
    if (answerer === undefined)
      return refuse('approval.role', `${answer.by} is no user here: ${allowed(rolesFor([], terms))} may answer`)
    const refused =
      refusedAnswerer(answerer, people) ??
      (isApproval(answer.choice) ? this.#refusedYes(question, answer, answerer, people, terms) : undefined)
    if (refused !== undefined) return { refused }
    const named = { ...answer, by: answerer.id }
    if (!isApproval(answer.choice) || !needsTwo(question.why, terms)) return { taken: named }
    return this.#second(question, named, answerer, people)
  }

  #answerer(by: string, people: People): Answerer | undefined {
    const { login } = this.#options
    const operates = by === 'operator' || by === `terminal:${login}`
    const person = operates ? people.find(`login:${login}`) : people.find(by)
    if (person !== undefined && person.implied !== true) return { id: person.id, role: person.role, person, operates }
    // Whoever holds the operator's token owns the files that all this is written in.
    if (operates) return { id: by, role: 'owner', person: undefined, operates }
    return people.none ? { id: by, role: undefined, person: undefined, operates } : undefined
  }

  #refusedYes(
    question: Question,
    { choice }: Answer,
    answerer: Answerer,
    people: People,
    terms: Terms,
  ): AnswerRefusal | undefined {
    const { id, role } = answerer
    const may = rolesFor(question.why, terms)
    if (role === undefined ? isListed(question.why, terms) : role !== 'owner' && !may.includes(role))
      return refusal(
        'approval.role',
        `${id}${role === undefined ? '' : ` is ${role} and`} may not approve this: ${allowed(may)} may`,
      )
    if (choice.says === 'save' && role !== undefined && !hasRight(role, 'change-policy'))
      return refusal('approval.role', `${id} is ${role} and may not change the settings: owner and admin may`)
    if (terms.ownAgent === 'forbidden' && this.#isOwn(question, answerer, people))
      return refusal(
        'approval.own-agent',
        `for all that is known it is the agent of ${id}: somebody else has to approve it`,
      )
    return undefined
  }

  #isOwn(question: Question, { person, operates }: Answerer, people: People): boolean {
    const { userOf, login } = this.#options
    const user = userOf(question.session)
    // Nobody knows whose it is, or who this is besides a name in a chat: it may be theirs.
    if (user === undefined || (person === undefined && !operates)) return true
    return person === undefined ? user === login : people.find(user)?.id === person.id
  }

  /** Two people are two users: of two names that nobody has joined to one, nobody can say so. */
  async #second(question: Question, answer: Answer, { id, person }: Answerer, people: People): Promise<MayAnswer> {
    if (person === undefined)
      return refuse('approval.role', `two users have to approve this, and ${id} is no user: see \`portcullis users\``)
    const { store, now } = this.#options
    const yes = { question: question.id, session: question.session, shown: question.shown, by: id, at: now() }
    let first: string
    try {
      first = await store.firstYes(yes)
      // Whoever said it may not approve any more: it is as if nobody had.
      if (first !== id && !people.may(first, 'approve')) first = await store.firstYes({ ...yes, instead: first })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return refuse('approval.needs-second', `whether somebody has approved it already cannot be known: ${message}`)
    }
    if (first === id || !people.may(first, 'approve'))
      return refuse('approval.needs-second', `the yes of ${id} is noted: a second user has to approve it, too`)
    // Two people agreed about this call, and about nothing that lasts longer.
    return { taken: { ...answer, by: `${first} and ${id}`, choice: { says: 'once' } } }
  }
}

/** Whether an agent's own prompt, which whoever runs the agent answers, is enough for this. */
export function ownPromptCounts(
  why: readonly Reason[],
  user: string | undefined,
  people: People,
  { approvals }: Pick<Policy, 'approvals'>,
): boolean {
  if (approvals?.ownAgent === 'forbidden' || needsTwo(why, approvals ?? {})) return false
  if (people.none) return !isListed(why, approvals ?? {})
  const person = user === undefined ? undefined : people.find(user)
  if (person === undefined || person.disabled || !hasRight(person.role, 'approve')) return false
  return person.role === 'owner' || rolesFor(why, approvals ?? {}).includes(person.role)
}

function refusedAnswerer({ id, role, person }: Answerer, people: People): AnswerRefusal | undefined {
  if (person?.disabled === true) return refusal('approval.role', `${id} is disabled`)
  if (people.none || hasRight(role, 'approve')) return undefined
  return refusal('approval.role', `${id} is ${role ?? 'no user'} and may not answer: ${allowed(APPROVING)} may`)
}

const APPROVING: readonly Role[] = ['owner', 'admin', 'approver']

/** The roles that every entry for one of these reasons names. */
function rolesFor(why: readonly Reason[], { who = {} }: Terms): readonly Role[] {
  const entries = Object.entries(who).filter(([pattern]) => why.some((reason) => fits(pattern, reason)))
  return APPROVING.filter((role) => role === 'owner' || entries.every(([, roles]) => roles.includes(role)))
}

function isListed(why: readonly Reason[], { who = {} }: Terms): boolean {
  return Object.keys(who).some((pattern) => why.some((reason) => fits(pattern, reason)))
}

function needsTwo(why: readonly Reason[], { twoPeople = [] }: Terms): boolean {
  return twoPeople.some((pattern) => why.some((reason) => fits(pattern, reason)))
}

function fits(pattern: string, { code, severity }: Reason): boolean {
  if (pattern === '*') return true
  if (pattern.startsWith('severity:')) return pattern === `severity:${severity}`
  return pattern.endsWith('.*') ? code.startsWith(pattern.slice(0, -1)) : code === pattern
}

function allowed(roles: readonly Role[]): string {
  return roles.join(', ')
}

type Code = 'approval.role' | 'approval.own-agent' | 'approval.needs-second'

function refusal(code: Code, message: string): AnswerRefusal {
  return { code, message }
}

function refuse(code: Code, message: string): MayAnswer {
  return { refused: refusal(code, message) }
}
