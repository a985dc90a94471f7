import { concatenated, knownText, text, type Value, wordsOf } from './values.ts'
import { knownPrefix } from '../word.ts'

/** An address below the base of a client: what is asked for is put behind the base with one slash, as clients do. */
export function below(base: Value, asked: Value, source: string): Value {
  const ends = wordsOf(base, source).every((word) => word.kind === 'literal' && word.text.endsWith('/'))
  const begins = wordsOf(asked, source).every((word) => knownPrefix(word).startsWith('/'))
  const known = knownText(base)
  if (ends && begins && known !== undefined) return concatenated([text(known.replace(/\/$/, '')), asked], source)
  return concatenated(ends || begins ? [base, asked] : [base, text('/'), asked], source)
}
