import type { Language } from '../../action.ts'
import type { Reading, ReadingContext } from './effects.ts'

/** What code in this language does. A language without a reader is not seen through. */
export function readCode(_language: Language, _text: string, _context: ReadingContext): Reading {
  return { effects: [], seenThrough: false }
}
