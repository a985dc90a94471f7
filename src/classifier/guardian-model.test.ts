import { afterEach, describe, expect, test } from 'vitest'
import { startChatServer } from '../../test/servers/chat.ts'
import { startMessagesServer } from '../../test/servers/messages.ts'
import type { LocalServer } from '../../test/servers/server.ts'
import { exampleWorld, EXAMPLE_WORKSPACE } from '../categories/example-deeds.ts'
import { LIMITS } from './deadlines.ts'
import { guardianModel } from './guardian-model.ts'
import { GuardianAgent, type GuardianMode } from './guardian.ts'
import { anthropicClient } from './models/anthropic.ts'
import { openAiCompatibleClient } from './models/openai-compatible.ts'

const servers: LocalServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const SAYS_LOW = '{"risk":"low","reason":"runs the tests"}'

interface Wire {
  readonly start: (answer: Answer) => Promise<LocalServer>
  readonly client: typeof anthropicClient
  readonly model: string
}

/** What both formats can say. */
interface Answer {
  readonly text: string
  readonly cut?: true
  readonly stall?: true
  readonly status?: number
}

const WIRES: Readonly<Record<string, Wire>> = {
  messages: {
    start: ({ text, cut, stall, status }) =>
      startMessagesServer(() =>
        status === undefined
          ? { text, stopReason: cut ? 'max_tokens' : 'end_turn', ...(stall ? { stallAt: 20 } : {}) }
          : { fault: 'raw', status, body: '{}' },
      ),
    client: anthropicClient,
    model: 'claude-sonnet-5',
  },
  chat: {
    start: ({ text, cut, stall, status }) =>
      startChatServer(() =>
        status === undefined
          ? { text, finishReason: cut ? 'length' : 'stop', ...(stall ? { stallAt: 20 } : {}) }
          : { fault: 'raw', status, body: '{}' },
      ),
    client: openAiCompatibleClient,
    model: 'llama3',
  },
}

async function reviewOver(
  wire: Wire,
  transfer: 'streamed' | 'whole',
  mode: GuardianMode,
  answer: Answer,
): Promise<{ result: Awaited<ReturnType<GuardianAgent['review']>>; server: LocalServer; problems: string[] }> {
  const server = await wire.start(answer)
  servers.push(server)
  const client = wire.client({ apiKey: 'key', baseUrl: server.url, limits: { ...LIMITS, idle: 100 } })
  const problems: string[] = []
  const guardian = new GuardianAgent(
    { mode, world: exampleWorld(), onProblem: (problem) => problems.push(problem), timeoutMs: 5_000 },
    guardianModel(client, { model: wire.model, transfer }),
    undefined,
    's',
    EXAMPLE_WORKSPACE,
  )
  return { result: await guardian.review('Bash', { command: 'npm test' }), server, problems }
}

describe.each(Object.entries(WIRES))('over %s', (_, wire) => {
  describe.each(['streamed', 'whole'] as const)('%s', (transfer) => {
    test('a sound answer is taken', async () => {
      const { result, server } = await reviewOver(wire, transfer, 'strict', { text: SAYS_LOW })
      expect(result).toEqual({
        allowed: true,
        riskLevel: 'low',
        reason: 'runs the tests',
        cached: false,
        reviewed: true,
        usage: expect.objectContaining({ stage: 'guardian' }),
      })
      expect(JSON.stringify(server.requests[0]!.body)).toContain('npm test')
      expect(server.requests[0]!.streamed).toBe(transfer === 'streamed')
    })

    test.each([
      { what: 'a cut answer', answer: { text: SAYS_LOW, cut: true as const } },
      { what: 'an answer in prose', answer: { text: `Sure. ${SAYS_LOW}` } },
      { what: 'a stalled answer', answer: { text: SAYS_LOW, stall: true as const } },
      { what: 'a missing key', answer: { text: '', status: 401 } },
      { what: 'an overloaded model', answer: { text: '', status: 529 } },
    ])('$what: strict blocks, guard lets pass and says so', async ({ answer }) => {
      const strict = await reviewOver(wire, transfer, 'strict', answer)
      expect(strict.result).toMatchObject({ allowed: false, riskLevel: 'high' })
      const guard = await reviewOver(wire, transfer, 'guard', answer)
      expect(guard.result).toMatchObject({ allowed: true, riskLevel: 'high' })
      expect(guard.result.failure).toBeDefined()
      expect(guard.problems).toHaveLength(1)
    })
  })

  test('what may pass is tried once more', async () => {
    const { server } = await reviewOver(wire, 'whole', 'strict', { text: '', status: 529 })
    expect(server.requests).toHaveLength(2)
  })
})
