import type { ToolCall } from './call/tool-call.ts'
import { callerLimits } from './checks/caller-limits.ts'
import { fastPaths } from './checks/fast-paths.ts'
import { firewall } from './checks/firewall.ts'
import { gateItself } from './checks/gate-itself.ts'
import { granted } from './checks/grants.ts'
import { look, PLAIN_TERMS, type Seen, type Terms } from './checks/look-at.ts'
import { settleByMode } from './checks/modes.ts'
import { soundPolicy } from './checks/sound-policy.ts'
import { forbids, permits } from './checks/steps.ts'
import { taint } from './checks/taint.ts'
import { heedTeam, type Teamed } from './checks/team.ts'
import { type Clocks, LATE, WorkingTime } from './checks/working-time.ts'
import { countDenials } from './classifier/denials.ts'
import { guarded } from './classifier/guardian-review.ts'
import type { IncomingReader } from './classifier/incoming-reader.ts'
import { review, type Reviewing } from './classifier/review.ts'
import { alreadyContained, withTicket } from './classifier/walls.ts'
import type { Approver } from './humans/approver.ts'
import { type Asking, askPerson, decider, heldBack, stoppedSession } from './humans/ask-person.ts'
import { nameRules } from './humans/name-rules.ts'
import type { Policy } from './policy/policy.ts'
import { type About, type Recording, refuse, remember, turnAway } from './recording.ts'
import type { Session } from './session.ts'
import { deny, GivenUp, type Ruling, Trace, type Verdict } from './verdict.ts'

/** What a gate is made of. `surfaces/compose.ts` puts a real one together. */
export interface Gate extends Reviewing, Asking, Clocks, Recording, Teamed {
  readonly approver?: Approver
  /** Reads what comes in where the scanner is in doubt. Absent: nobody does. */
  readonly reader?: IncomingReader | undefined
  /** The policy for a working directory, merged from every settings file. */
  readonly policyFor: (cwd: string) => Policy
  /** Who may ask, and how often. A deny ends the call; an ask holds back what would be allowed. */
  readonly admit: (call: ToolCall, session: Session) => Ruling | undefined | Promise<Ruling | undefined>
}

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
  const trace = new Trace(gate.clock)
  const time = new WorkingTime(gate, terms.caller.deadline)
  const told = terms.caller.observed === true ? { told: 'nothing' as const } : {}
  let seen: Seen | undefined
  let about: About = { call, mode: session.mode, policyDigest: '', user: session.user, ...told }
  try {
    const policy = gate.policyFor(call.cwd)
    // Before anything of it is understood: what is refused here must cost nothing.
    const held = stoppedSession(session) ?? (await gate.admit(call, session))
    if (held?.says === 'deny') return await turnAway(gate, trace, held, { ...about, policyDigest: policy.digest })
    seen = await look(gate, call, session, policy, terms)
    const { subject, encoded } = seen
    trace.actions = subject.actions
    about = { ...about, mode: subject.mode, policyDigest: subject.policy.digest }

    const ruling =
      trace.record('admission', soundPolicy(policy)) ??
      trace.recordIfAny('review', await alreadyContained(gate, subject)) ?? // what stands in a call's place comes back
      trace.record('firewall', gateItself(subject) ?? firewall(subject)) ??
      (await guarded(gate, subject, trace, trace.recordIfAny('rules', forbids(subject)), terms.signal)) ?? // deny · ask · the tool's own check; the guardian
      trace.recordIfAny('taint', taint(subject)) ?? //            what a session that read both would send
      trace.record('rules', permits(subject)) ?? //          bypass · allow
      trace.recordIfAny('humans', granted(subject)) ?? //         what a person allowed for this session
      trace.record('mode', settleByMode(subject)) ?? //      dontAsk · plan · acceptEdits; auto goes on
      trace.record('fast paths', fastPaths(subject, encoded)) ??
      trace.record('review', await review(gate, subject, encoded, terms.signal)) ??
      nobodySpoke

    const person = decider(gate, subject) === 'nobody' ? 'not there' : 'there'
    const own = heldBack(session, trace, ruling, held)
    const heeded = trace.recordIfAny('team', await heedTeam(gate, subject, own, terms.signal)) ?? own // the stricter counts
    const answer = await withTicket(gate, subject, heeded)
    const counted = trace.withNotes(countDenials(session, trace, answer, person))
    const settled =
      counted.says === 'ask'
        ? (trace.record('humans', await time.without(() => askPerson(gate, subject, counted, terms.signal))) ?? counted)
        : counted
    const limited = nameRules(subject, callerLimits(settled, call, terms.caller))
    const last = limited.says === settled.says ? limited : trace.record('gate', limited)!
    const stillWanted = (): void => wanted(last, session, terms, time)
    stillWanted()
    return await remember(gate, seen, trace, last, about, stillWanted)
  } catch (error) {
    return refuse(gate, trace, about, givenUpBy(terms.signal) ?? error, seen)
  }
}

const nobodySpoke: Ruling = deny({ code: 'gate.silent', sentence: 'no layer of the gate decided this call' })
/** Throws when what is no deny would reach nobody, or come too late. */
function wanted({ says }: Ruling, session: Session, { signal }: Terms, time: WorkingTime): void {
  if (says === 'deny') return
  if (signal?.aborted || session.ended || session.stopped)
    throw givenUpBy(signal) ?? new GivenUp('the call was abandoned')
  if ((says === 'allow' || says === 'contain') && time.isLate()) throw new GivenUp(LATE)
}

/** Whoever gives a call up may say why. */
function givenUpBy(signal: AbortSignal | undefined): GivenUp | undefined {
  return signal?.reason instanceof GivenUp ? signal.reason : undefined
}
