import { literal, show, type Word } from '../word.ts'
import { Fields } from './fields.ts'

/** One word of several, with a blank between each two. */
export function joinWords(words: readonly Word[], source: string): Word {
  if (words.every((word) => word.kind === 'literal')) return literal(words.map(show).join(' '))
  const fields = new Fields(source, undefined)
  for (const [index, word] of words.entries()) {
    if (index > 0) fields.quoted(' ')
    fields.value(word, true)
  }
  fields.next()
  return fields.words[0] ?? literal('')
}
