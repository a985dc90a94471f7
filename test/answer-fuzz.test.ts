import { expect, test } from 'vitest'
import * as answer from '../src/classifier/answer.ts'
import { allowsNaively, fuzzAnswers } from './answer-fuzz.ts'

test('20,000 generated answers: two readers agree on which of them allow', () => {
  const result = fuzzAnswers(answer, { cases: 20_000, seed: 20_261 })
  expect(result.failures).toEqual([])
  expect(result.cases).toBe(20_000)
  expect(result.allowed).toBeGreaterThan(200)
})

test('the second reader knows the one text that allows', () => {
  expect(allowsNaively('<block>no</block>', 'end', 'only')).toBe(true)
  expect(allowsNaively('<block>no', 'stop-sequence', 'first')).toBe(true)
  expect(allowsNaively('<thinking>x</thinking>\n<block>no</block>\n', 'end', 'thinking')).toBe(true)
  expect(allowsNaively('<block>no', 'end', 'first')).toBe(false)
  expect(allowsNaively('<block>no</block>', 'max-tokens', 'only')).toBe(false)
  expect(allowsNaively('<thinking>x</thinking><block>no</block>', 'end', 'only')).toBe(false)
  expect(allowsNaively('<thinking><block>no</block></thinking><block>no</block>', 'end', 'thinking')).toBe(false)
})

test.each([
  { bug: 'includes', readAnswer: (text: string) => says(text.includes('<block>no')) },
  { bug: 'no anchor', readAnswer: (text: string) => says(/<block>no<\/block>/.test(text)) },
  { bug: 'stop reason ignored', readAnswer: (text: string) => says(/^\s*<block>no(<\/block>)?\s*$/.test(text)) },
  { bug: 'any letter case', readAnswer: (text: string) => says(/^<block>no<\/block>$/i.test(text)) },
])('a reader with the bug "$bug" is found out', ({ readAnswer }) => {
  expect(fuzzAnswers({ ...answer, readAnswer }, { cases: 20_000, seed: 20_261 }).failures).not.toEqual([])
})

function says(no: boolean): ReturnType<typeof answer.readAnswer> {
  return no ? { says: 'no' } : { says: 'unreadable', why: 'malformed' }
}
