import { describe, expect, test } from 'vitest'
import { startMessagesServer } from '../../test/servers/messages.ts'
import { critique, ownRules } from './critique.ts'
import { LIMITS } from './deadlines.ts'
import { anthropicClient } from './models/anthropic.ts'

const DEFAULTS = { allow: ['a'], soft_deny: ['s'], hard_deny: ['h'], environment: ['e'] }
const SECRET = `Deploys with --token=${'hunter2'.repeat(4)}`
const IN_FORCE = { ...DEFAULTS, allow: ['a', 'Pushing anywhere is fine', SECRET], classifyAllShell: false }

test('a person’s own rules are those that are not built in', () => {
  expect(ownRules({ ...DEFAULTS, classifyAllShell: false }, DEFAULTS)).toBeUndefined()
  expect(ownRules(IN_FORCE, DEFAULTS)).toEqual({
    hard_deny: [],
    soft_deny: [],
    allow: ['Pushing anywhere is fine', SECRET],
    environment: [],
  })
})

async function ask(reply: Parameters<typeof startMessagesServer>[0]) {
  const server = await startMessagesServer(reply)
  try {
    const client = anthropicClient({ apiKey: 'k', baseUrl: server.url, limits: LIMITS })
    const said = await critique(client, 'claude-sonnet-5', ownRules(IN_FORCE, DEFAULTS)!, LIMITS, () => 0)
    return { said, sent: JSON.stringify(server.requests[0]?.body) }
  } finally {
    await server.close()
  }
}

describe('a critique', () => {
  test('asks about the person’s rules and nothing else, and brings the answer back with its cost', async () => {
    const { said, sent } = await ask(() => ({
      text: 'Too wide.\n',
      usage: { input_tokens: 1_000, output_tokens: 100 },
    }))
    expect(said).toMatchObject({ text: 'Too wide.', usage: { stage: 'critique', price: 0.003 } })
    expect(sent).toContain('Pushing anywhere is fine')
    expect(sent).not.toContain('transcript>')
    expect(sent).not.toContain('hunter2')
  })

  test.each([
    ['a wrong key', { fault: 'raw' as const, status: 401 }, 'misconfigured'],
    ['a refusal', { text: '', stopReason: 'refusal' }, 'refused'],
  ])('%s is told', async (_name, reply, expected) => {
    const { said } = await ask(() => reply)
    expect('failed' in said && said.failed).toContain(expected)
  })
})
