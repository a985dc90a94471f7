import { expect, test } from 'vitest'
import { AbortError } from '../src/classifier/denials.ts'
import { loadReviewerProduct } from './reviewer-product.ts'
import { neverWedged } from './suites/reviewer-wedge.ts'

test('whatever the model answers, no session is wedged', { timeout: 300_000 }, async () => {
  expect(await neverWedged(await loadReviewerProduct(), 150, 20_261_118)).toEqual([])
})

test.each([
  ['denials.limit', 'too many classifier denials'],
  ['denials.unreadable', "the reviewer's answers cannot be read"],
  ['review.too-long', 'the session is too long for the reviewer to read'],
  ['session.stopped', 'a person stopped the session'],
])('an agent that stops for %s is told so', (code, words) => {
  expect(new AbortError([{ code }]).message).toBe(`Agent aborted: ${words}`)
})
