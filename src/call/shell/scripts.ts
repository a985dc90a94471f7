import type { Language } from '../action.ts'
import type { Place } from '../place.ts'
import { show, textOf, type Word } from '../word.ts'
import { lowerText } from './lower.ts'
import type { Told } from './programs/program.ts'
import { type Scope, tellOpaque } from './state.ts'
import { type Stream, UNKNOWN } from './stream.ts'

type Tell = (told: Told) => void

/** Text that is executed as code. */
export function inlineCode(scope: Scope, language: Language, text: Word, tell: Tell, via: string): Stream {
  const known = textOf(text)
  if (known !== undefined && language === 'shell') {
    tell({ does: 'run-code', language, origin: 'inline', seenThrough: true })
    return lowerText(scope, known, via)
  }
  tell({ does: 'run-code', language, origin: known === undefined ? 'dynamic' : 'inline', seenThrough: false })
  tellOpaque(scope, 'dynamic-code', show(text))
  return UNKNOWN
}

export function scriptFile(
  _scope: Scope,
  script: Word,
  language: Language | undefined,
  _args: readonly Word[],
  tell: Tell,
  place: (word: Word) => Place,
): Stream {
  tell({ does: 'run-code', language: language ?? 'other', origin: 'file', place: place(script), seenThrough: false })
  return UNKNOWN
}

export function codeFromStdin(scope: Scope, language: Language, stdin: Stream, tell: Tell): Stream {
  if (stdin.kind === 'text' && language === 'shell') {
    tell({ does: 'run-code', language, origin: 'standard-input', seenThrough: true })
    return lowerText(scope, stdin.text, '')
  }
  tell({
    does: 'run-code',
    language,
    origin: stdin.kind === 'network' ? 'network' : 'standard-input',
    seenThrough: false,
    ...(stdin.kind === 'network' ? { host: stdin.host } : {}),
  })
  return UNKNOWN
}
