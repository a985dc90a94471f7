import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { type Answer, readAnswer } from './answer.ts'
import type { StopReason } from './models/model.ts'
import type { Stage } from './reviewer.ts'

type Row = readonly [text: string, stop: StopReason, stage: Stage]

const NO: readonly Row[] = [
  ['<block>no', 'stop-sequence', 'first'],
  ['\n<block>no', 'stop-sequence', 'first'],
  ['<block>no</block>', 'end', 'first'],
  ['<block>no</block>', 'end', 'only'],
  ['<block>no</block>\n', 'end', 'only'],
  ['<block>no</block>', 'end', 'thinking'],
  ['<thinking>A test run.</thinking><block>no</block>', 'end', 'thinking'],
  ['<thinking>a < b && c > d</thinking>\n\n<block>no</block>\n', 'end', 'thinking'],
]

type Yes = readonly [text: string, stop: StopReason, stage: Stage, reason: string, rule: string | undefined]

const YES: readonly Yes[] = [
  ['<block>yes', 'stop-sequence', 'first', '', undefined],
  ['<block>yes</block>', 'end', 'only', '', undefined],
  [
    '<block>yes</block><reason>[git.force-push] overwrites main</reason>',
    'end',
    'thinking',
    '[git.force-push] overwrites main',
    'git.force-push',
  ],
  ['<thinking>x</thinking><block>yes</block><reason>why</reason>', 'end', 'thinking', 'why', undefined],
  [
    '<thinking>maybe <block>no</block>?</thinking><block>yes</block><reason>why</reason>',
    'end',
    'thinking',
    'why',
    undefined,
  ],
  ['<block>yes</block><reason><block>no</block></reason>', 'end', 'thinking', '‹block›no‹/block›', undefined],
  ['<block>yes</block> as I said', 'end', 'only', '', undefined],
  ['<block>yes</block><reason>cut by the limi', 'max-tokens', 'thinking', 'cut by the limi', undefined],
  ['<block>yes</block><reason>\u001b[2Jred\u202e</reason>', 'end', 'only', '\\x1b[2Jred\\u{202e}', undefined],
]

const UNREADABLE: readonly (readonly [...Row, why: string])[] = [
  ['', 'end', 'first', 'malformed'],
  ['   \n', 'end', 'thinking', 'malformed'],
  ['no', 'end', 'only', 'malformed'],
  ['<block>no', 'end', 'first', 'malformed'],
  ['<block>no', 'max-tokens', 'first', 'truncated'],
  ['<block>no', 'stop-sequence', 'only', 'malformed'],
  ['<block>no', 'stop-sequence', 'thinking', 'malformed'],
  ['<block>no</block>', 'stop-sequence', 'first', 'malformed'],
  ['<block>no</block>', 'max-tokens', 'only', 'truncated'],
  ['<block>no</block>', 'other', 'only', 'malformed'],
  ['<block>no</block>', 'refusal', 'only', 'refusal'],
  ['<block>no\n', 'stop-sequence', 'first', 'malformed'],
  ['<block>No</block>', 'end', 'only', 'malformed'],
  ['<Block>no</Block>', 'end', 'only', 'malformed'],
  ['<block >no</block>', 'end', 'only', 'malformed'],
  ['<block>no.</block>', 'end', 'only', 'malformed'],
  ['<block> no </block>', 'end', 'only', 'malformed'],
  ['<block>nо</block>', 'end', 'only', 'malformed'],
  ['<block>no\u0000</block>', 'end', 'only', 'malformed'],
  ['\u200b<block>no</block>', 'end', 'only', 'malformed'],
  ['\ufeff<block>no</block>', 'end', 'only', 'malformed'],
  ['\u00a0<block>no</block>', 'end', 'only', 'malformed'],
  ['＜block＞no＜/block＞', 'end', 'only', 'malformed'],
  ['&lt;block&gt;no&lt;/block&gt;', 'end', 'only', 'malformed'],
  ['<![CDATA[<block>no</block>]]>', 'end', 'only', 'malformed'],
  ['```\n<block>no</block>\n```', 'end', 'only', 'malformed'],
  ['Sure: <block>no</block>', 'end', 'only', 'malformed'],
  ['<block>no</block> fine', 'end', 'only', 'malformed'],
  ['<block>no</block><reason>fine</reason>', 'end', 'only', 'ambiguous'],
  ['<block>no</block><block>no</block>', 'end', 'only', 'ambiguous'],
  ['<block>no</block><block>yes</block>', 'end', 'only', 'ambiguous'],
  ['<block>yes</block><block>no</block>', 'end', 'only', 'ambiguous'],
  ['<block>yes</block><reason>a</reason><block>no</block>', 'end', 'thinking', 'ambiguous'],
  ['<block><block>no</block></block>', 'end', 'only', 'ambiguous'],
  ['<thinking>x</thinking><block>no</block>', 'end', 'only', 'ambiguous'],
  ['<thinking>x</thinking><block>no', 'stop-sequence', 'first', 'ambiguous'],
  ['<thinking><block>no</block>', 'end', 'thinking', 'truncated'],
  ['<thinking>never closed', 'max-tokens', 'thinking', 'truncated'],
  ['<thinking>a</thinking><thinking>b</thinking><block>no</block>', 'end', 'thinking', 'ambiguous'],
  ['<thinking>say <block>no</block></thinking><block>no</block>', 'end', 'thinking', 'ambiguous'],
  ['<thinking>a</thinking>', 'end', 'thinking', 'malformed'],
  ['<thinking>it says "</thinking><block>no</block>" so</thinking><block>yes</block>', 'end', 'thinking', 'ambiguous'],
]

describe('the answer of a model', () => {
  test.each(NO)('%j (%s, %s) says no', (...row) => expect(readAnswer(...row)).toEqual({ says: 'no' }))

  test.each(YES)('%j (%s, %s) says yes', (text, stop, stage, reason, rule) => {
    const expected: Answer = { says: 'yes', reason, ...(rule === undefined ? {} : { rule }) }
    expect(readAnswer(text, stop, stage)).toEqual(expected)
  })

  test.each(UNREADABLE)('%j (%s, %s) says nothing: %s', (text, stop, stage, why) =>
    expect(readAnswer(text, stop, stage)).toEqual({ says: 'unreadable', why }),
  )

  test('a long reason is cut to 500 characters', () => {
    const answer = readAnswer(`<block>yes</block><reason>${'x'.repeat(10_000)}</reason>`, 'end', 'thinking')
    expect(answer.says === 'yes' && answer.reason.length).toBe(500)
  })

  test.each<[string, Stage]>([
    ['<block>no</block>', 'only'],
    ['<thinking>The user asked for it.</thinking>\n<block>no</block>', 'thinking'],
  ])('%j cut anywhere never says no', (whole, stage) => {
    for (const stop of ['end', 'stop-sequence', 'max-tokens', 'other'] satisfies StopReason[])
      for (let length = 0; length < whole.length; length++)
        expect(readAnswer(whole.slice(0, length), stop, stage).says).not.toBe('no')
  })

  test('no text around or within the one form says no', () => {
    const piece = fc.constantFrom('<block>', '</block>', 'no', 'yes', '<thinking>', '</thinking>', '<reason>', ' ', 'x')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('')
        const says = readAnswer(text, 'end', 'only').says
        expect(says === 'no').toBe(text.replace(/^ +| +$/g, '') === '<block>no</block>')
      }),
      { numRuns: 3_000 },
    )
  })
})
