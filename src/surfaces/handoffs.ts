import { modeInForce } from '../checks/modes.ts'
import { within } from '../classifier/deadlines.ts'
import { type Handoff, reviewHandoff, unreviewed } from '../classifier/handoff.ts'
import type { BroughtBack, Returned } from '../classifier/returned.ts'
import { returnedWith } from '../classifier/returned.ts'
import type { Gate } from '../gate.ts'
import type { AuditEvent, AuditLogger } from '../journal/audit-logger.ts'
import type { Session, Turn } from '../session.ts'

/** Below the patience of every agent with a hook that is only told something: thirty seconds. */
export const HANDOFF_PATIENCE = 20_000

const NEVER_ABORTED = new AbortController().signal

export interface HandoffOptions {
  /** The turns of a session that a sub-agent had to itself. */
  readonly turnsOf: (session: string) => Promise<readonly Turn[] | undefined>
  readonly signal?: AbortSignal
  readonly patience?: number
  /** Where it is told how the review ended. */
  readonly audit?: Pick<AuditLogger, 'note'> | undefined
}

/** Whether anything is said about this session's sub-agents: in auto mode. Without a reviewer that is what is said. */
export function reviewsHandoffs(gate: Pick<Gate, 'policyFor'>, session: Session): boolean {
  return modeInForce(session.mode, policyOf(gate)) === 'auto'
}

/**
 * A result is back. When a sub-agent came back with it, all that the sub-agent did is reviewed; what is to be said
 * before its report is returned, '' when nothing is. Never rejects for want of a reviewer: then that is what is said.
 * The session remembers that it was looked at.
 */
export async function noteBefore(
  gate: Pick<Gate, 'reviewer' | 'policyFor'>,
  session: Session,
  result: BroughtBack,
  options: HandoffOptions,
): Promise<string> {
  if (!reviewsHandoffs(gate, session)) return ''
  const back = returnedWith(session.turns, result)
  const handoffs = await Promise.all(back.map((one) => reviewOne(gate, session, one, options)))
  for (const { id } of back) session.turns.push({ kind: 'subagent', id, what: 'looked at' })
  await Promise.all(back.map(({ id }, index) => options.audit?.note(handoffEvent(session, id, handoffs[index]!))))
  return [...new Set(handoffs.map(({ note }) => note))].filter((note) => note !== '').join('\n')
}

/** A warning is not silent anywhere: neither to the agent nor in the log. */
function handoffEvent(session: Session, subagent: string, handoff: Handoff): AuditEvent {
  return {
    type: 'guardian_review',
    severity: handoff.says === 'clean' ? 'info' : 'warn',
    session: session.id,
    ...(session.user === undefined ? {} : { user: session.user }),
    code: `handoff.${handoff.says}`,
    details: {
      subagent,
      note: handoff.note,
      ...(handoff.says === 'warning' && handoff.rule !== undefined ? { rule: handoff.rule } : {}),
    },
  }
}

async function reviewOne(
  gate: Pick<Gate, 'reviewer' | 'policyFor'>,
  session: Session,
  back: Returned,
  options: HandoffOptions,
): Promise<Handoff> {
  const did = back.did === 'elsewhere' ? await options.turnsOf(back.id).catch(() => undefined) : back.did
  if (did === 'not told') return unreviewed('the agent does not say which calls were its own')
  if (did === undefined) return unreviewed('what it did is not known')
  const turns = did.filter((turn) => turn.kind === 'call')
  if (turns.length === 0) return { says: 'clean', note: '' }
  const history = {
    session: session.id,
    userTurns: session.turns.filter((turn) => turn.kind === 'user'),
    task: back.task,
    turns,
    autoMode: policyOf(gate).autoMode,
    ...(session.model === undefined ? {} : { sessionModel: session.model }),
  }
  const ended = await within(options.patience ?? HANDOFF_PATIENCE, options.signal ?? NEVER_ABORTED, (signal) =>
    reviewHandoff(gate.reviewer, history, signal),
  )
  switch (ended.ended) {
    case 'done':
      return ended.value
    case 'late':
      return unreviewed('the reviewer did not answer in time')
    case 'aborted':
      return unreviewed('it was given up')
  }
}

/** What the reviewer is told never comes from a project, so it is read where there is none. */
function policyOf(gate: Pick<Gate, 'policyFor'>): ReturnType<Gate['policyFor']> {
  return gate.policyFor('/')
}
