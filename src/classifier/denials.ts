import type { Session } from '../session.ts'
import type { Reason, Ruling, Trace } from '../verdict.ts'
import { isNoVerdict } from './review.ts'

/** After this many denials in a row, or in a session, the machine stops deciding and a person does. */
export const MAX_CONSECUTIVE_DENIALS = 3
export const MAX_TOTAL_DENIALS = 20

/** What the library throws when an agent has to stop, with why: nobody is there who could let it go on. */
export class AbortError extends Error {
  override readonly name = 'AbortError'
  constructor(because: readonly Pick<Reason, 'code'>[] = []) {
    const why = WHY_STOPPED.find(([code]) => because.some((reason) => reason.code === code))?.[1]
    super(`Agent aborted: ${why ?? 'too many classifier denials'}`)
  }
}

const WHY_STOPPED: readonly (readonly [code: string, why: string])[] = [
  ['denials.limit', 'too many classifier denials'],
  ['denials.unreadable', "the reviewer's answers cannot be read"],
  ['review.too-long', 'the session is too long for the reviewer to read'],
  ['session.stopped', 'a person stopped the session'],
]

/**
 * Counts what the layers said. Any allow ends a row of denials; only denials by the review count. At the limit an
 * interactive session asks a person instead; a headless one is stopped, because nobody can break the loop. A reviewer
 * that could not be reached is not a denial: it says so with a code of its own and is not counted.
 */
export function countDenials(
  session: Session,
  trace: Trace,
  ruling: Ruling,
  person: 'there' | 'not there' = session.interactive ? 'there' : 'not there',
): Ruling {
  if (ruling.says === 'allow') session.denials.consecutive = 0
  if (ruling.says !== 'deny' || trace.layer !== 'review' || ruling.because.some(isNoVerdict)) return ruling
  session.denials.consecutive += 1
  session.denials.total += 1
  const { consecutive, total } = session.denials
  if (consecutive < MAX_CONSECUTIVE_DENIALS && total < MAX_TOTAL_DENIALS) return ruling
  const because = [...ruling.because, limitReason(consecutive, total)]
  return trace.record(
    'denials',
    person === 'there' ? { says: 'ask', because } : { says: 'deny', because, stopAgent: true },
  )!
}

function limitReason(consecutive: number, total: number): Reason {
  const count =
    consecutive >= MAX_CONSECUTIVE_DENIALS ? `${consecutive} denials in a row` : `${total} denials in this session`
  return {
    code: 'denials.limit',
    sentence: `\`${count}\` is the limit (${MAX_CONSECUTIVE_DENIALS} in a row, ${MAX_TOTAL_DENIALS} in a session): from here a person decides`,
    clearedBy: 'a person who looks at what the agent is trying to do',
  }
}
