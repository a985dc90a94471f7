import type { Session } from '../session.ts'
import type { Reason, Ruling } from '../verdict.ts'

/** After this many denials in a row, or in a session, the machine stops deciding and a person does. */
export const MAX_CONSECUTIVE_DENIALS = 3
export const MAX_TOTAL_DENIALS = 20

/** What the library throws when an agent without a person has been denied too often. */
export class AbortError extends Error {
  override readonly name = 'AbortError'
  constructor() {
    super('Agent aborted: too many classifier denials')
  }
}

/** Any allow, by whatever layer, ends a row of denials. */
export function countAllow(session: Session): void {
  session.denials.consecutive = 0
}

/**
 * Counts a denial by the review. At the limit an interactive session asks a person instead; a headless one is stopped,
 * because nobody can break the loop. An unavailable reviewer is not a denial and must not be counted.
 */
export function countDenial(session: Session, denied: Ruling): Ruling {
  session.denials.consecutive += 1
  session.denials.total += 1
  const { consecutive, total } = session.denials
  if (consecutive < MAX_CONSECUTIVE_DENIALS && total < MAX_TOTAL_DENIALS) return denied
  const limit = limitReason(consecutive, total)
  if (session.interactive) return { says: 'ask', because: [...denied.because, limit] }
  return { says: 'deny', because: [...denied.because, limit], stopAgent: true }
}

function limitReason(consecutive: number, total: number): Reason {
  const count = consecutive >= MAX_CONSECUTIVE_DENIALS ? `${consecutive} denials in a row` : `${total} denials in this session`
  return {
    code: 'denials.limit',
    sentence: `\`${count}\` is the limit (${MAX_CONSECUTIVE_DENIALS} in a row, ${MAX_TOTAL_DENIALS} in a session): from here a person decides`,
    clearedBy: 'a person who looks at what the agent is trying to do',
  }
}
