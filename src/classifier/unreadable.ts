import { redact } from '../journal/redact.ts'
import { visible } from '../call/visible.ts'
import type { Turn } from '../session.ts'
import type { Reason } from '../verdict.ts'
import type { Diagnosis, ReviewAnswer, UnreadableWhy } from './reviewer.ts'

/** After so many reviews in a row that ended in an answer nobody can read, a person decides. */
export const MAX_UNREADABLE = 3

const MOST_SHOWN = 160

const WORDS: Readonly<Record<UnreadableWhy, string>> = {
  malformed: 'it is not a well-formed verdict',
  ambiguous: 'it has more than one verdict',
  truncated: 'it was cut off',
  'too-large': 'it exceeds the size limit',
  refusal: 'the model refused to answer',
}

const CODE = 'review.unreadable.'

/** What came back, for whoever has to find out why: masked, on one line, and short. */
export function shownAnswer(text: string): string {
  const plain = visible(redact(text.slice(0, 20 * MOST_SHOWN)).trim())
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('`', "'")
  return plain.length <= MOST_SHOWN ? plain : `${plain.slice(0, MOST_SHOWN - 1)}…`
}

export function unreadableReason({ why, diagnosis }: Extract<ReviewAnswer, { outcome: 'unreadable' }>): Reason {
  return {
    code: `${CODE}${why}`,
    sentence: `the reviewer's answer cannot be read: ${WORDS[why]} (${told(diagnosis)})`,
    clearedBy: 'a person, an allow rule, or a model that keeps to the form of the answer',
  }
}

function told({ stage, model, ended, text }: Diagnosis): string {
  const came = text === '' ? 'nothing came back' : `what came back: \`${text}\``
  return `stage \`${stage}\`, model \`${shownAnswer(model)}\`, ended by \`${ended}\`, ${came}`
}

export function limitReached(count: number): Reason {
  return {
    code: 'denials.unreadable',
    sentence: `\`${count}\` reviews in a row ended in answers that cannot be read (${MAX_UNREADABLE} are the limit): from here a person decides`,
    clearedBy: 'a person, or another reviewing model',
  }
}

/** So far back is looked. */
const MOST_TURNS = 200

/** How many of the last reviews ended in such an answer; one that could be read ends the row. */
export function unreadableInARow(turns: readonly Turn[]): number {
  let count = 0
  for (const turn of turns.slice(-MOST_TURNS).toReversed()) {
    if (turn.kind !== 'call') continue
    const why = turn.outcome !== undefined && 'why' in turn.outcome ? turn.outcome.why : ''
    if (why.includes(CODE)) count += 1
    else if (turn.reviewed === true) break
  }
  return count
}
