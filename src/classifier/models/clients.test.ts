import { afterEach, describe, expect, test } from 'vitest'
import { startChatServer } from '../../../test/servers/chat.ts'
import { startMessagesServer } from '../../../test/servers/messages.ts'
import type { LocalServer } from '../../../test/servers/server.ts'
import { LIMITS, type Limits } from '../deadlines.ts'
import { anthropicClient } from './anthropic.ts'
import { isModelAsked } from './clients.ts'
import type { ModelReply, ModelRequest } from './model.ts'
import { openAiCompatibleClient } from './openai-compatible.ts'

/** For the rows that wait for a timer. */
const HASTY: Limits = { ...LIMITS, firstByte: 300, idle: 200 }

const servers: LocalServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
async function opened(server: Promise<LocalServer>): Promise<LocalServer> {
  const started = await server
  servers.push(started)
  return started
}

const request = (transfer: 'streamed' | 'whole', change: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'some-model',
  system: [{ text: 'the rules', breakpoint: true }],
  messages: [{ content: [{ text: 'one ' }, { text: 'two', breakpoint: true }] }],
  maxTokens: 64,
  stopSequences: ['</block>'],
  thinking: 'untouched',
  transfer,
  ...change,
})

const never = new AbortController().signal
const cause = (reply: ModelReply): string => (reply.outcome === 'failed' ? reply.failure.cause : reply.outcome)

describe.each(['streamed', 'whole'] as const)('the Messages API, %s', (transfer) => {
  test('a request goes out as it was meant, and its answer comes back with its tokens', async () => {
    const server = await opened(
      startMessagesServer(() => ({
        text: '<block>no',
        stopReason: 'stop_sequence',
        stopSequence: '</block>',
        usage: { input_tokens: 5, output_tokens: 3, cache_read_input_tokens: 100, cache_creation_input_tokens: 7 },
      })),
    )
    const client = anthropicClient({ apiKey: 'k', baseUrl: server.url, limits: LIMITS })
    const reply = await client.complete(request(transfer, { thinking: 'disabled', temperature: 0 }), never)
    expect(reply).toEqual({
      outcome: 'answered',
      text: '<block>no',
      stopReason: 'stop-sequence',
      tokens: { input: 5, cached: 100, written: 7, output: 3 },
      model: 'some-model',
    })
    expect(server.requests[0]!.body).toEqual({
      model: 'some-model',
      max_tokens: 64,
      system: [{ type: 'text', text: 'the rules', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'one ' },
            { type: 'text', text: 'two', cache_control: { type: 'ephemeral' } },
          ],
        },
      ],
      stop_sequences: ['</block>'],
      temperature: 0,
      thinking: { type: 'disabled' },
      stream: transfer === 'streamed',
    })
  })

  test.each<[string, Parameters<typeof startMessagesServer>[0], string]>([
    ['a rate limit with a time', () => raw(429, { 'retry-after': '2' }), 'rate-limited'],
    ['a rate limit without one', () => raw(429), 'quota'],
    ['an overloaded service', () => raw(529), 'overloaded'],
    ['a broken service', () => raw(500), 'overloaded'],
    ['a wrong key', () => raw(401), 'misconfigured'],
    ['an unknown model', () => raw(404), 'misconfigured'],
    ['a redirect', () => raw(302, { location: 'http://127.0.0.1:1/' }), 'misconfigured'],
    ['a prompt that is too long', () => raw(400, {}, 'prompt is too long: 210000 tokens > 200000'), 'too-long'],
    ['silence', () => ({ fault: 'silence' }), 'timeout'],
    ['a reset', () => ({ fault: 'reset' }), 'connection'],
    ['an answer that stalls', () => ({ text: '<block>no', stallAt: 40 }), 'timeout'],
    ['an answer that breaks off', () => ({ text: '<block>no', resetAt: 40 }), 'connection'],
    [
      'a flood',
      () => ({
        fault: 'flood',
        headers: { 'content-type': transfer === 'streamed' ? 'text/event-stream' : 'application/json' },
        bytes: 'x'.repeat(10_000),
      }),
      'too-large',
    ],
    [
      'a page of HTML',
      () => ({ fault: 'raw', status: 200, headers: { 'content-type': 'text/html' }, body: '<b>' }),
      'malformed',
    ],
    ['a tool call', () => ({ blocks: [{ type: 'tool_use', id: 'x', name: 'y', input: {} }] }), 'malformed'],
    [
      'two texts',
      () => ({
        blocks: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      }),
      'malformed',
    ],
    ["another model's answer", () => ({ text: '<block>no', model: 'other-model' }), 'malformed'],
    ['a text that is too large', () => ({ text: 'x'.repeat(66_000) }), 'too-large'],
  ])('%s is a failure with its cause', async (_name, script, expected) => {
    const server = await opened(startMessagesServer(script))
    const client = anthropicClient({
      apiKey: 'secret-key',
      baseUrl: server.url,
      limits: expected === 'timeout' ? HASTY : LIMITS,
    })
    const reply = await client.complete(request(transfer), never)
    expect(cause(reply)).toBe(expected)
    expect(JSON.stringify(reply)).not.toContain('secret-key')
    expect(server.requests).toHaveLength(1)
  })

  test('nobody listens', async () => {
    const client = anthropicClient({ apiKey: 'k', baseUrl: 'http://127.0.0.1:1', limits: LIMITS })
    expect(cause(await client.complete(request(transfer), never))).toBe('connection')
  })

  test('an abort ends the request', async () => {
    const server = await opened(startMessagesServer(() => ({ fault: 'silence' })))
    const client = anthropicClient({ apiKey: 'k', baseUrl: server.url, limits: LIMITS })
    const controller = new AbortController()
    const pending = client.complete(request(transfer), controller.signal)
    setTimeout(() => controller.abort(), 50)
    expect(cause(await pending)).toBe('aborted')
  })

  test('thoughts before the text are not the text', async () => {
    const blocks = [
      { type: 'thinking' as const, thinking: '<block>yes</block>', signature: 's' },
      { type: 'text' as const, text: '<block>no</block>' },
    ]
    const server = await opened(startMessagesServer(() => ({ blocks })))
    const client = anthropicClient({ apiKey: 'k', baseUrl: server.url, limits: LIMITS })
    expect(await client.complete(request(transfer), never)).toMatchObject({ text: '<block>no</block>' })
  })
})

