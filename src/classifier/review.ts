import { modeNow, rulesInForce } from '../checks/modes.ts'
import { showsAsks, type Subject } from '../checks/subject.ts'
import { BLOCK_CATEGORIES } from '../categories/index.ts'
import type { Policy } from '../policy/policy.ts'
import type { Grant, Turn } from '../session.ts'
import { allow, ask, deny, type Reason, type Ruling } from '../verdict.ts'
import { guardianReview } from './guardian-review.ts'
import type { GuardianAgent } from './guardian.ts'
import { projectInstructions } from './instructions.ts'
import type { ReviewAnswer, Reviewer, ReviewQuestion, UnavailableCause } from './reviewer.ts'
import { type Doubt, type Finding, findingsIn, isHard, rulebook, type RulebookAnswer } from './rulebook.ts'

/** What the review needs of a gate. */
export interface Reviewing {
  /** The second mind. Absent: what the rulebook cannot settle goes to a person. */
  readonly reviewer?: Reviewer | undefined
  /** Assesses what a person would decide, in the modes other than auto. */
  readonly guardian?: GuardianAgent | undefined
  /** A reviewer that cannot be reached denies; where this says false, it asks. Absent: closed. */
  readonly ironGateClosed?: (() => boolean) | undefined
  readonly policyFor: (cwd: string) => Policy
  /** Who would decide what a person has to; and who spends what a person approved, true for exactly one caller. */
  readonly approver?: {
    readonly who: (asked: { readonly interactive: boolean }, policy: Policy) => 'agent' | 'person' | 'nobody'
    readonly spend: (grant: Grant) => Promise<boolean>
  }
}

/** In the modes where a person answers every question, the rulebook only says what it knows. */
const PERSON_ANSWERS: Reason = {
  code: 'mode.ask',
  sentence: 'no rule allows this call, and in this mode a person decides',
  clearedBy: 'a person, an allow rule, or mode `auto`',
}

const NEVER_ABORTED = new AbortController().signal

/**
 * The review of what no rule and no fast path settled. Stage 0 decides what is certain: provably harmless is allowed,
 * hard harm is denied. About soft harm and what it cannot tell a model is asked, in auto mode and where there is one;
 * without, a person. In the other modes a person decides, and a guardian may speak first.
 */
export async function review(
  gate: Reviewing,
  subject: Subject,
  encoded: string,
  signal: AbortSignal = NEVER_ABORTED,
): Promise<Ruling> {
  const found = rulebook(subject)
  const ruling = byRulebook(subject, found)
  if (subject.mode !== 'auto')
    return gate.guardian === undefined ? ruling : guardianReview(gate.guardian, subject, ruling, signal)
  if (gate.reviewer === undefined || !needsModel(subject, ruling)) return ruling
  const asked = questionOf(subject, encoded, found)
  const approved = await approvedRetry(gate, subject)
  const answer = await gate.reviewer.review(
    approved === undefined ? asked : { ...asked, turns: [...asked.turns, approved] },
    signal,
  )
  return { ...byAnswer(gate, subject, answer, found, signal), usage: answer.usage }
}

/**
 * A person saw this very call denied and wants it to run: for one review that is the user's word. The turn quotes
 * nothing of the call, or the agent would speak in the user's place.
 */
async function approvedRetry(gate: Reviewing, { session, call }: Subject): Promise<Turn | undefined> {
  const grant = session.grants.find(({ scope, fingerprint }) => scope === 'call' && fingerprint === call.fingerprint)
  if (grant === undefined || grant.session !== session.id || gate.approver === undefined) return undefined
  session.grants.splice(session.grants.indexOf(grant), 1)
  return (await gate.approver.spend(grant)) ? { kind: 'user', text: APPROVED_RETRY } : undefined
}

const APPROVED_RETRY =
  'I have seen that the next action was blocked. I looked at exactly this action, and I ask for it: run it, once.'

function byAnswer(
  gate: Reviewing,
  subject: Subject,
  answer: ReviewAnswer,
  found: RulebookAnswer,
  signal: AbortSignal,
): Ruling {
  if (signal.aborted) return unavailable('aborted', 'the call was given up while it was reviewed', 'closed')
  return stale(gate, subject) ?? byModel(gate, subject, answer, found)
}

/** What a reviewer is told about a call. */
export function questionOf(
  subject: Subject,
  encoded: string,
  found: RulebookAnswer = rulebook(subject),
): ReviewQuestion {
  const { session } = subject
  return {
    session: session.id,
    call: subject.call.id,
    turns: session.turns,
    action: { tool: subject.call.tool, encoded },
    autoMode: subject.policy.autoMode,
    instructions: projectInstructions(subject),
    noted: found.says === 'harm' ? found.finds.map((find) => find.category.code) : [],
    ...(session.model === undefined ? {} : { sessionModel: session.model }),
  }
}

/** Without a model: stage 0, and a person for the rest. */
function byRulebook(subject: Subject, answer: RulebookAnswer): Ruling {
  if (subject.mode !== 'auto') return ask(PERSON_ANSWERS, ...(answer.says === 'harm' ? answer.finds.map(reasonOf) : []))
  switch (answer.says) {
    case 'harmless':
      return allow('rulebook.harmless', 'every deed of it is known, and none is harmful')
    case 'harm': {
      const [first, ...others] = answer.finds
      const because = [reasonOf(first), ...others.map(reasonOf)] as const
      return isHard(first) ? deny(...because) : ask(...because)
    }
    case 'cannot-tell': {
      const [first, ...others] = answer.because
      return ask(doubtful(first), ...others.map(doubtful))
    }
  }
}

