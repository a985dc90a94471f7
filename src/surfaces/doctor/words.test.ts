import { expect, test } from 'vitest'
import { examineIncoming } from './words.ts'

test('what comes in is to be read by a model, and there is none', () => {
  const results = { model: 'doubt' } as const
  expect(examineIncoming({ results }, {})).toMatchObject([
    { state: 'yellow', says: '`results.model` is "doubt", and no model is configured: no model reads what comes in' },
  ])
  const classifier = { provider: 'anthropic' } as const
  expect(examineIncoming({ results, classifier }, {})).toMatchObject([{ says: expect.stringContaining('no key') }])
  expect(examineIncoming({ results, classifier }, { ANTHROPIC_API_KEY: 'k' })).toEqual([])
  expect(examineIncoming({ results: { model: 'off' } }, {})).toEqual([])
  expect(examineIncoming({}, {})).toEqual([])
})
