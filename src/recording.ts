import type { World } from './call/world.ts'
import type { Seen } from './checks/look-at.ts'
import type { Subject } from './checks/subject.ts'
import { marksOfCall } from './checks/taint.ts'
import { spendWords } from './checks/user-names.ts'
import { turnOf } from './classifier/turn.ts'
import { failureReason } from './journal/failures.ts'
import { type DecisionRecord, type Journal, JournalFailure } from './journal/journal.ts'
import { type CallTurn, doubtWritten, markSession, rememberAllowed, rememberCall, type Session } from './session.ts'
import { deny, type Ruling, type Trace, type Verdict } from './verdict.ts'

/** What it takes to record a verdict before it leaves. */
export interface Recording {
  readonly world: World
  readonly journal: Journal
  /** Resolves when what the session knows is durable. Left out: whoever holds the session sees to that. */
  readonly keep?: (session: Session) => Promise<void>
}

/** All of a record but the verdict. */
export type About = Omit<DecisionRecord, 'verdict' | 'approver'>

/**
 * Nothing leaves before its record is durable, but a deny that cannot be written: it stays a deny. What the session
 * counts and knows is durable by then, too: a denial that was told and not counted would be one more try.
 */
export async function remember(
  gate: Recording,
  seen: Seen,
  trace: Trace,
  ruling: Ruling,
  about: About,
  stillWanted: () => void,
): Promise<Verdict> {
  const { subject, encoded } = seen
  const { session } = subject
  const verdict = trace.end(ruling, about.call.fingerprint)
  const { approver } = verdict
  const written = gate.journal.remember({ ...about, verdict, ...(approver === undefined ? {} : { approver }) })
  if (verdict.decision === 'deny') {
    rememberOther(seen, verdict, about)
    await Promise.allSettled([written, gate.keep?.(session)])
    return verdict
  }
  let unlearn: (() => void) | undefined
  try {
    // Learned before it is durable, so that record and session share one commit.
    unlearn =
      verdict.decision === 'allow'
        ? learn(gate, subject, { ...turnOf(subject, encoded, verdict), ...spentBy(subject, verdict) })
        : rememberOther(seen, verdict, about)
    await Promise.all([written, gate.keep?.(session)])
    stillWanted()
    return verdict
  } catch (error) {
    unlearn?.()
    return refuse(gate, trace, { ...about, withdraws: verdict.decision }, error, seen)
  }
}

/** A call that is refused before anything of it is understood. Its record says so; the deny does not depend on it. */
export async function turnAway(gate: Recording, trace: Trace, ruling: Ruling, about: About): Promise<Verdict> {
  trace.record('admission', ruling)
  const verdict = trace.end(ruling, about.call.fingerprint)
  await leaveBehind(gate.journal, { ...about, verdict })
  return verdict
}

/** A call that is not allowed, with what became of it. Where the agent is told nothing, it runs all the same. */
function rememberOther({ subject, encoded }: Seen, verdict: Verdict, about: About): () => void {
  const { outcome, ...turn } = turnOf(subject, encoded, verdict)
  if (verdict.decision === 'ask') doubtWritten(subject.session, subject.actions)
  return rememberCall(subject.session, about.told === 'nothing' || outcome === undefined ? turn : { ...turn, outcome })
}

/** Checked again where it is remembered: of two calls at once only one spends the user's words. */
function spentBy(subject: Subject, { because }: Verdict): Pick<CallTurn, 'spent'> {
  return because.some(({ code }) => code === 'user.named') ? { spent: spendWords(subject) } : {}
}

/** What ran, and what it lets into the session. */
function learn(gate: Recording, subject: Subject, turn: CallTurn): () => void {
  const forget = rememberAllowed(subject.session, turn, subject.actions, (path) => gate.world.read(path))
  const unmark = markSession(subject.session, marksOfCall(subject))
  return () => {
    unmark()
    forget()
  }
}

/** The deny leaves when its record, which may take another one back, is durable; alone where nothing can be written. */
export async function refuse(
  gate: Recording,
  trace: Trace,
  about: About,
  error: unknown,
  seen?: Seen,
): Promise<Verdict> {
  const ruling = trace.record(error instanceof JournalFailure ? 'journal' : 'gate', deny(failureReason(error)))!
  const verdict = trace.end(ruling, about.call.fingerprint)
  if (seen !== undefined) rememberOther(seen, verdict, about)
  const written = leaveBehind(gate.journal, { ...about, verdict })
  const kept = seen === undefined ? undefined : gate.keep?.(seen.subject.session)
  const both = Promise.allSettled([written, kept])
  if (!(error instanceof JournalFailure)) await both
  return verdict
}

/** A deny stays one whether or not it can be recorded: the journal itself reports that it cannot be written. */
async function leaveBehind(journal: Journal, record: DecisionRecord): Promise<void> {
  try {
    await journal.remember(record)
  } catch {}
}
