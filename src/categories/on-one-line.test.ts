import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inOnePart, onOneLine } from './on-one-line.ts'

const words = fc
  .array(fc.constantFrom('dd', ' ', '\n', 'of=', 'sh -i', '>&', '|', ';', 'DD', 'a', 'of', '='), { maxLength: 14 })
  .map((parts) => parts.join(''))

describe('one thing and then another on a line', () => {
  test('is found exactly where the plain expression finds it', () => {
    const pairs: readonly (readonly [RegExp, RegExp])[] = [
      [onOneLine(/\bdd\b/, /\bof=/), /\bdd\b[^\n]*\bof=/],
      [onOneLine(/\bdd\b/i, /\s?of=/), /\bdd\b[^\n]*\s?of=/i],
      [onOneLine(/\bsh\s+-i\b/, />&/), /\bsh\s+-i\b[^\n]*>&/],
      [onOneLine(/dd/, /of/, /=/), /dd[^\n]*of[^\n]*=/],
      [inOnePart(String.raw`[^\n|;]`, /\bdd\b/, /\|\s*sh\b/), /\bdd\b[^\n|;]*\|\s*sh\b/],
    ]
    fc.assert(
      fc.property(words, (text) => {
        for (const [walked, plain] of pairs) expect([text, walked.test(text)]).toEqual([text, plain.test(text)])
      }),
      { numRuns: 5000 },
    )
  })
})