describe.each(['streamed', 'whole'] as const)('Chat Completions, %s', (transfer) => {
  test('a request goes out as it was meant, and its answer comes back', async () => {
    const server = await opened(startChatServer(() => ({ text: '<block>no</block>' })))
    const client = openAiCompatibleClient({ apiKey: 'k', baseUrl: `${server.url}/v1`, limits: LIMITS })
    const reply = await client.complete(request(transfer, { stopSequences: [] }), never)
    expect(reply).toMatchObject({ outcome: 'answered', text: '<block>no</block>', stopReason: 'end' })
    expect(server.requests[0]!.body).toMatchObject({
      model: 'some-model',
      max_tokens: 64,
      messages: [
        { role: 'system', content: 'the rules' },
        { role: 'user', content: 'one two' },
      ],
    })
    expect(server.requests[0]!.body).not.toHaveProperty('temperature')
  })

  test.each<[string, Parameters<typeof startChatServer>[0], string]>([
    ['a rate limit', () => raw(429), 'quota'],
    ['a broken service', () => raw(503), 'overloaded'],
    ['a wrong key', () => raw(403), 'misconfigured'],
    ['silence', () => ({ fault: 'silence' }), 'timeout'],
    ['an answer that stalls', () => ({ text: '<block>no</block>', stallAt: 60 }), 'timeout'],
    ["another model's answer", () => ({ text: '<block>no</block>', model: 'other' }), 'malformed'],
  ])('%s is a failure with its cause', async (_name, script, expected) => {
    const server = await opened(startChatServer(script))
    const client = openAiCompatibleClient({
      apiKey: 'k',
      baseUrl: `${server.url}/v1`,
      limits: expected === 'timeout' ? HASTY : LIMITS,
    })
    expect(cause(await client.complete(request(transfer), never))).toBe(expected)
  })
})

test.each([
  ['a', 'a', true],
  ['claude-sonnet-5', 'claude-sonnet-5-20260910', true],
  ['gpt-9', 'gpt-9-2026-08-01', true],
  ['gpt-9-latest', 'gpt-9-2026-08-01', true],
  ['claude-sonnet-5', 'claude-sonnet-5-5', false],
  ['claude-sonnet-5-5', 'claude-sonnet-5', false],
  ['claude-sonnet-5', 'claude-haiku-4-5', false],
  ['claude-sonnet-5', '', false],
  ['llama3.2', 'llama3.2:latest', true],
  ['llama3.2', 'llama3.2:70b', false],
])('asked %s, answered by %s: %s', (asked, answered, expected) => expect(isModelAsked(asked, answered)).toBe(expected))

function raw(status: number, headers: Record<string, string> = {}, message = 'x') {
  const body = JSON.stringify({ type: 'error', error: { type: 'some_error', message } })
  return { fault: 'raw' as const, status, headers: { 'content-type': 'application/json', ...headers }, body }
}
