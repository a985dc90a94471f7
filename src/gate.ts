import { lookInto } from './call/recall.ts'
import type { ToolCall } from './call/tool-call.ts'
import { UnreadableInput } from './call/tools/tool.ts'
import type { World } from './call/world.ts'
import { fastPaths } from './checks/fast-paths.ts'
import { firewall } from './checks/firewall.ts'
import { granted } from './checks/grants.ts'
import { modeInForce, rulesInForce, settleByMode } from './checks/modes.ts'
import { rules } from './checks/steps.ts'
import type { Subject } from './checks/subject.ts'
import { countDenials } from './classifier/denials.ts'
import { review, type Reviewing } from './classifier/review.ts'
import { turnOf } from './classifier/turn.ts'
import type { Approver } from './humans/approver.ts'
import { type Asking, askPerson, decider, heldBack, stoppedSession } from './humans/ask-person.ts'
import { type Journal, JournalFailure } from './journal/journal.ts'
import type { Policy } from './policy/policy.ts'
import { rememberAllowed, type Session } from './session.ts'
import { deny, GivenUp, type Reason, type Ruling, Story, type Verdict } from './verdict.ts'

/** What a gate is made of. `surfaces/compose.ts` puts a real one together. */
export interface Gate extends Reviewing, Asking {
  readonly world: World
  readonly approver?: Approver
  /** The policy for a working directory, merged from every settings file. */
  readonly policyFor: (cwd: string) => Policy
  /** Who may ask, and how often. */
  readonly admit: (call: ToolCall, session: Session) => Ruling | undefined
  readonly journal: Journal
  /** Resolves when what the session knows is durable. Left out: whoever holds the session sees to that. */
  readonly keep?: (session: Session) => Promise<void>
  /** Microseconds, never running backwards. */
  readonly clock: () => number
}

/**
 * The life of a tool call, top to bottom. Never throws: every failure is a deny with a code. The signal gives the call
 * up: what is still being asked is not waited for, and the call is denied.
 */
export async function judge(gate: Gate, call: ToolCall, session: Session, signal?: AbortSignal): Promise<Verdict> {
  const story = new Story(gate.clock)
  try {
    const policy = gate.policyFor(call.cwd)
    const seen = lookAt(gate, call, session, policy)
    const { subject, encoded } = seen
    story.actions = subject.actions

    const ruling =
      story.tell('admission', stoppedSession(session) ?? gate.admit(call, session) ?? soundPolicy(policy)) ??
      story.tell('firewall', firewall(subject)) ??
      story.tell('rules', rules(subject)) ?? //            deny · ask · the tool's own check · bypass · allow
      story.hear('humans', granted(subject)) ?? //         what a person allowed for this session
      story.tell('mode', settleByMode(subject)) ?? //      dontAsk · plan · acceptEdits; auto goes on
      story.tell('fast paths', fastPaths(subject, encoded)) ??
      story.tell('review', await review(gate, subject, encoded, signal)) ??
      nobodySpoke

    const person = decider(gate, session, policy) === 'nobody' ? 'not there' : 'there'
    const counted = countDenials(session, story, heldBack(session, ruling), person)
    const settled =
      counted.says === 'ask'
        ? (story.tell('humans', await askPerson(gate, subject, counted, signal)) ?? counted)
        : counted
    return await remember(gate, seen, story.end(settled, call.fingerprint), signal)
  } catch (error) {
    return refuse(story, call, error)
  }
}

type Seen = { readonly subject: Subject; readonly encoded: string }

/** Everything the checks look at, worked out once. */
export function lookAt(gate: Gate, call: ToolCall, session: Session, policy: Policy): Seen {
  const looked = lookInto(call, gate.world, policy, session)
  const { world, surroundings, tool, understanding, encoded } = looked
  const mode = modeInForce(session.mode, policy)
  const trusted = { hosts: policy.trustedHosts }
  const { actions } = understanding
  return {
    subject: {
      call,
      tool,
      understanding,
      actions,
      surroundings,
      world,
      session,
      trusted,
      policy: rulesInForce(policy, mode),
      mode,
    },
    encoded,
  }
}

/** A settings file that could not be read might have held the rule that denies this. */
function soundPolicy(policy: Policy): Ruling | undefined {
  const [problem] = policy.problems
  if (!problem) return undefined
  const key = problem.key === '' ? '' : `${problem.key}: `
  return deny({
    code: 'policy.broken',
    sentence: `settings could not be read, so nothing is allowed: \`${problem.file}:${problem.line}\`: ${key}${problem.message}`,
    clearedBy: 'mending that file',
  })
}

const nobodySpoke: Ruling = deny({ code: 'gate.silent', sentence: 'no layer of the gate spoke for this call' })

/** Nothing leaves before its record is durable, but a deny that cannot be written: it stays one, and is written later. */
async function remember(gate: Gate, seen: Seen, verdict: Verdict, signal?: AbortSignal): Promise<Verdict> {
  const { subject, encoded } = seen
  const { call, session, mode, policy } = subject
  const record = { call, verdict, mode, policyDigest: policy.digest, user: session.user }
  const { approver } = verdict
  const written = gate.journal.remember(approver === undefined ? record : { ...record, approver })
  if (verdict.decision === 'deny') {
    await written.catch(() => undefined)
    return verdict
  }
  // Learned before, so that record and session share one commit.
  const unlearn =
    verdict.decision === 'allow' &&
    rememberAllowed(session, turnOf(subject, encoded, verdict), subject.actions, (path) => gate.world.read(path))
  try {
    await Promise.all([written, gate.keep?.(session)])
    if (signal?.aborted || session.ended || session.stopped) throw new GivenUp('nobody waits for this call any more')
  } catch (error) {
    if (unlearn) unlearn()
    throw error
  }
  return verdict
}

function refuse(story: Story, call: ToolCall, error: unknown): Verdict {
  const reason = failure(error)
  const ruling = story.tell(error instanceof JournalFailure ? 'journal' : 'gate', deny(reason))!
  return story.end(ruling, call.fingerprint)
}

function failure(error: unknown): Reason {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof GivenUp) return { code: 'gate.given-up', sentence: message }
  if (error instanceof UnreadableInput)
    return { code: 'call.unreadable', sentence: `the call does not have the shape of its tool: ${message}` }
  if (error instanceof JournalFailure)
    return { code: error.code, sentence: `the record could not be made durable: ${message}` }
  return { code: 'gate.crashed', sentence: `the gate failed on this call, so it is refused: \`${message}\`` }
}
