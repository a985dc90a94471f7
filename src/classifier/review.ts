import { modeNow, rulesInForce } from '../checks/modes.ts'
import { namedLimit } from '../checks/named-limits.ts'
import { showsAsks, type Subject } from '../checks/subject.ts'
import { namedByUser } from '../checks/user-names.ts'
import { BLOCK_CATEGORIES } from '../categories/index.ts'
import { type Doubt, findingReason, isHard, rulebook, type RulebookAnswer } from '../categories/rulebook.ts'
import { graded, severityOf } from '../categories/severity.ts'
import type { Severities } from '../call/severities.ts'
import { showPlace } from '../call/place.ts'
import type { Policy } from '../policy/policy.ts'
import type { Grant, Turn } from '../session.ts'
import { allow, ask, deny, type Reason, type Ruling } from '../verdict.ts'
import type { Guardian } from './guardian.ts'
import { projectInstructions } from './instructions.ts'
import { type Limit, limitReason, limitsOn } from '../checks/limits.ts'
import { remarksOf } from './remarks.ts'
import type { ReviewAnswer, Reviewer, ReviewQuestion, UnavailableCause } from './reviewer.ts'
import { limitReached, MAX_UNREADABLE, unreadableInARow, unreadableReason } from './unreadable.ts'
import { behindWalls, type Containing } from './walls.ts'

/** What the review needs of a gate. */
export interface Reviewing extends Containing {
  /** The second mind. Absent: what the rulebook cannot settle goes to a person. */
  readonly reviewer?: Reviewer | undefined
  /** Assesses what no rule denies, before anything allows it. */
  readonly guardian?: Guardian | undefined
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
 * hard harm is denied. The user's own words decide what they name exactly. What it cannot tell is tried behind walls where
 * that can be done; about the rest, and about soft harm, a model is asked, in auto mode and where there is one; without, a
 * person. The settings may put the model before the walls. In the other modes a person decides, and in `acceptEdits` what
 * is only not understood is tried behind walls, too.
 */
export async function review(
  gate: Reviewing,
  subject: Subject,
  encoded: string,
  signal: AbortSignal = NEVER_ABORTED,
): Promise<Ruling> {
  const found = rulebook(subject)
  const limits = limitsOn(subject)
  const ruling = heldByWords(byRulebook(subject, found), limits, gate.reviewer)
  const outcome = limits.length === 0 && found.says === 'cannot-tell' ? tried(gate, subject, found.because) : undefined
  const walls = outcome !== undefined && 'says' in outcome ? outcome : undefined
  const unfit = outcome !== undefined && 'unfit' in outcome ? [outcome.unfit] : []
  /** Whoever is asked is told why it was not tried. */
  const asks = (one: Ruling): Ruling => (one.says === 'ask' ? { ...one, because: [...one.because, ...unfit] } : one)
  if (subject.mode !== 'auto') return walls ?? asks(ruling)
  const words = (ruling.says === 'deny' ? undefined : namedLimit(subject)) ?? namedByUser(subject)
  if (words !== undefined) return words
  const modelFirst = subject.policy.containmentOrder === 'model-first' && gate.reviewer !== undefined
  if (walls !== undefined && !modelFirst) return walls
  if (gate.reviewer === undefined || !needsModel(subject, ruling)) return asks(ruling)
  const asked = questionOf(subject, encoded, found)
  const approved = await approvedRetry(gate, subject)
  const answer = await gate.reviewer.review(
    approved === undefined ? asked : { ...asked, turns: [...asked.turns, approved] },
    signal,
  )
  const said = byAnswer(gate, subject, answer, found, signal)
  return {
    ...(said.says === 'ask' && said.because[0]?.code !== 'review.stale' ? (walls ?? asks(said)) : said),
    usage: answer.usage,
  }
}

function tried(
  gate: Reviewing,
  subject: Subject,
  doubts: readonly [Doubt, ...Doubt[]],
): ReturnType<typeof behindWalls> {
  const [first, ...others] = doubts
  return behindWalls(gate, subject, doubts, [doubtful(first), ...others.map(doubtful)])
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
  if (signal.aborted) return unavailable('aborted', 'the call was abandoned while it was reviewed', 'closed')
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
    noted: remarksOf(found, limitsOn(subject)),
    ...(session.model === undefined ? {} : { sessionModel: session.model }),
  }
}

/**
 * While a limit in words holds, stage 0 proves nothing about a call that changes something: the words are read by the
 * model, or by a person who is shown them.
 */
function heldByWords(ruling: Ruling, limits: readonly Limit[], reviewer: Reviewer | undefined): Ruling {
  const [first, ...others] = limits.toReversed()
  if (first === undefined || ruling.says === 'deny') return ruling
  const reason = limitReason([first, ...others], reviewer === undefined ? 'none' : 'there')
  return ruling.says === 'allow' ? ask(reason) : { ...ruling, because: [...ruling.because, reason] }
}

