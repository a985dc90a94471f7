import type { Subject } from '../checks/subject.ts'
import type { CallTurn } from '../session.ts'
import type { Verdict } from '../verdict.ts'

/** An allowed call as a turn of the session; marked when a model was asked about it, and with the sub-agent it is of. */
export function turnOf(subject: Subject, encoded: string, verdict: Verdict): CallTurn {
  const reviewed = verdict.because.some((reason) => reason.code === 'review.no-block')
  const { tool, subagent } = subject.call
  return {
    tool,
    encoded,
    ...(reviewed ? { reviewed: true } : {}),
    ...(subagent === undefined ? {} : { subagent: subagent.id }),
  }
}
