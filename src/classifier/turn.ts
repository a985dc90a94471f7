import type { Subject } from '../checks/subject.ts'
import type { rememberAllowed } from '../session.ts'
import type { Verdict } from '../verdict.ts'

/** An allowed call as a turn of the session; marked when a model was asked about it. */
export function turnOf(subject: Subject, encoded: string, verdict: Verdict): Parameters<typeof rememberAllowed>[1] {
  const reviewed = verdict.because.some((reason) => reason.code === 'review.no-block')
  return { tool: subject.call.tool, encoded, ...(reviewed ? { reviewed: true } : {}) }
}
