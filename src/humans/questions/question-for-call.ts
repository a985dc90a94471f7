import { explainAction } from '../../call/action-words.ts'
import type { Subject } from '../../checks/subject.ts'
import { redact } from '../../journal/redact.ts'
import type { Reason } from '../../verdict.ts'
import { textOf } from '../call-text.ts'
import { truthful } from '../look-alikes.ts'
import { makeQuestion } from './make-question.ts'
import { offersFor } from '../offers.ts'
import type { Question } from './question.ts'

/** More deeds than anybody reads; the rest is counted. */
const MOST_DEEDS = 40

/**
 * What a person is asked about a call. `policyDigest` is what the queue will compare with the rules in force when it is
 * answered.
 */
export function questionFor(
  subject: Subject,
  because: readonly Reason[],
  policyDigest: string,
  now: number,
  timeoutMs?: number,
): Question {
  const { id, session, agent, tool, cwd, fingerprint, subagent } = subject.call
  return makeQuestion(
    {
      session,
      agent: oneLine(agent),
      call: id,
      tool: oneLine(tool),
      cwd: oneLine(cwd),
      ...(subagent === undefined ? {} : { subagent: { id: oneLine(subagent.id), type: oneLine(subagent.type) } }),
      fingerprint,
      policyDigest,
      text: textOf(subject.call, subject.tool, subject.actions),
      deeds: deedsOf(subject),
      why: because.map(({ sentence, clearedBy, ...rest }) => ({
        ...rest,
        sentence: oneLine(sentence),
        ...(clearedBy === undefined ? {} : { clearedBy: oneLine(clearedBy) }),
      })),
      offers: offersFor(subject),
    },
    now,
    timeoutMs,
  )
}

function deedsOf(subject: Subject): readonly string[] {
  const deeds = [...new Set(subject.actions.map((action) => oneLine(explainAction(action))))]
  if (deeds.length <= MOST_DEEDS) return deeds
  return [...deeds.slice(0, MOST_DEEDS), `and ${deeds.length - MOST_DEEDS} more`]
}

function oneLine(text: string): string {
  return truthful(redact(text.toWellFormed()).replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
}
