import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHAT_PHRASES, CHAT_WORDING, fill, unsoundWording } from './chat-wording.ts'
import { readSettings } from './read-settings.ts'
import { replyMeanings } from './reply-words.ts'

function problemsOf(approvals: object): string {
  return readSettings(JSON.stringify({ approvals }), 'settings.json')
    .problems.map(({ message }) => message)
    .join('\n')
}

describe('words that answer', () => {
  test.each([
    {
      yes: ['ja', 'sí', 'da', 'd’accord'],
      no: ['nein', 'いや'],
      always: ['für immer'],
      show: ['zeig'],
    },
    { yes: ['yes', 'Ja', 'JA'] },
    {},
  ])('%j is taken', (replies) => expect(problemsOf({ replies })).toBe(''))

  test.each([
    ['a yes that is our no', { yes: ['no'] }, 'cannot mean yes: it means no'],
    ['the same in wide letters', { yes: ['ＮＯ'] }, 'cannot mean yes: it means no'],
    ['the same with formatting', { yes: ['*n*'] }, 'cannot mean yes: it means no'],
    ['the same with invisible characters', { yes: ['n\u200bo'] }, 'cannot mean yes: it means no'],
    ['a no that is our yes', { no: ['ok'] }, 'cannot mean no: it means yes'],
    ['one word twice', { yes: ['ja'], always: ['JA'] }, 'cannot mean always: it means yes'],
    ['an id', { yes: ['a34cde'] }, 'is no word'],
    ['nothing', { yes: [' '] }, 'is no word'],
    ['a mention', { yes: ['@bot'] }, 'is no word'],
    ['a sign', { yes: ['+'] }, 'is no word'],
    ['another meaning', { perhaps: ['x'] }, 'unknown key'],
  ])('%s is refused', (_, replies, message) => expect(problemsOf({ replies })).toContain(message))

  test('whatever is added, our own words keep their meaning', () =>
    fc.assert(
      fc.property(fc.record({ yes: fc.array(fc.string()), no: fc.array(fc.string()) }), (more) => {
        const meanings = replyMeanings(more)
        for (const [word, meaning] of replyMeanings()) expect(meanings.get(word)).toBe(meaning)
      }),
    ))
})

describe('what is said in chats', () => {
  test.each(CHAT_PHRASES)('%s: our own wording is one', (phrase) =>
    expect(unsoundWording(phrase, CHAT_WORDING[phrase])).toBeUndefined(),
  )

  test.each([
    ['who is asked for which tool', { who: '{who} fragt' }, 'must say {tool}'],
    ['the rule', { allowedByRule: 'Erlaubt' }, 'must say {rule}'],
    ['a place that nobody fills', { deny: 'Nein {secret}' }, 'has no {secret}'],
    ['several lines', { deny: 'Nein\nJa' }, 'one line'],
    ['a direction mark', { deny: 'Nein\u202e' }, 'one line'],
    ['an escape', { deny: '\u001b[2J' }, 'one line'],
    ['another phrase', { hello: 'x' }, 'unknown key'],
  ])('%s cannot be left out or put in', (_, wording, message) => expect(problemsOf({ wording })).toContain(message))

  test('what is filled in is never read as a place', () =>
    expect(fill('{who} asks to use {tool}', { who: '{tool}', tool: 'Bash' })).toBe('{tool} asks to use Bash'))
})
