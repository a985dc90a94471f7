import type { Language } from '../../action.ts'
import type { Effect, Reading, ReadingContext } from './effects.ts'
import { readByGrammar } from '../../code/read.ts'
import { readStatistics } from './statistics.ts'
import { readScripting } from './scripting.ts'

/** What code in this language does. A language without a reader is not seen through. */
export function readCode(language: Language, source: string, context: ReadingContext): Reading {
  // Thousands of empty lines mean nothing, and would be looked at again from each of them.
  const text = source.length > 4096 ? source.replaceAll(/\n{3,}/g, '\n\n') : source
  switch (language) {
    case 'python':
    case 'javascript':
    case 'ruby':
    case 'php':
      return readByGrammar(language, text, context)
    case 'perl':
    case 'lua':
    case 'awk':
    case 'applescript':
      return readScripting(language, text, context.project)
    case 'sql': {
      const effects: readonly Effect[] = [{ does: 'sql', code: text, text: text.slice(0, 200) }]
      return { effects, seenThrough: true }
    }
    case 'shell':
    case 'powershell':
    case 'cmd':
    case 'statistics':
      return readStatistics(text) ?? { effects: [], seenThrough: false }
    case 'compiled':
      return readByGrammar(compiledLanguages(text), text, context)
    case 'binary':
    case 'other':
      return { effects: [], seenThrough: false }
  }
}

/** Go and Rust by what only they write; else Java: what none of them takes is not understood. */
function compiledLanguages(text: string): readonly ('go' | 'rust' | 'java')[] {
  return [
    ...(/^\s*package\s+\w+\s*(?:$|\/\/)/m.test(text) ? (['go'] as const) : []),
    ...(/\bfn\s+\w+\s*[(<]/.test(text) ? (['rust'] as const) : []),
    'java',
  ]
}
