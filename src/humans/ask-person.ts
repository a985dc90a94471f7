import { ownCommand } from '../call/own-command.ts'
import { wouldRun } from '../checks/caller-limits.ts'
import { hardHarm } from '../categories/rulebook.ts'
import { granted } from '../checks/grants.ts'
import { modeNow, rulesInForce } from '../checks/modes.ts'
import { showsAsks, type Subject } from '../checks/subject.ts'
import { NO_PEOPLE, type People } from '../policy/people.ts'
import type { Policy } from '../policy/policy.ts'
import type { Session } from '../session.ts'
import { allow, ask, deny, GivenUp, type Reason, type Ruling, type Trace } from '../verdict.ts'
import type { Approver, Decider } from './approver.ts'
import { questionFor } from './questions/question-for-call.ts'
import type { Choice, Question, Settlement } from './questions/question.ts'
import { ownPromptCounts } from './who-may-answer.ts'

/** What asking needs of a gate. */
export interface Asking {
  /** Everybody who is known. Left out: nobody is named. */
  readonly people?: (policy: Pick<Policy, 'admission'>) => People
  /** Absent: only the agent's own prompt can ask. */
  readonly approver?: Approver
  readonly policyFor: (cwd: string) => Policy
}

/**
 * Who would decide what a person has to. Where whoever sits before the agent may not decide this, its own prompt is no way
 * to ask.
 */
export function decider(gate: Asking, subject: Subject, why: readonly Reason[] = []): Decider {
  const { session, policy } = subject
  const interactive =
    showsAsks(subject) && ownPromptCounts(why, session.user, gate.people?.(policy) ?? NO_PEOPLE, policy)
  return gate.approver?.who({ interactive }, subject.policy) ?? (interactive ? 'agent' : 'nobody')
}

/** A stopped session does nothing any more. */
export function stoppedSession(session: Session): Ruling | undefined {
  if (session.stopped !== true) return undefined
  return { ...deny(STOPPED), stopAgent: true }
}

/** A person decides what a paused session does. */
export function heldByPerson(session: Session): Ruling | undefined {
  return session.paused === true ? ask(PAUSED) : undefined
}

/** In a paused session a person decides what would be allowed; so where admission held the call back. */
export function heldBack(session: Session, trace: Trace, ruling: Ruling, held?: Ruling): Ruling {
  if (ruling.says !== 'allow' && ruling.says !== 'contain') return ruling
  if (session.paused === true) return ask(PAUSED, ...ruling.because)
  return held === undefined
    ? ruling
    : trace.record('admission', { ...held, because: [...held.because, ...ruling.because] })!
}

/**
 * A person decides: by what they granted before, or by answering now. Undefined leaves the question to the agent's own
 * prompt. Nobody there, no answer in time, anything that changed meanwhile: a deny.
 */
export async function askPerson(
  gate: Asking,
  subject: Subject,
  ruling: Ruling,
  signal?: AbortSignal,
): Promise<Ruling | undefined> {
  const before = granted(subject) ?? (await grantedOnce(gate, subject))
  if (before) return before
  switch (decider(gate, subject, ruling.because)) {
    case 'agent':
      return left(gate.approver, subject, ruling)
    case 'nobody':
      return unheard(ruling, nobody(gate, subject))
    case 'person':
      return answered(gate, gate.approver!, subject, ruling, signal)
  }
}

/** A person let exactly this call run once, when they were shown what it did behind walls. Spent by whoever is first. */
async function grantedOnce(gate: Asking, subject: Subject): Promise<Ruling | undefined> {
  const { session, call, mode } = subject
  const grant = session.grants.find(
    (each) => each.scope === 'once' && each.session === session.id && each.fingerprint === call.fingerprint,
  )
  if (grant === undefined || gate.approver === undefined || session.paused === true || mode === 'plan') return undefined
  session.grants.splice(session.grants.indexOf(grant), 1)
  if (hardHarm(subject) !== undefined || !(await gate.approver.spend(grant))) return undefined
  return {
    ...allow('person.approved', `${grant.by} let exactly this call run once, without walls`),
    approver: grant.by,
  }
}

/** The agent's own prompt asks. Where its answer is brought back here, the question is kept before anybody is shown it. */
async function left(approver: Approver | undefined, subject: Subject, ruling: Ruling): Promise<Ruling | undefined> {
  if (approver?.leave === undefined) return undefined
  const { now, timeoutMs } = approver.times(subject.policy)
  const question = questionFor(subject, ruling.because, subject.policy.digest, now, timeoutMs)
  const refusal = await approver.leave(question, subject.mode)
  if (refusal === undefined) return undefined
  const { code, message } = refusal
  return refused(ruling, { code, sentence: message, clearedBy: 'making the call again, under a new id' })
}

