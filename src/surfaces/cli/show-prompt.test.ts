import { expect, test } from 'vitest'
import type { ReviewQuestion } from '../../classifier/reviewer.ts'
import { showPrompt } from './show-prompt.ts'

const question: ReviewQuestion = {
  session: 's',
  turns: [{ kind: 'user', text: 'publish it \u001b[2J' }],
  action: { tool: 'Bash', encoded: 'npm publish' },
  autoMode: {
    allow: [],
    soft_deny: ['[team.freeze] No releases'],
    hard_deny: [],
    environment: [],
    classifyAllShell: false,
  },
  instructions: [{ file: 'CLAUDE.md', text: 'Use pnpm.' }],
  noted: [],
}

test('shows all that would be sent, where the provider’s memory ends, and both stages', () => {
  const text = showPrompt(question, 'claude-sonnet-5', 'text')
  expect(text).toContain('- [team.freeze] No releases')
  expect(text).toContain('{"file":"CLAUDE.md","text":"Use pnpm."}')
  expect(text).toContain('{"Bash":"npm publish"}\n--- (kept by the provider up to here)\n</transcript>')
  expect(text.match(/kept by the provider/g)).toHaveLength(3)
  expect(text).toContain('at most 64 tokens, up to </block>')
  expect(text).toContain('at most 4096 tokens')
  expect(text).not.toContain('\u001b')
})

test('shows the requests themselves as JSON', () => {
  const { first, thinking } = JSON.parse(showPrompt(question, 'claude-sonnet-4-6', 'json'))
  expect(first).toMatchObject({
    model: 'claude-sonnet-4-6',
    maxTokens: 64,
    temperature: 0,
    stopSequences: ['</block>'],
  })
  expect(thinking).toMatchObject({ maxTokens: 4_096, stopSequences: [] })
})

test('the record is shown in the format that the settings choose', () => {
  expect(showPrompt(question, 'claude-sonnet-5', 'text')).toContain('{"user":')
  const plain = showPrompt(question, 'claude-sonnet-5', 'text', 'text')
  expect(plain).not.toContain('{"user":')
  expect(plain).toContain('user: ')
})
