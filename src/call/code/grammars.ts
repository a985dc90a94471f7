import type { Language, Parser, Tree } from 'web-tree-sitter'

/** The languages that are read by their grammar. */
export const GRAMMARS = [
  'powershell',
  'python',
  'javascript',
  'typescript',
  'ruby',
  'go',
  'php',
  'rust',
  'java',
] as const
export type Grammar = (typeof GRAMMARS)[number]

const languages = new Map<Grammar, Language>()
/** What had to be read before its grammar was there: what was understood then is not all there is. */
const missed = new Set<Grammar>()
let misses = 0
let parser: Parser | undefined

export function hasGrammar(grammar: Grammar): boolean {
  return languages.has(grammar)
}

/** How often a grammar was missing so far. */
export function timesMissed(): number {
  return misses
}

/** The grammars that were asked for and are still missing. */
export function missingGrammars(): readonly Grammar[] {
  return [...missed].filter((grammar) => !languages.has(grammar))
}

/** Takes a grammar's bytes. Until it has resolved, every text in that language is something opaque. */
export async function useGrammar(grammar: Grammar, bytes: Uint8Array): Promise<void> {
  const made = await import('web-tree-sitter')
  if (parser === undefined) {
    await made.Parser.init()
    parser ??= new made.Parser()
  }
  languages.set(grammar, await made.Language.load(bytes))
  missed.delete(grammar)
}

/** How long one text may be parsed; a text that takes longer is not understood. */
const PARSING_MS = 250

/** When parsing that begins now is given up. */
export function deadline(): number {
  return performance.now() + PARSING_MS
}

/** The syntax tree, which the caller deletes; else whether the grammar is not loaded or parsing was given up. */
export function parse(grammar: Grammar, text: string, until = deadline()): Tree | 'no-grammar' | 'gave-up' {
  const language = languages.get(grammar)
  if (parser === undefined || language === undefined) {
    missed.add(grammar)
    misses++
    return 'no-grammar'
  }
  try {
    parser.setLanguage(language)
    const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until })
    // A parser that was stopped goes on with the old text unless it is told not to.
    if (tree === null) parser.reset()
    return tree ?? 'gave-up'
  } catch {
    parser.reset()
    return 'gave-up'
  }
}
