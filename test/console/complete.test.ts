import { describe, expect, test } from 'vitest'
import { settingsJsonSchema } from '../../src/policy/settings.ts'
import { suggestionsAt } from '../../src/surfaces/console/data/complete.ts'
import { asFields } from '../../src/surfaces/console/data/fields.ts'

const SCHEMA = asFields(settingsJsonSchema())

/** `|` is the caret. */
function at(marked: string, when: 'typing' | 'asked' = 'typing'): ReturnType<typeof suggestionsAt> {
  const caret = marked.indexOf('|')
  return suggestionsAt(marked.slice(0, caret) + marked.slice(caret + 1), caret, SCHEMA, when)
}

const words = (marked: string, when?: 'typing' | 'asked'): readonly string[] => at(marked, when).map(({ word }) => word)

/** The text after the first suggestion was taken, with the caret as `|`. */
function taken(marked: string): string {
  const [first] = at(marked)
  return first === undefined ? '' : `${first.text.slice(0, first.caret)}|${first.text.slice(first.caret)}`
}

describe('what could stand at the caret of the settings', () => {
  test.each<[string, string, readonly string[]]>([
    ['a key of the whole file', '{ "perm|" }', ['permissions']],
    ['a key that is not closed yet', '{\n  "perm|\n}', ['permissions']],
    [
      'keys of an object, without those it has',
      '{ "permissions": { "allow": [], "a|" } }',
      ['ask', 'additionalDirectories'],
    ],
    ['words that a key takes', '{ "permissions": { "defaultMode": "a|" } }', ['acceptEdits', 'auto']],
    ['words of another object', '{ "approvals": { "prefer": "p|" } }', ['portcullis']],
    ['nothing for what is complete', '{ "permissions|": {} }', []],
    ['nothing inside a rule', '{ "permissions": { "allow": ["Bash(|"] } }', []],
    ['nothing between things by itself', '{ | }', []],
    ['nothing for what is not known', '{ "nonsense": { "a|" } }', []],
  ])('%s', (_what, marked, expected) => expect(words(marked)).toEqual(expected))

  test('asked for, every key of the object', () => {
    expect(words('{ "permissions": { | } }', 'asked')).toContain('deny')
    expect(words('{ | }', 'asked')).toContain('permissions')
  })

  test.each<[string, string]>([
    ['{ "perm|" }', '{ "permissions": {|} }'],
    ['{\n  "perm|\n}', '{\n  "permissions": {|}\n}'],
    ['{ "permissions": { "al|" } }', '{ "permissions": { "allow": [|] } }'],
    ['{ "permissions": { "al|": ["Read"] } }', '{ "permissions": { "allow"|: ["Read"] } }'],
    ['{ "permissions": { "defaultMode": "ac|" } }', '{ "permissions": { "defaultMode": "acceptEdits"| } }'],
  ])('%s becomes %s', (before, after) => expect(taken(before)).toBe(after))

  test('every suggestion says what it does', () => {
    for (const { word, does } of at('{ "permissions": { | } }', 'asked')) expect(does, word).not.toBe('')
  })
})
