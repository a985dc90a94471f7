import { shorten } from '../call/visible.ts'
import type { Limit } from '../checks/limits.ts'
import type { RulebookAnswer } from '../categories/rulebook.ts'

/** Something the rulebook tells the model about the action: what it found, what it could not tell, which words hold. */
export type Remark =
  | { readonly rule: string; readonly found: string; readonly evidence: string }
  /** `piece`: the part of the action that no rule speaks about: a program, an option, a variable, a call. */
  | { readonly doubt: string; readonly piece: string }
  | { readonly limit: string; readonly from: Limit['from'] }

/** So many of each, and so many characters of each text. */
const MOST_REMARKS = 6
const MOST_CHARACTERS = 240

/** What the rulebook has to say, bounded. The newest limits first: those are nearest to what the user wants now. */
export function remarksOf(answer: RulebookAnswer, limits: readonly Limit[]): readonly Remark[] {
  const cut = (text: string): string => shorten(text, MOST_CHARACTERS)
  const said: readonly Remark[] = limits
    .toReversed()
    .slice(0, MOST_REMARKS)
    .map(({ from, words }) => ({ limit: cut(words), from }))
  switch (answer.says) {
    case 'harmless':
      return said
    case 'harm':
      return [
        ...said,
        ...answer.finds.slice(0, MOST_REMARKS).map(({ category, evidence }) => ({
          rule: category.code,
          found: cut(evidence.detail === undefined ? category.title : `${category.title}: ${evidence.detail}`),
          evidence: cut(evidence.quote),
        })),
      ]
    case 'cannot-tell':
      return [
        ...said,
        ...answer.because
          .slice(0, MOST_REMARKS)
          .map(({ because, text }) => ({ doubt: cut(because), piece: cut(text) })),
      ]
  }
}
