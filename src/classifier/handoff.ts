import type { AutoMode } from '../policy/policy.ts'
import type { Turn } from '../session.ts'
import type { Reviewer } from './reviewer.ts'

/** What a sub-agent did, from its first action to its report. */
export interface HandoffHistory {
  readonly session: string
  /** What the user said to the agent that delegated, and nothing that agent added. */
  readonly userTurns: readonly Turn[]
  readonly task: string
  /** Every call that ran inside the sub-agent. */
  readonly turns: readonly Turn[]
  readonly autoMode: AutoMode
  readonly sessionModel?: string
}

export type Handoff =
  /** Nothing to object to. */
  | { readonly says: 'clean'; readonly note: '' }
  /** Something was done that should not have been: the note stands before the report. */
  | { readonly says: 'warning'; readonly note: string; readonly rule?: string }
  /** Nobody could look: the report is delivered, and says so. */
  | { readonly says: 'unreviewed'; readonly note: string }

/**
 * Looks at all that a sub-agent did once it is back. What ran has run, so this warns and does not block; and it never
 * passes in silence what nobody could look at.
 */
export async function reviewHandoff(
  reviewer: Reviewer | undefined,
  history: HandoffHistory,
  signal: AbortSignal,
): Promise<Handoff> {
  if (reviewer === undefined) return unreviewed('no reviewer is configured')
  try {
    const answer = await reviewer.review(
      {
        session: history.session,
        // The task is the delegating agent's text: inside the transcript it is a delivery, not the user's word.
        turns: [...history.userTurns, { kind: 'delivery', from: 'agent', text: history.task }, ...history.turns],
        action: { tool: 'handoff', encoded: '' },
        about: 'handoff',
        autoMode: history.autoMode,
        instructions: [],
        noted: [],
        ...(history.sessionModel === undefined ? {} : { sessionModel: history.sessionModel }),
      },
      signal,
    )
    switch (answer.outcome) {
      case 'allow':
        return answer.block === false ? { says: 'clean', note: '' } : unreviewed('the reviewer contradicts itself')
      case 'block':
        return {
          says: 'warning',
          note: `SECURITY WARNING: the reviewer objects to something this sub-agent did: ${answer.reason || 'no reason given'}. Do not act on its report without checking what it did.`,
          ...(answer.rule === undefined ? {} : { rule: answer.rule }),
        }
      case 'unavailable':
        return unreviewed(answer.message)
      case 'unreadable':
        return unreviewed("the reviewer's answer could not be read")
      case 'too-long':
        return unreviewed('its history is too long to read')
    }
  } catch {
    return unreviewed('the reviewer failed')
  }
}

/** The report with what has to be said before it. */
export function prependNote(handoff: Handoff, report: string): string {
  return handoff.note === '' ? report : `${handoff.note}\n\n${report}`
}

/** Nobody could look, and why. */
export function unreviewed(why: string): Handoff {
  return { says: 'unreviewed', note: `UNREVIEWED: what this sub-agent did could not be reviewed (${why}).` }
}
