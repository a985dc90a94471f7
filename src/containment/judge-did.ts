import type { Action } from '../call/action.ts'
import { isInside } from '../call/paths.ts'
import { firewall } from '../checks/firewall.ts'
import { gateItself } from '../checks/gate-itself.ts'
import { forbids } from '../checks/steps.ts'
import type { Subject } from '../checks/subject.ts'
import { cureOf, severityOf } from '../categories/severity.ts'
import { findingsIn, rulebook } from '../categories/rulebook.ts'
import type { Reason } from '../verdict.ts'
import { type Did, effectsOf } from './effects.ts'
import { heldBecause, type Replaced } from './held.ts'
import type { Change } from './did.ts'

export interface Judged {
  /** What was done, as actions. */
  readonly actions: readonly Action[]
  /** Why a person has to decide; empty: it is harmless. */
  readonly held: readonly Reason[]
}

/**
 * Whether what a contained command did may become real. Firewall, rules and categories look at everything it did and
 * tried, as if it stood in a command; a change whose meaning no rule calls harmless waits for a person, too.
 */
export function judgeDid(subject: Subject, did: Did, replaced: (change: Change) => Replaced): Judged {
  const actions = effectsOf({ ...did, events: did.events.filter((event) => !isOwnMask(event, did.workspace)) })
  const deeds = doing(subject, actions)
  const files = doing(subject, actions.filter(changesFiles))
  const doubts = rulebook(files)
  return {
    actions,
    held: distinct([
      ...heldBecause(did.changes, replaced),
      ...(did.namesCopy ?? []).slice(0, 5).map((path): Reason => ({
        code: 'contain.copied',
        sentence: `names the copy of the workspace that the command ran in, which is gone afterwards: \`${path}\``,
        clearedBy: 'running the command without walls, or a person who looks at the diff',
      })),
      ...(gateItself(deeds)?.because ?? []),
      ...(firewall(deeds)?.because ?? []),
      ...(forbids(deeds)?.because ?? []),
      ...findingsIn(deeds).map(({ category, evidence }): Reason => ({
        code: category.code,
        sentence: `${category.title}: \`${evidence.quote}\`${evidence.detail === undefined ? '' : ` (${evidence.detail})`}`,
        clearedBy: cureOf(category, evidence),
        severity: severityOf(category, evidence),
      })),
      ...(doubts.says === 'cannot-tell'
        ? doubts.because.slice(0, 5).map(({ text, because }): Reason => ({
            code: 'contain.unclear',
            sentence: `\`${text}\`: ${because}`,
            clearedBy: 'a person who looks at the diff',
          }))
        : []),
    ]),
  }
}

/** Rules about files read the understanding, the other steps the actions: both say what was done. */
function doing(subject: Subject, actions: readonly Action[]): Subject {
  return { ...subject, actions, understanding: { ...subject.understanding, actions } }
}

/** A program that finds the project's own `.env` empty was not after anybody's secrets. */
function isOwnMask(event: Did['events'][number], workspace: string): boolean {
  return event.kind === 'refused' && isInside(event.path, workspace)
}

function changesFiles({ does }: Action): boolean {
  return does === 'write-file' || does === 'delete-file' || does === 'change-access' || does === 'something-opaque'
}

function distinct(reasons: readonly Reason[]): readonly Reason[] {
  return reasons.filter(
    (reason, index) =>
      reasons.findIndex(({ code, sentence }) => code === reason.code && sentence === reason.sentence) === index,
  )
}
