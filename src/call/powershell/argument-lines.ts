import { literal, textOf, type Word } from '../word.ts'

/** `-ArgumentList` joins its items with spaces and the program splits them again. */
export function splitArguments(word: Word): readonly Word[] {
  const line = textOf(word)
  if (line === undefined) return [word]
  const parts = line.match(/"[^"]*"|'[^']*'|[^\s"']+(?:"[^"]*")?/g) ?? []
  return parts.map((part) => literal(part.replace(/^(["'])(.*)\1$/s, '$2')))
}
