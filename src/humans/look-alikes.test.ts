import { describe, expect, it, test } from 'vitest'
import fc from 'fast-check'
import { DECEPTIVE_STRINGS, HONEST_STRINGS, LONG_STRINGS } from '../../test/deceptive-strings.ts'
import { truthful } from './look-alikes.ts'

test('there are at least 120 deceptive strings, each named once', () => {
  expect(new Set(DECEPTIVE_STRINGS.map((each) => each.name)).size).toBe(DECEPTIVE_STRINGS.length)
  expect(DECEPTIVE_STRINGS.length).toBeGreaterThanOrEqual(120)
})

describe('what is shown is what is there', () => {
  it.each(DECEPTIVE_STRINGS)('$kind: $name', ({ text, mustShow }) => {
    const shown = truthful(text)
    for (const piece of mustShow) expect(shown).toContain(piece)
    // Whatever could deceive is written out in plain letters.
    expect(shown).toMatch(/^[\t\n\u0020-\u007e]*$/)
  })

  it.each(LONG_STRINGS)('$name is shown whole', ({ text }) => expect(truthful(text)).toBe(text))
})

describe('honest text stays as it is', () => {
  it.each(HONEST_STRINGS)('%s', (text) => expect(truthful(text)).toBe(text))
})

test('showing twice is showing once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const shown = truthful(text.toWellFormed())
      expect(truthful(shown)).toBe(shown)
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f]/)
    }),
    { numRuns: 3000 },
  )
})