/** A script that is not there runs nothing, and whoever reads the verdict should know that this is why. */
function harmlessSentence({ actions }: Subject): string {
  const missing = actions.flatMap((action) =>
    action.does === 'run-code' && action.origin === 'missing-file' && action.place ? [showPlace(action.place)] : [],
  )
  const note = missing.length === 0 ? '' : ` (\`${missing[0]}\` does not exist, so nothing of it runs)`
  return `harmless: every action is recognized${note}`
}

/** Without a model: stage 0, and a person for the rest. */
function byRulebook(subject: Subject, answer: RulebookAnswer): Ruling {
  if (subject.mode !== 'auto')
    return ask(PERSON_ANSWERS, ...(answer.says === 'harm' ? answer.finds.map(findingReason) : []))
  switch (answer.says) {
    case 'harmless':
      return allow('rulebook.harmless', harmlessSentence(subject))
    case 'harm': {
      const [first, ...others] = answer.finds
      const because = [findingReason(first), ...others.map(findingReason)] as const
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
      return deny(...blocked(answer, found, subject.severities))
    case 'unavailable':
      return unavailable(answer.cause, answer.message, ironGate(gate))
    case 'unreadable':
      return unreadable(gate, subject, answer)
    case 'too-long':
      return tooLong(gate, subject, answer.message)
  }
}

/**
 * An answer that nobody can read blocks, and is nobody's judgement. A model that keeps answering so would hold the
 * session for ever: after a few in a row, or at once where the iron gate is open, a person decides; with nobody there
 * the agent stops.
 */
function unreadable(
  gate: Reviewing,
  subject: Subject,
  answer: Extract<ReviewAnswer, { outcome: 'unreadable' }>,
): Ruling {
  const reason = unreadableReason(answer)
  const count = unreadableInARow(subject.session.turns) + 1
  if (count < MAX_UNREADABLE) return ironGate(gate) === 'open' ? ask(reason) : deny(reason)
  const because = [reason, limitReached(count)] as const
  return isAnyoneThere(gate, subject) ? ask(...because) : { says: 'deny', because, stopAgent: true }
}

function ironGate(gate: Reviewing): 'open' | 'closed' {
  return gate.ironGateClosed?.() === false ? 'open' : 'closed'
}

/** The model's reason with the rule it names; the rulebook's own evidence when it found the same. */
function blocked(
  answer: Extract<ReviewAnswer, { outcome: 'block' }>,
  found: RulebookAnswer,
  severities: Severities | undefined,
): readonly [Reason, ...Reason[]] {
  const category = BLOCK_CATEGORIES.find(({ code }) => code === answer.rule)
  const own = category === undefined ? undefined : severityOf(category, graded({ quote: '' }, category, severities))
  const hard = own === 'hard' || answer.rule?.startsWith('custom.hard-deny') === true
  const clearedBy = category?.clearedBy ?? 'the user asking for exactly this, or an allow rule'
  const reason: Reason = {
    code: answer.rule ?? 'review.block',
    sentence: `the reviewer blocks it: \`${answer.reason.replaceAll('`', "'") || 'no reason given'}\``,
    severity: hard ? 'hard' : 'soft',
    ...(hard ? {} : { clearedBy }),
  }
  const same = found.says === 'harm' ? found.finds.filter((find) => find.category.code === answer.rule) : []
  return [reason, ...same.map(findingReason)]
}

/** Causes that a person may stand in for where the iron gate is open. */
const MAY_ASK: ReadonlySet<UnavailableCause> = new Set<UnavailableCause>([
  'timeout',
  'rate-limited',
  'quota',
  'overloaded',
  'connection',
  'misconfigured',
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
function tooLong(gate: Reviewing, subject: Subject, message: string | undefined): Ruling {
  const because: readonly [Reason] = [
    {
      code: 'review.too-long',
      sentence: `the session is too long for the reviewer to read${message === undefined ? '' : `: ${message}`}`,
      clearedBy: 'a person, or a new session',
    },
  ]
  return isAnyoneThere(gate, subject) ? ask(...because) : { says: 'deny', because, stopAgent: true }
}

function isAnyoneThere(gate: Reviewing, subject: Subject): boolean {
  const interactive = showsAsks(subject)
  return gate.approver ? gate.approver.who({ interactive }, subject.policy) !== 'nobody' : interactive
}

/** An answer to a question that is no longer asked: the mode, the rules or the session changed in the meantime. */
export function stale(gate: Reviewing, subject: Subject): Ruling | undefined {
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
  return /^review\.(?:unavailable\.|unreadable\.|too-long$|stale$)|^guardian\.unavailable$/.test(reason.code)
}

function doubtful({ text, because, clearedBy }: Doubt): Reason {
  return {
    code: 'rulebook.cannot-tell',
    sentence: `${because}: \`${text}\``,
    clearedBy: clearedBy ?? 'a person who looks at it, or a rule that allows it',
  }
}
