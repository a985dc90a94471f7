import { describe, expect, test } from 'vitest'
import type { Turn } from '../session.ts'
import { limitsSaid } from './limits.ts'
import { LIMIT_ROWS } from './limit-words.ts'
import { limitsInText } from './user-limits.ts'

describe('limits in a text', () => {
  test.each<[string, string, readonly string[]]>([
    ['one sentence of several', 'Fix it. Do not push! Thanks.', ['Do not push!']],
    ['every one of them', 'No commits please.\nNever touch prod.', ['No commits please.', 'Never touch prod.']],
    ['in capitals, with a curved apostrophe and what nobody sees', 'DON\u2019T pu\u200bsh', ['DON\u2019T pu\u200bsh']],
    ['in a list', '1. fix it\n2. do not deploy', ['do not deploy']],
    ['not in quoted code', 'Fix this:\n```\n# do not push\n```\nthen go on', []],
    ['a fence without an end hides nothing', 'Fix this:\n```\ndo not push', ['do not push']],
    ['of a long sentence, the beginning', `Do not ${'x'.repeat(500)}`, [`Do not ${'x'.repeat(192)}…`]],
    [
      'not in what is said of code',
      'Dead code: nobody imports it. The unit test only covers one case, add another.',
      [],
    ],
    [
      'but in what nobody may do',
      'nobody pushes to main; nobody imports from legacy',
      ['nobody pushes to main;', 'nobody imports from legacy'],
    ],
    ['and in what alone may run', 'test only what you changed', ['test only what you changed']],
    ['nothing in an empty text', '', []],
  ])('%s', (_name, text, expected) => expect(limitsInText(text)).toEqual(expected))

  test('the beginning and the end of what was pasted are read, in time that grows with the text', () => {
    const log = 'the tests do not pass and nothing is there, '.repeat(20_000)
    expect(limitsInText(`Do not push.\n${log}\nNo commits.`)).toEqual(['Do not push.', 'No commits.'])
    for (const row of LIMIT_ROWS)
      for (const char of ['a', ' ', 'no ', 'keep ', '不']) row.pattern.test(char.repeat(50_000))
  })
})

describe('limits in a session', () => {
  const turns: Turn[] = [{ kind: 'user', text: 'do not push' }]

  test('hold, whatever is said later, and are found once', () => {
    expect(limitsSaid(turns)).toEqual([{ from: 'user', words: 'do not push' }])
    turns.push({ kind: 'user', text: 'go on' }, { kind: 'delivery', from: 'agent', text: 'only read' })
    turns.push({ kind: 'delivery', from: 'webhook', text: 'do not deploy' })
    turns.push({ kind: 'call', tool: 'Bash', encoded: 'echo do not push' })
    expect(limitsSaid(turns)).toEqual([
      { from: 'user', words: 'do not push' },
      { from: 'delivery', words: 'only read' },
    ])
    expect(limitsSaid(turns)).toHaveLength(2)
  })

  test('a history that was cut is heard anew', () => {
    turns.splice(0, 1)
    expect(limitsSaid(turns)).toEqual([{ from: 'delivery', words: 'only read' }])
  })
})
