import type { Effect, Reading, ReadingContext } from '../shell/code/effects.ts'
import { isDefinite } from './definite.ts'
import { doorsIn } from './doors.ts'
import { deadline, type Grammar } from './grammars.ts'
import { Interpreter } from './interpreter.ts'
import type { Library } from './library.ts'
import type { Statement } from './program.ts'
import { GO } from './go/index.ts'
import { mapGo } from './go/map.ts'
import { JAVA } from './java/index.ts'
import { decodeLetters, mapJava } from './java/map.ts'
import { JAVASCRIPT } from './javascript/index.ts'
import { mapJavascript } from './javascript/map.ts'
import { mapPython } from './python/map.ts'
import { PYTHON } from './python/index.ts'
import { mapPhp } from './php/map.ts'
import { PHP } from './php/index.ts'
import { RUST } from './rust/index.ts'
import { mapRust } from './rust/map.ts'
import { RUBY } from './ruby/index.ts'
import { mapRuby } from './ruby/map.ts'
import { type Broken, parseSyntax, type Syntax } from './syntax.ts'

/** A language that is read by its grammar. */
interface Readable {
  /** Tried in this order: TypeScript is what JavaScript is not. */
  readonly grammars: readonly Grammar[]
  readonly library: Library
  readonly map: (root: Syntax, source: string) => readonly Statement[]
  /** What the language does to a text before it is parsed. */
  readonly prepare?: (source: string) => string
}

/** Code of `php -r` has no tag before it; a file without one is printed and runs nothing. */
function openTag(source: string): string {
  return /<\?(?:php|=)/i.test(source) ? source : `<?php ${source}`
}

export const READABLE = {
  python: { grammars: ['python'], library: PYTHON, map: mapPython },
  javascript: { grammars: ['javascript', 'typescript'], library: JAVASCRIPT, map: mapJavascript },
  go: { grammars: ['go'], library: GO, map: mapGo },
  java: { grammars: ['java'], library: JAVA, map: mapJava, prepare: decodeLetters },
  php: { grammars: ['php'], library: PHP, map: mapPhp, prepare: openTag },
  rust: { grammars: ['rust'], library: RUST, map: mapRust },
  ruby: { grammars: ['ruby'], library: RUBY, map: mapRuby },
} as const satisfies Readonly<Record<string, Readable>>

/** Longer code is not read. */
const LONGEST = 256 * 1024

/**
 * What code does, by its grammar. A text that is no program of the language is not understood. Of several languages the
 * first counts whose grammar takes the text.
 */
export function readByGrammar(
  languages: keyof typeof READABLE | readonly (keyof typeof READABLE)[],
  given: string,
  context: ReadingContext,
): Reading {
  if (given.length > LONGEST) return unread('too-long', given)
  const until = deadline()
  let broken: Broken = 'syntax-error'
  for (const language of typeof languages === 'string' ? [languages] : languages) {
    const { grammars, library, map, prepare }: Readable = READABLE[language]
    const source = prepare?.(given) ?? given
    for (const grammar of grammars) {
      const parsed = parseSyntax(grammar, source, until)
      if ('tree' in parsed) {
        const interpreter = new Interpreter(library, source, context)
        interpreter.run(map(parsed.tree, source))
        const effects = [...interpreter.effects, ...doorsIn(source, interpreter.effects)]
        if (context.project) return { effects: effects.filter(isDefinite), seenThrough: true }
        return { effects, seenThrough: interpreter.seenThrough }
      }
      broken = parsed.broken
      if (broken !== 'syntax-error') break
    }
  }
  if (context.project) return { effects: [], seenThrough: true }
  return unread(broken === 'too-deep' ? 'too-deep' : broken === 'gave-up' ? 'too-long' : 'not-parsed', given)
}

function unread(because: Extract<Effect, { does: 'opaque' }>['because'], source: string): Reading {
  return { effects: [{ does: 'opaque', because, text: source.slice(0, 200) }], seenThrough: false }
}