async function answered(
  gate: Asking,
  approver: Approver,
  subject: Subject,
  ruling: Ruling,
  signal: AbortSignal | undefined,
): Promise<Ruling> {
  const { now, timeoutMs } = approver.times(subject.policy)
  const question = questionFor(subject, ruling.because, subject.policy.digest, now, timeoutMs)
  const settlement = await approver.ask(question, signal)
  if (signal?.aborted) throw new GivenUp('the call was abandoned')
  if ('code' in settlement) return refused(ruling, { code: settlement.code, sentence: settlement.message })
  switch (settlement.how) {
    case 'expired':
      return refused(ruling, TIMEOUT)
    case 'withdrawn':
      return refused(ruling, {
        code: 'humans.withdrawn',
        sentence: `the question was withdrawn: \`${settlement.because}\``,
      })
    case 'answered':
      if (settlement.choice.says === 'deny')
        return { ...refused(ruling, no(settlement.choice)), approver: settlement.by }
      return changed(gate, subject, question) ?? (await yes(approver, subject, question, settlement))
  }
}

/** The answer was to this input, in this session, under these rules. If one of them is another now, it is no answer. */
function changed(gate: Asking, subject: Subject, question: Question): Ruling | undefined {
  const { session, call } = subject
  if (session.ended === true || session.stopped === true)
    return deny({ code: 'approval.session-ended', sentence: 'the session ended before the answer came' })
  const policy = gate.policyFor(call.cwd)
  const mode = modeNow(subject, policy)
  const same =
    mode === subject.mode &&
    policy.problems.length === 0 &&
    rulesInForce(policy, mode).digest === question.policyDigest &&
    call.fingerprint === question.fingerprint &&
    session.id === question.session
  return same
    ? undefined
    : deny({
        code: 'approval.policy-changed',
        sentence: 'the rules or the mode changed while a person was asked, so the answer no longer counts',
        clearedBy: 'trying again',
      })
}

async function yes(
  approver: Approver,
  subject: Subject,
  question: Question,
  settlement: Settlement & { how: 'answered' },
): Promise<Ruling> {
  const { session, call } = subject
  const { choice, by, channel } = settlement
  switch (choice.says) {
    case 'once':
    case 'uncontained':
    case 'deny':
      break
    case 'session':
      session.grants.push(
        await approver.keep({ session: session.id, scope: 'command', fingerprint: call.fingerprint, rule: '', by }),
      )
      break
    case 'rule':
      session.grants.push(
        await approver.keep({ session: session.id, scope: 'rule', fingerprint: '', rule: choice.rule, by }),
      )
      break
    case 'save':
      await approver.save(question, choice.rule)
      break
  }
  session.denials.consecutive = 0
  return { ...allow('person.approved', `${by} approved ${SCOPE[choice.says]} (${channel})`), approver: by }
}

const SCOPE: Readonly<Record<Choice['says'], string>> = {
  once: 'exactly this call',
  session: 'exactly this call, for the whole session',
  rule: 'it, with a rule for this session',
  save: 'it, with a rule for the settings',
  uncontained: 'exactly this call, without walls',
  deny: 'nothing',
}

function refused(question: Ruling, reason: Reason): Ruling {
  return { says: 'deny', because: [reason, ...question.because], ...(question.stopAgent ? { stopAgent: true } : {}) }
}

function nobody(gate: Asking, { caller, call }: Subject): Reason {
  if (caller.ask === 'runs') return wouldRun(call.agent)
  const cure = gate.approver?.nobodyThere
  if (cure !== undefined) return { ...NOBODY, clearedBy: cure }
  return gate.approver ? nobodyListens() : NOBODY
}

/** With nobody there to answer, a question is a no; what was asked comes first. */
function unheard(question: Ruling, reason: Reason): Ruling {
  return { ...refused(question, reason), because: [...question.because, reason] }
}

function no(choice: Choice & { says: 'deny' }): Reason {
  const said = choice.message?.trim().replaceAll('`', "'") ?? ''
  return {
    code: 'person.denied',
    sentence: said === '' ? 'a person denied it' : `a person denied it: \`${said}\``,
  }
}

const STOPPED: Reason = {
  code: 'session.stopped',
  sentence: 'a person stopped this session, so nothing of it is allowed',
}

const PAUSED: Reason = {
  code: 'session.paused',
  sentence: 'a person paused this session, so whatever it does is asked',
  clearedBy: 'a person who answers, or who lets the session go on',
}

const TIMEOUT: Reason = {
  code: 'humans.timeout',
  sentence: 'approval was requested, and no answer came in time',
  clearedBy: 'trying again when an approver is available, or a rule that allows it',
}

const NOBODY: Reason = {
  code: 'humans.nobody',
  sentence: 'this needs approval, and no approver is available',
  clearedBy: 'a person, or a rule that allows it',
}

const nobodyListens = (): Reason => ({
  ...NOBODY,
  clearedBy: `a person who runs \`${ownCommand('approve')}\` in a terminal and lets it be tried again, or a rule that allows it`,
})
