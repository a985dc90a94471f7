import type { ToolCall } from './call/tool-call.ts'
import type { World } from './call/world.ts'
import { callerLimits } from './checks/caller-limits.ts'
import { fastPaths } from './checks/fast-paths.ts'
import { firewall } from './checks/firewall.ts'
import { gateItself } from './checks/gate-itself.ts'
import { granted } from './checks/grants.ts'
import { look, PLAIN_TERMS, type Seen, type Terms } from './checks/look-at.ts'
import { settleByMode } from './checks/modes.ts'
import { soundPolicy } from './checks/sound-policy.ts'
import { rules } from './checks/steps.ts'
import { type Clocks, LATE, WorkingTime } from './checks/working-time.ts'
import { countDenials } from './classifier/denials.ts'
import { review, type Reviewing } from './classifier/review.ts'
import { turnOf } from './classifier/turn.ts'
import type { Approver } from './humans/approver.ts'
import { type Asking, askPerson, decider, heldBack, stoppedSession } from './humans/ask-person.ts'
import { nameRules } from './humans/name-rules.ts'
import { failureReason } from './journal/failures.ts'
import { type DecisionRecord, type Journal, JournalFailure } from './journal/journal.ts'
import type { Policy } from './policy/policy.ts'
import { rememberAllowed, type Session } from './session.ts'
import { deny, GivenUp, type Ruling, Story, type Verdict } from './verdict.ts'

/** What a gate is made of. `surfaces/compose.ts` puts a real one together. */
export interface Gate extends Reviewing, Asking, Clocks {
  readonly world: World
  readonly approver?: Approver
  /** The policy for a working directory, merged from every settings file. */
  readonly policyFor: (cwd: string) => Policy
  /** Who may ask, and how often. */
  readonly admit: (call: ToolCall, session: Session) => Ruling | undefined
  readonly journal: Journal
  /** Resolves when what the session knows is durable. Left out: whoever holds the session sees to that. */
  readonly keep?: (session: Session) => Promise<void>
}

/** All of a record but the verdict. */
type About = Omit<DecisionRecord, 'verdict' | 'approver'>

/**
 * The life of a tool call, top to bottom. Never throws: every failure is a deny with a code. Nothing decides after it:
 * the last record of a call says what its caller is told.
 */
export async function judge(
  gate: Gate,
  call: ToolCall,
  session: Session,
  terms: Terms = PLAIN_TERMS,
): Promise<Verdict> {
  const story = new Story(gate.clock)
  const time = new WorkingTime(gate, terms.caller.deadline)
  const told = terms.caller.observed === true ? { told: 'nothing' as const } : {}
  let about: About = { call, mode: session.mode, policyDigest: '', user: session.user, ...told }
  try {
    const policy = gate.policyFor(call.cwd)
    const seen = await look(gate, call, session, policy, terms)
    const { subject, encoded } = seen
    story.actions = subject.actions
    about = { ...about, mode: subject.mode, policyDigest: subject.policy.digest }

    const ruling =
      story.tell('admission', stoppedSession(session) ?? gate.admit(call, session) ?? soundPolicy(policy)) ??
      story.tell('firewall', gateItself(subject) ?? firewall(subject)) ??
      story.tell('rules', rules(subject)) ?? //            deny · ask · the tool's own check · bypass · allow
      story.hear('humans', granted(subject)) ?? //         what a person allowed for this session
      story.tell('mode', settleByMode(subject)) ?? //      dontAsk · plan · acceptEdits; auto goes on
      story.tell('fast paths', fastPaths(subject, encoded)) ??
      story.tell('review', await review(gate, subject, encoded, terms.signal)) ??
      nobodySpoke

    const person = decider(gate, subject) === 'nobody' ? 'not there' : 'there'
    const counted = countDenials(session, story, heldBack(session, ruling), person)
    const settled =
      counted.says === 'ask'
        ? (story.tell('humans', await time.without(() => askPerson(gate, subject, counted, terms.signal))) ?? counted)
        : counted
    const limited = nameRules(subject, callerLimits(settled, call, terms.caller))
    const last = limited.says === settled.says ? limited : story.tell('gate', limited)!
    const stillWanted = (): void => wanted(last, session, terms, time)
    stillWanted()
    return await remember(gate, seen, story, last, about, stillWanted)
  } catch (error) {
    return refuse(gate, story, about, givenUpBy(terms.signal) ?? error)
  }
}

const nobodySpoke: Ruling = deny({ code: 'gate.silent', sentence: 'no layer of the gate spoke for this call' })

/** Throws when what is no deny would reach nobody, or come too late. */
function wanted({ says }: Ruling, session: Session, { signal }: Terms, time: WorkingTime): void {
  if (says === 'deny') return
  if (signal?.aborted || session.ended || session.stopped)
    throw givenUpBy(signal) ?? new GivenUp('nobody waits for this call any more')
  if (says === 'allow' && time.isLate()) throw new GivenUp(LATE)
}

/** Nothing leaves before its record is durable, but a deny that cannot be written: it stays a deny. */
async function remember(
  gate: Gate,
  { subject, encoded }: Seen,
  story: Story,
  ruling: Ruling,
  about: About,
  stillWanted: () => void,
): Promise<Verdict> {
  const { session } = subject
  const verdict = story.end(ruling, about.call.fingerprint)
  const { approver } = verdict
  const written = gate.journal.remember({ ...about, verdict, ...(approver === undefined ? {} : { approver }) })
  if (verdict.decision === 'deny') {
    await written.catch(() => undefined)
    return verdict
  }
  let unlearn: (() => void) | undefined
  try {
    // Learned before it is durable, so that record and session share one commit.
    if (verdict.decision === 'allow')
      unlearn = rememberAllowed(session, turnOf(subject, encoded, verdict), subject.actions, (path) =>
        gate.world.read(path),
      )
    await Promise.all([written, gate.keep?.(session)])
    stillWanted()
    return verdict
  } catch (error) {
    unlearn?.()
    return refuse(gate, story, { ...about, withdraws: verdict.decision }, error)
  }
}

/** The deny leaves when its record, which may take another one back, is durable; alone where nothing can be written. */
async function refuse(gate: Gate, story: Story, about: About, error: unknown): Promise<Verdict> {
  const ruling = story.tell(error instanceof JournalFailure ? 'journal' : 'gate', deny(failureReason(error)))!
  const verdict = story.end(ruling, about.call.fingerprint)
  const written = leaveBehind(gate.journal, { ...about, verdict })
  if (!(error instanceof JournalFailure)) await written
  return verdict
}

/** A deny stays one whether or not it can be recorded: the journal itself reports that it cannot be written. */
async function leaveBehind(journal: Journal, record: DecisionRecord): Promise<void> {
  try {
    await journal.remember(record)
  } catch {}
}

/** Whoever gives a call up may say why. */
function givenUpBy(signal: AbortSignal | undefined): GivenUp | undefined {
  return signal?.reason instanceof GivenUp ? signal.reason : undefined
}