/**
 * What stage 0 would ask a person. And every delegated task: inside the other agent these words will be the user's, so
 * they are judged here, where it is known what the user really said.
 */
function needsModel(subject: Subject, ruling: Ruling): boolean {
  return (
    ruling.says === 'ask' ||
    (ruling.says === 'allow' && subject.actions.some((action) => action.does === 'spawn-agent'))
  )
}

function byModel(gate: Reviewing, subject: Subject, answer: ReviewAnswer, found: RulebookAnswer): Ruling {
  switch (answer.outcome) {
    case 'allow':
      if (answer.block !== false) return unavailable('malformed', 'the reviewer contradicts itself', 'closed')
      return allow(
        'review.no-block',
        `the reviewer looked at it (stage \`${answer.stage}\`) and found nothing to block`,
      )
    case 'block':
      return deny(...blocked(answer, found))
    case 'unavailable':
      return unavailable(answer.cause, answer.message, gate.ironGateClosed?.() === false ? 'open' : 'closed')
    case 'too-long':
      return tooLong(gate, subject)
  }
}

/** The model's reason with the rule it names; the rulebook's own evidence when it found the same. */
function blocked(
  answer: Extract<ReviewAnswer, { outcome: 'block' }>,
  found: RulebookAnswer,
): readonly [Reason, ...Reason[]] {
  const category = BLOCK_CATEGORIES.find(({ code }) => code === answer.rule)
  const hard = category?.severity === 'hard' || answer.rule?.startsWith('custom.hard-deny') === true
  const clearedBy = category?.clearedBy ?? 'the user asking for exactly this, or an allow rule'
  const reason: Reason = {
    code: answer.rule ?? 'review.block',
    sentence: `the reviewer blocks it: \`${answer.reason.replaceAll('`', "'") || 'no reason given'}\``,
    severity: hard ? 'hard' : 'soft',
    ...(hard ? {} : { clearedBy }),
  }
  const same = found.says === 'harm' ? found.finds.filter((find) => find.category.code === answer.rule) : []
  return [reason, ...same.map(reasonOf)]
}

/** Causes that a person may stand in for where the iron gate is open. An answer that cannot be read is not one. */
const MAY_ASK: ReadonlySet<UnavailableCause> = new Set<UnavailableCause>([
  'timeout',
  'rate-limited',
  'quota',
  'overloaded',
  'connection',
  'misconfigured',
  'refusal',
  'breaker',
])

/** No verdict. Money that is spent means ask, whatever the gate is made of; the user chose that limit to be asked. */
function unavailable(cause: UnavailableCause, message: string, ironGate: 'open' | 'closed'): Ruling {
  const reason: Reason = {
    code: `review.unavailable.${cause}`,
    sentence: `the reviewer gave no verdict: \`${message}\``,
    clearedBy: 'trying again later, a person, or an allow rule',
  }
  return cause === 'budget' || (ironGate === 'open' && MAY_ASK.has(cause)) ? ask(reason) : deny(reason)
}

/** The transcript only grows: without a person this session cannot go on. */
function tooLong(gate: Reviewing, subject: Subject): Ruling {
  const because: readonly [Reason] = [
    {
      code: 'review.too-long',
      sentence: 'the session is too long for the reviewer to read',
      clearedBy: 'a person, or a new session',
    },
  ]
  const interactive = showsAsks(subject)
  const isAnyoneThere = gate.approver ? gate.approver.who({ interactive }, subject.policy) !== 'nobody' : interactive
  return isAnyoneThere ? ask(...because) : { says: 'deny', because, stopAgent: true }
}

/** An answer to a question that is no longer asked: the mode, the rules or the session changed in the meantime. */
function stale(gate: Reviewing, subject: Subject): Ruling | undefined {
  const { session, call } = subject
  const policy = gate.policyFor(call.cwd)
  const mode = modeNow(subject, policy)
  const unchanged =
    mode === subject.mode && rulesInForce(policy, mode).digest === subject.policy.digest && policy.problems.length === 0
  if (unchanged && session.ended !== true) return undefined
  const reason: Reason = {
    code: 'review.stale',
    sentence: 'the mode, the rules or the session changed while this was reviewed',
    clearedBy: 'a person, or asking again',
  }
  return session.ended === true || mode === 'dontAsk' || policy.problems.length > 0 ? deny(reason) : ask(reason)
}

/** Says that no verdict was reached: such a deny is nobody's judgement and is not counted as one. */
export function isNoVerdict(reason: Reason): boolean {
  return /^review\.(?:unavailable\.|too-long$|stale$)|^guardian\.unavailable$/.test(reason.code)
}

/** The hard harm in a call, if there is any: what no person is asked about. */
export function hardHarm(subject: Subject): Reason | undefined {
  const found = findingsIn(subject).find(isHard)
  return found && reasonOf(found)
}

function doubtful({ text, because, clearedBy }: Doubt): Reason {
  return {
    code: 'rulebook.cannot-tell',
    sentence: `${because}: \`${text}\``,
    clearedBy: clearedBy ?? 'a person who looks at it, or a rule that allows it',
  }
}

function reasonOf({ category, evidence }: Finding): Reason {
  const detail = evidence.detail ? `: ${evidence.detail}` : ''
  return {
    code: category.code,
    sentence: `${category.title}${detail}: \`${evidence.quote}\``,
    clearedBy: category.clearedBy,
    severity: evidence.severity ?? category.severity,
  }
}
