import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startMessagesServer } from '../../test/servers/messages.ts'
import { composeGuardian } from './compose-guardian.ts'
import { costDirectory, readCosts } from './cost-files.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'guardian-home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const COMMAND = { command: 'some-unknown-program --go' }

test.each([{ policy: {} }, { policy: { guardian: { mode: 'off' as const } } }])('%j has no guardian', ({ policy }) =>
  expect(composeGuardian({ policy, environment: {}, home }).guardian).toBeUndefined(),
)

test('it asks the classifier’s service for its own model, and the cost is kept', async () => {
  const usage = { input_tokens: 1_000, output_tokens: 10 }
  const server = await startMessagesServer(() => ({ text: '{"risk":"low","reason":"fine"}', usage }))
  const policy = {
    classifier: { provider: 'anthropic' as const, baseUrl: server.url, model: 'claude-sonnet-5' },
    guardian: { mode: 'strict' as const, model: 'claude-haiku-4-5' },
  }
  const { guardian } = composeGuardian({ policy, environment: { ANTHROPIC_API_KEY: 'k' }, home })
  const result = await guardian!.review('Bash', COMMAND)
  await server.close()
  expect(result).toMatchObject({ allowed: true, riskLevel: 'low' })
  expect(server.requests[0]!.body['model']).toBe('claude-haiku-4-5')
  expect(readCosts(costDirectory(home)).entries).toMatchObject([
    { stage: 'guardian', session: 'guardian', model: 'claude-haiku-4-5', tokens: { input: 1_000, output: 10 } },
  ])
})

test.each([
  { environment: {}, classifier: undefined },
  { environment: {}, classifier: { provider: 'anthropic' as const } },
])('without a model strict blocks what it would have to ask about: %j', async ({ environment, classifier }) => {
  const policy = { guardian: { mode: 'strict' as const }, ...(classifier ? { classifier } : {}) }
  const { guardian } = composeGuardian({ policy, environment, home })
  expect(await guardian!.review('Bash', COMMAND)).toMatchObject({ allowed: false, riskLevel: 'high' })
})

test('what the settings add is told to its model, between our instructions and the form of the answer', async () => {
  const server = await startMessagesServer(() => ({ text: '{"risk":"low","reason":"fine"}' }))
  const prompt = 'Die Datenbank "prod" ist immer kritisch.'
  const policy = {
    classifier: { provider: 'anthropic' as const, baseUrl: server.url },
    guardian: { mode: 'strict' as const, prompt },
  }
  await composeGuardian({ policy, environment: { ANTHROPIC_API_KEY: 'k' }, home }).guardian!.review('Bash', COMMAND)
  await server.close()
  const [{ text }] = server.requests[0]!.body['system'] as [{ text: string }]
  const places = ['You assess how dangerous', prompt, 'Answer with one JSON object'].map((piece) => text.indexOf(piece))
  expect(places[0]).toBe(0)
  expect(places[1]).toBeGreaterThan(0)
  expect(places[2]).toBeGreaterThan(places[1]!)
})

test('when the money is spent nobody is asked: guard leaves it to the person, strict blocks', async () => {
  const server = await startMessagesServer(() => ({ text: '{"risk":"low","reason":"fine"}' }))
  for (const mode of ['guard', 'strict'] as const) {
    const classifier = { provider: 'anthropic' as const, baseUrl: server.url, budget: { day: 0 } }
    const { guardian } = composeGuardian({
      policy: { classifier, guardian: { mode } },
      environment: { ANTHROPIC_API_KEY: 'k' },
      home,
    })
    const result = await guardian!.review('Bash', COMMAND)
    expect(result.allowed).toBe(mode === 'guard')
    expect(result.failure).toContain('budget is used up')
  }
  await server.close()
  expect(server.requests).toHaveLength(0)
})

/** A model that answers only when it is told to, over real sockets; time goes by as the test says. */
async function slowModel(mode: 'guard' | 'strict') {
  const { promise: asked, resolve: wasAsked } = Promise.withResolvers<void>()
  const { promise: answer, resolve: answers } = Promise.withResolvers<void>()
  const server = await startMessagesServer(async () => {
    wasAsked()
    await answer
    return { text: '{"risk":"low","reason":"took its time"}' }
  })
  const { guardian } = composeGuardian({
    policy: { classifier: { provider: 'anthropic', baseUrl: server.url }, guardian: { mode } },
    environment: { ANTHROPIC_API_KEY: 'k' },
    home,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const result = guardian!.review('Bash', COMMAND)
  await asked
  return { result, answers, close: () => server.close() }
}

describe('its fifteen seconds are its own', () => {
  afterEach(() => vi.useRealTimers())

  test('an answer after fourteen seconds is taken: the client below does not give up sooner', async () => {
    const { result, answers, close } = await slowModel('strict')
    await vi.advanceTimersByTimeAsync(14_000)
    answers()
    expect(await result).toMatchObject({ allowed: true, riskLevel: 'low', reason: 'took its time' })
    await close()
  })

  test.each(['guard', 'strict'] as const)('after fifteen seconds %s stops waiting', async (mode) => {
    const { result, answers, close } = await slowModel(mode)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await result).toMatchObject({ allowed: mode === 'guard', failure: 'no answer within 15000 ms' })
    answers()
    await close()
  })
})
